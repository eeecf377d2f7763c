// The promises of the person-name parser.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readPersonName } from './person-name.ts'

const parts = (text: string) => {
  const name = readPersonName(text)
  return typeof name === 'string' ? name : [name.first, name.middle, name.last]
}

describe('a name', () => {
  it.each([
    ['Ada Lovelace', 'Ada', '', 'Lovelace'],
    ['  Ada   King  Lovelace ', 'Ada', 'King', 'Lovelace'],
    ['Lovelace, Ada', 'Ada', '', 'Lovelace'],
    ['Lovelace, Ada King', 'Ada', 'King', 'Lovelace'],
    ['Ludwig van Beethoven', 'Ludwig', '', 'van Beethoven'],
    ['Vincent Van Gogh', 'Vincent', '', 'Van Gogh'],
    ['Alexander von Humboldt', 'Alexander', '', 'von Humboldt'],
    ['Charles de la Vallée Poussin', 'Charles', '', 'de la Vallée Poussin'],
    ['Oscar de la Renta', 'Oscar', '', 'de la Renta'],
    ['Miguel de Cervantes Saavedra', 'Miguel', '', 'de Cervantes Saavedra'],
    ['Gabriel García Márquez', 'Gabriel', '', 'García Márquez'],
    ['José Ortega y Gasset', 'José', '', 'Ortega y Gasset'],
    ['María del Carmen García', 'María del Carmen', '', 'García'],
    ['Abdul Rahman Khan', 'Abdul Rahman', '', 'Khan'],
    ['Khalid bin Walid', 'Khalid', '', 'bin Walid'],
    ['Anne-Marie Smith-Jones', 'Anne-Marie', '', 'Smith-Jones'],
    ['Robert St. Amant', 'Robert', '', 'St. Amant'],
    ['J. Edgar Hoover', 'J.', 'Edgar', 'Hoover'],
    ['J.Edgar Hoover', 'J.', 'Edgar', 'Hoover'],
    ["Conan O'Brien", 'Conan', '', "O'Brien"],
    ['Victor HUGO', 'Victor', '', 'Hugo'],
    ['HUGO Victor', 'Victor', '', 'Hugo'],
    ['Charles DE GAULLE', 'Charles', '', 'de Gaulle'],
    ['GARCÍA MÁRQUEZ Gabriel', 'Gabriel', '', 'García Márquez'],
    ['JP Morgan', 'JP', '', 'Morgan'],
    ['Van Morrison', 'Van', '', 'Morrison'],
    ['Ben Affleck', 'Ben', '', 'Affleck'],
    ['John Ben Carter', 'John', 'Ben', 'Carter'],
    ['David ben Gurion', 'David', '', 'ben Gurion'],
    ['Nguyễn Văn An', 'An', 'Văn', 'Nguyễn'],
    ['Kim Min-jun', 'Min-jun', '', 'Kim'],
    ['Min-jun Kim', 'Min-jun', '', 'Kim'],
    ['王小明', '小明', '', '王'],
    ['欧阳娜娜', '娜娜', '', '欧阳'],
    ['山田 太郎', '太郎', '', '山田'],
    ['김철수', '철수', '', '김'],
    ['Иван Петров', 'Иван', '', 'Петров'],
    ['Ada Lovelace (she/her)', 'Ada', '', 'Lovelace'],
    ['Ada Lovelace 🚀', 'Ada', '', 'Lovelace'],
    ['Ada Lovelace | Founder at Engines', 'Ada', '', 'Lovelace'],
    ['Ada Lovelace - Hiring!', 'Ada', '', 'Lovelace'],
    ['Ada Lovelace (née Byron)', 'Ada', '', 'Lovelace'],
    ['Ada_Lovelace', 'Ada', '', 'Lovelace'],
    ['Madonna', 'Madonna', '', ''],
    ['Dr. Lovelace', '', '', 'Lovelace'],
  ])('%s is taken apart', (text, first, middle, last) => {
    expect(parts(text)).toEqual([first, middle, last])
  })

  it.each([
    ['ADA LOVELACE', 'Ada', '', 'Lovelace'],
    ['ada lovelace', 'Ada', '', 'Lovelace'],
    ['LUDWIG VAN BEETHOVEN', 'Ludwig', '', 'van Beethoven'],
    ["SEAN O'CASEY", 'Sean', '', "O'Casey"],
    ['PAUL MCCARTNEY', 'Paul', '', 'McCartney'],
    ['JEAN-LUC PICARD', 'Jean-Luc', '', 'Picard'],
    ['LOVELACE, ADA', 'Ada', '', 'Lovelace'],
    ['MR. A Y M CHOWDHURY', 'A', 'Y M', 'Chowdhury'],
  ])('in one case, %s is written as usual', (text, first, middle, last) => {
    expect(parts(text)).toEqual([first, middle, last])
  })

  it.each([
    ['Dr. Martin Luther King Jr.', { prefix: 'Dr.', suffix: 'Jr.', last: 'King' }],
    ['King, Jr., Martin Luther', { first: 'Martin', middle: 'Luther', last: 'King', suffix: 'Jr.' }],
    ['Mr. Sammy Davis, Jr.', { prefix: 'Mr.', last: 'Davis', suffix: 'Jr.' }],
    ['Prof. Dr. med. Anna Schmidt', { prefix: 'Prof. Dr. med.', first: 'Anna', last: 'Schmidt' }],
    ['Jane Doe, MBA, CPA', { first: 'Jane', last: 'Doe', suffix: 'MBA, CPA' }],
    ['Jane Doe, XYZQ', { first: 'Jane', last: 'Doe', suffix: 'XYZQ' }],
    ['Jane Doe Ph. D.', { first: 'Jane', last: 'Doe', suffix: 'PhD' }],
    ['Jane Doe (PhD)', { last: 'Doe', suffix: 'PhD', nickname: '' }],
    ['Henry Ford V', { first: 'Henry', last: 'Ford', suffix: 'V' }],
    ['Rt. Hon. Anna Smith QC MP', { prefix: 'Rt. Hon.', first: 'Anna', last: 'Smith', suffix: 'QC, MP' }],
    ['The Rt.Hon. Anna Smith', { prefix: 'Rt. Hon.', first: 'Anna', last: 'Smith' }],
    ['Hptm. Karl Meier', { prefix: 'Hptm.', first: 'Karl', last: 'Meier' }],
    ['Geo. Henry Smith', { prefix: '', first: 'Geo.', last: 'Smith' }],
    ['Mr. and Mrs. George W. Walker, III', { first: 'George', last: 'Walker', suffix: 'III' }],
    ['Sir Ian', { prefix: 'Sir', first: 'Ian', last: '' }],
    ['Dame Maggie Brown DBE', { prefix: 'Dame', first: 'Maggie', last: 'Brown', suffix: 'DBE' }],
    ['Walker Peter A', { first: 'Peter', middle: 'A', last: 'Walker' }],
    ['Henry Ford II', { last: 'Ford', suffix: 'II' }],
    ['Sr. Juan Pérez', { prefix: 'Sr.', first: 'Juan', last: 'Pérez' }],
    ['Jack Ma', { first: 'Jack', last: 'Ma', suffix: '' }],
    ['Jane Doe MA', { last: 'Doe', suffix: 'MA' }],
    ['Dwayne "The Rock" Johnson', { first: 'Dwayne', last: 'Johnson', nickname: 'The Rock' }],
    ['William (Bill) Gates', { first: 'William', last: 'Gates', nickname: 'Bill' }],
  ])('%s keeps its titles, suffixes and nickname apart', (text, expected) => {
    expect(readPersonName(text)).toMatchObject(expected)
  })

  it('keeps its own order as a whole', () => {
    expect(readPersonName('Nguyễn Văn An')).toMatchObject({ full: 'Nguyễn Văn An' })
    expect(readPersonName('王小明')).toMatchObject({ full: '王小明' })
    expect(readPersonName('Lovelace, Dr. Ada, PhD')).toMatchObject({ full: 'Ada Lovelace' })
  })

  it('is less sure of one word or a couple than of a marked surname', () => {
    const sure = (text: string) => {
      const name = readPersonName(text)
      return typeof name === 'string' ? 0 : name.confidence
    }
    expect(sure('Lovelace, Ada')).toBeGreaterThan(sure('Ada Lovelace'))
    expect(sure('Ada Lovelace')).toBeGreaterThan(sure('Ada'))
    expect(sure('John & Jane Smith')).toBeLessThan(0.5)
  })

  it.each([
    ['', 'no name in it'],
    ['---', 'no name in it'],
    ['...', 'no name in it'],
    ['ada@lovelace.org', 'an address, not a name'],
    ['https://linkedin.com/in/ada', 'an address, not a name'],
    ['Agent 007', 'digits in it'],
    ['Acme Ltd', 'a company or a department'],
    ['Sales', 'a company or a department'],
    ['Customer Support Team', 'a company or a department'],
    ['we are a company that makes very many things for people like you and me', 'a sentence, not a name'],
  ])('is not found in "%s"', (text, reason) => {
    expect(readPersonName(text)).toBe(reason)
  })
})

const affixes = ['Dr.', 'Jr.', 'PhD', 'MA', 'Sr.', '"Bob"', '(Al)', ',']
const names = [
  'Ada',
  'ADA',
  'Smith',
  'van',
  'der',
  'Van',
  'de',
  'la',
  'y',
  'J.',
  'García',
  'Márquez',
  'O’Neil',
  'Mc',
  'bin',
  'Nguyen',
  'Kim',
  '王',
  'Jean-Luc',
]
const written = (words: string[]) => fc.array(fc.constantFrom(...words), { maxLength: 6 }).map((list) => list.join(' '))

it('never throws, and never finds a name without a part', () => {
  const typed = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string({ unit: 'grapheme' }),
    written([...names, ...affixes]),
  )
  fc.assert(
    fc.property(typed, (text) => {
      const name = readPersonName(text)
      if (typeof name !== 'string') expect(`${name.first}${name.middle}${name.last}`.trim()).not.toBe('')
    }),
    { numRuns: 1000 },
  )
})

it('reads a whole name again as the same whole name', () => {
  fc.assert(
    fc.property(written(names), (text) => {
      const once = readPersonName(text)
      if (typeof once !== 'string') expect(readPersonName(once.full)).toMatchObject({ full: once.full })
    }),
    { numRuns: 1000 },
  )
})
