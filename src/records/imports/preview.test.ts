// What is told of a file before anything is stored: how its values are written, what is lost in them, where its table begins.
import { describe, expect, it } from 'vitest'
import { spreadsheetOf } from '../../../test/spreadsheet.ts'
import { openStored } from '../reading/formats/open-file.reads.ts'
import type { TableOptions } from '../reading/formats/table-file.ts'
import type { RandomBytes } from '../reading/formats/zip-archive.reads.ts'
import { readRow, type Tally } from '../reading/row-reading.logic.ts'
import { mappedColumns } from './choices.logic.ts'
import { fileColumns } from './file-columns.logic.ts'
import { checkMapping, proposeTargets } from './mapping.logic.ts'
import { previewFile } from './preview.reads.ts'

function stored(body: Buffer | string): RandomBytes {
  const bytes = Buffer.from(body)
  return {
    size: bytes.length,
    async *range(from, to) {
      yield bytes.subarray(from, to)
    },
  }
}

async function look(body: Buffer | string, how: TableOptions = {}) {
  const file = await openStored(stored(body), how, false)
  return previewFile(file, [], null, undefined)
}

/** The values that an import would write, by name of the column; `unparsed` counts those that stay as text. */
async function imported(body: Buffer | string, decimal?: '.' | ',') {
  const file = await openStored(stored(body), {}, false)
  const columns = fileColumns(file)
  const mapping = proposeTargets(columns, []).map((target, index) => ({ index, target, ...(decimal && { decimal }) }))
  const placed = checkMapping(mapping, columns, [])
  const made = placed.map(({ target, index }) => ({
    id: file.names[index] ?? '',
    name: file.names[index] ?? '',
    type: 'input' as const,
    input_type: target.kind === 'new' ? target.input_type : ('text' as const),
  }))
  const mapped = mappedColumns(placed, [], made)
  const tally: Tally = new Map()
  const rows = []
  for await (const group of file.rows())
    for (const record of group) rows.push(readRow(record, file.names, mapped, tally).data)
  return { rows, unparsed: [...tally.values()].reduce((sum, { count }) => sum + count, 0) }
}

const codes = ({ warnings }: { warnings: { code: string }[] }) => warnings.map(({ code }) => code)

describe('numbers with a dot before three digits', () => {
  const lines = (values: string[], separator = ',') =>
    ['Name', ...values.map((_, at) => `Firm ${at}`)]
      .map((name, at) => [name, at === 0 ? 'Price' : values[at - 1]].join(separator))
      .join('\n')

  it.each([
    ['in a file with semicolons', lines(['1.500', '12.000'], ';'), ','],
    ['in euros', lines(['1.500 €', '€ 12.000']), ','],
    ['beside one that tells', lines(['1.500', '"12,5"', '12.000']), ','],
  ])('are thousands %s', async (_, file, decimal) => {
    expect((await look(file)).columns[1]?.decimal).toBe(decimal)
    const { rows, unparsed } = await imported(file)
    expect([rows.at(0)?.Price, rows.at(-1)?.Price, unparsed]).toEqual([1500, 12000, 0])
  })

  it('are decimals beside one that tells so', async () => {
    const file = lines(['1.500', '0.25'])
    expect((await look(file)).columns[1]?.decimal).toBe('.')
    expect((await imported(file)).rows[0]?.Price).toBe(1.5)
  })

  it.each([
    ['a CSV file', lines(['1.500', '12.000'])],
    ['JSON', JSON.stringify(['1.500', '12.000'].map((Price) => ({ Name: 'Firm', Price })))],
  ])('are asked about in %s where nothing tells, and until then kept as text and counted', async (_, file) => {
    const seen = await look(file)
    expect(seen.columns[1]?.decimal).toBe('ambiguous')
    expect(seen.warnings).toContainEqual({
      code: 'numbers_ambiguous',
      message: expect.stringContaining('2 values of "Price" such as 1.500 can be thousands or decimals'),
    })
    expect(await imported(file)).toMatchObject({ rows: [{ Price: '1.500' }, { Price: '12.000' }], unparsed: 2 })
    expect((await imported(file, ',')).rows[1]?.Price).toBe(12000)
    expect((await imported(file, '.')).rows[1]?.Price).toBe(12)
  })

  it('are what they are in the number cells of a spreadsheet, and asked about in its text cells', async () => {
    const numbers = await spreadsheetOf([
      ['Name', 'Price'],
      ['A', 1.5],
      ['B', 12.125],
    ])
    expect((await look(numbers)).columns[1]?.decimal).toBe('.')
    expect((await imported(numbers)).rows).toEqual([
      { Name: 'A', Price: 1.5 },
      { Name: 'B', Price: 12.125 },
    ])
    const texts = await spreadsheetOf([
      ['Name', 'Price'],
      ['A', '1.500'],
      ['B', 12.125],
    ])
    expect((await look(texts)).columns[1]?.decimal).toBe('ambiguous')
    expect((await imported(texts, ',')).rows).toEqual([
      { Name: 'A', Price: 1500 },
      { Name: 'B', Price: 12.125 },
    ])
  })
})

describe('long numbers', () => {
  it.each([
    'Phone',
    'Mobile',
    'Customer ID',
    'Kundennummer',
  ])('that a spreadsheet shortened stay text under %s', async (name) => {
    const file = `Company,${name}\nAcme,4.41234E+11\nBolt,4.41235E+11`
    expect((await look(file)).warnings).toContainEqual({
      code: 'digits_lost',
      message: expect.stringContaining(`2 values of "${name}" such as 4.41234E+11`),
    })
    expect((await imported(file)).rows[0]?.[name]).toBe('4.41234E+11')
  })

  it.each([
    ['a CSV file', 'Company,Mobile,Ref\nAcme,+491701234567,+49123\nBolt,+491701234568,+49124'],
    ['JSON', '[{"Company":"Acme","Mobile":"+491701234567","Ref":"+49123"}]'],
  ])('keep their plus in %s', async (_, file) => {
    expect((await imported(file)).rows[0]).toEqual({ Company: 'Acme', Mobile: '+491701234567', Ref: '+49123' })
  })

  it('keep their plus and their digits in a spreadsheet', async () => {
    const sheet = await spreadsheetOf([
      ['Company', 'Mobile', 'Phone'],
      ['Acme', '+491701234567', 441234000000],
    ])
    expect((await imported(sheet)).rows[0]).toEqual({ Company: 'Acme', Mobile: '+491701234567', Phone: '441234000000' })
  })
})

describe('e-mail addresses with a name', () => {
  it('are taken without it, and that is said', async () => {
    const file = 'Company,Email\nAcme,Ann <ann@x.example>\nBolt,bob@x.example'
    expect(codes(await look(file))).toContain('names_in_emails')
    expect((await imported(file)).rows[0]?.Email).toBe('ann@x.example')
  })
})

describe('the table in a sheet', () => {
  const head = ['Name', 'Email', 'City']
  const rows = [
    ['Ann Doe', 'ann@acme.com', 'Ulm'],
    ['Bob Roe', 'bob@acme.com', 'Bonn'],
  ]
  const csv = (lines: (string | null)[][]) => lines.map((line) => line.join(',')).join('\n')
  const titles: [string, (string | null)[][]][] = [
    ['a title', [['Our customers', null, null]]],
    ['a title with a date beside it', [['Our customers', 'As of November', null]]],
    [
      'a title and notes',
      [
        ['Our customers', null, null],
        ['Made by', 'Ann', null],
      ],
    ],
  ]
  it.each(titles)('begins below %s', async (_, above) => {
    const lines = [...above, head, ...rows]
    for (const file of [csv(lines), await spreadsheetOf(lines)]) {
      const { columns, total_rows } = await look(file)
      expect([columns.map(({ name }) => name), total_rows]).toEqual([head, 2])
    }
  })

  it('keeps its own first row where the rows below it are longer or say nothing more', async () => {
    for (const [file, names] of [
      ['Firm,Place\nAcme,Ulm\nBolt,Bonn', ['Firm', 'Place']],
      ['Name,Email\nann,a@x.com,left over\nbob,b@x.com,', ['Name', 'Email']],
    ] as const)
      expect((await look(file)).columns.map(({ name }) => name)).toEqual(names)
  })

  it('has the names of both rows of a merged header', async () => {
    const lines = [
      ['Company', 'Contact', null, 'City'],
      [null, 'Name', 'Email', null],
      ['Acme', 'Ann Doe', 'ann@acme.com', 'Ulm'],
      ['Bolt', 'Bob Roe', 'bob@acme.com', 'Bonn'],
    ]
    const names = ['Company', 'Contact Name', 'Contact Email', 'City']
    const merged = ['A1:A2', 'B1:C1', 'D1:D2']
    const titled = [['Our customers', null, null, null], ...lines]
    const below = ['A1:D1', 'A2:A3', 'B2:C2', 'D2:D3']
    for (const file of [await spreadsheetOf(lines, merged), await spreadsheetOf(titled, below)]) {
      const { columns, total_rows } = await look(file)
      expect([columns.map(({ name }) => name), total_rows]).toEqual([names, 2])
    }
    expect((await look(csv(lines))).columns.map(({ name }) => name)).toEqual(names)
  })

  it('has groups of columns in the names that they tell apart, where blanks show them', async () => {
    const lines = [
      ['Our customers', null, null, null, null, null, null],
      ['Person', null, 'Company', null, 'Address', null, 'Account'],
      ['First Name', 'Last Name', 'Name', 'Domain', 'Street', 'City', 'Note'],
      ['Ann', 'Doe', 'Acme', 'acme.com', 'Road 1', 'Ulm', 'none'],
      ['Bob', 'Roe', 'Bolt', 'bolt.com', 'Road 2', 'Bonn', 'call'],
    ]
    const names = [
      'Person First Name',
      'Person Last Name',
      'Company Name',
      'Company Domain',
      'Street',
      'City',
      'Account Note',
    ]
    for (const file of [csv(lines), await spreadsheetOf(lines)]) {
      const { columns, skip_rows, total_rows } = await look(file)
      expect([columns.map(({ name }) => name), skip_rows, total_rows]).toEqual([names, 1, 2])
    }
    expect((await look(csv([['Company', null, 'City'], ...lines.slice(3)]))).columns[0]?.name).toBe('Company')
  })

  it('has the value of merged cells in each of their rows, and says so', async () => {
    const lines = [
      ['Company', 'Email'],
      ['Acme', 'a@acme.com'],
      [null, 'b@acme.com'],
      ['Bolt', 'c@bolt.com'],
    ]
    const sheet = await spreadsheetOf(lines, ['A2:A3'])
    expect((await imported(sheet)).rows.map(({ Company }) => Company)).toEqual(['Acme', 'Acme', 'Bolt'])
    expect((await look(sheet)).warnings).toContainEqual({
      code: 'merged_cells',
      message: '1 cell of merged cells: the value stands in each of their rows.',
    })
  })
})

describe('cells without a value', () => {
  const file = 'Name,City,Note\nAnn,n/a,–\nBen,Rome,none\nNull,#N/A,x\nNone,None,- 5\n'

  it('read as blank by the words that stand in them, and are counted; names are no such words', async () => {
    const { blanks, columns, rows } = await look(file)
    expect(blanks).toEqual({ count: 5, examples: ['n/a', '–', 'none'] })
    expect(columns.map(({ fill_rate }) => fill_rate)).toEqual([1, 0.25, 0.5])
    expect(rows.map(([name, city]) => [name, city])).toEqual([
      ['Ann', ''],
      ['Ben', 'Rome'],
      ['Null', ''],
      ['None', ''],
    ])
  })

  it('stay as they are on request, and in JSON, which has a null of its own', async () => {
    expect((await look(file, { blank_words: false })).blanks.count).toBe(0)
    expect((await look('[{"City": "n/a"}]')).blanks.count).toBe(0)
    expect((await look('[{"City": "n/a"}]', { blank_words: true })).blanks.count).toBe(1)
  })
})

it('says how many rows have the values of an earlier one, whatever blanks are at their end', async () => {
  const file = 'Name,City\nAnn,Rome\nBen,\nAnn,Rome\nBen\nann,Rome\n'
  expect((await look(file, { identical_rows: 'count' })).identical_rows).toBe(2)
})

it.each([
  ['Order ID', ['90000', '17', '1250'], 'plain'],
  ['Gründungsjahr', ['1999', '2021'], 'plain'],
  ['Invoice no.', ['1204', '99'], 'plain'],
  ['Ref', ['90001', '90002', '90004', '90003', '90010'], 'plain'],
  ['# Employees', ['1200', '90000'], undefined],
  ['Number of employees', ['1200', '90000'], undefined],
  ['Revenue', ['12000', '45500', '30100', '99000', '71000'], undefined],
  ['Paid', ['1.5', '2.5'], undefined],
] as const)('shows %s without separators only where they are ids or years, as numbers all the same', async (name, values, format) => {
  const target = (await look([`Name,${name}`, ...values.map((one) => `x,${one}`)].join('\n'))).columns[1]?.target
  expect(target).toMatchObject({ kind: 'new', input_type: 'number' })
  expect((target as { number_format?: string }).number_format).toBe(format)
})

describe('choices', () => {
  const stages = ['New', 'won', 'Won', 'Lost', 'new', 'New', 'Won', 'Lost']
  const lines = (name: string, values: string[]) =>
    [`Name,${name}`, ...Array.from({ length: 40 }, (_, at) => `Firm ${at},${values[at % values.length]}`)].join('\n')
  const targetOf = async (file: string) => (await look(file)).columns[1]?.target

  it('are proposed where few short values repeat, each in the spelling that most rows have', async () => {
    expect(await targetOf(lines('Stage', stages))).toMatchObject({
      input_type: 'select',
      options: ['New', 'Won', 'Lost'],
    })
  })

  it('are said to be joined where their spellings differ in letter case alone', async () => {
    const joined = async (values: string[]) =>
      (await look(lines('Stage', values))).warnings.filter(({ code }) => code === 'choices_joined')
    expect(await joined(stages)).toEqual([
      expect.objectContaining({ message: expect.stringContaining('such as won, become one choice: New, Won, Lost.') }),
    ])
    expect(await joined(['New', 'Won', 'Lost'])).toEqual([])
  })

  it('are not proposed for names that repeat, many values, or a list that goes on', async () => {
    expect(await targetOf(lines('Company', stages))).toMatchObject({ input_type: 'text' })
    expect(
      await targetOf(
        lines(
          'Stage',
          Array.from({ length: 13 }, (_, at) => `Stage ${at}x`),
        ),
      ),
    ).toMatchObject({
      input_type: 'text',
    })
    const goesOn = [
      'Name,Stage',
      ...Array.from({ length: 40 }, (_, at) => `Firm ${at},Step ${'abcd'[Math.floor(at / 10)]}`),
    ]
    expect(await targetOf(goesOn.join('\n'))).toMatchObject({ input_type: 'text' })
  })

  it('are stored in the spelling of the choice, whatever the letter case of the file', () => {
    const column = {
      id: 'c',
      name: 'Stage',
      type: 'input' as const,
      input_type: 'select' as const,
      options: ['New', 'Won'],
    }
    const how = { index: 0, column, unparsed: 'keep' as const, date_order: null, decimal: null }
    const read = (value: string) => readRow({ line: 2, fields: [value] }, ['Stage'], [how], new Map()).data.c
    expect(['WON', ' new ', 'Won', 'other'].map(read)).toEqual(['Won', 'New', 'Won', 'other'])
  })
})
