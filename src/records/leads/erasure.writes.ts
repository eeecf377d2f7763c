// Takes a person out of everything the workspace keeps beside the lead: rows and cells by value, history, attempts, caches, answers, events.
import { randomBytes } from 'node:crypto'
import type { JsonObject } from '../../kernel/json.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { type Mark, markHash, marksIn } from '../lead-facts/erasure.logic.ts'
import { openForWriting } from '../opening/structure.lock.ts'
import { takeRowsOut, withKeys } from '../rows/rows.commands.ts'
import { finishWrite } from '../rows/write.ts'
import { lockRows, removeCells } from '../store/cells.writes.ts'
import { newChange } from '../store/recorder.ts'
import { lockRowData, updateRowData } from '../store/rows.writes.ts'

/** Keeps the marks as keyed hashes; the key is made with the first erasure of the workspace. Returns how many there are. */
export async function suppressMarks(tx: WorkspaceTx, marks: readonly Mark[]): Promise<number> {
  await tx.client.query('insert into erasure_keys (workspace_id, key) values ($1, $2) on conflict do nothing', [
    tx.workspace_id,
    randomBytes(32),
  ])
  const { rows } = await tx.client.query<{ key: Buffer }>('select key from erasure_keys where workspace_id = $1', [
    tx.workspace_id,
  ])
  const key = rows[0]?.key as Buffer
  await tx.client.query(
    'insert into lead_suppressions (workspace_id, key_hash) select $1, unnest($2::bytea[]) on conflict do nothing',
    [tx.workspace_id, marks.map((mark) => markHash(key, mark))],
  )
  return marks.length
}

// What is kept of a row beside it, by tables that name it.
const TRACES = [
  ...['cell_versions', 'trashed_rows', 'attempts', 'cell_evidence', 'match_keys', 'awaited_answers', 'entity_records'],
  ...['matched_rows'],
] as const

/** The rows go as if they had never been: they are in no trash and no version tells of them. */
export async function eraseRows(tx: WorkspaceTx, workbookId: string, rowIds: readonly string[]): Promise<number> {
  if (rowIds.length === 0) return 0
  const workbook = await openForWriting(tx, workbookId)
  const gone = await takeRowsOut(tx, workbook, newChange('delete_rows', {}).id, [...rowIds])
  for (const table of TRACES)
    await tx.client.query(
      `delete from ${table} where workspace_id = $1 and workbook_id = $2 and row_id = any($3::uuid[])`,
      [tx.workspace_id, workbookId, gone],
    )
  return gone.length
}

/**
 * Rows of any workbook that name the person: one with a value that is the person's address goes whole, of another the values
 * that mention it are emptied. Returns how many rows went.
 */
export async function eraseNamedRows(tx: WorkspaceTx, pattern: string, marks: ReadonlySet<Mark>): Promise<number> {
  const { rows } = await tx.client.query<{ workbook_id: string; id: string; data: JsonObject }>(
    'select workbook_id, id, data from workbook_rows where workspace_id = $1 and data::text ~* $2 order by workbook_id, id',
    [tx.workspace_id, pattern],
  )
  let erased = 0
  for (const [workbookId, own] of byWorkbook(rows)) {
    const isOf = ({ data }: { data: JsonObject }) => Object.values(data).some((value) => isThePerson(value, marks))
    erased += await eraseRows(
      tx,
      workbookId,
      own.filter(isOf).map(({ id }) => id),
    )
    await emptyValues(
      tx,
      workbookId,
      own.filter((row) => !isOf(row)),
      marks,
    )
  }
  return erased
}

const LONGEST_NAME = 200

/** One address and at most a name around it. */
function isThePerson(value: unknown, marks: ReadonlySet<Mark>): boolean {
  if (typeof value !== 'string' || value.length > LONGEST_NAME) return false
  const found = marksIn(value)
  return found.length > 0 && found.every((mark) => marks.has(mark))
}

async function emptyValues(
  tx: WorkspaceTx,
  workbookId: string,
  rows: readonly { id: string }[],
  marks: ReadonlySet<Mark>,
): Promise<void> {
  if (rows.length === 0) return
  const workbook = await openForWriting(tx, workbookId)
  const stored = await lockRowData(
    tx,
    workbookId,
    rows.map(({ id }) => id),
  )
  const changed = stored.map((row) => {
    const kept = Object.entries(row.data).filter(([, value]) => !marksIn(value).some((mark) => marks.has(mark)))
    return { ...row, data: Object.fromEntries(kept), differs: null }
  })
  await updateRowData(tx, workbookId, await withKeys(tx, workbookId, workbook.identity, changed), null)
  const ids = changed.map(({ id }) => id)
  await tx.client.query(
    'delete from cell_versions where workspace_id = $1 and workbook_id = $2 and row_id = any($3::uuid[])',
    [tx.workspace_id, workbookId, ids],
  )
  // Made anew of what is left, when the rows are matched with next.
  await tx.client.query(
    'delete from entity_records where workspace_id = $1 and workbook_id = $2 and row_id = any($3::uuid[])',
    [tx.workspace_id, workbookId, ids],
  )
  await finishWrite(tx, workbook, { rows: ids, columns: 'all', told: { updated: ids } })
}

/** Cells that lookups, models and formulas filled with the person, wherever they are. */
export async function eraseNamedCells(tx: WorkspaceTx, pattern: string): Promise<void> {
  const { rows } = await tx.client.query<{ workbook_id: string; row_id: string; column_id: string }>(
    `select workbook_id, row_id, column_id from cells where workspace_id = $1
       and (value::text ~* $2 or provenance::text ~* $2 or detail ~* $2) order by workbook_id, row_id`,
    [tx.workspace_id, pattern],
  )
  for (const [workbookId, cells] of byWorkbook(rows)) {
    const workbook = await openForWriting(tx, workbookId)
    for (const column of new Set(cells.map(({ column_id }) => column_id))) {
      const ids = [...new Set(cells.filter((cell) => cell.column_id === column).map(({ row_id }) => row_id))]
      const locked = await lockRows(tx, workbookId, ids)
      await removeCells(tx, workbookId, [column], locked, newChange('edit_cells', {}))
      await tx.client.query(
        `delete from cell_versions where workspace_id = $1 and workbook_id = $2 and row_id = any($3::uuid[])
           and (cells_before ->> $4 ~* $5 or cells_after ->> $4 ~* $5)`,
        [tx.workspace_id, workbookId, locked, column, pattern],
      )
      await finishWrite(tx, workbook, { rows: locked, columns: [column], told: { updated: locked } })
    }
  }
}

function byWorkbook<T extends { workbook_id: string }>(rows: readonly T[]): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const row of rows) groups.set(row.workbook_id, [...(groups.get(row.workbook_id) ?? []), row])
  return groups
}

/** Statements that forget what names the person; `$2` is the pattern. What can be made anew or only tells of the past goes whole. */
const FORGET: readonly (readonly [table: string, statement: string])[] = [
  ['lookup_cache', 'delete from lookup_cache where workspace_id = $1 and outcome::text ~* $2'],
  ['page_cache', 'delete from page_cache where workspace_id = $1 and page::text ~* $2'],
  [
    'attempts',
    `update attempts set request = null, response = null, answer = null, detail = null where workspace_id = $1
       and (request::text ~* $2 or response::text ~* $2 or answer::text ~* $2 or detail ~* $2)`,
  ],
  ['cell_evidence', 'delete from cell_evidence where workspace_id = $1 and evidence::text ~* $2'],
  [
    'cell_versions',
    `delete from cell_versions where workspace_id = $1 and (input_before::text ~* $2 or input_after::text ~* $2
       or cells_before::text ~* $2 or cells_after::text ~* $2)`,
  ],
  ['trashed_rows', 'delete from trashed_rows where workspace_id = $1 and (data::text ~* $2 or cells::text ~* $2)'],
  ['idempotency_keys', 'delete from idempotency_keys where workspace_id = $1 and body ~* $2'],
  ['events', 'delete from events where workspace_id = $1 and payload::text ~* $2'],
  ['outbox', 'delete from outbox where workspace_id = $1 and payload::text ~* $2'],
  ['lead_changes', 'delete from lead_changes where workspace_id = $1 and fields::text ~* $2'],
  ['import_rows', `delete from import_rows where workspace_id = $1 and (data::text ~* $2 or key ~* $2)`],
  ['job_log', 'delete from job_log where workspace_id = $1 and (message ~* $2 or details::text ~* $2)'],
  ['jobs', `update jobs set result = null where workspace_id = $1 and result::text ~* $2`],
]

/** By table how many lines went or were emptied. */
export async function forgetTraces(tx: WorkspaceTx, pattern: string): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const [table, statement] of FORGET)
    counts[table] = (await tx.client.query(statement, [tx.workspace_id, pattern])).rowCount ?? 0
  return counts
}
