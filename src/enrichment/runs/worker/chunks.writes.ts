// Chunks: batches of a run's rows that workers lease. The statements here are the heart of sharing and of recovery.
import type { WorkspaceId } from '../../../kernel/ids.ts'
import type { Database, Tx, WorkspaceTx } from '../../../platform/db/database.ts'
import { inOrder } from '../../../platform/db/look-up.ts'
import { defineQueue, PAST_HELD, PAST_HELD_KEYED } from '../../../platform/queue/lease.ts'
import { ownersInTurn } from '../../../platform/queue/turns.ts'
import { conditionSql, statementFor, withSeqScan, withTimeout } from '../../../records/filters/found-rows.reads.ts'
import type { RestOfRows } from '../planning/scope-rows.reads.ts'

export const LEASE_SECONDS = 10
/** The time limit for finding and cutting the rows of one run, in ms. */
const CUT_MS = 60_000

/** So that a run of a few rows is shared by workers, and one of many costs little beside its cells. */
const SMALL_CHUNK = 256
const LARGE_CHUNK = 2048
const LARGE_RUN = 4 * LARGE_CHUNK
const BLOCK_ROWS = 4096

const chunkRowsOf = (rows: number) => (rows >= LARGE_RUN ? LARGE_CHUNK : SMALL_CHUNK)

export interface Lease {
  workspace_id: WorkspaceId
  run_id: string
  seq: number
  from_position: number
  to_position: number
  row_ids: string[] | null
  /** The unfinished columns of deferred rows, by row. */
  resting: { [rowId: string]: string[] } | null
  /** How often its rows were deferred. */
  rests: number
  /** 1 for the first worker that takes it. */
  leases: number
  /** True when a worker of the run was lost, or released a chunk with calls whose result is unknown. A chunk that was given back does not count. */
  taken_over: boolean
}

// A run whose open chunks only rest has nothing to do, and keeps no other run from the same cells: what it waits for is protected
// by its status.
const AWAKE = `c.state <> 'done' and (c.not_before is null or c.not_before <= now())`

// Whose turn it is: workspaces in the order of their ids, from the one after which this worker served last ($4), and in a workspace the run that
// was served longest ago. So a million rows of one tenant delay the ten rows of another by one chunk at most, and a claim costs the same with ten
// active runs and with ten thousand: it looks at no workspace behind the first that has something, and at none of $5. Runs that share a column of
// a workbook go one after the other, because they would ask for the same cells. A lease that ran out belongs to a lost worker, or to a
// chunk that this worker lost hold of; never to one that it still works on ($3), however late its renewal is. A run that ended meanwhile, or
// is to end, is not handed out, and its chunk not taken: it would never be released.
const ACTIVE = `r.status in ('queued', 'running') and r.ending is null`
const NEXT_WORKSPACE = (bounds: string) =>
  `select r.workspace_id from runs r where ${ACTIVE} ${bounds} order by r.workspace_id limit 1`
const CHUNKS = defineQueue<Lease>({
  table: 'run_chunks',
  name: 'run_chunk_claim',
  claim: `with picked as (
    select c.workspace_id, c.run_id, c.seq, c.state from (${ownersInTurn(NEXT_WORKSPACE, 'r.workspace_id', '$4::uuid')}) turn
    cross join lateral (
      select r.workspace_id, r.id, r.workbook_id, r.column_ids, r.created_at from runs r
      where ${ACTIVE} and ${inOrder('r.workspace_id', 'turn.id', 'and not (r.id = any($2::uuid[]))')}, r.last_served_at nulls first, r.created_at) r
    cross join lateral (
      select workspace_id, run_id, seq, state from run_chunks
      where workspace_id = r.workspace_id and run_id = r.id
        and ((state = 'ready' and (not_before is null or not_before <= now())) or (state = 'leased' and lease_until < now() and not exists (
          select 1 from jsonb_to_recordset($3::jsonb) h (run_id uuid, seq int) where h.run_id = r.id and h.seq = run_chunks.seq)))
        and (select true from runs o where o.workspace_id = r.workspace_id and o.column_ids && r.column_ids
          and o.status in ('queued', 'running') and (o.created_at, o.id) < (r.created_at, r.id)
          and exists (select 1 from run_chunks c where c.workspace_id = o.workspace_id and c.run_id = o.id and ${AWAKE})
          and ${inOrder('o.workbook_id', 'r.workbook_id')}, o.created_at limit 1) is null
      order by seq limit 1 ${PAST_HELD}) c
    where turn.id <> all($5::uuid[])
    limit 1
  ), served as (
    update runs r set last_served_at = clock_timestamp(), status = 'running', started_at = coalesce(r.started_at, now()),
      taken_over = r.taken_over or p.state = 'leased'
    from picked p where r.workspace_id = p.workspace_id and r.id = p.run_id and r.status in ('queued', 'running') and r.ending is null returning r.workspace_id, r.id, r.taken_over
  ), leased as (
    update run_chunks c set state = 'leased', worker_id = $1, leases = c.leases + 1,
      lease_until = now() + interval '${LEASE_SECONDS} seconds'
    from picked p join served s on s.workspace_id = p.workspace_id and s.id = p.run_id where c.workspace_id = p.workspace_id and c.run_id = p.run_id and c.seq = p.seq
    returning c.workspace_id, c.run_id, c.seq, c.from_position, c.to_position, c.row_ids, c.leases, c.resting, c.rests
  ) select leased.*, served.taken_over from leased, served`,
})

export type HeldChunk = Pick<Lease, 'workspace_id' | 'run_id' | 'seq'>

/** A lease may name a thousand rows; these members suffice to identify it. */
const namesOf = (held: readonly HeldChunk[]) =>
  JSON.stringify(held.map(({ workspace_id, run_id, seq }) => ({ workspace_id, run_id, seq })))

/** Which chunk a worker wants. */
export interface ChunkWish {
  /** The workspace that was served last. */
  after: string
  /** Runs that it takes no more of. */
  full: readonly string[]
  /** Workspaces that it takes nothing of. */
  busy: readonly string[]
}

/** Takes the next chunk, none of those held. Undefined when there is nothing to do. */
export async function claimChunk(
  database: Database,
  workerId: string,
  { after, full, busy }: ChunkWish,
  held: readonly HeldChunk[],
): Promise<Lease | undefined> {
  const values = [workerId, full, namesOf(held), after, busy]
  return database.inSystem(async (tx) => (await CHUNKS.take(tx, values)).rows[0])
}

// A chunk that a transaction releases or deletes is left to it: waiting for it while holding others would be a deadlock where it wants
// those next. Should it not commit, the next heartbeat renews the lease in time.
const RENEW = {
  name: 'run_chunks_renew',
  text: `update run_chunks c set lease_until = now() + interval '${LEASE_SECONDS} seconds'
    from jsonb_to_recordset($2::jsonb) h (workspace_id uuid, run_id uuid, seq int) cross join lateral (
      select workspace_id, run_id, seq from run_chunks k
      where k.workspace_id = h.workspace_id and k.run_id = h.run_id and k.seq = h.seq and k.worker_id = $1 and k.state = 'leased'
      ${PAST_HELD_KEYED}) free
    where c.workspace_id = free.workspace_id and c.run_id = free.run_id and c.seq = free.seq`,
}
const STATUSES = {
  name: 'run_statuses',
  text: `select r.id, coalesce(r.ending, r.status) as status from (
      select distinct workspace_id, run_id from jsonb_to_recordset($1::jsonb) h (workspace_id uuid, run_id uuid)) h
    join runs r on r.workspace_id = h.workspace_id and r.id = h.run_id`,
}

/** Renews the leases of a worker's chunks and returns the status of their runs, by run id. */
export async function renewLeases(
  database: Database,
  workerId: string,
  held: readonly HeldChunk[],
): Promise<Map<string, string>> {
  if (held.length === 0) return new Map()
  const names = namesOf(held)
  return database.inSystem(async (tx) => {
    const [, { rows }] = await Promise.all([
      tx.client.query({ ...RENEW, values: [workerId, names] }),
      tx.client.query<{ id: string; status: string }>({ ...STATUSES, values: [names] }),
    ])
    return new Map(rows.map((row) => [row.id, row.status]))
  })
}

/**
 * Keeps those of the chunks that the worker still holds from being taken by another; results for any other would be written twice.
 * Workers that take a chunk wait for this lock; renewals by its own worker do not.
 */
export async function lockHeldChunks(
  tx: WorkspaceTx,
  runId: string,
  workerId: string,
  seqs: number[],
): Promise<Set<number>> {
  const { rows } = await tx.client.query<{ seq: number }>({
    name: 'run_chunks_held',
    text: `select seq from run_chunks where workspace_id = $1 and run_id = $2 and seq = any($3::int[])
      and worker_id = $4 and state = 'leased' order by seq for key share`,
    values: [tx.workspace_id, runId, seqs, workerId],
  })
  return new Set(rows.map((row) => row.seq))
}

/**
 * Gives a chunk back: finished, or for the next worker, not before a time where one is given. A lease that went well does not count among
 * those that failed, but for the first: the next worker has to look for attempts of this one. False when it was no longer held.
 */
export async function releaseChunk(
  tx: Tx,
  lease: Lease,
  workerId: string,
  state: 'done' | 'ready',
  { notBefore = null, failed = false }: { notBefore?: Date | null; failed?: boolean } = {},
): Promise<boolean> {
  const { rowCount } = await tx.client.query(
    `update run_chunks set state = $5, worker_id = null, lease_until = null, not_before = $6,
        leases = case when $7 then leases else greatest(leases - 1, 1) end
      where workspace_id = $1 and run_id = $2 and seq = $3 and worker_id = $4 and state = 'leased'`,
    [lease.workspace_id, lease.run_id, lease.seq, workerId, state, notBefore, failed],
  )
  return rowCount === 1
}

/** Marks a run whose worker released a chunk with unknown results, so that the next worker looks for these calls. */
export async function markTakenOver(tx: WorkspaceTx, runId: string): Promise<void> {
  await tx.client.query('update runs set taken_over = true where workspace_id = $1 and id = $2 and not taken_over', [
    tx.workspace_id,
    runId,
  ])
}

/** Cuts the whole workbook into chunks by its block counts, without looking at a row. */
export async function cutWorkbook(tx: WorkspaceTx, runId: string, workbookId: string, rows: number): Promise<void> {
  await tx.client.query(
    `/* along: workbook_row_blocks (workspace_id, workbook_id, block, rows) where workspace_id = $1 and workbook_id = $3 and rows > 0 */
      insert into run_chunks (workspace_id, run_id, seq, from_position, to_position)
      select workspace_id, $2, row_number() over (order by block, part), block * ${BLOCK_ROWS} + part * $4, block * ${BLOCK_ROWS} + (part + 1) * $4
      from workbook_row_blocks, generate_series(0, ${BLOCK_ROWS} / $4::int - 1) part
      where workspace_id = $1 and workbook_id = $3 and rows > 0`,
    [tx.workspace_id, runId, workbookId, chunkRowsOf(rows)],
  )
}

/** Cuts a list of rows, in its order. */
export async function cutRows(tx: WorkspaceTx, runId: string, rowIds: string[]): Promise<void> {
  const rows = chunkRowsOf(rowIds.length)
  const chunks = Array.from({ length: Math.ceil(rowIds.length / rows) }, (_, n) =>
    rowIds.slice(n * rows, (n + 1) * rows),
  )
  await tx.client.query(
    `insert into run_chunks (workspace_id, run_id, seq, from_position, to_position, row_ids)
      select $1, $2, n, 0, 0, (select array_agg(id::uuid) from jsonb_array_elements_text(ids) id)
      from jsonb_array_elements($3::jsonb) with ordinality c(ids, n)`,
    [tx.workspace_id, runId, JSON.stringify(chunks)],
  )
}

/** Adds the rows that match a query after the existing chunks. The database cuts them into chunks, as there may be a million. */
export async function cutRest(tx: WorkspaceTx, runId: string, { asking, question }: RestOfRows): Promise<void> {
  const statement = statementFor(tx, asking)
  const condition = conditionSql(statement, question)
  const rows = `from (select r.id, r.position, (row_number() over (order by r.position) - 1) / ${LARGE_CHUNK} as n
          from workbook_rows r ${statement.joins('all')} where r.workspace_id = $1 and r.workbook_id = $2 and ${condition}) q
        group by n`
  const cutAt = (run: string, ids: string) =>
    `insert into run_chunks (workspace_id, run_id, seq, from_position, to_position, row_ids)
        select $1, ${run}, n + 1 + (select coalesce(max(seq), 0) from run_chunks where workspace_id = $1 and run_id = ${run}),
          0, 0, ${ids}`
  const cut = async () => {
    if (!tx.is_distributed) {
      const run = statement.param(runId, 'uuid')
      return tx.client.query(
        `/* one server */ ${cutAt(run, 'array_agg(id order by position)')}\n        ${rows}`,
        statement.values,
      )
    }
    const found = await tx.client.query(`select n, array_agg(id order by position) as ids ${rows}`, statement.values)
    return tx.client.query(
      cutAt(
        '$2',
        '(select array_agg(id::uuid) from jsonb_array_elements_text(ids) id) from jsonb_to_recordset($3::jsonb) c(n int, ids jsonb)',
      ),
      [tx.workspace_id, runId, JSON.stringify(found.rows)],
    )
  }
  await withTimeout(tx, () => withSeqScan(tx, asking.id, cut), CUT_MS)
}
