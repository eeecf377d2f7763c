// Declared events: a name, a payload schema and one sentence; typed where they are emitted and described for clients.
import type { Static, TObject, TSchema } from 'typebox'
import type { Json } from '../../kernel/json.ts'
import type { WorkspaceTx } from '../db/database.ts'
import { writeEvent, writeEvents } from './outbox.ts'

export interface EventKind<S extends TSchema = TSchema> {
  readonly type: string
  readonly payload: S
  readonly description: string
}

/** Declares an event; `payload` leaves out `type`, `ts` and `workspace_id`, which every event has. */
export function defineEvent<S extends TObject>(type: string, payload: S, description: string): EventKind<S> {
  return { type, payload, description }
}

/** Writes the event into the outbox of the caller's transaction: what is rolled back is never sent. */
export async function emit<S extends TSchema>(tx: WorkspaceTx, event: EventKind<S>, payload: Static<S>): Promise<void> {
  await writeEvent(tx, { ...(payload as { [member: string]: Json }), type: event.type })
}

/** Several of one kind, in one statement. */
export async function emitAll<S extends TSchema>(
  tx: WorkspaceTx,
  event: EventKind<S>,
  payloads: readonly Static<S>[],
): Promise<void> {
  await writeEvents(
    tx,
    payloads.map((payload) => ({ ...(payload as { [member: string]: Json }), type: event.type })),
  )
}
