// Executes lines of a plan: new rows, changed values, and rows that another transaction took first.
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { oneRow } from '../../platform/db/sql-client.ts'
import { MOST_TOLD } from '../intake/delivery.ts'
import type { OpenWorkbook } from '../opening/structure.lock.ts'
import { COUNTED } from '../rows/upsert.logic.ts'
import { finishWrite } from '../rows/write.ts'
import { addPlanned, changePlanned, LINES, type PlannedLines, readChanged } from '../store/rows/planned-rows.writes.ts'
import { blocksOf } from '../store/rows/rows.writes.ts'
import type { ImportResult } from './import-record.schema.ts'
import type { StoredImport } from './import-record.writes.ts'
import type { StoredPlan } from './plan.logic.ts'

type Counts = Pick<ImportResult, 'created' | 'updated' | 'unchanged' | 'skipped' | 'rejected'>

// A row that was there is as it was; a row that was to be made is not there yet.
const OVERTAKEN = `select 1 from import_rows s where s.workspace_id = $1 and s.import_id = $2 and s.seq between $3 and $4
  and case when s.seen_at is not null
    then not exists (select 1 from workbook_rows r where r.workspace_id = $1 and r.workbook_id = $5 and r.id = s.row_id
      and r.updated_at = s.seen_at)
    when s.key is not null and $6 and s.outcome <> 'reject'
    then exists (select 1 from workbook_rows r where r.workspace_id = $1 and r.workbook_id = $5 and r.identity_key = s.key)
    else false end limit 1`

/** Whether rows that these lines are about changed since the plan was made. */
export async function isOvertaken(
  tx: WorkspaceTx,
  { id, workbook_id }: StoredImport,
  { identity }: StoredPlan,
  from: number,
  to: number,
): Promise<boolean> {
  const values = [tx.workspace_id, id, from, to, workbook_id, identity !== null]
  return (await tx.client.query({ name: 'plan_overtaken', text: OVERTAKEN, values })).rowCount === 1
}

const FAIL_CHANGED = `update import_rows s set outcome = 'reject', writes = false,
    reason = 'another user changed or removed the row during the import'
  where ${LINES} and s.writes and s.seen_at is not null and not (s.row_id = any($5::uuid[]))`

const FAIL_MADE = `update import_rows s set outcome = 'reject', writes = false,
    reason = 'another user added the same row during the import'
  where ${LINES} and s.writes and s.seen_at is null
    and not exists (select 1 from workbook_rows r where r.workspace_id = $1 and r.workbook_id = $5 and r.id = s.row_id)`

const WANTED = `select count(*) filter (where s.seen_at is null)::int as makes,
    count(*) filter (where s.seen_at is not null)::int as changes from import_rows s where ${LINES} and s.writes`

const COUNT = `select s.outcome, count(*)::int as count from import_rows s where ${LINES} group by 1`

/** Does what the lines say; returns how many rows of the file came to what. */
export async function commitLines(
  tx: WorkspaceTx,
  workbook: OpenWorkbook,
  { id, first_position }: StoredImport,
  { identity, mapped }: StoredPlan,
  from: number,
  to: number,
): Promise<Counts> {
  const lines: PlannedLines = [tx.workspace_id, id, from, to]
  const { rows: wanted } = await tx.client.query<{ makes: number; changes: number }>({
    name: 'plan_wanted',
    text: WANTED,
    values: lines,
  })
  const { makes, changes } = oneRow(wanted)
  const columns = mapped.map(({ column }) => column.id)
  if (changes > 0) {
    const changed = await changePlanned(tx, workbook.id, lines)
    const ids = changed.map(({ id }) => id)
    if (ids.length < changes) await tx.client.query(FAIL_CHANGED, [...lines, ids])
    const edited = changed.map(({ id, edited }) => ({ rows: [id], columns: edited }))
    // The values before are on record under the import, each row once.
    const moved = workbook.follow?.rules ? await readChanged(tx, workbook.id, id, ids) : []
    await finishWrite(tx, workbook, { rows: ids, columns, edited, moved, job_id: id })
  }
  if (makes > 0) {
    const areKnown = identity !== null
    const positions = await addPlanned(tx, workbook.id, lines, { first: first_position, count: makes, areKnown })
    if (positions.length < makes) await tx.client.query(FAIL_MADE, [...lines, workbook.id])
    const rows = { from: Math.min(...positions), to: Math.max(...positions) }
    if (positions.length > 0)
      await finishWrite(tx, workbook, { rows, columns: 'all', blocks: blocksOf(positions), job_id: id })
  }
  const { rows } = await tx.client.query<{ outcome: keyof typeof COUNTED; count: number }>({
    name: 'plan_count',
    text: COUNT,
    values: lines,
  })
  const counts: Counts = { created: 0, updated: 0, unchanged: 0, skipped: 0, rejected: 0 }
  for (const { outcome, count } of rows) counts[COUNTED[outcome]] += count
  return counts
}

/** The first of these lines that are refused, and one more where there are. */
export async function readRefused(
  tx: WorkspaceTx,
  importId: string,
  from: number,
  to: number,
): Promise<{ line: number; reason: string }[]> {
  const { rows } = await tx.client.query<{ line: number; reason: string }>(
    `select line, reason from import_rows where workspace_id = $1 and import_id = $2 and outcome = 'reject' and seq between $3 and $4
     order by seq limit ${MOST_TOLD + 1}`,
    [tx.workspace_id, importId, from, to],
  )
  return rows
}
