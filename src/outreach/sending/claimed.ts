// A message that may be sent, as it is read and as it is taken.
import type { JsonObject } from '../../kernel/json.ts'
import type { MessageSpec } from '../mailboxes/compose.ts'
import type { StoredMailbox } from '../mailboxes/mailboxes.reads.ts'

export interface SendCandidate {
  id: string
  kind: 'step' | 'answer'
  sequence_id: string | null
  enrollment_id: string | null
  lead_id: number | null
  step_id: string | null
  step_number: number
  variant_id: string | null
  mailbox_id: string | null
  address: string
  subject: string | null
  body: string | null
  drafted_by: string | null
  approved_at: Date | null
  attempts: number
  time_zone: string | null
  email: string | null
  consent_source: string | null
  include_unverified: boolean | null
  status: string | null
  thread_subject: string | null
  thread_message_id: string | null
  last_message_id: string | null
  lead: JsonObject | null
  /** What it says itself where it was merged. */
  own: JsonObject | null
  /** The provenance of the address of each. */
  lead_origin: JsonObject | null
  own_origin: JsonObject | null
}

/** What is composed, with where it belongs; key and date are known when it is sent. */
export interface ClaimedMessage extends Omit<MessageSpec, 'mailbox' | 'dkim_private_key' | 'date'> {
  id: string
  claim_id: string
  mailbox: StoredMailbox
  enrollment_id: string | null
  sequence_id: string | null
  lead_id: number | null
  /** In hex: under which the address may be suppressed. */
  hashes: string[]
  is_first: boolean
  /** No step comes after it. */
  is_last: boolean
}
