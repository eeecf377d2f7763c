// Which value an entity shows for a field of which its records have several.
import { canonicalJson, type Json } from '../../kernel/json.ts'

export interface ValueCandidate {
  record: number
  value: Json
  /** The origin of the value: one that a user entered wins over all others. */
  method: string | null
  confidence: number | null
  /** As text that sorts; null where it is not known. */
  fetched_at: string | null
}

/** From the most to the least believed. */
const METHODS = ['manual', 'registry', 'api', 'import', 'crawl', 'inferred', 'ai']

/**
 * The candidates of a field, the winner first: one chosen by hand, then what a person entered, then the value that most
 * records have, then the better source, the surer and the newer, then one that is not all capitals, and the longer; ties by record.
 */
export function rankCandidates(candidates: readonly ValueCandidate[], chosen: number | undefined): ValueCandidate[] {
  const votes = new Map<string, number>()
  const key = ({ value }: ValueCandidate) =>
    canonicalJson(typeof value === 'string' ? value.trim().toLowerCase() : value)
  for (const candidate of candidates) votes.set(key(candidate), (votes.get(key(candidate)) ?? 0) + 1)
  const rank = ({ method }: ValueCandidate) => {
    const at = METHODS.indexOf(method ?? '')
    return at < 0 ? METHODS.length : at
  }
  const first = (is: (candidate: ValueCandidate) => boolean) => (a: ValueCandidate, b: ValueCandidate) =>
    Number(is(b)) - Number(is(a))
  const orders: ((a: ValueCandidate, b: ValueCandidate) => number)[] = [
    first(({ record }) => record === chosen),
    first(({ method }) => method === 'manual'),
    (a, b) => (votes.get(key(b)) ?? 0) - (votes.get(key(a)) ?? 0),
    (a, b) => rank(a) - rank(b),
    (a, b) => (b.confidence ?? 0.5) - (a.confidence ?? 0.5),
    (a, b) => compareText(b.fetched_at ?? '', a.fetched_at ?? ''),
    first(({ value }) => !isShouted(value)),
    (a, b) => canonicalJson(b.value).length - canonicalJson(a.value).length,
    (a, b) => a.record - b.record,
  ]
  return [...candidates].sort((a, b) => {
    for (const order of orders) {
      const found = order(a, b)
      if (found !== 0) return found
    }
    return 0
  })
}

/** Shorter ones may be the letters of a name, such as NEC or FIAT. */
const isShouted = (value: Json) => typeof value === 'string' && /\p{Lu}{5}/u.test(value) && !/\p{Ll}/u.test(value)

const compareText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
