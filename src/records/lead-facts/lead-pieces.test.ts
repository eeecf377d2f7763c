// What is kept of the words of a block rules no lead out that answers.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { foldSearch } from '../../engine/values/search-words.ts'
import { foldCase } from '../../engine/values/value.ts'
import { addPieces, GROUP, groupsWith, openPieces, piecesOf, SLICE } from './lead-pieces.logic.ts'

/** Letters with and without case, with accents of their own and beside them, with marks of several classes, and what separates words. */
const LETTERS = [
  ...'abKéßİıΣςøŁ한कب😀1.-" \u00a0',
  '\u0301',
  '\u0323',
  '\u0651',
  '\u064b',
  '\u093c',
  '\u094d',
  '\u05b0',
  '\u05bc',
]

test('a text that holds a word is in a group that has all pieces of the word, whatever its letters are', () => {
  const texts = fc.array(fc.constantFrom(...LETTERS), { minLength: 4, maxLength: 12 })
  fc.assert(
    fc.property(texts, fc.nat(11), fc.nat(11), fc.nat(4095), (letters, from, length, place) => {
      const word = letters.slice(from, from + length + 1).join('')
      const text = letters.join('')
      if (word.trim() === '') return
      const bits = openPieces()
      addPieces(bits, [{ place, text: foldSearch(text) }])
      const groupsOf = (pieces: readonly number[]) =>
        groupsWith(pieces.map((piece) => bits.subarray(piece * SLICE, (piece + 1) * SLICE)))
      const group = Math.floor(place / GROUP) * GROUP
      const holding = ['contains', 'starts_with', 'ends_with', 'eq'] as const
      for (const op of holding.filter((op) => holds(op, foldCase(text), foldCase(word))))
        expect(groupsOf(piecesOf({ filter: { field: 'company', op, value: word }, search: null }))).toContain(group)
    }),
    { numRuns: 2_000 },
  )
})

function holds(op: 'contains' | 'starts_with' | 'ends_with' | 'eq', text: string, word: string): boolean {
  if (op === 'eq') return text === word
  return op === 'contains' ? text.includes(word) : op === 'starts_with' ? text.startsWith(word) : text.endsWith(word)
}
