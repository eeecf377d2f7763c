// Queues in tables: rows that any number of workers take, past those that another transaction holds for a moment.
//
// A row is held by others for moments, as while a person changes it, and a claim that waited for it would hold up the rest. So it is
// passed over, and the claim tells that something is due that it did not get: unless its worker looks again soon, the row waits for ever.
import type { QueryResultRow } from 'pg'
import type { Static, TSchema } from 'typebox'
import type { Tx } from '../db/database.ts'
import type { JobKind } from './job.ts'
import { enqueue } from './queue.ts'

/** The end of each select of rows to take. */
export const PAST_HELD = 'for update skip locked'
/** As {@link PAST_HELD}, of rows that other tables refer to meanwhile. */
export const PAST_HELD_KEYED = 'for no key update skip locked'

/** When to look again for what was due and held by others. */
export const SOON_MS = 1_000

export interface QueueKind {
  /** The table that the rows are in. */
  readonly table: string
  /** Under which connections keep the plan of the claim. */
  readonly name?: string
  /** The statement that takes rows. */
  readonly claim: string
  /**
   * Finds a row that is due, held or not, by the first parameters of the claim. Absent where the worker looks again by itself
   * every second or two (`startLoop`); what works by tickets has to be told.
   */
  readonly left?: string
}

export interface Queue<Row extends QueryResultRow> extends QueueKind {
  /** `isMissed`: nothing was free, and something is due. Look again after {@link SOON_MS}. */
  take(tx: Tx, values: readonly unknown[]): Promise<{ rows: Row[]; isMissed: boolean }>
}

const declared = new Map<string, QueueKind>()

/** Every queue that is declared, by its table: the law of queues tests each. */
export const QUEUES: ReadonlyMap<string, QueueKind> = declared

export function defineQueue<Row extends QueryResultRow>(kind: QueueKind): Queue<Row> {
  if (declared.has(kind.table)) throw new Error(`two queues are in the table ${kind.table}`)
  declared.set(kind.table, kind)
  const { name, claim, left } = kind
  const leftValues = left === undefined ? 0 : Math.max(0, ...[...left.matchAll(/\$(\d+)/g)].map(([, n]) => Number(n)))
  return {
    ...kind,
    async take(tx, values) {
      const { rows } = await tx.client.query<Row>({
        ...(name !== undefined && { name }),
        text: claim,
        values: [...values],
      })
      if (left === undefined || rows.length > 0) return { rows, isMissed: false }
      const { rowCount } = await tx.client.query({
        ...(name !== undefined && { name: `${name}_left` }),
        text: left,
        values: values.slice(0, leftValues),
      })
      return { rows, isMissed: rowCount !== 0 }
    },
  }
}

/** For a queue that many tickets of one kind work on: one of them, under this key, looks again soon. */
export async function enqueueRetry<S extends TSchema>(
  tx: Tx,
  kind: JobKind<S>,
  payload: Static<S>,
  key: string,
): Promise<void> {
  await enqueue(tx, kind, payload, { key: `held:${key}`, run_at: new Date(Date.now() + SOON_MS) })
}

/** A heartbeat beside the work: renews what is held, never twice at once. */
export function startHeartbeat(
  everyMs: number,
  renew: () => Promise<void>,
  failed: (error: unknown) => void,
): { beat(): void; close(): Promise<void> } {
  let beating: Promise<void> | undefined
  const beat = () => {
    beating ??= renew()
      .catch(failed)
      .finally(() => {
        beating = undefined
      })
  }
  const timer = setInterval(beat, everyMs)
  return {
    beat,
    async close() {
      clearInterval(timer)
      await beating
    },
  }
}
