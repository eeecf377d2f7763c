// Puts bounces, complaints and unsubscribes on record, for messages of this workspace only.

import { isUuid } from '../../kernel/ids.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { emit } from '../../platform/events/event.ts'
import { recordBouncedAddress } from '../../records/lead-facts/source-evidence.commands.ts'
import { readAddress, suppressionHash } from '../keys/address.logic.ts'
import { complaintReceived, messageBounced, unsubscribed } from '../outreach.events.ts'
import { checkBreaker } from '../sending/breaker.writes.ts'
import { type EndedMessage, refOf, settle } from '../sending/outcome.writes.ts'
import { suppress } from '../suppressions/suppress.commands.ts'
import type { BounceClass, BounceReport, ComplaintReport } from './report.logic.ts'

export interface BounceNotice {
  kind: 'bounce' | 'complaint' | 'unsubscribe'
  /** Set for a bounce. */
  class: BounceClass | null
  /** What the server said. */
  detail: string
  /** What it says the message is: our id, a Message-ID, a token of an envelope sender, or the id of the service. */
  refs: readonly string[]
  /** Only believed where the sender of the report is known: the last message to it is meant. */
  address: string | null
  source: string
}

export type ReportOutcome = 'recorded' | 'repeated' | 'unknown'

type Found = EndedMessage & {
  state: string
  bounced: string | null
  bounce_class: string | null
  complained_at: Date | null
}

const FIELDS = `id, kind, sequence_id, enrollment_id, lead_id, mailbox_id, step_id, step_number, message_id, subject, address, coalesce(ended_at, now()) as ended_at,
  state, bounced, bounce_class, complained_at`
const SOFT_BEFORE_SUPPRESSING = 3

export async function recordBounce(tx: WorkspaceTx, key: Buffer, report: BounceNotice): Promise<ReportOutcome> {
  const message = await findMessage(tx, report)
  if (!message) return 'unknown'
  // That it came back proves that it was sent.
  if (message.state === 'uncertain') await settle(tx, message.id, 'sent')
  const entry = {
    scope: 'address' as const,
    hash: suppressionHash(key, 'address', message.address),
    value: message.address,
    source: report.source,
  }
  const of = { ...entry, sequence_id: message.sequence_id, message_id: message.id }
  if (report.kind === 'unsubscribe') {
    const { added } = await suppress(tx, [{ ...of, reason: 'unsubscribe' }])
    await tx.client.query(
      'update outbound_messages set unsubscribed_at = coalesce(unsubscribed_at, now()) where workspace_id = $1 and id = $2',
      [tx.workspace_id, message.id],
    )
    if (added > 0)
      await emit(tx, unsubscribed, {
        enrollment_id: message.enrollment_id,
        sequence_id: message.sequence_id,
        lead_id: message.lead_id,
      })
    return added > 0 ? 'recorded' : 'repeated'
  }
  if (report.kind === 'complaint') {
    await suppress(tx, [{ ...of, reason: 'complaint' }])
    if (message.complained_at) return 'repeated'
    await tx.client.query('update outbound_messages set complained_at = now() where workspace_id = $1 and id = $2', [
      tx.workspace_id,
      message.id,
    ])
    if (message.enrollment_id) await setStatus(tx, message.enrollment_id, 'complained')
    await emit(tx, complaintReceived, refOf(message))
  } else {
    const { class: read, detail } = report
    if (read === null || message.bounced === 'hard' || (message.bounced === 'soft' && read !== 'hard'))
      return 'repeated'
    if (read === 'delay') {
      // The server still tries: nothing has come back.
      if (message.bounce_class === 'delay') return 'repeated'
      await tx.client.query(
        `update outbound_messages set bounce_class = 'delay', bounce_detail = $3 where workspace_id = $1 and id = $2`,
        [tx.workspace_id, message.id, detail],
      )
      return 'recorded'
    }
    await tx.client.query(
      `update outbound_messages set bounced = $3, bounce_class = $4, bounce_detail = $5, bounced_at = now() where workspace_id = $1 and id = $2`,
      [tx.workspace_id, message.id, read === 'hard' ? 'hard' : 'soft', read, detail],
    )
    if (read === 'hard' && message.lead_id !== null) await recordBouncedAddress(tx, message.lead_id, message.address)
    // That mail was blocked says nothing about the address.
    const isDead =
      read === 'hard' || (read !== 'blocked' && (await countSoft(tx, message.address)) >= SOFT_BEFORE_SUPPRESSING)
    if (isDead) {
      await suppress(tx, [{ ...of, reason: 'bounce' }])
      if (message.enrollment_id) await setStatus(tx, message.enrollment_id, 'bounced')
    }
    await emit(tx, messageBounced, { ...refOf(message), hard: read === 'hard', class: read })
  }
  await checkBreaker(tx, { sequence_id: message.sequence_id, mailbox_id: message.mailbox_id })
  return 'recorded'
}

/** What a mail of a server tells, whichever way it came: only a token of ours, or the id of a message of ours, links it to a message. */
export function recordReport(
  tx: WorkspaceTx,
  key: Buffer,
  report: BounceReport | ComplaintReport,
  tokens: readonly string[],
): Promise<ReportOutcome> {
  const refs = [...tokens, ...report.original_ids]
  if (report.kind === 'bounce') {
    const { kind, class: read, detail } = report
    return recordBounce(tx, key, { kind, class: read, detail, refs, address: null, source: 'dsn' })
  }
  if (report.feedback_type === 'not-spam') return Promise.resolve('unknown')
  return recordBounce(tx, key, { kind: 'complaint', class: null, detail: '', refs, address: null, source: 'arf' })
}

async function findMessage(tx: WorkspaceTx, { refs, address }: BounceNotice): Promise<Found | undefined> {
  for (const ref of refs.slice(0, 10)) {
    const by = isUuid(ref)
      ? 'id = $2::uuid'
      : /^[0-9a-f]{32}$/.test(ref)
        ? 'token = $2'
        : `message_id = $2 or message_id = '<' || $2 || '>'`
    const { rows } = await tx.client.query<Found>(
      `select ${FIELDS} from outbound_messages where workspace_id = $1 and (${by}) and state in ('sent', 'uncertain', 'failed', 'sending') for update`,
      [tx.workspace_id, ref],
    )
    if (rows[0]) return rows[0]
  }
  const read = readAddress(address)
  if (!read) return undefined
  const { rows } = await tx.client.query<Found>(
    `select ${FIELDS} from outbound_messages where workspace_id = $1 and address = $2 and state in ('sent', 'uncertain')
       and coalesce(sent_at, ended_at) > now() - interval '30 days' order by coalesce(sent_at, ended_at) desc limit 1 for update`,
    [tx.workspace_id, read.email],
  )
  return rows[0]
}

async function countSoft(tx: WorkspaceTx, address: string): Promise<number> {
  const { rows } = await tx.client.query<{ count: number }>(
    `select count(*)::int as count from outbound_messages where workspace_id = $1 and address = $2 and bounced = 'soft' and bounce_class is distinct from 'blocked' and bounced_at > now() - interval '60 days'`,
    [tx.workspace_id, address],
  )
  return rows[0]?.count ?? 0
}

async function setStatus(tx: WorkspaceTx, id: string, status: 'bounced' | 'complained'): Promise<void> {
  await tx.client.query(
    `update enrollments set status = $3, ended_at = coalesce(ended_at, now()), updated_at = now() where workspace_id = $1 and id = $2
       and status not in ('unsubscribed', 'complained')`,
    [tx.workspace_id, id, status],
  )
}
