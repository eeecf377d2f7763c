// Which computed values an export may contain, and which sources it has to credit.

/** What can stand beside the value of a computed cell. */
export const FACETS = [
  'status',
  'provider',
  'confidence',
  'license',
  'source',
  'source_url',
  'method',
  'attribution',
  'fetched_at',
  'reason',
] as const
export type FactFacet = (typeof FACETS)[number]

/** A computed value's origin; a license that is not known is `unknown`. */
export interface Fact {
  license: string | null
  attribution: string | null
  source: string | null
  /** RFC 3339. */
  fetchedAt: string | null
  status: string
}

export interface Facts {
  /** Whether the value may be written; what may not is counted. */
  mayGive(fact: Fact): boolean
  /** Values left blank so far. */
  readonly withheld: number
  /** One sentence for each source whose license requires attribution. */
  credits(): string[]
}

const NAMED: { [license: string]: string } = {
  'CC-BY-4.0': 'https://creativecommons.org/licenses/by/4.0/',
  'CC-BY-SA-4.0': 'https://creativecommons.org/licenses/by-sa/4.0/',
  'ODbL-1.0': 'https://opendatacommons.org/licenses/odbl/1-0/',
  'OGL-3.0': 'https://www.nationalarchives.gov.uk/doc/open-government-licence/version/3/',
}
const MOST_CREDITS = 1000

export function openFacts(rules: {
  licenses: readonly string[] | null
  without_licenses: readonly string[]
  without_unverified: boolean
  since: number | null
}): Facts {
  const allowed = rules.licenses && new Set(rules.licenses)
  const denied = new Set(rules.without_licenses)
  const credits = new Set<string>()
  let withheld = 0
  return {
    mayGive({ license, attribution, source, fetchedAt, status }) {
      const name = license ?? 'unknown'
      const isOld = rules.since !== null && !(fetchedAt !== null && Date.parse(fetchedAt) >= rules.since)
      const isGuess = rules.without_unverified && status === 'unverified'
      if (isOld || isGuess || denied.has(name) || (allowed && !allowed.has(name))) {
        withheld++
        return false
      }
      const terms = NAMED[name]
      if (terms && credits.size < MOST_CREDITS) {
        const who = attribution ?? (source ? `Contains data from ${source}` : 'Contains data')
        credits.add(`${who}, used under ${name} (${terms})`)
      }
      return true
    },
    get withheld() {
      return withheld
    },
    credits: () => [...credits].sort(),
  }
}
