// Promises of mentions as they are typed and shown.
import { expect, test } from 'vitest'
import { mentionPieces, mentionsAt, putMention } from './mention.logic.ts'

const names = ['ann', 'anna.smith', 'Bob']

test('members are offered after an @ that begins a word, and a choice is put in with a space', () => {
  expect(mentionsAt('ask @an', 7, names)).toEqual({ start: 4, end: 7, items: ['ann', 'anna.smith'] })
  expect(mentionsAt('ask @b', 6, names)?.items).toEqual(['Bob'])
  expect(mentionsAt('mail ann@a', 10, names)).toBeNull()
  expect(mentionsAt('ask', 3, names)).toBeNull()
  expect(putMention('ask @an today', { start: 4, end: 7 }, 'anna.smith')).toEqual({
    source: 'ask @anna.smith  today',
    caret: 16,
  })
})

test('a mention is told apart from the text around it, the longest name first', () => {
  const shown = mentionPieces('@anna.smith and @ANN, not me@ann or @anne', names)
  expect(shown.filter(({ isMention }) => isMention).map(({ text }) => text)).toEqual(['@anna.smith', '@ANN'])
  expect(shown.map(({ text }) => text).join('')).toBe('@anna.smith and @ANN, not me@ann or @anne')
})
