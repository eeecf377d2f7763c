// What is exported and imported again is what it was, in every format and of every type.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openTenant } from '../../../test/open-tenant.ts'
import { scaleRuns } from '../../../test/properties.ts'
import { INPUT_TYPES } from '../../engine/columns/kinds/input.kind.ts'
import { TYPED_VALUES } from '../../engine/values/typed-values.fixture.ts'
import type { Json } from '../../kernel/json.ts'
import { importsInto } from '../imports/import.fixture.ts'
import { records } from '../room.ts'

const { database, app, workspaceId, ann } = await openTenant(
  (database) => records.routes?.({ database, erasing: undefined, now: () => new Date() } as never) ?? [],
)

const columns = INPUT_TYPES.map((input_type) => ({ name: `A ${input_type}`, type: 'input', input_type }))

const words = fc
  .stringMatching(/^[ -~äß€漢\n]{1,30}$/)
  .filter((text) => text.trim() !== '')
  .map((text) => text.trim())
const number = fc.oneof(
  fc.integer({ min: -1_000_000_000, max: 1_000_000_000 }),
  fc.constantFrom(33.333333333333336, 0.1, -1e-7, 1.5e21, 1234.5),
)
const moment = fc.date({ min: new Date('1950-01-01'), max: new Date('2090-01-01'), noInvalidDate: true })
const zoned = moment.map((at) => `${at.toISOString().slice(0, 19)}Z`)
/** A value of each type, as it is stored. */
const VALUES: Record<(typeof INPUT_TYPES)[number], fc.Arbitrary<Json>> = {
  text: words,
  long_text: words,
  select: words,
  number,
  currency: number,
  percent: number,
  date: moment.map((at) => at.toISOString().slice(0, 10)),
  datetime: fc.oneof(
    zoned,
    zoned.map((text) => text.slice(0, -1)),
  ),
  checkbox: fc.boolean(),
  multi_select: fc.array(words, { minLength: 1, maxLength: 4 }),
  email: fc.constantFrom('a.b+c@x.example', 'ü@x.example'),
  url: fc.constantFrom('https://x.example/?a=1,2;3', 'x.example'),
  phone: fc.constantFrom('+49 (0)30 901820', '030 901820', '+4930901820'),
  json: fc.oneof(
    fc.dictionary(fc.constantFrom('a', 'b'), words),
    fc.array(fc.integer()),
    fc.constant<Json>([{ a: [1, 'x;y'] }]),
  ),
}
const row = fc.record(
  Object.fromEntries(INPUT_TYPES.map((type) => [`A ${type}`, fc.option(VALUES[type], { freq: 5 })])),
) as fc.Arbitrary<Record<string, Json>>

async function make(rows: object[] = []): Promise<string> {
  const { body } = await ann.post('/api/workbooks', { name: 'Round', columns_config: columns })
  if (rows.length > 0) {
    const added = await ann.post(`/api/workbooks/${body.id}/rows`, { rows: rows.map((data) => ({ data })) })
    expect(added.status, added.text).toBe(201)
  }
  return body.id
}
const read = async (id: string) =>
  (await ann.get(`/api/workbooks/${id}?page_size=100`)).body.rows.map(({ data }: { data: object }) => data)

test.each(['csv', 'xlsx', 'jsonl'])('as %s', async (format) => {
  await fc.assert(
    fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 8 }), async (rows) => {
      // A row without a value is no line of a file.
      const filled = rows.map((one, n) => ({ ...one, 'A text': one['A text'] ?? `row ${n}` }))
      const from = await make(filled)
      const file = await app.inject({
        url: `/api/workbooks/${from}/export.${format}`,
        headers: { authorization: `Bearer editor@${workspaceId}` },
      })
      expect(file.statusCode).toBe(200)
      const to = await make()
      const imports = importsInto(to, { app, database, workspaceId, caller: ann })
      const done = await imports.upload(file.rawPayload, {}, 'import')
      expect(done.status, done.text).toBeLessThan(300)
      expect(await read(to)).toEqual(await read(from))
    }),
    { numRuns: scaleRuns(8) },
  )
})

test('the same text becomes the same value by a call, from a CSV file and from a spreadsheet', async () => {
  const name = (nth: number) => `V${nth}`
  const texts = Object.fromEntries(TYPED_VALUES.map(([, text], nth) => [name(nth), text]))
  const workbook = async (typeOf: (type: string) => string) => {
    const columns_config = TYPED_VALUES.map(([type], nth) => ({
      name: name(nth),
      type: 'input',
      input_type: typeOf(type),
    }))
    return (await ann.post('/api/workbooks', { name: 'Typed', columns_config })).body.id as string
  }
  const written = await workbook(() => 'text')
  const called = await workbook((type) => type)
  for (const id of [written, called])
    expect((await ann.post(`/api/workbooks/${id}/rows`, { rows: [{ data: texts }] })).status).toBe(201)
  const filled = [called]
  for (const format of ['csv', 'xlsx']) {
    const file = await app.inject({
      url: `/api/workbooks/${written}/export.${format}`,
      headers: { authorization: `Bearer editor@${workspaceId}` },
    })
    const to = await workbook((type) => type)
    const done = await importsInto(to, { app, database, workspaceId, caller: ann }).upload(
      file.rawPayload,
      {},
      'import',
    )
    expect(done.status, done.text).toBeLessThan(300)
    filled.push(to)
  }
  const values = async (id: string) => {
    const { body } = await ann.get(`/api/workbooks/${id}`)
    const data = body.rows[0].data
    return body.workbook.columns_config.map((one: { id: string }) => data[one.id])
  }
  const expected = TYPED_VALUES.map(([, , value]) => value)
  for (const id of filled) expect(await values(id)).toEqual(expected)
})
