// How often companies build an address from a name in each way, by size of the company: the prior of a guessed address.
import { isRoleName } from '../../engine/values/role-names.ts'
import { latinSpellings } from '../names/latin.ts'

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

/** How many known addresses the prior weighs as much as: two ranked alike, and one came nearer to what was right, on the half of a public set it was chosen on. */
const PRIOR_WEIGHT = 1
/** How many known addresses a pattern weighs that a person typed in, or a vendor named: they counted some themselves. */
const NAMED_WEIGHT = 3

/** An address of the company that is known, with the name of its holder where that is known too. */
export interface KnownAddress {
  local: string
  first?: string
  last?: string
}

/**
 * The share of each pattern at a company: the prior of its kind and the addresses that are known there, counted together. An address that no
 * pattern builds counts against all of them.
 */
export function patternShares(
  kind: CompanyKind,
  evidence: { named?: EmailPattern | undefined; known?: readonly KnownAddress[] } = {},
): ReadonlyMap<EmailPattern, number> {
  const prior = new Map(PATTERNS.map((pattern, place): [EmailPattern, number] => [pattern, SHARES[kind][place] ?? 0]))
  const counts = new Map<EmailPattern, number>()
  let total = 0
  if (evidence.named) {
    counts.set(evidence.named, NAMED_WEIGHT)
    total += NAMED_WEIGHT
  }
  for (const address of evidence.known ?? []) {
    const fits = patternsOf(address)
    if (fits === undefined) continue
    total += 1
    // "ada" may be built in more ways than one: each gets its part, by what is usual.
    const all = fits.reduce((sum, pattern) => sum + (prior.get(pattern) ?? 0) + (counts.get(pattern) ?? 0), 0)
    for (const pattern of fits) {
      const part = ((prior.get(pattern) ?? 0) + (counts.get(pattern) ?? 0)) / all
      counts.set(pattern, (counts.get(pattern) ?? 0) + part)
    }
  }
  return new Map(
    [...prior].map(([pattern, share]) => [
      pattern,
      (PRIOR_WEIGHT * share + (counts.get(pattern) ?? 0)) / (PRIOR_WEIGHT + total),
    ]),
  )
}

/** The patterns that build an address; undefined when it says nothing about how the company builds them. */
function patternsOf({ local, first, last }: KnownAddress): EmailPattern[] | undefined {
  const plain = local.toLowerCase().replace(/\+.*$/, '')
  if (isRoleName(plain)) return undefined
  if (first || last) {
    const firsts = spellingsOf(first ?? '')
    const lasts = spellingsOf(last ?? '')
    const fits = PATTERNS.filter((pattern) =>
      firsts.some((one) => lasts.some((other) => localPart(pattern, one, other) === plain)),
    )
    return fits.length > 0 || (first && last) ? fits : undefined
  }
  // Without a name only the form tells, and only where there is a sign in it.
  const [before = '', after = '', ...more] = plain.split(/[._-]/)
  const sign = /[._-]/.exec(plain)?.[0]
  if (!sign || more.length > 0 || !/^[a-z]+$/.test(before + after) || before === '' || after === '') return undefined
  const shape = `${before.length === 1 ? 'f' : 'first'}${sign}${after.length === 1 ? 'l' : 'last'}`
  const turned = shape === 'first.last' ? (['last.first'] as const) : []
  return [...PATTERNS.filter((pattern) => pattern === shape), ...turned]
}

/** Spellings of a part of a name as it stands in addresses: in a to z, run together, and its first word alone. */
function spellingsOf(part: string): string[] {
  if (part === '') return ['']
  const each = latinSpellings(part, 0.5).map(({ text }) => text)
  return [
    ...new Set(
      each.flatMap((text) => [
        text,
        text.replace(/[ -]/g, ''),
        text.split(/[ -]/)[0] ?? '',
        text.split(/[ -]/).at(-1) ?? '',
      ]),
    ),
  ]
}

/** The local part that a pattern builds; blank when it takes a part that the name lacks. */
export function localPart(pattern: EmailPattern, first: string, last: string): string {
  const parts: Readonly<Record<string, string>> = { first, last, f: first[0] ?? '', l: last[0] ?? '' }
  let isWhole = true
  const local = pattern.replace(/first|last|f|l/g, (part) => {
    const text = parts[part] ?? ''
    if (text === '') isWhole = false
    return text
  })
  return isWhole ? local : ''
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
