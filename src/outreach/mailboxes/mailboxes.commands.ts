// What users do with mailboxes: set one up, change it, pause and resume it, delete it.
import { createPrivateKey } from 'node:crypto'
import { type FieldError, Refusal, refuse } from '../../kernel/errors.ts'
import { newId } from '../../kernel/ids.ts'
import { audit } from '../../platform/audit/audit.ts'
import type { AddressCheck, WorkspaceTx } from '../../platform/db/database.ts'
import { isMailHost } from '../../platform/net/mail-dialer.ts'
import type { Vault } from '../../platform/secrets/vault.ts'
import { readAddress, readDomain } from '../keys/address.logic.ts'
import { isTimeZone } from '../timing/window.logic.ts'
import { MAILBOX_DEFAULTS, type MailboxSettings, type MailboxUpdate } from './mailbox.schema.ts'
import { stopPolling } from './mailbox-schedules.writes.ts'
import {
  findDefaultMailbox,
  mustReadMailbox,
  type SecretField,
  type StoredMailbox,
  secretPlace,
} from './mailboxes.reads.ts'

const MOST_MAILBOXES = 200
const SECRETS: readonly SecretField[] = ['smtp_password', 'imap_password', 'dkim_private_key']
const COLUMN_OF: Record<SecretField, string> = {
  smtp_password: 'sealed_smtp_password',
  imap_password: 'sealed_imap_password',
  dkim_private_key: 'sealed_dkim_key',
}

export interface SmtpConfigInput {
  smtp_email?: string | undefined
  smtp_from_name?: string | undefined
  smtp_host?: string | undefined
  smtp_max_per_hour?: number | undefined
  smtp_password?: string | undefined
  smtp_port?: number | undefined
  smtp_use_tls?: boolean | undefined
}

/** Names of the configuration, as the mailbox calls them. */
const CONFIG_NAMES: Record<string, string> = {
  email: 'smtp_email',
  from_name: 'smtp_from_name',
  host: 'smtp_host',
  port: 'smtp_port',
  use_tls: 'smtp_use_tls',
  max_per_hour: 'smtp_max_per_hour',
}

/** Writes the default mailbox, which is made at the first call. Blank values leave what is there. */
export async function putSmtpConfig(tx: WorkspaceTx, vault: Vault, input: SmtpConfigInput): Promise<StoredMailbox> {
  const { smtp_email, smtp_from_name, smtp_host, smtp_max_per_hour, smtp_password, smtp_port, smtp_use_tls } = input
  const update: MailboxUpdate = {
    ...(filled(smtp_email) && { email: smtp_email }),
    ...(filled(smtp_from_name) && { from_name: smtp_from_name }),
    ...(filled(smtp_host) && { host: smtp_host }),
    ...(smtp_max_per_hour !== undefined && { max_per_hour: smtp_max_per_hour }),
    ...(filled(smtp_password) && { smtp_password }),
    ...(smtp_port !== undefined && { port: smtp_port }),
    ...(smtp_use_tls !== undefined && { use_tls: smtp_use_tls }),
  }
  const existing = await findDefaultMailbox(tx)
  if (existing) return changeMailbox(tx, vault, existing.id, update, CONFIG_NAMES)
  return insertMailbox(tx, vault, update, true, CONFIG_NAMES)
}

export async function addMailbox(tx: WorkspaceTx, vault: Vault, update: MailboxUpdate): Promise<StoredMailbox> {
  const { rows } = await tx.client.query<{ count: number; has_default: boolean }>(
    'select count(*)::int as count, coalesce(bool_or(is_default), false) as has_default from mailboxes where workspace_id = $1',
    [tx.workspace_id],
  )
  if ((rows[0]?.count ?? 0) >= MOST_MAILBOXES) refuse('conflict', `A workspace has at most ${MOST_MAILBOXES} mailboxes`)
  return insertMailbox(tx, vault, update, !rows[0]?.has_default, {})
}

async function insertMailbox(
  tx: WorkspaceTx,
  vault: Vault,
  update: MailboxUpdate,
  isDefault: boolean,
  names: Record<string, string>,
): Promise<StoredMailbox> {
  const id = newId()
  const { rowCount } = await tx.client.query(
    `insert into mailboxes (workspace_id, id, is_default, settings) values ($1, $2, $3, $4)
     on conflict (workspace_id) where is_default do nothing`,
    [tx.workspace_id, id, isDefault, MAILBOX_DEFAULTS],
  )
  // Another request made the default one at the same moment: this one changes it.
  const target = rowCount ? id : ((await findDefaultMailbox(tx))?.id ?? id)
  return changeMailbox(tx, vault, target, update, names)
}

export async function changeMailbox(
  tx: WorkspaceTx,
  vault: Vault,
  id: string,
  update: MailboxUpdate,
  names: Record<string, string> = {},
): Promise<StoredMailbox> {
  const before = await mustReadMailbox(tx, id, true)
  const { email, from_name, smtp_password, imap_password, dkim_private_key, ...given } = update
  const entered = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
  const settings = { ...before.settings, ...entered } as MailboxSettings
  const address = email === undefined ? before.email : (readAddress(email)?.email ?? null)
  checkSettings(tx.addresses, before.settings, settings, { email, address, dkim_private_key }, names)
  refuseMovedPasswords(before, settings, { smtp_password, imap_password })
  await tx.client.query(
    `update mailboxes set email = $3, from_name = $4, settings = $5, updated_at = now(),
       sealed_smtp_password = case when $5::jsonb ->> 'host' is null and settings ->> 'host' is not null then null else sealed_smtp_password end,
       sealed_imap_password = case when $5::jsonb ->> 'imap_host' is null and settings ->> 'imap_host' is not null then null else sealed_imap_password end
     where workspace_id = $1 and id = $2`,
    [tx.workspace_id, id, address, from_name === undefined ? before.from_name : from_name.trim() || null, settings],
  )
  const secrets = { smtp_password, imap_password, dkim_private_key }
  for (const field of SECRETS) {
    const value = secrets[field]
    if (!filled(value)) continue
    await tx.client.query(`update mailboxes set ${COLUMN_OF[field]} = $3 where workspace_id = $1 and id = $2`, [
      tx.workspace_id,
      id,
      await vault.seal(tx, secretPlace(id, field), field === 'dkim_private_key' ? value.trim() : value),
    ])
  }
  // What stopped it may have been corrected; a breaker stays until a person resets it.
  if (before.state === 'stopped' && ['login_refused', 'sender_refused'].includes(before.state_reason ?? ''))
    await setState(tx, id, 'active', null)
  await tx.client.query('update mailboxes set retry_at = null, failures = 0 where workspace_id = $1 and id = $2', [
    tx.workspace_id,
    id,
  ])
  const entries = SECRETS.filter((field) => filled(secrets[field]))
  await audit(tx, {
    act: 'mailbox.changed',
    object: { type: 'mailbox', id, name: address ?? undefined },
    before: { email: before.email, from_name: before.from_name, ...before.settings },
    after: { email: address, from_name: from_name ?? before.from_name, ...settings, entered: entries },
  } as Parameters<typeof audit>[1])
  return mustReadMailbox(tx, id)
}

export async function deleteMailbox(tx: WorkspaceTx, id: string): Promise<void> {
  const mailbox = await mustReadMailbox(tx, id, true)
  const { rows } = await tx.client.query(
    `select 1 from outbound_messages where workspace_id = $1 and mailbox_id = $2 and state in ('reserved', 'sending') limit 1`,
    [tx.workspace_id, id],
  )
  if (rows[0]) refuse('conflict', 'A message of this mailbox is being sent; pause the mailbox and try again')
  await stopPolling(tx, id)
  await tx.client.query(
    `update enrollments set status = 'stopped', status_reason = 'mailbox_deleted', ended_at = now() where workspace_id = $1
       and (mailbox_id = $2 or id = any(array(select enrollment_id from outbound_messages where workspace_id = $1 and mailbox_id = $2
         and state in ('planned', 'awaiting_approval', 'blocked', 'open'))))
       and status in ('scheduled', 'active', 'waiting', 'paused', 'blocked')`,
    [tx.workspace_id, id],
  )
  await tx.client.query(
    `update outbound_messages set state = 'cancelled', error_class = 'mailbox_deleted', ended_at = now() where workspace_id = $1 and mailbox_id = $2
       and state in ('planned', 'awaiting_approval', 'blocked', 'open')`,
    [tx.workspace_id, id],
  )
  await tx.client.query('delete from mailboxes where workspace_id = $1 and id = $2', [tx.workspace_id, id])
  await audit(tx, { act: 'mailbox.deleted', object: { type: 'mailbox', id, name: mailbox.email ?? '' } })
}

/** Pauses or resumes the mailbox for a user. Resuming resets the counters of the circuit breaker. */
export async function setMailboxState(tx: WorkspaceTx, id: string, state: 'active' | 'paused'): Promise<StoredMailbox> {
  const before = await mustReadMailbox(tx, id, true)
  await setState(tx, id, state, state === 'paused' ? 'person' : null)
  if (state === 'active')
    await tx.client.query(
      'update mailboxes set breaker_from = now(), retry_at = null, failures = 0, last_error = null where workspace_id = $1 and id = $2',
      [tx.workspace_id, id],
    )
  await audit(tx, {
    act: state === 'active' ? 'mailbox.resumed' : 'mailbox.paused',
    object: { type: 'mailbox', id, name: before.email ?? '' },
    before: { state: before.state, reason: before.state_reason },
    after: { state },
  })
  return mustReadMailbox(tx, id)
}

export async function setState(tx: WorkspaceTx, id: string, state: StoredMailbox['state'], reason: string | null) {
  await tx.client.query(
    'update mailboxes set state = $3, state_reason = $4, state_at = now() where workspace_id = $1 and id = $2',
    [tx.workspace_id, id, state, reason],
  )
}

const filled = (value: string | null | undefined): value is string => typeof value === 'string' && value.trim() !== ''

/** Refuses everything that is wrong at once, under the names of the request. */
function checkSettings(
  addresses: AddressCheck,
  before: MailboxSettings,
  settings: MailboxSettings,
  given: { email: string | undefined; address: string | null; dkim_private_key: string | undefined },
  names: Record<string, string>,
): void {
  const faults: FieldError[] = []
  const fault = (field: string, msg: string) =>
    faults.push({ loc: ['body', names[field] ?? field], type: 'value_error', msg: `Value error, ${msg}` })
  if (given.email !== undefined && given.address === null) fault('email', 'this is not an e-mail address')
  for (const field of ['host', 'imap_host'] as const) {
    const host = settings[field]
    if (host === null) continue
    const port = field === 'host' ? ('port' as const) : ('imap_port' as const)
    const isSame = host === before[field] && settings[port] === before[port]
    const words = isSame ? null : addresses.mail(host, settings[port])
    if (!isMailHost(host)) fault(field, 'this is not the name of a server')
    else if (words !== null) fault(field, words)
  }
  if (settings.reply_to !== null && !readAddress(settings.reply_to)) fault('reply_to', 'this is not an e-mail address')
  if (settings.dkim_domain !== null && !readDomain(settings.dkim_domain)) fault('dkim_domain', 'this is not a domain')
  if (settings.dkim_selector !== null && !/^[a-z0-9](?:[a-z0-9._-]{0,61}[a-z0-9])?$/i.test(settings.dkim_selector))
    fault('dkim_selector', 'this is not a DKIM selector')
  if (!isTimeZone(settings.time_zone)) fault('time_zone', 'there is no such time zone')
  if (filled(given.dkim_private_key) && !isRsaKey(given.dkim_private_key))
    fault('dkim_private_key', 'this is not an RSA private key of at least 1024 bits in PEM form')
  if (faults.length > 0) throw new Refusal('invalid', 'The request is not valid', { fields: faults })
}

/** A stored password goes to no other server than the one it was entered for; another server needs it again. */
function refuseMovedPasswords(
  { settings: before, sealed_smtp_password, sealed_imap_password }: StoredMailbox,
  after: MailboxSettings,
  given: { smtp_password: string | undefined; imap_password: string | undefined },
): void {
  const isOther = (host: string | null, known: string | null) =>
    host !== null && host.toLowerCase() !== known?.toLowerCase()
  const faults: FieldError[] = []
  const fault = (field: keyof typeof given, host: string | null) => {
    const msg = `Value error, the stored password was entered for another server. Enter it again to send it to ${host}`
    faults.push({ loc: ['body', field], type: 'value_error', msg })
  }
  if (sealed_smtp_password && !filled(given.smtp_password) && before.host !== null && isOther(after.host, before.host))
    fault('smtp_password', after.host)
  if (!filled(given.imap_password) && isOther(after.imap_host, before.imap_host)) {
    // Without a password of its own the inbox is opened with that of SMTP.
    const isBorrowed = !sealed_imap_password && sealed_smtp_password && !filled(given.smtp_password)
    const isKept = sealed_imap_password && before.imap_host !== null
    if (isKept || (isBorrowed && isOther(after.imap_host, before.host))) fault('imap_password', after.imap_host)
  }
  if (faults.length > 0) throw new Refusal('invalid', 'The request is not valid', { fields: faults })
}

function isRsaKey(pem: string): boolean {
  try {
    const key = createPrivateKey(pem)
    return key.asymmetricKeyType === 'rsa' && (key.asymmetricKeyDetails?.modulusLength ?? 0) >= 1024
  } catch {
    return false
  }
}
