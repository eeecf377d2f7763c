// Planning the next message of enrollments: one row each, due when its delay is over and the window is open.
import { newId } from '../../kernel/ids.ts'
import type { JsonObject } from '../../kernel/json.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { emit } from '../../platform/events/event.ts'
import { messageBlocked } from '../outreach.events.ts'
import { chooseVariant } from '../sequences/readiness.logic.ts'
import type { SequenceSettings, SequenceStep } from '../sequences/sequence.schema.ts'
import { windowOf } from '../sequences/sequence-window.logic.ts'
import type { StoredSequence } from '../sequences/sequences.reads.ts'
import type { Sender } from '../templates/lead-values.logic.ts'
import { renderMessage } from '../templates/message.logic.ts'
import { pickBySeed } from '../templates/template.logic.ts'
import { nextOpen } from '../timing/window.logic.ts'

export interface PlannedMessage {
  id: string
  enrollment_id: string
  lead_id: number
  address: string
  /** Hex. */
  address_hash: string
  time_zone: string | null
  mailbox_id: string | null
  thread_subject: string | null
  /** Only needed where a person approves each message. */
  lead?: JsonObject
}

/** Seeds are of the enrollment and the step, so a message planned again says the same. */
export const seedOf = (enrollmentId: string, stepId: string) => `${enrollmentId} ${stepId}`

export function variantFor(step: SequenceStep, enrollmentId: string) {
  return chooseVariant(step.variants, pickBySeed(`${seedOf(enrollmentId, step.id)} variant`))
}

/** When a sequence may send next, by the zone of a recipient; each zone is computed once. Null: the window never opens again. */
export function dueTimes(settings: SequenceSettings, from: Date): (zone: string | null) => Date | null {
  const known = new Map<string, Date | null>()
  const window = windowOf(settings)
  return (zone) => {
    const name = (settings.use_recipient_time_zone && zone) || settings.time_zone
    if (!known.has(name)) known.set(name, nextOpen(from, window, name))
    return known.get(name) ?? null
  }
}

/** Plans the step for all of them. Returns the earliest time at which one is due. */
export async function planStep(
  tx: WorkspaceTx,
  sequence: Pick<StoredSequence, 'id' | 'settings' | 'steps'>,
  number: number,
  enrollments: readonly Omit<PlannedMessage, 'id'>[],
  from: Date,
  sender: Sender,
): Promise<Date | null> {
  const step = sequence.steps[number]
  if (!step || enrollments.length === 0) return null
  const { settings } = sequence
  const after = new Date(from.getTime() + step.delay_hours * 3_600_000)
  const dueOf = dueTimes(settings, after)
  let earliest: Date | null = null
  const rows = enrollments.map((one) => {
    const due = dueOf(one.time_zone) ?? after
    if (earliest === null || due < earliest) earliest = due
    const variant = step.kind === 'email' ? variantFor(step, one.enrollment_id) : undefined
    const waits = settings.require_approval && step.kind === 'email'
    const written =
      waits && variant && one.lead
        ? renderMessage(
            variant,
            one.lead,
            sender,
            seedOf(one.enrollment_id, step.id),
            step.same_thread ? one.thread_subject : null,
          )
        : undefined
    return {
      id: newId(),
      enrollment_id: one.enrollment_id,
      lead_id: one.lead_id,
      address: one.address,
      address_hash: one.address_hash,
      mailbox_id: one.mailbox_id,
      variant_id: variant?.id ?? null,
      due_at: due.toISOString(),
      kind: step.kind === 'email' ? 'step' : 'task',
      state:
        step.kind !== 'email'
          ? 'open'
          : waits
            ? written && written.problems.length > 0
              ? 'blocked'
              : 'awaiting_approval'
            : 'planned',
      drafted_by: waits ? 'template' : null,
      subject: written?.subject ?? null,
      body: step.kind === 'email' ? (written?.text ?? null) : step.note,
      error: written && written.problems.length > 0 ? written.problems.join('; ') : null,
    }
  })
  await tx.client.query(
    `insert into outbound_messages (workspace_id, id, kind, sequence_id, enrollment_id, lead_id, step_id, step_number, variant_id,
       mailbox_id, address, address_hash, state, due_at, drafted_by, subject, body, error)
     select $1, r.id, r.kind, $3, r.enrollment_id, r.lead_id, $4, $5, r.variant_id, r.mailbox_id, r.address, decode(r.address_hash, 'hex'),
       r.state, r.due_at, r.drafted_by, r.subject, r.body, r.error
     from jsonb_to_recordset($2::jsonb) as r (id uuid, kind text, enrollment_id uuid, lead_id bigint, variant_id text, mailbox_id uuid,
       address text, address_hash text, state text, due_at timestamptz, drafted_by text, subject text, body text, error text)
     on conflict do nothing`,
    [tx.workspace_id, JSON.stringify(rows), sequence.id, step.id, number + 1],
  )
  // A person has to see it: the lead stands still until its value is there.
  for (const { id, enrollment_id, lead_id, error } of rows.filter(({ state }) => state === 'blocked')) {
    await tx.client.query(
      `update enrollments set status = 'blocked', status_reason = $3, updated_at = now() where workspace_id = $1 and id = $2`,
      [tx.workspace_id, enrollment_id, error],
    )
    await emit(tx, messageBlocked, {
      message_id: id,
      sequence_id: sequence.id,
      enrollment_id,
      lead_id,
      mailbox_id: null,
      error: error ?? '',
    })
  }
  return earliest
}
