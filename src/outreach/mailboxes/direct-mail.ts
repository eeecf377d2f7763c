// Sends one message that is no part of a sequence: a test, or a notice. It counts towards the hourly limit of its mailbox.
import { Refusal, refuse } from '../../kernel/errors.ts'
import { newId, type WorkspaceId } from '../../kernel/ids.ts'
import { audit } from '../../platform/audit/audit.ts'
import type { WorkspaceScope } from '../../platform/ctx.ts'
import type { Mail, SendMail } from '../../platform/mail/mail.ts'
import type { OutreachParts } from '../outreach.parts.ts'
import { composeMessage } from './compose.ts'
import {
  countSlots,
  findDefaultMailbox,
  isConfigured,
  mustReadMailbox,
  openSecrets,
  type StoredMailbox,
  smtpAccountOf,
} from './mailboxes.reads.ts'
import { openSmtp, SmtpFailure } from './smtp-session.ts'

const MOST_MS = 45_000

type Parts = Pick<OutreachParts, 'database' | 'vault' | 'dialer' | 'now'>

interface Sent {
  ok: boolean
  stage: string | null
  message: string
}

export type TestMailResult = Sent & { to: string; latency_ms: number }

export async function sendTest(
  parts: Parts,
  place: WorkspaceScope,
  mailbox: StoredMailbox,
  to: string,
): Promise<TestMailResult> {
  const { database, now } = parts
  const started = now()
  const mail = { to, subject: 'Test message', text: 'This mailbox can send.\n', id: newId() }
  const result = await sendDirect(parts, place.workspace_id, mailbox, mail)
  await database.inWorkspace(place, (tx) =>
    audit(tx, {
      act: 'mailbox.tested',
      object: { type: 'mailbox', id: mailbox.id, name: mailbox.email ?? '' },
      after: { ok: result.ok },
    }),
  )
  return { ...result, to, latency_ms: now().getTime() - started.getTime() }
}

/** Through the default mailbox of a workspace; null where it has none that can send. */
export async function workspaceMail(parts: Parts, workspaceId: WorkspaceId): Promise<SendMail | null> {
  const mailbox = await parts.database.inWorkspace(workspaceId, findDefaultMailbox)
  if (!mailbox || !isConfigured(mailbox) || mailbox.state !== 'active') return null
  return async (mail) => {
    try {
      const { ok, message } = await sendDirect(parts, workspaceId, mailbox, mail)
      return ok ? null : `The mail server did not take the mail: ${message}`
    } catch (error) {
      if (error instanceof Refusal) return error.message
      throw error
    }
  }
}

/** @throws Refusal `conflict` when the mailbox has sent what it may in an hour */
async function sendDirect(
  { database, vault, dialer, now }: Parts,
  workspaceId: WorkspaceId,
  mailbox: StoredMailbox,
  mail: Mail,
): Promise<Sent> {
  const slot = newId()
  const secrets = await database.inWorkspace(workspaceId, async (tx) => {
    const { settings } = await mustReadMailbox(tx, mailbox.id, true)
    if ((await countSlots(tx, mailbox.id, new Date(now().getTime() - 3_600_000))) >= settings.max_per_hour)
      refuse(
        'conflict',
        `The mailbox has sent the ${settings.max_per_hour} messages that are allowed in an hour; try again later`,
      )
    await tx.client.query(
      'insert into send_slots (workspace_id, mailbox_id, message_id, is_first, is_open, at) values ($1, $2, $3, false, true, clock_timestamp())',
      [tx.workspace_id, mailbox.id, slot],
    )
    return openSecrets(tx, vault, mailbox)
  })
  const result = await attempt()
  await database.inWorkspace(workspaceId, (tx) =>
    tx.client.query(
      'update send_slots set is_open = false, at = clock_timestamp() where workspace_id = $1 and message_id = $2',
      [tx.workspace_id, slot],
    ),
  )
  return result

  async function attempt(): Promise<Sent> {
    try {
      const session = await openSmtp(
        dialer,
        smtpAccountOf(mailbox, secrets.smtp_password),
        AbortSignal.timeout(MOST_MS),
      )
      try {
        const domain = (mailbox.email as string).split('@')[1]
        const { to, subject, text, id } = mail
        const { raw, envelope } = await composeMessage({
          mailbox,
          dkim_private_key: secrets.dkim_private_key,
          to,
          subject,
          text,
          html: null,
          date: now(),
          in_reply_to: null,
          references: [],
          unsubscribe_url: null,
          token: '0'.repeat(32),
          message_id: `<${id}@${domain}>`,
        })
        return { ok: true, stage: null, message: await session.send(envelope, raw, async () => {}) }
      } finally {
        session.close()
      }
    } catch (error) {
      if (error instanceof SmtpFailure) return { ok: false, stage: error.stage, message: error.response }
      return { ok: false, stage: 'message', message: (error as Error).message.slice(0, 300) }
    }
  }
}
