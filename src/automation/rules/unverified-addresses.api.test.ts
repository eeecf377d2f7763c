// Guesses, and addresses that no verifier has confirmed, are left out of a sequence as its settings say, by whichever way leads are enrolled:
// API, filter, rows of a workbook, output column, rule, or MCP. A tick of the request includes them, and nothing else does.
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestService } from '../../../test/running-install.ts'
import { until } from '../../../test/until.ts'
import { TOOL_CAPABILITIES } from '../../identity/api-tokens/token-capabilities.logic.ts'
import { addStage, type Stage, startRules, TEXT } from './rules.fixture.ts'

let service: TestService
beforeAll(async () => {
  service = await startRules({ PUBLIC_URL: 'https://outreach.example' })
})
afterAll(() => service?.close())

const GUESSED = 'ada.lovelace@guessed.example'
const GIVEN = 'grace@given.example'
const VALID = 'mary@valid.example'

/** A workspace with three people, all of them rows of one workbook and leads. */
interface Company {
  at: Stage
  workbook_id: string
  lead_ids: number[]
}

/** `isSynced`: its rows are leads. */
async function addCompany(isSynced = true): Promise<Company> {
  const at = await addStage(service)
  const finder = {
    name: 'Work email',
    type: 'waterfall',
    output: 'work_email',
    accept: { kind: 'any' },
    run_if: { field: 'c4', op: 'is_empty' },
    steps: [
      {
        provider: 'email-pattern',
        inputs: { first_name: '{{First name}}', last_name: '{{Last name}}', company_domain: '{{Domain}}' },
      },
    ],
  }
  const names = ['First name', 'Last name', 'Domain', 'Email', 'Email status']
  const { id: workbook_id } = await at.must(
    'POST',
    '/api/workbooks',
    { name: 'People', columns_config: [...names.map(TEXT), finder], sync_to_leads: isSynced },
    201,
  )
  const people = [
    ['Ada', 'Lovelace', 'guessed.example', '', ''],
    ['Grace', 'Hopper', 'given.example', GIVEN, ''],
    ['Mary', 'Jackson', 'valid.example', VALID, 'valid'],
  ]
  const rows = people.map((values) => ({ data: Object.fromEntries(names.map((name, n) => [name, values[n]])) }))
  await at.must('POST', `/api/workbooks/${workbook_id}/rows`, { rows })
  await runAll(at, workbook_id)
  if (!isSynced) return { at, workbook_id, lead_ids: [] }
  const read = async () => (await at.must('GET', '/api/leads?limit=10')).items
  const leads = await until(
    read,
    (all: { id: number; email?: string }[]) => all.filter(({ email }) => email).length === 3,
  )
  return { at, workbook_id, lead_ids: leads.map(({ id }) => Number(id)) }
}

async function runAll(at: Stage, id: string): Promise<void> {
  const { run_id } = await at.must('POST', `/api/workbooks/${id}/run`, {}, 202)
  await until(
    () => at.must('GET', `/api/workbooks/${id}/runs/${run_id}`),
    ({ ended_at }) => ended_at !== null,
  )
}

type Enroll = (company: Company, sequence_id: string, more: { include_unverified?: boolean }) => Promise<void>

const WITH_TICK: Record<string, Enroll> = {
  async api({ at, lead_ids }, id, more) {
    await at.must('POST', `/api/outreach/sequences/${id}/enroll`, { lead_ids, ...more })
  },
  async filter({ at }, id, more) {
    const filter = { field: 'domain', op: 'contains', value: '.example' }
    await at.must('POST', `/api/outreach/sequences/${id}/enroll-from`, { filter, ...more })
  },
  async rows({ at, workbook_id }, id, more) {
    await at.must('POST', `/api/outreach/sequences/${id}/enroll-from`, { workbook_id, ...more })
  },
  async mcp({ at, lead_ids }, sequence_id, more) {
    const { token } = await at.must('POST', '/api/mcp/tokens', { name: 'Way', capabilities: TOOL_CAPABILITIES }, 201)
    const client = new Client({ name: 'test', version: '1' })
    const requestInit = { headers: { authorization: `Bearer ${token}` } }
    await client.connect(new StreamableHTTPClientTransport(new URL(`${service.url}/mcp`), { requestInit }))
    await client.callTool({ name: 'enroll_leads', arguments: { sequence_id, lead_ids, ...more } })
  },
}
const WITHOUT_TICK: Record<string, Enroll> = {
  async column({ at, workbook_id }, sequence_id) {
    const values = { email: '{{Address}}', email_status: '{{Email status}}' }
    const address = { name: 'Address', type: 'formula', expression: 'COALESCE({{Email}}, {{Work email}})' }
    await at.call('POST', `/api/workbooks/${workbook_id}/columns`, address)
    const target = { kind: 'sequence', sequence_id, values }
    const column = { name: `In ${sequence_id}`, type: 'output', target }
    await at.must('POST', `/api/workbooks/${workbook_id}/columns`, column, 201)
    await runAll(at, workbook_id)
  },
  async rule({ at, lead_ids }, sequence_id) {
    const { id } = await at.workbook([TEXT('Lead')])
    const rule = await at.rule({
      trigger: { kind: 'row.added', workbook_id: id },
      actions: [{ kind: 'enroll', sequence_id, lead_id: '{{Lead}}' }],
    })
    const rows = lead_ids.map((one) => ({ data: { Lead: String(one) } }))
    await at.must('POST', `/api/workbooks/${id}/rows`, { rows })
    await at.ended(rule, lead_ids.length)
  },
}

async function addSequence({ at }: Company, unverified?: string): Promise<string> {
  const steps = [{ subject: 'Hello', body: 'Dear reader,\n\nhello.' }]
  const settings = { enroll_by_columns: true, allow_other_sequences: true, ...(unverified && { unverified }) }
  return (await at.must('POST', '/api/outreach/sequences', { name: `Of ${unverified}`, steps, settings }, 201)).id
}

async function enrolledIn({ at }: Company, id: string): Promise<string[]> {
  const { items } = await at.must('GET', `/api/outreach/sequences/${id}/enrollments`)
  return items.map(({ email }: { email: string }) => email).sort()
}

const WAYS = { ...WITH_TICK, ...WITHOUT_TICK }

test.each(Object.keys(WAYS))('by %s only the addresses that the sequence takes are enrolled', async (name) => {
  // A column brings leads that are not there yet.
  const company = await addCompany(name !== 'column')
  const enroll = WAYS[name] as Enroll
  for (const [rule, expected] of [
    [undefined, [GIVEN, VALID]],
    ['leave_out_guesses', [GIVEN, VALID]],
    ['leave_out', [VALID]],
    ['include', [GUESSED, GIVEN, VALID].sort()],
  ] as const) {
    const id = await addSequence(company, rule)
    await enroll(company, id, {})
    expect(await enrolledIn(company, id), `${name}, ${rule}`).toEqual(expected)
  }
})

test.each(Object.keys(WITH_TICK))('by %s unverified addresses are enrolled when the request says so', async (name) => {
  const company = await addCompany()
  const id = await addSequence(company, 'leave_out')
  await WITH_TICK[name]?.(company, id, { include_unverified: true })
  expect(await enrolledIn(company, id)).toEqual([GUESSED, GIVEN, VALID].sort())
})

test('what a rule writes into a lead of a guess stays a guess', async () => {
  const { at, workbook_id } = await addCompany(false)
  const values = { email: '{{Work email}}', contact_person: '{{First name}} {{Last name}}' }
  const rule = await at.rule({
    trigger: { kind: 'row.changed', workbook_id },
    actions: [{ kind: 'update_lead', values }],
  })
  const { rows } = await at.must('GET', `/api/workbooks/${workbook_id}?page=1`)
  const [ada] = rows
  await at.must('PATCH', `/api/workbooks/${workbook_id}/rows/${ada.row_id}/cells/c5`, { value: 'unknown' })
  await at.ended(rule, 1)
  const { items } = await at.must('GET', '/api/leads?limit=10')
  expect(items).toHaveLength(1)
  const { provenance, email } = await at.must('GET', `/api/lead/${items[0].id}`)
  expect(email).toBe(GUESSED)
  expect(provenance.email).toMatchObject({ unverified: true })
  expect(provenance.contact_person).not.toHaveProperty('unverified')
  const id = await addSequence({ at, workbook_id, lead_ids: [] })
  await at.must('POST', `/api/outreach/sequences/${id}/enroll`, { lead_ids: [items[0].id] })
  expect(await enrolledIn({ at, workbook_id, lead_ids: [] }, id)).toEqual([])
})

test('the check before says how many are left out, and why', async () => {
  const company = await addCompany()
  const id = await addSequence(company, 'leave_out')
  const { enrolled, blocked } = await company.at.must('POST', `/api/outreach/sequences/${id}/enroll`, {
    lead_ids: company.lead_ids,
    dry_run: true,
  })
  expect(enrolled).toBe(1)
  const why = blocked.map(({ reason, detail }: { reason: string; detail: string }) => `${reason}: ${detail}`).sort()
  expect(why).toEqual([
    'unverified: No verifier has checked the address',
    'unverified: The address is a guess, 30 % sure: no verifier has confirmed it',
  ])
})
