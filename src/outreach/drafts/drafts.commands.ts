// What people do with drafts: edit, approve, reject, and send at once.
import { refuse } from '../../kernel/errors.ts'
import { audit } from '../../platform/audit/audit.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { endEnrollment } from '../sending/outcome.writes.ts'
import { oneLine } from '../templates/lead-values.logic.ts'
import { wakeMailboxes } from '../timing/sending.jobs.ts'
import type { Draft } from './draft.schema.ts'
import { mustReadDraft } from './drafts.reads.ts'

async function mustBePending(tx: WorkspaceTx, id: string): Promise<Draft> {
  await mustReadDraft(tx, id)
  await tx.client.query('select 1 from outbound_messages where workspace_id = $1 and id = $2 for update', [
    tx.workspace_id,
    id,
  ])
  const draft = await mustReadDraft(tx, id)
  if (draft.status !== 'pending') refuse('conflict', `The draft is ${draft.status} already`)
  return draft
}

export async function editDraft(
  tx: WorkspaceTx,
  id: string,
  change: { subject?: string | undefined; text?: string | undefined },
): Promise<Draft> {
  const draft = await mustBePending(tx, id)
  await tx.client.query('update outbound_messages set subject = $3, body = $4 where workspace_id = $1 and id = $2', [
    tx.workspace_id,
    id,
    oneLine(change.subject ?? draft.subject),
    (change.text ?? draft.text).trim(),
  ])
  await audit(tx, { act: 'draft.edited', object: { type: 'draft', id } })
  return mustReadDraft(tx, id)
}

/** `now` sends it as soon as the window and the limits allow, instead of when its delay is over. */
export async function approveDraft(tx: WorkspaceTx, id: string, now = false): Promise<Draft> {
  const draft = await mustBePending(tx, id)
  if (draft.subject.trim() === '' || draft.text.trim() === '')
    refuse('conflict', 'The draft has no subject or no text; write it first')
  await tx.client.query(
    `update outbound_messages set state = 'planned', approved_at = now(), approved_by = $3, due_at = case when $4 then now() else due_at end
     where workspace_id = $1 and id = $2`,
    [tx.workspace_id, id, tx.actor?.user_id ?? null, now],
  )
  await audit(tx, {
    act: 'draft.approved',
    object: { type: 'draft', id, name: draft.to },
    after: { drafted_by: draft.drafted_by },
  })
  await wakeMailboxes(tx)
  return mustReadDraft(tx, id)
}

/** The enrollment stops: its next message would refer to one that was never sent. */
export async function rejectDraft(tx: WorkspaceTx, id: string): Promise<Draft> {
  const draft = await mustBePending(tx, id)
  await tx.client.query(
    `update outbound_messages set state = 'cancelled', error_class = 'rejected', ended_at = now() where workspace_id = $1 and id = $2`,
    [tx.workspace_id, id],
  )
  if (draft.enrollment_id) await endEnrollment(tx, draft.enrollment_id, 'stopped', 'draft_rejected')
  await audit(tx, { act: 'draft.rejected', object: { type: 'draft', id, name: draft.to } })
  return mustReadDraft(tx, id)
}
