// Drafts the next message of an enrollment: by the model of the workspace, or from the template where there is none.
import { askTurn, type ModelCallParts } from '../../enrichment/kinds/models/ask-turn.ts'
import { refuse } from '../../kernel/errors.ts'
import type { JsonObject } from '../../kernel/json.ts'
import type { WorkspaceScope } from '../../platform/ctx.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { emit } from '../../platform/events/event.ts'
import { jsonIn } from '../../providers/models/model-answer.ts'
import { mustReadLead } from '../../records/lead-facts/lead.reads.ts'
import { mustReadEnrollment } from '../enrollments/enrollments.reads.ts'
import { seedOf, variantFor } from '../enrollments/plan.writes.ts'
import { draftWaiting } from '../outreach.events.ts'
import { readSender } from '../sequences/preview.reads.ts'
import { mustReadSequence } from '../sequences/sequences.reads.ts'
import { readOutreachSettings } from '../settings/outreach-settings.reads.ts'
import { renderMessage } from '../templates/message.logic.ts'
import type { Draft, DraftCreate } from './draft.schema.ts'
import { mustReadDraft } from './drafts.reads.ts'
import { DRAFT_SCHEMA, DRAFT_SYSTEM, draftQuestion, factsOf, type ModelDraft, readDraft } from './model-draft.logic.ts'

const MOST_TOKENS = 2_000

interface Prepared {
  message_id: string
  lead: JsonObject
  template: { subject: string; text: string; problems: string[] }
  model: string | null
}

/** @throws Refusal `conflict` when there is no message to draft, or the model did not write one */
export async function createDraft(
  parts: ModelCallParts,
  place: WorkspaceScope,
  wanted: DraftCreate,
  signal: AbortSignal,
): Promise<Draft> {
  const prepared = await parts.database.inWorkspace(place.workspace_id, (tx) => prepare(tx, wanted.enrollment_id))
  const written = prepared.model === null ? null : await askFor(parts, place, prepared, prepared.model, wanted, signal)
  if (!written && prepared.template.problems.length > 0)
    refuse('conflict', `The template cannot be written for this lead: ${prepared.template.problems.join('; ')}`)
  return parts.database.inWorkspace(place, (tx) => store(tx, prepared, written))
}

async function prepare(tx: WorkspaceTx, enrollmentId: string): Promise<Prepared> {
  const enrollment = await mustReadEnrollment(tx, enrollmentId)
  const { rows } = await tx.client.query<{ id: string; step_id: string; thread_subject: string | null }>(
    `select m.id, m.step_id, e.thread_subject from outbound_messages m join enrollments e on e.workspace_id = $1 and e.id = m.enrollment_id
     where m.workspace_id = $1 and m.enrollment_id = $2 and m.kind = 'step' and m.state in ('planned', 'awaiting_approval', 'blocked') limit 1`,
    [tx.workspace_id, enrollment.id],
  )
  const next = rows[0]
  if (!next)
    return refuse(
      'conflict',
      'No message is waiting for this lead: its sequence has no next step. Nothing was drafted.',
    )
  const sequence = await mustReadSequence(tx, enrollment.sequence_id)
  const step = sequence.steps.find(({ id }) => id === next.step_id)
  const variant = step && variantFor(step, enrollment.id)
  if (!step || !variant) return refuse('conflict', 'The step was removed from the sequence')
  const { data } = await mustReadLead(tx, enrollment.lead_id)
  const subject = step.same_thread ? next.thread_subject : null
  const template = renderMessage(variant, data, await readSender(tx, sequence), seedOf(enrollment.id, step.id), subject)
  return { message_id: next.id, lead: data, template, model: (await readOutreachSettings(tx)).values.model }
}

async function askFor(
  parts: ModelCallParts,
  place: WorkspaceScope,
  { lead, template }: Prepared,
  model: string,
  { instructions, max_usd }: DraftCreate,
  signal: AbortSignal,
): Promise<ModelDraft> {
  const facts = factsOf(lead)
  const question = {
    purpose: 'draft',
    system: DRAFT_SYSTEM,
    schema: DRAFT_SCHEMA,
    temperature: 0.4,
    max_tokens: MOST_TOKENS,
    messages: [{ role: 'user' as const, text: draftQuestion(facts, template, instructions) }],
    workbook_id: null,
    max_usd,
  }
  const said = await askTurn(parts, place, model, question, signal)
  if ('failed' in said) return refuse('conflict', `The model gave no answer: ${said.failed}`)
  const ofSender = `${template.subject}\n${template.text}\n${instructions ?? ''}`
  return (
    readDraft(jsonIn(said.text), facts, ofSender) ??
    refuse('conflict', 'What the model answered is no message; try again')
  )
}

async function store(tx: WorkspaceTx, { message_id, template }: Prepared, written: ModelDraft | null): Promise<Draft> {
  const { rows } = await tx.client.query<{ sequence_id: string | null; lead_id: number | null }>(
    `update outbound_messages set state = 'awaiting_approval', drafted_by = $3, subject = $4, body = $5, evidence = $6, approved_at = null, approved_by = null,
       error = null, error_class = null
     where workspace_id = $1 and id = $2 and state in ('planned', 'awaiting_approval', 'blocked') returning sequence_id, lead_id`,
    [
      tx.workspace_id,
      message_id,
      written ? 'model' : 'template',
      written?.subject ?? template.subject,
      written?.text ?? template.text,
      JSON.stringify(written?.evidence ?? []),
    ],
  )
  const [draft] = rows
  if (!draft)
    return refuse('conflict', 'The message was sent or cancelled while it was drafted. The draft was not kept.')
  await emit(tx, draftWaiting, { draft_id: message_id, sequence_id: draft.sequence_id, lead_id: draft.lead_id })
  return mustReadDraft(tx, message_id)
}
