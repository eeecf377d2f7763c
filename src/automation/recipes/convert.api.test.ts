// Promises of files of other programs: what is read can be created as it is, and nothing is created by reading.
import { expect, test } from 'vitest'
import { openTenant } from '../../../test/open-tenant.ts'

const { as } = await openTenant({ LIMITS: 'off' })
const call = (await as('admin')).call

async function must(method: string, path: string, body?: unknown, status = 200) {
  const answer = await call(method, path, body)
  expect(answer.status, answer.text).toBe(status)
  return answer.body
}
const convert = (content: unknown) => must('POST', '/api/templates/convert', { content })
const formula = (name: string, formulaText: string) => ({ name, type: 'formula', typeSettings: { formulaText } })

test('a table of Clay becomes a workbook; what cannot be saved as it was becomes a plain column with the reason', async () => {
  const prompt = { name: 'prompt', formulaText: '"What does " + {{@Company}} + " sell?"' }
  const columns = [
    { name: 'Company', type: 'text', typeSettings: { dataTypeSettings: { type: 'text' } } },
    formula('Upper', '{{@Company}}.toUpperCase()'),
    // Looking behind is nothing that patterns here can do: seen only when the formula is checked.
    formula('Behind', '{{@Company}}.replace(/(?<=a)b/g, "")'),
    formula('After', '{{@Behind}} + "!"'),
    formula('Ring', '{{@Ring}} + 1'),
    { name: 'Sells', type: 'action', typeSettings: { actionKey: 'use-ai', inputsBinding: [prompt] } },
  ]
  const found = await convert(JSON.stringify({ version: '1.0', columns }))
  expect(found).toMatchObject({ format: 'clay', name: 'From Clay', secrets: [] })
  expect(found.notes.join('\n')).toMatch(/Behind became a column to fill by hand[\s\S]*Ring became a column/)
  expect((await must('GET', '/api/workbooks')).items).toHaveLength(0)
  const book = await must('POST', '/api/workbooks', { name: found.name, definition: found.definition }, 201)
  const types = book.columns_config.map(({ name, type }: { name: string; type: string }) => [name, type])
  expect(types).toEqual([
    ['Company', 'input'],
    ['Upper', 'formula'],
    ['Behind', 'input'],
    ['After', 'formula'],
    ['Ring', 'input'],
    ['Sells', 'ai'],
  ])
  expect(found.columns.map(({ name, type }: { name: string; type: string }) => [name, type])).toEqual(types)
})

test('what is read of a workflow of n8n can be created: names meet no other name, and what cannot be saved is left out with the reason', async () => {
  const node = (name: string, url: string) => ({ name, type: 'n8n-nodes-base.httpRequest', parameters: { url } })
  const at = 'https://api.firma.example'
  const nodes = [
    node('domain', `=${at}/find/{{ $json.domain }}`),
    node('Find', `=${at}/one/{{ $json.id }}`),
    node('find', `=${at}/two/{{ $('Find').item.json.id }}`),
    node('Pages', `=${at}/list?after={{ $('Pages').item.json.next }}`),
    node('Region', '=https://api.{{ $json.region }}.firma.example/x'),
    node('After', `=${at}/after/{{ $('Region').item.json.key }}`),
  ]
  const chain = nodes.slice(1).map(({ name }, before) => [nodes[before]?.name, { main: [[{ node: name }]] }])
  const found = await convert({ name: 'Flow', nodes, connections: Object.fromEntries(chain) })
  expect(found.notes.join('\n')).toMatch(/Pages was left out: it reads its own[\s\S]*Region was left out: its address/)
  const book = await must('POST', '/api/workbooks', { name: found.name, definition: found.definition }, 201)
  expect(book.columns_config.map(({ name, type, url }: Record<string, string>) => [name, type, url])).toEqual([
    ['domain 2', 'input', undefined],
    ['key', 'input', undefined],
    ['domain', 'http', `${at}/find/{{domain 2}}`],
    ['Find', 'http', `${at}/one/{{domain.id}}`],
    ['find 2', 'http', `${at}/two/{{Find.id}}`],
    ['After', 'http', `${at}/after/{{key}}`],
  ])
})

test('a definition of a workbook is told whole, or what stands in its way', async () => {
  const book = await must(
    'POST',
    '/api/workbooks',
    { name: 'Kept', columns_config: [{ name: 'A', type: 'input' }] },
    201,
  )
  const kept = await call('GET', `/api/workbooks/${book.id}/definition?format=yaml`)
  expect(await convert(kept.text)).toMatchObject({
    format: 'millrace',
    name: 'Kept',
    notes: [],
    columns: [{ name: 'A' }],
  })
  const columns = [{ name: 'B', type: 'enrichment', provider: 'nobody', inputs: {} }]
  const wrong = await call('POST', '/api/templates/convert', { content: { millrace: 1, columns } })
  expect(wrong.status).toBe(422)
  expect(wrong.text).toContain('columns.0.provider')
})

test('what cannot be read is said of the member that was sent', async () => {
  for (const content of ['{"millrace": 1', '[1]', `{"a":${'['.repeat(1000)}${']'.repeat(1000)}}`]) {
    const { status, body } = await call('POST', '/api/templates/convert', { content })
    expect([status, body.detail[0].loc]).toEqual([422, ['body', 'content']])
  }
})

test.each([
  [{ fields: 'none' }],
  ['just text'],
  [{ millrace: 1 }],
  [{ millrace: 1, columns: 7 }],
  [{ nodes: [], connections: {} }],
  [{ columns: [{ name: 'A', type: 'source', typeSettings: {} }] }],
])('%j is refused in words, or read, and never a fault', async (content) => {
  const answer = await call('POST', '/api/templates/convert', { content })
  expect([200, 422], answer.text).toContain(answer.status)
})
