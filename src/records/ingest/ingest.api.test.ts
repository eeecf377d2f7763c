// Promises of ingest: what programs may do with the token of a workbook, and what happens to their rows.
import { beforeAll, expect, test } from 'vitest'
import { addWorkspace } from '../../../test/database.ts'
import { openTenant } from '../../../test/open-tenant.ts'
import { addPerson, type Call, callAs } from '../../../test/running-install.ts'

let stranger: Call
const { service, as } = await openTenant({ LIMITS: 'off' })
const editor = (await as('editor')).call
const viewer = (await as('viewer')).call
beforeAll(async () => {
  const theirs = await addWorkspace(service.database, 'Theirs')
  stranger = (await addPerson(service, theirs, 'owner')).call
})

const COLUMNS = [
  { name: 'Company', type: 'input' },
  { name: 'Website', type: 'input', input_type: 'url' },
  { name: 'Staff', type: 'input', input_type: 'number' },
]

interface Target {
  id: string
  token: string
  send: (body: unknown, headers?: Record<string, string>) => ReturnType<Call>
}

/** A workbook that knows rows by the domain of their website, with its token. */
async function makeTarget(options: object = {}): Promise<Target> {
  const { body } = await editor('POST', '/api/workbooks', { name: 'Leads', columns_config: COLUMNS })
  const identity = { parts: [{ column_id: body.columns_config[1].id, normaliser: 'domain' }] }
  await service.database.asOwner('update workbooks set identity = $2 where id = $1', [body.id, identity])
  return openTarget(body.id, options)
}

async function openTarget(id: string, options: object = {}): Promise<Target> {
  const made = await editor('POST', `/api/v2/workbooks/${id}/ingest-token`, options)
  expect(made.status, made.text).toBe(201)
  const { token } = made.body
  return {
    id,
    token,
    send: (body, headers) => callAs(service, token)('POST', `/api/workbooks/${id}/rows/ingest`, body, headers),
  }
}

const rowsOf = async (id: string) => {
  const { workbook, rows } = (await editor('GET', `/api/workbooks/${id}`)).body
  expect(workbook.total_rows).toBe(rows.length)
  return rows.map(({ lead, data }: { lead: object; data: object }) => ({ ...data, ...lead }))
}

test('the token is shown once, kept as a hash, and comes with a command line that works', async () => {
  const { id } = (await editor('POST', '/api/workbooks', { name: 'Curl', columns_config: COLUMNS })).body
  const made = (await editor('POST', `/api/v2/workbooks/${id}/ingest-token`, {})).body
  expect(made.token).toMatch(/^wbi_[\w-]{43}$/)
  expect(made.curl).toContain(made.token)
  const { execFile } = await import('node:child_process')
  const answer = await new Promise<string>((resolve, reject) =>
    execFile('sh', ['-c', `${made.curl} -s`], (error, out) => (error ? reject(error) : resolve(out))),
  )
  expect(JSON.parse(answer)).toMatchObject({ created: 1, rejected: 0 })
  const known = await viewer('GET', `/api/workbooks/${id}/ingest-token`)
  expect(known.status).toBe(403)
  const shown = await editor('GET', `/api/workbooks/${id}/ingest-token`)
  expect(shown.body).toMatchObject({ hint: made.token.slice(-4), unknown_keys: 'ignore' })
  expect(shown.text).not.toContain(made.token)
  const stored = await service.database.asOwner('select t::text as line from ingest_tokens t')
  expect(JSON.stringify(stored)).not.toContain(made.token)
})

test('a row the workbook knows by its identity is changed, any other is added, and each says what became of it', async () => {
  const { id, send } = await makeTarget()
  const first = await send({
    rows: [
      { Company: 'Acme', Website: 'https://www.acme.example/about' },
      { company: 'Beta', website: 'beta.example', STAFF: '1,200' },
    ],
  })
  expect(first.body).toMatchObject({ created: 2, updated: 0, unchanged: 0, rejected: 0, ignored_keys: [] })
  const [acme, beta] = first.body.rows.map((row: { row_id: string }) => row.row_id)
  const second = await send({
    rows: [
      { Website: 'acme.example', Staff: 40, Company: null },
      { Website: 'beta.example', Staff: 1200 },
      { Company: 'Gamma' },
    ],
  })
  expect(second.body.rows).toEqual([
    { row_id: acme, outcome: 'updated', reason: null },
    { row_id: beta, outcome: 'unchanged', reason: null },
    { row_id: expect.any(String), outcome: 'created', reason: null },
  ])
  expect(await rowsOf(id)).toMatchObject([
    { company: 'Acme', c3: 40 },
    { company: 'Beta', c3: 1200 },
    { company: 'Gamma' },
  ])
})

test('rows of one call that are the same become one', async () => {
  const { id, send } = await makeTarget()
  const { body } = await send([
    { Company: 'Acme', Website: 'acme.example' },
    { Staff: 7, Website: 'www.acme.example' },
    { Staff: 7, Website: 'www.acme.example' },
  ])
  expect(body).toMatchObject({ created: 1, updated: 1, unchanged: 1 })
  expect(new Set(body.rows.map((row: { row_id: string }) => row.row_id)).size).toBe(1)
  expect(await rowsOf(id)).toMatchObject([{ company: 'Acme', c3: 7 }])
})

test('what is there can be kept: blanks filled only, or the row left alone', async () => {
  const { id, send } = await makeTarget()
  await send({ Company: 'Acme', Website: 'acme.example' })
  const filled = await send({
    existing: 'fill_blanks',
    rows: [{ Company: 'Other', Staff: 3, Website: 'acme.example' }],
  })
  expect(filled.body).toMatchObject({ updated: 1 })
  const left = await send({ existing: 'skip', rows: [{ Company: 'Other', Staff: 9, Website: 'acme.example' }] })
  expect(left.body).toMatchObject({ unchanged: 1 })
  expect(await rowsOf(id)).toMatchObject([{ company: 'Acme', c3: 3 }])
})

test('one bad row never loses the others', async () => {
  const { id, send } = await makeTarget()
  const { status, body } = await send({
    rows: [{ Company: 'Good' }, 'text', null, [1], {}, { Nothing: 1 }, { Company: 'Fine' }],
  })
  expect(status).toBe(200)
  expect(body.rows.map((row: { outcome: string }) => row.outcome)).toEqual([
    'created',
    ...Array(5).fill('rejected'),
    'created',
  ])
  for (const row of body.rows.filter((one: { outcome: string }) => one.outcome === 'rejected'))
    expect(row.reason).toMatch(/\w+/)
  expect(await rowsOf(id)).toMatchObject([{ company: 'Good' }, { company: 'Fine' }])
})

test('a row with what no database can hold is rejected, and those beside it are taken in', async () => {
  const { id, token } = await makeTarget({ unknown_keys: 'add_column' })
  const body = `{"rows": [{"Company": "Good"}, {"Company": "N\\u0000L"}, {"Company": "half \\ud800"}, {"Company": "Big", "Staff": 12345678901234567890},
    {"__proto__": {"x": 1}, "Company": "x"}, {"New": {"deep": ["\\u0000"]}}, {"Company": "Fine"}]}`
  const response = await fetch(`${service.url}/api/workbooks/${id}/rows/ingest`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body,
  })
  const { rows } = (await response.json()) as { rows: { outcome: string; reason: string | null }[] }
  expect(rows.map(({ outcome }) => outcome)).toEqual([
    'created',
    'rejected',
    'rejected',
    'created',
    'rejected',
    'rejected',
    'created',
  ])
  expect(rows.map(({ reason }) => reason)).toEqual([
    null,
    '"Company": text cannot hold the NUL character',
    '"Company": text holds half of a surrogate pair',
    null,
    "the key '__proto__' is not allowed",
    '"New.deep.0": text cannot hold the NUL character',
    null,
  ])
  expect(await rowsOf(id)).toMatchObject([{ company: 'Good' }, { company: 'Big' }, { company: 'Fine' }])
  expect((await editor('GET', `/api/workbooks/${id}`)).body.workbook.columns_config).toHaveLength(3)
})

test('members that no column is called are left out, refused, or become columns, as the token was made', async () => {
  const row = { Company: 'Acme', Size: 12, 'Is customer': true }
  const ignoring = await makeTarget()
  expect((await ignoring.send(row)).body).toMatchObject({ created: 1, ignored_keys: ['Size', 'Is customer'] })
  const refusing = await openTarget(ignoring.id, { unknown_keys: 'reject' })
  expect((await refusing.send(row)).body.rows).toEqual([
    { row_id: null, outcome: 'rejected', reason: 'There is no column "Size"' },
  ])
  const adding = await openTarget(ignoring.id, { unknown_keys: 'add_column' })
  expect((await adding.send([row, { size: 13 }])).body).toMatchObject({ created: 2, ignored_keys: [] })
  const { workbook } = (await editor('GET', `/api/workbooks/${ignoring.id}`)).body
  expect(workbook.columns_config.slice(3)).toMatchObject([
    { name: 'Size', input_type: 'number' },
    { name: 'Is customer', input_type: 'checkbox' },
  ])
})

test('two calls that add the same column at once make one of it', async () => {
  const { id, send } = await makeTarget({ unknown_keys: 'add_column' })
  const answers = await Promise.all(Array.from({ length: 6 }, (_, n) => send({ Company: `No ${n}`, Segment: 'a' })))
  expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200))
  const { workbook } = (await editor('GET', `/api/workbooks/${id}`)).body
  expect(workbook.columns_config.filter(({ name }: { name: string }) => name === 'Segment')).toHaveLength(1)
  expect(workbook.total_rows).toBe(6)
})

test('many calls with the same new row at once make one row', async () => {
  const { id, send } = await makeTarget()
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, n) =>
      send([{ Website: 'same.example', Staff: n }, { Website: `other${n}.example` }]),
    ),
  )
  const first = answers.flatMap(({ body }) => body.rows[0])
  expect(first.filter(({ outcome }) => outcome === 'created')).toHaveLength(1)
  expect(new Set(first.map(({ row_id }) => row_id)).size).toBe(1)
  expect(await rowsOf(id)).toHaveLength(13)
})

test('a repeated call under the same key changes nothing and gets the first answer; another body is refused', async () => {
  const { id, send } = await makeTarget()
  const headers = { 'idempotency-key': 'order-1742' }
  const first = await send([{ Company: 'Acme' }], headers)
  const again = await send([{ Company: 'Acme' }], headers)
  expect(again.body).toEqual(first.body)
  expect(again.headers.get('idempotent-replay')).toBe('true')
  expect(first.headers.get('idempotent-replay')).toBeNull()
  const other = await send([{ Company: 'Beta' }], headers)
  expect(other.status).toBe(422)
  expect(other.body.detail[0].type).toBe('idempotency_key_reused')
  expect(await rowsOf(id)).toHaveLength(1)
})

test('the token opens its own workbook only, and nothing but the ingest', async () => {
  const { token, id } = await makeTarget()
  const other = await makeTarget()
  const call = callAs(service, token)
  const foreign = await call('POST', `/api/workbooks/${other.id}/rows/ingest`, [{ Company: 'x' }])
  const unknown = await call('POST', '/api/workbooks/01900000-0000-7000-8000-000000000000/rows/ingest', [
    { Company: 'x' },
  ])
  expect([foreign.status, foreign.body]).toEqual([404, unknown.body])
  for (const path of [`/api/workbooks/${id}`, '/api/workbooks', '/auth/me', `/api/workbooks/${id}/ingest-token`])
    expect((await call('GET', path)).status, path).toBe(401)
  expect((await call('POST', '/auth/refresh', { refresh_token: token })).status).toBe(401)
  const person = await editor('POST', `/api/workbooks/${id}/rows/ingest`, [{ Company: 'x' }])
  expect(person.status).toBe(401)
  expect((await stranger('POST', `/api/workbooks/${id}/ingest-token`, {})).status).toBe(404)
  expect((await viewer('POST', `/api/workbooks/${id}/ingest-token`, {})).status).toBe(403)
})

test('a token that was replaced or revoked, or whose workbook is deleted, is good for nothing', async () => {
  const first = await makeTarget()
  const second = await openTarget(first.id)
  expect((await first.send([{ Company: 'x' }])).status).toBe(401)
  expect((await second.send([{ Company: 'x' }])).status).toBe(200)
  expect((await editor('DELETE', `/api/workbooks/${first.id}/ingest-token`)).status).toBe(204)
  expect((await second.send([{ Company: 'x' }])).status).toBe(401)
  const third = await openTarget(first.id)
  expect((await editor('DELETE', `/api/workbooks/${first.id}`)).status).toBe(204)
  expect((await third.send([{ Company: 'x' }])).status).toSatisfy((status) => [401, 404].includes(status as number))
})

test('501 rows and a row of 2 MB are refused whole, and say so', async () => {
  const { id, send } = await makeTarget()
  const many = await send(Array.from({ length: 501 }, (_, n) => ({ Company: `No ${n}` })))
  expect([many.status, many.body]).toEqual([413, { detail: expect.stringContaining('At most 500 rows') }])
  expect((await send([{ Company: 'x'.repeat(2_000_000) }])).status).toBe(413)
  expect((await send([])).status).toBe(422)
  expect(await rowsOf(id)).toEqual([])
})
