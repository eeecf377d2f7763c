// Tries a computed column out on ten rows without storing anything.
import type { ColumnConfig } from '../../engine/columns/columns.schema.ts'
import { columnFinder } from '../../engine/columns/columns.ts'
import { buildGraph } from '../../engine/columns/graph.ts'
import type { FormulaColumn } from '../../engine/columns/kinds/formula.kind.ts'
import type { LookupColumn } from '../../engine/columns/kinds/lookup.kind.ts'
import { evaluateFormula } from '../../engine/formula/evaluate.ts'
import { parseFormula } from '../../engine/formula/parser.ts'
import { printFormula } from '../../engine/formula/print.ts'
import { bindTemplate } from '../../engine/values/render.ts'
import { type Row, referencedValue } from '../../engine/values/row.ts'
import { isEmpty } from '../../kernel/json.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { readLookRows } from '../opening/look-rows.reads.ts'
import { openToRead } from '../opening/open.reads.ts'
import { formulaColumns, formulaRow, planFormula, unknownKey } from '../store/columns/computed.logic.ts'
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
type LookedAt = Parameters<typeof readLookRows>[0] & { most: number }

/** What an unsaved column would hold. What is wrong with a formula is part of the answer; a lookup that leads nowhere is refused. */
export async function previewColumn(
  tx: WorkspaceTx,
  workbookId: string,
  { column, row_ids }: ColumnPreviewRequest,
  now: Date,
  most = SHOWN,
): Promise<ColumnPreview> {
  const { id, columns: saved, through } = await openToRead(tx, workbookId)
  const looked = { id, through, most }
  // Under the name of nothing: it may read every column but itself.
  const wanted = { ...column, id: column.id ?? '', name: column.name ?? '' } as FormulaColumn | LookupColumn
  const others = saved.filter((each) => each.id !== wanted.id)
  if (wanted.type === 'lookup') await mustLookUpWell(tx, id, [{ column: wanted, loc: ['column'] }])
  if (wanted.type === 'lookup') return previewLookup(tx, looked, wanted, others, row_ids)
  const meant = (await withRanges(tx, id, [...others, wanted], saved)).at(-1) as FormulaColumn
  return previewFormula(tx, looked, meant, others, row_ids, now)
}

async function previewFormula(
  tx: WorkspaceTx,
  looked: LookedAt,
  column: FormulaColumn,
  columns: readonly ColumnConfig[],
  rowIds: string[] | undefined,
  now: Date,
): Promise<ColumnPreview> {
  const planned = planFormula(looked.id, column, formulaColumns(columns))
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
  const tried = await rowsToTry(looked, columns, reads, rowIds)
  const found = await findForRows(planned, tried, { columns: byId }, now.getTime(), (lookup, keyed) =>
    tryLookup(tx, looked.id, lookup, keysIn(keyed)),
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
  looked: LookedAt,
  column: LookupColumn,
  columns: readonly ColumnConfig[],
  rowIds: string[] | undefined,
): Promise<ColumnPreview> {
  const reads = buildGraph([...columns, column]).reads.get(column.id) ?? []
  const planned = { column, key: bindTemplate(column.key, columnFinder(columns)) }
  const rows = await rowsToTry(looked, columns, reads, rowIds)
  const keys = rows.flatMap((row) => keyOf(planned, row) ?? [])
  const answers = await tryLookup(tx, looked.id, column, keys)
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
  workbook: LookedAt,
  columns: readonly ColumnConfig[],
  reads: readonly string[],
  rowIds: string[] | undefined,
): Promise<Row[]> {
  const cells = columns.filter(({ id, type }) => type !== 'input' && reads.includes(id)).map(({ id }) => id)
  const rows = await readLookRows(workbook, rowIds, SEARCHED, cells)
  if (rowIds) return rows
  const lacks = (row: Row) => reads.some((id) => isEmpty(referencedValue(row, id)))
  const lacking = rows.filter(lacks).slice(0, LACKING)
  const chosen = new Set(lacking)
  for (const row of rows) if (chosen.size < workbook.most) chosen.add(row)
  return rows.filter((row) => chosen.has(row))
}
