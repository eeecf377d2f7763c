// Rows put together from texts say what their values say.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type LeadNames, moment, rowsText } from './row-text.logic.ts'

/** As PostgreSQL writes jsonb: a blank behind each colon and comma. */
function jsonbText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(jsonbText).join(', ')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  return `{${Object.entries(value)
    .map(([key, member]) => `${JSON.stringify(key)}: ${jsonbText(member)}`)
    .join(', ')}}`
}

const text = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.constantFrom('"', '\\', '\\"', '\\\\', '}, {', '", "', '\t', '\n'),
)
const value = fc.jsonValue({ maxDepth: 2 }).chain((one) => fc.oneof(fc.constant(one), text))

const line = (parts: Partial<Record<number, string>>) =>
  Object.assign(
    [
      'r',
      '1.5',
      '"2026-01-31T12:00:00+00:00"',
      '"2026-01-31T12:00:00.1+00:00"',
      '',
      '',
      '',
      '',
      '',
      '',
      '{"c1": "One"}',
    ],
    parts,
  ).join('\t')
const leadOf = (data: string, names: LeadNames) => JSON.parse(rowsText(line({ 10: data }), names).text).lead

describe('the lead of a row', () => {
  it('is its own values under the names of lead fields, whatever they hold', () => {
    const data = fc.dictionary(fc.constantFrom('c1', 'c2', 'c3', 'c10', 'c11'), value)
    fc.assert(
      fc.property(data, (values) => {
        const names = new Map([
          ['c1', '"company":'],
          ['c10', '"city":'],
          ['c4', '"email":'],
        ])
        const wanted = {
          ...('c1' in values ? { company: values.c1 } : {}),
          ...('c10' in values ? { city: values.c10 } : {}),
        }
        expect(leadOf(jsonbText(values), names)).toEqual(JSON.parse(JSON.stringify(wanted)))
      }),
      { numRuns: 500 },
    )
  })

  it('is empty where no column stands for a field', () => {
    expect(leadOf('{"c1": "One"}', new Map())).toEqual({})
    expect(leadOf('{}', new Map([['c1', '"company":']]))).toEqual({})
  })
})

describe('a row', () => {
  it('has what it has, and null for what it lacks', () => {
    const { text: written, last } = rowsText(line({}), new Map([['c1', '"company":']]))
    expect(last).toBe(1.5)
    expect(JSON.parse(written)).toEqual({
      row_id: 'r',
      position: 1.5,
      data: { c1: 'One' },
      enrichments: {},
      lead: { company: 'One' },
      lead_id: null,
      entity_id: null,
      source: null,
      created_at: '2026-01-31T12:00:00.000Z',
      updated_at: '2026-01-31T12:00:00.100Z',
    })
    const linked = line({
      4: '7',
      5: '8',
      6: '{"provider": "x"}',
      7: '{"company": "Its own"}',
      8: ',"invalid":{"c1":"not_a_number"}',
      9: '"c2":{}',
    })
    expect(JSON.parse(rowsText(linked, new Map([['c1', '"company":']])).text)).toMatchObject({
      lead: { company: 'Its own' },
      lead_id: 7,
      entity_id: '8',
      source: { provider: 'x' },
      invalid: { c1: 'not_a_number' },
      enrichments: { c2: {} },
    })
  })

  it('is refused when a part of it is missing', () => {
    expect(() => rowsText('r\t1', new Map())).toThrow()
  })

  it('stands behind others with a comma, as many as are wanted', () => {
    const lines = [line({}), line({ 1: '2' }), line({ 1: '3' })].join('\n')
    const { text: written, count, last } = rowsText(lines, new Map(), 2)
    expect([JSON.parse(`[${written}]`).length, count, last]).toEqual([2, 3, 2])
    expect(rowsText(null, new Map())).toEqual({ text: '', count: 0, last: null })
  })

  it('tells moments to the millisecond, cut off as the database cuts them', () => {
    const said = ['', '.1', '.12', '.123', '.1239', '.123999'].map((part) =>
      moment(`"2026-01-31T12:00:00${part}+00:00"`),
    )
    expect(said.map((one) => one.slice(19))).toEqual(['.000Z', '.100Z', '.120Z', '.123Z', '.123Z', '.123Z'])
  })
})
