// Promises of the tools around leads, sources, jobs and drafts: what spends is estimated and capped, and what was done is taken back.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addWorkspace } from '../../../test/database.ts'
import { addPerson, type Call, type TestService } from '../../../test/running-install.ts'
import { must, startKinds, startVendor, type Vendor } from '../../enrichment/kinds/kinds.fixture.ts'
import { TOOL_CAPABILITIES } from '../../identity/api-tokens/token-capabilities.logic.ts'
import { ALWAYS, person, STEP } from '../../outreach/outreach.fixture.ts'
import { connectTo, type Use } from './mcp.fixture.ts'

let service: TestService
let api: Vendor
beforeAll(async () => {
  api = await startVendor()
  service = await startKinds({ 'api.example.com': api.port }, { PUBLIC_URL: 'https://ours.test' })
})
afterAll(async () => {
  await service?.close()
  await api?.close()
})

interface Office {
  call: Call
  use: Use
  names: string[]
  leave: () => Promise<void>
}

async function openOffice(capabilities: readonly string[] = TOOL_CAPABILITIES): Promise<Office> {
  const workspace = await addWorkspace(service.database)
  const call = (await addPerson(service, workspace, 'admin')).call
  const { token } = await must(call('POST', '/api/mcp/tokens', { name: 'Test', capabilities }), 201)
  const { client, use } = await connectTo(service, token)
  const names = (await client.listTools()).tools.map(({ name }) => name)
  return { call, use, names, leave: () => client.close() }
}

async function untilOver(use: Use, job_id: string) {
  for (let tries = 0; tries < 1200; tries++) {
    const { item } = await use('get_job', { job_id })
    if (!['pending', 'running'].includes(item.status)) return item
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error('the job does not end')
}

/** An own provider of the price, and a lead action that asks it for the e-mail of a person. */
async function ownProvider(call: Call, price_usd: number | 'unknown') {
  const definition = {
    inputs: [{ name: 'domain' }],
    url: 'http://api.example.com/find?domain={{domain}}',
    price_usd,
    fields: [{ name: 'work_email', path: 'mail' }],
  }
  const own = await must(call('POST', '/api/settings/own-providers', { name: `At ${price_usd}`, definition }), 201)
  const waterfall = {
    id: 'own',
    name: 'Own',
    output: 'work_email',
    into: { email: 'work_email' },
    accept: { kind: 'any' },
    steps: [{ provider: own.id, inputs: { domain: '{{Domain}}' } }],
  }
  await must(call('PUT', '/api/settings/lead-actions/find_emails', { waterfalls: [waterfall] }), 200)
  return own.id as string
}

describe('filling leads', () => {
  test('is estimated, tried without effect, done within its cap, and taken back', async () => {
    const { call, use, leave } = await openOffice()
    api.says(({ path }) => ({ body: { mail: `info@${new URL(path, 'http://x').searchParams.get('domain')}` } }))
    await ownProvider(call, 0.5)
    const lead_ids: number[] = []
    for (const domain of ['a.example', 'b.example', 'c.example'])
      lead_ids.push((await use('save_lead', { fields: { company: domain, domain } })).lead_id)
    const asked = api.heard.length
    const estimate = await use('estimate_enrich_leads', { lead_ids })
    expect(estimate).toMatchObject({ rows: 3, to_run: 3, high_usd: 1.5, unknown_prices: [] })
    const tried = await use('enrich_leads', { lead_ids, max_usd: 1, dry_run: true })
    expect(tried).toMatchObject({ job_id: null, status: 'dry_run', high_usd: 1.5 })
    expect(api.heard.length).toBe(asked)
    const started = await use('enrich_leads', { lead_ids, max_usd: 1, idempotency_key: 'once' })
    expect((await use('enrich_leads', { lead_ids, max_usd: 1, idempotency_key: 'once' })).job_id).toBe(started.job_id)
    const job = await untilOver(use, started.job_id)
    expect(job.cost_usd).toBe(1)
    expect(api.heard.length).toBe(asked + 2)
    const emails = async () => {
      const { items } = await use('search_leads')
      return items.filter(({ email }: { email?: string }) => email).length
    }
    expect(await emails()).toBe(2)
    expect(await use('undo_job', { job_id: started.job_id })).toMatchObject({ restored: 2 })
    expect(await emails()).toBe(0)
    await leave()
  })

  test('takes at most 100 leads, needs the leave to spend, and takes no leads of another workspace', async () => {
    const [ours, theirs] = [await openOffice(), await openOffice(['leads:read', 'leads:write'])]
    const { lead_id } = await theirs.use('save_lead', { fields: { company: 'Theirs', domain: 'theirs.example' } })
    await expect(ours.use('enrich_leads', { lead_ids: [lead_id], max_usd: 1 })).rejects.toThrow(/not found/i)
    const many = Array.from({ length: 101 }, (_, at) => at + 1)
    await expect(ours.use('enrich_leads', { lead_ids: many })).rejects.toThrow(/lead_ids/)
    expect(theirs.names).toContain('estimate_enrich_leads')
    expect(theirs.names).not.toContain('enrich_leads')
    await expect(theirs.use('enrich_leads', { lead_ids: [lead_id] })).rejects.toThrow('runs:execute')
    await ours.leave()
    await theirs.leave()
  })
})

describe('sources', () => {
  test('are found, added, run and listed; the records are rows', async () => {
    const { use, leave } = await openOffice()
    const kinds = await use('list_source_kinds')
    expect(kinds.items.length).toBeGreaterThan(10)
    expect(kinds.items[0]).not.toHaveProperty('settings')
    const [one] = (await use('list_source_kinds', { adapter: 'workbook' })).items
    expect(one).toMatchObject({ billed: false, ready: true, settings: { required: ['workbook_id'] } })
    await expect(use('list_source_kinds', { adapter: 'no-such' })).rejects.toThrow('no-such')
    const column = { name: 'Company', type: 'input', input_type: 'text' }
    const from = await use('create_workbook', { name: 'From', columns: [column] })
    await use('upsert_rows', { workbook_id: from.workbook_id, rows: [{ Company: 'Acme' }, { Company: 'Borea' }] })
    const { workbook_id } = await use('create_workbook', { name: 'To' })
    const source = { workbook_id, adapter: 'workbook', settings: { workbook_id: from.workbook_id }, max_usd: 0 }
    expect(await use('add_source', { ...source, dry_run: true })).toMatchObject({ item: null, high_usd: 0 })
    expect((await use('list_sources', { workbook_id })).items).toEqual([])
    const { item } = await use('add_source', { ...source, every: 'daily' })
    expect(item).toMatchObject({ adapter: 'workbook', schedule: { every: 'daily' } })
    const run = { workbook_id, source_id: item.id, max_usd: 0 }
    expect(await use('run_source', { ...run, dry_run: true })).toMatchObject({ job_id: null, high_usd: 0 })
    const { job_id } = await use('run_source', run)
    expect(await untilOver(use, job_id)).toMatchObject({ status: 'done' })
    const { columns, items } = await use('query_rows', { workbook_id })
    const company = columns.indexOf('Company')
    expect(items.map((row: string[]) => row[company]).sort()).toEqual(['Acme', 'Borea'])
    expect((await use('list_sources', { workbook_id })).items).toMatchObject([{ last_run: { status: 'done' } }])
    await leave()
  })

  test('that cost more than the cap, or an unknown amount, are not asked', async () => {
    const { call, use, leave } = await openOffice()
    const { workbook_id } = await use('create_workbook', { name: 'Paid' })
    api.says(() => ({ body: { mail: 'a@b.example' } }))
    const asked = api.heard.length
    const at = async (price: number | 'unknown') => ({
      workbook_id,
      adapter: 'own-provider',
      settings: { provider: await ownProvider(call, price), inputs: 'domain: b.example' },
    })
    const dear = await at(0.5)
    await expect(use('add_source', { ...dear, max_usd: 0.4 })).rejects.toThrow('up to $0.5')
    await expect(use('add_source', { ...(await at('unknown')), max_usd: 5 })).rejects.toThrow('not known')
    expect(await use('add_source', { ...dear, dry_run: true })).toMatchObject({ high_usd: 0.5, unknown_prices: [] })
    expect(api.heard.length).toBe(asked)
    const { item } = await use('add_source', { ...dear, max_usd: 0.5 })
    expect(api.heard.length).toBe(asked + 1)
    const run = async (max_usd: number) =>
      untilOver(use, (await use('run_source', { workbook_id, source_id: item.id, max_usd })).job_id)
    expect(await run(0.1)).toMatchObject({ status: 'failed', error: expect.stringContaining('0.1') })
    expect(api.heard.length).toBe(asked + 1)
    expect(await run(0.5)).toMatchObject({ status: 'done', cost_usd: 0.5 })
    const { items: lines } = await must(call('GET', '/api/billing/ledger'), 200)
    expect(lines.map(({ amount_usd }: { amount_usd: number }) => amount_usd)).toEqual([0.5, 0.5])
    expect(api.heard.length).toBe(asked + 2)
    const serper = { workbook_id, adapter: 'serper', settings: { query: 'toys' }, max_usd: 0 }
    await expect(use('add_source', serper)).rejects.toThrow('may cost up to')
    await leave()
  })
})

test('a draft is edited and rejected by clients that may prepare drafts, and sent by none of them', async () => {
  const { call, use, names, leave } = await openOffice(['leads:read', 'sequences:enroll'])
  expect(names).not.toContain('approve_draft')
  const config = { smtp_email: 'ann@sender.test', smtp_host: 'mail.test', smtp_port: 25, smtp_password: 'secret' }
  await must(call('PUT', '/api/outreach/smtp/config', config), 200)
  await must(call('PUT', '/api/outreach/settings', { postal_address: 'Sender Ltd, 1 Main Street' }), 200)
  const lead = await must(call('POST', '/api/lead', person(1, { specialization: 'Toys' })), 200)
  const settings = { ...ALWAYS, require_approval: true }
  const sequence = await must(call('POST', '/api/outreach/sequences', { name: 'First', steps: [STEP], settings }), 201)
  await must(call('POST', `/api/outreach/sequences/${sequence.id}/start`), 200)
  await use('enroll_leads', { sequence_id: sequence.id, lead_ids: [lead.lead.id], consent_source: 'They asked' })
  const { items } = await must(call('GET', `/api/outreach/sequences/${sequence.id}/enrollments`), 200)
  await must(call('POST', '/api/outreach/drafts', { enrollment_id: items[0].id }), 201)
  const [draft] = (await use('list_drafts')).items
  const edited = await use('edit_draft', { draft_id: draft.id, subject: 'Another subject' })
  expect(edited.item).toMatchObject({ subject: 'Another subject', status: 'pending' })
  expect((await use('reject_draft', { draft_id: draft.id })).item).toMatchObject({ status: 'rejected' })
  await expect(use('edit_draft', { draft_id: draft.id, subject: 'Too late' })).rejects.toThrow()
  await expect(use('approve_draft', { draft_id: draft.id })).rejects.toThrow('outreach:send')
  await leave()
})

test('a model drafts under a cap, and what it wrote waits for approval', async () => {
  const { call, use, leave } = await openOffice(['leads:read', 'sequences:enroll', 'runs:execute'])
  const model = 'openai-compatible/tiny'
  const values = { base_url: 'http://api.example.com/v1', api_key: 'sk-model-0123' }
  await must(call('PUT', '/api/settings/workspace-integrations/openai-compatible', { values }), 200)
  const config = { smtp_email: 'ann@sender.test', smtp_host: 'mail.test', smtp_port: 25, smtp_password: 'secret' }
  await must(call('PUT', '/api/outreach/smtp/config', config), 200)
  await must(call('PUT', '/api/outreach/settings', { postal_address: 'Sender Ltd, 1 Main Street', model }), 200)
  const lead = await must(call('POST', '/api/lead', person(1, { specialization: 'Toys' })), 200)
  const settings = { ...ALWAYS, require_approval: true }
  const sequence = await must(call('POST', '/api/outreach/sequences', { name: 'First', steps: [STEP], settings }), 201)
  await must(call('POST', `/api/outreach/sequences/${sequence.id}/start`), 200)
  await use('enroll_leads', { sequence_id: sequence.id, lead_ids: [lead.lead.id], consent_source: 'They asked' })
  const [{ id: enrollment_id }] = (await use('list_enrollments', { sequence_id: sequence.id })).items
  const written = { subject: 'Toys', sentences: [{ text: 'You make toys.', facts: ['specialization'] }] }
  api.says(() => ({
    body: {
      choices: [{ message: { content: JSON.stringify(written) }, finish_reason: 'stop' }],
      usage: { prompt_tokens: 1000, completion_tokens: 100 },
    },
  }))
  const asked = api.heard.length
  await expect(use('create_draft', { enrollment_id, max_usd: 5 })).rejects.toThrow('price of the model is not known')
  await must(call('PUT', '/api/settings/models/prices', { model, input_usd: 2, output_usd: 10 }), 200)
  for (const max_usd of [0, 0.001])
    await expect(use('create_draft', { enrollment_id, max_usd })).rejects.toThrow(`more than $${max_usd}`)
  expect(api.heard.length).toBe(asked)
  const { item } = await use('create_draft', { enrollment_id, max_usd: 0.1 })
  expect(item).toMatchObject({ status: 'pending', drafted_by: 'model', subject: 'Toys' })
  expect(api.heard.length).toBe(asked + 1)
  expect((await use('list_drafts')).items).toMatchObject([{ id: item.id, status: 'pending' }])
  await leave()
})

test('a job that runs is cancelled', async () => {
  const { call, use, leave } = await openOffice()
  await ownProvider(call, 0)
  const { lead_id } = await use('save_lead', { fields: { company: 'A', domain: 'slow.example' } })
  let release: () => void = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  api.says(async () => {
    await held
    return { body: {} }
  })
  const { job_id } = await use('enrich_leads', { lead_ids: [lead_id], max_usd: 0 })
  await use('cancel_job', { job_id })
  release()
  expect(await untilOver(use, job_id)).toMatchObject({ status: 'cancelled' })
  await leave()
})

test('a fault of columns that are added is at its place in what was sent', async () => {
  const { call, use, leave } = await openOffice(['workbooks:read', 'workbooks:write'])
  const columns_config = [{ name: 'Company', type: 'input' }]
  const { id } = await must(call('POST', '/api/workbooks', { name: 'Book', columns_config }), 201)
  const added = [{ name: 'Domain', type: 'formula', expression: '{{Nothing}}' }]
  const refused = await use('add_columns', { workbook_id: id, columns: added }).catch((error: Error) => error.message)
  expect(refused).toMatch(/^columns\.0\./)
  await leave()
})
