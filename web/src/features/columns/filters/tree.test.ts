import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { filterWords } from '../../workbook/filter/words.logic.ts'
import type { Filter } from '../workbook.shapes.ts'
import { type FilterField, fieldsOf } from './fields.logic.ts'
import {
  alsoAsking,
  changeNode,
  freshLeaf,
  leavesOf,
  partsOf,
  readTree,
  withField,
  withOp,
  withoutPart,
  writeTree,
} from './tree.logic.ts'

const fields: FilterField[] = fieldsOf(
  [
    { id: 'name', name: 'Company', type: 'input' },
    { id: 'size', name: 'Employees', type: 'input' },
    { id: 'land', name: 'Country', type: 'input', options: ['DE', 'FR'] },
    { id: 'mail', name: 'Email', type: 'waterfall' },
    { id: 'on', name: 'Active', type: 'input' },
  ] as never,
  ({ id }) => (id === 'size' ? 'number' : id === 'land' ? 'select' : id === 'on' ? 'checkbox' : 'text'),
)

const leaf = fc.constantFrom<Filter>(
  { field: 'name', op: 'contains', value: 'ag' },
  { field: 'size', op: 'gt', value: 5 },
  { field: 'mail', on: 'status', op: 'in', value: ['error', 'skipped'] },
  { field: 'mail', op: 'is_empty' },
)
const { filter } = fc.letrec<{ filter: Filter }>((tie) => ({
  filter: fc.oneof(
    { depthSize: 'small' },
    leaf,
    fc.record({ and: fc.array(tie('filter') as fc.Arbitrary<Filter>, { minLength: 2, maxLength: 3 }) }),
    fc.record({ or: fc.array(tie('filter') as fc.Arbitrary<Filter>, { minLength: 2, maxLength: 3 }) }),
    fc.record({ not: tie('filter') as fc.Arbitrary<Filter> }),
  ),
}))

describe('a filter that is built', () => {
  it('is sent as it was read, whatever is in it', () => {
    fc.assert(
      fc.property(filter, (one) => {
        expect(writeTree(readTree(one))).toEqual(one)
      }),
    )
  })

  it('leaves out what is not finished, and is none when nothing is', () => {
    const tree = readTree({
      and: [
        { field: 'name', op: 'eq', value: '' },
        { field: 'size', op: 'gt', value: '7' },
      ],
    })
    expect(writeTree(tree)).toEqual({ field: 'size', op: 'gt', value: '7' })
    const [first, second] = leavesOf(tree)
    const less = changeNode(tree, second?.key ?? 0, () => null)
    expect(leavesOf(less)).toEqual([first])
    expect(writeTree(less)).toBeNull()
  })

  it('gives the other side the form that the comparison needs', () => {
    const eq = { field: 'land', op: 'eq', value: 'DE' } as const
    expect(withOp(eq, 'in', fields)).toEqual({ field: 'land', op: 'in', value: ['DE'] })
    expect(withOp(eq, 'is_empty', fields)).toEqual({ field: 'land', op: 'is_empty' })
    expect(freshLeaf(fields[4]).leaf).toEqual({ field: 'on', op: 'eq', value: true })
  })

  it('starts again what does not fit another column', () => {
    const words = { field: 'name', op: 'starts_with', value: 'A' } as const
    expect(withField(words, { field: 'size' }, fields)).toEqual({ field: 'size', op: 'starts_with' })
    expect(withField(words, { field: 'land' }, fields)).toEqual({ field: 'land', op: 'eq' })
    const status = withField({ field: 'mail', op: 'contains', value: 'x' }, { on: 'status' }, fields)
    expect(status).toEqual({ field: 'mail', on: 'status', op: 'eq' })
    expect(withField(status, { field: 'name' }, fields)).toEqual({ field: 'name', op: 'eq' })
  })

  it('gains and loses conditions that hold together', () => {
    const one: Filter = { field: 'size', op: 'gt', value: 5 }
    const two: Filter = { field: 'mail', op: 'is_empty' }
    expect(alsoAsking(null, one)).toEqual(one)
    const both = alsoAsking(one, two)
    expect(partsOf(both)).toEqual([one, two])
    expect(withoutPart(both, 0)).toEqual(two)
    expect(withoutPart(two, 0)).toBeNull()
    expect(alsoAsking({ or: [one, two] }, two)).toEqual({ and: [{ or: [one, two] }, two] })
  })

  it('reads as a sentence', () => {
    const words = filterWords(
      {
        and: [
          { field: 'mail', on: 'status', op: 'in', value: ['error', 'not_found'] },
          {
            or: [
              { field: 'size', op: 'gte', value: 50 },
              { field: 'on', op: 'eq', value: true },
            ],
          },
          { not: { field: 'gone', op: 'is_empty' } },
        ],
      },
      fields,
    )
    expect(words).toBe(
      'Email: status is one of Error, Not found and (Employees ≥ 50 or Active is ticked) and (not (A deleted column is empty))',
    )
  })

  it('tells cells of a run without its id', () => {
    const ofRun = { field: 'mail', on: 'run_id', op: 'eq', value: '01a202b4-dc0c-7349-a568-766600000000' } as const
    expect(filterWords(ofRun, fields)).toBe('Email: of one run')
  })

  it('counts days back from now in words, and takes a day again where that is asked for', () => {
    const instant = { field: 'mail', on: 'updated_at' } as const
    const older = withOp({ ...instant, op: 'gte', value: '2026-03-01' }, 'older', fields)
    expect(older).toEqual({ ...instant, op: 'lt', value: '-P30D' })
    expect(filterWords(older, fields)).toBe('Email: last change is more than 30 days ago')
    const newer = withOp({ ...older, value: '-P7D' }, 'newer', fields)
    expect(newer).toEqual({ ...instant, op: 'gte', value: '-P7D' })
    expect(filterWords(newer, fields)).toBe('Email: last change is within the last 7 days')
    expect(withOp(newer, 'lt', fields)).toEqual({ ...instant, op: 'lt' })
    expect(withField(newer, { field: '$created_at' }, fields)).toEqual({
      field: '$created_at',
      op: 'gte',
      value: '-P7D',
    })
    expect(withField(newer, { on: 'provider' }, fields)).not.toHaveProperty('value')
  })
})
