// Logs on standard error, with secrets taken out before they are written: one JSON object a line, or text where a person reads them.
import { inspect } from 'node:util'
import pino from 'pino'
import { maskAddresses } from '../kernel/mask.ts'
import { readJson } from '../kernel/read-json.ts'

export type Log = pino.Logger

const SECRET_KEYS = [
  'password',
  'new_password',
  'current_password',
  'token',
  'access_token',
  'refresh_token',
  'authorization',
  'secret',
  'api_key',
]

export type LogFormat = 'json' | 'text'

/** `level` is a pino level name. Standard output stays free for the `ready` line and what people should read. */
export function createLog(
  level: string,
  { format = 'json', to = standardError() }: { format?: LogFormat; to?: pino.DestinationStream } = {},
): Log {
  const paths = SECRET_KEYS.flatMap((key) => [key, `*.${key}`, `*.*.${key}`])
  // Addresses stand in messages and stacks, which no path names.
  const masked = (line: string) => (line.includes('://') ? maskAddresses(line) : line)
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: { paths, censor: '[redacted]' },
      hooks: { streamWrite: format === 'json' ? masked : (line) => textLine(masked(line)) },
    },
    to,
  )
}

interface LogRecord {
  level: number
  time: string
  msg?: string
  err?: { stack?: string }
}

/** A log line for a person: local time, level, message, what else was logged, and the stack of an error below. */
function textLine(line: string): string {
  const { level, time, msg = '', err, ...details } = readJson(line).value as unknown as LogRecord
  const stack = err?.stack ? `\n${err.stack}` : ''
  const more = Object.entries(details).map(([key, value]) => ` ${key}=${inspect(value, { breakLength: Infinity })}`)
  const name = pino.levels.labels[level] ?? String(level)
  return `${new Date(time).toTimeString().slice(0, 8)} ${name.padEnd(5)} ${msg}${more.join('')}${stack}\n`
}

const standardError = () => pino.destination({ dest: 2, sync: true })
