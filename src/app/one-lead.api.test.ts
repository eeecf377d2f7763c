// Promises of merged leads: one lead in all that counts, lists, asks and tells, whichever id is asked for, and two again after a split.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addWorkspace } from '../../test/database.ts'
import { addPerson, type Call, callAs, startTestService, type TestService } from '../../test/running-install.ts'
import { connectTo } from '../automation/mcp/mcp.fixture.ts'
import { TOOL_CAPABILITIES } from '../identity/api-tokens/token-capabilities.logic.ts'
import type { WorkspaceId } from '../kernel/ids.ts'
import { recordSignals } from '../monitoring/signals/signals.commands.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService({ LIMITS: 'off', PUBLIC_URL: 'https://ours.test' })
})
afterAll(() => service?.close())

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
    ['the score', async (lead) => (await must('GET', `/api/lead/${lead}/score`)).score],
  ]
  for (const [what, read] of told) expect(await read(two), what).toEqual(await read(one))
  expect(await Promise.all(told.slice(0, 4).map(([, read]) => read(one)))).toEqual([2, 2, expect.any(Number), 1])

  await must('POST', `/api/entities/${entity_id}/split`, { merge_id })
  expect(await count()).toEqual(all(2))
  const score = { score: expect.anything(), score_tier: expect.anything() }
  expect([await shown(one), await shown(two)]).toEqual(apart.map((lead) => ({ ...lead, ...score })))
  await client.close()
})
