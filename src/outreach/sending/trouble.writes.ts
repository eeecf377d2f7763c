// Interprets refusals and lost connections of a mail server, for the message and the mailbox.
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { suppressionHash } from '../keys/address.logic.ts'
import { readRefusal, retryAfterMinutes } from '../mailboxes/smtp-reply.logic.ts'
import type { SmtpFailure } from '../mailboxes/smtp-session.ts'
import { suppress } from '../suppressions/suppress.commands.ts'
import { checkBreaker, stopMailbox } from './breaker.writes.ts'
import type { ClaimedMessage } from './claimed.ts'
import { markFailed, markUncertain, release } from './outcome.writes.ts'

const LOST_CONTACT_MS = 60_000

/** Handles a message that the server did not accept. Returns when the mailbox may send again: undefined for now, null when a user must resume it. */
export async function recordFailure(
  tx: WorkspaceTx,
  key: Buffer,
  message: ClaimedMessage,
  failure: SmtpFailure,
): Promise<Date | null | undefined> {
  const mailboxId = message.mailbox.id
  const { stage, sent, code, response } = failure
  if (sent === 'maybe') {
    await markUncertain(tx, message, `Contact was lost after the body had been sent: ${response}`)
    return undefined
  }
  if (stage === 'sender') {
    await release(tx, message, null, stage, response, false)
    return mailboxTrouble(tx, mailboxId, failure)
  }
  if (code === null || code < 500) {
    const attempts = await attemptsOf(tx, message.id)
    const minutes = retryAfterMinutes(attempts)
    if (minutes === null) await markFailed(tx, message, 'temporary', response)
    else
      await release(
        tx,
        message,
        new Date(Date.now() + (code === null ? LOST_CONTACT_MS : minutes * 60_000)),
        'temporary',
        response,
      )
    return code === 421 || code === null ? mailboxTrouble(tx, mailboxId, failure) : undefined
  }
  const refusal = readRefusal(code, response)
  const failed = await markFailed(tx, message, refusal, response)
  if (!failed) return undefined
  await tx.client.query(
    `update outbound_messages set bounced = $3, bounce_class = $4, bounce_detail = $5, bounced_at = now() where workspace_id = $1 and id = $2`,
    [tx.workspace_id, message.id, refusal === 'hard' ? 'hard' : 'soft', refusal, response.slice(0, 500)],
  )
  if (refusal === 'hard') {
    const hash = suppressionHash(key, 'address', message.to)
    await suppress(tx, [
      {
        scope: 'address',
        hash,
        value: message.to,
        reason: 'bounce',
        source: 'smtp',
        message_id: message.id,
        sequence_id: message.sequence_id,
      },
    ])
    if (message.enrollment_id)
      await tx.client.query(`update enrollments set status = 'bounced' where workspace_id = $1 and id = $2`, [
        tx.workspace_id,
        message.enrollment_id,
      ])
  }
  await checkBreaker(tx, { sequence_id: message.sequence_id, mailbox_id: mailboxId })
  return undefined
}

async function attemptsOf(tx: WorkspaceTx, id: string): Promise<number> {
  const { rows } = await tx.client.query<{ attempts: number }>(
    'select attempts from outbound_messages where workspace_id = $1 and id = $2',
    [tx.workspace_id, id],
  )
  return rows[0]?.attempts ?? 1
}

export async function forgetTrouble(tx: WorkspaceTx, id: string): Promise<void> {
  await tx.client.query(
    'update mailboxes set failures = 0, last_error = null, retry_at = null where workspace_id = $1 and id = $2',
    [tx.workspace_id, id],
  )
}

/** A refused login or sender stops the mailbox until a person corrects it; anything else is tried again, later each time. */
export async function mailboxTrouble(
  tx: WorkspaceTx,
  id: string,
  { stage, code, response }: SmtpFailure,
): Promise<Date | null> {
  const isFinal = code === null ? stage === 'login' : code >= 500
  if ((stage === 'login' || stage === 'sender') && isFinal) {
    await stopMailbox(tx, id, `${stage}_refused`, response)
    return null
  }
  const { rows } = await tx.client.query<{ retry_at: Date }>(
    `update mailboxes set failures = failures + 1, last_error = $3, retry_at = clock_timestamp() + make_interval(secs => least(1800, 15 * 2 ^ least(failures, 10)))
     where workspace_id = $1 and id = $2 returning retry_at`,
    [tx.workspace_id, id, response],
  )
  return rows[0]?.retry_at ?? null
}
