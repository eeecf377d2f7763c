// Executes lines of a plan by single statements: new rows, changed values, and what somebody else was faster with.
//
// The database does all of it: no value of a planned row comes back to this process.
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { openForWriting } from '../opening/structure.lock.ts'
import { finishWrite } from '../rows/write.ts'
import { blocksOf } from '../store/rows.writes.ts'
import type { ImportResult } from './import-record.schema.ts'
import type { StoredImport } from './import-record.writes.ts'
import type { StoredPlan } from './plan.logic.ts'

type Counts = Pick<ImportResult, 'created' | 'updated' | 'unchanged' | 'skipped' | 'rejected'>

const COUNTED = {
  create: 'created',
  update: 'updated',
  unchanged: 'unchanged',
  skip: 'skipped',
  reject: 'rejected',
} as const

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

const LINES = `s.workspace_id = $1 and s.import_id = $2 and s.seq between $3 and $4`

// The values before go on record under the import's id, which is the id of its change.
const CHANGE = `with met as materialized (
    select r.id, r.data as before, s.data as patch from import_rows s
      join workbook_rows r on r.workspace_id = $1 and r.workbook_id = $5 and r.id = s.row_id
    where ${LINES} and s.writes and s.seen_at is not null and r.updated_at = s.seen_at order by r.id for no key update of r),
  kept as (insert into cell_versions (workspace_id, workbook_id, row_id, change_id, input_before, input_after)
    select $1, $5, m.id, $2, (select jsonb_object_agg(k, coalesce(m.before -> k, 'null')) from jsonb_object_keys(m.patch) k), m.patch
    from met m)
  update workbook_rows r set data = r.data || m.patch, updated_at = now() from met m
  where r.workspace_id = $1 and r.workbook_id = $5 and r.id = m.id
  returning r.id, array(select k from jsonb_object_keys(m.patch) k where coalesce(m.before -> k, 'null') <> m.patch -> k) as edited`

const MAKE_FREE = `insert into workbook_rows (workspace_id, workbook_id, id, position, data, identity_key, made_by)
  select $1, $5, s.row_id, $6::float8 + s.place, s.data, s.key, $2 from import_rows s
  where ${LINES} and s.writes and s.seen_at is null order by s.seq`

const MAKE = `${MAKE_FREE}
  on conflict (workspace_id, workbook_id, identity_key) where identity_key is not null do nothing returning position`

const MAKE_KEYLESS = `insert into workbook_rows (workspace_id, workbook_id, id, position, data, made_by)
  select $1, $5, s.row_id, $6::float8 + s.place, s.data, $2 from import_rows s
  where ${LINES} and s.writes and s.seen_at is null
    and not exists (select 1 from workbook_rows r where r.workspace_id = $1 and r.workbook_id = $5 and r.id = s.row_id)
  returning position`

const FAIL_CHANGED = `update import_rows s set outcome = 'reject', writes = false,
    reason = 'the row was changed or removed by someone else while the import was under way'
  where ${LINES} and s.writes and s.seen_at is not null and not (s.row_id = any($5::uuid[]))`

const FAIL_MADE = `update import_rows s set outcome = 'reject', writes = false,
    reason = 'the same row was added by someone else while the import was under way'
  where ${LINES} and s.writes and s.seen_at is null
    and not exists (select 1 from workbook_rows r where r.workspace_id = $1 and r.workbook_id = $5 and r.id = s.row_id)`

const WANTED = `select count(*) filter (where s.seen_at is null)::int as makes,
    count(*) filter (where s.seen_at is not null)::int as changes from import_rows s where ${LINES} and s.writes`

const COUNT = `select s.outcome, count(*)::int as count from import_rows s where ${LINES} group by 1`

/** Does what the lines say; returns how many rows of the file came to what. */
export async function commitLines(
  tx: WorkspaceTx,
  { id, workbook_id, first_position }: StoredImport,
  { identity, mapped }: StoredPlan,
  from: number,
  to: number,
): Promise<Counts> {
  const workbook = await openForWriting(tx, workbook_id)
  const lines = [tx.workspace_id, id, from, to]
  const here = [...lines, workbook.id]
  const { rows: wanted } = await tx.client.query({ name: 'plan_wanted', text: WANTED, values: lines })
  const { makes, changes } = wanted[0]
  const columns = mapped.map(({ column }) => column.id)
  if (changes > 0) {
    const changed = await tx.client.query<{ id: string; edited: string[] }>({
      name: 'plan_change',
      text: CHANGE,
      values: here,
    })
    const ids = changed.rows.map((row) => row.id)
    if (ids.length < changes) await tx.client.query(FAIL_CHANGED, [...lines, ids])
    const edited = changed.rows.map((row) => ({ rows: [row.id], columns: row.edited }))
    await finishWrite(tx, workbook, { rows: ids, columns, edited })
  }
  if (makes > 0) {
    const values = [...here, first_position]
    const positions = await make(tx, values, identity !== null)
    if (positions.length < makes && identity === null) {
      // Every row is added; one whose key is taken goes without.
      const keyless = await tx.client.query<Made>({ name: 'plan_make_keyless', text: MAKE_KEYLESS, values })
      positions.push(...keyless.rows.map(({ position }) => position))
    } else if (positions.length < makes) await tx.client.query(FAIL_MADE, here)
    const rows = { from: Math.min(...positions), to: Math.max(...positions) }
    if (positions.length > 0) await finishWrite(tx, workbook, { rows, columns: 'all', blocks: blocksOf(positions) })
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

interface Made {
  position: number
}

/** New rows, by the plan's word that their keys are free; being ready for a conflict would double the work. */
async function make(tx: WorkspaceTx, values: unknown[], areFree: boolean): Promise<number[]> {
  if (areFree) {
    await tx.client.query('savepoint free_rows')
    try {
      const text = `${MAKE_FREE} returning position`
      const { rows } = await tx.client.query<Made>({ name: 'plan_make_free', text, values })
      await tx.client.query('release free_rows')
      return rows.map(({ position }) => position)
    } catch (error) {
      if ((error as { code?: string }).code !== '23505') throw error
      await tx.client.query('rollback to free_rows; release free_rows')
    }
  }
  const { rows } = await tx.client.query<Made>({ name: 'plan_make', text: MAKE, values })
  return rows.map(({ position }) => position)
}
