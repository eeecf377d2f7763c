import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isNearly, nearestWord, rankText, searchWords, typoPieces } from './search-words.ts'

const rank = (text: string, question: string) => rankText(text, searchWords(question))

describe('a search', () => {
  it.each([
    ['words in any order', 'Austin · Initech', 'Initech Austin'],
    ['a name the other way round', 'Robert Smith', 'smith ROBERT'],
    ['without accents', 'Stadtwerke München', 'Munchen'],
    ['with accents that the text has not', 'Muller', 'Müller'],
    ['letters that are none with an accent', 'Łódź, Straße, Øre', 'lodz strasse ore'],
    ['words in quotation marks together', 'Company 1, Austin', '"company 1" aust'],
    ['a quotation mark that is not closed', 'a 5" pipe', '5" pipe'],
    ['a letter too few', 'Robert Smith', 'Robrt Smith'],
    ['two letters the wrong way round', 'Robert Smith', 'Roebrt'],
    ['a letter too many', 'HubSpot', 'hubbspot'],
    ['the beginning of a word with a typo', 'Integrations', 'intagr'],
  ])('finds %s', (_, text, question) => expect(rank(text, question)).not.toBeNull())

  it.each([
    ['a word that is not there', 'Robert Smith', 'Robert Jones'],
    ['words in quotation marks that are apart', 'Company 21', '"Company 1"'],
    ['two typos in a word', 'Robert', 'Rbrt'],
    ['a typo in a short word', 'cat', 'cut'],
  ])('does not find %s', (_, text, question) => expect(rank(text, question)).toBeNull())

  it('puts whole words before beginnings, those before parts, and typos last', () => {
    const texts = ['smithy', 'blacksmith', 'smth', 'smith']
    const ranks = texts.map((text) => [rank(text, 'smith') ?? 99, text] as const).sort(([a], [b]) => a - b)
    expect(ranks.map(([, text]) => text)).toEqual(['smith', 'smithy', 'blacksmith', 'smth'])
  })

  it('finds the word that was meant among texts that hold a piece of what was typed, whatever the typo', () => {
    const letters = fc.stringMatching(/^[a-z]{4,12}$/)
    const edits = fc.record({
      at: fc.nat(11),
      letter: fc.stringMatching(/^[a-z]$/),
      how: fc.constantFrom('drop', 'add', 'other', 'swap'),
    })
    fc.assert(
      fc.property(letters, edits, (meant, { at, letter, how }) => {
        const place = at % meant.length
        const [before, after] = [meant.slice(0, place), meant.slice(place)]
        const typed = {
          drop: before + after.slice(1),
          add: before + letter + after,
          other: before + letter + after.slice(1),
          swap: before + after.charAt(1) + after.charAt(0) + after.slice(2),
        }[how]
        const text = `x ${meant} y`
        if (typed.length < 4) return typoPieces(typed).length === 0
        return typoPieces(typed).some((piece) => text.includes(piece)) && nearestWord(typed, [text]) === meant
      }),
    )
  })

  it('takes whole words before beginnings, then the most frequent, and nothing that is further', () => {
    expect(nearestWord('robrt', ['robertson robertson', 'robert'])).toBe('robert')
    expect(nearestWord('smiht', ['smith', 'smith', 'smit'])).toBe('smith')
    expect(nearestWord('robert', ['rupert'])).toBeNull()
  })

  it('takes no number for another', () => {
    expect(['10115', 'a10115'].map(typoPieces)).toEqual([[], []])
  })

  it('takes one letter for a typo, and two for another word', () => {
    expect([isNearly('robert', 'robrt'), isNearly('robert', 'rupert')]).toEqual([true, false])
  })
})
