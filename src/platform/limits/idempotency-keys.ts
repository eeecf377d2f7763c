// The store of idempotency keys: one row per key, taken by the request that inserted it, kept for seven days.
import { newId } from '../../kernel/ids.ts'
import type { Database } from '../db/database.ts'
import type { KeptAnswer, KeyStore } from '../http/idempotency.ts'

/** A request that runs longer than this is taken for dead, and its key for free again. */
const LEASE_SECONDS = 120
export const KEPT_DAYS = 7

// The insert is the reservation: of requests at the same instant one inserts, the others find the row. An expired one,
// or one whose process died, is taken over.
const RESERVE = {
  name: 'idempotency_reserve',
  text: `insert into idempotency_keys as k (workspace_id, route, key, fingerprint, worker_id, lease_until)
    values ($1, $2, $3, $4, $5, now() + interval '${LEASE_SECONDS} seconds')
    on conflict (workspace_id, route, key) do update set fingerprint = excluded.fingerprint, worker_id = excluded.worker_id,
      lease_until = excluded.lease_until, status = null, body = null, created_at = now()
    where k.created_at < now() - interval '${KEPT_DAYS} days' or (k.status is null and k.lease_until < now())
    returning 1`,
}

export function idempotencyKeys(database: Database): KeyStore {
  return {
    async reserve({ workspace_id, route, key, fingerprint }) {
      const worker = newId()
      const place = [workspace_id, route, key]
      const found = await database.inWorkspace(workspace_id, async (tx) => {
        const { rowCount } = await tx.client.query({ ...RESERVE, values: [...place, fingerprint, worker] })
        if (rowCount === 1) return undefined
        const { rows } = await tx.client.query(
          'select fingerprint, status, body from idempotency_keys where workspace_id = $1 and route = $2 and key = $3',
          place,
        )
        return rows[0] as { fingerprint: Buffer; status: number | null; body: string } | undefined
      })
      const settle = (text: string, values: unknown[]) =>
        database.inWorkspace(
          workspace_id,
          async (tx) => void (await tx.client.query(text, [...place, worker, ...values])),
        )
      if (!found)
        return {
          kind: 'mine',
          keep: ({ status, body }: KeptAnswer) =>
            settle(
              'update idempotency_keys set status = $5, body = $6 where workspace_id = $1 and route = $2 and key = $3 and worker_id = $4',
              [status, body],
            ),
          release: () =>
            settle(
              'delete from idempotency_keys where workspace_id = $1 and route = $2 and key = $3 and worker_id = $4',
              [],
            ),
        }
      if (!found.fingerprint.equals(fingerprint)) return { kind: 'reused' }
      return found.status === null
        ? { kind: 'running' }
        : { kind: 'replay', answer: { status: found.status, body: found.body } }
    },
  }
}
