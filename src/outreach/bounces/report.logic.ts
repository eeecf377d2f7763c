// Reads bounce messages (RFC 3464) and feedback reports (RFC 5965) out of a parsed mail. What they say is a claim: callers match it to
// a message of their own before they believe it.
import type { Email } from 'postal-mime'

export interface ReportedRecipient {
  address: string
  action: string
  status: string | null
  diagnostic: string
}

export interface BounceReport {
  kind: 'bounce'
  recipients: ReportedRecipient[]
  /** Message-ID of the message that came back, from the part that holds it. */
  original_id: string | null
}

export interface ComplaintReport {
  kind: 'complaint'
  feedback_type: string
  original_id: string | null
}

const MOST_TEXT = 200_000
const MOST_RECIPIENTS = 50

/** Null for a mail that is neither. Malformed parts are passed over. */
export function readReport(
  mail: Pick<Email, 'attachments' | 'headers' | 'text'>,
): BounceReport | ComplaintReport | null {
  const parts = mail.attachments.map(({ mimeType, content }) => ({
    type: (mimeType ?? '').toLowerCase(),
    text: textOf(content),
  }))
  const original_id = originalId(parts)
  const feedback = parts.find(({ type }) => type === 'message/feedback-report')
  if (feedback) {
    const [fields] = groupsOf(feedback.text)
    const feedback_type = fields?.get('feedback-type')?.toLowerCase() ?? 'other'
    return { kind: 'complaint', feedback_type, original_id }
  }
  const status = parts.find(
    ({ type }) => type === 'message/delivery-status' || type === 'message/global-delivery-status',
  )
  if (!status) return null
  const recipients = groupsOf(status.text)
    .filter((group) => group.has('action') || group.has('final-recipient'))
    .slice(0, MOST_RECIPIENTS)
    .map((group) => ({
      address: typedValue(group.get('original-recipient') ?? group.get('final-recipient') ?? '').toLowerCase(),
      action: (group.get('action') ?? '').toLowerCase(),
      status: /\b[245]\.\d{1,3}\.\d{1,3}\b/.exec(group.get('status') ?? '')?.[0] ?? null,
      diagnostic: typedValue(group.get('diagnostic-code') ?? '').slice(0, 500),
    }))
  return recipients.length === 0 ? null : { kind: 'bounce', recipients, original_id }
}

/** Only a failure of class 5 is for good; a delay is none at all. */
export function bounceKind({ action, status }: Pick<ReportedRecipient, 'action' | 'status'>): 'hard' | 'soft' | null {
  if (action !== 'failed') return action === 'delayed' ? null : null
  if (status === null) return 'soft'
  // A full mailbox and a policy are no dead address.
  if (/^5\.(?:2\.2|7\.\d+)$/.test(status)) return 'soft'
  return status.startsWith('5.') ? 'hard' : 'soft'
}

function textOf(content: ArrayBuffer | string | Uint8Array): string {
  const text = typeof content === 'string' ? content : Buffer.from(content as ArrayBuffer).toString('utf8')
  return text.slice(0, MOST_TEXT)
}

/** Groups of header fields with a blank line between them; folded lines are joined. */
function groupsOf(text: string): Map<string, string>[] {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(/\n[ \t]+/g, ' ')
    .split(/\n\s*\n/)
    .map((block) => {
      const fields = new Map<string, string>()
      for (const line of block.split('\n')) {
        const at = line.indexOf(':')
        const name = line.slice(0, at).trim().toLowerCase()
        if (at > 0 && !fields.has(name)) fields.set(name, line.slice(at + 1).trim())
      }
      return fields
    })
    .filter((fields) => fields.size > 0)
}

/** `rfc822; ann@example.com` without its type. */
const typedValue = (text: string) =>
  text
    .replace(/^[\w-]+\s*;\s*/, '')
    .replace(/^<|>$/g, '')
    .trim()

function originalId(parts: readonly { type: string; text: string }[]): string | null {
  const original = parts.find(({ type }) =>
    ['message/rfc822', 'text/rfc822-headers', 'message/global', 'message/global-headers'].includes(type),
  )
  const head = original?.text.split(/\r?\n\r?\n/)[0]?.replace(/\r?\n[ \t]+/g, ' ') ?? ''
  return /^message-id:\s*(<[^>\s]+>)/im.exec(head)?.[1] ?? null
}
