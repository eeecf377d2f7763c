// Puts bounces, complaints and unsubscribes on record, for messages of this workspace only.

import { isUuid } from '../../kernel/ids.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { emit } from '../../platform/events/event.ts'
import { readAddress, suppressionHash } from '../keys/address.logic.ts'
import { complaintReceived, messageBounced, unsubscribed } from '../outreach.events.ts'
import { checkBreaker } from '../sending/breaker.writes.ts'
import { type EndedMessage, refOf, settle } from '../sending/outcome.writes.ts'
import { suppress } from '../suppressions/suppress.commands.ts'

export interface BounceNotice {
  kind: 'bounce' | 'complaint' | 'unsubscribe'
  hard: boolean
  /** What it says the message is: our id, a Message-ID, a token of an envelope sender, or the id of the service. */
  refs: readonly string[]
  /** Only believed where the sender of the report is known: the last message to it is meant. */
  address: string | null
  source: string
}

export type ReportOutcome = 'recorded' | 'repeated' | 'unknown'

type Found = EndedMessage & { state: string; bounced: string | null; complained_at: Date | null }

const FIELDS = `id, kind, sequence_id, enrollment_id, lead_id, mailbox_id, step_id, step_number, message_id, subject, address, coalesce(ended_at, now()) as ended_at,
  state, bounced, complained_at`
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
    if (message.bounced === 'hard' || (message.bounced === 'soft' && !report.hard)) return 'repeated'
    await tx.client.query(
      'update outbound_messages set bounced = $3, bounced_at = now() where workspace_id = $1 and id = $2',
      [tx.workspace_id, message.id, report.hard ? 'hard' : 'soft'],
    )
    if (report.hard || (await countSoft(tx, message.address)) >= SOFT_BEFORE_SUPPRESSING) {
      await suppress(tx, [{ ...of, reason: 'bounce' }])
      if (message.enrollment_id) await setStatus(tx, message.enrollment_id, 'bounced')
    }
    await emit(tx, messageBounced, { ...refOf(message), hard: report.hard })
  }
  await checkBreaker(tx, { sequence_id: message.sequence_id, mailbox_id: message.mailbox_id })
  return 'recorded'
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
    `select count(*)::int as count from outbound_messages where workspace_id = $1 and address = $2 and bounced = 'soft' and bounced_at > now() - interval '60 days'`,
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
