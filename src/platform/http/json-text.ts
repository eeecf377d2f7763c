// Reads a JSON body without losing anything: number tokens a double cannot hold are kept, deep nesting is refused early.
import { isUtf8 } from 'node:buffer'
import { randomUUID } from 'node:crypto'
import type { FieldError } from '../../kernel/errors.ts'
import { jsonFault } from './json-fault.ts'

const MAX_DEPTH = 100
/** Members of one object, and objects, lists and members of one body: each costs far more time than the bytes it takes. */
const MAX_MEMBERS = 10_000
const MAX_PARTS = 150_000
/** Numbers that have to be kept as text: the body is parsed again for them. */
const MAX_KEPT = 10_000

/** Stands before a number token that JSON.parse would round; unguessable, so no client text can pass for one. */
const MARK = `\u0000${randomUUID()}:`

export interface JsonReading {
  value: unknown
  /** The text may hold NUL, lone surrogates, `__proto__` or kept number tokens: strings need a look. */
  odd: boolean
}

/** The token text when `value` stands for a number that a double cannot hold exactly. */
export function keptNumber(value: unknown): string | undefined {
  return typeof value === 'string' && value.startsWith(MARK) ? value.slice(MARK.length) : undefined
}

/** The value of a JSON body, or the `json_invalid` item whose `loc` holds the byte offset of the fault. */
export function readJson(bytes: Buffer): JsonReading | { fault: FieldError } {
  if (!isUtf8(bytes)) return { fault: faultItem(0, 'Text is not valid UTF-8') }
  const raw = bytes.toString('utf8')
  const text = raw.charCodeAt(0) === 0xfeff ? raw.slice(1) : raw
  const seen = inspect(text)
  if (seen.refused) return { fault: faultItem(byteOffset(text, seen.refused.at), seen.refused.error) }
  try {
    let value: unknown = JSON.parse(text)
    // Parsed as it came first: a number in the place of a key must stay a fault.
    if (seen.numbers.length > 0) value = JSON.parse(keepNumbers(text, seen.numbers))
    return { value, odd: seen.numbers.length > 0 || text.includes('\\u') || text.includes('__proto__') }
  } catch {
    const { at, error } = jsonFault(text)
    return { fault: faultItem(byteOffset(text, at), error) }
  }
}

function faultItem(offset: number, error: string): FieldError {
  return { type: 'json_invalid', loc: ['body', offset], msg: 'JSON decode error', input: {}, ctx: { error } }
}

function byteOffset(text: string, at: number): number {
  return Buffer.byteLength(text.slice(0, at))
}

interface Inspection {
  /** Where the text goes beyond a limit. */
  refused?: { at: number; error: string }
  /** Start and end of each number token to keep as text. */
  numbers: [number, number][]
}

// One pass over the characters: JSON.parse tells neither depth nor size nor that a number was rounded.
function inspect(text: string): Inspection {
  const numbers: [number, number][] = []
  const refused = (at: number, error: string): Inspection => ({ refused: { at, error }, numbers: [] })
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
      if (members.length > MAX_DEPTH) return refused(i, `Nesting is deeper than ${MAX_DEPTH} levels`)
      if (++parts > MAX_PARTS) return refused(i, `More than ${MAX_PARTS} objects, lists and members`)
    } else if (c === 93 || c === 125) {
      inside = members.pop() ?? 0
    } else if (c === 58) {
      if (++inside > MAX_MEMBERS) return refused(i, `An object has more than ${MAX_MEMBERS} members`)
      if (++parts > MAX_PARTS) return refused(i, `More than ${MAX_PARTS} objects, lists and members`)
    } else if (c === 45 || (c >= 48 && c <= 57)) {
      const end = endOfNumber(text, i)
      if (losesDigits(text.slice(i, end)) && numbers.push([i, end]) > MAX_KEPT)
        return refused(i, `More than ${MAX_KEPT} numbers have more digits than a number can hold; send them as text`)
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

// 2^50 leaves room for fractions that rounding could carry over an integer.
function losesDigits(token: string): boolean {
  if (token.length < 15 && !/[eE]/.test(token)) return false
  if (!/^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(token)) return false
  const value = Number(token)
  if (!Number.isFinite(value)) return true
  return /[.eE]/.test(token) ? Math.abs(value) >= 2 ** 50 : !Number.isSafeInteger(value)
}

function keepNumbers(text: string, numbers: [number, number][]): string {
  let out = ''
  let from = 0
  for (const [start, end] of numbers) {
    out += text.slice(from, start) + JSON.stringify(MARK + text.slice(start, end))
    from = end
  }
  return out + text.slice(from)
}
