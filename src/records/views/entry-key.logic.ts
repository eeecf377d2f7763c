// The keys of a row in an order as a list of texts whose own order, by the collation of the database, is that order, so that any order is one index.
//
// An index goes one way. It is read forwards where texts ascend and backwards where they descend; numbers are written so that they go along.
import type { SortKey, SortKeyKind } from '../../engine/filter/sort.ts'

export interface KeyShape {
  kind: SortKeyKind
  dir: 'asc' | 'desc'
}

export type EntryKeys = (string | null)[]

/** Which way an index of these keys is read; null where no index has the order, because its texts go both ways. */
export function readingOf(shapes: readonly KeyShape[]): 'asc' | 'desc' | null {
  const ways = new Set(shapes.flatMap(({ kind, dir }) => (kind === 'text' ? [dir] : [])))
  if (ways.size > 1) return null
  return ways.values().next().value ?? 'asc'
}

/** What is absent comes last: null is after every text, and the empty one, which no row has, is before. */
export function encodeKeys(shapes: readonly KeyShape[], keys: readonly SortKey[]): EntryKeys {
  const reading = readingOf(shapes)
  return shapes.map(({ kind, dir }, index) => {
    const key = keys[index] ?? null
    if (key === null) return reading === 'desc' ? '' : null
    if (kind === 'text') return String(key)
    const bytes = numberBytes(Number(key))
    return lettersOf(dir === reading ? bytes : turned(bytes))
  })
}

export function decodeKeys(shapes: readonly KeyShape[], keys: EntryKeys): SortKey[] {
  const reading = readingOf(shapes)
  return shapes.map(({ kind, dir }, index) => {
    const key = keys[index] ?? null
    if (key === null || key === '') return null
    if (kind === 'text') return key
    const bytes = bytesOf(key)
    return numberOf(dir === reading ? bytes : turned(bytes))
  })
}

/** As PostgreSQL writes an array. */
export function keysLiteral(keys: EntryKeys): string {
  return `{${keys.map((key) => (key === null ? 'NULL' : `"${key.replace(/["\\]/g, '\\$&')}"`)).join()}}`
}

const A = 'a'.charCodeAt(0)

/** Half a byte a letter, from a to p: digits would be ordered by the number that they make. */
function lettersOf(bytes: Buffer): string {
  return String.fromCharCode(...[...bytes].flatMap((byte) => [A + (byte >> 4), A + (byte & 15)]))
}

function bytesOf(letters: string): Buffer {
  const halves = [...letters].map((letter) => letter.charCodeAt(0) - A)
  return Buffer.from(Array.from({ length: 8 }, (_, at) => ((halves[2 * at] ?? 0) << 4) | (halves[2 * at + 1] ?? 0)))
}

function numberBytes(value: number): Buffer {
  const bytes = Buffer.alloc(8)
  // Adding zero makes -0 plain 0.
  bytes.writeDoubleBE(value + 0)
  return (bytes[0] ?? 0) >= 0x80 ? turned(bytes) : flipped(bytes)
}

function numberOf(bytes: Buffer): number {
  return ((bytes[0] ?? 0) >= 0x80 ? flipped(bytes) : turned(bytes)).readDoubleBE()
}

function flipped(bytes: Buffer): Buffer {
  const copy = Buffer.from(bytes)
  copy[0] = (copy[0] ?? 0) ^ 0x80
  return copy
}

function turned(bytes: Buffer): Buffer {
  return Buffer.from(bytes.map((byte) => byte ^ 0xff))
}
