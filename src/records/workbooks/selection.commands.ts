// Deleting the rows that match: exactly as many as were counted before, or none; many of them in the background.
import type { Filter } from '../../engine/filter/filter.schema.ts'
import { refuse, refuseField } from '../../kernel/errors.ts'
import { audit } from '../../platform/audit/audit.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { oneRow } from '../../platform/db/sql-client.ts'
import { findRows, tryWithTimeout, withTimeout } from '../filters/found-rows.reads.ts'
import type { RowsDelete } from '../filters/query.schema.ts'
import { bothFilters, type Question } from '../filters/question.logic.ts'
import { deleteChosen } from '../history/revert.commands.ts'
import { type OpenWorkbook, openForWriting } from '../opening/structure.lock.ts'
import { resolveAsked } from '../query/asked.reads.ts'
import { countRowsUpTo } from '../query/count.reads.ts'
import { deleteRows } from '../rows/rows.commands.ts'
import { lockRows } from '../store/cells/cells.writes.ts'
import type { RowsDeleted } from '../store/rows/row.schema.ts'
import { stillMatching } from './selection.reads.ts'

/** More rows than these are deleted in the background. */
const AT_ONCE = 50_000
/** The time limit for counting the rows first, in ms; beyond it they are counted in the background too. */
const COUNT_MS = 4_000
const FIND_MS = 6_000

/** Deletes rows by their ids, or those that match; `atOnce` is smaller in tests. */
export async function deleteSelected(
  tx: WorkspaceTx,
  workbookId: string,
  body: RowsDelete,
  atOnce = AT_ONCE,
): Promise<RowsDeleted> {
  const { row_ids, expected_count, ...asked } = body
  const byFilter = asked.filter !== undefined || asked.search !== undefined || asked.view_id !== undefined
  // The workbook is checked first, so that one of another workspace is 404 even with a faulty body.
  const workbook = await openForWriting(tx, workbookId)
  if (row_ids !== undefined && byFilter)
    refuseField(['row_ids'], 'value_error', 'Value error, give row_ids or a filter, not both', row_ids)
  if (row_ids !== undefined) return { ...(await deleteRows(tx, workbook.id, row_ids)), state: 'done' }
  if (!byFilter) refuseField(['row_ids'], 'missing', 'Field required: row_ids, or a filter, search or view_id')
  if (expected_count === undefined)
    refuseField(['expected_count'], 'missing', 'Field required: how many rows you mean to delete by the filter')
  const resolved = await resolveAsked(tx, workbook, asked, 'body')
  const question = { ...resolved.question, sorts: [] }
  if (expected_count > atOnce) {
    const count = await tryWithTimeout(tx, () => countNow(tx, workbook, question, COUNT_MS))
    return deleteMany(tx, workbook, question, expected_count, count)
  }
  const limit = expected_count + 1
  const found = await tryWithTimeout(tx, () =>
    withTimeout(tx, () => findRows(tx, workbook, question, { limit }), FIND_MS),
  )
  // Looking through it takes long, so all of it goes in the background.
  if (found === null) return deleteMany(tx, workbook, question, expected_count, null)
  if (found.length > expected_count) refuseCount(await countNow(tx, workbook, question), expected_count)
  const chosen = found.map(({ id }) => id)
  // Held first and asked again: a row changed in between may no longer match.
  await lockRows(tx, workbook.id, chosen)
  const meant = (await stillMatching(tx, workbook, question, chosen)).map(({ id }) => id)
  if (meant.length !== expected_count) refuseCount(meant.length, expected_count)
  await tx.client.query(`set local statement_timeout = '60s'`)
  return { ...(await deleteRows(tx, workbook.id, meant, atOnce)), state: 'done' }
}

async function deleteMany(
  tx: WorkspaceTx,
  workbook: OpenWorkbook,
  question: Question,
  expected: number,
  count: number | null,
): Promise<RowsDeleted> {
  if (count !== null && count !== expected) refuseCount(count, expected)
  const { rows } = await tx.client.query<{ now: Date }>('select now() as now')
  const there: Filter = { field: '$created_at', op: 'lte', value: (rows[0]?.now ?? new Date(0)).toISOString() }
  const { filter, search } = { ...question, filter: bothFilters(question.filter, there) }
  const change_id = await deleteChosen(tx, workbook.id, { filter, search, expected })
  await audit(tx, {
    act: 'rows.deleted',
    object: { type: 'workbook', id: workbook.id },
    before: { rows: expected, row_ids: [] },
  })
  return { deleted: 0, change_id, state: 'deleting' }
}

async function countNow(tx: WorkspaceTx, workbook: OpenWorkbook, question: Question, ms?: number): Promise<number> {
  const { rows } = await tx.client.query<{ total_rows: number }>(
    'select total_rows from workbooks where workspace_id = $1 and id = $2',
    [tx.workspace_id, workbook.id],
  )
  return countRowsUpTo(tx, { ...workbook, total_rows: oneRow(rows).total_rows }, question, Number.MAX_SAFE_INTEGER, ms)
}

function refuseCount(count: number, expected: number): never {
  return refuse(
    'conflict',
    `${count === 1 ? '1 row matches' : `${count} rows match`} by now, not ${expected}. Nothing was deleted. Look at them and confirm the new number.`,
    { extra: { count } },
  )
}
