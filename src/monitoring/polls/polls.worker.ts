// The handler of polls.
import { handleWorkspaceJob, type JobHandler } from '../../platform/queue/job.ts'
import { pollWatch } from '../watches/watch.jobs.ts'
import { type PollParts, pollOnce } from './poll.commands.ts'

export function pollJobs(parts: PollParts): JobHandler[] {
  return [
    handleWorkspaceJob(pollWatch, async ({ watch_id, poll_id, cause }, run) => {
      await pollOnce(parts, {
        workspace_id: run.workspace_id,
        watch_id,
        signal: run.signal,
        // The ticket names a scheduled poll, so that a retry after a crash is the same poll.
        poll_id: poll_id ?? run.id,
        cause: cause === 'manual' || cause === 'scan' ? cause : 'schedule',
      })
    }) as JobHandler,
  ]
}
