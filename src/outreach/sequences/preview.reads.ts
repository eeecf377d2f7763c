// What a sequence would send to a lead, message by message, and the leads for which it goes worst.
import type { JsonObject } from '../../kernel/json.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { mustReadLead, readLeads, type StoredLead } from '../../records/lead-facts/lead.reads.ts'
import { readAddress } from '../keys/address.logic.ts'
import { readMailboxes } from '../mailboxes/mailboxes.reads.ts'
import { readOutreachSettings } from '../settings/outreach-settings.reads.ts'
import type { Sender } from '../templates/lead-values.logic.ts'
import { renderMessage, templateProblems, withFooter } from '../templates/message.logic.ts'
import { pickBySeed } from '../templates/template.logic.ts'
import { chooseVariant } from './readiness.logic.ts'
import type { SequenceStep } from './sequence.schema.ts'
import type { StoredSequence } from './sequences.reads.ts'

export async function readSender(tx: WorkspaceTx, { settings }: Pick<StoredSequence, 'settings'>): Promise<Sender> {
  const mailboxes = await readMailboxes(tx)
  const chosen = mailboxes.find(
    ({ id, email }) => email !== null && (settings.mailbox_ids.length === 0 || settings.mailbox_ids.includes(id)),
  )
  return { name: chosen?.from_name ?? '', email: chosen?.email ?? '' }
}

export async function previewSequence(
  tx: WorkspaceTx,
  sequence: StoredSequence,
  leadId: number,
  steps: readonly SequenceStep[] = sequence.steps,
) {
  const lead = await mustReadLead(tx, leadId)
  const sender = await readSender(tx, sequence)
  const { values } = await readOutreachSettings(tx)
  const footer = { postal_address: values.postal_address ?? '', unsubscribe_url: '[link to unsubscribe]' }
  return {
    lead_id: lead.id,
    to: readAddress(lead.data.email)?.email ?? null,
    items: previewItems(steps, lead.data, sender, `${sequence.id} ${lead.id}`).map((one) => ({
      ...one,
      text: one.kind === 'email' ? withFooter(one.text, footer) : one.text,
    })),
    next_cursor: null,
  }
}

function previewItems(steps: readonly SequenceStep[], lead: JsonObject, sender: Sender, seed: string) {
  let thread: string | null = null
  return steps.map((step, at) => {
    const head = { step_id: step.id, step_number: at + 1, kind: step.kind }
    if (step.kind !== 'email')
      return { ...head, variant_id: null, subject: '', text: step.note ?? '', problems: [], missing: [] }
    const variant = chooseVariant(step.variants, pickBySeed(`${seed} ${step.id}`))
    if (!variant)
      return {
        ...head,
        variant_id: null,
        subject: '',
        text: '',
        problems: ['The step has no variant that is sent'],
        missing: [],
      }
    const message = renderMessage(variant, lead, sender, `${seed} ${step.id}`, step.same_thread ? thread : null)
    if (thread === null || !step.same_thread) thread = message.subject
    const unknown = templateProblems(variant).filter((problem) => problem.includes('there is no variable'))
    return { ...head, variant_id: variant.id, ...message, problems: [...message.problems, ...unknown] }
  })
}

const MOST_CHECKED = 2_000

/** The ten enrolled leads whose messages have the most problems, or ten of the newest leads when none is enrolled. */
export async function readWorst(tx: WorkspaceTx, sequence: StoredSequence) {
  const { rows } = await tx.client.query<{ lead_id: number }>(
    `select lead_id from (select lead_id from enrollments where workspace_id = $1 and sequence_id = $2 order by id desc limit $3) e
     union all select lead_id from (select id as lead_id from leads where workspace_id = $1 and merged_into is null order by id desc limit $3) l
       where not exists (select from enrollments where workspace_id = $1 and sequence_id = $2) limit $3`,
    [tx.workspace_id, sequence.id, MOST_CHECKED],
  )
  const leads = await readLeads(
    tx,
    rows.map(({ lead_id }) => lead_id),
  )
  const sender = await readSender(tx, sequence)
  const judged = leads.map((lead) => judgeLead(sequence, lead, sender)).filter(({ score }) => score > 0)
  judged.sort((a, b) => b.score - a.score || a.lead_id - b.lead_id)
  return { items: judged.slice(0, 10), checked: leads.length, next_cursor: null }
}

function judgeLead(sequence: StoredSequence, lead: StoredLead, sender: Sender) {
  const items = previewItems(sequence.steps, lead.data, sender, `${sequence.id} ${lead.id}`)
  const problems = items.flatMap(({ problems, step_number }) =>
    problems.map((problem) => `Step ${step_number}: ${problem}`),
  )
  const hints = items.flatMap(({ text, subject, step_number, kind }) =>
    kind === 'email' ? hintsOf(subject, text).map((hint) => `Step ${step_number}: ${hint}`) : [],
  )
  if (!readAddress(lead.data.email)) problems.push('There is no usable e-mail address')
  const name = [lead.data.contact_person, lead.data.company, lead.data.email].find((one) => typeof one === 'string')
  return {
    lead_id: lead.id,
    name: typeof name === 'string' ? name : `Lead ${lead.id}`,
    problems: [...problems, ...hints],
    score: problems.length * 10 + hints.length,
  }
}

/** Oddities that a person would not write. */
function hintsOf(subject: string, text: string): string[] {
  const hints: string[] = []
  if (subject.length > 70) hints.push('The subject is longer than 70 characters')
  if (/[A-ZÄÖÜ]{4,}(?:\s+[A-ZÄÖÜ]{4,})+/.test(`${subject}\n${text}`))
    hints.push('Words in capitals, perhaps from the data')
  if (/\b(?:null|undefined|n\/a|unknown)\b/i.test(text)) hints.push('A placeholder such as "n/a" in the text')
  if (/\b(?:Inc|GmbH|Ltd|LLC|AG|S\.A)\b\.?/.test(text)) hints.push('The legal form of a company in the text')
  return hints
}
