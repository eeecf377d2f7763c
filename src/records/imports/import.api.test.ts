// Promises of importing files over HTTP.
import iconv from 'iconv-lite'
import { beforeEach, expect, test } from 'vitest'
import { addWorkspace } from '../../../test/database.ts'
import { openTenant } from '../../../test/open-tenant.ts'
import { workbookRoutes } from '../workbook.routes.ts'
import { importRoutes } from './import.routes.ts'

let workbookId: string

const { database, app, workspaceId, ann } = await openTenant((database) => [
  ...workbookRoutes(database),
  ...importRoutes({ database, now: () => new Date() }),
])
beforeEach(async () => {
  workbookId = (await ann.post('/api/workbooks', { name: 'Leads' })).body.id
})

const BOUNDARY = 'b0undary'
const part = (disposition: string, content: string | Buffer) =>
  Buffer.concat([
    Buffer.from(`--${BOUNDARY}\r\ncontent-disposition: form-data; ${disposition}\r\n\r\n`),
    Buffer.from(content),
    Buffer.from('\r\n'),
  ])
const optionsPart = (options: object | string) =>
  part('name="options"', typeof options === 'string' ? options : JSON.stringify(options))
const filePart = (content: string | Buffer) => part('name="file"; filename="leads.csv"', content)
const end = Buffer.from(`--${BOUNDARY}--\r\n`)

async function sendForm(path: string, parts: Buffer[], role = 'editor') {
  const answer = await app.inject({
    method: 'POST',
    url: `/api/workbooks/${workbookId}/${path}`,
    headers: {
      authorization: `Bearer ${role}@${workspaceId}`,
      'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
    },
    payload: Buffer.concat([...parts, end]),
  })
  return { status: answer.statusCode, body: answer.json(), text: answer.body }
}
const send = (path: string, content: string | Buffer, options?: object) =>
  sendForm(path, options === undefined ? [filePart(content)] : [optionsPart(options), filePart(content)])
const preview = (content: string | Buffer, options?: object) => send('import/preview', content, options)
const load = (content: string | Buffer, options?: object) => send('import', content, options)

/** The rows of the workbook by column name; checks every counter on the way. */
async function rows(): Promise<Record<string, unknown>[]> {
  const { body } = await ann.get(`/api/workbooks/${workbookId}?page_size=5000`)
  const names = new Map(body.workbook.columns_config.map((one: { id: string; name: string }) => [one.id, one.name]))
  const [counted] = await database.asOwner<{
    total_rows: number
    completed_rows: number
    rows: number
    blocks: number
  }>(
    `select total_rows, completed_rows, (select count(*)::int from workbook_rows r where r.workbook_id = w.id) as rows,
       (select coalesce(sum(b.rows), 0)::int from workbook_row_blocks b where b.workbook_id = w.id) as blocks
     from workbooks w where id = $1`,
    [workbookId],
  )
  expect(counted).toMatchObject({ rows: counted?.total_rows, blocks: counted?.total_rows, completed_rows: 0 })
  return body.rows.map((row: { data: object }) =>
    Object.fromEntries(Object.entries(row.data).map(([id, value]) => [names.get(id), value])),
  )
}
const counts = (body: Record<string, unknown>) =>
  ['created', 'updated', 'unchanged', 'skipped', 'rejected'].map((name) => body[name])

test('a preview tells how the file reads, what is in it and where its columns would go, and changes nothing', async () => {
  const file =
    'Company;Website;E-Mail;Employees;Title;Title\nAcme;https://acme.com;a@acme.com;1.200;CEO;Dr\n;;b@b.org;;;\n'
  const { status, body } = await preview(file)
  expect(status).toBe(200)
  expect(body).toMatchObject({ encoding: 'utf-8', delimiter: ';', header: true, total_rows: 2 })
  expect(body.columns.map((one: { name: string; guessed_type: string }) => [one.name, one.guessed_type])).toEqual([
    ['Company', 'text'],
    ['Website', 'url'],
    ['E-Mail', 'email'],
    ['Employees', 'number'],
    ['Title', 'text'],
    ['Title (2)', 'text'],
  ])
  expect(body.columns[2]).toMatchObject({
    index: 2,
    samples: ['a@acme.com', 'b@b.org'],
    fill_rate: 1,
    target: { kind: 'new', name: 'E-Mail', input_type: 'email' },
  })
  expect(body.columns[0].fill_rate).toBe(0.5)
  expect(body.rows).toEqual([
    ['Acme', 'https://acme.com', 'a@acme.com', '1.200', 'CEO', 'Dr'],
    ['', '', 'b@b.org', '', '', ''],
  ])
  expect(body.warnings).toMatchObject([{ code: 'duplicate_names' }])
  expect(await rows()).toEqual([])
})

test('an import does what the preview proposed, reads values by type and keeps what does not parse', async () => {
  const file = `Company,Employees,Since\r\n"Söhne, ""Acme""","1,200",2020-01-31\r\nBeta,many,\r\n${'C,3,\r\n'.repeat(4)}`
  const { status, body, text } = await load(file)
  expect(status, text).toBe(201)
  expect(counts(body)).toEqual([6, 0, 0, 0, 0])
  expect(body.columns_created.map((one: { name: string }) => one.name)).toEqual(['Company', 'Employees', 'Since'])
  expect(body).toMatchObject({ rejected_rows: [], rejected_url: null })
  const [first, second] = await rows()
  expect(first).toMatchObject({ Company: 'Söhne, "Acme"', Employees: 1200, Since: '2020-01-31' })
  expect(second).toEqual({ Company: 'Beta', Employees: 'many' })
  const told = await database.asOwner<{ type: string; payload: object }>(
    "select type, payload from outbox where payload->>'workbook_id' = $1 and type = 'rows.imported'",
    [workbookId],
  )
  expect(told).toMatchObject([{ payload: { import_id: body.import_id, created: 6 } }])
})

test('columns that exist are found by name, by meaning and by content', async () => {
  const id = (
    await ann.post('/api/workbooks', {
      name: 'W',
      columns_config: [
        { name: 'Company name', type: 'input', input_type: 'text' },
        { name: 'Website', type: 'input', input_type: 'url' },
        { name: 'Work e-mail', type: 'input', input_type: 'email' },
        {
          name: 'Domain',
          type: 'enrichment',
          provider: 'domain-normaliser',
          output: 'company_domain',
          inputs: { website: '{{Website}}' },
        },
      ],
    })
  ).body.id
  workbookId = id
  const file = 'ORGANISATION,company_url,How to reach them,domain\nAcme,acme.com,x@acme.com,acme.com\n'
  const { body } = await preview(file)
  expect(body.columns.map((one: { target: object }) => one.target)).toEqual([
    { kind: 'column', column_id: 'c1' },
    { kind: 'column', column_id: 'c2' },
    { kind: 'column', column_id: 'c3' },
    { kind: 'new', name: 'domain (2)', input_type: 'url' },
  ])
})

test.each([
  ['utf-8', Buffer.from('\ufeffName,City\nJosé,Köln €\n')],
  ['utf-16le', Buffer.concat([Buffer.from([0xff, 0xfe]), iconv.encode('Name,City\nJosé,Köln €\n', 'utf-16le')])],
  ['utf-16be', Buffer.concat([Buffer.from([0xfe, 0xff]), iconv.encode('Name,City\nJosé,Köln €\n', 'utf-16be')])],
  ['utf-16le', iconv.encode('Name,City\nJosé,Köln €\n', 'utf-16le')],
  ['windows-1252', iconv.encode('Name,City\nJosé,Köln €\n', 'windows-1252')],
  ['windows-1252', Buffer.from('4e616d652c436974790a4a6f73e92c4bf66c6e2080', 'hex')],
])('a file in %s is read as such', async (encoding, bytes) => {
  expect((await preview(bytes)).body).toMatchObject({ encoding, rows: [['José', 'Köln €']] })
  expect((await load(bytes)).status).toBe(201)
  expect(await rows()).toEqual([{ Name: 'José', City: 'Köln €' }])
})

test('an encoding that shows only far behind plain text is found there, or refused when another was named', async () => {
  const file = Buffer.concat([Buffer.from(`Name\n${'plain\n'.repeat(60_000)}`), Buffer.from('Jos\xe9\n', 'latin1')])
  expect((await preview(file)).body).toMatchObject({ encoding: 'windows-1252', total_rows: 60_001 })
  const wrong = await load(file, { encoding: 'utf-8' })
  expect(wrong.status).toBe(422)
  expect(wrong.body.detail[0]).toMatchObject({ loc: ['body', 'options', 'encoding'] })
  expect(await rows()).toEqual([])
  expect((await preview(file, { encoding: 'utf-8' })).body.warnings).toMatchObject([{ code: 'encoding_errors' }])
})

test('ragged rows: short ones are filled up, longer ones are refused with line, reason and values', async () => {
  const { body } = await load('a,b\n1\n2,3,\n\n,,\n4,5,6\n7,8\n')
  expect(counts(body)).toEqual([3, 0, 0, 0, 1])
  expect(body.rejected_rows).toEqual([
    { line: 6, reason: 'it has 3 values, but the file has 2 columns', values: ['4', '5', '6'] },
  ])
  expect(await rows()).toEqual([{ a: 1 }, { a: 2, b: 3 }, { a: 7, b: 8 }])
})

test('an open quote is refused with its line, and nothing is imported', async () => {
  const file = `Name,Note\n${'Acme,fine\n'.repeat(30_000)}Beta,"open\nGamma,x\n`
  const { status, body } = await load(file)
  expect(status).toBe(422)
  expect(body.detail).toMatchObject([{ loc: ['body', 'file'], msg: 'Line 30002: a quote is opened and never closed' }])
  expect(await rows()).toEqual([])
  expect((await ann.get(`/api/workbooks/${workbookId}`)).body.workbook.columns_config).toEqual([])
  const stored = () =>
    database.asOwner(
      `select id from import_files where workbook_id = '${workbookId}' union all select file_id from stored_chunks`,
    )
  const before = await stored()
  expect((await preview(file)).status).toBe(422)
  expect(await stored(), 'nothing of a file that a preview refused').toEqual(before)
})

test('a row with text behind a quoted value is rejected as it stands, and the others are imported', async () => {
  const { status, body } = await load('Name,Note\nBeta,fine\n"Acme"x,fine\n"Gamma","fine"\n')
  expect(status).toBe(201)
  expect(body).toMatchObject({ created: 2, rejected: 1 })
  const [row] = body.rejected_rows
  expect(row).toEqual({ line: 3, reason: 'a quoted value is followed by other text', values: ['"Acme"x,fine'] })
  const names = await load('"Name"x,Note\nBeta,fine\n')
  expect(names.body.detail).toMatchObject([{ msg: 'Line 1: a quoted value is followed by other text' }])
})

test('two file columns to one target are refused, both named', async () => {
  const file = 'A,B\n1,2\n'
  const target = { kind: 'new', name: 'Same', input_type: 'text' }
  const { status, body } = await load(file, {
    mapping: [
      { index: 0, target },
      { index: 1, target: { ...target, name: ' same ' } },
    ],
  })
  expect(status).toBe(422)
  expect(body.detail[0]).toMatchObject({
    loc: ['body', 'options', 'mapping', 1, 'target'],
    type: 'duplicate_target',
    msg: '"A" and "B" go to the same column; only one can',
  })
  const others = await load(file, {
    mapping: [
      { index: 5, target },
      { index: 0, target: { kind: 'column', column_id: 'c9' } },
    ],
  })
  expect(others.body.detail.map((one: { type: string }) => one.type)).toEqual(['value_error', 'unknown_column'])
})

test('a file without rows, of other kind, too wide, or with options behind it is refused in words', async () => {
  const said = async (answer: Promise<{ status: number; body: { detail: unknown } }>) => {
    const { status, body } = await answer
    return [status, typeof body.detail === 'string' ? body.detail : (body.detail as { msg: string }[])[0]?.msg]
  }
  expect(await said(load(''))).toEqual([422, 'The file has no rows'])
  expect(await said(load('Name,City\n\n'))).toEqual([422, 'The file has a header row but no data rows'])
  expect((await preview('Name,City\n')).body.warnings).toMatchObject([{ code: 'no_rows' }])
  expect(await said(load(Buffer.from('504b030414000600', 'hex')))).toEqual([
    422,
    'The spreadsheet is damaged and cannot be read. Save it again, or save it as CSV.',
  ])
  const wide = Array.from({ length: 501 }, (_, index) => `n${index}`).join(',')
  expect(await said(load(`${wide}\n1\n`))).toEqual([413, 'The file has 501 columns; at most 500 can be imported'])
  expect(await said(sendForm('import', [filePart('a\nb\n'), optionsPart({})]))).toEqual([
    422,
    'Value error, The options must come before the file, which is read as it arrives',
  ])
  expect(await said(sendForm('import', [optionsPart('{'), filePart('a\nb\n')]))).toEqual([
    422,
    'The options are not JSON: Expecting property name enclosed in double quotes at character 2',
  ])
  expect(await said(sendForm('import', [optionsPart({})]))).toEqual([422, 'Field required'])
  expect(await rows()).toEqual([])
})

test('200 columns are fine; NUL is left out; a cell of more than 100,000 characters refuses its row', async () => {
  const names = Array.from({ length: 200 }, (_, index) => `n${index}`)
  const { body } = await load(`${names.join(',')}\n${names.map((name) => `${name}\0!`).join(',')}\n`)
  expect(body.columns_created).toHaveLength(200)
  expect((await rows())[0]).toMatchObject({ n0: 'n0!', n199: 'n199!' })
  const long = await load(`n0\n${'x'.repeat(100_001)}\nshort\n`)
  expect(counts(long.body)).toEqual([1, 0, 0, 0, 1])
  expect(long.body.rejected_rows[0]).toMatchObject({ line: 2, reason: '"n0" has more than 100,000 characters' })
})

const identity = (index: number, normaliser: string, more: object = {}) => ({
  identity: { index, normaliser },
  policy: { existing: 'overwrite', new_rows: 'create', ...more },
})

test('duplicates are found by the key, in the workbook and within the file, and treated by policy', async () => {
  const first = await load(
    'Company,Website,City\nAcme,https://www.acme.com/about,\nAcme Inc,ACME.com,Berlin\nBeta,beta.org,Rome\nNone,,Oslo\nNone,,Oslo\n',
    identity(1, 'domain'),
  )
  expect(counts(first.body)).toEqual([4, 0, 0, 1, 0])
  expect((await rows())[0]).toEqual({ Company: 'Acme Inc', Website: 'ACME.com', City: 'Berlin' })
  const again = 'Company,Website,City\nAcme Inc,ACME.com,Berlin\nBeta Ltd,http://beta.org,\nNew,new.io,Bonn\n'
  const skipNew = await load(again, identity(1, 'domain', { existing: 'fill_blanks', new_rows: 'skip' }))
  expect(counts(skipNew.body)).toEqual([0, 0, 2, 1, 0])
  const over = await load(again, identity(1, 'domain'))
  expect(counts(over.body)).toEqual([1, 1, 1, 0, 0])
  expect((await rows()).map((row) => [row.Company, row.City])).toEqual([
    ['Acme Inc', 'Berlin'],
    ['Beta Ltd', 'Rome'],
    ['None', 'Oslo'],
    ['None', 'Oslo'],
    ['New', 'Bonn'],
  ])
  const skip = await load(again, identity(1, 'domain', { existing: 'skip' }))
  expect(counts(skip.body)).toEqual([0, 0, 0, 3, 0])
  const all = await load(again)
  expect(counts(all.body)).toEqual([3, 0, 0, 0, 0])
  expect(await rows()).toHaveLength(8)
})

test('imports that first name an identity at the same time add every row once', async () => {
  await load(`Website\n${Array.from({ length: 3000 }, (_, index) => `old${index}.com`).join('\n')}\n`)
  const file = `Website\n${Array.from({ length: 9000 }, (_, index) => `new${index}.com`).join('\n')}\n`
  const answers = await Promise.all([1, 2, 3].map(() => load(file, identity(0, 'domain'))))
  // One that meets the rows of another may be refused, and then leaves nothing.
  for (const { status } of answers) expect([201, 409]).toContain(status)
  expect(new Set((await rows()).map((row) => row.Website)).size).toBe(5000)
  const [total] = await database.asOwner('select total_rows from workbooks where id = $1', [workbookId])
  expect(total).toEqual({ total_rows: 12_000 })
})

test('every row of a long file is counted once, also the many that are the same', async () => {
  const lines = Array.from({ length: 9000 }, (_, index) => `u${index % 5000}@example.org,${index}`)
  const { body } = await load(`E-mail,N\n${lines.join('\n')}\n`, identity(0, 'email'))
  expect(counts(body)).toEqual([5000, 4000, 0, 0, 0])
  const all = await rows()
  expect(all).toHaveLength(5000)
  expect(all[0]).toEqual({ 'E-mail': 'u0@example.org', N: 5000 })
})

test('the file itself may be the body; other bodies, users of other workspaces and viewers are refused', async () => {
  const post = (type: string, role = 'editor', where: string = workspaceId) =>
    app.inject({
      method: 'POST',
      url: `/api/v2/workbooks/${workbookId}/import`,
      headers: { authorization: `Bearer ${role}@${where}`, 'content-type': type },
      payload: 'Name\tCity\nAcme\tRome\n',
    })
  expect((await post('image/png')).statusCode).toBe(415)
  expect((await post('application/json')).statusCode).toBe(422)
  expect((await post('text/csv', 'viewer')).statusCode).toBe(403)
  expect((await post('text/csv', 'editor', await addWorkspace(database, 'Other'))).statusCode).toBe(404)
  expect((await post('text/tab-separated-values')).statusCode).toBe(201)
  expect(await rows()).toEqual([{ Name: 'Acme', City: 'Rome' }])
})

test('a form that breaks off in the middle of the file leaves nothing behind', async () => {
  const whole = Buffer.concat([filePart(`Name\n${'Acme\n'.repeat(20_000)}`)])
  const answer = await app.inject({
    method: 'POST',
    url: `/api/workbooks/${workbookId}/import`,
    headers: {
      authorization: `Bearer editor@${workspaceId}`,
      'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
    },
    payload: whole.subarray(0, 80_000),
  })
  expect(answer.statusCode).toBe(400)
  expect(await rows()).toEqual([])
})
