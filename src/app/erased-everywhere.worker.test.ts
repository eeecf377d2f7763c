// Promises of erasure over all tables and ways in: the person is in none of them afterwards, and is taken in again by no identifier.

import { afterAll, expect, it } from 'vitest'
import { callAs } from '../../test/running-install.ts'
import { addTenant, type Tenant } from '../../test/tenant.ts'
import { until } from '../../test/until.ts'
import { addBench, must, run as runAll } from '../enrichment/kinds/kinds.fixture.ts'
import { add, HTTP, run, startSources } from '../enrichment/sources/sources.fixture.ts'
import { erasingWith } from './erasers.ts'
import { allTables, type Column, MASTER_KEY, type Trace, tracesOf } from './erasure.fixture.ts'

const { api, service } = await startSources({ MASTER_KEY: MASTER_KEY.toString('base64') })
afterAll(() => api.close())
afterAll(() => service.close())

/** Every table of the database and what an erasure does with it. */
const HOW = erasingWith(async () => {}).tables

const ID = '01a20000-0000-7000-8000-000000000001'
const AT = '2026-11-22T05:00:00Z'
/** A row for each table in which the tenant has none, with the columns it must fill. */
const LINES: Record<string, object> = {
  job_log: { level: 'info' },
  schedules: { every_seconds: 60, paused: true },
  watch_polls: { cause: 'schedule', outcome: 'unchanged' },
  lead_claims: { lead_id: 1, field: 'city', value: 'Ulm', provider: 'p', reason: 'r', provenance: {}, source: {} },
  queue: { state: 'dead', attempts: 1, max_attempts: 1 },
  outbound_messages: { kind: 'answer', state: 'sent', due_at: AT },
  import_rows: { outcome: 'skip' },
  lead_changes: { kind: 'updated' },
  signals: {
    id: ID,
    type: 'job_change',
    title: 'Ann moved',
    summary: 'ann@münchen.example',
    occurred_at: AT,
    first_seen_at: AT,
    dedupe_key: 'k',
    status: 'new',
    details: {},
    provenance: {},
    strength: 5,
    novelty: 0.5,
  },
  watch_texts: { id: ID, watch_id: ID, url: 'https://b.example', text: 'Ann <ANN@münchen.example>', at: AT },
  inbound_messages: {
    id: ID,
    mailbox_id: ID,
    dedupe_key: 'd',
    kind: 'reply',
    class: 'other',
    class_by: 'rules',
    subject: '',
    text: '',
    from_address: 'ann+x@münchen.example',
    from_name: 'Ann',
    is_cut: false,
    received_at: AT,
    created_at: AT,
  },
  automation_runs: {
    id: ID,
    rule_id: ID,
    event_key: 'e',
    object: 'o',
    title: '',
    facts: { email: 'ann@münchen.example' },
    status: 'done',
    depth: 0,
    attempts: 0,
    cost_micro: 0,
    created_at: AT,
    occurred_at: AT,
    ended_at: AT,
    is_manual: false,
  },
  automation_steps: {
    run_id: ID,
    position: 0,
    kind: 'notify',
    status: 'done',
    input: { to: 'ann@münchen.example' },
    attempts: 0,
    cost_micro: 0,
    reserved_micro: 0,
  },
  webhook_deliveries: {
    id: ID,
    endpoint_id: ID,
    type: 'lead.stored',
    body: '{"email":"ann@münchen.example"}',
    state: 'pending',
    attempts: 0,
    created_at: AT,
    next_at: '2036-11-22T05:00:00Z',
    give_up_at: '2036-11-23T05:00:00Z',
    source: {},
  },
  incoming_payloads: { id: ID, hook_id: ID, headers: {}, body: { mail: 'ann@münchen.example' }, received_at: AT },
  assistant_messages: {
    id: ID,
    conversation_id: ID,
    seq: 1,
    kind: 'user',
    created_at: AT,
    content: { text: 'Who is ann@münchen.example?' },
  },
  notices: {
    id: ID,
    user_id: 1,
    topic: 't',
    severity: 'info',
    title: 'Reply',
    text: 'ann@münchen.example replied',
    created_at: AT,
  },
}

/** The person of the law: no other test knows them. */
const NAME = 'Annika Doering'
const LEAD = {
  contact_person: NAME,
  email: 'annika.doering@firm.example',
  phone: '+49 171 2345678',
  company: 'Firm',
  linkedin_url: 'https://www.linkedin.com/in/annika-doering',
  custom: { private_email: 'adoering@home.example', mobile: '+49 151 7654321' },
}
const HER =
  /annika[^a-z0-9]{1,3}doering|doering[^a-z0-9]{1,3}annika|adoering@home|171[ .-]?234[ .-]?5678|151[ .-]?765[ .-]?4321/i

type Post = (path: string, body: object, headers?: Record<string, string>) => Promise<Record<string, never>>

/** Names the person through every way in: the tenant has one of everything, and these name her. */
async function nameHer(tenant: Tenant, post: Post): Promise<{ lead_id: number; replays: [string, object, string][] }> {
  const call = callAs(service, tenant.owner.access_token)
  const { workspace_id, ...at } = { workspace_id: tenant.ids.ws_id, ...tenant.ids }
  const replays: [string, object, string][] = []
  const keyed = async (path: string, body: object) => {
    const key = `key-${replays.length}`
    replays.push([path, body, key])
    return post(path, body, { 'idempotency-key': key })
  }
  const { lead } = (await keyed('/api/lead', LEAD)) as unknown as { lead: { id: number } }
  await post('/api/lead', { company: 'Firm', domain: 'firm.example', custom: { contact: LEAD.email } })
  await post(`/api/lead/${lead.id}/status`, { status: 'contacted', note: `${NAME} called back` })
  await post(`/api/lead/${lead.id}/intents`, { kind: 'demo', note: `${NAME} asked for a demo` })
  const book = (await post('/api/workbooks', {
    name: `People like ${NAME}`,
    columns_config: ['Name', 'Email', 'Phone', 'Notes'].map((name) => ({ name, type: 'input', input_type: 'text' })),
  })) as unknown as { id: string }
  const path = `/api/workbooks/${book.id}`
  const row = (data: object) => ({ rows: [{ data }], label: `Add ${NAME}` })
  await keyed(`${path}/rows`, row({ c1: NAME, c2: LEAD.email }))
  await post(`${path}/rows`, row({ c1: 'Doering, Annika', c3: '0171 2345678' }))
  const { items } = (await keyed(`${path}/rows`, row({ c1: 'Bob', c4: `Ask ${LEAD.email}` }))) as unknown as {
    items: { row_id: string }[]
  }
  const bob = items[0]?.row_id
  await call('PATCH', `${path}/rows`, { rows: [{ row_id: bob, data: { c4: 'Ask nobody' } }] })
  await call('PATCH', `${path}/rows`, { rows: [{ row_id: bob, data: { c4: 'see adoering@home.example' } }] })
  await post(`${path}/rows`, row({ c1: NAME, c4: 'another person of the same name, as far as anyone knows' }))
  const away = (await post(`${path}/rows`, row({ c1: 'Away', c2: LEAD.email }))) as unknown as typeof items & {
    items: { row_id: string }[]
  }
  await call('DELETE', `${path}/rows`, { row_ids: [away.items[0]?.row_id] })
  api.says(() => ({ body: { email: LEAD.email, name: NAME } }))
  const added = (await post(`${path}/columns`, {
    name: 'Asked',
    type: 'http',
    url: 'http://api.example.com/person',
    fields: [{ name: 'email', path: 'email' }],
  })) as unknown as { id: string }
  const bench = { call, workspace_id: workspace_id as never, workbook_id: book.id, rows: [] }
  await runAll(bench, { column_ids: [added.id] })
  await post(`${path}/columns`, {
    name: 'Is she',
    type: 'formula',
    expression: `IF({{Email}} = "${LEAD.email}", "yes", "no")`,
  })
  await post(`${path}/views`, { name: `${NAME} and friends`, scope: 'shared' })
  await post('/api/leads/filters', { name: NAME, search: NAME })
  await post('/api/templates/gallery', {
    workbook_id: book.id,
    name: 'People',
    category: 'research',
    purpose: 'Ours.',
    sample_rows: 5,
  })
  await post('/api/outreach/suppressions', { value: LEAD.email, note: `${NAME} asked us` })
  await post('/api/outreach/sequences', { name: `For ${NAME}` })
  const { id: exportId } = (await post(`${path}/exports`, { format: 'csv' })) as unknown as { id: string }
  await until(
    () => must(call('GET', `${path}/exports/${exportId}`), 200),
    ({ state }) => state === 'done',
  )
  const form = new FormData()
  form.set('file', new Blob([`Name,Email\n${NAME},${LEAD.email}\n`], { type: 'text/csv' }), 'annika-doering.csv')
  const sent = await fetch(`${service.url}${path}/import/preview`, {
    method: 'POST',
    headers: { authorization: `Bearer ${tenant.owner.access_token}` },
    body: form,
  })
  expect(sent.status).toBe(200)
  const leads = new FormData()
  leads.set(
    'file',
    new Blob([`contact_person,email\n${NAME},${LEAD.email}\n`], { type: 'text/csv' }),
    'annika-doering.csv',
  )
  const brought = await fetch(`${service.url}/api/leads/import`, {
    method: 'POST',
    headers: { authorization: `Bearer ${tenant.owner.access_token}` },
    body: leads,
  })
  expect(brought.status, await brought.clone().text()).toBe(200)
  const { token } = (await post(`${path}/ingest-token`, {})) as unknown as { token: string }
  const ingested = await fetch(`${service.url}${path}/rows/ingest`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'idempotency-key': 'ingest-1' },
    body: JSON.stringify({ rows: [{ Name: NAME, Email: 'adoering@home.example' }] }),
  })
  expect(ingested.status).toBe(200)
  void at
  return { lead_id: lead.id, replays }
}

/** The least that a line may be made of, by type. */
const LEAST: Record<string, unknown> = {
  uuid: ID,
  text: 'none',
  jsonb: {},
  timestamptz: AT,
  date: AT,
  bool: false,
  bytea: '\\x00',
  _text: [],
  _uuid: [],
  int2: 1,
  int4: 1,
  int8: 1,
  float4: 1,
  float8: 1,
  numeric: 1,
  _int8: [],
  _int4: [],
}

const faults: string[] = []

/** Where a table is not named through the ways in: her name and address in every column of a line that takes words. */
async function plant(workspaceId: string, name: string, columns: Column[]): Promise<boolean> {
  const how = HOW[name]
  if (!how || how.by === 'nothing' || how.by === 'following') return true
  const words = `${NAME} <${LEAD.email}>`
  const only = 'only' in how && how.only !== undefined ? how.only : 'true'
  const there = await service.database.asOwner(`select from ${name} t where workspace_id = $1 and ${only} limit 1`, [
    workspaceId,
  ])
  if (there.length === 0) {
    const needed = columns.filter((column) => column.is_needed).map((column) => [column.name, LEAST[column.type]])
    const whole = { ...Object.fromEntries(needed), ...LINES[name], workspace_id: workspaceId }
    const names = Object.keys(whole).join(', ')
    const json = JSON.stringify(whole).replaceAll("'", "''")
    // Rows that it refers to need not be there.
    await service.database
      .asOwner(
        `with alone as materialized (select set_config('session_replication_role', 'replica', true))
         insert into ${name} (${names}) select ${names} from alone, jsonb_populate_record(null::${name}, '${json}')`,
      )
      .catch((error: Error) => faults.push(`${name}: ${error.message}`))
  }
  const open = columns.filter(
    (column) =>
      ['text', 'jsonb', '_text'].includes(column.type) && !(how.by === 'blanking' && how.plain.includes(column.name)),
  )
  let planted = false
  for (const column of open) {
    const value = {
      text: '$2',
      _text: 'array[$2]',
      jsonb: `case jsonb_typeof(t.${column.name}) when 'array' then t.${column.name} || to_jsonb($2::text) else coalesce(t.${column.name}, '{}') || jsonb_build_object('who', $2::text) end`,
    }[column.type]
    await service.database
      .asOwner(
        `update ${name} t set ${column.name} = ${value} where ctid = (select ctid from ${name} t where workspace_id = $1 and ${only} limit 1) returning 1`,
        [workspaceId, words],
      )
      .then((rows) => {
        planted ||= rows.length > 0
      })
      // A column of fixed words, or a key, takes none of hers.
      .catch(() => {})
  }
  return planted
}

it('leaves a person in no column of any table, no stored file and no answer to a repeated request', async () => {
  const tables = await allTables(service.database)
  expect(
    tables.map(({ name }) => name).filter((name) => HOW[name] === undefined),
    'each table says in its room what an erasure does with it (FORGET_IN_…, app/erasers.ts)',
  ).toEqual([])
  const tenant = await addTenant(service, `Law ${Date.now()}`)
  const workspaceId = tenant.ids.ws_id
  const call = callAs(service, tenant.owner.access_token)
  const post: Post = async (path, body, headers = {}) => {
    const answer = await call('POST', path, body, headers)
    if (answer.status >= 300) throw new Error(`${path} answered ${answer.status}: ${answer.text.slice(0, 1000)}`)
    return answer.body
  }
  const { lead_id, replays } = await nameHer(tenant, post)
  const isIdle = ({ workbook_id }: { workbook_id: string }) => workbook_id === tenant.ids.workbook_id
  await until(
    () => must(call('GET', '/api/work'), 200),
    ({ items }) => items.every(isIdle),
  )
  const named = new Set((await tracesOf(service.database, workspaceId, HER)).map(({ table }) => table))
  // A schedule that is due copies its words into the queue, maybe between the erasure and the look at what is left.
  await service.database.asOwner('update schedules set paused = true where workspace_id = $1', [workspaceId])
  const without: string[] = []
  for (const { name, columns } of tables)
    if (!named.has(name) && !(await plant(workspaceId, name, columns))) without.push(name)
  expect(faults).toEqual([])
  expect(without, 'each table that may hold words about her has a line that does').toEqual([])
  const before = new Set((await tracesOf(service.database, workspaceId, HER)).map(({ table }) => table))
  for (const table of ['idempotency_keys', 'stored_chunks', 'jobs', 'cell_versions', 'trashed_rows'])
    expect(before, 'what was found by the look from outside').toContain(table)

  const erased = await must(call('DELETE', `/api/lead/${lead_id}/erase`), 200)
  const told = new Set(erased.to_decide.map(({ what, id }: { what: string; id: string }) => `${what} ${id}`))
  const isTold = ({ table, row }: Trace) => {
    const how = HOW[table]
    // Evidence of who did what: it keeps what things and files were called, and nothing else of her.
    if (table === 'audit_log')
      return !HER.test(
        JSON.stringify({ ...row, object_name: null, after: { ...(row.after as object), file_name: null } }),
      )
    if (how?.by === 'nothing') return false
    if (how?.by === 'following')
      return [row.row_id, row.lead_id, row.left_id].some((id) => told.has(`row ${id}`) || told.has(`lead ${id}`))
    return Object.values(row).some((value) => told.has(`${how?.as} ${value}`))
  }
  const left = await tracesOf(service.database, workspaceId, HER)
  expect(
    left.filter((trace) => !isTold(trace)).map(({ table, row }) => `${table}: ${JSON.stringify(row)}`.slice(0, 600)),
  ).toEqual([])
  for (const [path, body, key] of replays) {
    const again = await call('POST', path, body, { 'idempotency-key': key })
    expect(again.text, path).not.toMatch(HER)
    expect(again.status, path).toBe(409)
  }
})

it('takes a person in again by no identifier that they had, through no way in', async () => {
  const at = await addBench(service, ['Name', 'Email', 'Phone', 'LinkedIn'], [['Bob', null, null, null]])
  const path = `/api/workbooks/${at.workbook_id}`
  const { lead } = await must(at.call('POST', '/api/lead', LEAD), 200)
  const bob = await must(at.call('POST', '/api/lead', { contact_person: 'Bob', company: 'Firm' }), 200)
  await must(at.call('DELETE', `/api/lead/${lead.id}/erase`), 200)
  const { token } = await must(at.call('POST', `${path}/ingest-token`, {}), 201)
  const forms: { name: string; row: Record<string, string>; lead: object }[] = [
    ...[LEAD.email, LEAD.custom.private_email].map((Email) => ({
      name: Email,
      row: { Email },
      lead: { email: Email },
    })),
    ...[
      ['Annika Doering', '+49 171 2345678'],
      ['Doering, Annika', '0171/234 56 78'],
      ['annika doering', '0151 7654321'],
    ].map(([Name = '', Phone = '']) => ({
      name: `${Name} ${Phone}`,
      row: { Name, Phone },
      lead: { contact_person: Name, phone: Phone },
    })),
    ...['https://linkedin.com/in/annika-doering/?x=1'].map((LinkedIn) => ({
      name: LinkedIn,
      row: { LinkedIn },
      lead: { contact_person: 'A', linkedin_url: LinkedIn },
    })),
  ]
  for (const { name, row, lead } of forms) {
    const data = Object.fromEntries(
      Object.entries(row).map(([column, value]) => [
        { Name: 'c1', Email: 'c2', Phone: 'c3', LinkedIn: 'c4' }[column] ?? '',
        value,
      ]),
    )
    expect((await at.call('POST', '/api/lead', lead)).status, name).toBe(409)
    expect((await at.call('PATCH', `/api/lead/${bob.lead.id}`, lead)).status, name).toBe(409)
    const leads = await must(
      at.call('POST', '/api/leads/import', { rows: [{ ...lead }, { email: `x${name.length}@c.example` }] }),
      200,
    )
    expect([leads.suppressed, leads.status], name).toEqual([1, 'done'])
    expect((await at.call('POST', `${path}/rows`, { rows: [{ data }] })).status, name).toBe(409)
    expect((await at.call('PATCH', `${path}/rows`, { rows: [{ row_id: at.rows[0], data }] })).status, name).toBe(409)
    const sent = await fetch(`${service.url}${path}/rows/ingest`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ rows: [row] }),
    })
    const { rows } = (await sent.json()) as { rows: { outcome: string }[] }
    expect(rows[0]?.outcome, name).toBe('rejected')
    const begun = await at.call('POST', `${path}/import`, { rows: [row, { Name: `Carl ${name.length}` }], options: {} })
    expect(begun.status, begun.text).toBeLessThan(300)
    api.says(() => ({ body: { items: [{ id: `s${name}`, ...row }] } }))
    const mapping = Object.keys(row).map((field) => ({
      field,
      target: { kind: 'column', column_id: { Name: 'c1', Email: 'c2', Phone: 'c3', LinkedIn: 'c4' }[field] },
    }))
    const { id } = await add(at, { ...HTTP, name: `From ${forms.findIndex((form) => form.name === name)}`, mapping })
    expect((await run(at, id)).counts, name).toMatchObject({ rejected: 1 })
  }
  // One half after the other makes the person as well.
  const [first = ''] = at.rows
  await must(at.call('PATCH', `${path}/rows`, { rows: [{ row_id: first, data: { c1: NAME } }] }), 200)
  expect((await at.call('PATCH', `${path}/rows/${first}/cells/c3`, { value: '+49 171 2345678' })).status).toBe(409)
  await must(at.call('PATCH', `${path}/rows`, { rows: [{ row_id: first, data: { c1: 'Bob' } }] }), 200)
  await until(
    () => tracesOf(service.database, at.workspace_id, HER),
    (left) =>
      left.every(({ table }) => ['cell_versions', 'events', 'outbox', 'workbook_sources', 'jobs'].includes(table)),
  )
  // The telephone of her mobile is anyone's under another name.
  await must(at.call('POST', `${path}/rows`, { rows: [{ data: { c1: 'Eve Other', c3: '+49 171 2345678' } }] }), 201)
})
