// For the law of money: a workspace in which everything that asks costs, and each way in which someone or something can make it ask.
import { addWorkspace } from '../../test/database.ts'
import { addPerson, type Call, callAs, type TestService } from '../../test/running-install.ts'
import { until } from '../../test/until.ts'
import { MODEL, use as turnOf } from '../automation/assistant/assistant.fixture.ts'
import { connectTo } from '../automation/mcp/mcp.fixture.ts'
import {
  addDearProvider,
  dearProvider,
  must,
  startKinds,
  startVendor,
  type Vendor,
} from '../enrichment/kinds/kinds.fixture.ts'
import { TOKEN_CAPABILITIES } from '../identity/api-tokens/token-capabilities.logic.ts'
import { ALWAYS, STEP } from '../outreach/outreach.fixture.ts'

export interface Market {
  service: TestService
  /** A provider that answers everything, and a model. */
  api: Vendor
  models: Vendor
  /** What the model says from now on. */
  says(turn: unknown): void
  /** How many requests they got, of all or of those that hold this word. */
  asked(word?: string): number
  close(): Promise<void>
}

const SIZE = { size: 'small', subject: 'Hello', sentences: [{ text: 'Dear reader.', facts: [] }] }

export async function startMarket(): Promise<Market> {
  const [api, models] = [await startVendor(), await startVendor()]
  const service = await startKinds(
    { 'api.example.com': api.port, 'models.example.com': models.port },
    { PUBLIC_URL: 'https://ours.test' },
  )
  // Each has an address of its own, so that no two are taken for one.
  api.says(({ path }) => ({ body: { mail: `ann@${path.split(/[=/]/).at(-1)}`, status: 'valid', tech: ['Nginx'] } }))
  let turn: unknown = SIZE
  models.says(() => ({
    body: {
      choices: [{ message: { content: JSON.stringify(turn) }, finish_reason: 'stop' }],
      usage: { prompt_tokens: 1000, completion_tokens: 100 },
    },
  }))
  return {
    service,
    api,
    models,
    says: (next) => {
      turn = next
    },
    asked: (word = '') =>
      [...api.heard, ...models.heard].filter(({ path, body }) => `${path} ${body}`.includes(word)).length,
    async close() {
      await service.close()
      await api.close()
      await models.close()
    },
  }
}

export interface Shop {
  market: Market
  call: Call
  workspace_id: string
  provider: string
  /** Calls a tool: its answer or the words of its refusal, as text. */
  tool(name: string, args: Record<string, unknown>): Promise<string>
  /** From now on, calls are made with an access token whose budget is used up, or by the administrator again. */
  actAs(who: 'poor token' | 'admin'): Promise<void>
  /** How many calls are in the ledger since, each settled. */
  booked(since: Date): Promise<number>
  /** Gives the workspace as much money as this; what it spent before is not given again. */
  allow(usd: number): Promise<void>
  /** Resolves when nothing that was begun in the workspace is left to do. */
  settle(): Promise<void>
  /** A workbook with a domain that contains the word, and a column that asks. */
  book(word: string, column?: object): Promise<{ id: string; row_id: string; column_id: string }>
  lead(word: string, more?: object): Promise<number>
}

const FIELDS = { work_email: 'mail', email_status: 'status', technologies: 'tech' }
const ACTIONS = { find_emails: 'work_email', verify_email: 'email_status', tech_stack: 'technologies' }
const INTO: Record<string, string> = { work_email: 'email' }

export async function openShop(market: Market): Promise<Shop> {
  const { service } = market
  const workspace_id = await addWorkspace(service.database)
  const admin = (await addPerson(service, workspace_id, 'admin')).call
  let acting = admin
  const call: Call = (...asked) => acting(...asked)
  let poor: Call | undefined
  const provider = await addDearProvider(call, FIELDS)
  const values = { base_url: 'http://models.example.com/v1', api_key: 'sk-model-0123' }
  await must(call('PUT', '/api/settings/workspace-integrations/openai-compatible', { values }), 200)
  await must(call('PUT', '/api/settings/models/prices', { model: MODEL, input_usd: 2, output_usd: 10 }), 200)
  await must(call('PUT', '/api/assistant/settings', { model: MODEL }), 200)
  for (const [action, output] of Object.entries(ACTIONS)) {
    const waterfall = {
      id: 'own',
      name: 'Own',
      output,
      into: { [INTO[output] ?? output]: output },
      accept: { kind: 'any' },
      steps: [{ provider, inputs: { domain: '{{Domain}}' } }],
    }
    await must(call('PUT', `/api/settings/lead-actions/${action}`, { waterfalls: [waterfall] }), 200)
  }
  const spent = async () => Number((await must(admin('GET', '/api/billing/budgets'), 200)).items[0]?.spent_usd ?? 0)
  const allow = async (usd: number) => {
    const budget = { scope: 'workspace', period: 'total', kind: 'hard' }
    await must(admin('PUT', '/api/billing/budgets', { items: [{ ...budget, limit_usd: 1000 }] }), 200)
    const limit_usd = Math.round(((await spent()) + usd) * 1e6) / 1e6
    await must(admin('PUT', '/api/billing/budgets', { items: [{ ...budget, limit_usd }] }), 200)
  }
  let opened: Awaited<ReturnType<typeof connectTo>> | undefined
  return {
    market,
    call,
    workspace_id,
    provider,
    allow,
    async actAs(who) {
      if (who === 'poor token' && !poor) {
        const token = { name: 'Poor', capabilities: TOKEN_CAPABILITIES, budget_usd: 0.000001 }
        poor = callAs(service, (await must(admin('POST', '/api/mcp/tokens', token), 201)).token)
      }
      acting = who === 'admin' || !poor ? admin : poor
    },
    async booked(since) {
      const [lines] = await service.database.asOwner<{ n: number }>(
        `select count(*)::int as n from ledger_lines where workspace_id = $1 and at >= $2 and state = 'settled'`,
        [workspace_id, since],
      )
      return lines?.n ?? 0
    },
    async tool(name, args) {
      if (!opened) {
        const token = { name: 'Script', capabilities: TOKEN_CAPABILITIES }
        opened = await connectTo(service, (await must(call('POST', '/api/mcp/tokens', token), 201)).token)
      }
      return JSON.stringify((await opened.client.callTool({ name, arguments: { ...args, max_usd: 9 } })).content)
    },
    async settle() {
      await until(
        () => service.database.asOwner(OPEN, [workspace_id]),
        (open) => open.length === 0,
      )
    },
    async book(word, column = mail(provider)) {
      const columns_config = [{ name: 'Domain', type: 'input', input_type: 'text' }, column]
      const { id } = await must(call('POST', '/api/workbooks', { name: word, columns_config }), 201)
      const rows = [{ data: { c1: `${word}.example` } }]
      const added = await must(call('POST', `/api/workbooks/${id}/rows`, { rows }), 201)
      return { id, row_id: added.items[0].row_id, column_id: 'c2' }
    },
    async lead(word, more) {
      const lead = { kind: 'person', company: word, contact_person: 'Ann Lee', domain: `${word}.example`, ...more }
      return (await must(call('POST', '/api/lead', lead), 200)).lead.id
    },
  }
}

/** As rows: work that is running or due within a few seconds, and events that rules have not read yet, such as the end of a run. */
const OPEN = `select 'heard ' || type as what from events where workspace_id = $1 and id > (select position from event_cursors where name = 'automation')
  union all select 'ticket ' || kind as what from queue where workspace_id = $1 and state in ('ready', 'leased') and run_at < now() + interval '6 s'
  union all select 'schedule ' || kind from schedules where workspace_id = $1 and next_at <= now()
  union all select 'event ' || type from outbox where workspace_id = $1
  union all select 'run' from runs where workspace_id = $1 and ended_at is null and status <> 'paused'
  union all select 'job ' || kind from jobs where workspace_id = $1 and finished_at is null
  union all select 'rule' from automation_runs where workspace_id = $1 and status in ('pending', 'running')
  union all select 'plan' from assistant_plans where workspace_id = $1 and status = 'running'`

const mail = (provider: string) => ({
  name: 'Mail',
  type: 'enrichment',
  provider,
  inputs: { domain: '{{Domain}}' },
  output: 'work_email',
})
const AI = { name: 'Size', type: 'ai', model: MODEL, prompt: 'How big is {{Domain}}?', fields: [{ name: 'size' }] }

/** Makes ready whatever costs nothing or has to be there before, and returns what makes the call; what that answers, as text. */
export type Way = (shop: Shop, word: string) => Promise<() => Promise<string>>

/** Asks for it over HTTP, once; any status. */
const asks = (shop: Shop, method: string, path: string, body: object) => async () =>
  (await shop.call(method, path, body)).text

const inputsOf = (word: string) => ({ inputs: `domain: ${word}.example` })
const MAPPING = [{ field: 'work_email', target: { kind: 'column', column_id: 'c1' } }]
const source = ({ provider }: Shop, word: string) => ({
  adapter: 'own-provider',
  settings: { provider, ...inputsOf(word) },
  mode: 'append',
})
const collection = ({ provider }: Shop, word: string) => ({
  source: 'own-provider',
  query: { provider, ...inputsOf(word) },
})

async function savedSource(shop: Shop, word: string) {
  const { id } = await shop.book(word)
  const made = await must(
    shop.call('POST', `/api/workbooks/${id}/sources`, { ...source(shop, word), mapping: MAPPING }),
    201,
  )
  return { workbook_id: id, source_id: made.id }
}

async function savedFunction(shop: Shop): Promise<string> {
  const made = {
    name: 'Find',
    inputs: [{ name: 'Domain', required: true }],
    columns: [mail(shop.provider)],
    outputs: [{ name: 'Mail', column: 'Mail' }],
  }
  return (await must(shop.call('POST', '/api/functions', made), 201)).id
}

async function enrolled({ call, lead }: Shop, word: string): Promise<string> {
  const config = { smtp_email: 'ann@sender.test', smtp_host: 'mail.test', smtp_port: 25, smtp_password: 'secret' }
  await must(call('PUT', '/api/outreach/smtp/config', config), 200)
  await must(call('PUT', '/api/outreach/settings', { postal_address: 'Sender Ltd, 1 Main Street', model: MODEL }), 200)
  const settings = { ...ALWAYS, require_approval: true }
  const sequence = { name: word, steps: [STEP], settings }
  const { id } = await must(call('POST', '/api/outreach/sequences', sequence), 201)
  await must(call('POST', `/api/outreach/sequences/${id}/start`), 200)
  const lead_ids = [await lead(word, { email: `ann@${word}.example` })]
  await must(call('POST', `/api/outreach/sequences/${id}/enroll`, { lead_ids }), 200)
  const { items } = await must(call('GET', `/api/outreach/sequences/${id}/enrollments`), 200)
  return items[0].id
}

/** A rule with this action, and a row that sets it off. */
const rule =
  (action: (shop: Shop, word: string, book: { id: string }) => Promise<object>): Way =>
  async (shop, word) => {
    const book = await shop.book(word)
    const trigger = { kind: 'row.added', workbook_id: book.id }
    const actions = [await action(shop, word, book)]
    await must(shop.call('POST', '/api/automations', { name: word, trigger, actions }), 201)
    const rows = [{ data: { c1: `${word}-new.example` } }]
    return asks(shop, 'POST', `/api/workbooks/${book.id}/rows`, { rows })
  }

/** A run of a workbook whose column is of this kind. */
const run =
  (column: (shop: Shop) => object): Way =>
  async (shop, word) => {
    const { id } = await shop.book(word, column(shop))
    return asks(shop, 'POST', `/api/workbooks/${id}/run`, {})
  }

const onLead =
  (path: string): Way =>
  async (shop, word) =>
    asks(shop, 'POST', path, { lead_id: await shop.lead(word) })

/** As when the time of a schedule has come. */
const comesDue = (shop: Shop) =>
  shop.market.service.database.asOwner('update schedules set next_at = now() where workspace_id = $1', [
    shop.workspace_id,
  ])

const OLD_AT_ONCE = 1e-9
const leadPolicy = {
  schedule: { every: 'daily' },
  max_usd: 5,
  actions: [{ action: 'find_emails', max_age_days: OLD_AT_ONCE }],
}
async function filledLead(shop: Shop, word: string): Promise<void> {
  const filled = { action: 'find_emails', lead_ids: [await shop.lead(word)] }
  await must(shop.call('POST', '/api/leads/bulk-enrich', filled), 202)
  await shop.settle()
}

const chat = async ({ call }: Shop, body: object) => (await call('POST', '/api/assistant/chat', body)).text

/** Operations, by their ids. */
export const OPERATIONS: Record<string, Way> = {
  start_run: run(({ provider }) => mail(provider)),
  run_cell: async (shop, word) => {
    const { id, row_id, column_id } = await shop.book(word)
    return asks(shop, 'POST', `/api/workbooks/${id}/rows/${row_id}/cells/${column_id}/run`, {})
  },
  try_column: async (shop, word) => {
    const { id } = await shop.book(word)
    return asks(shop, 'POST', `/api/workbooks/${id}/columns/try`, { column: { ...mail(shop.provider), name: 'Tried' } })
  },
  preview_saved_column: async (shop, word) => {
    const { id, column_id } = await shop.book(word)
    return asks(shop, 'POST', `/api/workbooks/${id}/columns/${column_id}/preview`, {})
  },
  compare_columns: async (shop, word) => {
    const { id } = await shop.book(word)
    return asks(shop, 'POST', `/api/workbooks/${id}/columns/compare`, { variants: [AI] })
  },
  run_column_tests: async (shop, word) => {
    const { id, row_id, column_id } = await shop.book(word, AI)
    const path = `/api/workbooks/${id}/columns/${column_id}/tests`
    const expected = { size: { value: 'small', how: 'exact' } }
    await must(shop.call('POST', path, { row_id, expected }), 201)
    return asks(shop, 'POST', `${path}/run`, {})
  },
  test_unsaved_own_provider: async (shop, word) =>
    asks(shop, 'POST', '/api/settings/own-providers/test', {
      definition: dearProvider(FIELDS),
      inputs: { domain: `${word}.example` },
    }),
  test_own_provider: async (shop, word) =>
    asks(shop, 'POST', `/api/settings/own-providers/${shop.provider}/test`, { inputs: { domain: `${word}.example` } }),
  bulk_enrich_leads: async (shop, word) =>
    asks(shop, 'POST', '/api/leads/bulk-enrich', { lead_ids: [await shop.lead(word)], action: 'find_emails' }),
  enrich_lead: async (shop, word) =>
    asks(shop, 'POST', `/api/lead/${await shop.lead(word)}/enrich`, { action: 'find_emails' }),
  verify_lead_email: onLead('/api/leads/verify-email'),
  find_lead_tech_stack: onLead('/api/leads/tech-stack'),
  update_leads_refresh_policy: async (shop, word) => {
    await filledLead(shop, word)
    return async () => {
      const { text } = await shop.call('PUT', '/api/leads/refresh-policy', leadPolicy)
      await comesDue(shop)
      await until(
        async () => (await must(shop.call('GET', '/api/leads/refresh-policy'), 200)).last_result,
        (last) => last !== null,
      )
      return text
    }
  },
  refresh_leads_now: async (shop, word) => {
    await filledLead(shop, word)
    await must(shop.call('PUT', '/api/leads/refresh-policy', leadPolicy), 200)
    return asks(shop, 'POST', '/api/leads/refresh-policy/run', {})
  },
  update_workbook_refresh_policy: async (shop, word) => {
    const { id, column_id } = await shop.book(word)
    await must(shop.call('POST', `/api/workbooks/${id}/run`, {}), 202)
    await shop.settle()
    const path = `/api/workbooks/${id}/refresh-policy`
    const policy = { schedule: { every: 'daily' }, max_usd: 5, columns: [{ column_id, max_age_days: OLD_AT_ONCE }] }
    return async () => {
      const { text } = await shop.call('PUT', path, policy)
      await comesDue(shop)
      await until(
        async () => (await must(shop.call('GET', path), 200)).last_result,
        (last) => last !== null,
      )
      return text
    }
  },
  arm_auto_run: async (shop, word) => {
    const { id, column_id } = await shop.book(word)
    return async () => {
      const { text } = await shop.call('PUT', `/api/workbooks/${id}/columns/${column_id}/auto-run`, {
        max_usd_per_day: 9,
      })
      await shop.call('POST', `/api/workbooks/${id}/rows`, { rows: [{ data: { c1: `${word}-new.example` } }] })
      return text
    }
  },
  create_job: async (shop, word) => asks(shop, 'POST', '/api/jobs', collection(shop, word)),
  retry_job: async (shop, word) => {
    await shop.allow(0)
    const { job_id } = await must(shop.call('POST', '/api/jobs', collection(shop, word)), 201)
    await shop.settle()
    return asks(shop, 'POST', `/api/jobs/${job_id}/retry`, {})
  },
  preview_collection: async (shop, word) => asks(shop, 'POST', '/api/jobs/preview', collection(shop, word)),
  create_source: async (shop, word) => {
    const { id } = await shop.book(word)
    return asks(shop, 'POST', `/api/workbooks/${id}/sources`, source(shop, word))
  },
  try_source: async (shop, word) => {
    const { id } = await shop.book(word)
    const { adapter, settings } = source(shop, word)
    return asks(shop, 'POST', `/api/workbooks/${id}/sources/preview`, { adapter, settings })
  },
  run_source: async (shop, word) => {
    const { workbook_id, source_id } = await savedSource(shop, word)
    return asks(shop, 'POST', `/api/workbooks/${workbook_id}/sources/${source_id}/run`, {})
  },
  create_draft: async (shop, word) =>
    asks(shop, 'POST', '/api/outreach/drafts', { enrollment_id: await enrolled(shop, word), instructions: word }),
  call_function: async (shop, word) =>
    asks(shop, 'POST', `/api/functions/${await savedFunction(shop)}/call`, { items: [{ Domain: `${word}.example` }] }),
  generate_column: async (shop, word) => {
    const { id } = await shop.book(word)
    return asks(shop, 'POST', `/api/workbooks/${id}/generate-column`, { instruction: `what ${word} would say of it` })
  },
  assistant_chat: async (shop, word) => () => chat(shop, { message: `What is ${word}?` }),
  approve_assistant_plan: async (shop, word) => {
    const { id } = await shop.book(word)
    shop.market.says(turnOf('plan', ['start_run', { workbook_id: id, max_usd: 5 }]))
    const told = await chat(shop, { message: 'Fill it' })
    shop.market.says(SIZE)
    const plan = /"plan":\{"id":"([^"]+)"/.exec(told)?.[1]
    return asks(shop, 'POST', `/api/assistant/plans/${plan}/approve`, {})
  },
}

/** Tools, by name. */
export const TOOLS: Record<string, Way> = {
  start_run: async (shop, word) => {
    const { id } = await shop.book(word)
    return () => shop.tool('start_run', { workbook_id: id })
  },
  run_function: async (shop, word) => {
    const function_id = await savedFunction(shop)
    return () => shop.tool('run_function', { function_id, items: [{ Domain: `${word}.example` }] })
  },
  enrich_leads: async (shop, word) => {
    const lead_ids = [await shop.lead(word)]
    return () => shop.tool('enrich_leads', { lead_ids, action: 'find_emails' })
  },
  add_source: async (shop, word) => {
    const { id } = await shop.book(word)
    return () => shop.tool('add_source', { workbook_id: id, ...source(shop, word) })
  },
  run_source: async (shop, word) => {
    const named = await savedSource(shop, word)
    return () => shop.tool('run_source', named)
  },
  create_draft: async (shop, word) => {
    const enrollment_id = await enrolled(shop, word)
    return () => shop.tool('create_draft', { enrollment_id, instructions: word })
  },
}

/** Actions of rules, by kind. */
export const RULE_ACTIONS: Record<string, Way> = {
  run_columns: rule(async (_shop, _word, { id }) => ({ kind: 'run_columns', workbook_id: id, column_ids: ['c2'] })),
  call_function: rule(async (shop) => ({
    kind: 'call_function',
    function_id: await savedFunction(shop),
    inputs: { Domain: '{{Domain}}' },
  })),
}

/** Kinds of columns, in a run. */
export const COLUMNS: Record<string, Way> = {
  enrichment: run(({ provider }) => mail(provider)),
  waterfall: run(({ provider }) => ({
    name: 'Mail',
    type: 'waterfall',
    output: 'work_email',
    accept: { kind: 'any' },
    steps: [{ provider, inputs: { domain: '{{Domain}}' } }],
  })),
  ai: run(() => AI),
  research: run(() => ({ ...AI, type: 'research' })),
  http: run(() => ({
    name: 'Staff',
    type: 'http',
    url: 'http://api.example.com/{{Domain}}',
    price_usd: 0.1,
    billing: 'per_call',
    fields: [{ name: 'mail', path: 'mail' }],
  })),
}
