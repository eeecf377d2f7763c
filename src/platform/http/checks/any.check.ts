// Checks what holds for every value: any JSON is taken, except what the database could not hold.
import type { Findings } from './findings.ts'
import type { JsonSchema } from './json-schema.ts'
import { keptNumber } from './json-text.ts'

/** Gives the value as the handler should see it; notes what is wrong in the findings. */
export type Check = (value: unknown, found: Findings) => unknown
export type Compile = (schema: JsonSchema) => Check

/**
 * What happens to members that a shape does not declare: `refused` wherever a caller of this API wrote the value, so that a misspelled cap is no
 * missing cap; `dropped` for forms of foreign standards and for answers, which are cut to their shape.
 */
export type UndeclaredPolicy = 'refused' | 'dropped'

const UNSTORABLE = /[\0\p{Surrogate}]/u

/** Notes text that PostgreSQL cannot hold; true when there was some. */
export function isUnstorable(text: string, found: Findings): boolean {
  if (!UNSTORABLE.test(text)) return false
  const what = text.includes('\0') ? 'text cannot hold the NUL character' : 'text holds half of a surrogate pair'
  found.add('value_error', `Value error, ${what}`, undefined, { error: {} })
  return true
}

export const anyCheck: Check = (value, found) => {
  if (!found.odd) return value
  if (typeof value === 'string') return anyText(value, found)
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) {
    return value.map((item, index) => below(index, item, found))
  }
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [safeKey(key, found), below(key, item, found)]))
}

function below(step: string | number, value: unknown, found: Findings): unknown {
  found.at.push(step)
  const read = anyCheck(value, found)
  found.at.pop()
  return read
}

/** A number that a double cannot hold is its text, as in every other JSON that comes in. */
function anyText(value: string, found: Findings): unknown {
  const kept = keptNumber(value)
  if (kept !== undefined) return kept
  return isUnstorable(value, found) ? undefined : value
}

/** Notes a key that could not be stored or would change an object's prototype. */
export function safeKey(key: string, found: Findings): string {
  if (key === '__proto__') {
    found.add('value_error', "Value error, the key '__proto__' is not allowed", undefined, { error: {} })
  } else isUnstorable(key, found)
  return key
}
