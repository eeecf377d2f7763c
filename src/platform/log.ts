// Structured logs on standard error, one JSON object a line, with secrets taken out before they are written.
import pino from 'pino'
import { maskAddresses } from '../kernel/mask.ts'

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

/** `level` is a pino level name. Standard output stays free for the `ready` line and what people should read. */
export function createLog(level: string, to: pino.DestinationStream = standardError()): Log {
  const paths = SECRET_KEYS.flatMap((key) => [key, `*.${key}`, `*.*.${key}`])
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: { paths, censor: '[redacted]' },
      // Addresses stand in messages and stacks, which no path names.
      hooks: { streamWrite: (line) => (line.includes('://') ? maskAddresses(line) : line) },
    },
    to,
  )
}

const standardError = () => pino.destination({ dest: 2, sync: true })
