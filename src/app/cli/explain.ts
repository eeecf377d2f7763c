// What went wrong, in a sentence for the person at the terminal.
import { Refusal } from '../../kernel/errors.ts'
import { StartError } from '../../platform/start-error.ts'

const DATABASE_ERRORS: Record<string, string> = {
  ECONNREFUSED: 'The database does not answer. Is it running, and is DATABASE_URL right?',
  ENOTFOUND: 'The host of DATABASE_URL is not known.',
  ETIMEDOUT: 'The database does not answer in time.',
  '28P01': 'The database refuses the user or password in DATABASE_URL.',
  '28000': 'The database refuses the user in DATABASE_URL.',
  '3D000': 'The database that DATABASE_URL names does not exist. Make it first.',
}

export function sentenceOf(error: unknown): string {
  if (error instanceof StartError) return error.message
  if (error instanceof Refusal)
    return error.fields?.map(({ loc, msg }) => `${loc.slice(1).join('.')}: ${msg}`).join('\n') ?? error.message
  const { code, message } = error as { code?: string; message?: string }
  if (code === 'EPIPE') return 'The reader of the output went away.'
  return DATABASE_ERRORS[code ?? ''] ?? `It did not work: ${message || code || String(error)}`
}
