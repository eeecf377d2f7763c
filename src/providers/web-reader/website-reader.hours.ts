// When a company is open, as its pages state it for machines or write it out.
import type { SitePage } from './website-reader.links.ts'
import type { Organisation } from './website-reader.structured.ts'

export interface OpeningHours {
  text: string
  /** The page and the first line that say so. */
  url: string
  quote: string
  confidence: number
}

const HEADING =
  /(?<!\p{L})(?:opening (?:hours|times)|business hours|office hours|hours of operation|öffnungszeiten|bürozeiten|geschäftszeiten|sprechzeiten|(?:heures|horaires) d[’']ouverture|horario(?:s)? de (?:apertura|atención|atendimento)|horário de (?:funcionamento|atendimento)|orari(?:o)? di apertura|openingstijden|öppettider|åbningstider|åpningstider|aukioloajat|godziny otwarcia|otevírací doba|nyitvatartás|çalışma saatleri)(?!\p{L})/iu
const TIMES =
  /\b\d{1,2}(?:[:.h]\d{2}|\s?(?:am|pm|a\.m\.|p\.m\.|uhr|h))\s?(?:uhr\s)?(?:[-–—]|to|bis|à|a|until|till|do|-til)\s?\d{1,2}/iu
const LONGEST = 120
const MOST_LINES = 7

/** Stated hours first, then those under a heading that says what they are; null where no page has them. */
export function openingHoursOf(
  pages: readonly SitePage[],
  organisations: readonly (Organisation | null)[],
): OpeningHours | null {
  for (const [at, page] of pages.entries()) {
    const stated = organisations[at]?.opening_hours ?? []
    const [quote] = stated
    if (quote !== undefined) return { text: stated.join('; '), url: page.url, quote, confidence: 0.9 }
  }
  for (const { facts, url } of pages) {
    const lines = facts.text.slice(0, 100_000).split('\n')
    for (const [at, line] of lines.entries()) {
      if (line.length > LONGEST || !HEADING.test(line)) continue
      const found = [line.replace(/^.*?:\s*/, ''), ...lines.slice(at + 1, at + 1 + MOST_LINES)]
      const timed = found.filter((one) => one.length <= LONGEST && TIMES.test(one))
      const [first] = timed
      if (first !== undefined)
        return { text: timed.join('; '), url, quote: line.includes(first) ? line : first, confidence: 0.8 }
    }
  }
  return null
}
