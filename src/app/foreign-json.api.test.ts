// JSON and YAML that others wrote, at every door they come in by: no digit of a number is lost, and no nesting runs a door down.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addWorkspace } from '../../test/database.ts'
import { addPerson, type Call, callAs, type TestService } from '../../test/running-install.ts'
import { readOpenApi } from '../automation/requests/openapi.logic.ts'
import { compute } from '../engine/formula/sample.fixture.ts'
import { must, startKinds, startVendor, type Vendor } from '../enrichment/kinds/kinds.fixture.ts'
import { readFeed } from '../providers/feeds/feed-document.ts'
import { readReply } from '../providers/kit/http-ask.ts'
import { jsonIn } from '../providers/models/model-answer.ts'
import { readText } from '../records/definition/definition-text.logic.ts'

let api: Vendor
let service: TestService
let token: string
let call: Call
beforeAll(async () => {
  api = await startVendor()
  service = await startKinds({ 'api.example.com': api.port })
  token = (await addPerson(service, await addWorkspace(service.database), 'admin')).access_token
  call = callAs(service, token)
})
afterAll(async () => {
  await service?.close()
  await api?.close()
})

/** A request whose body is sent as it is written. */
async function send(path: string, body: string, headers: Record<string, string> = {}) {
  const answer = await fetch(path.startsWith('http') ? path : `${service.url}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
    body,
  })
  return { status: answer.status, text: await answer.text() }
}

async function book(): Promise<{ id: string; values: () => Promise<string> }> {
  const columns_config = [{ name: 'Value', type: 'input', input_type: 'json' }]
  const { id } = await must(call('POST', '/api/workbooks', { name: 'Book', columns_config }), 201)
  const values = async () => {
    const { rows } = await must(call('GET', `/api/workbooks/${id}`), 200)
    return JSON.stringify(rows.map(({ data }: { data: object }) => data))
  }
  return { id, values }
}

/** The result of a value at a door, as the API tells it; `refused` where nothing was taken in. */
type Door = (value: string) => Promise<{ refused: string } | { told: string }>

const taken = async ({ status, text }: { status: number; text: string }, told: () => Promise<string>) => {
  if (status >= 500) throw new Error(`answered ${status}: ${text.slice(0, 300)}`)
  return status < 300 ? { told: await told() } : { refused: text.slice(0, 2000) }
}

const own = {
  definition: {
    inputs: [{ name: 'domain' }],
    sample: { domain: 'a.example' },
    price_usd: 0,
    any_host: false,
    url: 'http://api.example.com/find?d={{domain}}',
    fields: [{ name: 'found', path: 'id', type: 'json' }],
  },
}
const vendorSays = (body: string) => api.says(() => ({ body, headers: { 'content-type': 'application/json' } }))
const pure = (value: unknown) =>
  Promise.resolve(value === undefined ? { refused: 'unread' } : { told: JSON.stringify(value) })

const DOORS: Record<string, Door> = {
  'rows by the call': async (value) => {
    const { id, values } = await book()
    return taken(await send(`/api/workbooks/${id}/rows`, `{"rows":[{"data":{"c1":${value}}}]}`), values)
  },
  ingest: async (value) => {
    const { id, values } = await book()
    const made = await must(call('POST', `/api/v2/workbooks/${id}/ingest-token`, {}), 201)
    const headers = { authorization: `Bearer ${made.token}` }
    return taken(await send(`/api/workbooks/${id}/rows/ingest`, `{"rows":[{"Value":${value}}]}`, headers), values)
  },
  'import of JSON rows': async (value) => {
    const { id, values } = await book()
    return taken(await send(`/api/workbooks/${id}/import`, `{"rows":[{"Value":${value}}]}`), values)
  },
  'import of a JSON file': async (value) => {
    const { id, values } = await book()
    const headers = { 'content-type': 'text/plain' }
    return taken(await send(`/api/workbooks/${id}/import`, `[{"Value":${value}}]`, headers), values)
  },
  'import of JSON Lines': async (value) => {
    const { id, values } = await book()
    const headers = { 'content-type': 'application/x-ndjson' }
    const answer = await send(`/api/workbooks/${id}/import`, `{"Value":${value}}\n{"Value":1}\n`, headers)
    const isRejected = answer.text.includes('Nesting is deeper')
    return isRejected ? { refused: answer.text } : taken(answer, values)
  },
  'MCP tool arguments': async (value) => {
    const { id, values } = await book()
    const made = await must(call('POST', '/api/mcp/tokens', { name: 'T', capabilities: ['workbooks:write'] }), 201)
    const body = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"upsert_rows","arguments":{"workbook_id":"${id}","rows":[{"Value":${value}}]}}}`
    const headers = {
      authorization: `Bearer ${made.token}`,
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2025-06-18',
    }
    return taken(await send('/mcp', body, headers), values)
  },
  'incoming webhook': async (value) => {
    const hook = await must(call('POST', '/api/webhooks/incoming', { name: 'Form' }), 201)
    const payloads = async () => (await call('GET', `/api/webhooks/incoming/${hook.id}/payloads`)).text
    return taken(await send(hook.url, `{"id":${value}}`), payloads)
  },
  'HTTP column': async (value) => {
    const { id } = await book()
    await send(`/api/workbooks/${id}/rows`, '{"rows":[{"data":{"c1":1}}]}')
    vendorSays(`{"id":${value}}`)
    const column = { type: 'http', url: 'http://api.example.com/x', fields: [] }
    const tried = await must(call('POST', `/api/workbooks/${id}/columns/try`, { column }), 200)
    const [row] = tried.rows
    return row.answer === null ? { refused: JSON.stringify(row) } : { told: JSON.stringify(row.answer) }
  },
  source: async (value) => {
    const { id } = await book()
    vendorSays(`[{"id":${value},"n":1}]`)
    const settings = { url: 'http://api.example.com/firms' }
    const at = `/api/workbooks/${id}/sources/preview`
    const { problem, records } = await must(call('POST', at, { adapter: 'http-api', settings }), 200)
    return problem ? { refused: problem } : { told: JSON.stringify(records) }
  },
  'own provider': async (value) => {
    vendorSays(`{"id":${value}}`)
    const tried = await must(call('POST', '/api/settings/own-providers/test', own), 200)
    return tried.status === 'found' ? { told: JSON.stringify(tried.values) } : { refused: JSON.stringify(tried) }
  },
  'reply of a vendor': (value) => {
    const read = readReply({ ok: true, status: 200, headers: {}, body: `{"id":${value}}` }, {}, 0)
    return Promise.resolve(
      read.ok ? { told: JSON.stringify(read.reply.json) } : { refused: JSON.stringify(read.answer) },
    )
  },
  'JSON feed': (value) =>
    pure(readFeed(`{"version":"https://jsonfeed.org/version/1.1","items":[{"id":${value},"title":"a"}]}`)),
  'definition in YAML': (value) => {
    try {
      return pure(readText(`name: ${value}`))
    } catch (error) {
      return Promise.resolve({ refused: JSON.stringify([error, (error as Error).message]) })
    }
  },
  'API description in YAML': (value) => {
    const parameter = `{name: id, in: query, schema: {default: ${value}}}`
    const text = `openapi: "3.0.0"\nservers: [{url: "https://api.example.com"}]\npaths:\n  /x:\n    get:\n      parameters: [${parameter}]\n`
    return pure(readOpenApi(text) ?? undefined)
  },
  'answer of a model': (value) => pure(jsonIn(`Here it is: {"id":${value}}`)),
  'JSON() of formulas': (value) => {
    const read = compute('TOJSON(JSON({{Text}}))', { Text: `{"id":${value}}` })
    return Promise.resolve(read.ok ? { told: String(read.value) } : { refused: read.message })
  },
}

const deep = '['.repeat(100_000) + ']'.repeat(100_000)

describe.each(Object.entries(DOORS))('%s', (_name, door) => {
  it('keeps every digit of a number, and takes none for another', async () => {
    for (const number of ['12345678901234567890', '12345678901234567891', '1e400'])
      expect(await door(number)).toMatchObject({ told: expect.stringContaining(`"${number}"`) })
  })

  it('refuses what nests without end, in words', async () => {
    expect(await door(deep)).toMatchObject({
      refused: expect.stringMatching(/[Nn]est|unread|at most 100,000 characters/),
    })
    expect(await door('[[[[1]]]]')).toHaveProperty('told')
  })
})
