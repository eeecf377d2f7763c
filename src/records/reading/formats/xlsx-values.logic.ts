// What stands in a cell of a spreadsheet: places, dates as days since 1900 or 1904, and the formats that tell them from numbers.

/** `AB12` is column 27, from 0; null for what is no place. */
export function columnOf(reference: string): number | null {
  let column = 0
  let at = 0
  for (; at < reference.length; at++) {
    const letter = reference.charCodeAt(at) & ~32
    if (letter < 65 || letter > 90) break
    column = column * 26 + letter - 64
  }
  return at > 0 && at <= 3 && column <= 16_384 ? column - 1 : null
}

/** A number is how many digits are shown at least, as of postcodes: `00000` shows 1067 as 01067. */
export type NumberKind = 'number' | 'date' | 'datetime' | 'time' | 'elapsed' | 'percent' | 'plus' | number

/** Shows whole numbers with a plus, as of telephones. One that shows others with a minus is of amounts. */
const WITH_PLUS = /^(?:"\+"|\\?\+)["0#\s()/\\-]+$/

const BUILT_IN: { [id: number]: NumberKind } = { 9: 'percent', 10: 'percent', 22: 'datetime' }
for (const id of [14, 15, 16, 17, 27, 28, 29, 30, 31, 36, 50, 51, 52, 53, 54, 57, 58]) BUILT_IN[id] = 'date'
for (const id of [18, 19, 20, 21, 32, 33, 34, 35, 45, 47, 55, 56]) BUILT_IN[id] = 'time'
BUILT_IN[46] = 'elapsed'

/** What numbers shown by a format are; `code` for formats of the file's own. */
export function kindOfFormat(id: number, code: string | undefined): NumberKind {
  if (code === undefined) return BUILT_IN[id] ?? 'number'
  if (WITH_PLUS.test(code.trim())) return 'plus'
  // Quoted and escaped text, colours, locales and conditions are no part of the pattern, but they part it; `[h]` counts hours.
  const [pattern = ''] = code
    .replace(/"[^"]*"|\\.|_.|\*./g, ' ')
    .replace(/\[(?!(?:h+|m+|s+)\])[^\]]*\]/gi, ' ')
    .toLowerCase()
    .split(';')
  if (/general/.test(pattern)) return 'number'
  if (/\[[hms]/.test(pattern)) return 'elapsed'
  const hasDay = /[yd]/.test(pattern) || (/m/.test(pattern) && !/[hs]/.test(pattern))
  const hasTime = /[hs]/.test(pattern)
  if (hasDay) return hasTime ? 'datetime' : 'date'
  if (hasTime) return 'time'
  if (pattern.includes('%')) return 'percent'
  const [, digits] = /^[^0#?.]*(0{2,})[^0#?.]*$/.exec(pattern) ?? []
  return digits?.length ?? 'number'
}

const DAY_MS = 86_400_000
const EPOCH_1900 = Date.UTC(1899, 11, 30)
const EPOCH_1904 = Date.UTC(1904, 0, 1)
/** 31 December 9999. */
const LAST_DAY = 2_958_465

/** The number as text, as a person would type it: dates by ISO 8601, percent with its sign, no traces of binary fractions. */
export function numberText(raw: string, kind: NumberKind, from1904: boolean): string {
  const value = Number(raw)
  if (raw.trim() === '' || !Number.isFinite(value)) return raw
  if (typeof kind === 'number')
    return value >= 0 && Number.isSafeInteger(value) ? String(value).padStart(kind, '0') : plain(value)
  if (kind === 'plus') return value > 0 && Number.isSafeInteger(value) ? `+${value}` : plain(value)
  if (kind === 'elapsed') return elapsed(value)
  if (kind === 'percent') return `${plain(value * 100)}%`
  if (kind === 'number' || value < 0 || value > LAST_DAY + 1) return plain(value)
  // Days before March 1900 are one off: the format counts a 29 February 1900 that never was.
  const days = !from1904 && value < 60 ? value + 1 : value
  const whole = new Date((from1904 ? EPOCH_1904 : EPOCH_1900) + Math.round(days * 86_400) * 1000)
  if (Number.isNaN(whole.getTime())) return plain(value)
  const [day = '', time = ''] = whole.toISOString().slice(0, 19).split('T')
  if (kind === 'time' || (kind === 'datetime' && value < 1))
    return value < 1
      ? new Date((Math.round(value * 86_400) * 1000) % DAY_MS).toISOString().slice(11, 19)
      : `${day}T${time}`
  return kind === 'date' || time === '00:00:00' ? day : `${day}T${time}`
}

/** Hours that go beyond a day: 1.5 is 36:00:00. */
function elapsed(days: number): string {
  const seconds = Math.round(Math.abs(days) * 86_400)
  const two = (value: number) => String(value).padStart(2, '0')
  const sign = days < 0 ? '-' : ''
  return `${sign}${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`
}

/** A fraction that is much shorter with 15 digits was meant so; one that is not keeps the digits that it has. */
function plain(value: number): string {
  const [exact, short] = [String(value), String(Number(value.toPrecision(15)))]
  return short.length < exact.length - 3 ? short : exact
}

/** `_x000D_` stands for a character that XML cannot hold. */
export function unescapeText(text: string): string {
  if (!text.includes('_x')) return text
  return text.replace(/_x([0-9A-Fa-f]{4})_/g, (_all, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
}

/** Text that XML and the database take: no NUL, no half characters. */
export function soundText(text: string): string {
  const noNul = text.includes('\0') ? text.replaceAll('\0', '') : text
  return /\p{Surrogate}/u.test(noNul) ? noNul.replace(/\p{Surrogate}/gu, '\ufffd') : noNul
}
