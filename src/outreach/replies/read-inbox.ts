// Reads what came into a mailbox since the last look, over IMAP, and finds out the outcome of uncertain messages.
import type { ImapFlow } from 'imapflow'
import type { WorkspaceId } from '../../kernel/ids.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { MOST_BYTES, readMail } from '../bounces/mail-reading.ts'
import { findMailbox, openSecrets, type StoredMailbox } from '../mailboxes/mailboxes.reads.ts'
import type { OutreachParts } from '../outreach.parts.ts'
import { settle } from '../sending/outcome.writes.ts'
import { receiveMail } from './receive.commands.ts'

export type InboxParts = Pick<OutreachParts, 'database' | 'vault' | 'keys' | 'dialer' | 'now' | 'log'>

const MOST_AT_ONCE = 200
/** A mailbox that is set up now has years of mail in it: what came before it was is not ours. */
const FIRST_LOOK = 200

export interface InboxRead {
  read: number
  matched: number
}

async function readUncertain(tx: WorkspaceTx, mailboxId: string): Promise<{ id: string; message_id: string }[]> {
  const { rows } = await tx.client.query<{ id: string; message_id: string }>(
    `select id, message_id from outbound_messages where workspace_id = $1 and mailbox_id = $2 and state = 'uncertain' and message_id is not null
     order by ended_at desc limit 100`,
    [tx.workspace_id, mailboxId],
  )
  return rows
}

export async function readMailboxInbox(
  parts: InboxParts,
  workspaceId: WorkspaceId,
  mailboxId: string,
  signal: AbortSignal,
): Promise<InboxRead> {
  const { database, vault, keys, dialer, log } = parts
  const inWorkspace = <T>(work: (tx: WorkspaceTx) => Promise<T>) => database.inWorkspace(workspaceId, work)
  const opened = await inWorkspace(async (tx) => {
    const mailbox = await findMailbox(tx, mailboxId)
    if (!mailbox?.settings.imap_host || mailbox.email === null) return null
    return { mailbox, secrets: await openSecrets(tx, vault, mailbox), key: await keys.of(tx) }
  })
  if (!opened) return { read: 0, matched: 0 }
  const { mailbox, secrets, key } = opened
  const { settings } = mailbox
  const host = settings.imap_host as string
  const target = await dialer.target(host, settings.imap_port)
  const client = new (await import('imapflow')).ImapFlow({
    // The address that was checked, with the name for its certificate.
    host: target.addresses[0] as string,
    port: target.port,
    servername: host,
    secure: settings.imap_use_tls && settings.imap_port !== 143,
    doSTARTTLS: settings.imap_use_tls && settings.imap_port === 143,
    ...(dialer.ca && { tls: { ca: dialer.ca } }),
    auth: {
      user: settings.imap_username ?? settings.username ?? (mailbox.email as string),
      pass: secrets.imap_password ?? secrets.smtp_password ?? '',
    },
    logger: false,
    connectionTimeout: 15_000,
    greetingTimeout: 15_000,
    socketTimeout: 60_000,
  })
  client.on('error', (error: Error) =>
    log.warn({ err: error, mailbox: mailboxId }, 'the connection to a mailbox was lost'),
  )
  const stop = () => client.close()
  signal.addEventListener('abort', stop, { once: true })
  try {
    await client.connect()
    const lock = await client.getMailboxLock(settings.imap_folder, { readOnly: true })
    const done = await readNew(client, mailbox).finally(() => lock.release())
    await settleBySent(client)
    return done
  } finally {
    signal.removeEventListener('abort', stop)
    await client.logout().catch(() => client.close())
  }

  /** A message that stands in the Sent folder of its mailbox was sent. One that does not stand there proves nothing. */
  async function settleBySent(imap: ImapFlow): Promise<void> {
    const uncertain = await inWorkspace((tx) => readUncertain(tx, mailboxId))
    if (uncertain.length === 0) return
    const sent = (await imap.list()).find(({ specialUse }) => specialUse === '\\Sent')
    if (!sent) return
    const lock = await imap.getMailboxLock(sent.path, { readOnly: true })
    try {
      for (const { id, message_id } of uncertain) {
        signal.throwIfAborted()
        const found = await imap.search({ header: { 'message-id': message_id } }, { uid: true })
        if (found && found.length > 0) await inWorkspace((tx) => settle(tx, id, 'sent'))
      }
    } finally {
      lock.release()
    }
  }

  async function readNew(imap: ImapFlow, { imap_state }: StoredMailbox): Promise<InboxRead> {
    if (!imap.mailbox) return { read: 0, matched: 0 }
    const validity = String(imap.mailbox.uidValidity)
    const isKnown = imap_state.validity === validity && imap_state.last_uid !== undefined
    const last = isKnown ? (imap_state.last_uid as number) : Math.max(0, imap.mailbox.uidNext - 1 - FIRST_LOOK)
    const done: InboxRead = { read: 0, matched: 0 }
    // Ids first: one mail at a time is then held in memory, whatever its size.
    const uids = ((await imap.search({ uid: `${last + 1}:*` }, { uid: true })) || [])
      .filter((uid) => uid > last)
      .sort((a, b) => a - b)
    for (const uid of uids.slice(0, MOST_AT_ONCE)) {
      signal.throwIfAborted()
      const found = await imap.fetchOne(
        String(uid),
        { source: { maxLength: MOST_BYTES }, size: true, internalDate: true },
        { uid: true },
      )
      const raw = found ? found.source : undefined
      const mail = raw && (await readMail(raw))
      await inWorkspace(async (tx) => {
        if (raw && mail && found) {
          const is_cut = (found.size ?? 0) > raw.length
          const received_at = found.internalDate ? new Date(found.internalDate) : parts.now()
          const outcome = await receiveMail(tx, key, mailbox, { raw, mail, is_cut, received_at }, parts.now())
          if (outcome !== 'unmatched') done.matched++
        }
        await tx.client.query('update mailboxes set imap_state = $3 where workspace_id = $1 and id = $2', [
          workspaceId,
          mailboxId,
          { validity, last_uid: uid },
        ])
      })
      done.read++
    }
    if (uids.length === 0 && !isKnown)
      await inWorkspace((tx) =>
        tx.client.query('update mailboxes set imap_state = $3 where workspace_id = $1 and id = $2', [
          workspaceId,
          mailboxId,
          { validity, last_uid: last },
        ]),
      )
    return done
  }
}
