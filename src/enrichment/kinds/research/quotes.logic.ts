// Whether a quote stands on the page that it names, and how sure that makes an answer. A model is never asked how sure it is.
import { textOf } from '../../../engine/values/value.ts'
import type { JsonObject } from '../../../kernel/json.ts'
import { registrableDomain } from '../../../providers/domains/domain.ts'
import type { CitationClaim } from './turn.logic.ts'

/** Something that was read in this research, and can be quoted. */
export interface QuotedSource {
  url: string
  title: string
  text: string
  /** RFC 3339. */
  fetched_at: string
}

export interface CheckedQuote extends CitationClaim {
  title: string
  fetched_at: string
  verified: true
}

const SHORTEST_QUOTE = 8
const LONGEST_QUOTE = 600

/** Text as it is compared: one form of Unicode, one blank, one kind of quotation mark and dash, nothing that is not seen. */
export function plainText(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/[\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u2064\ufeff]/g, '')
    .replace(/[\u2018-\u201b\u2032`\u00b4]/g, "'")
    .replace(/[\u201c-\u201f\u2033\u00ab\u00bb]/g, '"')
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replace(/\s+/g, ' ')
    .trim()
}

/** The claims whose quotes are on the named page; the others are not citations. */
export function checkQuotes(
  claims: readonly CitationClaim[],
  sourceOf: (url: string) => QuotedSource | undefined,
): CheckedQuote[] {
  const texts = new Map<QuotedSource, string>()
  const seen = new Set<string>()
  return claims.flatMap((claim): CheckedQuote[] => {
    const source = sourceOf(claim.url)
    const quote = plainText(claim.quote)
    if (!source || quote.length < SHORTEST_QUOTE || quote.length > LONGEST_QUOTE) return []
    const text = texts.get(source) ?? plainText(source.text)
    texts.set(source, text)
    const key = `${claim.field} ${source.url} ${quote}`
    if (!text.includes(quote) || seen.has(key)) return []
    seen.add(key)
    const { url, title, fetched_at } = source
    return [{ field: claim.field, url, title, quote: claim.quote, fetched_at, verified: true }]
  })
}

const NO_QUOTE = 0.2
const QUOTED = 0.6
const SAYS_IT = 0.75
const HIGHEST = 0.95

/** How sure each answered field is: by its quotes, whether they say the value itself, and how many sites agree. */
export function confidences(values: JsonObject, quotes: readonly CheckedQuote[]): Record<string, number> {
  return Object.fromEntries(
    Object.keys(values).map((field) => [field, confidenceOf(textOf(values[field] ?? null), quotes, field)]),
  )
}

function confidenceOf(value: string, quotes: readonly CheckedQuote[], field: string): number {
  const bySite = new Map<string, number>()
  for (const { field: of, url, quote } of quotes) {
    if (of !== field) continue
    const worth = saysValue(quote, value) ? SAYS_IT : QUOTED
    bySite.set(siteOf(url), Math.max(bySite.get(siteOf(url)) ?? 0, worth))
  }
  if (bySite.size === 0) return NO_QUOTE
  // Sites that say the same independently: each halves the doubt that is left.
  const [best = 0, ...others] = [...bySite.values()].sort((a, b) => b - a)
  const doubt = others.reduce((left, worth) => left * (worth === SAYS_IT ? 0.5 : 0.8), 1 - best)
  return Math.round(Math.min(HIGHEST, 1 - doubt) * 100) / 100
}

function saysValue(quote: string, value: string): boolean {
  const wanted = squeezed(value)
  return wanted !== '' && squeezed(quote).includes(wanted)
}

const squeezed = (text: string) =>
  plainText(text)
    .toLowerCase()
    .replace(/[\s,.']/g, '')

/** Pages of one site say the same with one voice: `www.` and other names below a domain are the same site. */
function siteOf(url: string): string {
  if (!URL.canParse(url) || !/^https?:/i.test(url)) return url
  const { hostname } = new URL(url)
  return registrableDomain(hostname) ?? hostname
}
