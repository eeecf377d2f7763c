// Reads a JSON body: bytes that must be UTF-8, faults as items of a 422, and numbers that a double cannot hold marked for the checks.
import { isUtf8 } from 'node:buffer'
import { randomUUID } from 'node:crypto'
import type { FieldError } from '../../../kernel/errors.ts'
import { readJson } from '../../../kernel/read-json.ts'

const LIMITS = { members: 10_000, parts: 150_000, kept: 10_000 }

/** Stands before a number token that a double would round; unguessable, so no client text can pass for one. */
const MARK = `\u0000${randomUUID()}:`
const marked = (token: string) => MARK + token

export interface BodyReading {
  value: unknown
  /** The text may hold NUL, lone surrogates, `__proto__` or kept number tokens: strings need a look. */
  odd: boolean
}

/** The token text when `value` stands for a number that a double cannot hold exactly. */
export function keptNumber(value: unknown): string | undefined {
  return typeof value === 'string' && value.startsWith(MARK) ? value.slice(MARK.length) : undefined
}

/** The value of a JSON body, or the `json_invalid` item whose `loc` holds the byte offset of the fault. */
export function readJsonBody(bytes: Buffer): BodyReading | { fault: FieldError } {
  if (!isUtf8(bytes)) return { fault: faultItem(0, 'Text is not valid UTF-8') }
  const text = bytes.toString('utf8')
  const { value, odd, fault } = readJson(text, { limits: LIMITS, keep: marked, as_it_is: true })
  if (fault) return { fault: faultItem(byteOffset(text, fault.at), fault.error) }
  return { value, odd }
}

function faultItem(offset: number, error: string): FieldError {
  return { type: 'json_invalid', loc: ['body', offset], msg: 'JSON decode error', input: {}, ctx: { error } }
}

function byteOffset(text: string, at: number): number {
  const start = text.charCodeAt(0) === 0xfeff ? 1 : 0
  return Buffer.byteLength(text.slice(start, at))
}
