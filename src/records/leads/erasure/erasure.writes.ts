// Takes a person out of everything the workspace keeps beside the lead: rows and cells by value, history, attempts, caches, answers, events.
import { randomBytes } from 'node:crypto'
import type { Json, JsonObject } from '../../../kernel/json.ts'
import type { WorkspaceTx } from '../../../platform/db/database.ts'
import { callOffJob } from '../../../platform/queue/work.ts'
import { dropUncommitted, hasEnded } from '../../imports/import-end.commands.ts'
import {
  addressPatternsOf,
  identifiersOf,
  type Mark,
  markHash,
  marksIn,
  nameKey,
  recordMarks,
} from '../../lead-facts/erasure.logic.ts'
import { readLeads } from '../../lead-facts/lead.reads.ts'
import { mergeLead } from '../../lead-facts/merge.logic.ts'
import { openForWriting } from '../../opening/structure.lock.ts'
import { takeRowsOut, withKeys } from '../../rows/rows.commands.ts'
import { finishWrite } from '../../rows/write.ts'
import { lockRows, removeCells } from '../../store/cells/cells.writes.ts'
import { dropRecords } from '../../store/entity-records.writes.ts'
import { newChange } from '../../store/recorder.ts'
import { lockRowData, updateRowData } from '../../store/rows/rows.writes.ts'
import { type ChangedLead, updateLeads } from '../lead.writes.ts'
import { withOwnValues } from '../one-lead.commands.ts'

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
  'cell_versions',
  'trashed_rows',
  'attempts',
  'cell_evidence',
  'match_keys',
  'awaited_answers',
  'matched_rows',
  'workbook_threads',
] as const

/** Deletes the rows without a trace: neither the trash nor a version keeps them. */
export async function eraseRows(tx: WorkspaceTx, workbookId: string, rowIds: readonly string[]): Promise<number> {
  if (rowIds.length === 0) return 0
  const workbook = await openForWriting(tx, workbookId)
  const gone = await takeRowsOut(tx, workbook, newChange('delete_rows', {}).id, [...rowIds])
  for (const table of TRACES)
    await tx.client.query(
      `delete from ${table} where workspace_id = $1 and workbook_id = $2 and row_id = any($3::uuid[])`,
      [tx.workspace_id, workbookId, gone],
    )
  await dropRecords(tx, 'workbook_id = $2 and row_id = any($3::uuid[])', [workbookId, gone])
  return gone.length
}

/**
 * Rows of any workbook that are the person: one with a value that is their address, or with their name and telephone, goes whole.
 * Other rows lose the values that mention an address of the person. Returns how many rows were deleted.
 */
export async function eraseNamedRows(tx: WorkspaceTx, wide: string, marks: ReadonlySet<Mark>): Promise<number> {
  const { rows } = await tx.client.query<{ workbook_id: string; id: string; data: JsonObject }>(
    'select workbook_id, id, data from workbook_rows where workspace_id = $1 and data::text ~* $2 order by workbook_id, id',
    [tx.workspace_id, wide],
  )
  let erased = 0
  const isOf = ({ data }: { data: JsonObject }) =>
    Object.values(data).some((value) => isThePerson(value, marks)) ||
    recordMarks(data).some((mark) => mark.startsWith('called:') && marks.has(mark))
  const mentions = ({ data }: { data: JsonObject }) => marksIn(data).some((mark) => marks.has(mark))
  for (const [workbookId, own] of byWorkbook(rows)) {
    erased += await eraseRows(
      tx,
      workbookId,
      own.filter(isOf).map(({ id }) => id),
    )
    await emptyValues(
      tx,
      workbookId,
      own.filter((row) => !isOf(row) && mentions(row)),
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
  // The next matching of the rows builds them again from what is left.
  await dropRecords(tx, 'workbook_id = $2 and row_id = any($3::uuid[])', [workbookId, ids])
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

/** Empties the values of other leads, such as the company, that mention an address of the person. The leads are locked. */
export async function emptyNamedLeads(
  tx: WorkspaceTx,
  id: number,
  pattern: string,
  marks: ReadonlySet<Mark>,
): Promise<void> {
  const { rows } = await tx.client.query<{ id: number }>(
    `select id from leads where workspace_id = $1 and id <> $2 and data::text ~* $3
     union select lead_id from merged_leads where workspace_id = $1 and lead_id <> $2 and (data::text ~* $3 or provenance::text ~* $3)
     union select lead_id from lead_provenance where workspace_id = $1 and lead_id <> $2 and provenance::text ~* $3 order by 1`,
    [tx.workspace_id, id, pattern],
  )
  const names = (value: Json | undefined) => marksIn(value).some((mark) => marks.has(mark))
  const named = await readLeads(
    tx,
    rows.map((row) => Number(row.id)),
    true,
  )
  const changed = (await withOwnValues(tx, named)).map((lead): ChangedLead => {
    const { custom } = lead.data
    const without: JsonObject = {}
    for (const [field, value] of Object.entries(lead.data)) {
      if (!names(value)) continue
      const isOwnNames = field === 'custom' && typeof custom === 'object' && custom !== null
      without[field] = isOwnNames
        ? Object.fromEntries(Object.entries(custom).flatMap(([name, one]) => (names(one) ? [[name, null]] : [])))
        : null
    }
    const merged = mergeLead(lead, { data: without, provenance: {} }, 'replace')
    const provenance = Object.fromEntries(Object.entries(merged.provenance).filter(([, from]) => !names(from)))
    return { ...lead, ...merged, provenance, kind: 'updated' }
  })
  await updateLeads(tx, changed, { kind: 'erasure' })
}

const FILE_GONE = 'A person was erased from the workspace, and files that were kept may have named them.'

/**
 * Files are kept in formats that no pattern reads, so they go whole: finished exports, and uploads that were not committed. One
 * that a job reads or writes at this moment is checked as its rows are stored.
 */
export async function dropFiles(tx: WorkspaceTx, wide: string): Promise<void> {
  const { rows: open } = await tx.client.query<{ id: string }>(
    `select id from jobs where workspace_id = $1 and kind = 'workbook.export' and status in ('pending', 'running') order by id`,
    [tx.workspace_id],
  )
  for (const { id } of open) await callOffJob(tx, id)
  await tx.client.query(
    `update jobs set error = '${FILE_GONE} Export again.', result = null, status = case status when 'done' then 'cancelled' else status end
       where workspace_id = $1 and (id = any($2::uuid[])
         or kind = 'workbook.export' and status = 'done' and finished_at > now() - interval '1 day')`,
    [tx.workspace_id, open.map(({ id }) => id)],
  )
  await dropUncommitted(tx, `${FILE_GONE} Upload the file again.`)
  for (const text of [
    `delete from stored_chunks c where workspace_id = $1 and (
       exists (select from import_files i where i.workspace_id = $1 and i.id = c.file_id and ${hasEnded('i')})
       or exists (select from jobs j where j.workspace_id = $1 and j.id = c.file_id and (j.kind = 'workbook.export' or j.status in ('done', 'failed', 'cancelled'))))`,
    `delete from import_keys k where workspace_id = $1 and exists (
       select from import_files i where i.workspace_id = $1 and i.id = k.import_id and ${hasEnded('i')})`,
  ])
    await tx.client.query(text, [tx.workspace_id])
  await tx.client.query(
    `delete from import_rows r where workspace_id = $1 and concat_ws(' ', key, data, reason) ~* $2 and exists (
       select from import_files i where i.workspace_id = $1 and i.id = r.import_id and ${hasEnded('i')})`,
    [tx.workspace_id, wide],
  )
}

/** Addresses of the lead that a lead of another name has too: they are of someone else, such as a contact of both. */
export async function readSharedMarks(tx: WorkspaceTx, id: number, data: JsonObject): Promise<ReadonlySet<Mark>> {
  const custom = identifiersOf({ ...data, email: null, linkedin_url: null })
  if (custom.length === 0) return new Set()
  const own = new Set([...marksIn(data.email), ...marksIn(data.linkedin_url)])
  const pattern = addressPatternsOf({ custom: data.custom ?? null, kind: 'person' }).join('|')
  const { rows } = await tx.client.query<{ data: JsonObject }>(
    `select coalesce(m.data, l.data) as data from leads l left join merged_leads m on m.workspace_id = $1 and m.lead_id = l.id
     where l.workspace_id = $1 and l.id <> $2 and coalesce(m.data, l.data)::text ~* $3 limit 1000`,
    [tx.workspace_id, id, pattern],
  )
  const called = (of: JsonObject) => (typeof of.contact_person === 'string' ? nameKey(of.contact_person) : null)
  const others = rows.filter((row) => called(row.data) !== null && called(row.data) !== called(data))
  const shared = others.flatMap((row) => marksIn(row.data))
  return new Set(shared.filter((mark) => !own.has(mark)))
}
