// Sends what a mailbox may send now over a few connections, and records the outcome of each message.
import { newId, type WorkspaceId } from '../../kernel/ids.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { SOON_MS, startHeartbeat } from '../../platform/queue/lease.ts'
import { composeMessage, readDkimKey } from '../mailboxes/compose.ts'
import { mustReadMailbox, openSecrets, smtpAccountOf } from '../mailboxes/mailboxes.reads.ts'
import { openSmtp, SmtpFailure, type SmtpSession } from '../mailboxes/smtp-session.ts'
import type { OutreachParts } from '../outreach.parts.ts'
import { type Ahead, PACE, type Pace, prepareAhead } from './ahead.ts'
import { type ClaimContext, claimMessages } from './claim.writes.ts'
import type { ClaimedMessage } from './claimed.ts'
import { CLAIM_SIZE, type ClaimedQueue, queueClaims } from './claimed-queue.ts'
import { expireLeases, release } from './outcome.writes.ts'
import { openSendingRecord, type SendingRecord } from './sending-record.ts'
import { forgetTrouble, mailboxTrouble, recordFailure } from './trouble.writes.ts'

export type DeliveryParts = Pick<OutreachParts, 'database' | 'vault' | 'keys' | 'dialer' | 'publicUrl' | 'log'>

export interface DeliveryOptions {
  connections?: number
  leaseSeconds?: number
  random?: () => number
  pace?: Pace
}

/** What the connections of one mailbox share. */
interface Delivery extends Pick<DeliveryParts, 'dialer' | 'log'> {
  mailboxId: string
  inWorkspace: <T>(work: (tx: WorkspaceTx) => Promise<T>) => Promise<T>
  queue: ClaimedQueue
  record: SendingRecord
  ahead: Ahead
  smtp_password: string | null
  dkimKey: ReturnType<typeof readDkimKey>
  /** Under which addresses are kept. */
  addressKey: Buffer
}

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
  const inWorkspace: Delivery['inWorkspace'] = (work) => database.inWorkspace(workspaceId, work)
  const { secrets, addressKey } = await inWorkspace(async (tx) => {
    await expireLeases(tx, mailboxId)
    const mailbox = await mustReadMailbox(tx, mailboxId)
    return { secrets: await openSecrets(tx, vault, mailbox), addressKey: await keys.of(tx) }
  })
  const worker: ClaimContext = { keys, publicUrl: parts.publicUrl, workerId: newId(), leaseSeconds, random }
  const record = openSendingRecord(inWorkspace, leaseSeconds)
  const queue = queueClaims(
    () => inWorkspace((tx) => claimMessages(tx, worker, mailboxId, CLAIM_SIZE)),
    () => !signal.aborted && !record.isBroken(),
  )
  const ahead = prepareAhead(connections, pace, record.begin)
  const { smtp_password } = secrets
  const dkimKey = readDkimKey(secrets.dkim_private_key)
  const delivery = { mailboxId, inWorkspace, queue, record, ahead, smtp_password, dkimKey, addressKey, dialer, log }
  const heart = startHeartbeat(
    (leaseSeconds * 1000) / 4,
    () => inWorkspace((tx) => renewLeases(tx, worker, mailboxId)),
    (error) => log.warn({ err: error, mailbox: mailboxId }, 'the leases of messages could not be renewed'),
  )
  try {
    const lanes = await Promise.allSettled(Array.from({ length: connections }, () => sendByOneConnection(delivery)))
    const nextAt = await queue.ends()
    const written = await Promise.allSettled([record.settled()])
    const broken = [...lanes, ...written].find((one) => one.status === 'rejected')
    if (broken) throw broken.reason
    const leaseEnd = await inWorkspace((tx) => readLeaseEnd(tx, worker, mailboxId))
    return [leaseEnd, nextAt].filter((at) => at !== null).sort((a, b) => a.getTime() - b.getTime())[0] ?? null
  } finally {
    await heart.close()
    await ahead.settled()
    await releaseUnsent(delivery)
  }
}

async function sendByOneConnection(delivery: Delivery): Promise<void> {
  const { queue, ahead } = delivery
  let session: SmtpSession | undefined
  try {
    for (let message = await queue.next(); message; message = await queue.next()) {
      ahead.look(queue.upcoming())
      if (!session?.isUsable) {
        session?.close()
        session = await connect(delivery, message)
        if (!session) return
      }
      await send(delivery, session, message)
    }
  } finally {
    session?.close()
  }
}

/** Undefined when the mailbox cannot go on for now. */
async function connect(
  { dialer, mailboxId, inWorkspace, queue, smtp_password }: Delivery,
  message: ClaimedMessage,
): Promise<SmtpSession | undefined> {
  try {
    // A stop of this process does not cut off a message that is on its way.
    const account = smtpAccountOf(message.mailbox, smtp_password)
    const session = await openSmtp(dialer, account, new AbortController().signal)
    if (message.mailbox.failures > 0) await inWorkspace((tx) => forgetTrouble(tx, mailboxId))
    return session
  } catch (error) {
    if (!(error instanceof SmtpFailure)) throw error
    const at = await inWorkspace(async (tx) => {
      await release(tx, message, null, error.stage, error.response, false)
      return mailboxTrouble(tx, mailboxId, error)
    })
    queue.stop(at)
    return undefined
  }
}

async function send(delivery: Delivery, session: SmtpSession, message: ClaimedMessage): Promise<void> {
  const { ahead, record, inWorkspace, queue, dkimKey, addressKey } = delivery
  const look = await ahead.take(message)
  if (look && !look.isAllowed) return giveBack(delivery, message)
  let response: string
  try {
    const { raw, envelope } = await composeMessage({ ...message, dkim_private_key: dkimKey, date: new Date() })
    const began = performance.now()
    let asked = 0
    response = await session.send(envelope, raw, async () => {
      if (look?.isFresh()) return
      const from = performance.now()
      if (!(await record.begin(message))) throw new NotAllowed()
      asked = performance.now() - from
    })
    ahead.took(performance.now() - began - asked)
  } catch (error) {
    if (error instanceof NotAllowed) return giveBack(delivery, message)
    ahead.took(null)
    const failure = error instanceof SmtpFailure ? error : unsent(delivery, error as Error)
    const at = await inWorkspace((tx) => recordFailure(tx, addressKey, message, failure))
    if (at !== undefined) queue.stop(at)
    return
  }
  record.accepted(message, response)
}

async function giveBack({ inWorkspace, queue }: Delivery, message: ClaimedMessage): Promise<void> {
  await inWorkspace((tx) => release(tx, message, null, null, null, false))
  queue.lookAgain()
}

/** Nothing was sent: a message that cannot be made, or a database that did not answer before the body. */
function unsent({ log, mailboxId }: Delivery, error: Error): SmtpFailure {
  log.error({ err: error, mailbox: mailboxId }, 'a message could not be handed over')
  return new SmtpFailure('message', 'no', null, error.message.slice(0, 500))
}

async function releaseUnsent({ inWorkspace, queue, log }: Delivery): Promise<void> {
  const left = queue.upcoming()
  if (left.length === 0) return
  await inWorkspace(async (tx) => {
    for (const message of left) await release(tx, message, null, null, null, false)
  }).catch((error) => log.warn({ err: error }, 'reserved messages wait for their lease to end'))
}

async function renewLeases(
  tx: WorkspaceTx,
  { workerId, leaseSeconds }: ClaimContext,
  mailboxId: string,
): Promise<void> {
  await tx.client.query(
    `update outbound_messages set lease_until = clock_timestamp() + make_interval(secs => $4) where workspace_id = $1 and mailbox_id = $2
       and worker_id = $3 and state in ('reserved', 'sending')`,
    [tx.workspace_id, mailboxId, workerId, leaseSeconds],
  )
}

/** Messages of another worker, perhaps a dead one, are looked at when their lease ends. */
async function readLeaseEnd(tx: WorkspaceTx, { workerId }: ClaimContext, mailboxId: string): Promise<Date | null> {
  const { rows } = await tx.client.query<{ at: Date | null }>(
    `select greatest(min(lease_until), clock_timestamp() + make_interval(secs => $4)) as at from outbound_messages
       where workspace_id = $1 and mailbox_id = $2 and state in ('reserved', 'sending') and worker_id <> $3 having count(*) > 0`,
    [tx.workspace_id, mailboxId, workerId, SOON_MS / 1000],
  )
  return rows[0]?.at ?? null
}
