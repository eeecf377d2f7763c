// Sends what a mailbox may send now over a few connections, and records what became of each message.
import { newId, type WorkspaceId } from '../../kernel/ids.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { hashesOf, readAddress, suppressionHash } from '../keys/address.logic.ts'
import { composeMessage } from '../mailboxes/compose.ts'
import { mustReadMailbox, openSecrets, smtpAccountOf } from '../mailboxes/mailboxes.reads.ts'
import { readRefusal, retryAfterMinutes } from '../mailboxes/smtp-reply.logic.ts'
import { openSmtp, SmtpFailure, type SmtpSession } from '../mailboxes/smtp-session.ts'
import type { OutreachParts } from '../outreach.parts.ts'
import { suppress } from '../suppressions/suppress.commands.ts'
import { shareTransactions } from './batch.ts'
import { checkBreaker, stopMailbox } from './breaker.writes.ts'
import { type ClaimContext, claimMessages } from './claim.writes.ts'
import type { Claimed } from './claimed.ts'
import {
  beginSending,
  expireLeases,
  type Handed,
  markFailed,
  markSent,
  markUncertain,
  release,
} from './outcome.writes.ts'

export type DeliveryParts = Pick<OutreachParts, 'database' | 'vault' | 'keys' | 'dialer' | 'publicUrl' | 'log'>

export interface DeliveryOptions {
  connections?: number
  leaseSeconds?: number
  random?: () => number
}

const BATCH = 50
const LOST_CONTACT_MS = 60_000

/** What one message asks or tells of its transaction: may its body leave, or the server has it. */
type Told = Pick<Claimed, 'id' | 'claim_id' | 'enrollment_id'> &
  ({ hashes: readonly string[] } | Pick<Handed, 'response' | 'is_last'>)
const refOf = ({ id, claim_id, enrollment_id }: Claimed) => ({ id, claim_id, enrollment_id })

/** A look before the body said no: it was cancelled, suppressed or paused meanwhile. */
class NotAllowed extends Error {}

/** Returns when to look again; null: when something new is planned. */
export async function deliverFrom(
  parts: DeliveryParts,
  workspaceId: WorkspaceId,
  mailboxId: string,
  signal: AbortSignal,
  { connections = 5, leaseSeconds = 20, random = Math.random }: DeliveryOptions = {},
): Promise<Date | null> {
  const { database, vault, keys, dialer, log } = parts
  const inWorkspace = <T>(work: (tx: WorkspaceTx) => Promise<T>) => database.inWorkspace(workspaceId, work)
  const tell = shareTransactions<Told, boolean>(
    inWorkspace,
    async (tx, told) => {
      const handed = told.flatMap((one) => ('response' in one ? one : []))
      const asking = told.flatMap((one) => ('hashes' in one ? one : []))
      await markSent(tx, handed)
      const begun = await beginSending(tx, asking, leaseSeconds)
      return told.map(({ id }) => begun.has(id))
    },
    (told) => 'response' in told,
  )
  /** Messages that the server has, while that is being written down. */
  const handed = new Set<Promise<unknown>>()
  let unwritten: { error: unknown } | undefined
  const ctx: ClaimContext = { keys, publicUrl: parts.publicUrl, workerId: newId(), leaseSeconds, random }
  const { secrets, key } = await inWorkspace(async (tx) => {
    await expireLeases(tx, mailboxId)
    const mailbox = await mustReadMailbox(tx, mailboxId)
    return { secrets: await openSecrets(tx, vault, mailbox), key: await keys.of(tx) }
  })
  const heart = setInterval(
    () => {
      inWorkspace((tx) =>
        tx.client.query(
          `update outbound_messages set lease_until = clock_timestamp() + make_interval(secs => $4) where workspace_id = $1 and mailbox_id = $2
           and worker_id = $3 and state in ('reserved', 'sending')`,
          [workspaceId, mailboxId, ctx.workerId, leaseSeconds],
        ),
      ).catch((error) => log.warn({ err: error, mailbox: mailboxId }, 'the leases of messages could not be renewed'))
    },
    (leaseSeconds * 1000) / 4,
  )

  const buffer: Claimed[] = []
  let nextAt: Date | null = null
  /** Nothing more may be sent now; what was taken is still sent. */
  let isDry = false
  let isStopped = false
  let filling: Promise<void> | undefined
  const fill = async () => {
    const claim = await inWorkspace((tx) => claimMessages(tx, ctx, mailboxId, BATCH))
    buffer.push(...claim.messages)
    if (!isStopped) nextAt = claim.next_at
    // Where nothing was taken, candidates may have been postponed: another look decides. The clock of this process says nothing about it.
    if (claim.messages.length === 0 && !claim.is_more) isDry = true
  }
  const next = async (): Promise<Claimed | undefined> => {
    while (!isStopped && !signal.aborted && !unwritten) {
      // The next claim is made while the last one is being sent.
      if (buffer.length <= BATCH / 2 && !isDry)
        filling ??= fill().finally(() => {
          filling = undefined
        })
      const message = buffer.shift()
      if (message) {
        filling?.catch(() => {})
        return message
      }
      if (isDry || !filling) return undefined
      await filling
    }
    return undefined
  }
  /** The mailbox cannot go on for now. */
  const stop = (at: Date | null) => {
    isStopped = true
    nextAt = at
  }

  async function lane(): Promise<void> {
    let session: SmtpSession | undefined
    try {
      for (let message = await next(); message; message = await next()) {
        if (!session?.isUsable) {
          session?.close()
          session = await connect(message)
          if (!session) return
        }
        await send(session, message)
      }
    } finally {
      session?.close()
    }
  }

  async function connect(message: Claimed): Promise<SmtpSession | undefined> {
    try {
      // A stop of this process does not cut off a message that is on its way.
      const account = smtpAccountOf(message.mailbox, secrets.smtp_password)
      const session = await openSmtp(dialer, account, new AbortController().signal)
      if (message.mailbox.failures > 0) await inWorkspace((tx) => forgetTrouble(tx, mailboxId))
      return session
    } catch (error) {
      if (!(error instanceof SmtpFailure)) throw error
      stop(
        await inWorkspace(async (tx) => {
          await release(tx, message, null, error.stage, error.response, false)
          return mailboxTrouble(tx, mailboxId, error)
        }),
      )
      return undefined
    }
  }

  async function send(session: SmtpSession, message: Claimed): Promise<void> {
    const address = readAddress(message.to)
    const hashes = address ? hashesOf(key, address).map((hash) => hash.toString('hex')) : []
    let response: string
    try {
      const { raw, envelope } = await composeMessage({
        ...message,
        dkim_private_key: secrets.dkim_private_key,
        date: new Date(),
      })
      response = await session.send(envelope, raw, async () => {
        if (!(await tell({ ...refOf(message), hashes }))) throw new NotAllowed()
      })
    } catch (error) {
      if (error instanceof NotAllowed) return inWorkspace((tx) => release(tx, message, null, null, null, false))
      const failure = error instanceof SmtpFailure ? error : internal(error as Error)
      const at = await inWorkspace((tx) => record(tx, message, failure))
      if (at !== undefined) stop(at)
      return
    }
    // The server has it. When this cannot be written down, the lease ends and the message is uncertain; it never goes back.
    // It is written with the next message that begins, or by itself.
    const written = tell({ ...refOf(message), response, is_last: message.is_last })
      .catch((error) => {
        unwritten ??= { error }
      })
      .finally(() => handed.delete(written))
    handed.add(written)
  }

  /** Nothing was sent: a message that cannot be made, or a database that did not answer before the body. */
  function internal(error: Error): SmtpFailure {
    log.error({ err: error, mailbox: mailboxId }, 'a message could not be handed over')
    return new SmtpFailure('message', 'no', null, error.message.slice(0, 500))
  }

  /** Undefined: the mailbox goes on; otherwise when it may. */
  async function record(tx: WorkspaceTx, message: Claimed, failure: SmtpFailure): Promise<Date | null | undefined> {
    const { stage, sent, code, response } = failure
    if (sent === 'maybe') {
      await markUncertain(tx, message, `Contact was lost after the body had been sent: ${response}`)
      return undefined
    }
    if (stage === 'sender') {
      await release(tx, message, null, stage, response, false)
      return mailboxTrouble(tx, mailboxId, failure)
    }
    const refusal = code === null ? 'temporary' : readRefusal(code, response)
    if (refusal === 'temporary') {
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
    const failed = await markFailed(tx, message, refusal, response)
    if (!failed) return undefined
    await tx.client.query(
      `update outbound_messages set bounced = 'hard', bounced_at = now() where workspace_id = $1 and id = $2`,
      [workspaceId, message.id],
    )
    if (refusal === 'dead_address') {
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
          workspaceId,
          message.enrollment_id,
        ])
    }
    await checkBreaker(tx, { sequence_id: message.sequence_id, mailbox_id: mailboxId })
    return undefined
  }

  try {
    const ends = await Promise.allSettled(Array.from({ length: connections }, lane))
    await filling
    await Promise.all(handed)
    const broken = ends.find((one) => one.status === 'rejected')
    if (broken) throw broken.reason
    if (unwritten) throw unwritten.error
    // Messages of another worker, perhaps a dead one, are looked at when their lease ends.
    const leases = await inWorkspace((tx) =>
      tx.client.query<{ at: Date | null }>(
        `select min(lease_until) as at from outbound_messages where workspace_id = $1 and mailbox_id = $2 and state in ('reserved', 'sending')
           and worker_id <> $3`,
        [workspaceId, mailboxId, ctx.workerId],
      ),
    )
    const times = [leases.rows[0]?.at ?? null, nextAt as Date | null].filter((at) => at !== null)
    return times.sort((a, b) => a.getTime() - b.getTime())[0] ?? null
  } finally {
    clearInterval(heart)
    for (const message of buffer.splice(0))
      await inWorkspace((tx) => release(tx, message, null, null, null, false)).catch((error) =>
        log.warn({ err: error }, 'a reserved message waits for its lease to end'),
      )
  }
}

async function attemptsOf(tx: WorkspaceTx, id: string): Promise<number> {
  const { rows } = await tx.client.query<{ attempts: number }>(
    'select attempts from outbound_messages where workspace_id = $1 and id = $2',
    [tx.workspace_id, id],
  )
  return rows[0]?.attempts ?? 1
}

async function forgetTrouble(tx: WorkspaceTx, id: string): Promise<void> {
  await tx.client.query(
    'update mailboxes set failures = 0, last_error = null, retry_at = null where workspace_id = $1 and id = $2',
    [tx.workspace_id, id],
  )
}

/** A refused login or sender stops the mailbox until a person corrects it; anything else is tried again, later each time. */
async function mailboxTrouble(
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
