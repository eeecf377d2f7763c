// What happens to a message, each in one transaction: the only statements that move it from state to state.
//
//   planned ─▶ reserved ─▶ sending ─▶ sent
//      ▲          │           ├─▶ failed      the server refused it for good
//      └──────────┴───────────┤               the server refused it for now, or was never asked
//                             └─▶ uncertain   the body was on its way when contact was lost: never sent again by itself

import type { QueryResult } from 'pg'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { inOrder } from '../../platform/db/look-up.ts'
import { emit, emitAll } from '../../platform/events/event.ts'
import { OUTBOX } from '../../platform/events/outbox.ts'
import { PAST_HELD } from '../../platform/queue/lease.ts'
import { messageBlocked, messageFailed, messageSent, messageUncertain } from '../outreach.events.ts'
import { planNextSteps, type StepDone } from './advance.writes.ts'
import type { ClaimedMessage, SendCandidate } from './claimed.ts'

type Ref = Pick<ClaimedMessage, 'id' | 'claim_id'>

export async function cancel(tx: WorkspaceTx, id: string, why: string): Promise<void> {
  const { rows } = await tx.client.query<{ enrollment_id: string | null }>(
    `update outbound_messages set state = 'cancelled', error_class = $3, ended_at = now()
     where workspace_id = $1 and id = $2 and state in ('planned', 'reserved', 'awaiting_approval') returning enrollment_id`,
    [tx.workspace_id, id, why],
  )
  await freeSlot(tx, id)
  if (rows[0]?.enrollment_id) await endEnrollment(tx, rows[0].enrollment_id, 'stopped', why)
}

/** Its enrollment is paused: it waits until a person resumes that, which plans it again. One that was resumed meanwhile stays planned. */
export async function holdBack(tx: WorkspaceTx, id: string): Promise<void> {
  await tx.client.query(
    `with stopped as (
       select e.id from enrollments e where e.workspace_id = $1 and e.status in ('paused', 'blocked')
         and e.id = (select enrollment_id from outbound_messages where workspace_id = $1 and id = $2) for update)
     update outbound_messages m set state = 'blocked', error_class = 'paused', error = 'The enrollment is paused: resume or stop it'
     from stopped where m.workspace_id = $1 and m.id = $2 and m.state = 'planned' and m.enrollment_id = stopped.id`,
    [tx.workspace_id, id],
  )
}

export interface PostponedMessage {
  id: string
  at: Date
}

/** Goes with the commit. */
export function postpone(tx: WorkspaceTx, messages: readonly PostponedMessage[]): void {
  if (messages.length === 0) return
  tx.lastly.push({
    name: 'outreach_postpone',
    text: `update outbound_messages m set due_at = r.at from unnest($2::uuid[], $3::timestamptz[]) as r (id, at)
      where m.workspace_id = $1 and m.id = any($2::uuid[]) and m.id = r.id`,
    values: [tx.workspace_id, messages.map(({ id }) => id), messages.map(({ at }) => at)],
  })
}

/** It could not be written. A person corrects lead or template and retries it. */
export async function block(tx: WorkspaceTx, candidate: SendCandidate, problems: readonly string[]): Promise<void> {
  const error = problems.join('; ').slice(0, 1000)
  await tx.client.query(
    `update outbound_messages set state = 'blocked', error_class = 'template', error = $3 where workspace_id = $1 and id = $2`,
    [tx.workspace_id, candidate.id, error],
  )
  if (candidate.enrollment_id) await setEnrollment(tx, candidate.enrollment_id, 'blocked', error)
  await emit(tx, messageBlocked, { ...refOf(candidate), error })
}

// Ids also go as an array: then each row is looked up, independent of the planner's estimate of its size.

/**
 * The last look before bodies leave: tells the ids of those that may, once this has committed. A message that was cancelled, suppressed,
 * paused or taken by another worker meanwhile is not among them. `hashes` are those, in hex, under which the address may be suppressed. May
 * be called again for a message whose body has not left.
 */
export function beginSending(
  tx: WorkspaceTx,
  refs: readonly (Ref & { hashes: readonly string[] })[],
  leaseSeconds: number,
  tell: (ids: Set<string>) => void,
): void {
  if (refs.length === 0) return
  const asked = JSON.stringify(refs.map(({ id, claim_id, hashes }) => ({ id, claim_id, hashes })))
  tx.lastly.push({
    name: 'outreach_begin_sending',
    text: `update outbound_messages m set state = 'sending', lease_until = clock_timestamp() + make_interval(secs => $3)
      from jsonb_to_recordset($2::jsonb) as r (id uuid, claim_id uuid, hashes text[])
      where m.workspace_id = $1 and m.id = any($4::uuid[]) and m.id = r.id and m.claim_id = r.claim_id and m.state in ('reserved', 'sending')
        and not exists (select from suppressions s where s.workspace_id = $1
          and s.hash = any(array(select decode(h, 'hex') from unnest(r.hashes) h)))
        and (m.kind = 'answer' or exists (select from sequences q where q.workspace_id = $1 and q.id = m.sequence_id and q.status = 'active'))
      returning m.id`,
    values: [tx.workspace_id, asked, leaseSeconds, refs.map(({ id }) => id)],
    tell: ({ rows }: QueryResult<{ id: string }>) => tell(new Set(rows.map(({ id }) => id))),
  })
}

export interface AcceptedMessage extends Ref {
  enrollment_id: string | null
  /** What the server said. */
  response: string
  /** No step comes after it. */
  is_last: boolean
}

const ENDED = [
  'id',
  'kind',
  'sequence_id',
  'enrollment_id',
  'lead_id',
  'mailbox_id',
  'step_id',
  'step_number',
  'message_id',
  'subject',
  'address',
  'ended_at',
]

const SENT = `update outbound_messages m set state = 'sent', error_class = null, error = null, response = r.response,
    ended_at = clock_timestamp(), lease_until = null, sent_at = clock_timestamp()
  from jsonb_to_recordset($2::jsonb) as r (id uuid, claim_id uuid, response text, is_last boolean)
  where m.workspace_id = $1 and m.id = any($3::uuid[]) and m.id = r.id and m.claim_id = r.claim_id and m.state in ('sending', 'uncertain')
  returning ${ENDED.map((name) => `m.${name}`).join(', ')}, r.is_last`
const COUNTED = `update send_slots s set is_open = false, at = clock_timestamp() from ended
  where s.workspace_id = $1 and s.message_id = any($3::uuid[]) and s.message_id = ended.id`
/** What an enrollment knows of a message that was sent: all of its thread leave from one mailbox. `r` is that message, `ends` whether it was the last. */
const enrollmentAfter = (
  ends: string,
) => `mailbox_id = coalesce(e.mailbox_id, r.mailbox_id), thread_message_id = coalesce(e.thread_message_id, r.message_id),
  thread_subject = coalesce(e.thread_subject, r.subject), last_message_id = r.message_id, updated_at = now(),
  status_reason = case when e.status = 'blocked' then null else e.status_reason end,
  status = case when e.status not in ('blocked', 'scheduled', 'active', 'waiting') then e.status when ${ends} then 'completed' else 'active' end,
  ended_at = case when ${ends} and e.status in ('blocked', 'scheduled', 'active', 'waiting') then now() else e.ended_at end`

const SENT_LAST = `ended as (${SENT}), counted as (${COUNTED}),
  enrolled as (update enrollments e set ${enrollmentAfter(`r.kind = 'step'`)} from ended r
    where e.workspace_id = $1 and e.id = any($4::uuid[]) and e.id = r.enrollment_id)`

/**
 * Also of a message that was taken for uncertain while its worker was still waiting for the answer. What ends its enrollment needs no
 * answer of the database, so it goes with the commit.
 */
export async function markSent(tx: WorkspaceTx, handed: readonly AcceptedMessage[]): Promise<void> {
  const valuesOf = (some: readonly AcceptedMessage[]) => [
    tx.workspace_id,
    JSON.stringify(some.map(({ id, claim_id, response, is_last }) => ({ id, claim_id, response, is_last }))),
    some.map(({ id }) => id),
  ]
  const last = handed.filter(({ is_last }) => is_last)
  if (last.length > 0) {
    const values = [...valuesOf(last), last.flatMap(({ enrollment_id }) => enrollment_id ?? [])]
    // In a distributed database the outbox is on another node than the messages.
    if (tx.is_distributed) {
      const { rows } = await tx.client.query<EndedMessage>({
        name: 'outreach_sent_last_apart',
        text: `with ${SENT_LAST} select * from ended`,
        values,
      })
      await emitAll(tx, messageSent, rows.map(refOf))
    } else
      tx.lastly.push({
        name: 'outreach_sent_last',
        text: `with ${SENT_LAST}
          insert into outbox (workspace_id, type, payload) select $1, $5, jsonb_build_object('message_id', id, 'sequence_id', sequence_id,
            'enrollment_id', enrollment_id, 'lead_id', lead_id, 'mailbox_id', mailbox_id) from ended`,
        values: [...values, messageSent.type],
      })
    tx.wakes.add(OUTBOX)
  }
  const others = handed.filter(({ is_last }) => !is_last)
  if (others.length === 0) return
  const { rows } = await tx.client.query<EndedMessage>({
    name: 'outreach_sent',
    text: `with ended as (${SENT}), counted as (${COUNTED}) select * from ended`,
    values: valuesOf(others),
  })
  await afterSent(tx, rows)
}

/** Continues the enrollments of messages after which there may be another step. */
async function afterSent(tx: WorkspaceTx, sent: readonly EndedMessage[]): Promise<void> {
  const enrolled = sent.filter(({ enrollment_id }) => enrollment_id !== null)
  if (enrolled.length > 0)
    await tx.client.query({
      name: 'outreach_after_sent',
      text: `update enrollments e set ${enrollmentAfter('false')}
       from jsonb_to_recordset($2::jsonb) as r (enrollment_id uuid, mailbox_id uuid, message_id text, subject text)
       where e.workspace_id = $1 and e.id = any($3::uuid[]) and e.id = r.enrollment_id`,
      values: [
        tx.workspace_id,
        JSON.stringify(
          enrolled.map(({ enrollment_id, mailbox_id, message_id, subject }) => ({
            enrollment_id,
            mailbox_id,
            message_id,
            subject,
          })),
        ),
        enrolled.map(({ enrollment_id }) => enrollment_id),
      ],
    })
  const steps = enrolled.filter(({ kind }) => kind === 'step')
  await planNextSteps(tx, steps as StepDone[], sent[0]?.ended_at ?? new Date())
  await emitAll(tx, messageSent, sent.map(refOf))
}

/** Nothing was sent: it is tried again at `dueAt`. */
export async function release(
  tx: WorkspaceTx,
  ref: Ref,
  dueAt: Date | null,
  error_class: string | null,
  error: string | null,
  counts = true,
): Promise<void> {
  await tx.client.query(
    `update outbound_messages set state = 'planned', claim_id = null, worker_id = null, lease_until = null, due_at = coalesce($4, due_at),
       error_class = $5, error = $6, attempts = attempts - $7 where workspace_id = $1 and id = $2 and claim_id = $3 and state in ('reserved', 'sending')`,
    [tx.workspace_id, ref.id, ref.claim_id, dueAt, error_class, error, counts ? 0 : 1],
  )
  await freeSlot(tx, ref.id)
}

/** The server refused it for good. Returns what was refused; undefined when another worker was quicker. */
export async function markFailed(
  tx: WorkspaceTx,
  ref: Ref,
  error_class: string,
  error: string,
): Promise<EndedMessage | undefined> {
  const row = await end(tx, ref, ['reserved', 'sending'], 'failed', error_class, error)
  if (!row) return undefined
  await freeSlot(tx, ref.id)
  if (row.enrollment_id && row.kind === 'step') await endEnrollment(tx, row.enrollment_id, 'failed', error)
  await emit(tx, messageFailed, { ...refOf(row), error })
  return row
}

export async function markUncertain(tx: WorkspaceTx, ref: Ref, error: string): Promise<void> {
  const row = await end(tx, ref, ['sending'], 'uncertain', 'uncertain', error)
  if (!row) return
  if (row.enrollment_id && row.kind === 'step') await setEnrollment(tx, row.enrollment_id, 'blocked', 'uncertain')
  await emit(tx, messageUncertain, { ...refOf(row), error })
}

const OPEN = `(select message_id from send_slots where workspace_id = $1 and ${inOrder('mailbox_id', '$2', 'and is_open')} offset 0)`
const LOST = 'The worker was lost while the message was being handed over. It may have been sent.'

/** What dead workers of a mailbox left: what had not begun goes back, what had begun is uncertain. */
export async function expireLeases(tx: WorkspaceTx, mailboxId: string): Promise<number> {
  const { rows } = await tx.client.query<Ref & { state: 'reserved' | 'sending' }>(
    `select id, claim_id, state from outbound_messages where workspace_id = $1 and mailbox_id = $2 and state in ('reserved', 'sending')
       and lease_until < clock_timestamp() ${PAST_HELD}`,
    [tx.workspace_id, mailboxId],
  )
  for (const { state, ...ref } of rows) {
    if (state === 'sending') await markUncertain(tx, ref, LOST)
    else await release(tx, ref, null, null, null, false)
  }
  // Slots of messages that were cancelled while reserved, or whose lead is gone: the first never left, the others may have.
  await tx.client.query(
    `delete from send_slots where workspace_id = $1 and is_open and message_id = any(array(select s.message_id from ${OPEN} s
       join outbound_messages m on m.workspace_id = $1 and m.id = s.message_id where m.state not in ('reserved', 'sending')))`,
    [tx.workspace_id, mailboxId],
  )
  await tx.client.query(
    `update send_slots set is_open = false, at = clock_timestamp() where workspace_id = $1 and is_open and message_id = any(array(
       select s.message_id from ${OPEN} s where not exists (select from outbound_messages m where m.workspace_id = $1 and m.id = s.message_id)))`,
    [tx.workspace_id, mailboxId],
  )
  return rows.length
}

/** A person, a bounce or a reply says the outcome of an uncertain message. False when it is not uncertain any more. */
export async function settle(tx: WorkspaceTx, id: string, outcome: 'sent' | 'not_sent'): Promise<boolean> {
  const { rows } = await tx.client.query<Omit<EndedMessage, 'ended_at'> & { ended_at: Date | null }>(
    outcome === 'sent'
      ? `update outbound_messages set state = 'sent', sent_at = coalesce(ended_at, now()), error = null, error_class = null
         where workspace_id = $1 and id = $2 and state = 'uncertain' returning ${ENDED.join(', ')}`
      : `update outbound_messages set state = 'planned', claim_id = null, worker_id = null, lease_until = null, due_at = now(), ended_at = null,
           error = null, error_class = null where workspace_id = $1 and id = $2 and state = 'uncertain' returning ${ENDED.join(', ')}`,
    [tx.workspace_id, id],
  )
  const row = rows[0]
  if (!row) return false
  if (outcome === 'sent') await afterSent(tx, [{ ...row, ended_at: row.ended_at ?? new Date() }])
  else {
    await freeSlot(tx, id)
    if (row.enrollment_id) await setEnrollment(tx, row.enrollment_id, 'active', null)
  }
  return true
}

export interface EndedMessage {
  id: string
  kind: 'step' | 'answer' | 'task'
  sequence_id: string | null
  enrollment_id: string | null
  lead_id: number | null
  mailbox_id: string | null
  step_id: string | null
  step_number: number
  message_id: string | null
  subject: string | null
  address: string
  ended_at: Date
}

async function end(tx: WorkspaceTx, ref: Ref, from: string[], to: string, error_class: string, error: string) {
  const { rows } = await tx.client.query<EndedMessage>({
    name: 'outreach_end_message',
    text: `with ended as (update outbound_messages set state = $5, error_class = $6, error = $7, ended_at = clock_timestamp(), lease_until = null
     where workspace_id = $1 and id = $2 and claim_id = $3 and state = any($4::text[]) returning ${ENDED.join(', ')}
    ), counted as (update send_slots s set is_open = false, at = clock_timestamp() from ended
      where s.workspace_id = $1 and s.message_id = ended.id and $5 = 'uncertain') select * from ended`,
    values: [tx.workspace_id, ref.id, ref.claim_id, from, to, error_class, error],
  })
  return rows[0]
}

/** It never left, so it does not count. */
async function freeSlot(tx: WorkspaceTx, messageId: string): Promise<void> {
  await tx.client.query('delete from send_slots where workspace_id = $1 and message_id = $2', [
    tx.workspace_id,
    messageId,
  ])
}

export async function setEnrollment(tx: WorkspaceTx, id: string, status: string, reason: string | null): Promise<void> {
  await tx.client.query(
    `update enrollments set status = $3, status_reason = $4, updated_at = now() where workspace_id = $1 and id = $2
       and status in ('scheduled', 'active', 'waiting', 'blocked', 'paused')`,
    [tx.workspace_id, id, status, reason],
  )
}

/** Nothing more leaves until a person decides. One that has ended stays ended. */
export async function pauseEnrollment(tx: WorkspaceTx, id: string, reason: string): Promise<void> {
  await tx.client.query(
    `update enrollments set status = 'paused', status_reason = $3, updated_at = now() where workspace_id = $1 and id = $2
       and status in ('scheduled', 'active', 'waiting')`,
    [tx.workspace_id, id, reason],
  )
}

/** Ends it and cancels what is still planned for it. One that has ended keeps its reason. */
export async function endEnrollment(
  tx: WorkspaceTx,
  id: string,
  status: string,
  reason: string | null,
): Promise<boolean> {
  const { rowCount } = await tx.client.query(
    `update enrollments set status = $3, status_reason = $4, ended_at = now(), updated_at = now() where workspace_id = $1 and id = $2
       and status in ('scheduled', 'active', 'waiting', 'blocked', 'paused', 'auto_replied', 'completed')`,
    [tx.workspace_id, id, status, reason],
  )
  await tx.client.query(
    `update outbound_messages set state = 'cancelled', error_class = $3, ended_at = now() where workspace_id = $1 and enrollment_id = $2
       and kind <> 'answer' and state in ('planned', 'awaiting_approval', 'blocked', 'open', 'reserved')`,
    [tx.workspace_id, id, status],
  )
  return rowCount === 1
}

export const refOf = (row: Pick<EndedMessage, 'id' | 'sequence_id' | 'enrollment_id' | 'lead_id' | 'mailbox_id'>) => ({
  message_id: row.id,
  sequence_id: row.sequence_id,
  enrollment_id: row.enrollment_id,
  lead_id: row.lead_id,
  mailbox_id: row.mailbox_id,
})
