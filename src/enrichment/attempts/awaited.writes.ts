// Awaited answers: put on record with the cell that waits, looked after under a lease, and settled once.
import type { PendingOutcome } from '../../engine/waterfall/outcome.ts'
import type { WorkspaceId } from '../../kernel/ids.ts'
import type { JsonObject } from '../../kernel/json.ts'
import type { Database, WorkspaceTx } from '../../platform/db/database.ts'
import { defineQueue, PAST_HELD } from '../../platform/queue/lease.ts'

/** A promise that an attempt was given; `id` is the attempt's. */
export interface AwaitedAnswer {
  id: string
  row_id: string
  column_id: string
  step_id: string
  provider: string
  promise: PendingOutcome
  cache_key: string | null
  asked_at: Date
  deadline: Date
  look_at: Date
}

export interface DueAnswer extends AwaitedAnswer {
  workspace_id: WorkspaceId
  workbook_id: string
  run_id: string
  looks: number
  /** What the vendor brought. */
  brought: CallbackDelivery | null
}

export interface CallbackDelivery extends JsonObject {
  body: string
}

// An answer that was brought before its promise was on record waits here already; it is read at once.
const INSERT = {
  name: 'awaited_insert',
  text: `insert into awaited_answers as a (workspace_id, workbook_id, run_id, id, row_id, column_id, step_id, provider, promise,
      cache_key, asked_at, deadline, look_at)
    select $1, $2, $3, p.* from jsonb_to_recordset($4::jsonb) p (id uuid, row_id uuid, column_id text, step_id text,
      provider text, promise jsonb, cache_key text, asked_at timestamptz, deadline timestamptz, look_at timestamptz)
    order by p.id
    on conflict (workspace_id, id) do update set promise = excluded.promise, cache_key = excluded.cache_key,
      deadline = excluded.deadline where a.state = 'open' and a.looks = 0`,
}

export async function insertAwaited(
  tx: WorkspaceTx,
  workbookId: string,
  runId: string,
  awaited: readonly AwaitedAnswer[],
): Promise<void> {
  if (awaited.length === 0) return
  const given = awaited.map(
    ({ id, row_id, column_id, step_id, provider, promise, cache_key, asked_at, deadline, look_at }) => ({
      id,
      row_id,
      column_id,
      step_id,
      provider,
      promise,
      cache_key,
      asked_at,
      deadline,
      look_at,
    }),
  )
  await tx.client.query({ ...INSERT, values: [tx.workspace_id, workbookId, runId, JSON.stringify(given)] })
}

/** Longer than any call that looks after an answer may take. */
const LEASE_SECONDS = 60
const AT_ONCE = 32

const AWAITED = defineQueue<DueAnswer>({
  table: 'awaited_answers',
  name: 'awaited_claim',
  claim: `with due as materialized (
      select ctid as place from awaited_answers
      where state = 'open' and look_at <= now() and (lease_until is null or lease_until < now())
      order by look_at limit ${AT_ONCE} ${PAST_HELD})
    update awaited_answers a set worker_id = $1, lease_until = now() + interval '${LEASE_SECONDS} seconds', looks = a.looks + 1
    from due where a.ctid = due.place
    returning a.workspace_id, a.workbook_id, a.run_id, a.id, a.row_id, a.column_id, a.step_id, a.provider, a.promise, a.cache_key,
      a.asked_at, a.deadline, a.look_at, a.looks, a.brought`,
})

/** Takes answers that are due to be looked after, of any workspace. */
export async function claimAwaited(database: Database, workerId: string): Promise<DueAnswer[]> {
  return database.inSystem(async (tx) => (await AWAITED.take(tx, [workerId])).rows)
}

/** Looks again later. What was brought meanwhile is not put off. */
export async function putOff(
  tx: WorkspaceTx,
  workerId: string,
  answers: readonly Pick<DueAnswer, 'id' | 'promise' | 'look_at'>[],
): Promise<void> {
  await tx.client.query(
    `update awaited_answers a set promise = p.promise, look_at = case when a.brought is null then p.look_at else now() end,
        worker_id = null, lease_until = null
      from jsonb_to_recordset($3::jsonb) p (id uuid, promise jsonb, look_at timestamptz)
      where a.workspace_id = $1 and a.id = p.id and a.worker_id = $2 and a.state = 'open'`,
    [tx.workspace_id, workerId, JSON.stringify(answers.map(({ id, promise, look_at }) => ({ id, promise, look_at })))],
  )
}

/**
 * Locks all that is awaited on the rows of these answers, so that of two answers to one row one is the last, and settles
 * those that the worker still holds. Returns their ids.
 */
export async function settleAwaited(
  tx: WorkspaceTx,
  workerId: string,
  answers: readonly { id: string; expired: boolean }[],
): Promise<Set<string>> {
  await tx.client.query(
    `select 1 from awaited_answers a where a.workspace_id = $1 and (a.run_id, a.row_id) in (
        select run_id, row_id from awaited_answers where workspace_id = $1 and id = any($2::uuid[]))
      order by a.id for update`,
    [tx.workspace_id, answers.map(({ id }) => id)],
  )
  const { rows } = await tx.client.query<{ id: string }>(
    `update awaited_answers a set state = case when p.expired then 'expired' else 'settled' end, worker_id = null, lease_until = null
      from jsonb_to_recordset($3::jsonb) p (id uuid, expired boolean)
      where a.workspace_id = $1 and a.id = p.id and a.worker_id = $2 and a.state = 'open' returning a.id`,
    [tx.workspace_id, workerId, JSON.stringify(answers)],
  )
  return new Set(rows.map((row) => row.id))
}

/** Takes the rows on which nothing is awaited any more, with the columns that the run left open there: once each. */
export async function takeReadyRows(
  tx: WorkspaceTx,
  runId: string,
  rowIds: readonly string[],
): Promise<Map<string, string[]>> {
  const { rows } = await tx.client.query<{ row_id: string; columns: string[] }>(
    `with ready as materialized (
        select row_id, max(open_columns) as columns from awaited_answers where workspace_id = $1 and run_id = $2
          and row_id = any($3::uuid[]) group by row_id
          having bool_and(state <> 'open') and max(open_columns) is not null
      ), taken as (
        update awaited_answers a set open_columns = null from ready r
        where a.workspace_id = $1 and a.run_id = $2 and a.row_id = r.row_id
      ) select row_id, columns from ready`,
    [tx.workspace_id, runId, rowIds],
  )
  return new Map(rows.map((row) => [row.row_id, row.columns]))
}

/** Says which columns the run left open on rows that wait, now that it is through with them. */
export async function markOpen(
  tx: WorkspaceTx,
  runId: string,
  open: ReadonlyMap<string, readonly string[]>,
): Promise<void> {
  await tx.client.query(
    `with still as materialized (
        select a.workspace_id, a.id, p.columns from awaited_answers a
        join jsonb_to_recordset($3::jsonb) p (row_id uuid, columns text[]) on p.row_id = a.row_id
        where a.workspace_id = $1 and a.run_id = $2 order by a.id for update of a)
      update awaited_answers a set open_columns = still.columns from still where a.workspace_id = still.workspace_id and a.id = still.id`,
    [tx.workspace_id, runId, JSON.stringify([...open].map(([row_id, columns]) => ({ row_id, columns })))],
  )
}
