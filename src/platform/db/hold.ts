// Locks by name, for what no single row stands for, such as the leads of a workspace.
import type { Tx } from './database.ts'

/** Locks a name until the transaction ends; waits for another transaction that holds it. A name says what is locked, then its id. */
export async function hold(tx: Tx, name: string): Promise<void> {
  await tx.client.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [name])
}
