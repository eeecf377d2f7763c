// How long a value may be that is brought, wherever it comes from: no cell and no field holds more.
import type { Json } from '../../kernel/json.ts'

/** No value of a person has more characters. */
export const MAX_CELL = 100_000

/** In characters; of a list or an object those of its text. */
export function sizeOf(value: Json): number {
  if (typeof value === 'string') return value.length
  return value !== null && typeof value === 'object' ? JSON.stringify(value).length : 0
}

/** Why a record is refused for one of its values; null when it is not. */
export function problemOfSize(name: string, value: Json): string | null {
  return sizeOf(value) > MAX_CELL ? `"${name}" has more than 100,000 characters` : null
}
