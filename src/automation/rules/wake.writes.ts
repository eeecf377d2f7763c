// Has runs go on whose action waits for the outcome of a run of columns or of a delivery.
import type { WorkspaceId } from '../../kernel/ids.ts'
import type { Tx } from '../../platform/db/database.ts'
import { enqueueAll } from '../../platform/queue/queue.ts'
import { workRule } from './rules.jobs.ts'

/** The step asks for the outcome itself, so that a run that is woken too often asks once more and no harm is done. */
export async function wakeRuns(tx: Tx, workspaceId: WorkspaceId, awaited: readonly string[], now: Date): Promise<void> {
  const { rows } = await tx.client.query<{ rule_id: string }>(
    `update automation_runs a set wake_at = $3 from automation_steps s where s.workspace_id = $1 and s.awaits = any($2::uuid[])
       and s.status = 'waiting' and a.workspace_id = $1 and a.id = s.run_id and a.status = 'waiting' and a.wake_at is not null
      returning a.rule_id`,
    [workspaceId, awaited, now],
  )
  const rules = [...new Set(rows.map(({ rule_id }) => rule_id))]
  await enqueueAll(
    tx,
    workRule,
    workspaceId,
    rules.map((rule_id) => ({ key: rule_id, payload: { rule_id } })),
  )
}
