// Tries a computed column out on ten rows without storing anything.
import type { ColumnConfig } from '../../engine/columns/columns.schema.ts'
import { columnFinder, isComputed } from '../../engine/columns/columns.ts'
import { buildGraph } from '../../engine/columns/graph.ts'
import type { FormulaColumn } from '../../engine/columns/kinds/formula.kind.ts'
import type { LookupColumn } from '../../engine/columns/kinds/lookup.kind.ts'
import { evaluateFormula } from '../../engine/formula/evaluate.ts'
import { parseFormula } from '../../engine/formula/parser.ts'
import { printFormula } from '../../engine/formula/print.ts'
import { bindTemplate } from '../../engine/values/render.ts'
import { type Row, referencedValue } from '../../engine/values/row.ts'
import { refuse } from '../../kernel/errors.ts'
import { isUuid } from '../../kernel/ids.ts'
import { isEmpty } from '../../kernel/json.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { formulaColumns, formulaRow, planFormula, unknownKey } from '../store/computed.logic.ts'
import { readRowsForRun } from '../store/rows.reads.ts'
import { mustFindWorkbook, readColumns } from '../store/workbooks.reads.ts'
import { keyOf } from './compute.writes.ts'
import type { ColumnPreview, ColumnPreviewRequest } from './computed.schema.ts'
import { findForRows, keysIn } from './formula-finds.ts'
import { answerLookup, prepareLookup, scanLookup } from './lookups.reads.ts'
import { withRanges } from './ranges.reads.ts'
import { mustLookUpWell } from './reference-check.reads.ts'

const SHOWN = 10
/** Among so many first rows those are looked for that lack something. */
const SEARCHED = 300
const LACKING = 3

type Shown = ColumnPreview['rows'][number]

/** What an unsaved column would hold. What is wrong with a formula is part of the answer; a lookup that leads nowhere is refused. */
export async function previewColumn(
  tx: WorkspaceTx,
  workbookId: string,
  { column, row_ids }: ColumnPreviewRequest,
  now: Date,
): Promise<ColumnPreview> {
  const id = await mustFindWorkbook(tx, workbookId)
  const saved = await readColumns(tx, id)
  // Under the name of nothing: it may read every column but itself.
  const wanted = { ...column, id: column.id ?? '', name: column.name ?? '' } as FormulaColumn | LookupColumn
  const others = saved.filter((each) => each.id !== wanted.id)
  if (wanted.type === 'lookup') await mustLookUpWell(tx, id, [{ column: wanted, loc: ['column'] }])
  if (wanted.type === 'lookup') return previewLookup(tx, id, wanted, others, row_ids)
  const meant = (await withRanges(tx, id, [...others, wanted], saved)).at(-1) as FormulaColumn
  return previewFormula(tx, id, meant, others, row_ids, now)
}

/** As {@link previewColumn} for a column as it is saved. Refuses (409) one that is not computed. */
export async function previewSaved(
  tx: WorkspaceTx,
  workbookId: string,
  columnId: string,
  rowIds: string[] | undefined,
  now: Date,
): Promise<ColumnPreview> {
  const id = await mustFindWorkbook(tx, workbookId)
  const column =
    (await readColumns(tx, id)).find((each) => each.id === columnId) ?? refuse('not_found', 'Column not found')
  if (!isComputed(column) || column.type === 'lead_field')
    return refuse('conflict', `"${column.name}" is not computed from others, so there is nothing to try out`)
  return previewColumn(tx, id, { column, ...(rowIds ? { row_ids: rowIds } : {}) }, now)
}

async function previewFormula(
  tx: WorkspaceTx,
  workbookId: string,
  column: FormulaColumn,
  columns: readonly ColumnConfig[],
  rowIds: string[] | undefined,
  now: Date,
): Promise<ColumnPreview> {
  const planned = planFormula(workbookId, column, formulaColumns(columns))
  const { formula, problems = [], reads } = planned.checked
  const root = parseFormula(column.expression).root
  const about = {
    type: 'formula',
    value_type: formula?.type ?? null,
    volatile: formula?.volatile ?? false,
    formatted: root ? printFormula(root) : null,
    reads: [...reads],
    problems: problems.map((problem) => ({ suggestion: null, ...problem })),
  }
  if (!formula) return { ...about, rows: [] }
  const byId = new Map(columns.map((each) => [each.id, each]))
  const tried = await rowsToTry(tx, workbookId, columns, reads, rowIds)
  const found = await findForRows(planned, tried, { columns: byId }, now.getTime(), (lookup, keyed) =>
    tryLookup(tx, workbookId, lookup, keysIn(keyed)),
  )
  const rows = tried.map((row): Shown => {
    const result = evaluateFormula(formula, formulaRow(row, { columns: byId }, now.getTime(), found?.(row)))
    const shown = { row_id: row.row_id, position: row.position, inputs: inputsOf(row, reads) }
    if (result.ok) return { ...shown, value: result.value, status: 'complete', error: null }
    const { message, start, end, unknown } = result
    if (unknown) {
      const message = `${byId.get(unknown.column_id)?.name ?? unknown.column_id} ${unknown.why}`
      return { ...shown, value: null, status: 'skipped', error: { class: 'dependency', message, start, end } }
    }
    return { ...shown, value: null, status: 'error', error: { class: 'formula', message, start, end } }
  })
  return { ...about, rows }
}

async function previewLookup(
  tx: WorkspaceTx,
  workbookId: string,
  column: LookupColumn,
  columns: readonly ColumnConfig[],
  rowIds: string[] | undefined,
): Promise<ColumnPreview> {
  const reads = buildGraph([...columns, column]).reads.get(column.id) ?? []
  const planned = { column, key: bindTemplate(column.key, columnFinder(columns)) }
  const rows = await rowsToTry(tx, workbookId, columns, reads, rowIds)
  const keys = rows.flatMap((row) => keyOf(planned, row) ?? [])
  const answers = await tryLookup(tx, workbookId, column, keys)
  return {
    type: 'lookup',
    value_type: formulaColumns([column]).typeOf(column.id),
    volatile: false,
    formatted: null,
    reads: [...reads],
    problems: [],
    rows: rows.map((row): Shown => {
      const byId = new Map(columns.map((each) => [each.id, each]))
      const unknown = unknownKey(planned, row, { columns: byId })
      const {
        status,
        value = null,
        error_message,
        detail,
      } = unknown ?? answerLookup(column, keyOf(planned, row), answers)
      const message = error_message ?? detail
      const error = message ? { class: 'dependency', message, start: null, end: null } : null
      return { row_id: row.row_id, position: row.position, inputs: inputsOf(row, reads), value, status, error }
    }),
  }
}

/** Before the other workbook keeps keys for this, its first rows are looked through. */
async function tryLookup(tx: WorkspaceTx, workbookId: string, column: LookupColumn, keys: readonly string[]) {
  return (await scanLookup(tx, column, keys)) ?? (await prepareLookup(tx, workbookId, column, keys))
}

function inputsOf(row: Row, reads: readonly string[]): Shown['inputs'] {
  return Object.fromEntries(reads.map((id) => [id, referencedValue(row, id)]))
}

/** The requested rows; without a request the first ones, with some that lack an input where there are any. */
async function rowsToTry(
  tx: WorkspaceTx,
  workbookId: string,
  columns: readonly ColumnConfig[],
  reads: readonly string[],
  rowIds: string[] | undefined,
): Promise<Row[]> {
  const cells = columns.filter(({ id, type }) => type !== 'input' && reads.includes(id)).map(({ id }) => id)
  if (rowIds) return readRowsForRun(tx, workbookId, { row_ids: rowIds.filter(isUuid) }, cells)
  const scope = { from: Number.MIN_SAFE_INTEGER, to: Number.MAX_SAFE_INTEGER, limit: SEARCHED }
  const rows = await readRowsForRun(tx, workbookId, scope, cells)
  const lacks = (row: Row) => reads.some((id) => isEmpty(referencedValue(row, id)))
  const lacking = rows.filter(lacks).slice(0, LACKING)
  const chosen = new Set(lacking)
  for (const row of rows) if (chosen.size < SHOWN) chosen.add(row)
  return rows.filter((row) => chosen.has(row))
}
