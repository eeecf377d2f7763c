// Reads numbers and dates as people write them.

/**
 * A number as people write it: 1,234.56 · 1.234,56 · 1 234,56 · 12% · $5 · (40). A single separator followed by exactly
 * three digits is read as thousands for a comma and as a decimal point for a dot. Null for text that is no number, and
 * for one with more digits than a number keeps.
 */
export function readNumber(text: string): number | null {
  const amount = text
    .trim()
    .replace(/^[$€£¥₹]\s*|\s*[$€£¥₹%]$/g, '')
    .trim()
  let body = withoutGroups(amount)
  if (body === null) return null
  const negative = /^\(.*\)$/.test(body)
  if (negative) body = body.slice(1, -1)
  if (/^[-+]?\d+(\.\d+)?e[-+]?\d{1,3}$/i.test(body)) return finite(Number(body))
  if (!/^[-+]?[\d.,]*\d[\d.,]*$/.test(body)) return null
  const plain = withPoint(body)
  const value = plain === null ? null : finite(Number(plain))
  if (value === null || plain === null) return null
  if (body.replace(/\D/g, '').length > 15 && !isKept(plain, value)) return null
  return negative ? -value : value
}

const SPACE = /[\s\u00a0\u202f'’]/

/** Blanks and apostrophes only stand between groups of three digits, or after a sign: `10 12` is two numbers. */
function withoutGroups(text: string): string | null {
  const body = text.replace(/^([-+(])\s+/, '$1').replace(/\s+\)$/, ')')
  if (!SPACE.test(body)) return body
  return /^[-+(]?\d{1,3}(?:[\s\u00a0\u202f'’]\d{3})+(?:[.,]\d*)?\)?$/.test(body)
    ? body.replace(/[\s\u00a0\u202f'’]/g, '')
    : null
}

/** A number keeps 15 digits of any text, and more of those that it is written as itself. */
const isKept = (plain: string, value: number) => String(value) === plain.replace(/^\+/, '')

function withPoint(body: string): string | null {
  const comma = body.lastIndexOf(',')
  const dot = body.lastIndexOf('.')
  if (comma !== -1 && dot !== -1) {
    const [group, decimal] = comma > dot ? ['.', ','] : [',', '.']
    return body.split(decimal).length > 2 ? null : body.replaceAll(group, '').replace(decimal, '.')
  }
  if (comma !== -1) {
    const grouped = /^[-+]?\d{1,3}(,\d{3})+$/.test(body)
    if (!grouped && body.indexOf(',') !== comma) return null
    return grouped ? body.replaceAll(',', '') : body.replace(',', '.')
  }
  if (dot !== -1 && body.indexOf('.') !== dot) {
    return /^[-+]?\d{1,3}(\.\d{3})+$/.test(body) ? body.replaceAll('.', '') : null
  }
  return body
}

function finite(value: number): number | null {
  return Number.isFinite(value) ? value : null
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
  /^(?:\p{L}{2,10}[.,]*\s+)?(\d{1,2})(?:st|nd|rd|th|\.|º)?[\s-]+(?:de\s+)?(\p{L}{3,10})\.?,?[\s-]+(?:de\s+)?(\d{4})$/iu
const MONTH_FIRST = /^(?:\p{L}{2,10}[.,]*\s+)?(\p{L}{3,10})\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})$/iu

function monthOf(name: string): number {
  return MONTHS.findIndex((test) => test.test(name.toLowerCase())) + 1
}

/** YYYY-MM-DD for an unambiguous date: ISO, day and month told apart by the text itself, or a month by its name; null otherwise. */
export function readDate(text: string): string | null {
  const iso = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ].*)?$/.exec(text)
  if (iso) return dateText(Number(iso[1]), Number(iso[2]), Number(iso[3]))
  const parts = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})$/.exec(text)
  if (parts) {
    const [first, second, year] = [Number(parts[1]), Number(parts[2]), Number(parts[3])]
    if (text.includes('.') || first > 12) return dateText(year, second, first)
    return second > 12 || first === second ? dateText(year, first, second) : null
  }
  const named = DAY_FIRST.exec(text)
  if (named) return dateText(Number(named[3]), monthOf(named[2] ?? ''), Number(named[1]))
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
