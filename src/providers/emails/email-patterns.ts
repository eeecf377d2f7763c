// How often companies build an address from a name in each way, by size of the company: the prior of a guessed address.

/** `f`, `l` are initials; other letters and signs stand for themselves. */
export const PATTERNS = [
  'first.last',
  'first',
  'flast',
  'firstlast',
  'last',
  'f.last',
  'firstl',
  'fl',
  'first.l',
  'first_last',
  'last.first',
  'lastf',
  'first-last',
] as const

export type EmailPattern = (typeof PATTERNS)[number]
export type CompanyKind = 'unknown' | 'small' | 'medium' | 'large'

/**
 * Share of all work addresses, in the order of PATTERNS. Each row adds up to 0.75 to 0.85: the rest are nicknames, numbers and other forms no rule
 * builds, so a guess never claims more than it can hold. "unknown" leans on counts over open-source contributors, where first.last and first are
 * level at a bit under 0.3 each; that sample has more small firms than a lead list, hence the small lead for first.last. Firms of up to about 20
 * people give out first names while they are free; from some hundred people on names collide, and published counts put first.last near 0.6 and
 * first, flast and first.l together near 0.25.
 */
const SHARES: Readonly<Record<CompanyKind, readonly number[]>> = {
  unknown: [0.3, 0.27, 0.085, 0.028, 0.022, 0.016, 0.012, 0.012, 0.006, 0.004, 0.003, 0.003, 0.002],
  small: [0.2, 0.42, 0.055, 0.025, 0.024, 0.01, 0.012, 0.016, 0.004, 0.002, 0.002, 0.002, 0.001],
  medium: [0.42, 0.17, 0.12, 0.03, 0.02, 0.02, 0.012, 0.008, 0.006, 0.006, 0.004, 0.004, 0.002],
  large: [0.54, 0.05, 0.15, 0.024, 0.012, 0.025, 0.01, 0.004, 0.006, 0.012, 0.006, 0.008, 0.002],
}

/** Where several people of a domain are known, its commonest pattern covers about two thirds of them. */
const KNOWN_PATTERN_SHARE = 0.68

/** The share of each pattern at a company of a kind; one that is known to be in use there takes two thirds, the others keep their proportions. */
export function patternShares(kind: CompanyKind, known?: EmailPattern): ReadonlyMap<EmailPattern, number> {
  const shares = PATTERNS.map((pattern, place): [EmailPattern, number] => [pattern, SHARES[kind][place] ?? 0])
  if (!known) return new Map(shares)
  const others = shares.filter(([pattern]) => pattern !== known).reduce((sum, [, share]) => sum + share, 0)
  const left = (1 - KNOWN_PATTERN_SHARE) / 2 / others
  return new Map(shares.map(([pattern, share]) => [pattern, pattern === known ? KNOWN_PATTERN_SHARE : share * left]))
}

/** The kind of company a headcount speaks of, written as a number or a range ("11-50", "1,000+", "10k"). */
export function companyKind(size: string): CompanyKind {
  const numbers = [...size.toLowerCase().matchAll(/(\d[\d,.' ]*)(k\b)?/g)].map(([, digits = '', thousand]) => {
    const plain = thousand ? Number(digits.replace(',', '.')) * 1000 : Number(digits.replace(/[^\d]/g, ''))
    return plain
  })
  const top = Math.max(...numbers.filter((count) => Number.isFinite(count) && count > 0))
  if (!Number.isFinite(top)) return 'unknown'
  return top <= 20 ? 'small' : top <= 500 ? 'medium' : 'large'
}

/** The pattern a text names, in the notations in use ("{first}.{last}", "firstname.lastname@", "f.last"); undefined for others. */
export function readPattern(text: string): EmailPattern | undefined {
  const plain = text
    .toLowerCase()
    .replace(/@.*$/, '')
    .replace(/[{}[\]<>%\s]/g, '')
    .replace(/first_?name|given_?name/g, 'first')
    .replace(/last_?name|surname|family_?name/g, 'last')
    .replace(/first_?initial|f_?initial/g, 'f')
    .replace(/last_?initial|l_?initial/g, 'l')
  return PATTERNS.find((pattern) => pattern === plain)
}
