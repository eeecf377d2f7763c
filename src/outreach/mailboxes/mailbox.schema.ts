// Wire shapes of mailboxes and of the SMTP configuration.
import { type Static, Type } from 'typebox'
import { nullable } from '../../platform/http/checks/nullable.ts'
import { listOf } from '../../platform/http/paging.ts'

const Text = (maxLength: number, description: string) => Type.String({ maxLength, description })
/** Stands in a header of each message. */
const HeaderText = (maxLength: number, description: string) =>
  Type.String({ maxLength, format: 'header-text', description })
const Port = Type.Integer({ minimum: 1, maximum: 65_535 })

/** The law: all optional, the password write-only. */
export const SmtpConfigUpdate = Type.Object(
  {
    smtp_email: Type.Optional(
      HeaderText(320, 'The address that messages are from, and the login unless a mailbox names another.'),
    ),
    smtp_from_name: Type.Optional(HeaderText(200, 'The name beside the address.')),
    smtp_host: Type.Optional(Text(253, 'The submission server.')),
    smtp_max_per_hour: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 1_000_000,
        description: 'Most messages in any sixty minutes; 0 sends none.',
      }),
    ),
    smtp_password: Type.Optional(
      Type.String({ maxLength: 1000, 'x-secret': true, description: 'Write-only. Blank keeps the stored one.' }),
    ),
    smtp_port: Type.Optional(Port),
    smtp_use_tls: Type.Optional(
      Type.Boolean({
        description: 'TLS from the start on port 465, STARTTLS elsewhere, and never without when it is on.',
      }),
    ),
  },
  { $id: 'SmtpConfigUpdate' },
)

export const SmtpConfig = Type.Object(
  {
    mailbox_id: nullable(Type.String()),
    smtp_email: nullable(Type.String()),
    smtp_from_name: nullable(Type.String()),
    smtp_host: nullable(Type.String()),
    smtp_port: Port,
    smtp_use_tls: Type.Boolean(),
    smtp_max_per_hour: Type.Integer(),
    password_set: Type.Boolean({ description: 'Whether a password is stored. It is never returned.' }),
    configured: Type.Boolean({ description: 'Address and server are there.' }),
    updated_at: nullable(Type.String({ format: 'date-time' })),
  },
  { $id: 'SmtpConfig' },
)

const settings = {
  host: nullable(Text(253, 'The submission server.')),
  port: Port,
  use_tls: Type.Boolean(),
  username: nullable(Text(320, 'The login; the address when null.')),
  max_per_hour: Type.Integer({ minimum: 0, maximum: 1_000_000, description: 'Most messages in any sixty minutes.' }),
  max_per_day: nullable(
    Type.Integer({ minimum: 0, maximum: 1_000_000 }),
    'Most messages in a day of the mailbox; null without a limit.',
  ),
  ramp: nullable(
    Type.Object({
      start: Type.Integer({ minimum: 1, maximum: 10_000 }),
      step: Type.Integer({ minimum: 0, maximum: 10_000 }),
    }),
    'The daily limit begins at `start` with the first message and grows by `step` each day, up to `max_per_day`.',
  ),
  time_zone: Text(64, 'IANA name; days of the mailbox begin at its midnight.'),
  verp: Type.Boolean({
    description: 'The envelope sender carries a token (`name+b…@domain`), which ties bounces to their message.',
  }),
  reply_to: nullable(HeaderText(320, 'Where answers go, when not to the address.')),
  dkim_domain: nullable(Text(253, 'Domain that signs; null leaves signing to the server.')),
  dkim_selector: nullable(Text(63, 'Selector of the DKIM key.')),
  imap_host: nullable(Text(253, 'Server that replies and bounces are read from; null reads none.')),
  imap_port: Port,
  imap_use_tls: Type.Boolean(),
  imap_username: nullable(Text(320, 'The login; that of SMTP when null.')),
  imap_folder: Text(200, 'Folder that is read.'),
}

export const MailboxSettings = Type.Object(settings)
export type MailboxSettings = Static<typeof MailboxSettings>

export const MAILBOX_DEFAULTS: MailboxSettings = {
  host: null,
  port: 587,
  use_tls: true,
  username: null,
  max_per_hour: 60,
  max_per_day: null,
  ramp: null,
  time_zone: 'UTC',
  verp: true,
  reply_to: null,
  dkim_domain: null,
  dkim_selector: null,
  imap_host: null,
  imap_port: 993,
  imap_use_tls: true,
  imap_username: null,
  imap_folder: 'INBOX',
}

const Secret = (description: string, maxLength = 1000) =>
  Type.Optional(Type.String({ maxLength, 'x-secret': true, description }))

export const MailboxUpdate = Type.Object(
  {
    email: Type.Optional(HeaderText(320, 'The address that messages are from.')),
    from_name: Type.Optional(HeaderText(200, 'The name beside the address.')),
    ...Type.Partial(MailboxSettings).properties,
    smtp_password: Secret('Write-only. Blank keeps the stored one.'),
    imap_password: Secret('Write-only; that of SMTP is used when none is stored. Blank keeps the stored one.'),
    dkim_private_key: Secret('RSA key in PEM form, write-only. Blank keeps the stored one.', 10_000),
  },
  { $id: 'MailboxUpdate' },
)
export type MailboxUpdate = Static<typeof MailboxUpdate>

const Health = Type.Object({
  sent_last_hour: Type.Integer({
    description: 'Messages that count towards the hourly limit, including those in progress.',
  }),
  sent_today: Type.Integer(),
  limit_today: nullable(Type.Integer(), 'By the daily limit and the ramp.'),
  sent_30_days: Type.Integer(),
  hard_bounces_30_days: Type.Integer(),
  complaints_30_days: Type.Integer(),
  uncertain: Type.Integer({ description: 'Messages that the server may or may not have accepted.' }),
  next_send_at: nullable(Type.String({ format: 'date-time' })),
})

export const Mailbox = Type.Object(
  {
    id: Type.String(),
    is_default: Type.Boolean({ description: 'The one of /api/outreach/smtp/config.' }),
    email: nullable(Type.String()),
    from_name: nullable(Type.String()),
    ...settings,
    smtp_password_set: Type.Boolean(),
    imap_password_set: Type.Boolean(),
    dkim_key_set: Type.Boolean(),
    state: Type.Unsafe<'active' | 'paused' | 'stopped'>({ type: 'string', enum: ['active', 'paused', 'stopped'] }),
    state_reason: nullable(Type.String(), '`login_refused`, `sender_refused`, `bounces`, `complaints` or `person`.'),
    state_at: nullable(Type.String({ format: 'date-time' })),
    last_error: nullable(Type.String()),
    health: Health,
    created_at: Type.String({ format: 'date-time' }),
    updated_at: Type.String({ format: 'date-time' }),
  },
  { $id: 'Mailbox' },
)
export type Mailbox = Static<typeof Mailbox>
export const MailboxList = listOf(Mailbox, 'MailboxList')

export const MailTest = Type.Object(
  {
    to: Type.Optional(
      Type.String({ maxLength: 320, description: 'Where the test message goes; the mailbox itself when absent.' }),
    ),
  },
  { $id: 'MailTestRequest' },
)
export const MailTestResult = Type.Object(
  {
    ok: Type.Boolean(),
    to: Type.String(),
    stage: nullable(Type.String(), 'Where it failed: `connect`, `tls`, `login`, `sender`, `recipient` or `message`.'),
    message: Type.String({ description: 'What the server said.' }),
    latency_ms: Type.Integer(),
  },
  { $id: 'MailTestResult' },
)

const Verdict = Type.Unsafe<'pass' | 'warn' | 'fail' | 'unknown'>({
  type: 'string',
  enum: ['pass', 'warn', 'fail', 'unknown'],
})
export const Preflight = Type.Object(
  {
    domain: Type.String(),
    checked_at: Type.String({ format: 'date-time' }),
    items: Type.Array(
      Type.Object({
        check: Type.Unsafe<PreflightItem['check']>({ type: 'string', enum: ['spf', 'dkim', 'dmarc', 'mx', 'ptr'] }),
        verdict: Verdict,
        records: Type.Array(Type.String(), { description: 'What DNS holds.' }),
        message: Type.String({ description: 'What it means.' }),
        fix: nullable(Type.String(), 'What to do about it.'),
      }),
    ),
    next_cursor: Type.Null(),
  },
  { $id: 'Preflight' },
)
export interface PreflightItem {
  check: 'spf' | 'dkim' | 'dmarc' | 'mx' | 'ptr'
  verdict: 'pass' | 'warn' | 'fail' | 'unknown'
  records: string[]
  message: string
  fix: string | null
}
