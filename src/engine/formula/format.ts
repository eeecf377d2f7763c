// Formats of TEXT and FORMATDATE, in the codes of Excel.
import { dateOf } from './values.ts'

const MONTHS = 'January February March April May June July August September October November December'.split(' ')
const DAYS = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ')
const DAY_MS = 86_400_000
/** Day 0 of spreadsheets, which take 1900 for a leap year. */
const DAY_ZERO = Date.UTC(1899, 11, 30)
const LEAP_1900 = 61
/** 9999-12-31, the last date that spreadsheets support. */
const LAST_DAY = 2_958_465

interface Token {
  /** `date` is a repeated letter such as `yyyy`, `fraction` parts of a second, `half` AM or PM, `elapsed` a duration; `text` is literal. */
  kind: 'date' | 'fraction' | 'half' | 'elapsed' | 'text'
  text: string
}

const COLOR = /^(?:black|blue|cyan|green|magenta|red|white|yellow|color ?\d+|[<>=].*)$/i
// Literal parts: "quoted", \x, a currency or language [$€-407], a color, [other text]; _x is the width of x, *x fills with it.
const TOKEN =
  /"([^"]*)"|\\(.)|\[\$([^\]-]*)(?:-[^\]]*)?\]|\[(h+|m+|s+)\]|\[([^\]]*)\]|_.|\*.|(am\/pm|a\/p)|(?<=s)(\.0+)|y+|m+|d+|h+|s+|q|./gisu

/** YYYY YY, MMMM MMM MM M, DDDD DDD DD D, HH H, mm m beside hours or seconds, SS S and .00, AM/PM, [h]; names are English. */
export function formatDate(text: string, format: string): string {
  const instant = dateOf(text)
  return typeof instant === 'number' ? formatInstant(instant, format, serialOf(text) ?? 0) : text
}

function formatInstant(instant: number, format: string, serial: number): string {
  const tokens = tokensOf(sectionsOf(format)[0] ?? '')
  const date = new Date(instant)
  const isHalved = tokens.some(({ kind }) => kind === 'half')
  return tokens
    .map((token, at) => {
      const { kind, text } = token
      if (kind === 'text') return text
      if (kind === 'fraction')
        return (date.getUTCMilliseconds() / 1000)
          .toFixed(3)
          .slice(1, 1 + text.length)
          .padEnd(text.length, '0')
      if (kind === 'half') return half(date, text)
      if (kind === 'elapsed') return elapsed(serial, text)
      return isMinutes(tokens, at) ? padded(date.getUTCMinutes(), text) : dated(date, text, isHalved)
    })
    .join('')
}

function tokensOf(format: string): Token[] {
  return [...format.matchAll(TOKEN)].flatMap(
    ([all, quoted, escaped, currency, time, bracketed, halves, fraction]): Token[] => {
      if (time !== undefined) return [{ kind: 'elapsed', text: time }]
      if (halves !== undefined) return [{ kind: 'half', text: halves }]
      if (fraction !== undefined) return [{ kind: 'fraction', text: fraction }]
      if (bracketed !== undefined) return COLOR.test(bracketed) ? [] : [{ kind: 'text', text: bracketed }]
      const literal = quoted ?? escaped ?? currency
      if (literal !== undefined) return [{ kind: 'text', text: literal }]
      if (/^[_*]./u.test(all)) return all.startsWith('_') ? [{ kind: 'text', text: ' ' }] : []
      return [{ kind: /^[ymdhsq]+$/i.test(all) ? 'date' : 'text', text: all }]
    },
  )
}

/** One or two m after hours or before seconds. */
function isMinutes(tokens: readonly Token[], at: number): boolean {
  const { text } = tokens[at] as Token
  if (!/^mm?$/i.test(text)) return false
  const isTime = ({ kind }: Token) => kind === 'date' || kind === 'elapsed'
  const before = tokens.slice(0, at).findLast(isTime)
  const after = tokens.slice(at + 1).find(isTime)
  return /^h/i.test(before?.text ?? '') || /^s/i.test(after?.text ?? '')
}

const padded = (value: number, code: string) => String(value).padStart(Math.min(code.length, 2), '0')

function dated(date: Date, code: string, isHalved: boolean): string {
  const [year, month, day] = [date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()]
  const long = code.length
  switch (code[0]?.toLowerCase()) {
    case 'y':
      return long > 2 ? String(year).padStart(4, '0') : padded(year % 100, 'yy')
    case 'm':
      return long < 3 ? padded(month + 1, code) : named(MONTHS[month] ?? '', long)
    case 'd':
      return long < 3 ? padded(day, code) : named(DAYS[date.getUTCDay()] ?? '', long)
    case 'h':
      return padded(isHalved ? ((date.getUTCHours() + 11) % 12) + 1 : date.getUTCHours(), code)
    case 's':
      return padded(date.getUTCSeconds(), code)
    default:
      return String(Math.floor(month / 3) + 1)
  }
}

/** Three letters, the whole name, or with five its initial. */
const named = (name: string, long: number) =>
  long === 4 ? name : name.slice(0, long === 5 ? 1 : long > 5 ? undefined : 3)

function half(date: Date, code: string): string {
  const said = (date.getUTCHours() < 12 ? 'AM' : 'PM').slice(0, code.length === 3 ? 1 : 2)
  return code === code.toLowerCase() ? said.toLowerCase() : said
}

function elapsed(serial: number, code: string): string {
  const size = { h: 3_600_000, m: 60_000, s: 1000 }[code[0]?.toLowerCase() ?? 'h'] ?? 1000
  return String(Math.floor(Math.round(serial * DAY_MS) / size)).padStart(code.length, '0')
}

/** The sections of a format, at most four, between semicolons: positive numbers, negative numbers, zero, text. */
function sectionsOf(format: string): string[] {
  const sections = ['']
  for (const [all] of format.matchAll(/"[^"]*"|\\.|\[[^\]]*\]|./gsu))
    if (all === ';') sections.push('')
    else sections[sections.length - 1] += all
  return sections
}

/** Whether it formats points in time: it has their letters, and no place for digits. */
export function isDateFormat(format: string): boolean {
  const tokens = tokensOf(sectionsOf(format)[0] ?? '')
  const places = tokens.filter(({ kind, text }) => kind === 'text' && /^[0#?]$/.test(text))
  return tokens.some(({ kind }) => kind !== 'text') && places.length === 0
}

/** The number of the day, with the time as its fraction, as spreadsheets count. */
export function serialOf(text: string): number | null {
  const instant = dateOf(text)
  if (typeof instant !== 'number') return null
  const day = (instant - DAY_ZERO) / DAY_MS
  return day < LEAP_1900 ? day - 1 : day
}

/** `0`, `#` and `?` for digits, `,` for thousands, `.` for decimals, `%` for hundredths, `E+0`, sections; a date format reads a day by its number. */
export function formatNumber(value: number, format: string): string {
  if (/^\s*general\s*$/i.test(format)) return String(value)
  if (isDateFormat(format)) {
    const day = Math.floor(value) < LEAP_1900 ? value + 1 : value
    // Rounded to the millisecond, because a fraction of a day cannot represent a second exactly.
    if (value >= 0 && value <= LAST_DAY + 1) return formatInstant(DAY_ZERO + Math.round(day * DAY_MS), format, value)
  }
  const sections = sectionsOf(format)
  const usual = sections[0] ?? ''
  if (value < 0 && sections.length > 1) {
    const said = placed(-value, sections[1] ?? '')
    // A number that rounds to zero is shown without a minus sign.
    return /[1-9]/.test(said) || sections[2] === undefined ? said : placed(0, sections[2])
  }
  return placed(value, value === 0 && sections[2] !== undefined ? sections[2] : usual)
}

function placed(value: number, section: string): string {
  // Literal characters are removed first, so that a digit in them is not read as a placeholder.
  const literals: string[] = []
  const bare = section.replace(
    /"([^"]*)"|\\(.)|\[\$([^\]-]*)(?:-[^\]]*)?\]|\[([^\]]*)\]|_(.)|\*./giu,
    (_, quoted, escaped, currency, bracketed, width) => {
      const text =
        quoted ?? escaped ?? currency ?? (width !== undefined ? ' ' : COLOR.test(bracketed ?? 'red') ? '' : bracketed)
      return `\ue000${String.fromCharCode(0xe001 + literals.push(text) - 1)}`
    },
  )
  const back = (text: string) =>
    text.replace(/\ue000(.)/gu, (_, at: string) => literals[at.charCodeAt(0) - 0xe001] ?? '')
  const core = /[#0?][#0?,]*(?:\.[#0?]*)?,*|\.[#0?]+,*/.exec(bare)
  if (!core) return back(bare)
  const [before, behind] = [bare.slice(0, core.index), bare.slice(core.index + core[0].length)]
  // Each comma at the end of the places divides by a thousand.
  const places = core[0].replace(/,+$/, '')
  const thousands = core[0].length - places.length
  const [whole = '', decimals = ''] = places.split('.')
  const hundreds = (bare.match(/%/g) ?? []).length
  const scaled = (value * 100 ** hundreds) / 1000 ** thousands
  const least = decimals.replaceAll('#', '').length
  const exponent = /^e([+-])(0+)/i.exec(behind)
  if (exponent)
    return back(`${before}${scientific(scaled, decimals.length, exponent)}${behind.slice(exponent[0].length)}`)
  const digits = Math.abs(scaled).toLocaleString('en-US', {
    minimumFractionDigits: Math.min(least, 20),
    maximumFractionDigits: Math.min(decimals.length, 20),
    minimumIntegerDigits: Math.min(21, Math.max(1, whole.replace(/[#?,]/g, '').length)),
    useGrouping: whole.includes(','),
  })
  const sign = scaled < 0 && /[1-9]/.test(digits) ? '-' : ''
  return sign + back(before) + digits + back(behind)
}

function scientific(value: number, decimals: number, [, plus, zeros = '0']: RegExpExecArray): string {
  const [mantissa = '0', power = '0'] = value.toExponential(Math.min(decimals, 20)).split('e')
  const sign = power.startsWith('-') ? '-' : plus === '+' ? '+' : ''
  return `${mantissa}E${sign}${power.replace(/^[+-]/, '').padStart(zeros.length, '0')}`
}
