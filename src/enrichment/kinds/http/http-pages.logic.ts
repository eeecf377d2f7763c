// The further pages of an `http` column: how its API pages, and all of its answers as one.
import type { Json } from '../../../kernel/json.ts'
import type { Paging } from '../../../providers/pager.ts'
import type { HttpSettings } from './http-request.logic.ts'

export const pagingOf = ({ pages }: HttpSettings): Paging => pages ?? { kind: 'none' }

/** The first answer with its list of items replaced by that of all pages. */
export function withItems(value: Json, [step, ...rest]: readonly string[], items: Json[]): Json {
  if (step === undefined) return items
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return value
  return { ...value, [step]: withItems(value[step] ?? null, rest, items) }
}
