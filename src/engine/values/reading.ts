// Reads numbers and dates as people write them: the one reader of the grid, the API, files and formulas.

/** Which sign stands before the fraction of a number. */
export type DecimalSign = '.' | ','
/** Which of day and month comes first in 03/04/2026. */
export type DayOrder = 'day' | 'month'

/**
 * A number as people write it: 1,234.56 · 1.234,56 · 1 234,56 · 12% · $5 · -€5 · (40). A single separator followed by exactly
 * three digits is read as thousands for a comma, and for a dot beside a euro sign, and as a decimal point for any other dot, unless
 * `decimal` tells. Null for text that is no number, and for one with more digits than a number keeps.
 */
export function readNumber(text: string, decimal?: DecimalSign): number | null {
  const digits = digitsOf(text)
  const plain = digits && withPoint(digits.body, decimal ?? (isEuroThousands(text, digits.body) ? ',' : undefined))
  const value = plain ? finite(Number(plain)) : null
  if (digits === null || plain === null || value === null) return null
  if (!/e/i.test(plain) && plain.replace(/\D/g, '').length > 15 && String(value) !== plain) return null
  return digits.isNegative ? -value : value
}

const NUMBER = /^([-+]?)\s*\p{Sc}?\s*([-+]?)\s*([\d.,\s'’]*\d[\d.,\s'’]*(?:[eE][-+]?\d{1,3})?)\s*[\p{Sc}%]?$/u
const SPACES = /[\s'’]/g

/** The digits with their separators, without sign, money and spaces; null for what is no number. */
function digitsOf(text: string): { body: string; isNegative: boolean } | null {
  const bare = text.trim().replaceAll('\u2212', '-')
  const inside = /^([^\d()]*)\(([^()]*)\)([^\d()]*)$/.exec(bare)
  const [, sign = '', other = '', digits = ''] =
    NUMBER.exec(inside ? `${inside[1]}${inside[2]}${inside[3]}` : bare) ?? []
  const body = withoutGroups(digits.trim())
  if (body === null || body === '' || (sign !== '' && other !== '')) return null
  return { body, isNegative: (inside !== null) !== (sign === '-' || other === '-') }
}

/** Blanks and apostrophes only stand between groups of three digits: `10 12` is two numbers. */
function withoutGroups(digits: string): string | null {
  if (digits.search(SPACES) === -1) return digits
  return /^\d{1,3}(?:[\s'’]\d{3})+(?:[.,]\d*)?$/.test(digits) ? digits.replace(SPACES, '') : null
}

/** Read as a decimal where nothing else tells, although German thousands look the same. */
const THOUSANDS_OR_NOT = /^[1-9]\d{0,2}\.\d{3}$/

/** Whether the number may have meant thousands, where it was read as a decimal. */
export function isThousandsOrNot(text: string): boolean {
  const body = digitsOf(text)?.body ?? ''
  return THOUSANDS_OR_NOT.test(body) && !isEuroThousands(text, body)
}

/** Amounts in euros have no thousandths, and where they are paid a dot stands between thousands. */
const isEuroThousands = (text: string, body: string) => text.includes('€') && THOUSANDS_OR_NOT.test(body)

const SHORTENED = /^[-+]?\d(?:[.,]\d{1,9})?E\+\d{2,3}$/i

/** A long number as a spreadsheet shows it in a narrow cell, such as 4.41234E+11: its last digits are gone. */
export const isShortened = (text: string) => SHORTENED.test(text.trim())

function withPoint(body: string, decimal: DecimalSign | undefined): string | null {
  if (/^\d+(\.\d+)?e[-+]?\d{1,3}$/i.test(body)) return body
  if (/e/i.test(body)) return null
  const comma = body.lastIndexOf(',')
  const dot = body.lastIndexOf('.')
  if (comma !== -1 && dot !== -1) {
    const [group, point] = comma > dot ? ['.', ','] : [',', '.']
    return body.split(point).length > 2 ? null : body.replaceAll(group, '').replace(point, '.')
  }
  if (comma !== -1) {
    const isOnly = body.indexOf(',') === comma
    const grouped = /^\d{1,3}(,\d{3})+$/.test(body) && !(decimal === ',' && isOnly)
    if (!grouped && !isOnly) return null
    return grouped ? body.replaceAll(',', '') : body.replace(',', '.')
  }
  if (dot !== -1 && (body.indexOf('.') !== dot || (decimal === ',' && THOUSANDS_OR_NOT.test(body)))) {
    return /^\d{1,3}(\.\d{3})+$/.test(body) ? body.replaceAll('.', '') : null
  }
  return body
}

function finite(value: number): number | null {
  return Number.isFinite(value) ? value : null
}

/** How most of the numbers of a column are written; undefined where none of them tells, or as many say one as the other. */
export function decimalOf(texts: readonly string[]): DecimalSign | undefined {
  const told = { '.': 0, ',': 0 }
  for (const text of texts) {
    const body = digitsOf(text)?.body ?? ''
    const sign = isEuroThousands(text, body) ? ',' : decimalToldBy(body)
    if (sign) told[sign]++
  }
  return told['.'] === told[','] ? undefined : told['.'] > told[','] ? '.' : ','
}

function decimalToldBy(body: string): DecimalSign | undefined {
  const [comma, dot] = [body.lastIndexOf(','), body.lastIndexOf('.')]
  if (comma === -1 && dot === -1) return undefined
  if (comma !== -1 && dot !== -1) return comma > dot ? ',' : '.'
  const [sign, other] = comma !== -1 ? ([',', '.'] as const) : (['.', ','] as const)
  const [whole = '', ...groups] = body.split(sign)
  if (groups.length > 1) return other
  return whole.length <= 3 && !whole.startsWith('0') && groups[0]?.length === 3 ? undefined : sign
}

/** Names of months by their first letters, in English, German, French, Spanish, Italian, Portuguese, Dutch and Polish. */
const MONTHS: readonly RegExp[] = [
  /^(?:jan|ene|gen|sty)/,
  /^(?:feb|fev|fév|lut)/,
  /^(?:mar(?!zo?n)|mär|mrt|maa)/,
  /^(?:apr|avr|abr|kwi)/,
  /^(?:may|mai|mag|mei|maj)/,
  /^(?:jun|juin|giu|cze)/,
  /^(?:jul|juil|lug|lip)/,
  /^(?:aug|aou|aoû|ago|sie)/,
  /^(?:sep|set|wrz)/,
  /^(?:oct|okt|ott|out|paź)/,
  /^(?:nov|lis)/,
  /^(?:dec|déc|dez|dic|gru)/,
]
const DAY_FIRST =
  /^(?:\p{L}{2,10}[.,]*\s+)?(\d{1,2})(?:st|nd|rd|th|\.|º)?[\s-]+(?:de\s+)?(\p{L}{3,10})\.?,?[\s-]+(?:de\s+)?(\d{4}|\d{2})$/iu
const MONTH_FIRST = /^(?:\p{L}{2,10}[.,]*\s+)?(\p{L}{3,10})\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})$/iu

function monthOf(name: string): number {
  return MONTHS.findIndex((test) => test.test(name.toLowerCase())) + 1
}

const PARTS = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4}|\d{2})(?:T.*|,?\s+\d{1,2}:\d{2}.*)?$/

/** What some days together say about how they are written; undefined where none of them tells, or they contradict. */
export function dayOrderOf(texts: readonly string[]): DayOrder | undefined {
  const found = new Set<DayOrder>()
  for (const text of texts) {
    const [, first, second] = PARTS.exec(text.trim()) ?? []
    if (Number(first) > 12) found.add('day')
    else if (Number(second) > 12) found.add('month')
  }
  return found.size === 1 ? [...found][0] : undefined
}

/** Whether it is a day in numbers that is another one with day and month the other way round. */
export function isWrittenInParts(text: string): boolean {
  const [, first, second] = PARTS.exec(text.trim()) ?? []
  return first !== undefined && Number(first) !== Number(second)
}

/** Two digits are of this century up to 29, as in every spreadsheet. */
const wholeYear = (digits: string) =>
  digits.length === 4 ? Number(digits) : Number(digits) + (Number(digits) < 30 ? 2000 : 1900)

/**
 * YYYY-MM-DD for an unambiguous date: ISO, day and month told apart by the text itself or by `order`, or a month by its name; null
 * otherwise. With dots the day comes first, unless `order` says otherwise.
 */
export function readDate(text: string, order?: DayOrder): string | null {
  const iso = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ].*)?$/.exec(text)
  if (iso) return dateText(Number(iso[1]), Number(iso[2]), Number(iso[3]))
  const parts = PARTS.exec(text)
  if (parts) {
    const [first, second, year] = [Number(parts[1]), Number(parts[2]), wholeYear(parts[3] ?? '')]
    if (first > 12) return dateText(year, second, first)
    if (order === undefined && text.includes('.')) return dateText(year, second, first)
    if (second > 12 || first === second) return dateText(year, first, second)
    return order === undefined ? null : order === 'day' ? dateText(year, second, first) : dateText(year, first, second)
  }
  const named = DAY_FIRST.exec(text)
  if (named) return dateText(wholeYear(named[3] ?? ''), monthOf(named[2] ?? ''), Number(named[1]))
  const english = MONTH_FIRST.exec(text)
  return english ? dateText(Number(english[3]), monthOf(english[1] ?? ''), Number(english[2])) : null
}

const TIME =
  /^(.{6,30}?)(?:T|,?\s+)(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?\s*([ap])?\.?(?:m\.?)?\s*(Z|UTC|GMT|[+-]\d{2}:?\d{2})?$/i

/**
 * `YYYY-MM-DDTHH:MM:SS`, with milliseconds where there are any: in UTC with `Z` where the text names a zone, else as it stands. A day
 * without a time stays one. Null for anything else.
 */
export function readDateTime(text: string, dayOf: (day: string) => string | null = readDate): string | null {
  const found = TIME.exec(text.trim())
  if (!found) return /\d:\d/.test(text) ? null : dayOf(text)
  const [, date = '', hours = '', minutes = '', seconds = '0', fraction = '', half, zone] = found
  const day = dayOf(date)
  const [hour, minute, second] = [hourOf(Number(hours), half), Number(minutes), Number(seconds)]
  if (day === null || hour > 23 || minute > 59 || second > 59) return null
  const at =
    Date.parse(`${day}T00:00:00Z`) +
    ((hour * 60 + minute) * 60 + second) * 1000 +
    Number(fraction.padEnd(3, '0').slice(0, 3))
  const iso = (time: number) => new Date(time).toISOString().replace('.000Z', 'Z')
  if (zone === undefined) return iso(at).slice(0, -1)
  const [, sign, offHours = '0', offMinutes = '0'] = /^([+-])(\d{2}):?(\d{2})$/.exec(zone) ?? []
  const offset = (Number(offHours) * 60 + Number(offMinutes)) * 60_000
  return iso(sign === '-' ? at + offset : at - offset)
}

const hourOf = (hour: number, half: string | undefined) =>
  half === undefined ? hour : hour < 1 || hour > 12 ? 99 : (hour % 12) + (half.toLowerCase() === 'p' ? 12 : 0)

function dateText(year: number, month: number, day: number): string | null {
  const date = new Date(Date.UTC(year, month - 1, day))
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return null
  return date.toISOString().slice(0, 10)
}
