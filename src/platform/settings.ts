// Every setting of the service in one table: what it is called, what it may be and what it does when unset.
// docs/CONFIGURATION.md is generated from here.
import { parseOverrides } from './limits/limits.ts'
import { type ParsedSetting, parseEgressAllow, parseHostMap } from './net/egress.ts'

export interface Setting<T> {
  name: string
  /** How the default reads in the documentation. */
  default: string
  help: string
  group: 'Serving' | 'Data' | 'First start' | 'Security' | 'Outgoing requests' | 'Operation'
  /** Turns the text of the environment (undefined when unset or blank) into the value; throws an Error that ends a sentence. */
  read(text: string | undefined): T
}

function setting<T>(
  group: Setting<T>['group'],
  name: string,
  shownDefault: string,
  help: string,
  read: Setting<T>['read'],
): Setting<T> {
  return { name, default: shownDefault, help, group, read }
}

const text = (fallback: string) => (value: string | undefined) => value ?? fallback
const optional = (value: string | undefined) => value

const parsed =
  <T>(parse: (text: string) => ParsedSetting<T>) =>
  (value: string | undefined): T => {
    const { value: read, problems } = parse(value ?? '')
    if (problems.length > 0) throw new Error(problems.join(' and '))
    return read
  }

const oneOf =
  <const C extends readonly string[], F extends C[number] | undefined>(choices: C, fallback: F) =>
  (value: string | undefined): C[number] | F => {
    if (value === undefined) return fallback
    if (!choices.includes(value)) throw new Error(`must be one of ${choices.join(', ')}`)
    return value
  }

const onOff = (fallback: boolean) => (value: string | undefined) =>
  oneOf(['on', 'off'], fallback ? 'on' : 'off')(value) === 'on'

const whole = (fallback: number, min: number, max: number) => (value: string | undefined) => {
  if (value === undefined) return fallback
  const number = Number(value)
  if (!/^\d+$/.test(value) || number < min || number > max)
    throw new Error(`must be a whole number from ${min} to ${max}`)
  return number
}

const UNIT_SECONDS = { '': 1, s: 1, m: 60, h: 3600, d: 86_400 } as const

/** Seconds, from forms such as `1800`, `30m`, `12h`, `14d`. */
const duration = (fallback: string, min: number, max: number) => (value: string | undefined) => {
  const match = /^(\d+)([smhd]?)$/.exec(value ?? fallback)
  const seconds = match ? Number(match[1]) * UNIT_SECONDS[match[2] as keyof typeof UNIT_SECONDS] : Number.NaN
  if (!(seconds >= min && seconds <= max))
    throw new Error(`must be a time such as 90s, 30m, 12h or 14d, from ${min} s to ${max} s`)
  return seconds
}

const url = (protocols: string[]) => (value: string | undefined) => {
  if (value === undefined) return undefined
  const parsed = URL.canParse(value) ? new URL(value) : undefined
  if (!parsed || !protocols.includes(parsed.protocol))
    throw new Error(`must be a URL that starts with ${protocols.map((p) => `${p}//`).join(' or ')}`)
  return value.replace(/\/+$/, '')
}

const list = (value: string | undefined) =>
  (value ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)

export const SETTINGS = {
  port: setting('Serving', 'PORT', '8000', 'Port to listen on. 0 selects any free port.', whole(8000, 0, 65_535)),
  host: setting(
    'Serving',
    'HOST',
    '127.0.0.1',
    'Address to listen on; 0.0.0.0 in the container image.',
    text('127.0.0.1'),
  ),
  public_url: setting(
    'Serving',
    'PUBLIC_URL',
    '`http://HOST:PORT`',
    'The public address of the service, used in links.',
    url(['http:', 'https:']),
  ),
  trusted_proxies: setting(
    'Serving',
    'TRUSTED_PROXIES',
    'none',
    'Addresses or CIDR ranges of proxies whose X-Forwarded headers are trusted, separated by commas.',
    list,
  ),
  metrics_port: setting(
    'Serving',
    'METRICS_PORT',
    'none',
    'A separate port for `/metrics`, on HOST: for workers, which have no other port, and to keep `/metrics` off the public port.',
    (value) => (value === undefined ? undefined : whole(0, 0, 65_535)(value)),
  ),
  role: setting(
    'Serving',
    'ROLE',
    'all',
    'The role of this process: `api` answers requests, `worker` runs jobs and enrichment, `all` does both.',
    oneOf(['all', 'api', 'worker'], 'all'),
  ),
  data_dir: setting(
    'Data',
    'DATA_DIR',
    '.data',
    'Folder for the embedded database and the generated keys.',
    text('.data'),
  ),
  database_url: setting(
    'Data',
    'DATABASE_URL',
    'embedded',
    'A PostgreSQL server (15 or newer), `postgres://user:password@host:5432/name`. Unset, an embedded one runs in DATA_DIR.',
    url(['postgres:', 'postgresql:']),
  ),
  database_pooler_url: setting(
    'Data',
    'DATABASE_POOLER_URL',
    'none',
    'A pooler in transaction mode, such as PgBouncer, in front of the database of DATABASE_URL. Transactions use it; notifications, the lock of the event relay and migrations use DATABASE_URL.',
    url(['postgres:', 'postgresql:']),
  ),
  database_pool: setting(
    'Data',
    'DATABASE_POOL',
    '12',
    'Maximum number of database connections per process.',
    whole(12, 4, 200),
  ),
  admin_username: setting('First start', 'ADMIN_USERNAME', 'admin', 'Name of the first administrator.', text('admin')),
  admin_password: setting(
    'First start',
    'ADMIN_PASSWORD',
    'generated',
    'Password of the first administrator (at least 8 characters). Unset, a password is generated and printed once.',
    (value) => {
      if (value !== undefined && value.length < 8) throw new Error('must have at least 8 characters')
      return value
    },
  ),
  demo: setting(
    'First start',
    'DEMO',
    'on',
    'Whether the first start creates demo workbooks: `on` or `off`.',
    onOff(true),
  ),
  master_key: setting(
    'Security',
    'MASTER_KEY',
    'made in DATA_DIR',
    'The key that signs sessions and wraps secrets: 32 bytes as base64 or 64 hex digits.',
    optional,
  ),
  master_key_file: setting(
    'Security',
    'MASTER_KEY_FILE',
    'none',
    'A file with the master key, instead of MASTER_KEY.',
    optional,
  ),
  access_token_ttl: setting(
    'Security',
    'ACCESS_TOKEN_TTL',
    '30m',
    'How long an access token is valid.',
    duration('30m', 10, 86_400),
  ),
  refresh_token_ttl: setting(
    'Security',
    'REFRESH_TOKEN_TTL',
    '14d',
    'How long a session may be idle before a new login is needed.',
    duration('14d', 60, 31_536_000),
  ),
  limits: setting('Security', 'LIMITS', 'on', 'Request rate limits: `off` is for benchmarks only.', onOff(true)),
  limit_overrides: setting(
    'Security',
    'LIMIT_OVERRIDES',
    'none',
    'Quotas that replace the defaults, `name=calls/seconds`, separated by commas; for example `workbook-run=100/60`. For event streams open at once in a process, `name=count`: `streams-of-person=200`, `streams-of-workspace=5000`.',
    parseOverrides,
  ),
  mcp_origins: setting(
    'Security',
    'MCP_ORIGINS',
    'none',
    'Origins of web pages that may connect to `/mcp`, besides that of PUBLIC_URL, separated by commas: `https://client.example`.',
    list,
  ),
  audit_retention: setting(
    'Security',
    'AUDIT_RETENTION',
    '365d',
    'How long lines of the audit log are kept, at least 30 days.',
    duration('365d', 30 * 86_400, 3650 * 86_400),
  ),
  egress_allow: setting(
    'Outgoing requests',
    'EGRESS_ALLOW',
    'none',
    'Hosts, `host:port` or CIDR ranges that outgoing requests may reach although they are not public, separated by commas.',
    parsed(parseEgressAllow),
  ),
  egress_host_map: setting(
    'Outgoing requests',
    'EGRESS_HOST_MAP',
    'none',
    'Names that resolve to a fixed address, `name=ip:port`, separated by commas. The address still has to be public or allowed.',
    parsed(parseHostMap),
  ),
  mail_check_name: setting(
    'Outgoing requests',
    'MAIL_CHECK_NAME',
    'none',
    'The public name of this machine, such as `mail-check.example.com`. With it, workers ask mail servers on port 25 whether a mailbox is there; no mail is sent. Without it, no mail server is contacted.',
    (text) => {
      if (text !== undefined && !/^(?=.{4,253}$)[a-z0-9-]+(\.[a-z0-9-]+)+$/i.test(text))
        throw new Error('must be a host name with a domain, such as mail-check.example.com')
      return text?.toLowerCase()
    },
  ),
  smtp_url: setting(
    'Operation',
    'SMTP_URL',
    'none',
    'The mail server for notices of the service, `smtp://user:password@host:587` or `smtps://…:465`. A workspace may use its own instead.',
    url(['smtp:', 'smtps:']),
  ),
  smtp_from: setting(
    'Operation',
    'SMTP_FROM',
    'none',
    'The sender of that mail, such as `Millrace <notices@example.com>`.',
    optional,
  ),
  log_level: setting(
    'Operation',
    'LOG_LEVEL',
    'info, or warn in a terminal',
    'How much is logged on standard error: trace, debug, info, warn, error or silent.',
    oneOf(['trace', 'debug', 'info', 'warn', 'error', 'silent'], undefined),
  ),
  log_format: setting(
    'Operation',
    'LOG_FORMAT',
    'json, or text in a terminal',
    'How log lines are written: json, one object a line for programs, or text for people.',
    oneOf(['json', 'text'], undefined),
  ),
} as const

export type Settings = { [K in keyof typeof SETTINGS]: (typeof SETTINGS)[K] extends Setting<infer T> ? T : never }
