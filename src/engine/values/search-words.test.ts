import { describe, expect, it } from 'vitest'
import { isNearly, rankText, searchWords } from './search-words.ts'

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

  it('takes one letter for a typo, and two for another word', () => {
    expect([isNearly('robert', 'robrt'), isNearly('robert', 'rupert')]).toEqual([true, false])
  })
})
