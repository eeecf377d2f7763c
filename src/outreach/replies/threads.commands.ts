// What people do in the inbox: read, sort and answer.
import { refuse } from '../../kernel/errors.ts'
import { newId } from '../../kernel/ids.ts'
import { audit } from '../../platform/audit/audit.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { readAddress, suppressionHash } from '../keys/address.logic.ts'
import { endEnrollment } from '../sending/outcome.writes.ts'
import { suppress } from '../suppressions/suppress.commands.ts'
import { findSuppressed } from '../suppressions/suppressions.reads.ts'
import { replySubject } from '../templates/message.logic.ts'
import { wakeMailboxes } from '../timing/sending.jobs.ts'
import type { ReplyClass } from './classify.logic.ts'
import { mustReadThread } from './threads.reads.ts'

/** A person who sorts a reply as an unsubscribe suppresses the address. */
export async function updateThread(
  tx: WorkspaceTx,
  key: Buffer,
  id: string,
  change: { class?: ReplyClass | undefined; is_read?: boolean | undefined },
): Promise<void> {
  const thread = await mustReadThread(tx, id)
  if (change.is_read !== undefined)
    await tx.client.query(
      'update inbound_messages set read_at = case when $3 then coalesce(read_at, now()) end where workspace_id = $1 and enrollment_id = $2',
      [tx.workspace_id, id, change.is_read],
    )
  if (change.class === undefined) return
  await tx.client.query(
    `update inbound_messages set class = $3, class_by = 'person' where workspace_id = $1 and id = (select id from inbound_messages
       where workspace_id = $1 and enrollment_id = $2 order by received_at desc, id desc limit 1)`,
    [tx.workspace_id, id, change.class],
  )
  // A person has decided what was left open: it is a reply like any other, or a wish that is kept below.
  if (thread.class === 'maybe_unsubscribe' && change.class !== 'maybe_unsubscribe' && change.class !== 'unsubscribe')
    await endEnrollment(tx, id, 'replied', null)
  if (change.class === 'unsubscribe') {
    const hash = suppressionHash(key, 'address', thread.email)
    await suppress(tx, [
      {
        scope: 'address',
        hash,
        value: thread.email,
        reason: 'unsubscribe',
        source: 'reply',
        sequence_id: thread.sequence_id,
      },
    ])
  }
}

interface Last {
  mailbox_id: string
  message_id: string | null
  from_address: string
  subject: string
}

/** Leaves from the mailbox of the thread, as soon as its limits allow. A suppressed address gets no answer either. */
export async function answerThread(tx: WorkspaceTx, key: Buffer, id: string, text: string): Promise<void> {
  const thread = await mustReadThread(tx, id)
  const { rows } = await tx.client.query<Last>(
    `select mailbox_id, message_id, from_address, subject from inbound_messages where workspace_id = $1 and enrollment_id = $2 order by received_at desc, id desc limit 1`,
    [tx.workspace_id, id],
  )
  const last = rows[0]
  if (!last) return refuse('conflict', 'Nobody has replied in this conversation yet, so there is nothing to answer')
  const address = readAddress(thread.email)
  const suppressed = address ? await findSuppressed(tx, key, [{ lead_id: thread.lead_id, address }]) : new Map()
  if (suppressed.size > 0) refuse('conflict', 'The address is suppressed, so nothing is sent to it')
  await tx.client.query(
    'update enrollments set last_message_id = coalesce($3, last_message_id) where workspace_id = $1 and id = $2',
    [tx.workspace_id, id, last.message_id],
  )
  await tx.client.query(
    `insert into outbound_messages (workspace_id, id, kind, sequence_id, enrollment_id, lead_id, mailbox_id, address, address_hash, state, due_at, subject, body,
       drafted_by, approved_at, approved_by)
     values ($1, $2, 'answer', $3, $4, $5, $6, $7, $8, 'planned', now(), $9, $10, 'person', now(), $11)`,
    [
      tx.workspace_id,
      newId(),
      thread.sequence_id,
      id,
      thread.lead_id,
      last.mailbox_id,
      thread.email,
      suppressionHash(key, 'address', thread.email),
      replySubject(last.subject || 'Your message'),
      text,
      tx.actor?.user_id ?? null,
    ],
  )
  await tx.client.query(
    'update inbound_messages set read_at = coalesce(read_at, now()) where workspace_id = $1 and enrollment_id = $2',
    [tx.workspace_id, id],
  )
  await audit(tx, { act: 'thread.answered', object: { type: 'enrollment', id } })
  await wakeMailboxes(tx, [last.mailbox_id])
}
