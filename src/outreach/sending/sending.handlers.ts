// The worker's part of sending: a ticket sends what a mailbox may send now and leaves one for the next time.
import { handleWorkspaceJob, type JobHandler } from '../../platform/queue/job.ts'
import { enqueue } from '../../platform/queue/queue.ts'
import { findMailbox } from '../mailboxes/mailboxes.reads.ts'
import { sendFromMailbox } from '../timing/sending.jobs.ts'
import { type DeliveryOptions, type DeliveryParts, deliverFrom } from './deliver.ts'

export function sendingJobs(parts: DeliveryParts, options: DeliveryOptions = {}): JobHandler[] {
  return [
    handleWorkspaceJob(sendFromMailbox, async ({ mailbox_id }, { workspace_id, signal }) => {
      const { database } = parts
      if (!(await database.inWorkspace(workspace_id, (tx) => findMailbox(tx, mailbox_id)))) return
      const next = await deliverFrom(parts, workspace_id, mailbox_id, signal, options)
      const runAt = signal.aborted ? new Date() : next
      if (runAt === null) return
      await database.inWorkspace(workspace_id, (tx) =>
        enqueue(tx, sendFromMailbox, { mailbox_id }, { key: mailbox_id, run_at: runAt }),
      )
    }) as JobHandler,
  ]
}
