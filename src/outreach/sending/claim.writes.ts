// Takes messages that a mailbox may send now: under the lock of the mailbox, with every limit counted in the database.
//
// A slot is counted from the moment it is taken until an hour after its message ended, by the clock of the database. The next message
// of the mailbox is taken only when the one before it ended more than an hour ago, so no receiver ever sees more than the limit within
// sixty minutes, regardless of what happens to the processes in between.
import { randomBytes } from 'node:crypto'
import { newId } from '../../kernel/ids.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { oneRow } from '../../platform/db/sql-client.ts'
import { defineQueue, PAST_HELD, SOON_MS } from '../../platform/queue/lease.ts'
import { judgeAddress } from '../enrollments/address.logic.ts'
import { findMergedAway } from '../enrollments/merged.reads.ts'
import { dueTimes } from '../enrollments/plan.writes.ts'
import { hashesOf, readAddress } from '../keys/address.logic.ts'
import type { OutreachKeys } from '../keys/workspace-key.ts'
import { countSlots, dayLimit, mustReadMailbox, type StoredMailbox } from '../mailboxes/mailboxes.reads.ts'
import { readSequencesById, type StoredSequence } from '../sequences/sequences.reads.ts'
import { countryOf, ruleFor } from '../settings/country.logic.ts'
import { type CountryRuleMap, readOutreachSettings } from '../settings/outreach-settings.reads.ts'
import { findSuppressed } from '../suppressions/suppressions.reads.ts'
import { dayStart } from '../timing/window.logic.ts'
import type { ClaimedMessage, SendCandidate } from './claimed.ts'
import { block, cancel, holdBack, type PostponedMessage, postpone } from './outcome.writes.ts'
import { writeMessage } from './write-message.ts'

export interface ClaimContext {
  keys: OutreachKeys
  publicUrl: string | undefined
  workerId: string
  leaseSeconds: number
  random: () => number
}

export interface MessageClaim {
  messages: ClaimedMessage[]
  /** When it makes sense to look again; null: when something new is planned. */
  next_at: Date | null
  /** There may be more at once: candidates were looked at. */
  is_more: boolean
}

const DUE = `m.workspace_id = $1 and m.state = 'planned' and m.due_at <= $2 and (m.mailbox_id = $3 or m.mailbox_id is null)
      and (m.kind = 'answer' or m.sequence_id = any(array(select s.id from sequences s where s.workspace_id = $1 and s.status = 'active'
        and (jsonb_array_length(coalesce(s.settings -> 'mailbox_ids', '[]')) = 0 or s.settings -> 'mailbox_ids' ? $3::text))))`

// The due ones are taken from their index and only then meet lead and enrollment: joined first, every claim would read all leads.
const PLANNED = defineQueue<SendCandidate>({
  table: 'outbound_messages',
  claim: `with due as (
    select m.workspace_id, m.id, m.kind, m.sequence_id, m.enrollment_id, m.lead_id, m.step_id, m.step_number, m.variant_id, m.mailbox_id, m.address,
      m.subject, m.body, m.drafted_by, m.approved_at, m.attempts, m.due_at
    from outbound_messages m where ${DUE}
    order by (m.kind <> 'answer'), m.due_at, m.id limit $4 ${PAST_HELD})
  select m.*, e.time_zone, e.email, e.consent_source, e.include_unverified, e.status, e.thread_subject, e.thread_message_id, e.last_message_id, l.data as lead, l.own, l.lead_origin, l.own_origin
  from due m
  left join lateral (select * from enrollments e where e.workspace_id = $1 and e.id = m.enrollment_id offset 0) e on true
  left join lateral (select l.data, o.data as own, p.provenance -> 'email' as lead_origin, o.provenance -> 'email' as own_origin
    from leads l left join merged_leads o on o.workspace_id = $1 and o.lead_id = l.id
    left join lead_provenance p on p.workspace_id = $1 and p.lead_id = l.id
    where l.workspace_id = $1 and l.id = m.lead_id offset 0) l on true
  order by (m.kind <> 'answer'), m.due_at, m.id`,
  left: `select 1 from outbound_messages m where ${DUE} limit 1`,
})

/** At most `most` messages. Commits what was found out on the way: blocked, cancelled and postponed ones. */
export async function claimMessages(
  tx: WorkspaceTx,
  ctx: ClaimContext,
  mailboxId: string,
  most: number,
): Promise<MessageClaim> {
  // Statements sent at one moment go in one message: the clock is read once the mailbox is locked.
  const [mailbox, { rows: clock }] = await Promise.all([
    mustReadMailbox(tx, mailboxId, true),
    tx.client.query<{ now: Date }>('select clock_timestamp() as now'),
  ])
  const now = (clock[0] as { now: Date }).now
  const later = (at: Date | null): MessageClaim => ({ messages: [], next_at: at, is_more: false })
  if (mailbox.state !== 'active' || mailbox.email === null || mailbox.settings.host === null) return later(null)
  if (mailbox.retry_at && mailbox.retry_at > now) return later(mailbox.retry_at)
  if (mailbox.next_send_at && mailbox.next_send_at > now) return later(mailbox.next_send_at)
  const room = await roomOf(tx, mailbox, now)
  if (room.count <= 0) return later(room.next_at)

  const { rows: candidates, isMissed } = await PLANNED.take(tx, [tx.workspace_id, now, mailboxId, Math.max(50, most)])
  if (isMissed) return later(new Date(now.getTime() + SOON_MS))
  if (candidates.length === 0) return later(await nextDue(tx, mailboxId, now))
  const sequenceIds = [...new Set(candidates.flatMap(({ sequence_id }) => sequence_id ?? []))]
  const key = await ctx.keys.of(tx)
  const linkName = await ctx.keys.linkName(tx)
  const [sequences, suppressed, merged, { values, country_rules }] = await Promise.all([
    readSequencesById(tx, sequenceIds, true),
    findSuppressed(
      tx,
      key,
      candidates.flatMap(({ lead_id, ...candidate }) => {
        const address = readAddress(candidate.address)
        return address ? [{ lead_id, address }] : []
      }),
    ),
    findMergedAway(
      tx,
      candidates.flatMap(({ kind, enrollment_id, sequence_id, lead_id }) =>
        kind === 'step' && enrollment_id !== null && sequence_id !== null && lead_id !== null
          ? [{ enrollment_id, sequence_id, lead_id }]
          : [],
      ),
    ),
    readOutreachSettings(tx),
  ])
  const limits = new Map<string, Limit>()
  for (const sequence of sequences.values()) limits.set(sequence.id, await sequenceRoom(tx, sequence, now))
  const messages: ClaimedMessage[] = []
  const postponed: PostponedMessage[] = []
  let gapUntil: Date | null = null
  for (const candidate of candidates) {
    if (messages.length >= Math.min(most, room.count)) break
    const sequence = candidate.sequence_id === null ? null : (sequences.get(candidate.sequence_id) ?? null)
    const address = readAddress(candidate.address)
    if (!address || suppressed.has(address.email)) {
      await cancel(tx, candidate.id, 'suppressed')
      continue
    }
    if (sequence && candidate.kind === 'step') {
      // Follow-ups go on as planned; a verdict, a rule or a lead that changed meanwhile is looked at again here.
      const gate = merged.has(candidate.enrollment_id ?? '')
        ? 'merged'
        : gateOf(candidate, sequence, values.consent_required, country_rules)
      if (gate === 'paused') {
        await holdBack(tx, candidate.id)
        continue
      }
      if (gate !== null) {
        await cancel(tx, candidate.id, gate)
        continue
      }
      const limit = limits.get(sequence.id) as Limit
      const opens = limit.opensFor(candidate.time_zone)
      if (opens === null) {
        await cancel(tx, candidate.id, 'window_over')
        continue
      }
      if (opens > now) {
        postponed.push({ id: candidate.id, at: opens })
        continue
      }
      const isFirst = candidate.thread_message_id === null
      if (limit.all <= 0 || (isFirst && limit.first <= 0)) {
        postponed.push({ id: candidate.id, at: limit.again })
        continue
      }
      limit.all--
      if (isFirst) limit.first--
    }
    const written = writeMessage({
      candidate,
      sequence,
      mailbox,
      key,
      linkName,
      publicUrl: ctx.publicUrl,
      postalAddress: values.postal_address,
    })
    if ('problems' in written) {
      await block(tx, candidate, written.problems)
      continue
    }
    const claimed: ClaimedMessage = {
      id: candidate.id,
      claim_id: newId(),
      mailbox,
      to: candidate.address,
      enrollment_id: candidate.enrollment_id,
      sequence_id: candidate.sequence_id,
      lead_id: candidate.lead_id,
      message_id: `<${newId()}.${randomBytes(6).toString('hex')}@${mailbox.email.slice(mailbox.email.lastIndexOf('@') + 1)}>`,
      token: randomBytes(16).toString('hex'),
      hashes: hashesOf(key, address).map((one) => one.toString('hex')),
      is_first: candidate.thread_message_id === null,
      is_last: sequence !== null && sequence.steps.at(-1)?.id === candidate.step_id,
      ...written,
    }
    messages.push(claimed)
    const { min_gap_seconds = 0, gap_jitter_seconds = 0 } = sequence?.settings ?? {}
    if (candidate.kind === 'step' && min_gap_seconds + gap_jitter_seconds > 0) {
      gapUntil = new Date(now.getTime() + (min_gap_seconds + ctx.random() * gap_jitter_seconds) * 1000)
      break
    }
  }
  postpone(tx, postponed)
  reserveAll(tx, ctx, messages, now)
  if (gapUntil !== null || (messages.length > 0 && mailbox.ramp_from === null))
    tx.lastly.push({
      text: `update mailboxes set next_send_at = coalesce($3, next_send_at), ramp_from = case when $4 then coalesce(ramp_from, $5) else ramp_from end
        where workspace_id = $1 and id = $2`,
      values: [tx.workspace_id, mailboxId, gapUntil, messages.length > 0, now],
    })
  return { messages, next_at: gapUntil ?? now, is_more: gapUntil === null }
}

async function roomOf(
  tx: WorkspaceTx,
  mailbox: StoredMailbox,
  now: Date,
): Promise<{ count: number; next_at: Date | null }> {
  const { max_per_hour, time_zone } = mailbox.settings
  const hour = max_per_hour - (await countSlots(tx, mailbox.id, new Date(now.getTime() - 3_600_000)))
  const perDay = dayLimit(mailbox, now)
  const today = dayStart(now, time_zone)
  const day =
    perDay === null
      ? Number.MAX_SAFE_INTEGER
      : perDay - (await countSlots(tx, mailbox.id, new Date(today.getTime() - 1)))
  if (day <= 0) return { count: 0, next_at: dayStart(new Date(today.getTime() + 26 * 3_600_000), time_zone) }
  if (hour > 0) return { count: Math.min(hour, day), next_at: now }
  const { rows } = await tx.client.query<{ at: Date | null }>(
    `select min(at) + interval '1 hour' as at from send_slots where workspace_id = $1 and mailbox_id = $2 and not is_open and at > $3::timestamptz - interval '1 hour'`,
    [tx.workspace_id, mailbox.id, now],
  )
  // Without a slot that ended, all are under way: their ends wake the mailbox. With a limit of 0 nothing ever does.
  return { count: 0, next_at: rows[0]?.at ?? (max_per_hour === 0 ? null : new Date(now.getTime() + 30_000)) }
}

/** What a sequence may still send. */
interface Limit {
  all: number
  first: number
  /** When there is more. */
  again: Date
  /** By the zone of a recipient; null: never again. */
  opensFor: ReturnType<typeof dueTimes>
}

async function sequenceRoom(tx: WorkspaceTx, { id, settings }: StoredSequence, now: Date): Promise<Limit> {
  const { max_per_day, max_new_per_day, time_zone } = settings
  const today = dayStart(now, time_zone)
  const again = dayStart(new Date(today.getTime() + 26 * 3_600_000), time_zone)
  const opensFor = dueTimes(settings, now)
  if (max_per_day === null && max_new_per_day === null)
    return { all: Number.MAX_SAFE_INTEGER, first: Number.MAX_SAFE_INTEGER, again, opensFor }
  const { rows } = await tx.client.query<{ all: number; first: number }>(
    `select count(*)::int as all, count(*) filter (where is_first)::int as first from send_slots
     where workspace_id = $1 and sequence_id = $2 and (at >= $3 or is_open)`,
    [tx.workspace_id, id, today],
  )
  const used = oneRow(rows)
  return {
    all: (max_per_day ?? Number.MAX_SAFE_INTEGER) - used.all,
    first: (max_new_per_day ?? Number.MAX_SAFE_INTEGER) - used.first,
    again,
    opensFor,
  }
}

async function nextDue(tx: WorkspaceTx, mailboxId: string, now: Date): Promise<Date | null> {
  const { rows } = await tx.client.query<{ at: Date | null }>(
    `select min(m.due_at) as at from outbound_messages m left join sequences s on s.workspace_id = m.workspace_id and s.id = m.sequence_id
     where m.workspace_id = $1 and m.state = 'planned' and m.due_at > $2 and (m.kind = 'answer' or s.status = 'active')
       and (m.mailbox_id = $3 or m.mailbox_id is null)`,
    [tx.workspace_id, now, mailboxId],
  )
  return rows[0]?.at ?? null
}

/** All of a claim in two statements, which go with the commit: at hundreds a second the ways cost more than the work. */
function reserveAll(tx: WorkspaceTx, ctx: ClaimContext, messages: readonly ClaimedMessage[], now: Date): void {
  if (messages.length === 0) return
  const rows = JSON.stringify(
    messages.map((one) => ({
      id: one.id,
      claim_id: one.claim_id,
      subject: one.subject,
      text: one.text,
      message_id: one.message_id,
      token: one.token,
      mailbox_id: one.mailbox.id,
      sequence_id: one.sequence_id,
      is_first: one.is_first,
    })),
  )
  tx.lastly.push(
    {
      name: 'outreach_reserve',
      text: `update outbound_messages m set state = 'reserved', claim_id = r.claim_id, worker_id = $3, attempts = attempts + 1, mailbox_id = r.mailbox_id,
         lease_until = $4::timestamptz + make_interval(secs => $5), subject = r.subject, body = r.text, message_id = r.message_id, token = r.token,
         error = null, error_class = null
       from jsonb_to_recordset($2::jsonb) as r (id uuid, claim_id uuid, subject text, text text, message_id text, token text, mailbox_id uuid)
       where m.workspace_id = $1 and m.id = any($6::uuid[]) and m.id = r.id`,
      values: [tx.workspace_id, rows, ctx.workerId, now, ctx.leaseSeconds, messages.map(({ id }) => id)],
    },
    {
      name: 'outreach_take_slots',
      text: `insert into send_slots (workspace_id, mailbox_id, message_id, sequence_id, is_first, at)
       select $1, r.mailbox_id, r.id, r.sequence_id, r.is_first, $3
       from jsonb_to_recordset($2::jsonb) as r (id uuid, mailbox_id uuid, sequence_id uuid, is_first boolean)
       on conflict (workspace_id, message_id) do update set mailbox_id = excluded.mailbox_id, is_open = true, at = excluded.at`,
      values: [tx.workspace_id, rows, now],
    },
  )
}

const RUNNING = new Set(['scheduled', 'active', 'waiting'])

/** Why a planned step is not sent after all, or not before a person says so; null: it may be sent. */
function gateOf(
  candidate: SendCandidate,
  { settings }: StoredSequence,
  consentRequired: boolean,
  rules: CountryRuleMap,
): string | null {
  const { lead, own, status, email, address, consent_source } = candidate
  if (lead && (status === 'paused' || status === 'blocked')) return 'paused'
  if (!lead || status === null || !RUNNING.has(status)) return 'enrollment_ended'
  if (lead.status === 'dead') return 'inactive_lead'
  // A lead that was merged shows the address of the one lead, and is written to at the one that it has itself.
  const written = [
    { data: lead, origin: candidate.lead_origin },
    { data: own, origin: candidate.own_origin },
  ].find(({ data }) => readAddress(data?.email)?.email === address)
  if (email !== address || !written) return 'address_changed'
  if (consentRequired && (consent_source ?? '').trim() === '') return 'no_consent_source'
  if (ruleFor(rules, countryOf(lead.country, address.slice(address.lastIndexOf('@') + 1))) === 'block')
    return 'country_rule'
  const includes_unverified = candidate.include_unverified === true
  const problem = judgeAddress(
    { verdict: written.data?.email_status, origin: written.origin },
    { ...settings, includes_unverified },
  )
  if (problem) return problem.reason
  return candidate.drafted_by === 'model' && candidate.approved_at === null ? 'not_approved' : null
}
