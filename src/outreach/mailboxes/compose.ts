// The message as bytes: MIME by nodemailer, both unsubscribe headers, and a DKIM signature that covers them.
import { createPrivateKey, type KeyObject } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { verpAddress } from '../keys/tokens.logic.ts'
import type { StoredMailbox } from './mailboxes.reads.ts'
import { bytesOf } from './mime.ts'

export interface MessageSpec {
  mailbox: Pick<StoredMailbox, 'email' | 'from_name' | 'settings'>
  /** As {@link readDkimKey} returns it. */
  dkim_private_key: KeyObject | string | null
  to: string
  subject: string
  text: string
  html: string | null
  message_id: string
  in_reply_to: string | null
  references: string[]
  token: string
  unsubscribe_url: string | null
  date: Date
}

// nodemailer's own list leaves out List-Unsubscribe-Post, which RFC 8058 wants signed. Only headers that are there are signed.
const SIGNED =
  'From:Reply-To:Subject:Date:Message-ID:To:MIME-Version:Content-Type:Content-Transfer-Encoding:In-Reply-To:References:List-Unsubscribe:List-Unsubscribe-Post'

export interface ComposedMessage {
  raw: Buffer
  envelope: { from: string; to: string }
}

/** A key that signs many messages is parsed once, which takes longer than a signature. One that cannot be parsed fails where it is to sign. */
export function readDkimKey(pem: string | null): KeyObject | string | null {
  try {
    return pem === null ? null : createPrivateKey(pem)
  } catch {
    return pem
  }
}

export async function composeMessage(message: MessageSpec): Promise<ComposedMessage> {
  const { mailbox, to, subject, text, html, message_id, in_reply_to, references, token, unsubscribe_url, date } =
    message
  const email = mailbox.email as string
  const from = mailbox.settings.verp ? verpAddress(email, token) : email
  const { default: MailComposer } = await import('nodemailer/lib/mail-composer')
  const mail = new MailComposer({
    from: { name: mailbox.from_name ?? '', address: email },
    to: { name: '', address: to },
    ...(mailbox.settings.reply_to && { replyTo: { name: '', address: mailbox.settings.reply_to } }),
    subject,
    text,
    messageId: message_id,
    date,
    disableFileAccess: true,
    disableUrlAccess: true,
    ...(html !== null && { html }),
    ...(in_reply_to && { inReplyTo: in_reply_to }),
    ...(references.length > 0 && { references }),
    ...(unsubscribe_url && {
      headers: {
        'List-Unsubscribe': { prepared: true, foldLines: true, value: `<${unsubscribe_url}>` },
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      },
    }),
  })
  const built = bytesOf(mail.compile())
  const { dkim_domain, dkim_selector } = mailbox.settings
  const envelope = { from, to }
  if (dkim_selector === null || message.dkim_private_key === null) return { raw: built, envelope }
  const { default: DKIM } = await import('nodemailer/lib/dkim')
  const signer = new DKIM({
    domainName: dkim_domain ?? email.slice(email.lastIndexOf('@') + 1),
    keySelector: dkim_selector,
    // It is handed to node:crypto, which takes both.
    privateKey: message.dkim_private_key as string,
    headerFieldNames: SIGNED,
  })
  const raw = await buffer(signer.sign(built))
  // A signer that fails passes the message on as it was; what is to be signed must not leave unsigned.
  if (!/^DKIM-Signature:/i.test(raw.subarray(0, 20).toString('latin1')))
    throw new Error('The message could not be signed with the DKIM key')
  return { raw, envelope }
}
