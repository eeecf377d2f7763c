// The pairs of records that share a blocking key, each pair once, for records that are all in memory.
import { type BlockingKeys, MAX_BLOCK, partsOf, togetherIn } from './blocking.ts'
import type { FieldKind } from './match-fields.ts'
import type { FieldTable, Table } from './prepared.ts'

/** The keys of all records as numbers: those of record `n` from `start[n]` up to `start[n + 1]`. */
interface Keyed {
  start: Int32Array
  /** By key of a record the number of the block. */
  block: Int32Array
  blocks: number
}

interface NumberedParts {
  keys: readonly number[]
  parts: readonly number[]
}

/** Blocks of one record and those too large tell nothing; the others hold their records in order. */
export interface Blocks extends Keyed {
  /** Members of block `n` from `from[n]` up to `from[n + 1]`; none where the block tells nothing. */
  from: Int32Array
  members: Int32Array
}

export function blocksOf(table: Table): Blocks {
  const keyed = keysOf(table)
  const { start, block, blocks } = keyed
  const sizes = new Int32Array(blocks)
  for (const of of block) sizes[of] = (sizes[of] as number) + 1
  // Where very many share a key since most are copies, one of each stands for its copies.
  const originals = new Int32Array(blocks)
  const isOriginal = (record: number) => record === 0 || !areCopies(table, record - 1, record)
  for (let record = 0; record < table.size; record++) {
    if (!isOriginal(record)) continue
    for (let at = start[record] as number; at < (start[record + 1] as number); at++)
      originals[block[at] as number] = (originals[block[at] as number] as number) + 1
  }
  const isTooLarge = (of: number) => (sizes[of] as number) > MAX_BLOCK
  const from = new Int32Array(blocks + 1)
  for (let at = 0; at < blocks; at++) {
    const size = (isTooLarge(at) ? originals[at] : sizes[at]) as number
    from[at + 1] = (from[at] as number) + (size > 1 && size <= MAX_BLOCK ? size : 0)
  }
  const members = new Int32Array(from[blocks] as number)
  const next = from.slice(0, blocks)
  for (let record = 0; record < table.size; record++)
    for (let at = start[record] as number; at < (start[record + 1] as number); at++) {
      const of = block[at] as number
      if (from[of + 1] === from[of] || (isTooLarge(of) && !isOriginal(record))) continue
      const place = next[of] as number
      members[place] = record
      next[of] = place + 1
    }
  return { ...keyed, from, members }
}

/** Calls with both records of each pair, a < b, in order of a. Records are in an order of what they hold. */
export function eachCandidate(table: Table, blocks: Blocks, visit: (a: number, b: number) => void): void {
  const { start, block, from, members } = blocks
  const next = from.slice(0, blocks.blocks)
  const seen = new Int32Array(table.size).fill(-1)
  for (let a = 0; a < table.size; a++) {
    // Copies are beside each other, and very many of them have no block that is small enough.
    if (a + 1 < table.size && areCopies(table, a, a + 1)) {
      seen[a + 1] = a
      visit(a, a + 1)
    }
    for (let at = start[a] as number; at < (start[a + 1] as number); at++) {
      const of = block[at] as number
      const end = from[of + 1] as number
      // Members are in order, so the records before this one are passed already. A copy may be none of them.
      if (next[of] === end || members[next[of] as number] !== a) continue
      const own = (next[of] as number) + 1
      next[of] = own
      for (let place = own; place < end; place++) {
        const b = members[place] as number
        if (seen[b] === a) continue
        seen[b] = a
        visit(a, b)
      }
    }
  }
}

/** Whether two records have the same values, and any. */
function areCopies({ columns }: Table, a: number, b: number): boolean {
  let any = false
  for (const { value } of columns) {
    if (value[a] !== value[b]) return false
    if (value[a] !== -1) any = true
  }
  return any
}

/** The parts of each distinct value are made once; a key of two parts is a pair of their numbers. */
function keysOf(table: Table): Keyed {
  const numbers = new Map<string, number>()
  const numberOf = (text: string) => {
    const known = numbers.get(text)
    if (known !== undefined) return known
    numbers.set(text, numbers.size)
    return numbers.size - 1
  }
  const numbered = ({ keys, parts }: BlockingKeys): NumberedParts => ({
    keys: keys.map(numberOf),
    parts: parts.map((part) => numberOf(`+${part}`)),
  })
  const columns = table.columns.map(({ field, prepared }) =>
    prepared.map(({ text }) => numbered(partsOf(field.kind, text))),
  )
  const kinds = table.fields.map(({ kind }) => kind)
  const areTogether = togetherIn(table.fields)
  const found = new BlockNumbers(4 * table.size)
  const start = new Int32Array(table.size + 1)
  let block = new Int32Array(16 * table.size)
  let end = 0
  const add = (of: number, first: number) => {
    for (let at = first; at < end; at++) if (block[at] === of) return
    if (end === block.length) {
      const more = new Int32Array(2 * block.length)
      more.set(block)
      block = more
    }
    block[end++] = of
  }
  // A key of its own is a pair with nothing.
  const nothing = numbers.size
  const width = nothing + 1
  for (let record = 0; record < table.size; record++) {
    const first = end
    for (let one = 0; one < columns.length; one++) {
      const own = valueParts(table.columns[one] as FieldTable, columns[one] as NumberedParts[], record)
      if (own === undefined) continue
      for (const key of own.keys) add(found.of(key * width + nothing), first)
      for (let two = one + 1; two < columns.length; two++) {
        if (!areTogether(kinds[one] as FieldKind, kinds[two] as FieldKind)) continue
        const other = valueParts(table.columns[two] as FieldTable, columns[two] as NumberedParts[], record)
        if (other === undefined) continue
        for (const x of own.parts)
          for (const y of other.parts) add(found.of(x < y ? x * width + y : y * width + x), first)
      }
    }
    start[record + 1] = end
  }
  return { start, block: block.subarray(0, end), blocks: found.size }
}

function valueParts(column: FieldTable, parts: readonly NumberedParts[], record: number): NumberedParts | undefined {
  const value = column.value[record] as number
  return value < 0 ? undefined : parts[value]
}

/** Numbers keys from 0 on in the order in which they are met: a table of open addresses, as a Map of millions is slow. */
class BlockNumbers {
  size = 0
  #keys: Float64Array
  #numbers: Int32Array

  constructor(expected: number) {
    const places = 2 ** Math.ceil(Math.log2(Math.max(16, 2 * expected)))
    this.#keys = new Float64Array(places).fill(-1)
    this.#numbers = new Int32Array(places)
  }

  of(key: number): number {
    const place = this.#placeOf(key)
    if (this.#keys[place] === key) return this.#numbers[place] as number
    if (2 * (this.size + 1) > this.#keys.length) {
      this.#grow()
      return this.of(key)
    }
    this.#keys[place] = key
    this.#numbers[place] = this.size
    return this.size++
  }

  /** Where the key is, or where it goes. */
  #placeOf(key: number): number {
    const last = this.#keys.length - 1
    let place = (Math.imul(key % 4294967296, 0x9e3779b1) ^ Math.imul(key / 4294967296, 0x85ebca6b)) >>> 0
    place = (place ^ (place >>> 15)) & last
    while (this.#keys[place] !== -1 && this.#keys[place] !== key) place = (place + 1) & last
    return place
  }

  #grow(): void {
    const [keys, numbers] = [this.#keys, this.#numbers]
    this.#keys = new Float64Array(2 * keys.length).fill(-1)
    this.#numbers = new Int32Array(2 * keys.length)
    for (const [at, key] of keys.entries()) {
      if (key === -1) continue
      const place = this.#placeOf(key)
      this.#keys[place] = key
      this.#numbers[place] = numbers[at] as number
    }
  }
}
