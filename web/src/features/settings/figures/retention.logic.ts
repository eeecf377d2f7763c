// The retention settings as a form: what each keeps in words, and what a change would delete.

import type { Schemas } from '../../../api/shapes.ts'
import { readNumber } from './typed-number.logic.ts'

export type RetentionName = keyof Schemas['RetentionSettings']

interface Kept {
  name: RetentionName
  label: string
  does: string
  /** What goes when it is kept for less long. */
  what: string
}

export const RETENTION: readonly Kept[] = [
  {
    name: 'attempt_days',
    label: 'Requests and responses',
    does: 'What was sent to a provider and what came back. The attempt itself, with outcome and cost, stays with its cell.',
    what: 'requests and responses of attempts',
  },
  {
    name: 'lookup_cache_days',
    label: 'Answers of lookups',
    does: 'An equal question within this time is answered from here, without a call.',
    what: 'kept answers of lookups',
  },
  {
    name: 'page_cache_days',
    label: 'Pages of websites',
    does: 'A page that was read within this time is not fetched again.',
    what: 'kept pages of websites',
  },
]

/** Why this cannot be saved; undefined when it can. */
export function outOfRange(typed: string, { minimum, maximum }: { minimum: number; maximum: number }) {
  const days = readNumber(typed)
  if (days === null) return 'Type a whole number of days.'
  return days < minimum || days > maximum ? `This must be from ${minimum} to ${maximum}.` : undefined
}

/** What would be kept for less long than now, and so be deleted. */
export function shortened(asked: Partial<Schemas['RetentionSettings']>, inForce: Schemas['RetentionSettings']): Kept[] {
  return RETENTION.filter(({ name }) => {
    const days = asked[name]
    return days !== undefined && days !== null && days < inForce[name]
  })
}
