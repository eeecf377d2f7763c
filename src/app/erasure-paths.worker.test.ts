// Promises of erasure over the whole service: by no path, and in no spelling, does a person who was erased come back.

import { afterAll, beforeAll, expect, it } from 'vitest'
import type { TestService } from '../../test/running-install.ts'
import { until } from '../../test/until.ts'
import { addBench, addColumn, type Bench, must, run as runAll, type Vendor } from '../enrichment/kinds/kinds.fixture.ts'
import { add, HTTP, run, startSources } from '../enrichment/sources/sources.fixture.ts'

let api: Vendor
let service: TestService
beforeAll(async () => {
  ;({ api, service } = await startSources())
})
afterAll(async () => {
  await service?.close()
  await api?.close()
})

const SPELLINGS = [
  ...['ann@münchen.example', 'ANN@MÜNCHEN.example', 'Ann Doe <ann@münchen.example>', 'mailto:ann@münchen.example'],
  ...['ann+list@münchen.example', 'ann@xn--mnchen-3ya.example', 'Ann <ANN+x@xn--mnchen-3ya.example>'],
]
const PERSON = /\bann(\+[a-z]+)?@(m(ü|\\u00fc)nchen|xn--mnchen-3ya)/i

/** Where people are shown from: every table whose rows a workspace reads, apart from uploads that are swept. */
const TABLES = [
  ...['workbook_rows', 'cells', 'cell_versions', 'trashed_rows', 'changes', 'leads', 'lead_texts', 'lead_keys'],
  ...['lead_provenance', 'lead_changes', 'lead_claims', 'job_leads', 'entity_records', 'entities', 'entity_merges'],
  ...['attempts', 'lookup_cache', 'page_cache', 'cell_evidence', 'match_keys', 'awaited_answers', 'events', 'outbox'],
  ...['source_records', 'source_rejects', 'signals', 'watches', 'watch_texts', 'enrollments', 'outbound_messages'],
  ...['inbound_messages', 'automation_runs', 'automation_steps', 'webhook_deliveries', 'incoming_payloads'],
  ...['assistant_messages', 'notices', 'idempotency_keys', 'import_rows'],
]

async function traces({ workspace_id }: Bench): Promise<string[]> {
  const known = new Set(
    (await service.database.asOwner<{ t: string }>(`select table_name as t from information_schema.tables`)).map(
      ({ t }) => t,
    ),
  )
  const found: string[] = []
  for (const table of TABLES.filter((one) => known.has(one))) {
    const rows = await service.database.asOwner<{ text: string }>(
      `select t::text as text from ${table} t where workspace_id = $1`,
      [workspace_id],
    )
    found.push(...rows.filter(({ text }) => PERSON.test(text)).map(({ text }) => `${table}: ${text.slice(0, 300)}`))
  }
  return found
}

async function upload(at: Bench, path: string, text: string, options: object = {}) {
  const answer = await at.call('POST', path, { rows: text.split('\n').map((Email) => ({ Email })), options })
  return answer
}

const untilRead = (at: Bench, path: string, holds: (body: Record<string, unknown>) => boolean) =>
  until(() => must(at.call('GET', path), 200), holds)

it('comes back by no import, ingest, source, lookup, enrichment, copy, undo, redo or restore', async () => {
  const at = await addBench(
    service,
    ['Email', 'Notes'],
    [
      ['bob@b.example', 'x'],
      ['ann@münchen.example', 'y'],
    ],
  )
  const path = `/api/workbooks/${at.workbook_id}`
  const [bob] = at.rows
  // A value that mentions the person, overwritten: the history could bring it back. Another workbook looks it up.
  await must(
    at.call('PATCH', `${path}/rows`, { rows: [{ row_id: bob, data: { c2: 'ask ann@münchen.example' } }] }),
    200,
  )
  await must(at.call('PATCH', `${path}/rows`, { rows: [{ row_id: bob, data: { c2: 'ask nobody' } }] }), 200)
  const other = { ...at, workbook_id: '' }
  const book = await must(
    at.call('POST', '/api/workbooks', {
      name: 'Other',
      columns_config: [{ name: 'Key', type: 'input', input_type: 'text' }],
    }),
    201,
  )
  other.workbook_id = book.id
  await must(at.call('POST', `/api/workbooks/${book.id}/rows`, { rows: [{ data: { c1: 'y' } }] }), 201)
  const looked = await addColumn(other, {
    ...{ name: 'Found', type: 'lookup', workbook_id: at.workbook_id, key: '{{Key}}', their_key: 'c2' },
    ...{ give: 'one', their_column: 'c1' },
  })
  await untilRead(at, `/api/workbooks/${book.id}`, (body) => JSON.stringify(body).includes('ann@münchen'))
  const { lead } = await must(
    at.call('POST', '/api/lead', { contact_person: 'Ann Doe', email: 'Ann@münchen.example' }),
    200,
  )
  await must(
    at.call('POST', '/api/lead', { contact_person: 'Ann Doe', email: 'ann@münchen.example', city: 'Ulm' }),
    200,
  )
  const held = await must(at.call('GET', `/api/lead/${lead.id}/held`), 200)
  expect(JSON.stringify(held)).toMatch(PERSON)
  await must(at.call('DELETE', `/api/lead/${lead.id}/erase`), 200)
  expect(await traces(at), 'right after').toEqual([])

  for (const email of SPELLINGS) {
    const lead = await at.call('POST', '/api/lead', { contact_person: 'A', email })
    expect(lead.status, email).toBe(409)
    const leads = await must(upload(at, '/api/leads/import', `${email}\nx${email.length}@c.example`), 200)
    expect([leads.suppressed, leads.status], email).toEqual([1, 'done'])
    const begun = await upload(at, `${path}/import`, `${email}\nx${email.length}@c.example`)
    expect(begun.status, begun.text).toBeLessThan(300)
    api.says(() => ({
      body: {
        items: [
          { id: `s${email}`, name: email },
          { id: email.length, name: 'Firm' },
        ],
      },
    }))
    const mapping = [{ field: 'name', target: { kind: 'column', column_id: 'c1' } }]
    const { id } = await add(at, { ...HTTP, name: `From ${email.length}`, mapping })
    expect((await run(at, id)).counts, email).toMatchObject({ rejected: 1 })
  }
  const { token } = await must(at.call('POST', `${path}/ingest-token`, {}), 201)
  const sent = await fetch(`${service.url}${path}/rows/ingest`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ rows: SPELLINGS.map((Email) => ({ Email })) }),
  })
  const outcomes = ((await sent.json()) as { rows: { outcome: string }[] }).rows.map(({ outcome }) => outcome)
  expect([...new Set(outcomes)]).toEqual(['rejected'])

  // A vendor that gives the address of the person for a row that says nothing of them.
  api.says(() => ({ body: { email: 'Ann <ann@münchen.example>' } }))
  const column = {
    name: 'Asked',
    type: 'http',
    url: 'http://api.example.com/person',
    fields: [{ name: 'email', path: 'email' }],
  }
  await runAll(at, { column_ids: [await addColumn(at, column)] })

  for (const way of ['undo', 'undo', 'undo', 'redo', 'redo']) await at.call('POST', `${path}/${way}`, {})
  const versions = await at.call('GET', `${path}/rows/${bob}/cells/c2/history`)
  for (const { version_id, id } of versions.body?.items ?? [])
    await at.call('POST', `${path}/rows/${bob}/cells/c2/restore`, { version_id: version_id ?? id })
  await must(at.call('POST', `${path}/duplicate`, { name: 'Copy', rows: true }), 201)
  await untilRead(at, '/api/work', ({ items }) => (items as unknown[]).length === 0)
  expect(await traces(at), 'after every path').toEqual([])
  const shown = await must(at.call('GET', `/api/workbooks/${book.id}`), 200)
  expect(JSON.stringify(shown.rows), `the lookup column ${looked}`).not.toMatch(PERSON)
})

const ID = '01a20000-0000-7000-8000-000000000001'
const AT = '2026-11-22T05:00:00Z'
/** Lines of the rooms above in which the person is named, with what they must have. */
const LINES: Record<string, object> = {
  signals: {
    ...{ id: ID, type: 'job_change', title: 'Ann moved', summary: 'ann@münchen.example', occurred_at: AT },
    ...{ first_seen_at: AT, dedupe_key: 'k', status: 'new', details: {}, provenance: {}, strength: 5, novelty: 0.5 },
  },
  watch_texts: { id: ID, watch_id: ID, url: 'https://b.example', text: 'Ann <ANN@münchen.example>', at: AT },
  inbound_messages: {
    ...{
      id: ID,
      mailbox_id: ID,
      dedupe_key: 'd',
      kind: 'reply',
      class: 'other',
      class_by: 'rules',
      subject: '',
      text: '',
    },
    ...{ from_address: 'ann+x@münchen.example', from_name: 'Ann', is_cut: false, received_at: AT, created_at: AT },
  },
  automation_runs: {
    ...{ id: ID, rule_id: ID, event_key: 'e', object: 'o', title: '', facts: { email: 'ann@münchen.example' } },
    ...{
      status: 'done',
      depth: 0,
      attempts: 0,
      cost_micro: 0,
      created_at: AT,
      occurred_at: AT,
      ended_at: AT,
      is_manual: false,
    },
  },
  automation_steps: {
    ...{ run_id: ID, position: 0, kind: 'notify', status: 'done', input: { to: 'ann@münchen.example' }, attempts: 0 },
    ...{ cost_micro: 0, reserved_micro: 0 },
  },
  webhook_deliveries: {
    ...{ id: ID, endpoint_id: ID, type: 'lead.stored', body: '{"email":"ann@münchen.example"}', state: 'pending' },
    ...{ attempts: 0, created_at: AT, next_at: '2036-11-22T05:00:00Z', give_up_at: '2036-11-23T05:00:00Z', source: {} },
  },
  incoming_payloads: { id: ID, hook_id: ID, headers: {}, body: { mail: 'ann@münchen.example' }, received_at: AT },
  assistant_messages: {
    ...{
      id: ID,
      conversation_id: ID,
      seq: 1,
      kind: 'user',
      created_at: AT,
      content: { text: 'Who is ann@münchen.example?' },
    },
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

it('leaves no trace in what other rooms have on record', async () => {
  const at = await addBench(service, ['Email'], [])
  const { lead } = await must(
    at.call('POST', '/api/lead', { contact_person: 'Ann Doe', email: 'ann@münchen.example' }),
    200,
  )
  for (const [table, line] of Object.entries(LINES)) {
    const whole = { workspace_id: at.workspace_id, ...line }
    const json = JSON.stringify(whole).replaceAll("'", "''")
    const names = Object.keys(whole).join(', ')
    await service.database.asOwner(
      `begin; set local session_replication_role = replica; insert into ${table} (${names}) select ${names} from jsonb_populate_record(null::${table}, '${json}'); commit`,
    )
  }
  await service.database.asOwner('update signals set lead_id = $1 where workspace_id = $2', [lead.id, at.workspace_id])
  const held = await must(at.call('GET', `/api/lead/${lead.id}/held`), 200)
  expect(held.others).toContainEqual({
    title: 'Signals',
    items: [expect.objectContaining({ title: 'Ann moved', at: '2026-11-22T05:00:00.000Z' })],
  })
  const page = await at.call('GET', `/api/lead/${lead.id}/held.html`)
  expect(page.text).toContain('<h2>Signals</h2>')
  expect(page.text).toContain('Ann moved')
  const before = await traces(at)
  expect(Object.keys(LINES).filter((table) => !before.some((one) => one.startsWith(`${table}:`)))).toEqual([])
  await must(at.call('DELETE', `/api/lead/${lead.id}/erase`), 200)
  expect(await traces(at)).toEqual([])
})
