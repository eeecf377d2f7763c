// Promises of exporting over HTTP, and of what was exported coming back by import.
import { once } from 'node:events'
import { get } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { callerOf } from '../../../test/app.ts'
import { openTenant } from '../../../test/open-tenant.ts'
import { importRoutes } from '../imports/import.routes.ts'
import { applyCells } from '../rows/cells.commands.ts'
import { workbookRoutes } from '../workbook.routes.ts'
import { exportRoutes } from './export.routes.ts'

const { database, app, workspaceId, ann, newcomer } = await openTenant((database) => {
  const parts = { database, now: () => new Date() }
  return [...workbookRoutes(database), ...importRoutes(parts), ...exportRoutes(parts)]
})

const text = (name: string) => ({ name, type: 'input', input_type: 'text' })
const makeWorkbook = async (name: string, columns_config: object[]): Promise<string> =>
  (await ann.post('/api/workbooks', { name, columns_config })).body.id
const addRows = async (id: string, rows: object[]): Promise<string[]> => {
  const {
    status,
    body,
    text: said,
  } = await ann.post(`/api/workbooks/${id}/rows`, {
    rows: rows.map((data) => ({ data })),
  })
  expect(status, said).toBe(201)
  return body.items.map((row: { row_id: string }) => row.row_id)
}
const load = (id: string, file: string) =>
  app.inject({
    method: 'POST',
    url: `/api/workbooks/${id}/import`,
    headers: { authorization: `Bearer editor@${workspaceId}`, 'content-type': 'text/csv' },
    payload: file,
  })

test('the file has all columns in order, computed values with what is asked for beside them, and a name', async () => {
  const id = await makeWorkbook('Führende “Firmen”', [
    text('Company'),
    { name: 'Tags', type: 'input', input_type: 'multi_select' },
    {
      name: 'Domain',
      type: 'enrichment',
      provider: 'domain-normaliser',
      output: 'company_domain',
      inputs: { website: '{{Company}}' },
    },
    text('=Note'),
  ])
  const [first = ''] = await addRows(id, [
    { Company: 'Acme, "Inc"', Tags: 'a, b', '=Note': '=HYPERLINK("http://x")' },
    { Company: '-5', '=Note': '+4930123456' },
  ])
  await database.inWorkspace(workspaceId, (tx) =>
    applyCells(tx, id, [
      {
        row_id: first,
        column_id: 'c3',
        status: 'complete',
        value: 'acme.com',
        provider: 'p',
        confidence: 0.5,
        license: 'inferred',
        provenance: { source_url: 'https://acme.com/', fetched_at: '2026-01-02T03:04:05Z' },
      },
    ]),
  )
  const plain = await ann.get(`/api/workbooks/${id}/export.csv`)
  expect(plain.headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': expect.stringContaining("filename*=UTF-8''F%C3%BChrende%20"),
  })
  expect(plain.text).toBe(
    `Company,Tags,Domain,'=Note\r\n"Acme, ""Inc""",a; b,acme.com,"'=HYPERLINK(""http://x"")"\r\n-5,,,+4930123456\r\n`,
  )
  const full = await ann.get(
    `/api/v2/workbooks/${id}/export.csv?columns=c4,c3&include=status,provider,confidence,license,source_url,fetched_at&raw=true&bom=true`,
  )
  expect(full.text).toBe(
    '\ufeff=Note,Domain,Domain (status),Domain (provider),Domain (confidence),Domain (license),Domain (source_url),Domain (fetched_at)\r\n' +
      '"=HYPERLINK(""http://x"")",acme.com,complete,p,0.5,inferred,https://acme.com/,2026-01-02T03:04:05Z\r\n' +
      '+4930123456,,,,,,,\r\n',
  )
})

test('unknown columns and additions are refused by name; users of other workspaces find nothing; viewers may export', async () => {
  const id = await makeWorkbook('W', [text('A')])
  const refused = await ann.get(`/api/workbooks/${id}/export.csv?columns=c1,c9&include=status`)
  expect([refused.status, refused.body.detail[0]]).toMatchObject([422, { loc: ['query', 'columns'], input: 'c9' }])
  expect((await ann.get(`/api/workbooks/${id}/export.csv?include=secrets`)).status).toBe(422)
  const stranger = await newcomer()
  expect((await stranger.get(`/api/workbooks/${id}/export.csv`)).status).toBe(404)
  expect((await callerOf(app, workspaceId, 'viewer').get(`/api/workbooks/${id}/export.csv`)).text).toBe('A\r\n')
})

test('what was exported comes back the same, with any text in it', async () => {
  let state = 11
  const next = (below: number) => {
    state = (state * 1664525 + 1013904223) % 2 ** 32
    return Math.floor((state / 2 ** 32) * below)
  }
  const bits = [
    '"',
    ',',
    ';',
    '\n',
    '\r\n',
    '\r',
    '\t',
    '|',
    ' ',
    "'",
    '=',
    '+',
    '@',
    '5',
    'a',
    'Ü',
    '漢',
    '😀',
    '\u202e',
    '\ufeff',
    '%00',
  ]
  const words = () => `${Array.from({ length: next(8) }, () => bits[next(bits.length)]).join('')}`
  const rows = Array.from({ length: 900 }, () => ({ A: `x${words()}`, B: words(), C: words() }))
  const columns = [text('A'), text('B'), text('C')]
  const from = await makeWorkbook('From', columns)
  await addRows(from, rows)
  const to = await makeWorkbook('To', columns)
  const file = (await ann.get(`/api/workbooks/${from}/export.csv`)).text
  const answer = await load(to, file)
  expect(answer.json()).toMatchObject({ created: 900, rejected: 0, columns_created: [] })
  const read = async (id: string) =>
    (await ann.get(`/api/workbooks/${id}?page_size=5000`)).body.rows.map((row: { data: object }) => row.data)
  expect(await read(to)).toEqual(await read(from))
})

test('every row of a long workbook is there once, in order', async () => {
  const id = await makeWorkbook('Long', [text('N'), text('T')])
  const lines = Array.from({ length: 12_000 }, (_, index) => `row ${index},t`)
  expect((await load(id, `N,T\n${lines.join('\n')}\n`)).statusCode).toBe(201)
  expect((await ann.get(`/api/workbooks/${id}/export.csv`)).text).toBe(`N,T\r\n${lines.join('\r\n')}\r\n`)
})

test('a reader who goes away in the middle holds nothing back', async () => {
  const id = await makeWorkbook('Big', [text('N')])
  const lines = Array.from({ length: 20_000 }, (_, index) => `${index} ${'x'.repeat(1000)}`)
  expect((await load(id, `N\n${lines.join('\n')}\n`)).statusCode).toBe(201)
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const headers = { authorization: `Bearer viewer@${workspaceId}` }
  for (let reader = 0; reader < 15; reader++) {
    const request = get({ port, host: '127.0.0.1', path: `/api/workbooks/${id}/export.csv`, headers })
    const [answer] = await once(request, 'response')
    await once(answer, 'data')
    answer.pause()
    request.destroy()
  }
  // More readers than there are connections have gone; all connections are free again.
  expect((await ann.get(`/api/workbooks/${id}`)).status).toBe(200)
  await expect.poll(() => database.pool.totalCount - database.pool.idleCount).toBe(0)
})
