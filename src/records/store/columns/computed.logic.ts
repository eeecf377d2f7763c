// What the computed columns of a workbook need: which there are, what each reads, in which order they are computed.
import type { ColumnConfig } from '../../../engine/columns/columns.schema.ts'
import { columnFinder, isAsked } from '../../../engine/columns/columns.ts'
import { affectedBy, buildGraph, type ColumnGraph, columnLevels } from '../../../engine/columns/graph.ts'
import type { FormulaColumn } from '../../../engine/columns/kinds/formula.kind.ts'
import type { LeadFieldColumn } from '../../../engine/columns/kinds/lead-field.kind.ts'
import type { LookupColumn } from '../../../engine/columns/kinds/lookup.kind.ts'
import type { OutputTarget } from '../../../engine/columns/kinds/output.kind.ts'
import { checkFormula, type Find, type FormulaCheck, type FormulaColumns } from '../../../engine/formula/check.ts'
import { evaluateFormula, type FormulaRow } from '../../../engine/formula/evaluate.ts'
import type { ValueOrigin } from '../../../engine/formula/functions.ts'
import { formulaMeaning } from '../../../engine/formula/rename.ts'
import type { FormulaProblem } from '../../../engine/formula/syntax.ts'
import type { ValueType } from '../../../engine/formula/values.ts'
import { tailText } from '../../../engine/values/path.ts'
import { type BoundTemplate, bindTemplate, boundReferences } from '../../../engine/values/render.ts'
import { type Cell, cellOf, type Row, referencedValue, WITH_VALUE, whyUnknown } from '../../../engine/values/row.ts'
import { nameKey, resolveReference } from '../../../engine/values/template.ts'
import { isTestData, TEST_FORMULA } from '../../../engine/waterfall/test-data.ts'
import { canonicalJson, type Json } from '../../../kernel/json.ts'
import type { CellWrite } from '../cell.logic.ts'
import { FORMULA_FUNCTIONS } from './formula-table.logic.ts'

export interface ComputedPlan {
  graph: ColumnGraph
  columns: ReadonlyMap<string, ColumnConfig>
  /** The computed columns in the order of work, formulas checked. */
  order: readonly PlannedColumn[]
}

export interface PlannedFormula {
  column: FormulaColumn
  checked: FormulaCheck
  /** What it looks up, part by part, as lookup columns do. */
  finds: readonly LookupColumn[]
}
export interface LookupColumnPlan {
  column: LookupColumn
  /** What a row looks for. */
  key: BoundTemplate
}
export interface PlannedLeadField {
  column: LeadFieldColumn
  field: string
}
export type PlannedColumn = PlannedFormula | LookupColumnPlan | PlannedLeadField

/** Reading the same columns again and again is what every write of a workbook does. */
const plans = new Map<string, { key: string; plan: ComputedPlan }>()
const KEPT = 200

/** The plan of a workbook's columns; kept for as long as they stay as they are. */
export function planComputed(workbookId: string, columns: readonly ColumnConfig[]): ComputedPlan {
  const key = JSON.stringify(columns)
  const known = plans.get(workbookId)
  if (known?.key === key) return known.plan
  const graph = buildGraph(columns)
  const byId = new Map(columns.map((column) => [column.id, column]))
  const env = formulaColumns(columns)
  const find = columnFinder(columns)
  const order = columnLevels(graph)
    .flat()
    .flatMap((id): PlannedColumn[] => {
      const column = byId.get(id)
      if (column?.type === 'formula') return [planFormula(workbookId, column, env)]
      if (column?.type === 'lead_field') return [{ column, field: column.field }]
      return column?.type === 'lookup' ? [{ column, key: bindTemplate(column.key, find) }] : []
    })
  const plan = { graph, columns: byId, order }
  if (plans.size >= KEPT) plans.clear()
  plans.set(workbookId, { key, plan })
  return plan
}

/** What a formula means among the columns of its workbook, and the columns of other workbooks that it names. */
export function checkColumn(
  { expression, ranges = [] }: Pick<FormulaColumn, 'expression' | 'ranges'>,
  env: FormulaColumns,
) {
  const rangeOf = (ref: string) => ranges.find((range) => nameKey(range.ref) === nameKey(ref))
  return checkFormula(expression, { ...env, rangeOf }, FORMULA_FUNCTIONS)
}

export function planFormula(workbookId: string, column: FormulaColumn, env: FormulaColumns): PlannedFormula {
  const checked = checkColumn(column, env)
  const asLookup = ({ give, their_key, their_column }: Find, part: number): LookupColumn => ({
    id: `${column.id}.${part}`,
    name: '',
    type: 'lookup',
    key: '',
    compare: 'text',
    give,
    workbook_id: their_key.workbook_id ?? workbookId,
    their_key: their_key.column_id,
    ...(their_column && { their_column: their_column.column_id }),
  })
  return { column, checked, finds: (checked.formula?.finds ?? []).map(asLookup) }
}

/** All that a workbook looks up: its lookup columns, and the parts of formulas, which have ids of their own. */
export function lookupsOf({ order }: Pick<ComputedPlan, 'order'>): LookupColumn[] {
  return order.flatMap((planned) => ('finds' in planned ? planned.finds : 'key' in planned ? [planned.column] : []))
}

/** The column that a lookup belongs to: itself, or the formula that it is a part of. */
export function ownerOf(lookupId: string): string {
  return lookupId.split('.')[0] ?? lookupId
}

/** The computed columns whose values follow from these: what reads them, and themselves. In the order of work. */
export function affectedColumns(plan: ComputedPlan, touched: readonly string[] | 'all'): PlannedColumn[] {
  if (touched === 'all') return [...plan.order]
  const reached = new Set([...touched, ...affectedBy(plan.graph, touched)])
  return plan.order.filter(({ column }) => reached.has(column.id))
}

/** The columns whose cells are needed to compute these. */
export function cellsRead(plan: ComputedPlan, columns: readonly PlannedColumn[]): string[] {
  const ids = new Set(columns.flatMap(({ column }) => [column.id, ...(plan.graph.reads.get(column.id) ?? [])]))
  return [...ids].filter((id) => plan.columns.get(id)?.type !== 'input')
}

export function isVolatile(planned: PlannedColumn): boolean {
  return 'checked' in planned && planned.checked.formula?.volatile === true
}

/** The column of the other workbook whose values a lookup gives; null when only the rows count. */
export function wantedColumn({ give, their_column }: LookupColumn): string | null {
  return give === 'exists' || give === 'count' ? null : (their_column ?? null)
}

/** How formulas see the columns of a workbook. The type of a formula column is that of its formula. */
export function formulaColumns(columns: readonly ColumnConfig[]): FormulaColumns {
  const find = columnFinder(columns)
  const byId = new Map(columns.map((column) => [column.id, column]))
  const types = new Map<string, ValueType>()
  const env: FormulaColumns = {
    find,
    names: () => columns.map(({ name }) => name),
    typeOf(id) {
      const known = types.get(id)
      if (known) return known
      // Columns may read each other in a circle until that is refused.
      types.set(id, 'any')
      const type = columnType(byId.get(id), env)
      types.set(id, type)
      return type
    },
  }
  return env
}

function columnType(column: ColumnConfig | undefined, env: FormulaColumns): ValueType {
  switch (column?.type) {
    case 'formula':
      return checkColumn(column, env).formula?.type ?? 'any'
    case 'lookup':
      if (column.give === 'many') return 'list'
      if (column.give === 'exists') return 'boolean'
      return ['count', 'sum', 'avg'].includes(column.give) ? 'number' : 'any'
    case 'input':
      switch (column.input_type) {
        case 'number':
        case 'currency':
        case 'percent':
          return 'number'
        case 'date':
        case 'datetime':
          return 'date'
        case 'checkbox':
          return 'boolean'
        case 'multi_select':
          return 'list'
        case 'json':
          return 'any'
        default:
          return 'text'
      }
    default:
      return 'any'
  }
}

/** The columns as they are stored: with the type of a formula's result, and whether it ages, as far as that is known. */
export function withFormulaFacts(columns: readonly ColumnConfig[]): ColumnConfig[] {
  const env = formulaColumns(columns)
  return columns.map((column) => {
    if (column.type === 'lookup') return { ...column, workbook_id: column.workbook_id.toLowerCase() }
    if (column.type === 'output') return { ...column, target: withOrder(column.target) }
    if (column.type !== 'formula') return column
    const { formula } = checkColumn(column, env)
    const { value_type: _, volatile: __, ...rest } = column
    return { ...rest, value_type: formula?.type ?? 'any', ...(formula?.volatile ? { volatile: true } : {}) }
  })
}

/** A spreadsheet goes by the order of what it is sent, and stored objects keep none. */
function withOrder(target: OutputTarget): OutputTarget {
  return target.kind === 'sheet' && !target.order ? { ...target, order: Object.keys(target.values) } : target
}

/** What a computed column means, without the names by which it says so: equal texts give equal values. */
export function meaningOf(column: ColumnConfig, columns: readonly ColumnConfig[]): string {
  const find = columnFinder(columns)
  const idOf = (ref: string) => {
    const found = resolveReference(ref, (name) => find(name) !== undefined)
    if (found) return `${find(found.name)}/${tailText(found.path).replace(/^\./, '')}`
    const range = column.type === 'formula' && column.ranges?.find((each) => nameKey(each.ref) === nameKey(ref))
    return range ? `${range.workbook_id}/${range.column_id}` : '?'
  }
  if (column.type === 'formula') return JSON.stringify(formulaMeaning(column.expression, idOf))
  if (column.type === 'lead_field') return JSON.stringify([column.field])
  if (column.type !== 'lookup') return ''
  const { workbook_id, their_key, compare, give, their_column } = column
  const { parts } = bindTemplate(column.key, find)
  const key = parts.map((part) => (typeof part === 'string' ? part : [part.column_id, part.path, part.tail]))
  return JSON.stringify([workbook_id, key, their_key, compare, give, their_column])
}

/** A row as formulas see it. `now` in milliseconds since the epoch; `found`: what is looked up for it. */
export function formulaRow(
  row: Row,
  plan: Pick<ComputedPlan, 'columns'>,
  now: number,
  found?: FormulaRow['found'],
): FormulaRow {
  return {
    now,
    ...(found && { found }),
    valueOf: (id) => referencedValue(row, id),
    cellOf: (id) => cellOf(row, id),
    isEnriched: (id) => plan.columns.get(id)?.type !== 'input',
    unknownOf: (id) => whyUnknown(cellOf(row, id), plan.columns.get(id)?.type === 'input'),
  }
}

export interface WrittenCell
  extends Pick<
    CellWrite,
    'status' | 'value' | 'error_class' | 'error_message' | 'license' | 'provenance' | 'provider' | 'reason' | 'detail'
  > {
  /** The part of another column that a formula gives unchanged: it is as sure and from where that is. */
  from?: ValueOrigin
}

/** What a formula column holds on a row: blank with the reason where a column that it needs was not looked up. */
export function formulaCell(
  checked: FormulaCheck,
  row: FormulaRow,
  { columns }: Pick<ComputedPlan, 'columns'>,
): WrittenCell {
  if (!checked.formula) return failed(checked.problems[0])
  const result = evaluateFormula(checked.formula, row)
  if (result.ok) return givenCell(result, checked.formula.root.kind === 'call', row, columns)
  if (!result.unknown) return failed(result)
  const { column_id, why } = result.unknown
  return unknownCell(`${columns.get(column_id)?.name ?? column_id} ${why}`)
}

/** A value that is another column's has the standing of that; what is looked for there and is missing was not found. */
function givenCell(
  { value, from }: { value: Json; from?: ValueOrigin },
  isChosen: boolean,
  row: FormulaRow,
  columns: ComputedPlan['columns'],
): WrittenCell {
  const column = from && columns.get(from.column_id)
  if (!from || !column || column.type === 'input') return { status: 'complete', value }
  const status = row.cellOf(from.column_id)?.status
  if (value !== null) return { status: status === 'unverified' ? 'unverified' : 'complete', value, from }
  if (isChosen || (status !== 'not_found' && !isAsked(column))) return { status: 'complete', value }
  const field = status === 'not_found' ? '' : tailText(from.path).replace(/^\./, '')
  const detail = `${column.name} ${field === '' ? 'was not found' : `has no ${field}`}`
  return { status: 'not_found', value: null, detail }
}

/** Blank, and no answer: nothing is known of what it would be made of. */
export function unknownCell(detail: string): WrittenCell {
  return { status: 'skipped', value: null, reason: 'dependency', detail }
}

/** Why a computed column has nothing to look for on a row; undefined when all columns in its key are known. */
export function unknownKey(
  { key }: LookupColumnPlan,
  row: Row,
  { columns }: Pick<ComputedPlan, 'columns'>,
): WrittenCell | undefined {
  for (const { column_id } of boundReferences(key)) {
    if (column_id === null) continue
    const column = columns.get(column_id)
    const why = whyUnknown(cellOf(row, column_id), column?.type === 'input')
    if (why !== undefined) return unknownCell(`${column?.name ?? column_id} ${why}`)
  }
  return undefined
}

function failed(problem: Pick<FormulaProblem, 'message' | 'start' | 'end'> | undefined): WrittenCell {
  const message = problem ? `${problem.message} (at ${problem.start + 1})` : 'The formula cannot be read'
  return { status: 'error', value: null, error_class: 'formula', error_message: message }
}

/**
 * The cell as it is written, or null when it says the same already or a person has typed over it. `isNewer`: the cell that it passes on was
 * written later, so that its page and confidence may be others.
 */
export function changeOf(
  rowId: string,
  columnId: string,
  before: Cell | undefined,
  { from: _, ...after }: WrittenCell,
  isNewer = false,
): CellWrite | null {
  if (before?.status === 'overridden') return null
  const same =
    before !== undefined &&
    !isNewer &&
    before.status === after.status &&
    // The words of its reason are not at hand either.
    after.status !== 'skipped' &&
    before.provider === (after.provider ?? null) &&
    // Cells come without the words of their errors: an error is written again rather than compared.
    after.status !== 'error' &&
    canonicalJson(before.value) === canonicalJson(after.value ?? null)
  if (same) return null
  const facts = !WITH_VALUE.has(after.status) ? {} : isTestData(after.provider) ? DERIVED_OF_TEST : DERIVED
  return { row_id: rowId, column_id: columnId, ...facts, ...after }
}

/** What is computed from test data is test data. */
export function markedByInputs(
  written: WrittenCell,
  row: Row,
  columnId: string,
  { graph }: Pick<ComputedPlan, 'graph'>,
) {
  const reads = graph.reads.get(columnId) ?? []
  return [...reads].some((id) => isTestData(cellOf(row, id)?.provider))
    ? { ...written, provider: TEST_FORMULA }
    : written
}

const DERIVED = {
  license: 'inferred',
  provenance: { source: 'formula', method: 'inferred', license: 'inferred' },
} as const

const DERIVED_OF_TEST = {
  license: 'unknown',
  provenance: { source: 'formula', method: 'inferred', license: 'unknown', test: true },
} as const

/** The row with a cell as if it had been stored. */
export function withCell(row: Row, columnId: string, written: WrittenCell): void {
  row.cells[columnId] = {
    value: written.value ?? null,
    status: written.status,
    reason: (written.reason ?? null) as Cell['reason'],
    error_class: (written.error_class ?? null) as Cell['error_class'],
    provider: written.provider ?? null,
    confidence: null,
    cost_usd: 0,
    license: null,
    run_id: null,
    updated_at: null,
  }
}
