// Takes in one mail of a mailbox: a bounce, a complaint, or a reply, which ends the sequence for its sender.
import { createHash } from 'node:crypto'
import type { Email } from 'postal-mime'
import { newId } from '../../kernel/ids.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { emit } from '../../platform/events/event.ts'
import { enqueue } from '../../platform/queue/queue.ts'
import { isFreeMail } from '../../providers/domains/shared-hosts.ts'
import { readSamePerson } from '../../records/entities/entities-of.reads.ts'
import { headerOf, idsIn, returnTokensOf, storable, textOf } from '../bounces/mail-reading.ts'
import { recordReport } from '../bounces/record-bounce.commands.ts'
import { readReport } from '../bounces/report.logic.ts'
import { type EmailAddress, readAddress, suppressionHash } from '../keys/address.logic.ts'
import type { StoredMailbox } from '../mailboxes/mailboxes.reads.ts'
import { replyReceived, unsubscribed } from '../outreach.events.ts'
import { endEnrollment, pauseEnrollment, settle } from '../sending/outcome.writes.ts'
import { countryOf } from '../settings/country.logic.ts'
import { readOutreachSettings } from '../settings/outreach-settings.reads.ts'
import { suppress } from '../suppressions/suppress.commands.ts'
import { classifyReplyByModel } from './classify.jobs.ts'
import { classifyReply, type ReplyClassification } from './classify.logic.ts'

interface Matched {
  id: string
  state: string
  enrollment_id: string | null
  sequence_id: string | null
  lead_id: number | null
  mailbox_id: string | null
  address: string
  domain: string | null
  country: string | null
  pause_company: boolean | null
  stop_on_auto: boolean | null
}

export interface ReceivedMail {
  raw: Buffer
  mail: Email
  is_cut: boolean
  received_at: Date
}

export type ReceivedAs = 'bounce' | 'complaint' | 'reply' | 'unmatched' | 'repeated'

export async function receiveMail(
  tx: WorkspaceTx,
  key: Buffer,
  mailbox: StoredMailbox,
  { raw, mail, is_cut, received_at }: ReceivedMail,
  now: Date,
): Promise<ReceivedAs> {
  const tokens = returnTokensOf(mail)
  const isReturned = tokens.length > 0
  const report = readReport(mail, isReturned)
  if (report) {
    const outcome = await recordReport(tx, key, report, tokens)
    return outcome === 'unknown' ? 'unmatched' : report.kind
  }
  const from = readAddress(mail.from?.address)
  const matched = await findMatch(tx, mail, tokens, from?.email ?? null, mailbox.id)
  if (!matched) return 'unmatched'
  const text = textOf(mail)
  const country = countryOf(matched.country, from?.domain ?? matched.domain)
  const read = classifyReply({ ...mail, text }, now, country)
  const isOfPerson = read.kind === 'reply' && from !== null && isOfRecipient(from, matched)
  // What machines send from the null sender is never a reply.
  if (headerOf(mail, 'return-path')?.trim() === '<>' && read.kind === 'reply' && !isReturned) return 'unmatched'
  // Nobody was told the return address: what is neither a bounce nor an answer is for a person to read, and no reply.
  const isUnclear = isReturned && read.kind === 'reply' && !isOfPerson
  const classified: ReplyClassification = isUnclear ? { kind: 'auto_reply', class: 'other', return_date: null } : read
  const inbound = {
    id: newId(),
    dedupe_key: (mail.messageId ?? createHash('sha256').update(raw).digest('hex')).slice(0, 500),
    from_address: storable(from?.email ?? mail.from?.address ?? '', 320),
    from_name: storable(mail.from?.name ?? '', 200),
    subject: storable(mail.subject ?? '', 1000),
  }
  const { rowCount } = await tx.client.query(
    `insert into inbound_messages (workspace_id, id, mailbox_id, dedupe_key, enrollment_id, outbound_id, lead_id, kind, class, return_date, from_address,
       from_name, subject, text, is_cut, message_id, received_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17) on conflict (workspace_id, mailbox_id, dedupe_key) do nothing`,
    [
      tx.workspace_id,
      inbound.id,
      mailbox.id,
      storable(inbound.dedupe_key),
      matched.enrollment_id,
      matched.id,
      matched.lead_id,
      classified.kind,
      classified.class,
      classified.return_date,
      inbound.from_address,
      inbound.from_name,
      inbound.subject,
      storable(text),
      is_cut,
      mail.messageId ? storable(mail.messageId, 500) : null,
      received_at,
    ],
  )
  if (!rowCount) return 'repeated'
  if (matched.state === 'uncertain') await settle(tx, matched.id, 'sent')
  if (classified.kind === 'reply')
    await tx.client.query(
      'update outbound_messages set replied_at = coalesce(replied_at, $3) where workspace_id = $1 and id = $2',
      [tx.workspace_id, matched.id, received_at],
    )
  await react(tx, key, matched, classified, isUnclear)
  if (
    classified.kind === 'reply' &&
    classified.class === 'other' &&
    (await readOutreachSettings(tx)).values.model !== null
  )
    await enqueue(tx, classifyReplyByModel, { inbound_id: inbound.id })
  await emit(tx, replyReceived, {
    thread_id: matched.enrollment_id,
    inbound_id: inbound.id,
    lead_id: matched.lead_id,
    kind: classified.kind,
    class: classified.class,
  })
  return 'reply'
}

/** The recipient, or a colleague of theirs. */
const isOfRecipient = (from: EmailAddress, { address, domain }: Matched) =>
  from.email === address || (domain !== null && !isFreeMail(domain) && from.domain === domain)

/** Finds the message by the ids that the mail answers, then by the token it was sent to, then by its sender. */
async function findMatch(
  tx: WorkspaceTx,
  mail: Email,
  tokens: readonly string[],
  from: string | null,
  mailboxId: string,
): Promise<Matched | undefined> {
  const ids = [...idsIn(mail.inReplyTo), ...idsIn(mail.references)]
  const { rows } = await tx.client.query<Matched>(
    `select m.id, m.state, m.enrollment_id, m.sequence_id, m.lead_id, m.mailbox_id, m.address, e.domain, e.country,
       coalesce((s.settings ->> 'pause_company_on_reply')::boolean, true) as pause_company, (s.settings ->> 'stop_on_auto_reply')::boolean as stop_on_auto
     from outbound_messages m left join enrollments e on e.workspace_id = m.workspace_id and e.id = m.enrollment_id
     left join sequences s on s.workspace_id = m.workspace_id and s.id = m.sequence_id
     where m.workspace_id = $1 and m.state in ('sent', 'uncertain', 'sending') and (m.message_id = any($2::text[]) or m.token = any($3::text[])
       or ($4::text is not null and m.address = $4 and m.mailbox_id = $5 and coalesce(m.sent_at, m.ended_at) > now() - interval '90 days'))
     order by (m.message_id = any($2::text[])) desc, (m.token = any($3::text[])) desc, m.sent_at desc nulls last limit 1`,
    [tx.workspace_id, ids, tokens, from, mailboxId],
  )
  return rows[0]
}

/** Suppresses a sender that wants no more mail, whichever classifier found it. */
export async function suppressWriter(
  tx: WorkspaceTx,
  key: Buffer,
  matched: Pick<Matched, 'id' | 'address' | 'enrollment_id' | 'sequence_id' | 'lead_id'>,
): Promise<void> {
  const { enrollment_id, sequence_id } = matched
  const hash = suppressionHash(key, 'address', matched.address)
  const { added } = await suppress(tx, [
    {
      scope: 'address',
      hash,
      value: matched.address,
      reason: 'unsubscribe',
      source: 'reply',
      sequence_id,
      message_id: matched.id,
    },
  ])
  await tx.client.query(
    'update outbound_messages set unsubscribed_at = coalesce(unsubscribed_at, now()) where workspace_id = $1 and id = $2',
    [tx.workspace_id, matched.id],
  )
  if (added > 0) await emit(tx, unsubscribed, { enrollment_id, sequence_id, lead_id: matched.lead_id })
}

async function react(
  tx: WorkspaceTx,
  key: Buffer,
  matched: Matched,
  classified: ReplyClassification,
  isUnclear: boolean,
): Promise<void> {
  const { enrollment_id, domain, lead_id } = matched
  if (classified.class === 'unsubscribe') await suppressWriter(tx, key, matched)
  if (enrollment_id === null) return
  if (isUnclear || classified.class === 'maybe_unsubscribe')
    await pauseEnrollment(tx, enrollment_id, isUnclear ? 'unclear_return' : 'maybe_unsubscribe')
  if (isUnclear) return
  if (classified.kind !== 'reply') {
    if (matched.stop_on_auto) await endEnrollment(tx, enrollment_id, 'auto_replied', null)
    else if (classified.return_date)
      await tx.client.query(
        // From every sequence: it is the person who is away.
        `update outbound_messages set due_at = greatest(due_at, $3::date + interval '1 day 8 hours') where workspace_id = $1
           and (enrollment_id = $2 or address_hash = $4) and kind = 'step' and state in ('planned', 'awaiting_approval', 'blocked')`,
        [tx.workspace_id, enrollment_id, classified.return_date, suppressionHash(key, 'address', matched.address)],
      )
    return
  }
  if (classified.class !== 'maybe_unsubscribe') await endEnrollment(tx, enrollment_id, 'replied', null)
  // The same person gets no mail from another sequence during a conversation, nor do their colleagues.
  const isCompany = matched.pause_company === true && domain !== null && !isFreeMail(domain)
  const fellows = lead_id === null ? [] : ((await readSamePerson(tx, [lead_id])).get(lead_id) ?? [])
  await tx.client.query(
    `update enrollments set status = 'paused', updated_at = now(),
       status_reason = case when address_hash = $4 or lead_id = any($6::bigint[]) then 'replied_elsewhere' else 'company_replied' end
     where workspace_id = $1 and id <> $2 and status in ('scheduled', 'active', 'waiting')
       and (address_hash = $4 or lead_id = any($6::bigint[]) or ($5 and domain = $3))`,
    [tx.workspace_id, enrollment_id, domain, suppressionHash(key, 'address', matched.address), isCompany, fellows],
  )
}
