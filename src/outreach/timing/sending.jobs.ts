// The jobs of sending: one for what a mailbox has to send, and the wish to look at once.
import { Type } from 'typebox'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { defineJob } from '../../platform/queue/job.ts'
import { enqueue } from '../../platform/queue/queue.ts'

export const sendFromMailbox = defineJob({
  name: 'outreach.send',
  payload: Type.Object({ mailbox_id: Type.String() }),
  attempts: 20,
  lane: 'network',
})

/** Looks at each mailbox as soon as this has committed; all of them without ids. */
export async function wakeMailboxes(tx: WorkspaceTx, ids: readonly string[] = [], runAt?: Date): Promise<void> {
  const { rows } = await tx.client.query<{ id: string }>(
    `select id from mailboxes where workspace_id = $1 and state = 'active' and (cardinality($2::uuid[]) = 0 or id = any($2::uuid[]))`,
    [tx.workspace_id, ids],
  )
  for (const { id } of rows)
    await enqueue(tx, sendFromMailbox, { mailbox_id: id }, { key: id, ...(runAt && { run_at: runAt }) })
}
