// Reading mailboxes: as stored, as shown with their health, and with decrypted passwords for connections.

import { refuse } from '../../kernel/errors.ts'
import { isUuid } from '../../kernel/ids.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { inOrder } from '../../platform/db/look-up.ts'
import { oneRow } from '../../platform/db/sql-client.ts'
import type { Vault } from '../../platform/secrets/vault.ts'
import { dayStart, localDate, rampLimit } from '../timing/window.logic.ts'
import { MAILBOX_DEFAULTS, type Mailbox, type MailboxSettings } from './mailbox.schema.ts'
import type { SmtpAccount } from './smtp-session.ts'

export interface StoredMailbox {
  id: string
  is_default: boolean
  email: string | null
  from_name: string | null
  settings: MailboxSettings
  sealed_smtp_password: Buffer | null
  sealed_imap_password: Buffer | null
  sealed_dkim_key: Buffer | null
  state: 'active' | 'paused' | 'stopped'
  state_reason: string | null
  state_at: Date | null
  retry_at: Date | null
  failures: number
  last_error: string | null
  next_send_at: Date | null
  ramp_from: Date | null
  breaker_from: Date | null
  imap_state: { validity?: string; last_uid?: number }
  created_at: Date
  updated_at: Date
}

const COLUMNS = `id, is_default, email, from_name, settings, sealed_smtp_password, sealed_imap_password, sealed_dkim_key, state,
  state_reason, state_at, retry_at, failures, last_error, next_send_at, ramp_from, breaker_from, imap_state, created_at, updated_at`

/** Settings that an earlier version did not know are not there. */
type MailboxRow = Omit<StoredMailbox, 'settings'> & { settings: Partial<MailboxSettings> }

const withDefaults = (row: MailboxRow): StoredMailbox => ({
  ...row,
  settings: { ...MAILBOX_DEFAULTS, ...row.settings },
})

export async function readMailboxes(tx: WorkspaceTx): Promise<StoredMailbox[]> {
  const { rows } = await tx.client.query<MailboxRow>(
    `select ${COLUMNS} from mailboxes where workspace_id = $1 order by is_default desc, created_at, id`,
    [tx.workspace_id],
  )
  return rows.map(withDefaults)
}

/** Undefined for an unknown id. `locked` holds it until the transaction ends: limits are counted under this lock. */
export async function findMailbox(tx: WorkspaceTx, id: string, locked = false): Promise<StoredMailbox | undefined> {
  if (!isUuid(id)) return undefined
  const { rows } = await tx.client.query<MailboxRow>(
    `select ${COLUMNS} from mailboxes where workspace_id = $1 and id = $2 ${locked ? 'for update' : ''}`,
    [tx.workspace_id, id],
  )
  return rows[0] && withDefaults(rows[0])
}

export async function mustReadMailbox(tx: WorkspaceTx, id: string, locked = false): Promise<StoredMailbox> {
  return (await findMailbox(tx, id, locked)) ?? refuse('not_found', 'Mailbox not found')
}

export async function findDefaultMailbox(tx: WorkspaceTx): Promise<StoredMailbox | undefined> {
  return (await readMailboxes(tx)).find(({ is_default }) => is_default)
}

/** Address and server are known: it can send. */
export const isConfigured = ({ email, settings }: StoredMailbox) => email !== null && settings.host !== null

export type SecretField = 'smtp_password' | 'imap_password' | 'dkim_private_key'
export const secretPlace = (id: string, field: SecretField) => ['outreach mailbox', id, field]

export interface MailboxSecrets {
  smtp_password: string | null
  imap_password: string | null
  dkim_private_key: string | null
}

export async function openSecrets(tx: WorkspaceTx, vault: Vault, mailbox: StoredMailbox): Promise<MailboxSecrets> {
  const sealed = [
    ['smtp_password', mailbox.sealed_smtp_password],
    ['imap_password', mailbox.sealed_imap_password],
    ['dkim_private_key', mailbox.sealed_dkim_key],
  ] as const
  const there = sealed.flatMap(([field, value]) =>
    value ? [{ field, place: secretPlace(mailbox.id, field), sealed: value }] : [],
  )
  const opened = await vault.open(tx, there)
  if (opened.includes(null)) refuse('unavailable', 'A stored password cannot be opened; enter it again')
  const values = new Map(there.map(({ field }, at) => [field as SecretField, opened[at] as string]))
  return {
    smtp_password: values.get('smtp_password') ?? null,
    imap_password: values.get('imap_password') ?? null,
    dkim_private_key: values.get('dkim_private_key') ?? null,
  }
}

/** Call only for one that {@link isConfigured}. */
export function smtpAccountOf({ email, settings }: StoredMailbox, password: string | null): SmtpAccount {
  const address = email as string
  return {
    host: settings.host as string,
    port: settings.port,
    use_tls: settings.use_tls,
    username: settings.username ?? address,
    password,
    helo: address.slice(address.lastIndexOf('@') + 1),
  }
}

/** Messages that count towards limits since a moment; those under way always count. */
export async function countSlots(tx: WorkspaceTx, mailboxId: string, since: Date): Promise<number> {
  const { rows } = await tx.client.query<{ count: number }>(
    'select count(*)::int as count from send_slots where workspace_id = $1 and mailbox_id = $2 and (at > $3 or is_open)',
    [tx.workspace_id, mailboxId, since],
  )
  return rows[0]?.count ?? 0
}

/** Messages that may leave on this day of the mailbox; null without a limit. */
export function dayLimit({ settings, ramp_from }: StoredMailbox, now: Date): number | null {
  const { max_per_day, ramp, time_zone } = settings
  if (ramp === null) return max_per_day
  const first = localDate(ramp_from ?? now, time_zone)
  const day = Math.round((Date.parse(localDate(now, time_zone)) - Date.parse(first)) / 86_400_000)
  return rampLimit(max_per_day ?? Number.MAX_SAFE_INTEGER, ramp, day)
}

interface Figures {
  sent_last_hour: number
  sent_today: number
  sent_30_days: number
  hard_bounces_30_days: number
  complaints_30_days: number
  uncertain: number
}

const countedSlots = (since: string) => `(select count(*)::int from (select from send_slots
  where workspace_id = $1 and ${inOrder('mailbox_id', '$2', `and (is_open or ${since})`)} offset 0) s)`

async function readFigures(tx: WorkspaceTx, { id, settings }: StoredMailbox, now: Date): Promise<Figures> {
  const { rows } = await tx.client.query<Figures>(
    `select
       ${countedSlots("at > $3::timestamptz - interval '1 hour'")} as sent_last_hour,
       ${countedSlots('at >= $4')} as sent_today,
       count(*) filter (where state = 'sent')::int as sent_30_days,
       count(*) filter (where bounced = 'hard')::int as hard_bounces_30_days,
       count(*) filter (where complained_at is not null)::int as complaints_30_days,
       (select count(*)::int from outbound_messages where workspace_id = $1 and mailbox_id = $2 and state = 'uncertain') as uncertain
     from outbound_messages where workspace_id = $1 and mailbox_id = $2 and sent_at > $3::timestamptz - interval '30 days'`,
    [tx.workspace_id, id, now, dayStart(now, settings.time_zone)],
  )
  return oneRow(rows)
}

export async function showMailbox(tx: WorkspaceTx, mailbox: StoredMailbox, now: Date): Promise<Mailbox> {
  const { id, is_default, email, from_name, settings, state, state_reason, state_at, last_error, next_send_at } =
    mailbox
  const limit = dayLimit(mailbox, now)
  return {
    id,
    is_default,
    email,
    from_name,
    ...settings,
    smtp_password_set: mailbox.sealed_smtp_password !== null,
    imap_password_set: mailbox.sealed_imap_password !== null,
    dkim_key_set: mailbox.sealed_dkim_key !== null,
    state,
    state_reason,
    state_at: state_at?.toISOString() ?? null,
    last_error,
    health: {
      ...(await readFigures(tx, mailbox, now)),
      limit_today: limit === Number.MAX_SAFE_INTEGER ? null : limit,
      next_send_at: next_send_at?.toISOString() ?? null,
    },
    created_at: mailbox.created_at.toISOString(),
    updated_at: mailbox.updated_at.toISOString(),
  }
}
