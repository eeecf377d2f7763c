// Questions that go together, on a real database: one call for many rows, and each row answered, paid and remembered by itself.
import { expect, it } from 'vitest'
import { addWorkspace } from '../../../test/database.ts'
import { openTenant } from '../../../test/open-tenant.ts'
import type { Json } from '../../kernel/json.ts'
import { found, type HttpLookup } from '../../providers/kit/kit.ts'
import type { HttpReply, HttpRequest } from '../../providers/kit/outside.ts'
import { clamp } from '../performance/performance.commands.ts'
import { declared } from '../runs/counted-lookup.fixture.ts'
import { offlineTools } from '../runs/offline-tools.fixture.ts'
import { setStage } from '../runs/run-stage.fixture.ts'
import { addWorkbook, readCells } from '../runs/workbook.fixture.ts'
import { createAsker } from './asker.ts'
import { answerCache } from './cache.reads.ts'

const { database } = await openTenant()

const columns = [
  {
    type: 'waterfall',
    name: 'About',
    output: 'description',
    steps: [{ provider: 'bulk', inputs: { key: '{{Name}}' } }],
  },
]
const names = (count: number) => Array.from({ length: count }, (_, index) => `n${index}`)
const pathOf = ({ url }: HttpRequest) => new URL(url).pathname
const keysIn = (request: HttpRequest) => (JSON.parse(request.body ?? '{}') as { keys: string[] }).keys

const bulk: HttpLookup = {
  ...declared('bulk'),
  repeat_free: false,
  statuses: { miss: [404] },
  ask: ({ key }) => ({ method: 'POST', url: 'https://bulk.example/one', json: { keys: [key ?? ''] } }),
  read: ({ json }) => found({ description: (json as { about: string }).about }, 0.9),
  many: {
    most: 5,
    ask: (all) => ({
      method: 'POST',
      url: 'https://bulk.example/many',
      json: { keys: all.map(({ key }) => key ?? '') },
    }),
    split: ({ json }) => (json as { status: number; json: Json }[]).map((part) => part),
  },
}

/** A vendor that answers each key as `say` does. */
function vendor(say: (key: string) => { status: number; json: Json }) {
  const asked: HttpRequest[] = []
  const http = async (request: HttpRequest): Promise<HttpReply> => {
    asked.push(request)
    const parts = keysIn(request).map(say)
    const [only] = parts
    if (pathOf(request) === '/many' || !only) return { ok: true, status: 200, headers: {}, body: JSON.stringify(parts) }
    return { ok: true, status: only.status, headers: {}, body: JSON.stringify(only.json) }
  }
  return { asked, http }
}

const about = (key: string) => ({ status: 200, json: { about: `about ${key}` } })

it('lets those of a call that have no room in a cap go with a later one, up to the last hit that fits', async () => {
  const { asked, http } = vendor((key) => (Number(key.slice(1)) % 2 ? { status: 404, json: {} } : about(key)))
  const book = await addWorkbook(database, names(60), columns)
  const stage = setStage(database, [bulk], { http })
  const run = await stage.end(book, await stage.start(book, { max_usd: 4 }))
  await stage.close()
  expect(run).toMatchObject({ status: 'budget_stopped', counts: { complete: 8 }, cost_usd: 4 })
  expect(new Set(asked.flatMap(keysIn)).size).toBe(asked.flatMap(keysIn).length)
})

it('asks for many rows in one call and pays for each row that has an answer', async () => {
  const { asked, http } = vendor((key) => (key === 'n3' ? { status: 404, json: {} } : about(key)))
  const book = await addWorkbook(database, names(12), columns)
  const stage = setStage(database, [bulk], { http })
  const run = await stage.end(book, await stage.start(book))
  await stage.close()
  expect(run).toMatchObject({ status: 'done', done: 12, counts: { complete: 11, not_found: 1 }, cost_usd: 5.5 })
  const cells = await readCells(database, book.id)
  for (const { name, value } of cells) expect(value).toBe(name === 'n3' ? null : `about ${name}`)
  expect(asked.flatMap(keysIn).sort()).toEqual(names(12).sort())
  expect(asked.length).toBeLessThanOrEqual(4)
  for (const request of asked) expect(keysIn(request).length).toBeLessThanOrEqual(5)
  const lines = await database.asOwner(
    `select state, count(*)::int as n, sum(amount_micro)::int as micro from ledger_lines where workbook_id = $1 group by 1`,
    [book.id],
  )
  expect(lines).toEqual([{ state: 'settled', n: 11, micro: 5_500_000 }])
  const traces = await database.asOwner<{ request: { body: string }; response: { notes: object } }>(
    `select request, response from attempts where workbook_id = $1 and response->'notes' is not null`,
    [book.id],
  )
  expect(traces.length).toBeGreaterThanOrEqual(10)
  for (const { request } of traces) expect(JSON.parse(request.body).keys).toHaveLength(1)
})

it('keeps the failure of one row to that row, and asks again for it alone', async () => {
  let failures = 0
  const { asked, http } = vendor((key) => {
    if (key !== 'n2' || failures++ > 0) return about(key)
    return { status: 503, json: {} }
  })
  const book = await addWorkbook(database, names(5), columns)
  const stage = setStage(database, [bulk], { http })
  const run = await stage.end(book, await stage.start(book))
  await stage.close()
  expect(run).toMatchObject({ status: 'done', counts: { complete: 5 }, cost_usd: 2.5 })
  const times = asked.flatMap(keysIn).filter((key) => key === 'n2')
  expect(times).toHaveLength(2)
  expect(asked.flatMap(keysIn)).toHaveLength(6)
  expect(asked.map(pathOf)).toContain('/one')
})

it('leaves every row of a call whose answer was never heard uncertain, and asks for none of them again', async () => {
  const { asked, http } = vendor(about)
  const silent = async (request: HttpRequest) => {
    await http(request)
    return new Promise<HttpReply>(() => {})
  }
  const book = await addWorkbook(database, names(4), columns)
  const first = setStage(database, [bulk], { http: silent })
  const started = await first.start(book)
  await expect.poll(() => asked.flatMap(keysIn)).toHaveLength(4)
  const reserved = await database.asOwner(`select 1 from reservations where workbook_id = $1`, [book.id])
  expect(reserved).toHaveLength(4)
  await first.close()
  const second = setStage(database, [bulk], { http })
  const run = await second.end(book, started)
  await second.close()
  expect(run).toMatchObject({ status: 'done_with_errors', counts: { error: 4 } })
  expect((await readCells(database, book.id)).map(({ reason }) => reason)).toEqual(Array(4).fill('uncertain'))
  expect(asked.flatMap(keysIn)).toHaveLength(4)
})

it('goes on for the other runs when one is stopped, and ends when none is left', async () => {
  const { asked, http } = vendor(about)
  let answer = () => {}
  const heard = new Promise<void>((resolve) => {
    answer = resolve
  })
  const given: AbortSignal[] = []
  const slow = async (request: HttpRequest, signal: AbortSignal) => {
    given.push(signal)
    const reply = await http(request)
    await heard
    return reply
  }
  const now = () => new Date()
  const accounts = { find: async () => ({}) }
  const toolsFor = () => ({ ...offlineTools, http: slow })
  const ask = createAsker({ cache: answerCache(database), toolsFor, accounts, now })
  const workspace_id = await addWorkspace(database)
  const question = (key: string, signal: AbortSignal) =>
    ask({
      workspace_id,
      lookup: bulk,
      values: { key },
      performance: clamp({}),
      signal,
      reserve: () => (key === 'poor' ? Promise.reject(new Error('no money')) : Promise.resolve()),
    })
  const stops = [new AbortController(), new AbortController(), new AbortController()] as const
  const stopped = question('a', stops[0].signal)
  const kept = question('b', stops[1].signal)
  const poor = question('poor', stops[2].signal)
  await expect(poor).rejects.toThrow('no money')
  await expect.poll(() => asked.flatMap(keysIn)).toEqual(['a', 'b'])
  stops[0].abort(new Error('cancelled'))
  await expect(stopped).rejects.toThrow('cancelled')
  expect(given[0]?.aborted).toBe(false)
  answer()
  expect(await kept).toMatchObject({ outcome: { kind: 'found', values: { description: 'about b' } } })
})
