// Industries in words and codes, against what the official lists say.
import { describe, expect, it } from 'vitest'
import { readCodeList, readIndustry } from './industry.ts'
import { INDUSTRY_NAMES } from './industry-names.ts'
import { NACE_LIST } from './nace.ts'
import { NAICS_LIST, SIC_TO_NAICS } from './naics.ts'

const codes = (text: string, list?: string) => {
  const reading = readIndustry(text, list === undefined ? null : readCodeList(list))
  return typeof reading === 'string' ? reading : [reading.nace?.code ?? null, reading.naics?.code ?? null]
}

it('has the whole of the lists', () => {
  const nace = NACE_LIST.trim()
    .split('\n')
    .map((line) => line.split(' ')[0] ?? '')
  expect([1, 2, 4, 5].map((length) => nace.filter((code) => code.length === length).length)).toEqual([21, 88, 272, 615])
  const naics = NAICS_LIST.trim()
    .split('\n')
    .map((line) => line.split(' ')[0] ?? '')
  expect(naics.filter((code) => code.length === 6)).toHaveLength(1012)
  expect(naics.filter((code) => /^\d\d(?:-\d\d)?$/.test(code))).toHaveLength(20)
  expect(SIC_TO_NAICS.trim().split(' ')).toHaveLength(1005)
})

describe('a code of a register is brought to both lists', () => {
  it.each([
    ['62.01', ['62.01', '541511']],
    ['62.01Z', ['62.01', '541511']],
    ['J62.01', ['62.01', '541511']],
    ['NACE 6201', ['62.01', '541511']],
    ['UK SIC 62012', ['62.01', '541511']],
    ['541511', ['62.01', '541511']],
    ['NAICS 54151', ['62.0', '54151']],
    ['SIC 7372', ['58.2', '513210']],
    ['SIC 2834', ['21', '325412']],
    ['SIC 5812', ['56', '722']],
    // EDGAR files by groups, too.
    ['SIC 2830', ['C', '32541']],
    ['47.91', ['47.91', '44-45']],
    ['31-33', [null, '31-33']],
  ])('%s', (text, wanted) => {
    expect(codes(text)).toEqual(wanted)
  })

  it('goes by the list that is named apart', () => {
    expect(codes('5812', 'SIC')).toEqual(['56', '722'])
    expect(codes('5812', 'naf')).toEqual(['58.12', '51'])
  })
})

describe('what is not sure is not said', () => {
  it.each([
    ['5812', 'The code 5812 is in several lists (nace, sic): say which'],
    ['NACE 99.99', 'No such code in NACE Rev. 2, NAICS 2022 or SIC 1987'],
    ['Postcode 10115', 'The list of the code is not known'],
    ['SIC 7370', 'What SIC 7370 covers is in several parts of the other lists'],
    ['technology', 'No industry of NACE or NAICS is surely meant'],
    ['Innovative solutions for tomorrow', 'No industry of NACE or NAICS is surely meant'],
    ['Not a software company', 'No industry of NACE or NAICS is surely meant'],
    ['', 'No industry of NACE or NAICS is surely meant'],
    ['services', 'No industry of NACE or NAICS is surely meant'],
  ])('%s', (text, why) => {
    expect(codes(text)).toBe(why)
  })

  it('refuses a code that names another list than the one given', () => {
    expect(codes('SIC 5812', 'nace')).toBe('The code names another list than the one given')
  })
})

describe('titles and usual names, in any case and order', () => {
  it.each([
    ['Computer programming activities', ['62.01', '541511']],
    ['Manufacture of motor vehicles', ['29.10', '3361']],
    ['software publishers', ['58.2', '513210']],
    ['COMPUTER SOFTWARE', ['J', null]],
    ['Banking', ['64.1', '5221']],
    ['Restaurants', ['56.1', '7225']],
    ['Pharmaceutical industry', ['21', '3254']],
    ['Retail', ['47', '44-45']],
    ['Utilities', [null, '221']],
  ])('%s', (text, wanted) => {
    expect(codes(text)).toEqual(wanted)
  })
})

it('has only names whose codes exist', () => {
  for (const line of INDUSTRY_NAMES.trim().split('\n')) {
    const [names = '', wanted = ''] = line.split(' = ')
    const [nace, naics] = wanted.split(', ')
    for (const name of names.split(', ')) {
      const reading = readIndustry(name)
      if (typeof reading === 'string') throw new Error(`${name}: ${reading}`)
      // A title of a list says it more exactly than the usual name.
      if (reading.by === 'name')
        expect([reading.nace?.code ?? '-', reading.naics?.code ?? '-'], name).toEqual([nace, naics])
    }
  }
})
