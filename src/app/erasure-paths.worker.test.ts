// Promises of erasure over the whole service: by no path, and in no spelling, does a person who was erased come back.

import { afterAll, expect, it } from 'vitest'
import { until } from '../../test/until.ts'
import { addBench, addColumn, type Bench, must, run as runAll } from '../enrichment/kinds/kinds.fixture.ts'
import { add, HTTP, run, startSources } from '../enrichment/sources/sources.fixture.ts'
import { MASTER_KEY, tracesOf } from './erasure.fixture.ts'

const { api, service } = await startSources({ MASTER_KEY: MASTER_KEY.toString('base64') })
afterAll(() => api.close())
afterAll(() => service.close())

const SPELLINGS = [
  'ann@münchen.example',
  'ANN@MÜNCHEN.example',
  'Ann Doe <ann@münchen.example>',
  'mailto:ann@münchen.example',
  'ann+list@münchen.example',
  'ann@xn--mnchen-3ya.example',
  'Ann <ANN+x@xn--mnchen-3ya.example>',
]
const PERSON = /\bann(\+[a-z]+)?@(m(ü|\\u00fc)nchen|xn--mnchen-3ya)/i

const traces = async ({ workspace_id }: Bench): Promise<string[]> =>
  (await tracesOf(service.database, workspace_id, PERSON)).map(
    ({ table, row }) => `${table}: ${JSON.stringify(row).slice(0, 300)}`,
  )

async function upload(at: Bench, path: string, text: string, options: object = {}) {
  const answer = await at.call('POST', path, { rows: text.split('\n').map((Email) => ({ Email })), options })
  return answer
}

const untilRead = (at: Bench, path: string, holds: (body: Record<string, unknown>) => boolean) =>
  until(() => must(at.call('GET', path), 200), holds)

it('comes back by no import, ingest, source, lookup, enrichment, copy, undo, redo or restore', async () => {
  const at = await addBench(
    service,
    ['Email', 'Notes'],
    [
      ['bob@b.example', 'x'],
      ['ann@münchen.example', 'y'],
    ],
  )
  const path = `/api/workbooks/${at.workbook_id}`
  const [bob] = at.rows
  // A value that mentions the person, overwritten: the history could bring it back. Another workbook looks it up.
  await must(
    at.call('PATCH', `${path}/rows`, { rows: [{ row_id: bob, data: { c2: 'ask ann@münchen.example' } }] }),
    200,
  )
  await must(at.call('PATCH', `${path}/rows`, { rows: [{ row_id: bob, data: { c2: 'ask nobody' } }] }), 200)
  const other = { ...at, workbook_id: '' }
  const book = await must(
    at.call('POST', '/api/workbooks', {
      name: 'Other',
      columns_config: [{ name: 'Key', type: 'input', input_type: 'text' }],
    }),
    201,
  )
  other.workbook_id = book.id
  await must(at.call('POST', `/api/workbooks/${book.id}/rows`, { rows: [{ data: { c1: 'y' } }] }), 201)
  const looked = await addColumn(other, {
    name: 'Found',
    type: 'lookup',
    workbook_id: at.workbook_id,
    key: '{{Key}}',
    their_key: 'c2',
    give: 'one',
    their_column: 'c1',
  })
  await untilRead(at, `/api/workbooks/${book.id}`, (body) => JSON.stringify(body).includes('ann@münchen'))
  const { lead } = await must(
    at.call('POST', '/api/lead', { contact_person: 'Ann Doe', email: 'Ann@münchen.example' }),
    200,
  )
  await must(
    at.call('POST', '/api/lead', { contact_person: 'Ann Doe', email: 'ann@münchen.example', city: 'Ulm' }),
    200,
  )
  const held = await must(at.call('GET', `/api/lead/${lead.id}/held`), 200)
  expect(JSON.stringify(held)).toMatch(PERSON)
  await must(at.call('DELETE', `/api/lead/${lead.id}/erase`), 200)
  expect(await traces(at), 'right after').toEqual([])

  for (const email of SPELLINGS) {
    const lead = await at.call('POST', '/api/lead', { contact_person: 'A', email })
    expect(lead.status, email).toBe(409)
    const leads = await must(upload(at, '/api/leads/import', `${email}\nx${email.length}@c.example`), 200)
    expect([leads.suppressed, leads.status], email).toEqual([1, 'done'])
    const begun = await upload(at, `${path}/import`, `${email}\nx${email.length}@c.example`)
    expect(begun.status, begun.text).toBeLessThan(300)
    api.says(() => ({
      body: {
        items: [
          { id: `s${email}`, name: email },
          { id: email.length, name: 'Firm' },
        ],
      },
    }))
    const mapping = [{ field: 'name', target: { kind: 'column', column_id: 'c1' } }]
    const { id } = await add(at, { ...HTTP, name: `From ${email.length}`, mapping })
    expect((await run(at, id)).counts, email).toMatchObject({ rejected: 1 })
  }
  const { token } = await must(at.call('POST', `${path}/ingest-token`, {}), 201)
  const sent = await fetch(`${service.url}${path}/rows/ingest`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ rows: SPELLINGS.map((Email) => ({ Email })) }),
  })
  const outcomes = ((await sent.json()) as { rows: { outcome: string }[] }).rows.map(({ outcome }) => outcome)
  expect([...new Set(outcomes)]).toEqual(['rejected'])

  // A vendor that gives the address of the person for a row that says nothing of them.
  api.says(() => ({ body: { email: 'Ann <ann@münchen.example>' } }))
  const column = {
    name: 'Asked',
    type: 'http',
    url: 'http://api.example.com/person',
    fields: [{ name: 'email', path: 'email' }],
  }
  await runAll(at, { column_ids: [await addColumn(at, column)] })

  for (const way of ['undo', 'undo', 'undo', 'redo', 'redo']) await at.call('POST', `${path}/${way}`, {})
  const versions = await at.call('GET', `${path}/rows/${bob}/cells/c2/history`)
  for (const { version_id, id } of versions.body?.items ?? [])
    await at.call('POST', `${path}/rows/${bob}/cells/c2/restore`, { version_id: version_id ?? id })
  await must(at.call('POST', `${path}/duplicate`, { name: 'Copy', rows: true }), 201)
  await untilRead(at, '/api/work', ({ items }) => (items as unknown[]).length === 0)
  expect(await traces(at), 'after every path').toEqual([])
  const shown = await must(at.call('GET', `/api/workbooks/${book.id}`), 200)
  expect(JSON.stringify(shown.rows), `the lookup column ${looked}`).not.toMatch(PERSON)
})
