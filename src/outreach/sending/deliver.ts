// Sends what a mailbox may send now over a few connections, and records what became of each message.
import { newId, type WorkspaceId } from '../../kernel/ids.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { SOON_MS, startHeartbeat } from '../../platform/queue/lease.ts'
import { composeMessage, readDkimKey } from '../mailboxes/compose.ts'
import { mustReadMailbox, openSecrets, smtpAccountOf } from '../mailboxes/mailboxes.reads.ts'
import { openSmtp, SmtpFailure, type SmtpSession } from '../mailboxes/smtp-session.ts'
import type { OutreachParts } from '../outreach.parts.ts'
import { lookAhead, PACE, type Pace } from './ahead.ts'
import { shareTransactions } from './batch.ts'
import { type ClaimContext, claimMessages } from './claim.writes.ts'
import type { ClaimedMessage } from './claimed.ts'
import { type AcceptedMessage, beginSending, expireLeases, markSent, release } from './outcome.writes.ts'
import { forgetTrouble, mailboxTrouble, recordFailure } from './trouble.writes.ts'

export type DeliveryParts = Pick<OutreachParts, 'database' | 'vault' | 'keys' | 'dialer' | 'publicUrl' | 'log'>

export interface DeliveryOptions {
  connections?: number
  leaseSeconds?: number
  random?: () => number
  pace?: Pace
}

const BATCH = 150

/** What one message asks or tells of its transaction: may its body leave, or the server has it. */
type Told = Pick<ClaimedMessage, 'id' | 'claim_id' | 'enrollment_id'> &
  ({ hashes: readonly string[] } | Pick<AcceptedMessage, 'response' | 'is_last'>)
const refOf = ({ id, claim_id, enrollment_id }: ClaimedMessage) => ({ id, claim_id, enrollment_id })
const askingOf = (message: ClaimedMessage): Told => ({ ...refOf(message), hashes: message.hashes })

/** A look before the body said no: it was cancelled, suppressed or paused meanwhile. */
class NotAllowed extends Error {}

/** Returns when to look again; null: when something new is planned. */
export async function deliverFrom(
  parts: DeliveryParts,
  workspaceId: WorkspaceId,
  mailboxId: string,
  signal: AbortSignal,
  { connections = 5, leaseSeconds = 20, random = Math.random, pace = PACE }: DeliveryOptions = {},
): Promise<Date | null> {
  const { database, vault, keys, dialer, log } = parts
  const inWorkspace = <T>(work: (tx: WorkspaceTx) => Promise<T>) => database.inWorkspace(workspaceId, work)
  const tell = shareTransactions<Told, boolean>(
    inWorkspace,
    async (tx, told) => {
      const handed = told.flatMap((one) => ('response' in one ? one : []))
      const asking = told.flatMap((one) => ('hashes' in one ? one : []))
      let begun = new Set<string>()
      await markSent(tx, handed)
      beginSending(tx, asking, leaseSeconds, (ids) => {
        begun = ids
      })
      return ({ id }) => begun.has(id)
    },
    (told) => 'response' in told,
  )
  const ahead = lookAhead(connections, pace, (message) => tell(askingOf(message)))
  /** Messages that the server has, while that is being written down. */
  const handed = new Set<Promise<unknown>>()
  let unwritten: { error: unknown } | undefined
  const ctx: ClaimContext = { keys, publicUrl: parts.publicUrl, workerId: newId(), leaseSeconds, random }
  const { secrets, key } = await inWorkspace(async (tx) => {
    await expireLeases(tx, mailboxId)
    const mailbox = await mustReadMailbox(tx, mailboxId)
    return { secrets: await openSecrets(tx, vault, mailbox), key: await keys.of(tx) }
  })
  const dkimKey = readDkimKey(secrets.dkim_private_key)
  const renew = () =>
    inWorkspace(async (tx) => {
      await tx.client.query(
        `update outbound_messages set lease_until = clock_timestamp() + make_interval(secs => $4) where workspace_id = $1 and mailbox_id = $2
           and worker_id = $3 and state in ('reserved', 'sending')`,
        [workspaceId, mailboxId, ctx.workerId, leaseSeconds],
      )
    })
  const heart = startHeartbeat((leaseSeconds * 1000) / 4, renew, (error) =>
    log.warn({ err: error, mailbox: mailboxId }, 'the leases of messages could not be renewed'),
  )

  const buffer: ClaimedMessage[] = []
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
  const next = async (): Promise<ClaimedMessage | undefined> => {
    while (!isStopped && !signal.aborted && !unwritten) {
      // The next claim is made while the last one is being sent.
      if (buffer.length <= BATCH / 2 && !isDry)
        filling ??= fill().finally(() => {
          filling = undefined
        })
      const message = buffer.shift()
      if (message) {
        ahead.look(buffer)
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

  async function connect(message: ClaimedMessage): Promise<SmtpSession | undefined> {
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

  /** The next claim finds out why it may not leave, unless that is on record already. */
  async function giveBack(message: ClaimedMessage): Promise<void> {
    await inWorkspace((tx) => release(tx, message, null, null, null, false))
    isDry = false
  }

  async function send(session: SmtpSession, message: ClaimedMessage): Promise<void> {
    const look = await ahead.take(message)
    if (look && !look.isAllowed) return giveBack(message)
    let response: string
    try {
      const { raw, envelope } = await composeMessage({
        ...message,
        dkim_private_key: dkimKey,
        date: new Date(),
      })
      const began = performance.now()
      let asked = 0
      response = await session.send(envelope, raw, async () => {
        if (look?.isFresh()) return
        const from = performance.now()
        if (!(await tell(askingOf(message)))) throw new NotAllowed()
        asked = performance.now() - from
      })
      ahead.took(performance.now() - began - asked)
    } catch (error) {
      if (error instanceof NotAllowed) return giveBack(message)
      ahead.took(null)
      const failure = error instanceof SmtpFailure ? error : internal(error as Error)
      const at = await inWorkspace((tx) => recordFailure(tx, key, message, failure))
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
        `select greatest(min(lease_until), clock_timestamp() + make_interval(secs => $4)) as at from outbound_messages
           where workspace_id = $1 and mailbox_id = $2 and state in ('reserved', 'sending') and worker_id <> $3 having count(*) > 0`,
        [workspaceId, mailboxId, ctx.workerId, SOON_MS / 1000],
      ),
    )
    const times = [leases.rows[0]?.at ?? null, nextAt as Date | null].filter((at) => at !== null)
    return times.sort((a, b) => a.getTime() - b.getTime())[0] ?? null
  } finally {
    await heart.close()
    await ahead.settled()
    if (buffer.length > 0)
      await inWorkspace(async (tx) => {
        for (const message of buffer) await release(tx, message, null, null, null, false)
      }).catch((error) => log.warn({ err: error }, 'reserved messages wait for their lease to end'))
  }
}
