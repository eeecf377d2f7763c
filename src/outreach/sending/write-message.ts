// Writes a claimed message: from its template or as it was approved, with the footer, or says why it cannot be written.

import { seedOf, variantFor } from '../enrollments/plan.writes.ts'
import { suppressionHash } from '../keys/address.logic.ts'
import { writeUnsubscribeToken } from '../keys/tokens.logic.ts'
import type { StoredMailbox } from '../mailboxes/mailboxes.reads.ts'
import { unsubscribeProblem } from '../sequences/readiness.logic.ts'
import type { StoredSequence } from '../sequences/sequences.reads.ts'
import { oneLine } from '../templates/lead-values.logic.ts'
import { htmlOf, renderMessage, replySubject, withFooter } from '../templates/message.logic.ts'
import type { SendCandidate } from './claimed.ts'

export interface WrittenMessage {
  subject: string
  text: string
  html: string | null
  in_reply_to: string | null
  references: string[]
  unsubscribe_url: string | null
}

interface Writing {
  candidate: SendCandidate
  sequence: StoredSequence | null
  mailbox: StoredMailbox
  key: Buffer
  /** Name of the workspace in links. */
  linkName: string
  publicUrl: string | undefined
  postalAddress: string | null
}

export function unsubscribeUrl(
  publicUrl: string,
  key: Buffer,
  linkName: string,
  enrollmentId: string,
  address: string,
): string {
  const address_hash = suppressionHash(key, 'address', address)
  const token = writeUnsubscribeToken(key, linkName, { enrollment_id: enrollmentId, address_hash })
  return `${publicUrl}/api/outreach/unsubscribe?token=${token}`
}

export function writeMessage(writing: Writing): WrittenMessage | { problems: string[] } {
  const { candidate } = writing
  return candidate.kind === 'answer' ? writeAnswer(candidate) : writeStep(writing)
}

/** An answer to a person who wrote is a conversation: what was typed, and nothing below it. */
function writeAnswer({
  subject,
  body,
  last_message_id,
  thread_message_id,
}: SendCandidate): WrittenMessage | { problems: string[] } {
  if (!body?.trim()) return { problems: ['The text is empty'] }
  const references = [...new Set([thread_message_id, last_message_id].filter((id) => id !== null))]
  return {
    subject: oneLine(subject ?? ''),
    text: `${body.trim()}\n`,
    html: null,
    in_reply_to: last_message_id,
    references,
    unsubscribe_url: null,
  }
}

function writeStep({
  candidate,
  sequence,
  mailbox,
  key,
  linkName,
  publicUrl,
  postalAddress,
}: Writing): WrittenMessage | { problems: string[] } {
  const step = sequence?.steps.find(({ id }) => id === candidate.step_id)
  const problems: string[] = []
  if (!sequence || !step) return { problems: ['The step was removed from the sequence'] }
  const unsubscribing = unsubscribeProblem(publicUrl ?? null)
  if (unsubscribing !== null) problems.push(unsubscribing)
  if (!postalAddress) problems.push('The postal address of the sender is missing')
  const { thread_subject, thread_message_id, last_message_id } = candidate
  const isFollowUp = step.same_thread && thread_subject !== null && thread_message_id !== null
  const message = approvedText(candidate, isFollowUp ? thread_subject : null) ?? templateText()
  problems.push(...message.problems)
  if (problems.length > 0 || publicUrl === undefined || !postalAddress) return { problems }
  const unsubscribe_url = unsubscribeUrl(publicUrl, key, linkName, candidate.enrollment_id as string, candidate.address)
  const text = withFooter(message.text, { postal_address: postalAddress, unsubscribe_url })
  const references = isFollowUp ? [...new Set([thread_message_id, last_message_id].filter((id) => id !== null))] : []
  return {
    subject: message.subject,
    text,
    html: sequence.settings.plain_text_only ? null : htmlOf(text),
    in_reply_to: isFollowUp ? (last_message_id ?? thread_message_id) : null,
    references,
    unsubscribe_url,
  }

  function templateText() {
    const variant =
      step?.variants.find(({ id }) => id === candidate.variant_id) ??
      (step && variantFor(step, candidate.enrollment_id as string))
    if (!variant || !step) return { subject: '', text: '', problems: ['The step has no variant that is sent'] }
    const sender = { name: mailbox.from_name ?? '', email: mailbox.email ?? '' }
    return renderMessage(
      variant,
      candidate.lead ?? {},
      sender,
      seedOf(candidate.enrollment_id as string, step.id),
      isFollowUp ? thread_subject : null,
    )
  }
}

/** What a person approved leaves as it was approved. */
function approvedText({ approved_at, subject, body }: SendCandidate, threadSubject: string | null) {
  if (approved_at === null || !body) return null
  const line = threadSubject === null ? oneLine(subject ?? '') : replySubject(threadSubject)
  return { subject: line, text: body, problems: line === '' ? ['The subject is empty'] : [] }
}
