// The store of idempotency keys: one row per key, taken by the request that inserted it, kept for seven days.
import { newId } from '../../kernel/ids.ts'
import type { Database, Tx, WorkspaceTx } from '../db/database.ts'
import { type KeyOwner, type KeyStore, type StoredAnswer, wholeFingerprint } from '../http/idempotency.ts'
import { open, SealBroken, type SealingKey, seal } from '../secrets/envelope.ts'

/** A request that was not heard of for this long is taken for dead, and its key for free again; several heartbeats. */
const LEASE_SECONDS = 15
/** Most requests are over by then, and their answer is there. */
const SHORT_SECONDS = 2
export const KEPT_DAYS = 7

interface Statements {
  reserve: { name: string; text: string }
  read: string
  keep: string
  release: string
  extend: string
}

// The insert is the reservation: of requests at the same instant one inserts, the others find the row. An expired one,
// or one whose process died, is taken over.
function statementsFor(table: string, owner: string): Statements {
  const lease = `now() + interval '${LEASE_SECONDS} seconds'`
  const mine = `where ${owner} = $1 and route = $2 and key = $3 and worker_id = $4`
  return {
    reserve: {
      name: `reserve_${table}`,
      text: `insert into ${table} as k (${owner}, route, key, fingerprint, worker_id, lease_until)
        values ($1, $2, $3, $4, $5, ${lease})
        on conflict (${owner}, route, key) do update set fingerprint = excluded.fingerprint, worker_id = excluded.worker_id,
          lease_until = excluded.lease_until, status = null, body = null, created_at = now()
        where k.created_at < now() - interval '${KEPT_DAYS} days' or (k.status is null and k.lease_until < now())
        returning 1`,
    },
    read: `select fingerprint, status, body, case when created_at > now() - interval '${SHORT_SECONDS} seconds' then 1
        else greatest(1, ceil(extract(epoch from lease_until - now())))::int end as wait from ${table} where ${owner} = $1 and route = $2 and key = $3`,
    keep: `update ${table} set status = $5, body = $6, fingerprint = $7 ${mine}`,
    release: `delete from ${table} ${mine}`,
    extend: `update ${table} set lease_until = ${lease} ${mine} and status is null`,
  }
}

interface ReservedKey {
  fingerprint: Buffer
  status: number | null
  body: string | null
  wait: number
}

const OF_WORKSPACES = statementsFor('idempotency_keys', 'workspace_id')
const OF_PEOPLE = statementsFor('idempotency_keys_of_people', 'user_id')

/** Null after the master key was changed, and where the answer was forgotten. */
function opened(sealing: SealingKey, place: string[], sealed: string | null): string | null {
  if (sealed === null) return null
  try {
    return open(sealing, place, Buffer.from(sealed, 'base64')).toString('utf8')
  } catch (error) {
    if (error instanceof SealBroken) return null
    throw error
  }
}

/** Answers are kept sealed: some hold a token that is shown once. */
export function idempotencyKeys(database: Database, sealing: SealingKey): KeyStore {
  function storeOf(owner: KeyOwner) {
    if ('workspace_id' in owner) {
      const { workspace_id: id } = owner
      return { id, sql: OF_WORKSPACES, run: <T>(work: (tx: Tx) => Promise<T>) => database.inWorkspace(id, work) }
    }
    return { id: owner.user_id, sql: OF_PEOPLE, run: <T>(work: (tx: Tx) => Promise<T>) => database.inControl(work) }
  }
  return {
    async reserve(request) {
      const { owner, route, key, fingerprint } = request
      const worker = newId()
      const { id, sql, run } = storeOf(owner)
      const place = [id, route, key]
      const found = await run(async (tx) => {
        const { rowCount } = await tx.client.query({ ...sql.reserve, values: [...place, fingerprint, worker] })
        if (rowCount === 1) return undefined
        const { rows } = await tx.client.query<ReservedKey>(sql.read, place)
        return rows[0]
      })
      const settle = (text: string, ...values: unknown[]) =>
        run(async (tx) => void (await tx.client.query(text, [...place, worker, ...values])))
      if (!found)
        return {
          kind: 'mine',
          keep: ({ status, body }: StoredAnswer, whole: Buffer) =>
            settle(sql.keep, status, seal(sealing, place.map(String), Buffer.from(body)).toString('base64'), whole),
          release: () => settle(sql.release),
          extend: () => settle(sql.extend),
        }
      const { status } = found
      if (!found.fingerprint.equals(status === null ? fingerprint : await wholeFingerprint(request)))
        return { kind: 'reused' }
      if (status === null) return { kind: 'running', wait_seconds: found.wait }
      const body = opened(sealing, place.map(String), found.body)
      return body === null ? { kind: 'lost' } : { kind: 'replay', answer: { status, body } }
    },
  }
}

const READ_AT_ONCE = 500

/**
 * Forgets the answers of the workspace in which the pattern (`~*` of PostgreSQL) is found. That a request was answered stays on
 * record, so that it has no second effect.
 */
export async function forgetAnswers(tx: WorkspaceTx, sealing: SealingKey, pattern: string): Promise<void> {
  for (let after = ['', '']; ; ) {
    const { rows } = await tx.client.query<{ route: string; key: string; body: string }>(
      `select route, key, body from idempotency_keys where workspace_id = $1 and body is not null and (route, key) > ($2, $3)
       order by route, key limit ${READ_AT_ONCE}`,
      [tx.workspace_id, ...after],
    )
    const last = rows.at(-1)
    if (last === undefined) return
    const texts = rows.map(({ route, key, body }) => opened(sealing, [tx.workspace_id, route, key], body))
    const named = await tx.client.query<{ place: number }>(
      'select place::int from unnest($1::text[]) with ordinality as x (body, place) where body ~* $2',
      [texts, pattern],
    )
    const found = named.rows.flatMap(({ place }) => rows[place - 1] ?? [])
    await tx.client.query(
      `update idempotency_keys k set body = null from unnest($2::text[], $3::text[]) as x (route, key)
       where k.workspace_id = $1 and k.route = x.route and k.key = x.key`,
      [tx.workspace_id, found.map(({ route }) => route), found.map(({ key }) => key)],
    )
    after = [last.route, last.key]
  }
}
