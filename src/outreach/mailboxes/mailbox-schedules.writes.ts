// The schedules of a mailbox: looking for something to send, and reading what came in.
import { Type } from 'typebox'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { defineJob } from '../../platform/queue/job.ts'
import { removeSchedule, setSchedule } from '../../platform/queue/schedules.ts'
import { sendFromMailbox } from '../timing/sending.jobs.ts'
import type { StoredMailbox } from './mailboxes.reads.ts'

export const readInbox = defineJob({
  name: 'outreach.read_inbox',
  payload: Type.Object({ mailbox_id: Type.String() }),
  attempts: 1,
  lane: 'network',
})

/** What is planned wakes the mailbox by itself; this catches what was lost with a process. */
const LOOK_SECONDS = 300
const READ_SECONDS = 120

export async function schedulePolling(tx: WorkspaceTx, { id, settings }: StoredMailbox, now: Date): Promise<void> {
  const item = { subject: id, payload: { mailbox_id: id }, jitter_seconds: 30, now }
  await setSchedule(tx, sendFromMailbox, { ...item, timing: { every_seconds: LOOK_SECONDS } })
  if (settings.imap_host === null) await removeSchedule(tx, readInbox, id)
  else await setSchedule(tx, readInbox, { ...item, timing: { every_seconds: READ_SECONDS } })
}

export async function stopPolling(tx: WorkspaceTx, id: string): Promise<void> {
  await removeSchedule(tx, sendFromMailbox, id)
  await removeSchedule(tx, readInbox, id)
}
