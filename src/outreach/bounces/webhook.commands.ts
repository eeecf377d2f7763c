// Takes in what mail services send: whose it is, whether it is signed as that service signs, and what it says.

import { Webhook } from 'standardwebhooks'
import { refuse } from '../../kernel/errors.ts'
import { isUuid, type WorkspaceId } from '../../kernel/ids.ts'
import type { Json, JsonObject } from '../../kernel/json.ts'
import { readJson } from '../../kernel/read-json.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { isWebhookToken, webhookSecret, workspaceOfWebhook } from '../keys/tokens.logic.ts'
import type { OutreachParts } from '../outreach.parts.ts'
import { mailgunPlace, readOutreachSettings } from '../settings/outreach-settings.reads.ts'
import { readMail, returnTokensOf } from './mail-reading.ts'
import { recordBounce, recordReport } from './record-bounce.commands.ts'
import { readReport } from './report.logic.ts'
import { isMailgun, isSendgrid, isSns, isSnsUrl } from './signatures.logic.ts'
import { type MailEvent, readEvents, type Vendor, vendorOf } from './vendor-events.logic.ts'

export interface ReportRequest {
  token: string | undefined
  workspace: string | undefined
  headers: Record<string, string>
  body: Buffer
}

export interface ReportCounts {
  received: number
  recorded: number
  ignored: number
}

const NOTHING: ReportCounts = { received: 0, recorded: 0, ignored: 0 }
const certificates = new Map<string, string>()

export async function receiveBounceWebhook(parts: OutreachParts, incoming: ReportRequest): Promise<ReportCounts> {
  const { database, keys } = parts
  const id = incoming.token === undefined ? incoming.workspace : workspaceOfWebhook(incoming.token)
  if (!id || !isUuid(id)) return unsigned()
  const workspaceId = id as WorkspaceId
  const known = await database.inWorkspace(workspaceId, async (tx) => {
    const key = await keys.find(tx)
    if (!key) return null
    const settings = await readOutreachSettings(tx)
    const [mailgun = null] = settings.sealed_mailgun_key
      ? await parts.vault.open(tx, [{ place: mailgunPlace, sealed: settings.sealed_mailgun_key }])
      : []
    return { key, mailgun, ...settings }
  })
  if (!known) return unsigned()
  const isToken =
    incoming.token !== undefined && isWebhookToken(known.key, workspaceId, known.webhook_version, incoming.token)
  if (incoming.token !== undefined && !isToken) return unsigned()
  const signed = standardSignature(incoming, webhookSecret(known.key, known.webhook_version))
  // A signature that is sent has to be good; without a token it is what proves the sender.
  if (signed === 'wrong' || (!isToken && signed !== 'good')) return unsigned()

  const body = readJson(incoming.body.toString('utf8')).value
  if (body === undefined) return takeRawReport(parts, workspaceId, known.key, incoming.body)
  const vendor = vendorOf(body)
  if (vendor === null) return { received: 1, recorded: 0, ignored: 1 }
  await checkVendor(parts, vendor, body, incoming, known)
  if (vendor === 'sns' && (body as JsonObject).Type !== 'Notification') return confirmSns(parts, body as JsonObject)
  const events = readEvents(vendor, body)
  const received = Array.isArray(body) ? body.length : 1
  const recorded = await recordAll(parts, workspaceId, known.key, vendor, events)
  return { received, recorded, ignored: received - Math.min(received, recorded) }
}

const unsigned = (): never => refuse('unauthenticated', 'The request is not signed with the secret of a workspace')

function standardSignature({ headers, body }: ReportRequest, secret: string): 'good' | 'wrong' | 'none' {
  if (headers['webhook-signature'] === undefined) return 'none'
  try {
    new Webhook(secret).verify(body.toString('utf8'), headers)
    return 'good'
  } catch {
    return 'wrong'
  }
}

interface Known {
  mailgun: string | null
  sendgrid_public_key: string | null
  sns_topic_arn: string | null
}

async function checkVendor(
  parts: OutreachParts,
  vendor: Vendor,
  body: Json,
  { headers, body: raw }: ReportRequest,
  known: Known,
): Promise<void> {
  const wrong = (what: string): never => refuse('forbidden', what)
  if (vendor === 'sendgrid') {
    if (known.sendgrid_public_key === null) wrong('Enter the verification key of SendGrid first')
    const signature = headers['x-twilio-email-event-webhook-signature'] ?? ''
    const timestamp = headers['x-twilio-email-event-webhook-timestamp'] ?? ''
    if (!isSendgrid(known.sendgrid_public_key as string, signature, timestamp, raw, parts.now()))
      wrong('The signature of SendGrid is wrong or too old')
  }
  if (vendor === 'mailgun') {
    if (known.mailgun === null) wrong('Enter the signing key of Mailgun first')
    const { signature } = body as JsonObject
    if (!isMailgun(known.mailgun as string, (signature ?? {}) as JsonObject, parts.now()))
      wrong('The signature of Mailgun is wrong or too old')
  }
  if (vendor === 'sns') {
    const message = body as JsonObject
    if (known.sns_topic_arn === null) wrong('Enter the ARN of the SNS topic first')
    if (message.TopicArn !== known.sns_topic_arn) wrong('The message is of another topic')
    const { SigningCertURL: url } = message
    if (!isSnsUrl(url, 'certificate')) return wrong('The certificate is not one of SNS')
    const pem = await certificateAt(parts, url)
    if (pem === null || !isSns(pem, message)) wrong('The signature of SNS is wrong')
  }
}

async function certificateAt({ http }: OutreachParts, url: string): Promise<string | null> {
  const known = certificates.get(url)
  if (known !== undefined) return known
  const reply = await http({ method: 'GET', url, headers: {} }, AbortSignal.timeout(10_000))
  if (!reply.ok || reply.status !== 200) return null
  if (certificates.size >= 50) certificates.clear()
  certificates.set(url, reply.body)
  return reply.body
}

async function confirmSns(
  { http }: OutreachParts,
  { Type: type, SubscribeURL: url }: JsonObject,
): Promise<ReportCounts> {
  if (type === 'SubscriptionConfirmation' && isSnsUrl(url, 'subscription'))
    await http({ method: 'GET', url, headers: {} }, AbortSignal.timeout(10_000))
  return { ...NOTHING, received: 1 }
}

async function recordAll(
  { database }: OutreachParts,
  workspaceId: WorkspaceId,
  key: Buffer,
  vendor: Vendor,
  events: readonly MailEvent[],
): Promise<number> {
  let recorded = 0
  // One transaction each: an event that cannot be stored does not take the others back.
  for (const event of events.slice(0, 2_000)) {
    const outcome = await database.inWorkspace(workspaceId, async (tx) => {
      if (event.event_id !== null && !(await isNew(tx, vendor, `${event.event_id} ${event.address ?? ''}`)))
        return 'repeated'
      return recordBounce(tx, key, {
        kind: event.kind,
        class: event.class,
        detail: event.detail.slice(0, 500),
        refs: event.refs,
        address: event.address,
        source: 'webhook',
      })
    })
    if (outcome !== 'unknown') recorded++
  }
  return recorded
}

async function isNew(tx: WorkspaceTx, provider: string, eventId: string): Promise<boolean> {
  const { rowCount } = await tx.client.query(
    'insert into bounce_events (workspace_id, provider, event_id) values ($1, $2, $3) on conflict do nothing',
    [tx.workspace_id, provider, eventId.slice(0, 500)],
  )
  return rowCount === 1
}

/** A whole bounce message, as a mail server of one's own passes it on. */
async function takeRawReport(
  { database }: OutreachParts,
  workspaceId: WorkspaceId,
  key: Buffer,
  raw: Buffer,
): Promise<ReportCounts> {
  const mail = await readMail(raw)
  const report = mail && readReport(mail, true)
  if (!mail || !report) return { received: 1, recorded: 0, ignored: 1 }
  const outcome = await database.inWorkspace(workspaceId, (tx) => recordReport(tx, key, report, returnTokensOf(mail)))
  const recorded = outcome === 'unknown' ? 0 : 1
  return { received: 1, recorded, ignored: 1 - recorded }
}
