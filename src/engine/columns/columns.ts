// What the engine reads out of a column: its templates and conditions, and the one plan that every enriched column becomes.

import type { Filter } from '../filter/filter.schema.ts'
import { bindTemplate } from '../values/render.ts'
import { nameKey, renameReference } from '../values/template.ts'
import type { AcceptRule } from './column-parts.schema.ts'
import {
  type AskedColumn,
  type ColumnConfig,
  type ComputedColumn,
  type CustomColumn,
  customKindOf,
  kindOf,
  kindOfType,
} from './columns.schema.ts'
import { customStep } from './custom-columns.ts'
import { guessStep } from './free-guess.ts'
import type { Loc } from './kinds/column-kind.ts'
import type { EnrichmentColumn } from './kinds/enrichment.kind.ts'
import type { StepOrder, WaterfallColumn, WaterfallMode, WaterfallStep } from './kinds/waterfall.kind.ts'
import type { StepSpec } from './step.ts'

/** How the cells of one column are filled. Plain JSON: stored with a run, it does not change when the column does. */
export interface CellPlanSpec {
  column_id: string
  column_name: string
  /** The output field that becomes the value; null keeps the whole answer as an object. */
  output: string | null
  /** Enabled steps in the user's order. */
  steps: StepSpec[]
  /** Orders for the rows on which their conditions hold, as ids of steps; the first that holds counts. */
  orders?: StepOrder[]
  exploration?: PlannedExploration
  accept: AcceptRule
  /** Most providers asked per row; 0 = all. */
  max_providers: number
  mode?: WaterfallMode
  fields?: string[]
  agree?: number
  max_micro?: number
  max_ms?: number
  run_if: Filter | null
  /** Age in days past which a value is stale; null = never. */
  max_age_days: number | null
  /** The columns of the workbook by id: their names for messages, and whether they are run or filled by people. */
  columns: { [columnId: string]: { name: string; enriched: boolean } }
  /** Columns that are read through computed ones: their cells have to be settled first too. */
  upstream?: string[]
  /** A test run: recorded samples answer, and what they make up counts as values. */
  test?: true
  /** It has effects outside: an action that was done, or may have been, is repeated only when a user runs this very cell. */
  once?: boolean
}

/** On how many of a hundred rows another step goes first so that more is known of it, and what that may cost in a month. */
export interface PlannedExploration {
  percent: number
  micro_per_month: number
  /** Chosen when a run begins: ids of steps by row id, and what their calls may cost. */
  steps?: { [rowId: string]: string }
  micro?: number
}

export interface PlanDefaults {
  /** The workspace's `max_providers`, for columns that do not say. */
  max_providers: number
  /** For a test run. */
  test?: boolean
}

export function isAsked(column: ColumnConfig): column is AskedColumn {
  return kindOf(column)?.filled_by === 'catalog' || isCustom(column)
}

export function isCustom(column: ColumnConfig): column is CustomColumn {
  return kindOf(column)?.filled_by === 'itself'
}

export function isComputed(column: ColumnConfig): column is ComputedColumn {
  return kindOf(column)?.filled_by === 'cells'
}

/** Whether what was done for a row is done again only when a user runs this very cell. */
export function isDoneOnce(column: ColumnConfig): boolean {
  return isCustom(column) && customKindOf(column).once === true
}

/** Whether a model answers, at a price that is known when it has. */
export function asksModel(type: string): boolean {
  const kind = kindOfType(type)
  return kind !== undefined && 'asks_model' in kind
}

/** Whether it means something in its own workbook only, and is no part of a function. */
export function isBound(type: string): boolean {
  const kind = kindOfType(type)
  return kind !== undefined && 'bound' in kind
}

/** A template of a column, with the place where it stands in the column's config. */
export interface TemplatePlace {
  loc: Loc
  template: string
}

/** Columns by name, in any case. The first of two with one name wins. */
export function columnFinder(columns: readonly ColumnConfig[]): (name: string) => string | undefined {
  const ids = new Map<string, string>()
  for (const column of columns) {
    const key = nameKey(column.name)
    if (!ids.has(key)) ids.set(key, column.id)
  }
  return (name) => ids.get(nameKey(name))
}

/** Every template in a column's config. */
export function columnTemplates(column: ColumnConfig): TemplatePlace[] {
  const found: TemplatePlace[] = []
  kindOf(column).mapTemplates(column, (template, loc) => {
    found.push({ loc, template })
    return template
  })
  return found
}

/** Every condition in a column's config, with its place: on which rows it runs, and on which its steps stand in another order. */
export function columnConditions(column: ColumnConfig): { loc: Loc; condition: Filter }[] {
  const found: { loc: Loc; condition: Filter }[] = []
  mapConditions(column, (condition, loc) => {
    found.push({ loc, condition })
    return condition
  })
  return found
}

/** What of a config may hold conditions; of one that was written by hand, in whatever shape. */
interface Conditional {
  run_if?: unknown
  orders?: unknown
}

/** The same column with each of its conditions rewritten. */
export function mapConditions<C extends object>(column: C, rewrite: (condition: Filter, loc: Loc) => Filter): C {
  const { run_if, orders }: Conditional = column
  const order = (one: { when?: Filter } | null, index: number) =>
    one?.when ? { ...one, when: rewrite(one.when, ['orders', index, 'when']) } : one
  return {
    ...column,
    ...(run_if ? { run_if: rewrite(run_if as Filter, ['run_if']) } : {}),
    ...(Array.isArray(orders) ? { orders: orders.map(order) } : {}),
  }
}

/** The same column with every reference to the column `from` naming `to`. */
export function renameReferences(
  column: ColumnConfig,
  from: string,
  to: string,
  isColumn: (name: string) => boolean,
): ColumnConfig {
  const kind = kindOf(column)
  const renamed = kind.rename?.(column, from, to, isColumn) ?? column
  return kind.mapTemplates(renamed, (template) => renameReference(template, from, to, isColumn))
}

/** The plan of a column that calls providers; null for any other. An enrichment is a waterfall of one step. */
export function planSpec(
  column: ColumnConfig,
  columns: readonly ColumnConfig[],
  defaults: PlanDefaults,
): CellPlanSpec | null {
  if (!isAsked(column)) return null
  const findColumn = columnFinder(columns)
  const verifies = column.type === 'waterfall' && (column.verify ?? column.steps.some(({ verify }) => verify))
  return {
    column_id: column.id,
    column_name: column.name,
    output: isCustom(column) ? customKindOf(column).output(column) : (column.output ?? null),
    steps: isCustom(column) ? [customStep(column, findColumn)] : catalogueSteps(column, findColumn),
    accept: isCustom(column)
      ? (customKindOf(column).accept ?? { kind: 'any' })
      : (column.accept ?? { kind: verifies ? 'verified' : 'any' }),
    ...(isDoneOnce(column) && { once: true }),
    max_providers: column.type === 'waterfall' ? mostProviders(column, defaults.max_providers) : 0,
    ...(column.type === 'waterfall' && { ...howOf(column), ...ordersOf(column) }),
    run_if: column.run_if ?? null,
    max_age_days: column.max_age_days ?? null,
    columns: Object.fromEntries(columns.map(({ id, name, type }) => [id, { name, enriched: type !== 'input' }])),
    ...(defaults.test && { test: true }),
  }
}

function catalogueSteps(
  column: EnrichmentColumn | WaterfallColumn,
  findColumn: (name: string) => string | undefined,
): StepSpec[] {
  const forAll = column.type === 'waterfall' ? column.verify : undefined
  const steps: (WaterfallStep & { id: string })[] =
    column.type === 'enrichment'
      ? [{ id: column.provider, provider: column.provider, inputs: column.inputs }]
      : withIds(withGuess(column)).filter((step) => step.enabled !== false)
  return steps.flatMap(({ id, provider, inputs, accept, verify }): StepSpec[] => {
    const bound = Object.fromEntries(
      Object.entries(inputs).map(([name, template]) => [name, bindTemplate(template, findColumn)]),
    )
    const step = { id, provider, inputs: bound, ...(accept && { accept }) }
    const verifier = verify ?? forAll
    if (!verifier) return [step]
    const { provider: asked, input } = verifier
    return [step, { id: `${id}+${asked}`, provider: asked, inputs: {}, verifies: id, value_input: input }]
  })
}

function withGuess(column: WaterfallColumn): WaterfallStep[] {
  const guess = column.free_guess ? guessStep(column) : undefined
  return guess ? [guess, ...column.steps] : column.steps
}

/** A guess does not count as one of the providers that may be called. */
function mostProviders(column: WaterfallColumn, usual: number): number {
  const most = column.max_providers ?? usual
  return most > 0 && column.free_guess && guessStep(column) ? most + 1 : most
}

function howOf({ mode, output, fields, agree, max_usd_per_row, max_seconds_per_row }: WaterfallColumn) {
  return {
    ...(mode && mode !== 'stop' && { mode }),
    ...(mode === 'merge' && { fields: fields ?? [output] }),
    ...(mode === 'cross_check' && { agree: agree ?? 2 }),
    ...(max_usd_per_row !== undefined && { max_micro: Math.round(max_usd_per_row * 1e6) }),
    ...(max_seconds_per_row !== undefined && { max_ms: max_seconds_per_row * 1000 }),
  }
}

/** A guess costs nothing and stays first. */
function ordersOf(column: WaterfallColumn) {
  const { orders = [] } = column
  const guess = column.free_guess ? guessStep(column) : undefined
  const first = guess ? [guess.id] : []
  const { percent, usd_per_month = 0 } = column.explore ?? {}
  return {
    ...(orders.length > 0 && { orders: orders.map(({ when, steps }) => ({ when, steps: [...first, ...steps] })) }),
    ...(percent && { exploration: { percent, micro_per_month: Math.round(usd_per_month * 1e6) } }),
  }
}

/** Steps with an id each: their own, else the provider's, numbered when it is taken. */
export function withIds<S extends { id?: string; provider: string }>(steps: readonly S[]): (S & { id: string })[] {
  const taken = new Set(steps.flatMap((step) => (step.id === undefined ? [] : [step.id])))
  return steps.map((step) => {
    if (step.id !== undefined) return { ...step, id: step.id }
    let id = step.provider
    for (let number = 2; taken.has(id); number++) id = `${step.provider}-${number}`
    taken.add(id)
    return { ...step, id }
  })
}
