// Cursors: the sort values of the last item, opaque to callers, checked before they reach the database.
import { refuse } from '../../kernel/errors.ts'
import { isUuid } from '../../kernel/ids.ts'

type Part = 'time' | 'id' | 'number'

export function writeCursor(values: (string | number)[]): string {
  return Buffer.from(JSON.stringify(values)).toString('base64url')
}

/** The values in a cursor; refuses (422) one that was not made here. */
export function positionOfCursor(cursor: string, parts: readonly Part[]): (string | number)[] {
  const values = parse(cursor)
  const fits = Array.isArray(values) && values.length === parts.length && values.every((v, i) => isPart(v, parts[i]))
  if (fits) return values
  const problem = { loc: ['query', 'cursor'], type: 'value_error', msg: 'Not a cursor of this list', input: cursor }
  return refuse('invalid', problem.msg, { fields: [problem] })
}

function parse(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'))
  } catch {
    return undefined
  }
}

function isPart(value: unknown, part: Part | undefined): value is string | number {
  if (part === 'number') return typeof value === 'number' && Number.isFinite(value)
  if (typeof value !== 'string') return false
  return part === 'id'
    ? isUuid(value)
    : /^\d{4,6}-\d\d-\d\d[ T][\d:.]+(\+00(:00)?|Z)$/.test(value) && !Number.isNaN(Date.parse(value))
}
