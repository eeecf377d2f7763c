// Which leads of a block may hold a word: every four characters in a row of it are somewhere in their texts.
//
// For each of 65,536 numbers that four characters can become, a block says in 64 bits which of its 64 groups of leads have it.
import type { Filter } from '../../engine/filter/filter.schema.ts'
import { foldSearch, searchWords } from '../../engine/values/search-words.ts'
import { scalarNumber } from '../../engine/values/value.ts'
import type { Condition } from './lead-statement.reads.ts'

const LENGTH = 4
const NUMBERS = 2 ** 16
const GROUPS = 64
/** Bytes of a block for one number. */
export const SLICE = GROUPS / 8
/** Places of a group, side by side: all groups are the 4,096 of a block. */
export const GROUP = 64
/** More of them rule hardly any group out. */
const MOST_PIECES = 16

const isBlank = (code: number) => code <= 32 || code === 160

/** Calls with the number of every four characters in a row, none of them blank. */
function eachPiece(text: string, take: (piece: number) => void): void {
  let run = 0
  for (let at = 0; at < text.length; at++) {
    run = isBlank(text.charCodeAt(at)) ? 0 : run + 1
    if (run < LENGTH) continue
    let hash = 0
    for (let back = LENGTH - 1; back >= 0; back--) hash = Math.imul(hash ^ text.charCodeAt(at - back), 0x5bd1e995)
    take((hash ^ (hash >>> 15)) & (NUMBERS - 1))
  }
}

/** What a block without leads is said to hold. */
export const openPieces = (): Buffer => Buffer.alloc(NUMBERS * SLICE)

/** Adds texts to what a block is said to hold; they are folded, each at its place within the block. */
export function addPieces(bits: Buffer, texts: readonly { place: number; text: string }[]): void {
  for (const { place: at, text } of texts) {
    const group = Math.floor(at / GROUP)
    const [byte, bit] = [group >> 3, 1 << (group & 7)]
    eachPiece(text, (piece) => {
      const place = piece * SLICE + byte
      bits[place] = (bits[place] as number) | bit
    })
  }
}

/** The numbers that every lead has which answers, evenly out of its words; none where nothing is known of the words. */
export function piecesOf({ filter, search }: Condition): number[] {
  const found = new Set<number>()
  for (const word of [...(search === null ? [] : searchWords(search)), ...(filter ? wordsOf(filter) : [])])
    eachPiece(word, (piece) => found.add(piece))
  const all = [...found]
  const step = Math.max(1, all.length / MOST_PIECES)
  return Array.from({ length: Math.min(all.length, MOST_PIECES) }, (_, at) => all[Math.floor(at * step)] as number)
}

const HOLDING = new Set(['eq', 'contains', 'starts_with', 'ends_with'])
/** Scoring writes these for very many leads, and leaves their texts as they are. */
const NOT_IN_TEXTS = new Set(['score', 'score_tier'])

/** Folded texts that every lead holds which a filter finds. Numbers are equal in several forms, and texts of leads leave out `true` and `false`. */
function wordsOf(filter: Filter): string[] {
  if ('and' in filter) return filter.and.flatMap(wordsOf)
  if ('or' in filter || 'not' in filter) return []
  const { field, on = 'value', op, value } = filter
  if (typeof value !== 'string' || on !== 'value' || field.startsWith('$') || !HOLDING.has(op)) return []
  if (NOT_IN_TEXTS.has(field)) return []
  const word = foldSearch(value)
  const isInText =
    !(op === 'eq' && scalarNumber(value) !== null) && !['true', 'false'].some((one) => one.includes(word))
  // Marks that are folded with nothing are in another order in the text where more of them follow the word.
  return isInText ? word.split(/\p{M}+/u) : []
}

/** The groups of a block that have all of them, each by its first place in the block. */
export function groupsWith(slices: readonly Buffer[]): number[] {
  return Array.from({ length: GROUPS }, (_, group) => group)
    .filter((group) => slices.every((slice) => ((slice[group >> 3] as number) & (1 << (group & 7))) !== 0))
    .map((group) => group * GROUP)
}
