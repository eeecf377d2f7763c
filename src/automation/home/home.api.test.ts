// Promises of the start page: what waits is counted for those who may decide it, records are found by name, and the tour goes on where it was left.

import { beforeAll, expect, test } from 'vitest'
import { addWorkspace } from '../../../test/database.ts'
import { openTenant } from '../../../test/open-tenant.ts'
import { addPerson, type Call, callAs } from '../../../test/running-install.ts'
import { addTenant, type Tenant } from '../../../test/tenant.ts'
import { until } from '../../../test/until.ts'
import type { WorkspaceId } from '../../kernel/ids.ts'

let full: Tenant
let workspace: WorkspaceId
let call: Call
let viewer: Call
const { service } = await openTenant({ LIMITS: 'off' })
beforeAll(async () => {
  full = await addTenant(service, 'Others')
  workspace = (await addWorkspace(service.database, 'Ours')) as WorkspaceId
  call = (await addPerson(service, workspace, 'admin')).call
  viewer = (await addPerson(service, workspace, 'viewer')).call
})

async function must(method: string, path: string, body?: unknown, by: Call = call) {
  const answer = await by(method, path, body)
  expect(answer.status, answer.text).toBeLessThan(300)
  return answer.body
}

const sql = (text: string, values: unknown[]) =>
  service.database.inWorkspace(workspace, (tx) => tx.client.query(text, [workspace, ...values]))

const ended = (workbook: string, run: string) =>
  until(
    () => must('GET', `/api/workbooks/${workbook}/runs/${run}`),
    ({ ended_at }) => ended_at !== null,
  )

test('a new workspace has nothing to decide, and its first step is data', async () => {
  const home = await must('GET', '/api/home')
  expect(home).toMatchObject({ running: [], decisions: [], signals: [], new_signals: 0, workbooks: [] })
  expect(home.setup.find(({ done, may }: { done: boolean; may: boolean }) => !done && may).step).toBe('data')
  expect(home.tour).toMatchObject({ status: 'new', done: [], step: 'import' })
  const seen = await must('GET', '/api/home', undefined, viewer)
  expect(seen.setup.some(({ may }: { may: boolean }) => may)).toBe(false)
})

test('what failed, stopped or waits is counted once each kind, for those who may decide it', async () => {
  const { id } = await must('POST', '/api/workbooks', {
    name: 'Accounts',
    columns_config: [{ type: 'input', name: 'A', input_type: 'text' }],
  })
  const addRun = (status: string, minutes: number) =>
    sql(
      `insert into runs (workspace_id, id, workbook_id, status, mode, column_ids, rows, cells, scope, max_position, error, created_at, ended_at)
       values ($1, gen_random_uuid(), $2, $3, 'all', '{}', 1, 1, '{}', 1, 'The model was gone', now() - make_interval(mins => $4), now())`,
      [id, status, minutes],
    )
  await addRun('failed', 10)
  await addRun('failed', 9)
  await sql(
    `insert into watches (workspace_id, id, kind, target, state, failures, last_error) values ($1, gen_random_uuid(), 'feed', 'a.example', 'paused', 12, 'It answers 500')`,
    [],
  )
  await sql(
    `insert into signals (workspace_id, id, type, title, summary, strength, novelty, dedupe_key, occurred_at, first_seen_at, company)
     select $1, gen_random_uuid(), 'funding', 'Round ' || n, '', 50, 0.5, 'k' || n, now(), now() - make_interval(hours => n), 'a.example'
     from generate_series(1, 7) n`,
    [],
  )
  const { decisions, signals, new_signals, workbooks } = await must('GET', '/api/home')
  expect(decisions).toMatchObject([
    { kind: 'failed_runs', count: 2, name: 'Accounts', detail: 'The model was gone', workbook_id: id },
    { kind: 'paused_watches', count: 1, name: 'a.example', detail: 'It answers 500' },
  ])
  expect(new_signals).toBe(7)
  expect(signals.map(({ title }: { title: string }) => title)).toEqual([
    'Round 1',
    'Round 2',
    'Round 3',
    'Round 4',
    'Round 5',
  ])
  expect(workbooks).toMatchObject([{ id, name: 'Accounts', total_rows: 0 }])
  expect((await must('GET', '/api/home', undefined, viewer)).decisions).toEqual([])
  // A later run that went well answers for those before it.
  await addRun('done', 1)
  expect((await must('GET', '/api/home')).decisions.map(({ kind }: { kind: string }) => kind)).toEqual([
    'paused_watches',
  ])
})

test('a budget near its end is told with how far it is used', async () => {
  const budget = { scope: 'workspace', period: 'total', limit_usd: 10, kind: 'soft' }
  await must('PUT', '/api/billing/budgets', { items: [budget] })
  await sql(
    `insert into budget_use (workspace_id, budget_id, span, spent_micro) select $1, id, 'total', 9100000 from budgets where workspace_id = $1
     on conflict (workspace_id, budget_id, span) do update set spent_micro = excluded.spent_micro`,
    [],
  )
  const { decisions } = await must('GET', '/api/home')
  expect(decisions.at(-1)).toMatchObject({ kind: 'budgets', count: 1, detail: '91 % used' })
})

test('records of every kind are found by a part of their name, and those of others never', async () => {
  await must('POST', '/api/lead', { company: 'Nordlicht Solar GmbH', contact_person: 'Ida Lund' })
  await must('POST', '/api/outreach/sequences', { name: 'Solar first touch' })
  const { items } = await must('GET', '/api/search?q=SOLAR')
  expect(items).toMatchObject([
    { kind: 'sequence', title: 'Solar first touch' },
    { kind: 'lead', title: 'Ida Lund', detail: 'Nordlicht Solar GmbH' },
  ])
  expect((await must('GET', '/api/search?q=accou')).items[0]).toMatchObject({ kind: 'workbook', title: 'Accounts' })
  // Clients that show recipes have them all, and rank them beside what else they offer.
  expect((await must('GET', '/api/search?q=persona%20seg')).items).toEqual([])
  const theirs = callAs(service, full.owner.access_token)
  expect((await must('GET', '/api/search?q=solar', undefined, theirs)).items).toEqual([])
  expect((await must('GET', '/api/search?q=%20')).items).toEqual([])
  expect((await call('GET', '/api/search')).status).toBe(422)
})

test('the tour does real things, and knows by the workbook how far it is', async () => {
  expect((await call('PATCH', '/api/home/tour', { estimated: true })).status).toBe(409)
  const begun = await must('POST', '/api/home/tour')
  expect(begun).toMatchObject({ status: 'active', done: [], step: 'import' })
  const id = begun.workbook_id
  expect(await must('POST', '/api/home/tour')).toEqual(begun)

  const text = await must('POST', `/api/workbooks/${id}/columns`, {
    type: 'input',
    name: 'Full name',
    input_type: 'text',
  })
  const site = await must('POST', `/api/workbooks/${id}/columns`, { type: 'input', name: 'Domain', input_type: 'url' })
  await must('POST', `/api/workbooks/${id}/rows`, {
    rows: [{ data: { [text.id]: 'Maria Weber', [site.id]: 'brueckner.example' } }],
  })
  expect(await must('PATCH', '/api/home/tour', {})).toMatchObject({ done: ['import'], step: 'column' })
  const { column } = await must('POST', `/api/workbooks/${id}/generate-column`, { instruction: 'find work email' })
  const added = await must('POST', `/api/workbooks/${id}/columns`, column)
  expect(await must('PATCH', '/api/home/tour', { dismissed: true })).toMatchObject({
    status: 'dismissed',
    step: 'estimate',
    column_id: added.id,
  })
  expect(await must('PATCH', '/api/home/tour', { estimated: true, dismissed: false })).toMatchObject({
    status: 'active',
    step: 'run',
  })
  const { run_id } = await must('POST', `/api/workbooks/${id}/run`, { test: true })
  await ended(id, run_id)
  const { tour } = await must('GET', '/api/home')
  expect(tour).toMatchObject({ step: 'undo', run_id })
  await must('POST', `/api/workbooks/${id}/runs/${run_id}/undo`)
  expect((await must('GET', '/api/home')).tour).toMatchObject({ status: 'done', step: null })

  const anew = await must('POST', '/api/home/tour')
  expect(anew).toMatchObject({ status: 'active', done: [] })
  expect(anew.workbook_id).not.toBe(id)
  await must('DELETE', `/api/workbooks/${anew.workbook_id}`)
  expect((await must('GET', '/api/home')).tour).toMatchObject({ status: 'dismissed', workbook_id: null })
  expect((await must('GET', '/api/home', undefined, viewer)).tour.status).toBe('new')
})

test('the overview lists every workspace of a user with its money, failed runs and missing keys, and no other', async () => {
  const agency = await addPerson(service, workspace, 'viewer')
  const client = (await addWorkspace(service.database, 'Client')) as WorkspaceId
  const guarded = (await addWorkspace(service.database, 'Guarded')) as WorkspaceId
  await service.database.inControl(async (tx) => {
    for (const id of [client, guarded])
      await tx.client.query(`insert into memberships (workspace_id, user_id, role) values ($1, $2, 'owner')`, [
        id,
        agency.user_id,
      ])
    await tx.client.query('update workspaces set second_factor_required = true where id = $1', [guarded])
  })
  const by = callAs(service, agency.access_token)
  const inClient: Call = (method, path, body) => by(method, path, body, { 'x-workspace-id': client })
  const book = await must(
    'POST',
    '/api/workbooks',
    { name: 'Accounts', columns_config: [{ type: 'input', name: 'A', input_type: 'text' }] },
    inClient,
  )
  const inputs = { full_name: '{{A}}', domain: '{{A}}' }
  const column = { type: 'enrichment', name: 'Email', provider: 'hunter-email-finder', inputs }
  await must('POST', `/api/workbooks/${book.id}/columns`, column, inClient)
  const items = [{ scope: 'workspace', period: 'month', limit_usd: 20 }]
  await must('PUT', '/api/billing/budgets', { items }, inClient)

  const page = await must('GET', '/api/workspaces/overview', undefined, by)
  expect(page.total).toBe(3)
  const of = (id: string) => page.items.find((one: { id: string }) => one.id === id)
  expect(of(client)).toMatchObject({ name: 'Client', role: 'owner', member_count: 1, workbook_count: 1 })
  expect(of(client).figures).toMatchObject({
    spent_month_usd: 0,
    budget: { period: 'month', kind: 'hard', limit_usd: 20, left_usd: 20, share: 0 },
    failed_runs: 0,
    missing_keys: [{ any_of: [{ id: 'hunter', name: 'Hunter' }] }],
  })
  expect(of(client).figures.last_activity_at).not.toBeNull()
  expect(of(workspace)).toMatchObject({ role: 'viewer' })
  // What needs a second factor says nothing to a login by a password alone.
  expect(of(guarded).figures).toBeNull()
  expect(of(guarded).no_figures).toBe('second_factor')
  expect((await by('GET', '/api/workspaces/overview?limit=51')).status).toBe(422)

  const key = { values: { api_key: 'a key of the agency' } }
  await must('PUT', '/api/settings/workspace-integrations/hunter', key, inClient)
  const after = await must('GET', '/api/workspaces/overview', undefined, by)
  expect(after.items.find((one: { id: string }) => one.id === client).figures.missing_keys).toEqual([])
})
