// What people do with one enrollment: stop it, or let it go on.
import { refuse } from '../../kernel/errors.ts'
import { audit } from '../../platform/audit/audit.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { wakeMailboxes } from '../timing/sending.jobs.ts'
import type { Enrollment } from './enrollment.schema.ts'
import { mustReadEnrollment } from './enrollments.reads.ts'

const OPEN = new Set(['scheduled', 'active', 'waiting', 'paused', 'blocked', 'auto_replied'])

/** Stopping what has ended changes nothing. */
export async function stopEnrollment(tx: WorkspaceTx, id: string): Promise<Enrollment> {
  const before = await mustReadEnrollment(tx, id)
  if (!OPEN.has(before.status)) return before
  await tx.client.query(
    `update enrollments set status = 'stopped', status_reason = 'person', ended_at = now(), updated_at = now() where workspace_id = $1 and id = $2`,
    [tx.workspace_id, id],
  )
  await tx.client.query(
    `update outbound_messages set state = 'cancelled', error_class = 'stopped', ended_at = now() where workspace_id = $1 and enrollment_id = $2
       and kind <> 'answer' and state in ('planned', 'reserved', 'awaiting_approval', 'blocked', 'open')`,
    [tx.workspace_id, id],
  )
  await audit(tx, { act: 'enrollment.stopped', object: { type: 'enrollment', id } })
  return mustReadEnrollment(tx, id)
}

export async function resumeEnrollment(tx: WorkspaceTx, id: string): Promise<Enrollment> {
  const before = await mustReadEnrollment(tx, id)
  if (before.status !== 'paused' && before.status !== 'blocked')
    refuse('conflict', 'Only a paused or blocked enrollment can be resumed')
  const { rows } = await tx.client.query(
    `select 1 from outbound_messages where workspace_id = $1 and enrollment_id = $2 and state = 'uncertain' limit 1`,
    [tx.workspace_id, id],
  )
  if (rows[0]) refuse('conflict', 'It is not known whether the last message was sent; settle it first')
  await tx.client.query(
    `update enrollments set status = case when thread_message_id is null then 'scheduled' else 'waiting' end, status_reason = null, updated_at = now()
     where workspace_id = $1 and id = $2`,
    [tx.workspace_id, id],
  )
  // What was approved stays approved; everything else is written anew.
  await tx.client.query(
    `update outbound_messages set state = case when drafted_by is not null and approved_at is null then 'awaiting_approval' else 'planned' end,
       error = null, error_class = null, due_at = greatest(due_at, now())
     where workspace_id = $1 and enrollment_id = $2 and state = 'blocked'`,
    [tx.workspace_id, id],
  )
  await audit(tx, { act: 'enrollment.resumed', object: { type: 'enrollment', id } })
  await wakeMailboxes(tx)
  return mustReadEnrollment(tx, id)
}
