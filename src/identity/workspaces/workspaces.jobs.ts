// Deletes the data of deleted workspaces in small transactions, from every tenant table.

import { setImmediate as pause } from 'node:timers/promises'
import { Type } from 'typebox'
import type { WorkspaceId } from '../../kernel/ids.ts'
import type { Database } from '../../platform/db/database.ts'
import { oneRow } from '../../platform/db/sql-client.ts'
import { defineJob, type JobHandler } from '../../platform/queue/job.ts'
import { enqueue } from '../../platform/queue/queue.ts'
import { openSteps } from '../../platform/queue/steps.ts'

export const WORKSPACE_PURGE = defineJob({
  name: 'workspace.purge',
  payload: Type.Object({ workspace_id: Type.String(), sweep: Type.Integer() }),
  attempts: 20,
  lane: 'long',
})

const BATCH = 5_000
/** A worker that was in the middle of something may still write after the first sweep. */
const SECOND_SWEEP_MS = 60_000

/** `first` are the tables whose rows make others work for the workspace: gone first, they stop it. */
export function workspaceJobs(database: Database, first: readonly string[], now: () => Date): JobHandler[] {
  const purge: JobHandler<typeof WORKSPACE_PURGE.payload> = {
    kind: WORKSPACE_PURGE,
    async work({ workspace_id, sweep }, { id, signal }) {
      const workspaceId = workspace_id as WorkspaceId
      if (!(await isDeleted(database, workspaceId))) return
      for (const table of await tenantTables(database, first))
        if (table !== 'audit_log') await empty(database, workspaceId, table, table === 'jobs' ? id : undefined, signal)
      await forgetActs(database, workspaceId, signal)
      await database.inControl(async (tx) => {
        if (sweep > 1)
          await tx.client.query('delete from workspaces where id = $1 and deleted_at is not null', [workspace_id])
        else {
          const run_at = new Date(now().getTime() + SECOND_SWEEP_MS)
          await enqueue(tx, WORKSPACE_PURGE, { workspace_id, sweep: 2 }, { run_at })
        }
      })
    },
  }
  return [purge]
}

async function isDeleted(database: Database, id: WorkspaceId): Promise<boolean> {
  const { rowCount } = await database.inControl((tx) =>
    tx.client.query('select 1 from workspaces where id = $1 and deleted_at is not null', [id]),
  )
  return rowCount === 1
}

/** Every table with a workspace in its rows, those that point at others before them. */
async function tenantTables(database: Database, first: readonly string[]): Promise<string[]> {
  const { rows } = await database.inControl((tx) =>
    tx.client.query<{ name: string; points_at: string[] }>(
      `select c.relname as name, array(select f.relname::text from pg_constraint k join pg_class f on f.oid = k.confrelid
          where k.conrelid = c.oid and k.contype = 'f' and f.oid <> c.oid) as points_at
       from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'workspace_id' and not a.attisdropped
       where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = 'public'::regnamespace order by 1`,
    ),
  )
  const names = new Set(rows.map(({ name }) => name))
  const order = new Set(first.filter((name) => names.has(name)))
  while (order.size < names.size) {
    const left = rows.filter(({ name }) => !order.has(name))
    const next = left.find(({ name }) => !left.some((other) => other.name !== name && other.points_at.includes(name)))
    order.add((next ?? left[0] ?? rows[0])?.name as string)
  }
  return [...order]
}

/** Lines of the audit log are not the service's to delete: the database does it, for a workspace that was deleted. */
async function forgetActs(database: Database, id: WorkspaceId, signal: AbortSignal): Promise<void> {
  for (;;) {
    signal.throwIfAborted()
    const { rows } = await database.inControl((tx) =>
      tx.client.query<{ gone: number }>('select audit_forget($1, $2) as gone', [id, BATCH]),
    )
    if (oneRow(rows).gone === 0) return
    await pause()
  }
}

async function empty(
  database: Database,
  id: WorkspaceId,
  table: string,
  except: string | undefined,
  signal: AbortSignal,
): Promise<void> {
  const name = `"${table.replaceAll('"', '""')}"`
  const kept = except === undefined ? '' : 'and id <> $3'
  const steps = openSteps({ database, at: id, signal, what: 'Deleting a workspace', most: BATCH })
  for (let gone = 1; gone > 0; )
    gone = await steps.take(async (tx, { size }) => {
      const { rowCount } = await tx.client.query(
        `delete from ${name} where ctid = any (array(
           select ctid from ${name} where workspace_id = $1 ${kept} limit $2))`,
        except === undefined ? [id, size] : [id, size, except],
      )
      return rowCount ?? 0
    })
}
