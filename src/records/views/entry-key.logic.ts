// The keys of a row in an order as bytes whose own order is that order, so that any order is one index.
import type { SortKey, SortKeyKind } from '../../engine/filter/sort.ts'

export interface KeyShape {
  kind: SortKeyKind
  dir: 'asc' | 'desc'
}

const PRESENT = 1
/** After present values, in both directions. */
const ABSENT = 2

/** Numbers by sign and size, texts by code point up to a closing zero; turned over when descending. */
export function encodeKey(shapes: readonly KeyShape[], keys: readonly SortKey[]): Buffer {
  const parts = shapes.flatMap(({ kind, dir }, index) => {
    const key = keys[index] ?? null
    if (key === null) return [Buffer.of(ABSENT)]
    const bytes = kind === 'number' ? numberBytes(Number(key)) : Buffer.from(`${key}\0`, 'utf8')
    return [Buffer.of(PRESENT), dir === 'asc' ? bytes : turned(bytes)]
  })
  return Buffer.concat(parts)
}

export function decodeKey(shapes: readonly KeyShape[], bytes: Buffer): SortKey[] {
  let at = 0
  return shapes.map(({ kind, dir }) => {
    if (bytes[at++] === ABSENT) return null
    const end = kind === 'number' ? at + 8 : bytes.indexOf(dir === 'asc' ? 0 : 0xff, at) + 1
    const part = dir === 'asc' ? bytes.subarray(at, end) : turned(bytes.subarray(at, end))
    at = end
    return kind === 'number' ? numberOf(part) : part.subarray(0, -1).toString('utf8')
  })
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
