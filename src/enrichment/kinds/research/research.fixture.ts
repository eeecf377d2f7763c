// For tests of columns that research: a model that follows a script, a search, and pages, all on loopback.

import { randomBytes } from 'node:crypto'
import { startTestService, type TestService } from '../../../../test/running-install.ts'
import { until } from '../../../../test/until.ts'
import {
  addBench,
  type Bench,
  must,
  type ReceivedRequest,
  type StubReply,
  startKinds,
  startVendor,
} from '../kinds.fixture.ts'

export const KEY = 'sk-model-PLAINTEXT-0123'
export const MODEL = 'openai-compatible/tiny'
const MASTER_KEY = randomBytes(32).toString('base64')
const SITES = ['acme.test', 'news.test', 'evil.test']

export const COLUMN = {
  name: 'Size',
  type: 'research',
  model: MODEL,
  prompt: 'How many people work at {{Company}}?',
  fields: [{ name: 'employees', type: 'number' }],
}

const TURN = { action: 'answer', query: null, url: null, answer: null, citations: null }
export const looksFor = (query: string) => ({ ...TURN, action: 'search', query })
export const reads = (url: string) => ({ ...TURN, action: 'fetch', url })
export const asksTable = (table: string, query: string) => ({ ...TURN, action: 'table', table, query })
export const answers = (employees: number | null, ...quotes: [url: string, quote: string][]) => ({
  ...TURN,
  answer: { employees },
  citations: quotes.map(([url, quote]) => ({ field: 'employees', url, quote })),
})

/** What the model's server answers when the model says this turn. */
export const says = (turn: unknown): StubReply => ({
  body: {
    choices: [{ message: { content: JSON.stringify(turn) }, finish_reason: 'stop' }],
    usage: { prompt_tokens: 1000, completion_tokens: 100 },
  },
})
export const messagesOf = ({ body }: ReceivedRequest): { role: string; content: string }[] => JSON.parse(body).messages

export const page = (title: string, body: string): StubReply => ({
  body: `<title>${title}</title><body>${body}</body>`,
})
export const ACME = page(
  'Acme Ltd',
  '<h1>About</h1><p>Today 4,200&nbsp;people work at “Acme”.</p><a href="/team">Team</a>',
)
const NEWS = page('News', '<p>Acme Ltd has 4200 employees, it said on Monday.</p>')

export type World = Awaited<ReturnType<typeof startWorld>>

export async function startWorld() {
  const [models, search, pages] = [await startVendor(), await startVendor(), await startVendor()]
  const hosts: Record<string, number> = { 'models.example.com': models.port, 'search.example.com': search.port }
  for (const site of SITES) hosts[site] = pages.port
  const service = await startKinds(hosts, { MASTER_KEY })

  return {
    models,
    search,
    pages,
    service,
    /** The model answers its n-th question of a research with the n-th turn. */
    script(...turns: unknown[]) {
      const at = (heard: ReceivedRequest) => messagesOf(heard).filter(({ role }) => role === 'assistant').length
      models.says((heard) => says(turns[at(heard)] ?? answers(null)))
    },
    /** Two sites and a search that finds both, and what else there is to be. */
    begin(more: Record<string, StubReply> = {}) {
      const there: Record<string, StubReply> = { 'acme.test/': ACME, 'news.test/acme': NEWS, ...more }
      pages.says(({ headers, path }) => there[`${headers.host}${path}`] ?? { status: 404, body: 'nothing' })
      const results = ['acme.test/', 'news.test/acme'].map((at) => ({
        url: `http://${at}`,
        title: at,
        content: 'Acme',
      }))
      search.says(() => ({ body: { query: 'x', results, unresponsive_engines: [] } }))
      models.says(() => says(answers(null)))
    },
    /** A workspace that has the model, its price and the search, with a workbook. */
    async bench(rows: (string | null)[][], names = ['Company']): Promise<Bench> {
      const at = await addBench(service, names, rows)
      const enter = (id: string, values: object) =>
        must(at.call('PUT', `/api/settings/workspace-integrations/${id}`, { values }), 200)
      await enter('openai-compatible', { base_url: 'http://models.example.com/v1', api_key: KEY })
      await enter('searxng', { base_url: 'http://search.example.com' })
      await must(at.call('PUT', '/api/settings/models/prices', { model: MODEL, input_usd: 2, output_usd: 10 }), 200)
      return at
    },
    /** As after a kill: what was under way stays reserved, its worker is gone, and the chunk goes to another one. */
    async killWorker(runId: string): Promise<TestService> {
      await service.database.asOwner(
        `update run_chunks set worker_id = gen_random_uuid(), lease_until = now() - interval '1 minute' where run_id = $1`,
        [runId],
      )
      const map = Object.entries(hosts).map(([name, port]) => `${name}=127.0.0.1:${port}`)
      const settings = { LIMITS: 'off', ROLE: 'worker', MASTER_KEY, EGRESS_ALLOW: '127.0.0.1' }
      return startTestService({ ...settings, EGRESS_HOST_MAP: map.join(',') }, { database: service.database })
    },
    async close() {
      await service.close()
      for (const vendor of [models, search, pages]) await vendor.close()
    },
  }
}

export async function ended({ call, workbook_id }: Bench, runId: string): Promise<void> {
  const look = () => must(call('GET', `/api/workbooks/${workbook_id}/runs/${runId}`), 200)
  await until(look, ({ ended_at }) => ended_at !== null)
}
