// How the routes of a room reach the caller's workspace.
import type { Scope } from '../ctx.ts'
import type { Database, WorkspaceTx } from '../db/database.ts'

/** `(ctx, work)`: runs `work` in a transaction of the workspace of the request, for its caller. */
export function scopedTo(database: Database) {
  return <T>(ctx: { scope: Scope }, work: (tx: WorkspaceTx) => Promise<T>): Promise<T> =>
    database.inWorkspace(ctx.scope, work)
}
