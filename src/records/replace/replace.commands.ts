// Replaces a text in the rows of a workbook: few at once, all of a large workbook as a row task, always as one change.
import { Type } from 'typebox'
import type { InputColumn } from '../../engine/columns/kinds/input.kind.ts'
import type { Filter } from '../../engine/filter/filter.schema.ts'
import { shortText } from '../../kernel/cut-text.ts'
import { refuse } from '../../kernel/errors.ts'
import { audit } from '../../platform/audit/audit.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { oneRow } from '../../platform/db/sql-client.ts'
import { readErased } from '../lead-facts/erasure.reads.ts'
import { type OpenWorkbook, openForWriting } from '../opening/structure.lock.ts'
import { areRowsComing, beginRowTask, defineRowTask, type RowTaskPlan } from '../row-tasks/row-tasks.commands.ts'
import { writeRows } from '../rows/rows.commands.ts'
import { type Change, holdInEffect, newChange, recordChange, removeChange } from '../store/recorder.ts'
import { mergeData } from '../store/rows/rows.logic.ts'
import { lockRowData } from '../store/rows/rows.writes.ts'
import { type ReplaceRule, replacerOf } from './replace.logic.ts'
import type { RowsReplace, RowsReplaced } from './replace.schema.ts'
import {
  answering,
  BATCH_BYTES,
  findInRow,
  findInRows,
  type ReplaceScope,
  readRowsToReplace,
  resolveScope,
  valuesIn,
} from './replaced-rows.reads.ts'

/** Rows that are searched within the request. */
const AT_ONCE = 2_000
/** All of them together may take so long; rows by id have no background. */
const MOST_MS = 10_000
/** Characters of each text in the label of the change, which has at most 100. */
const SHOWN_TEXT = 30

const REPLACE = defineRowTask({
  name: 'workbook.replace',
  title: 'Find and replace',
  payload: Type.Object({
    workbook_id: Type.String(),
    change_id: Type.String(),
    column_ids: Type.Array(Type.String()),
    find: Type.String(),
    replace_with: Type.String(),
    match_case: Type.Boolean(),
    whole_cell: Type.Boolean(),
    filter: Type.Unsafe<Filter | null>({}),
    search: Type.Unsafe<string | null>({}),
    to: Type.Number(),
  }),
  cancelled: forgetEmpty,
})

/** Replaces at once, or begins a job that does. One that replaces nothing leaves no change. */
export async function replaceInRows(
  tx: WorkspaceTx,
  workbookId: string,
  wanted: RowsReplace,
  atOnce = AT_ONCE,
): Promise<RowsReplaced> {
  const workbook = await openForWriting(tx, workbookId)
  const scope = await resolveScope(tx, workbook, wanted)
  const { find, replace_with, match_case, whole_cell } = wanted
  const change = newChange('edit_cells', {}, labelOf(wanted))
  const column_ids = scope.columns.map(({ id }) => id)
  await audit(tx, {
    act: 'rows.replaced',
    object: { type: 'workbook', id: workbook.id },
    after: { change_id: change.id, column_ids },
  })
  const { rows } = await tx.client.query<{ total_rows: number; to: number; is_large: boolean }>(
    `select total_rows, next_position as to, case when total_rows > $3 then true else coalesce((select sum(pg_column_size(data)) > $4
       from workbook_rows where workspace_id = $1 and workbook_id = $2), false) end as is_large
     from workbooks where workspace_id = $1 and id = $2`,
    [tx.workspace_id, workbook.id, atOnce, BATCH_BYTES],
  )
  const { total_rows, to, is_large } = oneRow(rows)
  if (scope.row_ids === null && (is_large || (await areRowsComing(tx, workbook.id)))) {
    await recordChange(tx, workbook.id, change)
    const { filter, search } = scope.question
    const rule = { find, replace_with, match_case, whole_cell }
    const payload = { workbook_id: workbook.id, change_id: change.id, column_ids, ...rule, filter, search, to }
    const job_id = await beginRowTask(tx, REPLACE, payload, total_rows)
    return { cells: 0, rows: 0, unfit: 0, erased: 0, change_id: change.id, job_id }
  }
  const done = { cells: 0, rows: 0, unfit: 0, erased: 0 }
  const until = Date.now() + MOST_MS
  for (let after: number | undefined = Number.NEGATIVE_INFINITY; after !== undefined; ) {
    const place = { after, to, limit: atOnce, until }
    const { looked, ...found } = await replaceNext(tx, workbook, scope, wanted, place, change, done.cells > 0)
    done.cells += found.cells
    done.rows += found.rows
    done.unfit += found.unfit
    done.erased += found.erased
    after = looked.at(-1)?.position
  }
  return { ...done, change_id: done.cells === 0 ? null : change.id, job_id: null }
}

function labelOf({ find, replace_with }: ReplaceRule): string {
  const found = `“${shortText(find, SHOWN_TEXT)}”`
  return replace_with === '' ? `Removed ${found}` : `Replaced ${found} with “${shortText(replace_with, SHOWN_TEXT)}”`
}

/** Goes on until the rows end that were there when it began, or the change has been undone. */
export const replacing: RowTaskPlan<typeof REPLACE.payload> = {
  kind: REPLACE,
  async step(tx, payload, after, limit) {
    const { workbook_id, change_id, column_ids, filter, search, to } = payload
    const workbook = await openForWriting(tx, workbook_id)
    if (!(await holdInEffect(tx, workbook_id, change_id))) return { after: null, rows: 0, stop: true }
    const columns = workbook.columns.filter(
      (column): column is InputColumn => column.type === 'input' && column_ids.includes(column.id),
    )
    const scope = { columns, row_ids: null, question: { filter, search } }
    const place = { after: after ?? Number.NEGATIVE_INFINITY, to, limit }
    const change: Change = { id: change_id, kind: 'edit_cells', counts: {} }
    const { looked, cells, rows: _, ...left } = await replaceNext(tx, workbook, scope, payload, place, change, true)
    return { after: looked.at(-1)?.position ?? null, rows: looked.length, counts: { replaced: cells, ...left } }
  },
  end: forgetEmpty,
}

/** A change that has come to nothing goes from the list of activity. */
async function forgetEmpty(
  tx: WorkspaceTx,
  { workbook_id, change_id }: { workbook_id: string; change_id: string },
): Promise<void> {
  const { rows } = await tx.client.query<{ cells: number | null }>(
    `select (counts ->> 'cells')::int as cells from changes where workspace_id = $1 and workbook_id = $2 and id = $3`,
    [tx.workspace_id, workbook_id, change_id],
  )
  if (!rows[0]?.cells) await removeChange(tx, workbook_id, change_id)
}

async function replaceNext(
  tx: WorkspaceTx,
  workbook: OpenWorkbook,
  scope: ReplaceScope,
  rule: ReplaceRule,
  { until, ...place }: Parameters<typeof readRowsToReplace>[3] & { until?: number },
  change: Change,
  joined = false,
) {
  const replace = replacerOf(rule)
  const looked = await readRowsToReplace(tx, workbook.id, scope, place)
  const matching = await findInRows(looked, scope.columns, replace)
  // Held first and asked again: a row changed in between may hold the text no longer.
  const held = await lockRowData(
    tx,
    workbook.id,
    matching.map(({ row }) => row.id),
  )
  if (until !== undefined && Date.now() >= until)
    refuse('unavailable', 'This took longer than 10 seconds and was stopped. Nothing was changed. Choose fewer rows.')
  const meant = await answering(
    tx,
    workbook,
    scope.question,
    held.map(({ id }) => id),
    until && Math.max(1, until - Date.now()),
  )
  let unfit = 0
  const edits = held.flatMap((row) => {
    if (!meant.has(row.id)) return []
    const matches = findInRow(valuesIn(row.data), scope.columns, replace)
    const fitting = matches.filter(([, , found]) => found.unfit === null)
    unfit += matches.length - fitting.length
    const values = Object.fromEntries(fitting.map(([column, , { after }]) => [column.id, after]))
    return fitting.length === 0
      ? []
      : [{ ...row, before: row.data, data: mergeData(row.data, values), cells: fitting.length }]
  })
  const erased = await readErased(
    tx,
    edits.map(({ data }) => data),
  )
  const written = edits.filter(({ data }) => !erased.has(data))
  const columns = scope.columns.map(({ id }) => id)
  if (written.length > 0) await writeRows(tx, workbook, written, columns, change, joined)
  const cells = written.reduce((sum, one) => sum + one.cells, 0)
  return { looked, cells, rows: written.length, unfit, erased: edits.length - written.length }
}
