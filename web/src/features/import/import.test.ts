import { describe, expect, test } from 'vitest'
import type { Column, Schemas } from '../../api/shapes.ts'
import {
  corrected,
  type FilePreview,
  goesNowhere,
  type ImportChoice,
  importOptions,
  normaliserFor,
  openQuestions,
  rowsToImport,
  targetErrors,
  usualChoice,
  type ValueManners,
} from './import.logic.ts'

const column = (index: number, name: string, target: Schemas['ImportTarget']): Schemas['ImportColumn'] => ({
  index,
  name,
  samples: [],
  fill_rate: 1,
  guessed_type: 'text',
  target,
  unparsed: { count: 0, examples: [] },
  date_order: null,
  decimal: null,
})
const existing: Column[] = [
  { id: 'c1', name: 'Company', type: 'input' },
  { id: 'c2', name: 'Website', type: 'input' },
]

describe('where file columns go', () => {
  test('two columns to one target are refused, at the second', () => {
    const columns = [
      column(0, 'Name', { kind: 'column', column_id: 'c1' }),
      column(1, 'Firm', { kind: 'column', column_id: 'c1' }),
    ]
    const errors = targetErrors(columns, new Map(), existing)
    expect([...errors.keys()]).toEqual([1])
    expect(errors.get(1)).toContain('“Name”')
  })

  test('two new columns of one name are refused without regard to case and blanks', () => {
    const columns = [
      column(0, 'Title', { kind: 'new', name: 'Title', input_type: 'text' }),
      column(1, 'title', { kind: 'new', name: ' title ', input_type: 'text' }),
    ]
    expect([...targetErrors(columns, new Map(), existing).keys()]).toEqual([1])
  })

  test('a new column may not take the name of one that exists, nor none', () => {
    const columns = [
      column(0, 'x', { kind: 'new', name: 'WEBSITE', input_type: 'text' }),
      column(1, 'y', { kind: 'new', name: '  ', input_type: 'text' }),
    ]
    expect([...targetErrors(columns, new Map(), existing).keys()]).toEqual([0, 1])
  })

  test('a choice made by hand counts, not the guess', () => {
    const columns = [
      column(0, 'Name', { kind: 'column', column_id: 'c1' }),
      column(1, 'Firm', { kind: 'column', column_id: 'c1' }),
    ]
    const targets = new Map<number, Schemas['ImportTarget']>([[1, { kind: 'skip' }]])
    expect(targetErrors(columns, targets, existing).size).toBe(0)
    expect(columns.map((one) => goesNowhere(one, targets))).toEqual([false, true])
  })
})

const read = { format: 'json', delimiter: null, sheet: null, blank_words: true, trim: false } as unknown as FilePreview
const chosen = (
  columns: FilePreview['columns'],
  choice: Partial<ImportChoice> = {},
  manners: ValueManners = new Map(),
  targets: Map<number, Schemas['ImportTarget']> = new Map(),
) => ({ preview: { ...read, columns }, targets, manners, choice: { ...usualChoice, ...choice } })

test('matching is told to the server only when a column was chosen for it', () => {
  const columns = [column(0, 'Domain', { kind: 'new', name: 'Domain', input_type: 'text' })]
  expect(importOptions(chosen(columns))).toEqual({
    blank_words: true,
    trim: false,
    identical_rows: 'keep',
    mapping: [{ index: 0, target: { kind: 'new', name: 'Domain', input_type: 'text' } }],
  })
  const matched = importOptions(chosen(columns, { key: '0', normaliser: 'domain' }))
  expect(matched.identity).toEqual({ index: 0, normaliser: 'domain' })
})

test('web addresses are compared as domains, e-mail and phone as such', () => {
  expect(normaliserFor('text', 'Company domain')).toBe('domain')
  expect(normaliserFor('url', 'Link')).toBe('domain')
  expect(normaliserFor('email', 'Mail')).toBe('email')
  expect(normaliserFor('text', 'Company')).toBe('text')
})

test('a date that could be read both ways, and a newer row without a date, are asked about before there is a plan', () => {
  const seen: Schemas['ImportColumn'] = {
    ...column(0, 'Seen', { kind: 'new', name: 'Seen', input_type: 'date' }),
    date_order: 'ambiguous',
  }
  const ask = (...rest: [ValueManners, Partial<ImportChoice>?, Map<number, Schemas['ImportTarget']>?]) => {
    const [manners, choice, targets] = rest
    return openQuestions(chosen([seen], choice, manners, targets), existing)
  }
  expect(ask(new Map())).toEqual(['Say whether the dates in “Seen” begin with the day or the month.'])
  expect(ask(new Map([[0, { date_order: 'dmy' }]]))).toEqual([])
  expect(ask(new Map(), {}, new Map([[0, { kind: 'skip' }]]))).toEqual([])
  const newer = { key: '0', existing: 'newer' } as const
  expect(ask(new Map([[0, { date_order: 'mdy' }]]), newer)).toHaveLength(1)
  expect(ask(new Map([[0, { date_order: 'mdy' }]]), { ...newer, newer_by: '0' })).toEqual([])
})

test('what was corrected before stays with the next correction, but where the table begins shows again on another sheet or delimiter', () => {
  const csv = { format: 'csv', encoding: 'utf-8', delimiter: ';', header: false, skip_rows: 2, sheet: null } as never
  expect(corrected(csv, { encoding: 'windows-1252' })).toEqual({
    encoding: 'windows-1252',
    delimiter: ';',
    header: false,
    skip_rows: 2,
  })
  expect(corrected(csv, { delimiter: ',' })).toEqual({ encoding: 'utf-8', delimiter: ',' })
  const xlsx = { format: 'xlsx', encoding: 'utf-8', delimiter: null, header: true, skip_rows: 1, sheet: 'A' } as never
  expect(corrected(xlsx, { sheet: 'B' })).toEqual({ sheet: 'B' })
  expect(corrected(xlsx, { skip_rows: 0 })).toEqual({ sheet: 'A', header: true, skip_rows: 0 })
})

test('the rows to import are counted without those that are refused and repeated rows that are skipped', () => {
  const file = { total_rows: 800, rejected: 5, identical_rows: 20 } as FilePreview
  expect(rowsToImport(file, { identical_rows: 'keep' })).toBe(795)
  expect(rowsToImport(file, { identical_rows: 'skip' })).toBe(775)
  expect(rowsToImport({ ...file, total_rows: 21, rejected: 20 }, { identical_rows: 'skip' })).toBe(1)
})
