// The one reader of JSON that others wrote, in the server and in the web app: keeps every digit, follows no bottomless nesting, and gives only what can be stored.
//
//   12345678901234567890   more than a number holds: its text, "12345678901234567890"; so do 1e400, 1e-400 and 0.1234567890123456789
//   0.10000000000000001    a number: written with as many digits, it is the same digits
//   {"a": 1, "a": 2}       the last one counts
//   {"__proto__": …}       is left out, for it would change what an object is
//   NUL, half a character  NUL is left out and half a surrogate pair becomes U+FFFD, for no database keeps them
import { storable } from './cut-text.ts'
import type { Json } from './json.ts'
import { jsonFault } from './json-fault.ts'

/** Lists and objects within each other. What walks over a value that was read may recurse as deep. */
export const MAX_LEVELS = 200
/** Characters of one text. What a text comes from (an answer, a file, a request) has a limit of its own. */
const MAX_TEXT = 64 * 1024 * 1024

export interface ReadingLimits {
  /** Members of one object. */
  members?: number
  /** Objects, lists and members of the whole text: each costs far more time than the characters it takes. */
  parts?: number
  /** Numbers that a double cannot hold. */
  kept?: number
}

export interface HowToRead {
  limits?: ReadingLimits
  /** What stands for a number that a double cannot hold; its text, unless told. */
  keep?: (token: string) => string
  /** Leaves `__proto__`, NUL and halves of surrogate pairs in, for a caller that says what is wrong with them. */
  as_it_is?: boolean
}

export interface JsonFault {
  /** Characters from the beginning. */
  at: number
  error: string
  /** It may be JSON, but goes beyond a limit. */
  is_limit?: boolean
}

/** A value with every digit; `odd` when it holds what `as_it_is` and `keep` are about. */
export type JsonReading =
  | { value: Json; odd: boolean; fault?: undefined }
  | { value?: undefined; odd?: undefined; fault: JsonFault }

/** Reads a text. Never throws; a byte order mark at its beginning is skipped. */
export function readJson(given: string, { limits = {}, keep, as_it_is = false }: HowToRead = {}): JsonReading {
  const text = given.charCodeAt(0) === 0xfeff ? given.slice(1) : given
  const skipped = given.length - text.length
  if (text.length > MAX_TEXT) return { fault: { at: MAX_TEXT, error: 'Text is too long', is_limit: true } }
  const seen = inspect(text, limits)
  if (seen.refused) return { fault: { ...seen.refused, at: seen.refused.at + skipped } }
  try {
    let value: unknown = JSON.parse(text)
    // Parsed as it came first: a number in the place of a key must stay a fault.
    if (seen.numbers.length > 0) value = JSON.parse(keepNumbers(text, seen.numbers, keep))
    if (!as_it_is && UNSOUND.test(text)) value = sound(value as Json)
    const odd = seen.numbers.length > 0 || text.includes('\\u') || text.includes('__proto__')
    return { value: value as Json, odd }
  } catch {
    const { at, error } = jsonFault(text)
    return { fault: { at: at + skipped, error } }
  }
}

/** What is wrong with a text, in words for the person who sent or asked for it. */
export function faultWords({ at, error }: JsonFault): string {
  return `${error} at character ${at + 1}`
}

/** True when a number as written has digits that a double, written as long, does not have. */
export function losesDigits(token: string): boolean {
  // Fifteen digits always come back.
  if (token.length < 16 && !/[eE]/.test(token)) return false
  const [, mantissa, exponent] = /^-?((?:0|[1-9]\d*)(?:\.\d+)?)([eE][+-]?\d+)?$/.exec(token) ?? []
  if (mantissa === undefined) return false
  const value = Number(token)
  if (!Number.isFinite(value)) return true
  // Long integers are written by JavaScript with zeros at their end, even those that a double holds.
  if (exponent === undefined && !mantissa.includes('.')) return !Number.isSafeInteger(value)
  const digits = significant(mantissa)
  if (digits === '') return false
  return digits.length > 100 || significant(value.toPrecision(digits.length).replace(/e.*$/, '')) !== digits
}

const significant = (mantissa: string) => mantissa.replace(/[-.]/g, '').replace(/^0+/, '').replace(/0+$/, '')

/** An escape may say what no database keeps, or spell `__proto__`. */
const UNSOUND = /\\u(?:0000|d[89a-f]|005f)|__proto__/i

function sound(value: Json): Json {
  if (typeof value === 'string') return storable(value)
  if (value === null || typeof value !== 'object') return value
  if (Array.isArray(value)) return value.map(sound)
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => key !== '__proto__')
      .map(([key, member]) => [storable(key), sound(member)]),
  )
}

interface Inspection {
  /** Where the text goes beyond a limit. */
  refused?: JsonFault
  /** Start and end of each number token to keep as text. */
  numbers: [number, number][]
}

// One pass over the characters: JSON.parse tells neither depth nor size nor that a number was rounded.
function inspect(text: string, limits: ReadingLimits): Inspection {
  const { members: maxMembers = Infinity, parts: maxParts = Infinity, kept: maxKept = Infinity } = limits
  const numbers: [number, number][] = []
  const refused = (at: number, error: string): Inspection => ({ refused: { at, error, is_limit: true }, numbers: [] })
  // Members of the open objects, the innermost last.
  const members: number[] = []
  let inside = 0
  let parts = 0
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i)
    if (c === 34) {
      i = endOfString(text, i)
    } else if (c === 91 || c === 123) {
      members.push(inside)
      inside = 0
      if (members.length > MAX_LEVELS) return refused(i, `Nesting is deeper than ${MAX_LEVELS} levels`)
      if (++parts > maxParts) return refused(i, `More than ${maxParts} objects, lists and members`)
    } else if (c === 93 || c === 125) {
      inside = members.pop() ?? 0
    } else if (c === 58) {
      if (++inside > maxMembers) return refused(i, `An object has more than ${maxMembers} members`)
      if (++parts > maxParts) return refused(i, `More than ${maxParts} objects, lists and members`)
    } else if (c === 45 || (c >= 48 && c <= 57)) {
      const end = endOfNumber(text, i)
      if (losesDigits(text.slice(i, end)) && numbers.push([i, end]) > maxKept)
        return refused(i, `More than ${maxKept} numbers have more digits than a number can hold; send them as text`)
      i = end - 1
    }
  }
  return { numbers }
}

function endOfString(text: string, start: number): number {
  let i = start + 1
  for (; i < text.length; i++) {
    const c = text.charCodeAt(i)
    if (c === 92) i++
    else if (c === 34) break
  }
  return i
}

function endOfNumber(text: string, start: number): number {
  let i = start + 1
  for (; i < text.length; i++) {
    const c = text.charCodeAt(i)
    const inside = (c >= 48 && c <= 57) || c === 46 || c === 43 || c === 45 || c === 69 || c === 101
    if (!inside) break
  }
  return i
}

function keepNumbers(text: string, numbers: [number, number][], keep: (token: string) => string = (token) => token) {
  const pieces: string[] = []
  let from = 0
  for (const [start, end] of numbers) {
    pieces.push(text.slice(from, start), JSON.stringify(keep(text.slice(start, end))))
    from = end
  }
  return pieces.join('') + text.slice(from)
}
