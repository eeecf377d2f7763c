// Classifies the text of a block, which decides how soon a change of it is reported, and removes text that never counts.

/** How soon a change is reported: facts at once, other text once it is stable, headlines and banners after a longer time. */
export type BlockKind = 'fact' | 'words' | 'showy'

export const SAYS_SOMETHING = /[\p{L}\p{N}✓✔✗✘]/u

const AMOUNT =
  /(?:[$€£¥₹]|\b(?:USD|EUR|GBP|CHF|JPY|SEK|NOK|DKK|PLN|CZK)\b)\s?\d|\d(?:[\d.,' ]*\d)?\s?(?:[$€£¥₹%]|(?:USD|EUR|GBP|CHF|SEK|NOK|DKK|PLN|CZK|kr|zł|Kč)\b)/iu
const AVAILABILITY =
  /\b(?:(?:in|out of|back in|low) stock|sold out|add to (?:cart|basket|bag)|notify me|pre-?order|back-?order(?:ed)?|(?:un)?available|(?:not )?lieferbar|auf lager|ausverkauft|vergriffen|in den warenkorb|en stock|épuisé|ajouter au panier|agotado|disponible|esaurito|uitverkocht|op voorraad|waitlist|applications (?:are )?(?:open|closed)|registration (?:is )?(?:open|closed)|now hiring|fully booked)\b/iu
const MONTHS =
  '(?:jan|feb|mar|mär|apr|may|mai|jun|jul|aug|sep|oct|okt|nov|dec|dez|janv|févr|avr|juin|juil|août|déc)[a-zé]*\\.?'
const DAY = new RegExp(
  `\\b\\d{4}-\\d{2}-\\d{2}\\b|\\b\\d{1,2}[./]\\d{1,2}[./]\\d{2,4}\\b|\\b\\d{1,2}(?:st|nd|rd|th|\\.)?\\s+${MONTHS}(?:,?\\s+\\d{4})?(?!\\p{L})|\\b${MONTHS}\\s+\\d{1,2}(?:st|nd|rd|th)?(?:,?\\s+\\d{4})?(?!\\p{L})`,
  'giu',
)
const BARE_NUMBER = /^[^\p{L}]*\d[^\p{L}]*$/u

export const isAvailability = (text: string) => text.length <= 120 && AVAILABILITY.test(text)

export function kindOf(text: string, { is_showy, is_cell }: { is_showy: boolean; is_cell: boolean }): BlockKind {
  if (isAvailability(text)) return 'fact'
  const isShort = text.length <= 60
  if (is_showy) return isShort && BARE_NUMBER.test(text) && AMOUNT.test(text) ? 'fact' : 'showy'
  if (is_cell && isShort) return 'fact'
  if (isShort && (AMOUNT.test(text) || BARE_NUMBER.test(text) || isOnlyDay(text))) return 'fact'
  return AMOUNT.test(text) ? 'fact' : 'words'
}

const isOnlyDay = (text: string) => !/\p{L}{4,}/u.test(text.replace(DAY, ' '))

const STAMP_WORDS =
  'last (?:updated|modified|changed|reviewed|checked)|updated(?: on)?|modified(?: on)?|generated(?: on| at)?|as of|today is|current time|local time|server time|stand:?|zuletzt (?:aktualisiert|geändert)(?: am)?|aktualisiert(?: am)?|mis à jour le|actualizado el|bijgewerkt op'
const VOLATILE: readonly RegExp[] = [
  new RegExp(
    `\\b(?:${STAMP_WORDS})\\s*:?\\s*(?:\\p{L}+day,?\\s+)?(?:${DAY.source})(?:[ T,]*(?:at\\s)?\\d{1,2}:\\d{2}(?::\\d{2})?\\s?(?:[ap]\\.?m\\.?|uhr|utc|gmt|z)?)?`,
    'giu',
  ),
  new RegExp(`\\b(?:${STAMP_WORDS})\\s*:?\\s*\\d{1,2}:\\d{2}(?::\\d{2})?\\s?(?:[ap]\\.?m\\.?|uhr|utc|gmt|z)?`, 'giu'),
  /\b\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2})?(?:\.\d+)?(?:Z|[+-]\d{2}:?\d{2})?/gi,
  /\b\d{1,2}:\d{2}:\d{2}\b/g,
  /\b(?:an?|\d+|few)\s+(?:seconds?|minutes?|mins?|hours?|days?|weeks?|months?|years?)\s+ago\b|\bvor\s+(?:\d+|einer?m?)\s+(?:sekunden?|minuten?|stunden?|tag(?:en)?|wochen?|monat(?:en)?|jahr(?:en)?)\b|\bil y a\s+\d+\s+\p{L}+|\bjust now\b|\byesterday\b/giu,
  /(?:©|\(c\)|copyright)\s*(?:\d{4}\s*[-–]\s*)?\d{4}/gi,
  /\b[\d.,]+\s?[km]?\+?\s+(?:views?|likes?|comments?|shares?|followers?|members? online|visitors?(?: online| today)?|downloads?|online|(?:people|customers|others) (?:are )?(?:viewing|watching|looking)(?: at)?(?: this)?|reads?|votes?|replies)\b/gi,
  /\b(?:views?|likes?|visitors?|visits|online|downloads?)\s*:?\s*[\d.,]+\b/gi,
  /\b[0-9a-f]{16,}\b|\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b|\b(?=[\w-]*\d)(?=[\w-]*[a-z])(?=[\w-]*[A-Z_-])[A-Za-z0-9_-]{24,}\b/g,
]

/** The text without counters, tokens and times of day, for comparison. */
export function steadyText(text: string): string {
  return VOLATILE.reduce((rest, pattern) => rest.replace(pattern, ' '), text)
    .replace(/\s+/g, ' ')
    .trim()
}

/** Whether two texts differ only in dates and the new one names today: a date stamp and no announcement. */
export function isDayStamp(before: string, after: string, now: Date): boolean {
  const days = after.match(DAY) ?? []
  if (days.length !== 1 || (before.match(DAY) ?? []).length !== 1) return false
  if (before.replace(DAY, '@').replace(WEEKDAY, '') !== after.replace(DAY, '@').replace(WEEKDAY, '')) return false
  return [-1, 0, 1].some((off) => namesDay(days[0] ?? '', new Date(now.getTime() + off * 86_400_000)))
}

const WEEKDAY =
  /\b(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?\b|\b(?:montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag)\b/giu
const SHORT_MONTHS = ['jan', 'feb', 'm[aä]r', 'apr', 'ma[yi]', 'jun', 'jul', 'aug', 'sep', 'o[ck]t', 'nov', 'de[cz]']

function namesDay(text: string, at: Date): boolean {
  const [day, month] = [at.getUTCDate(), at.getUTCMonth()]
  const numbers = (text.match(/\d+/g) ?? []).map(Number)
  if (!numbers.includes(day)) return false
  if (/\p{L}{3,}/u.test(text)) return new RegExp(SHORT_MONTHS[month] ?? '', 'i').test(text)
  return numbers.includes(month + 1)
}
