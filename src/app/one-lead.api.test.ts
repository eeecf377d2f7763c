// Promises of merged leads: one lead in all that counts, lists, asks and tells, whichever id is asked for, and two again after a split.

import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addWorkspace } from '../../test/database.ts'
import { addPerson, type Call, callAs, type TestService } from '../../test/running-install.ts'
import { connectTo } from '../automation/mcp/mcp.fixture.ts'
import { startKinds, startVendor, type Vendor } from '../enrichment/kinds/kinds.fixture.ts'
import { outputLookup } from '../enrichment/kinds/output/output-lookup.ts'
import { rowIdOf } from '../enrichment/lead-actions/lead-row.logic.ts'
import { TOOL_CAPABILITIES } from '../identity/api-tokens/token-capabilities.logic.ts'
import type { WorkspaceId } from '../kernel/ids.ts'
import { recordSignals } from '../monitoring/signals/signals.commands.ts'
import { callLookup } from '../providers/kit/call.ts'
import type { HttpRequest } from '../providers/kit/outside.ts'

let service: TestService
let vendor: Vendor
beforeAll(async () => {
  vendor = await startVendor()
  service = await startKinds(
    { 'acme.my.salesforce.com': vendor.port },
    { PUBLIC_URL: 'https://ours.test', MASTER_KEY: randomBytes(32).toString('base64') },
  )
})
afterAll(async () => {
  await service?.close()
  await vendor?.close()
})

interface Office {
  id: WorkspaceId
  call: Call
  must(method: string, path: string, body?: object): Promise<Answer>
}
// biome-ignore lint/suspicious/noExplicitAny: answers of every shape
type Answer = any

async function office(): Promise<Office> {
  const id = await addWorkspace(service.database)
  const call = callAs(service, (await addPerson(service, id, 'admin')).access_token)
  return {
    ...{ id, call },
    async must(method, path, body) {
      const answer = await call(method, path, body)
      expect([method, path, answer.status < 300 ? 'done' : answer.text.slice(0, 300)]).toEqual([method, path, 'done'])
      return answer.body
    },
  }
}

const ANN = {
  contact_person: 'Ann Meier',
  company: 'Quill GmbH',
  city: 'Ulm',
  phone: '+49 731 901820',
  domain: 'quill.example',
}
/** A Salesforce that knows records by their e-mail, and tells which were written since it was last asked. */
function startCrm(...known: string[]) {
  const records = new Map(known.map((email, at) => [email, `003-${at + 1}`]))
  let written: string[] = []
  const write = (id: string) => {
    written.push(id)
    return id
  }
  vendor.says(({ method, path, body }) => {
    if (path.endsWith('/token')) return { body: { access_token: 'token', token_type: 'Bearer' } }
    const url = new URL(path, 'http://x')
    const query = url.searchParams.get('q')
    const named = [...(query ?? '').matchAll(/'([^']*)'/g)].map(([, email = '']) => email)
    if (query)
      return {
        body: { records: named.flatMap((Email) => (records.has(Email) ? [{ Id: records.get(Email), Email }] : [])) },
      }
    const last = decodeURIComponent(url.pathname.split('/').at(-1) ?? '')
    if (method === 'PATCH' && [...records.values()].includes(last)) {
      write(last)
      return { status: 204 }
    }
    // By external id, or without any: the record is made where there is none.
    const email = method === 'PATCH' ? last : JSON.parse(body).Email
    const id = write(records.get(email) ?? `003-${records.size + 1}`)
    const created = !records.has(email)
    records.set(email, id)
    return { status: created ? 201 : 200, body: { id, success: true, created } }
  })
  return {
    records,
    takeWritten() {
      const ids = [...new Set(written)].sort()
      written = []
      return ids
    },
  }
}

const SALESFORCE = { base_url: 'http://acme.my.salesforce.com', client_id: 'key', client_secret: 'secret' }
const CONTACT = { kind: 'salesforce', object: 'Contact', key: 'Email', match: 'value' }

const FILTER = { field: 'company', op: 'eq', value: 'Quill GmbH' }
const lines = (text: string) => text.trim().split('\n').length

/** Two records of one person, with what rooms know of each: a signal, a watch, an intent, a claim. */
async function twoAnns({ id, must }: Office): Promise<[number, number]> {
  const save = async (data: object) => (await must('POST', '/api/lead', data)).lead.id as number
  const one = await save({ ...ANN, external_id: 'P1', email: 'ann@quill.example', custom: { Plan: 'Gold' } })
  const two = await save({ ...ANN, external_id: 'P2', email: 'a.meier@quill.example', contact_title: 'Head' })
  await save({ company: 'Alone AG', external_id: 'C1', city: 'Bonn' })
  const now = new Date()
  await service.database.inWorkspace(id, async (tx) => {
    const signal = (lead_id: number, n: number) => ({
      ...{
        type: 'funding' as const,
        lead_id,
        watch_id: null,
        company: `firm${n}.example`,
        title: 'Raised',
        summary: '',
      },
      ...{ before: null, after: null, evidence_url: null, quote: null, occurred_at: now, strength: 50 + n },
      ...{ dedupe_key: `s${n}`, details: {}, provenance: {} },
    })
    await recordSignals(tx, [signal(one, 1), signal(two, 2)], now)
  })
  for (const [lead_id, n] of [
    [one, 1],
    [two, 2],
  ] as const) {
    await must('POST', `/api/lead/${lead_id}/intents`, { kind: 'visit', strength: 40, dedupe_key: `v${n}` })
    await must('POST', '/api/watches', { kind: 'website', target: `firm${n}.example`, lead_id, interval: 'daily' })
  }
  for (const [lead, micro] of [
    [one, 500_000],
    [two, 250_000],
  ] as const)
    await service.database.asOwner(
      `insert into ledger_lines (workspace_id, id, at, state, amount_micro, basis, rule, provider, lookup, row_id)
       values ($1, gen_random_uuid(), now(), 'settled', $3, 'catalogue', 'per_call', 'vendor', 'vendor', $2)`,
      [id, rowIdOf(lead), micro],
    )
  await service.database.asOwner(
    `insert into lead_claims (workspace_id, lead_id, field, provider, value, provenance, reason, source)
     values ($1, $2, 'city', 'vendor', '"Bonn"', '{}', 'weaker', '{}')`,
    [id, two],
  )
  return [one, two]
}

test('a merged lead is one everywhere, both ids tell the same of it, and a split makes them two again', async () => {
  const at = await office()
  const { must, call } = at
  const [one, two] = await twoAnns(at)
  const { token } = await must('POST', '/api/mcp/tokens', { name: 'Test', capabilities: TOOL_CAPABILITIES })
  const { client, use } = await connectTo(service, token)
  const sequence = (await must('POST', '/api/outreach/sequences', { name: 'First' })).id
  const { id: filter_id } = await must('POST', '/api/leads/filters', { name: 'Q', scope: 'shared', filter: FILTER })
  const crm = startCrm()
  await must('PUT', '/api/settings/workspace-integrations/salesforce', { values: SALESFORCE })
  const push = { kind: 'crm_push', target: { ...CONTACT, values: { Email: '{{lead.email}}' } } }
  const rule = await must('POST', '/api/automations', {
    name: 'Push',
    trigger: { kind: 'lead.created' },
    actions: [push],
  })
  const query = `filter=${encodeURIComponent(JSON.stringify(FILTER))}`
  const facetOf = async (field: string, value: string) =>
    (await must('GET', `/api/leads/facets?fields=${field}`)).items[0].values.find(
      (line: { value: string }) => line.value === value,
    )?.count
  const workbookOf = async (columns_config: object[] = []) => {
    const leads = { filter: FILTER }
    const more = columns_config.length > 0 ? { columns_config } : {}
    return must('POST', '/api/workbooks', { name: crypto.randomUUID(), source_type: 'leads', leads, ...more })
  }
  /** How many leads each of them says that there are. */
  const places: [string, () => Promise<number>][] = [
    ['the list', async () => (await must('GET', `/api/leads?${query}`)).total],
    ['a search', async () => (await must('GET', '/api/leads?search=meier')).items.length],
    ['statistics', async () => (await must('GET', '/api/leads/stats')).by_kind.person],
    ['a facet', () => facetOf('company', 'Quill GmbH')],
    ['CSV', async () => lines((await call('GET', `/api/leads/export.csv?${query}`)).text) - 1],
    ['JSONL', async () => lines((await call('GET', `/api/leads/export.jsonl?${query}`)).text)],
    [
      'an estimate',
      async () => {
        const asked = { lead_ids: [one, two], action: 'find_emails' }
        return 2 - (await must('POST', '/api/leads/bulk-enrich/estimate', asked)).merged
      },
    ],
    [
      'enrollments',
      async () => {
        const { enrolled, blocked } = await must('POST', `/api/outreach/sequences/${sequence}/enroll-from`, {
          filter_id,
          dry_run: true,
        })
        return enrolled + blocked.filter(({ reason }: { reason: string }) => reason !== 'merged').length
      },
    ],
    ['leads of signals', async () => (await must('GET', '/api/signals/analytics')).by_type[0].leads.all],
    ['the leads with most signals', async () => (await must('GET', '/api/signals/analytics')).top.length],
    ['scored leads', async () => (await must('GET', '/api/leads/scoring')).scored],
    ['MCP', async () => (await use('search_leads', { filter: FILTER })).items.length],
    [
      'events of rules',
      async () => {
        const trigger = { kind: 'lead.created', filter_id }
        return (await must('POST', '/api/automations/events', { trigger })).items.length
      },
    ],
    [
      'records of a CRM that rules push to',
      async () => {
        for (const lead of [one, two]) {
          const asked = { event_key: `lead.created:${lead}` }
          const { id } = await must('POST', `/api/automations/${rule.id}/run`, asked)
          await expect.poll(async () => (await must('GET', `/api/automations/runs/${id}`)).status).toBe('done')
        }
        return crm.takeWritten().length
      },
    ],
    ['a workbook of leads', async () => (await workbookOf()).total_rows],
  ]
  const count = async () => {
    await must('POST', '/api/leads/score', { lead_ids: [one, two] })
    const counts: [string, number][] = []
    for (const [place, read] of places) counts.push([place, await read()])
    return counts
  }
  const all = (leads: number) => places.map(([place]) => [place, leads])
  expect(await count()).toEqual(all(2))
  const shown = async (lead: number) => {
    const { created_at: _, updated_at: __, ...data } = await must('GET', `/api/lead/${lead}`)
    return data
  }
  const apart = [await shown(one), await shown(two)]

  await expect.poll(async () => (await must('GET', '/api/entities/review-queue')).items.length).toBe(1)
  const [pair] = (await must('GET', '/api/entities/review-queue')).items
  const { entity_id, merge_id } = await must('POST', '/api/entities/review-queue/decide', {
    pair_id: pair.id,
    decision: 'merge',
  })
  expect(await count()).toEqual(all(1))

  /** What both ids are asked for, of the one lead. */
  const told: [string, (lead: number) => Promise<unknown>][] = [
    ['signals', async (lead) => (await must('GET', `/api/signals?lead_id=${lead}`)).items.length],
    ['watches', async (lead) => (await must('GET', `/api/watches?lead_id=${lead}`)).items.length],
    ['intents', async (lead) => (await must('GET', `/api/lead/${lead}/intents`)).items.length],
    [
      'what other sources say',
      async (lead) =>
        (await must('GET', `/api/lead/${lead}/facts`)).items.flatMap(({ others }: { others: object[] }) => others)
          .length,
    ],
    ['the timeline', async (lead) => (await must('GET', `/api/lead/${lead}/timeline`)).items.length],
    ['attempts', async (lead) => (await must('GET', `/api/lead/${lead}/trace`)).items.length],
    ['messages', async (lead) => (await must('GET', `/api/outreach/messages?lead_id=${lead}`)).items.length],
    ['spend', async (lead) => (await must('GET', `/api/lead/${lead}/cost`)).spent_usd],
    ['the score', async (lead) => (await must('GET', `/api/lead/${lead}/score`)).score],
  ]
  for (const [what, read] of told) expect(await read(two), what).toEqual(await read(one))
  expect(await Promise.all(told.slice(0, 4).map(([, read]) => read(one)))).toEqual([2, 2, expect.any(Number), 1])

  expect((await must('GET', `/api/lead/${two}/cost`)).by_provider).toMatchObject([{ key: 'vendor', spent_usd: 0.75 }])
  // Both are in the CRM by now, and stay what they are there.
  expect([...crm.records.keys()]).toEqual(['ann@quill.example', 'a.meier@quill.example'])

  await must('POST', `/api/entities/${entity_id}/split`, { merge_id })
  expect((await must('GET', `/api/lead/${two}/cost`)).spent_usd).toBe(0.25)
  expect(await count()).toEqual(all(2))
  const score = { score: expect.anything(), score_tier: expect.anything() }
  expect([await shown(one), await shown(two)]).toEqual(apart.map((lead) => ({ ...lead, ...score })))
  await client.close()
})

interface PushCase {
  /** The e-mails that the CRM knows before. */
  known: string[]
  /** The record that is written, whichever of both leads is pushed, and how many there are then. */
  written: [email: string, records: number]
}
const SHOWN = 'a.meier@quill.example'
const OTHER = 'ann@quill.example'
const PUSHES: [string, PushCase][] = [
  ['none of its records', { known: [], written: [SHOWN, 1] }],
  ['the record that it shows', { known: [SHOWN], written: [SHOWN, 1] }],
  ['another of its records', { known: [OTHER], written: [OTHER, 1] }],
  ['both', { known: [OTHER, SHOWN], written: [SHOWN, 2] }],
]

test('a merged lead is one record in a CRM: that which it has of any of them, and a new one where it has none', async () => {
  const at = await office()
  const { must } = at
  const [one, two] = await twoAnns(at)
  await must('PUT', '/api/settings/workspace-integrations/salesforce', { values: SALESFORCE })
  const columns_config = ['Email', 'Company'].map((name) => ({ name, type: 'input', input_type: 'text' }))
  const pushed = async (target: object) => {
    const output = { name: 'Sent', type: 'output', target: { ...target, values: { Email: '{{Email}}' } } }
    const config = [...columns_config, output]
    const book = await must('POST', '/api/workbooks', { name: crypto.randomUUID(), columns_config: config })
    const row = (email: string) => ({ data: { c1: email, c2: 'Quill GmbH' } })
    const rows = await must('POST', `/api/workbooks/${book.id}/rows`, { rows: [row(SHOWN), row(OTHER)] })
    // As a row of a lead that was merged after it had been put into the workbook.
    for (const [index, lead] of [one, two].entries())
      await service.database.asOwner('update workbook_rows set lead_id = $3 where workspace_id = $1 and id = $2', [
        at.id,
        rows.items[index].row_id,
        lead,
      ])
    const { run_id } = await must('POST', `/api/workbooks/${book.id}/run`, {})
    await expect.poll(async () => (await must('GET', `/api/workbooks/${book.id}/runs/${run_id}`)).status).toBe('done')
  }
  const ruleOf = async (target: object) => {
    const push = { kind: 'crm_push', target: { ...target, values: { Email: '{{lead.email}}' } } }
    const { id: rule } = await must('POST', '/api/automations', {
      name: crypto.randomUUID(),
      trigger: { kind: 'lead.created' },
      actions: [push],
    })
    for (const lead of [two, one]) {
      const { id } = await must('POST', `/api/automations/${rule}/run`, { event_key: `lead.created:${lead}` })
      await expect.poll(async () => (await must('GET', `/api/automations/runs/${id}`)).status).toBe('done')
    }
  }
  await expect.poll(async () => (await must('GET', '/api/entities/review-queue')).items.length).toBe(1)
  const [pair] = (await must('GET', '/api/entities/review-queue')).items
  await must('POST', '/api/entities/review-queue/decide', { pair_id: pair.id, decision: 'merge' })
  expect((await must('GET', `/api/lead/${one}`)).email).toBe(SHOWN)
  const ways: [string, (target: object) => Promise<void>][] = [
    ['a column', pushed],
    ['a rule', ruleOf],
  ]
  for (const [what, { known, written }] of PUSHES)
    for (const match of ['value', 'external_id'])
      for (const [way, send] of ways) {
        const crm = startCrm(...known)
        await send({ ...CONTACT, match })
        const ids = crm.takeWritten()
        const emails = [...crm.records].flatMap(([email, id]) => (ids.includes(id) ? [email] : []))
        expect([way, match, what, emails, crm.records.size]).toEqual([way, match, what, ...[[written[0]], written[1]]])
      }

  // HubSpot is asked in its own words.
  const told = async (known: string[], lead_id: number, email: string) => {
    const sent: { path: string; body: Answer }[] = []
    const http = async ({ url, body = '' }: HttpRequest) => {
      sent.push({ path: new URL(url).pathname, body: JSON.parse(body) })
      const found = known.map((value) => ({ id: value, properties: { email: value } }))
      return {
        ok: true,
        status: 200,
        headers: {},
        body: JSON.stringify({ results: found.length > 0 ? found : [{ id: '7' }] }),
      }
    }
    const target = { kind: 'hubspot', object: 'contacts', key: 'email', values: { email: '{{Email}}' } }
    const settings = { kind: 'output', target, refs: ['Email'], required: [], any: [], timeout_seconds: 5 }
    const means = { database: service.database, workspace_id: at.id }
    const lookup = outputLookup(settings as never, 'output:x', means as never)
    const account = { access_token: 'pat' }
    const tools = { http, now: () => 0 } as never
    await callLookup(lookup, { Email: email }, tools, new AbortController().signal, { account, lead_id })
    return sent
  }
  const sent = await told([OTHER], one, SHOWN)
  expect(sent.map(({ path }) => path.split('/').at(-1))).toEqual(['read', 'upsert'])
  expect(sent[0]?.body.inputs).toEqual([{ id: SHOWN }, { id: OTHER }])
  expect(sent[1]?.body.inputs).toEqual([{ idProperty: 'email', id: OTHER, properties: { email: OTHER } }])
})
