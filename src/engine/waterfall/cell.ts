// Plans one cell: leave it, skip it with the reason, wait for a column it reads, or ask, and then with which inputs.
import { isEmpty, type JsonObject } from '../../kernel/json.ts'
import type { AcceptRule } from '../columns/column-parts.schema.ts'
import type { CellPlanSpec } from '../columns/columns.ts'
import type { WaterfallMode } from '../columns/kinds/waterfall.kind.ts'
import type { AskedLookup, StepSpec } from '../columns/step.ts'
import { explainMismatch } from '../filter/explain.ts'
import type { Filter } from '../filter/filter.schema.ts'
import { decideWithUnknowns } from '../filter/filter.ts'
import { filterFields } from '../filter/filter-check.ts'
import { highestCharge } from '../money/price.ts'
import { DAY_MS, instantOf } from '../values/instant.ts'
import { type BoundTemplate, boundReferences, renderTemplate } from '../values/render.ts'
import { type Cell, type CellStatus, cellOf, hasAnswer, type Row, referencedValue, whyUnknown } from '../values/row.ts'
import { type FactsOf, missingInputs, type Skip, unknownLookup } from './facts.ts'
import { stepsFor } from './step-order.ts'
import { isTestData, withoutTestData } from './test-data.ts'

/**
 * Which cells a run touches. `missing`: those without an outcome, that is never run, interrupted, cancelled, skipped
 * or stopped by a budget, and those made from inputs that changed since. `failed`: errors and cells that were throttled or
 * stopped by a budget. `stale`: answers made from inputs or settings that changed since, or past their age limit. `all`: everything but what a person typed over and what a vendor is at work on.
 */
export type RunMode = 'missing' | 'failed' | 'stale' | 'all'

export interface PlannedStep extends AskedLookup {
  id: string
  /** Rendered inputs that have a value. */
  inputs: JsonObject
  /** Those whose values come from unverified cells; absent for none. */
  unverified?: readonly string[]
  /** Why this step cannot be called for this row; null when it can. */
  skip: Skip | null
  /** For a verifier: the step whose answer it checks, and the input that takes the value. */
  verifies?: string
  value_input?: string
  /** When this step's answer is good enough, if not as the column says. */
  accept?: AcceptRule
  /** The most the call can cost, in micro-USD; null or absent is unknown. */
  most_micro?: number | null
  /** The fields it may give; absent when that is not known. */
  gives?: readonly string[]
}

/** What the waterfall of one cell works on. Plain JSON. */
export interface CellPlan {
  column_id: string
  output: string | null
  accept: AcceptRule
  /** Most providers asked; 0 = all. Verifiers do not count. */
  max_providers: number
  steps: PlannedStep[]
  /** How answers become the value; absent: the first that is accepted. */
  mode?: WaterfallMode
  /** For `merge`: the fields that make the value. */
  fields?: readonly string[]
  /** For `cross_check`: how many providers have to agree. */
  agree?: number
  /** What the calls of one row may cost, in micro-USD, and take, in milliseconds. */
  max_micro?: number
  max_ms?: number
}

export type CellDecision =
  /** Nothing to do: it has its outcome, or the mode or a person's value protects it. */
  | { kind: 'fresh'; because: 'answered' | 'overridden' | 'outside_mode' | 'in_flight' }
  | { kind: 'skip'; reason: 'condition_false' | 'missing_input' | 'dependency'; detail: string }
  /** Columns of the same run that it reads are not finished on this row. */
  | { kind: 'wait'; on: string[] }
  | { kind: 'ask'; plan: CellPlan }

export interface CellRequest {
  spec: CellPlanSpec
  row: Row
  mode: RunMode
  /** Milliseconds since the epoch. */
  now: number
  factsOf: FactsOf
  /** The columns of this run whose cells on this row are not settled yet: the cell waits for those that it reads. */
  unsettled: Pick<ReadonlySet<string>, 'has'>
  /** A user ran this very cell: run it whatever it holds. */
  force?: boolean
}

/** Statuses of cells that a run in mode `missing` fills. */
export const NO_OUTCOME: ReadonlySet<CellStatus> = new Set([
  'pending',
  'queued',
  'running',
  'throttled',
  'cancelled',
  'skipped',
  'budget_stopped',
])
const FAILED: ReadonlySet<CellStatus> = new Set(['error', 'throttled', 'budget_stopped'])
const AGEING: ReadonlySet<CellStatus> = new Set(['complete', 'unverified', 'not_found'])

/** Decides about one cell. Total: odd rows and deleted columns lead to a skip with words, never to an error. */
export function planCell(asked: CellRequest): CellDecision {
  const request = asked.spec.test ? asked : { ...asked, row: withoutTestData(asked.row) }
  const { spec, row, unsettled } = request
  const because = request.force ? null : protection(cellOf(row, spec.column_id), request)
  if (because) return { kind: 'fresh', because }
  const on = readBy(spec).filter((id) => unsettled.has(id))
  if (on.length > 0) return { kind: 'wait', on }
  if (spec.run_if) {
    const detail = explainMismatch(spec.run_if, row, (id) => columnOf(spec, id)?.name, request.now)
    // What a failure made blank decides nothing.
    const open = detail === null ? null : openCondition(spec.run_if, spec, row, request.now)
    if (open !== null) return { kind: 'skip', reason: 'dependency', detail: `Its condition is open: ${open}` }
    if (detail !== null) return { kind: 'skip', reason: 'condition_false', detail }
  }
  const steps = stepsFor(spec, row, request.now).map((step) => planStep(step, request))
  const finders = steps.filter(({ verifies }) => verifies === undefined)
  const unmet = finders.flatMap(({ skip }) =>
    skip?.reason === 'missing_input' || skip?.reason === 'dependency' ? [skip] : [],
  )
  const [first] = unmet
  if (first && unmet.length === finders.length) {
    const skip = unmet.find(({ reason }) => reason === 'dependency') ?? first
    return { kind: 'skip', reason: skip.reason === 'dependency' ? 'dependency' : 'missing_input', detail: skip.detail }
  }
  const { column_id, output, accept, max_providers, mode, fields, agree, max_micro, max_ms } = spec
  const how = {
    ...(mode && { mode }),
    ...(fields && { fields }),
    ...(agree !== undefined && { agree }),
    ...(max_micro !== undefined && { max_micro }),
    ...(max_ms !== undefined && { max_ms }),
  }
  return { kind: 'ask', plan: { column_id, output, accept, max_providers, steps, ...how } }
}

export interface PlannedCell {
  spec: CellPlanSpec
  decision: CellDecision
}

/** Decides about all cells of a row. `specs` in the order of work: what asks or waits keeps its readers waiting. */
export function planRow(
  specs: readonly CellPlanSpec[],
  request: Omit<CellRequest, 'spec' | 'unsettled'>,
): PlannedCell[] {
  const unsettled = new Set<string>()
  return specs.map((spec) => {
    const decision = planCell({ ...request, spec, unsettled })
    if (decision.kind === 'ask' || decision.kind === 'wait') unsettled.add(spec.column_id)
    return { spec, decision }
  })
}

type Protection = Extract<CellDecision, { kind: 'fresh' }>['because']

function protection(cell: Cell | undefined, { mode, now, spec }: CellRequest): Protection | null {
  if (cell?.status === 'overridden') return 'overridden'
  if (spec.once && (cell?.status === 'complete' || cell?.error_class === 'uncertain')) return 'answered'
  // A vendor is at it: asking again would pay twice.
  if (cell?.status === 'waiting') return 'in_flight'
  // A test never writes over what is real.
  if (spec.test && cell && hasAnswer(cell) && !isTestData(cell.provider)) return 'answered'
  if (mode === 'all') return null
  const open = cell === undefined || NO_OUTCOME.has(cell.status) || isOutdated(cell)
  if (mode === 'missing') return open ? null : 'answered'
  if (mode === 'failed') return cell && FAILED.has(cell.status) ? null : 'outside_mode'
  if (open && !(cell && isOutdated(cell))) return 'outside_mode'
  return isStale(cell, spec.max_age_days, now) ? null : 'answered'
}

/** It answers about what the row said before: as good as none. */
const isOutdated = ({ status, reason }: Cell): boolean => status === 'stale' && reason === 'input_changed'

/** True for an answer (a miss too) older than the limit, in days; null is no limit. An unknown age is too old. */
export function isStale(cell: Cell, maxAgeDays: number | null, now: number): boolean {
  if (cell.status === 'stale') return true
  if (maxAgeDays === null || !AGEING.has(cell.status)) return false
  const answered = instantOf(cell.updated_at)
  return answered === null || now - answered > maxAgeDays * DAY_MS
}

const known = new WeakMap<CellPlanSpec, readonly string[]>()

/** All other columns that a cell waits for. A spec is planned with for every row, and is never changed. */
function readBy(spec: CellPlanSpec): readonly string[] {
  const ids = known.get(spec) ?? [...new Set([...columnsRead(spec), ...(spec.upstream ?? [])])]
  known.set(spec, ids)
  return ids
}

/** The other columns that a column's cells read, in templates of enabled steps and in conditions. */
function columnsRead(spec: CellPlanSpec): string[] {
  const conditions = [...(spec.run_if ? [spec.run_if] : []), ...(spec.orders ?? []).map(({ when }) => when)]
  const ids = new Set(conditions.flatMap(filterFields))
  for (const step of spec.steps) {
    for (const template of Object.values(step.inputs)) {
      for (const { column_id } of boundReferences(template)) if (column_id !== null) ids.add(column_id)
    }
  }
  ids.delete(spec.column_id)
  return [...ids]
}

/** The columns whose cells decide about cells of these: their own, and those that they read. */
export function columnsNeeded(specs: readonly CellPlanSpec[]): string[] {
  return [...new Set(specs.flatMap((spec) => [spec.column_id, ...readBy(spec)]))]
}

function columnOf(spec: CellPlanSpec, id: string) {
  return Object.hasOwn(spec.columns, id) ? spec.columns[id] : undefined
}

function planStep(step: StepSpec, { spec, row, factsOf }: CellRequest): PlannedStep {
  const read = (columnId: string) => referencedValue(row, columnId)
  const rendered = Object.entries(step.inputs).map(
    ([name, template]) => [name, renderTemplate(template, read)] as const,
  )
  const inputs: JsonObject = Object.fromEntries(rendered.filter(([, value]) => !isEmpty(value)))
  const { id, provider, made } = step
  const facts = factsOf(provider, made)
  const { verifies, value_input, accept } = step
  const planned = {
    id,
    provider,
    ...(made && { made }),
    inputs,
    ...unverifiedInputs(step, row),
    most_micro: facts ? (facts.for_inputs ? facts.for_inputs(inputs).most_micro : highestCharge(facts)) : null,
    ...(verifies !== undefined && { verifies }),
    ...(value_input !== undefined && { value_input }),
    ...(accept && { accept }),
    ...(facts?.outputs && { gives: facts.outputs }),
  }
  if (!facts) return { ...planned, skip: unknownLookup(provider) }
  // What is to be verified comes only when it is found.
  const missing = missingInputs(facts, (name) => Object.hasOwn(inputs, name) || name === value_input)
  return { ...planned, skip: missing.length === 0 ? null : missingSkip(missing, step, spec, row) }
}

function unverifiedInputs({ inputs }: StepSpec, { cells }: Row): Pick<PlannedStep, 'unverified'> {
  if (!Object.values(cells).some(({ status }) => status === 'unverified')) return {}
  const reads = (name: string) => boundReferences(inputs[name] as BoundTemplate)
  const unverified = Object.keys(inputs).filter((name) =>
    reads(name).some(({ column_id }) => column_id !== null && cells[column_id]?.status === 'unverified'),
  )
  return unverified.length > 0 ? { unverified } : {}
}

/** Names the missing inputs and the columns that should have filled them; a column without an outcome is the cause. */
/** Why a condition that does not hold might hold all the same: columns that it reads failed or were not run. */
function openCondition(condition: Filter, spec: CellPlanSpec, row: Row, now: number): string | null {
  const whyOf = (id: string) => whyUnknown(cellOf(row, id), columnOf(spec, id)?.enriched !== true)
  if (decideWithUnknowns(condition, row, now, (id) => whyOf(id) !== undefined) !== undefined) return null
  const open = filterFields(condition).filter((id) => whyOf(id) !== undefined)
  return open.map((id) => `${columnOf(spec, id)?.name ?? id} ${whyOf(id)}`).join(', ')
}

function missingSkip(missing: string[][], step: StepSpec, spec: CellPlanSpec, row: Row): Skip {
  const causes: string[] = []
  const blanks: string[] = []
  const reads = missing.flat().flatMap((name) => {
    const template = Object.hasOwn(step.inputs, name) ? step.inputs[name] : undefined
    return template ? boundReferences(template) : []
  })
  for (const { column_id, ref } of reads) {
    const column = column_id === null ? undefined : columnOf(spec, column_id)
    const cell = column_id === null ? undefined : cellOf(row, column_id)
    const unknown = column && whyUnknown(cell, !column.enriched)
    if (!column) blanks.push(`there is no column "${ref}"`)
    else if (unknown !== undefined) causes.push(`${column.name} ${unknown}`)
    else blanks.push(`${column.name} is empty`)
  }
  const why = [...new Set(causes.length > 0 ? causes : blanks)].join(', ')
  const needs = missing.map((group) => group.join(' or ')).join(' and ')
  const detail = `Needs ${needs}${why === '' ? ', which nothing is bound to' : `: ${why}`}`
  return { reason: causes.length > 0 ? 'dependency' : 'missing_input', detail }
}
