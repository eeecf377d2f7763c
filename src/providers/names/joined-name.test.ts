import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { joinName, NAME_PARTS, type NamePart, nameTitles, takeNameApart } from './joined-name.ts'

const TWO = new Set<NamePart>(['first_name', 'last_name'])
const ALL = new Set<NamePart>(NAME_PARTS)
const parts = (first_name: string, last_name: string, more: object = {}) => ({ first_name, last_name, ...more })

describe('the parts of a name', () => {
  it.each([
    [parts('Ann', 'Doe'), 'Ann Doe'],
    [parts(' Ann ', ''), 'Ann'],
    [parts('', 'Doe'), 'Doe'],
    [parts('Ann', 'van der Berg', { middle_name: 'M.' }), 'Ann M. van der Berg'],
    [parts('Ann', 'Doe', { name_prefix: 'Dr.', name_suffix: 'PhD' }), 'Dr. Ann Doe, PhD'],
    [parts('John', 'Doe', { name_suffix: 'Jr.' }), 'John Doe Jr.'],
    [parts('小明', '王'), '王小明'],
    [parts('太郎', '山田'), '山田太郎'],
    [parts('민수', '김'), '김민수'],
    [parts('An', 'Nguyễn', { middle_name: 'Văn' }), 'Nguyễn Văn An'],
    [parts('Linh', 'Nguyen'), 'Linh Nguyen'],
    [parts('Ann Doe', 'Doe'), 'Ann Doe'],
    [parts('Ann', 'Ann Doe'), 'Ann Doe'],
    [parts('マイケル', 'スミス'), 'マイケル スミス'],
    [parts('', ''), ''],
  ])('%j are joined as %s', (given, name) => expect(joinName(given)).toBe(name))

  it('are joined with the family first where the language of their columns says so', () => {
    expect(joinName(parts('Anna', 'Nagy'), true)).toBe('Nagy Anna')
    expect(takeNameApart('Nagy Anna', TWO, true)).toEqual(parts('Anna', 'Nagy'))
  })

  it.each([
    ['Ann Doe', TWO, parts('Ann', 'Doe')],
    ['Ann M. van der Berg', TWO, parts('Ann M.', 'van der Berg')],
    ['Ann M. van der Berg', ALL, parts('Ann', 'van der Berg', { middle_name: 'M.' })],
    ['Dr. Ann Doe, PhD', ALL, parts('Ann', 'Doe', { name_prefix: 'Dr.', name_suffix: 'PhD' })],
    ['Dr. Ann Doe', TWO, parts('Dr. Ann', 'Doe')],
    ['王小明', TWO, parts('小明', '王')],
    ['山田太郎', TWO, parts('太郎', '山田')],
    ['김민수', TWO, parts('민수', '김')],
    ['Nguyễn Văn An', TWO, parts('Văn An', 'Nguyễn')],
    ['Madonna', TWO, parts('Madonna', '')],
  ])('of %s are told again', (name, wanted, told) => {
    const filled = Object.entries(takeNameApart(name, wanted)).filter(([, part]) => part !== '')
    expect(Object.fromEntries(filled)).toEqual(
      Object.fromEntries(Object.entries(told).filter(([, part]) => part !== '')),
    )
  })

  it('are the name again when they are joined, whatever the name is', () => {
    const word = fc.constantFrom(...'Ann DOE van der Dr. Jr. PhD 王 小明 Văn Nguyễn "Al" M. X, Ötzi'.split(' '))
    fc.assert(
      fc.property(fc.uniqueArray(word, { minLength: 1, maxLength: 5 }), fc.boolean(), (words, familyFirst) => {
        for (const wanted of [TWO, ALL]) {
          const back = joinName(takeNameApart(words.join(' '), wanted, familyFirst), familyFirst)
          expect(back.replace(/\s+/g, '')).toBe(words.join(''))
        }
      }),
    )
  })

  it('take academic titles along, and neither salutations nor jobs', () => {
    expect(['Dr.', 'Prof. Dr.', 'Herr Dr.', 'Mr.', 'Frau'].map(nameTitles)).toEqual(['Dr.', 'Prof. Dr.', 'Dr.', '', ''])
    expect(['Managing Director', 'Manager', ''].map(nameTitles)).toEqual([null, null, null])
  })
})
