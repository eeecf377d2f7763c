// Rows put together from texts say what their values say.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type LeadNames, rowsText, wrapJson } from './row-text.logic.ts'

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
const leadOf = (data: string, names: LeadNames) => rowOf(line({ 10: data }), names).lead
const rowOf = (text: string, names: LeadNames = new Map()) => JSON.parse(String(rowsText(text, names).json))

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
    const { json, last } = rowsText(line({}), new Map([['c1', '"company":']]))
    expect(last).toBe(1.5)
    expect(JSON.parse(String(json))).toEqual({
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
    expect(rowOf(linked, new Map([['c1', '"company":']]))).toMatchObject({
      lead: { company: 'Its own' },
      lead_id: 7,
      entity_id: '8',
      source: { provider: 'x' },
      invalid: { c1: 'not_a_number' },
      enrichments: { c2: {} },
    })
  })

  it('may come without the parts that most rows have not, and with one moment', () => {
    const names = new Map([['c1', '"company":']])
    const [made] = ['"2026-01-31T12:00:00.5+00:00"']
    const bare = rowOf(['r', '1.5', made, '', '{"c1": "One"}'].join('\t'), names)
    expect(bare).toEqual(rowOf(line({ 2: made, 3: made }), names))
  })

  it('is refused when a part of it is missing, also behind a longer one', () => {
    rowsText(line({ 10: '{"c1": "One, and longer than what comes next"}' }), new Map())
    expect(() => rowsText('r\t1', new Map())).toThrow()
    expect(() => rowsText(line({ 10: '{"c1": "One' }), new Map([['c1', '"company":']]))).toThrow()
  })

  it('keeps every letter, of pages of any size', () => {
    const names = new Map([['c1', '"company":']])
    const values = ['a', 'ß', '€', '😀', '\\"'].flatMap((one) =>
      [1, 63, 64, 65, 2049, 400_000].map((n) => one.repeat(n)),
    )
    for (const c1 of [...values, ...values.toReversed()]) {
      const { data, lead } = rowOf(line({ 10: jsonbText({ c1, c2: [c1] }) }), names)
      expect(data.c1 === c1 && data.c2[0] === c1 && lead.company === c1).toBe(true)
    }
    const many = rowsText(values.map((c1) => line({ 10: jsonbText({ c1 }) })).join('\n'), names)
    const rows = JSON.parse(String(wrapJson('[', many.json, ']'))) as { lead: { company: string } }[]
    expect(rows.every(({ lead }, index) => lead.company === values[index])).toBe(true)
  })

  it('stands behind others with a comma, as many as are wanted', () => {
    const lines = [line({}), line({ 1: '2' }), line({ 1: '3' })].join('\n')
    const { json, count, last } = rowsText(lines, new Map(), 2)
    expect([JSON.parse(`[${json}]`).length, count, last]).toEqual([2, 3, 2])
    expect(rowsText(null, new Map())).toEqual({ json: Buffer.alloc(0), count: 0, last: null })
  })

  it('tells moments to the millisecond, cut off as the database cuts them', () => {
    const said = ['', '.1', '.12', '.123', '.1239', '.123999'].map(
      (part) => rowOf(line({ 2: `"2026-01-31T12:00:00${part}+00:00"` })).created_at,
    )
    expect(said.map((one) => one.slice(19))).toEqual(['.000Z', '.100Z', '.120Z', '.123Z', '.123Z', '.123Z'])
  })
})
