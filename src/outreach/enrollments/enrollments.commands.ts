// What people do with one enrollment: stop it, or let it go on.
import { refuse } from '../../kernel/errors.ts'
import { audit } from '../../platform/audit/audit.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { mustReadLead } from '../../records/lead-facts/lead.reads.ts'
import { readSender } from '../sequences/preview.reads.ts'
import { mustReadSequence } from '../sequences/sequences.reads.ts'
import { renderMessage } from '../templates/message.logic.ts'
import { wakeMailboxes } from '../timing/sending.jobs.ts'
import type { Enrollment } from './enrollment.schema.ts'
import { mustReadEnrollment } from './enrollments.reads.ts'
import { seedOf, variantFor } from './plan.writes.ts'

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
  await rewriteBlocked(tx, before)
  // What was approved stays approved; everything else is written again when it leaves.
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

/** A message that waits for approval is written when it is planned: what could not be written then is written now, or said again. */
async function rewriteBlocked(tx: WorkspaceTx, { id, sequence_id, lead_id }: Enrollment): Promise<void> {
  const { rows } = await tx.client.query<{ message_id: string; step_id: string; thread_subject: string | null }>(
    `select m.id as message_id, m.step_id, e.thread_subject from outbound_messages m join enrollments e on e.workspace_id = $1 and e.id = m.enrollment_id
     where m.workspace_id = $1 and m.enrollment_id = $2 and m.state = 'blocked' and m.drafted_by = 'template' and m.approved_at is null`,
    [tx.workspace_id, id],
  )
  if (rows.length === 0) return
  const sequence = await mustReadSequence(tx, sequence_id)
  const sender = await readSender(tx, sequence)
  const { data } = await mustReadLead(tx, lead_id)
  for (const { message_id, step_id, thread_subject } of rows) {
    const step = sequence.steps.find((one) => one.id === step_id)
    const variant = step && variantFor(step, id)
    if (!step || !variant)
      return refuse(
        'conflict',
        'The step of this message was removed from the sequence. Stop the enrollment, or add the step again.',
      )
    const thread = step.same_thread ? thread_subject : null
    const written = renderMessage(variant, data, sender, seedOf(id, step.id), thread)
    if (written.problems.length > 0)
      refuse(
        'conflict',
        `The message still cannot be written: ${written.problems.join('; ')}. Correct the lead or the template`,
      )
    await tx.client.query('update outbound_messages set subject = $3, body = $4 where workspace_id = $1 and id = $2', [
      tx.workspace_id,
      message_id,
      written.subject,
      written.text,
    ])
  }
}
