// What an access token may not do it does by no way, and what it sets going it pays: over HTTP and over MCP.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addWorkspace } from '../../../test/database.ts'
import { addPerson, callAs, startTestService, type TestService } from '../../../test/running-install.ts'
import { until } from '../../../test/until.ts'
import { addDearProvider, must, startKinds, startVendor, type Vendor } from '../../enrichment/kinds/kinds.fixture.ts'
import { TOKEN_CAPABILITIES, type TokenCapability } from '../../identity/api-tokens/token-capabilities.logic.ts'
import { connectTo } from './mcp.fixture.ts'

let service: TestService
let api: Vendor
const settings = () => ({ EGRESS_ALLOW: '127.0.0.1', EGRESS_HOST_MAP: `api.example.com=127.0.0.1:${api.port}` })
beforeAll(async () => {
  api = await startVendor()
  api.says(() => ({ body: { mail: 'a@b.example' } }))
  // Without a worker, so that a run is paused before it asks anything.
  service = await startKinds({ 'api.example.com': api.port }, { PUBLIC_URL: 'https://ours.test', ROLE: 'api' })
})
afterAll(async () => {
  await service?.close()
  await api?.close()
})

const TEXT = (name: string) => ({ name, type: 'input', input_type: 'text' })
const UPPER = { name: 'Upper', type: 'formula', expression: 'UPPER({{Name}})' }

async function openBook(capabilities: readonly TokenCapability[]) {
  const admin = (await addPerson(service, await addWorkspace(service.database), 'admin')).call
  const columns_config = [TEXT('Name'), TEXT('Note'), UPPER]
  const book = await must(admin('POST', '/api/workbooks', { name: 'Book', columns_config }), 201)
  const made = await must(admin('POST', '/api/mcp/tokens', { name: 'Script', capabilities }), 201)
  const path = `/api/workbooks/${book.id}`
  await must(admin('POST', `${path}/views`, { name: 'Everyone', scope: 'shared' }), 201)
  return { admin, script: callAs(service, made.token), token: made.token as string, book: path }
}
type Book = Awaited<ReturnType<typeof openBook>>

interface File {
  columns: { name: string }[]
  views: { name: string }[]
}

const readFile = async ({ admin, book }: Book): Promise<File> =>
  JSON.parse((await admin('GET', `${book}/definition?format=json`)).text)

/** The definition as it is, changed by `change`, applied with the hash of its plan. */
async function define(at: Book, change: (file: File) => object) {
  const { script, book } = at
  const definition = change(await readFile(at))
  const { hash } = await must(script('PUT', `${book}/definition?mode=plan`, { definition }), 200)
  return script('PUT', `${book}/definition?mode=apply`, { definition, hash })
}

const newestChange = async (admin: Book['admin'], book: string): Promise<string> =>
  (await must(admin('GET', `${book}/activity`), 200)).items[0].id

const deletions: [string, (at: Book) => Promise<{ status: number; text: string }>][] = [
  ['deleting a column', ({ script, book }) => script('DELETE', `${book}/columns/c2`)],
  [
    'a definition without a column',
    (at) => define(at, (file) => ({ ...file, columns: file.columns.filter((_, index) => index !== 1) })),
  ],
  ['a definition without a view', (at) => define(at, (file) => ({ ...file, views: [] }))],
  [
    'a version of a function that has a column less',
    async ({ admin, script, book }) => {
      const id = book.split('/').at(-1)
      const other = { ...UPPER, name: 'Lower', expression: 'LOWER({{Name}})' }
      const source = { name: 'Source', columns_config: [TEXT('Name'), { ...UPPER, name: 'Up' }, other] }
      const made = await must(admin('POST', '/api/workbooks', source), 201)
      const from = (...column_ids: string[]) => ({ workbook_id: made.id, column_ids })
      const fn = await must(admin('POST', '/api/functions', { name: 'Cases', from: from('c2', 'c3') }), 201)
      const applied = { workbook_id: id, mapping: { Name: 'c1' } }
      const { use } = await must(admin('POST', `/api/functions/${fn.id}/apply`, applied), 201)
      const versions = `/api/functions/${fn.id}`
      await must(admin('PATCH', `${versions}/uses/${use.id}`, { follows: false }), 200)
      await must(admin('POST', `${versions}/versions`, { from: from('c2'), note: 'one less' }), 201)
      return script('PATCH', `${versions}/uses/${use.id}`, { version: 2 })
    },
  ],
  [
    'undoing that rows came',
    async ({ admin, script, book }) => {
      await must(admin('POST', `${book}/rows`, { rows: [{ data: { Name: 'Ann' } }] }), 201)
      return script('POST', `${book}/undo`, { change_id: await newestChange(admin, book) })
    },
  ],
  [
    'undoing that a column came',
    async ({ admin, script, book }) => {
      await must(admin('POST', `${book}/columns`, TEXT('More')), 201)
      return script('POST', `${book}/undo`, { change_id: await newestChange(admin, book) })
    },
  ],
  [
    'redoing that a column went',
    async ({ admin, script, book }) => {
      const { id } = await must(admin('POST', `${book}/columns`, TEXT('More')), 201)
      expect((await admin('DELETE', `${book}/columns/${id}`)).status).toBeLessThan(300)
      const change_id = await newestChange(admin, book)
      await must(admin('POST', `${book}/undo`, { change_id }), 200)
      return script('POST', `${book}/redo`, { change_id })
    },
  ],
  [
    'the tool delete_column',
    async ({ token, book }) => {
      const { client, use } = await connectTo(service, token)
      const asked = use('delete_column', { workbook_id: book.split('/').at(-1), column: 'Note' })
      const answer = await asked.then(
        (told) => ({ status: 200, text: JSON.stringify(told) }),
        (error: Error) => ({ status: 403, text: error.message }),
      )
      await client.close()
      return answer
    },
  ],
]

test.each(
  deletions,
)('%s is refused to a token that may write workbooks and not delete in them, and allowed with that', async (_, remove) => {
  const writer = await openBook(TOKEN_CAPABILITIES.filter((one) => one !== 'workbooks:delete'))
  const answer = await remove(writer)
  expect(answer.status, answer.text).toBe(403)
  const { columns, views } = await readFile(writer)
  const names = [...columns, ...views].map(({ name }) => name)
  expect(names).toEqual(expect.arrayContaining(['Name', 'Note', 'Upper', 'Everyone']))

  const whole = await openBook(TOKEN_CAPABILITIES)
  const allowed = await remove(whole)
  expect(allowed.status, allowed.text).toBeLessThan(300)
})

test('a token that may write undoes a change of another user', async () => {
  const { admin, script, book } = await openBook(TOKEN_CAPABILITIES.filter((one) => one !== 'workbooks:delete'))
  await must(admin('PATCH', `${book}/columns/c1`, { name: 'Called' }), 200)
  expect((await script('POST', `${book}/undo`, { change_id: await newestChange(admin, book) })).status).toBe(200)
})

test('a job that brought rows is taken back by a token that may delete leads and rows only', async () => {
  const statuses = []
  for (const lacks of ['leads:delete', 'workbooks:delete', undefined]) {
    const { script, book } = await openBook(TOKEN_CAPABILITIES.filter((one) => one !== lacks))
    const id = randomUUID()
    await service.database.asOwner(
      `insert into jobs (workspace_id, id, kind, title, subject, payload, status, finished_at)
       select workspace_id, $1, 'workbook.import', 'Rows', jsonb_build_object('workbook_id', id), '{}', 'done', now() from workbooks where id = $2`,
      [id, book.split('/').at(-1)],
    )
    const { status, text } = await script('POST', `/api/jobs/${id}/undo`)
    statuses.push([status === 403, text.includes(`lacks ${lacks}`)])
  }
  expect(statuses).toEqual([
    [true, true],
    [true, true],
    [false, false],
  ])
})

test('a token that only writes adds and changes columns by a definition', async () => {
  const writer = await openBook(['workbooks:read', 'workbooks:write'])
  const answer = await define(writer, (file) => ({ ...file, columns: [...file.columns, TEXT('More')] }))
  expect(answer.status, answer.text).toBe(200)
})

/** A run of four calls of 50 cents that was paused before the first, and a token of a dollar. */
async function openPausedRun() {
  const admin = (await addPerson(service, await addWorkspace(service.database), 'admin')).call
  const id = await addDearProvider(admin, { work_email: 'mail' })
  const enriched = { type: 'enrichment', provider: id, inputs: { domain: '{{Domain}}' }, output: 'work_email' }
  const columns_config = [TEXT('Domain'), { name: 'Mail', ...enriched }]
  const book = await must(admin('POST', '/api/workbooks', { name: 'Dear', columns_config }), 201)
  const path = `/api/workbooks/${book.id}`
  const rows = [1, 2, 3, 4].map((n) => ({ data: { c1: `d${n}.example` } }))
  await must(admin('POST', `${path}/rows`, { rows }), 201)
  const asked = { name: 'Script', capabilities: TOKEN_CAPABILITIES, budget_usd: 1 }
  const { token } = await must(admin('POST', '/api/mcp/tokens', asked), 201)
  const { run_id } = await must(admin('POST', `${path}/run`, {}), 202)
  const run = `${path}/runs/${run_id}`
  await must(admin('POST', `${run}/pause`), 200)
  return { admin, run, script: callAs(service, token) }
}

/** Lets a worker do what there is until the run has ended; how it ended. */
async function finish({ admin, run }: Awaited<ReturnType<typeof openPausedRun>>) {
  const worker = await startTestService({ ...settings(), ROLE: 'worker' }, { database: service.database })
  const read = async () => (await must(admin('GET', run), 200)) as { ended_at: string | null; status: string }
  const ended = await until(read, ({ ended_at }) => ended_at !== null)
  await worker.close()
  return ended
}

test('a resumed run spends from the budget of the token that resumed it, whoever started it', async () => {
  const before = api.heard.length
  const at = await openPausedRun()
  await must(at.script('POST', `${at.run}/resume`), 200)
  await finish(at)
  const [{ budget }] = (await must(at.admin('GET', '/api/mcp/tokens'), 200)).items
  expect(budget).toEqual({ limit_usd: 1, period: 'total', spent_usd: 1, left_usd: 0 })
  expect(api.heard.length - before).toBe(2)
})

test('a run that is resumed when the budget of the workspace is used up asks nothing', async () => {
  const before = api.heard.length
  const at = await openPausedRun()
  const none = { scope: 'workspace', period: 'month', kind: 'hard', limit_usd: 0 }
  await must(at.admin('PUT', '/api/billing/budgets', { items: [none] }), 200)
  await must(at.admin('POST', `${at.run}/resume`), 200)
  const ended = await finish(at)
  expect(api.heard.length - before).toBe(0)
  expect(JSON.stringify(ended)).toMatch(/budget/)
})
