// Promises of the answer to who adds rows: it is written without reading them again, and is what reading them gives.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openTenant } from '../../../test/open-tenant.ts'
import { recordMessages } from '../../../test/sent-messages.ts'
import { INPUT_TYPES } from '../../engine/columns/kinds/input.kind.ts'
import type { Json } from '../../kernel/json.ts'
import { workbookRoutes } from '../workbook.routes.ts'

const { database, ann } = await openTenant(workbookRoutes)

const text = fc.oneof(
  fc.constantFrom(
    'ann@acme.com',
    'acme.co.uk/a',
    '+49 30 123456',
    '2026-03-01',
    'A',
    'A, B',
    '1.234,5',
    'yes',
    '"',
    ' ',
  ),
  fc.string({ unit: 'grapheme', maxLength: 12 }).filter((some) => !some.includes('\0')),
)
const value = fc.oneof(
  { weight: 6, arbitrary: text as fc.Arbitrary<Json> },
  fc.integer(),
  // Whole numbers too large to be told apart are refused.
  fc
    .double({ noNaN: true, noDefaultInfinity: true })
    .filter((some) => !Number.isInteger(some) || Number.isSafeInteger(some)),
  fc.boolean(),
  fc.constant(null),
  fc.array(text, { maxLength: 3 }) as fc.Arbitrary<Json>,
  fc.dictionary(fc.constantFrom('a', 'bb'), text, { maxKeys: 2 }) as fc.Arbitrary<Json>,
)
// One column of every type, and two that stand for fields of a lead by their names.
const columns_config = [
  ...INPUT_TYPES.map((input_type) => ({ name: `A ${input_type}`, type: 'input', input_type, options: ['A', 'B'] })),
  { name: 'Company', type: 'input' },
  { name: 'City', type: 'input' },
]
const row = fc
  .array(fc.tuple(fc.constantFrom(...columns_config.map(({ name }) => name)), value), { maxLength: 8 })
  .map((values) => ({ data: Object.fromEntries(values) }))

test('adding rows answers them exactly as they are read afterwards, whatever is in them and wherever they are put', async () => {
  const { body: workbook } = await ann.post('/api/workbooks', { name: 'Any', columns_config })
  const at = `/api/workbooks/${workbook.id}`
  const { body: first } = await ann.post(`${at}/rows`, { rows: [{ data: {} }, { data: {} }] })
  const [before] = first.items
  await fc.assert(
    fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 20 }), fc.boolean(), async (rows, isBetween) => {
      const added = await ann.post(`${at}/rows`, { rows, ...(isBetween ? { after: before.row_id } : {}) })
      expect(added.status, added.text).toBe(201)
      const ids = added.body.items.map((one: { row_id: string }) => one.row_id)
      expect(ids).toEqual(added.body.outcomes.map((one: { row_id: string }) => one.row_id))
      const read = await ann.post(`${at}/rows/query`, {
        filter: { field: '$row_id', op: 'in', value: ids },
        limit: 100,
      })
      expect(added.body.items).toEqual(read.body.items)
    }),
    { numRuns: 40, seed: 20_261_122 },
  )
})

test('whether a person in the rows was erased is asked with the columns, in one message', async () => {
  const made = await ann.post('/api/workbooks', { name: 'W', columns_config: [{ name: 'A', type: 'input' }] })
  const path = `/api/workbooks/${made.body.id}/rows`
  const add = async () => {
    const { body } = await ann.post(path, { rows: [{ data: { A: 'x' } }] })
    return body.items[0].row_id as string
  }
  const row_id = await add()
  const sent = recordMessages(database.pool)
  try {
    await add()
    await ann.patch(path, { rows: [{ row_id, data: { A: 'y' } }] })
  } finally {
    sent.stop()
  }
  const opening = sent.calls.map(({ text }) => text).filter((message) => message.includes('workbook_open'))
  expect(opening).toHaveLength(2)
  for (const message of opening) expect(message).toContain('erasure_key')
})
