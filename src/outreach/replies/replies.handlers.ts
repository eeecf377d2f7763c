// The worker's part of replies: mailboxes are read on their schedule, and the model sorts what the rules could not.
import { handleWorkspaceJob, type JobHandler } from '../../platform/queue/job.ts'
import { readInbox } from '../mailboxes/mailbox-schedules.writes.ts'
import type { OutreachParts } from '../outreach.parts.ts'
import { classifyReplyByModel } from './classify.jobs.ts'
import { classifyByModel } from './classify-by-model.ts'
import { readMailboxInbox } from './read-inbox.ts'

export function replyJobs(parts: OutreachParts): JobHandler[] {
  return [
    handleWorkspaceJob(readInbox, async ({ mailbox_id }, { workspace_id, signal }) => {
      try {
        await readMailboxInbox(parts, workspace_id, mailbox_id, signal)
      } catch (error) {
        if (signal.aborted) throw error
        // The next look is minutes away; what went wrong is shown with the mailbox.
        const text =
          `Replies could not be read: ${(error as Error & { responseText?: string }).responseText ?? (error as Error).message}`.slice(
            0,
            500,
          )
        await parts.database.inWorkspace(workspace_id, (tx) =>
          tx.client.query('update mailboxes set last_error = $3 where workspace_id = $1 and id = $2', [
            workspace_id,
            mailbox_id,
            text,
          ]),
        )
      }
    }) as JobHandler,
    handleWorkspaceJob(classifyReplyByModel, ({ inbound_id }, { workspace_id, signal }) =>
      classifyByModel(parts, workspace_id, inbound_id, signal),
    ) as JobHandler,
  ]
}
