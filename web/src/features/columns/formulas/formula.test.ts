import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  callAt,
  columnsElsewhere,
  complete,
  completionsAt,
  type FunctionHelp,
  looksUp,
  piecesOf,
} from './formula.logic.ts'

const help = (name: string, also: string[] = []): FunctionHelp => ({
  name,
  also,
  group: 'Text',
  signature: `${name}(…)`,
  description: `What ${name} does`,
  returns: null,
  examples: [],
})
const functions = [help('UPPER'), help('IF'), help('IFEMPTY'), help('CONCAT', ['CONCATENATE'])]
const columns = [
  { name: 'Company', note: 'Text' },
  { name: 'Upper limit', note: 'Number' },
]
const names = (source: string, caret = source.length) =>
  completionsAt(source, caret, columns, functions)?.items.map((one) => one.name)

describe('a formula while it is typed', () => {
  it('is coloured without losing a letter', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme' }),
        fc.constantFrom('', '{{Company}}', '"a', 'IF(1.5,'),
        (text, more) => {
          const source = text + more
          const pieces = piecesOf(source, ['Company'], new Set(['IF']))
          expect(pieces.map((piece) => piece.text).join('')).toBe(source)
          expect(pieces.every((piece) => source.startsWith(piece.text, piece.start))).toBe(true)
        },
      ),
    )
    const kinds = piecesOf('IF({{company.x}} > 5, {{Gone}}, "if")', ['Company'], new Set(['IF']))
    expect(kinds.filter((one) => one.text.trim() !== '').map((one) => one.kind)).toEqual(
      'function sign column sign number sign unknown sign text sign'.split(' '),
    )
  })

  it('completes columns inside braces, functions and columns elsewhere, nothing inside a text', () => {
    expect(names('{{com')).toEqual(['Company'])
    expect(names('{')).toEqual(['Company', 'Upper limit'])
    expect(names('1 + up')).toEqual(['UPPER', 'Upper limit'])
    expect(names('concatenate')).toEqual(['CONCAT'])
    expect(names('IF("up')).toBeUndefined()
    expect(names('1 + ')).toBeUndefined()
    expect(names('{{nothing')).toBeUndefined()
  })

  it('knows the columns of other workbooks where something is looked up', () => {
    const workbooks = [
      { id: '1', name: 'Leads', columns_config: [{ name: 'Site' }] },
      { id: '2', name: 'Customers', columns_config: [{ name: 'Domain' }, { name: 'Owner' }] },
    ]
    const others = columnsElsewhere(workbooks, '1')
    const found = completionsAt('COUNTIF({{cust', 14, [...columns, ...others], functions)
    expect(found?.items.map(({ name }) => name)).toEqual(['Customers!Domain', 'Customers!Owner'])
    const pieces = piecesOf(
      '{{customers!domain}}{{Leads!Site}}',
      others.map(({ name }) => name),
      new Set(),
    )
    expect(pieces.map(({ kind }) => kind)).toEqual(['column', 'unknown'])
    expect(['lookup (1', 'XLOOKUP(', 'CountIf('].every(looksUp)).toBe(true)
    expect(looksUp('UPPER({{Lookup}})')).toBe(false)
  })

  it('puts the choice in and the caret where one goes on', () => {
    const choose = (source: string, caret: number, at = 0) => {
      const found = completionsAt(source, caret, columns, functions)
      const choice = found?.items[at]
      if (!found || !choice) throw new Error('nothing to choose')
      return complete(source, found, choice)
    }
    expect(choose('1 + up', 6)).toEqual({ source: '1 + UPPER()', caret: 10 })
    expect(choose('up({{Company}})', 2)).toEqual({ source: 'UPPER({{Company}})', caret: 6 })
    expect(choose('{{co}} & 1', 4)).toEqual({ source: '{{Company}} & 1', caret: 11 })
    expect(choose('{co', 3)).toEqual({ source: '{{Company}}', caret: 11 })
  })

  it('knows whose argument is being written', () => {
    expect(callAt('IF(UPPER({{A, B}}), "x, (y", ', 29)).toEqual({ name: 'IF', argument: 2 })
    expect(callAt('IF(UPPER({{A}}', 14)).toEqual({ name: 'UPPER', argument: 0 })
    expect(callAt('IF((1 + 2', 9)).toEqual({ name: 'IF', argument: 0 })
    expect(callAt('IF(1)', 5)).toBeNull()
  })
})
