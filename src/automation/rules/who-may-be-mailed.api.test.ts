// Nobody who is suppressed, of another workspace or without a required consent is mailed, by any path: API, filter,
// output column, rule, MCP, or a draft that a program approves.
import type { AddressInfo } from 'node:net'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import fc from 'fast-check'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestService } from '../../../test/running-install.ts'
import { TOOL_CAPABILITIES } from '../../identity/api-tokens/token-capabilities.logic.ts'
import { addStage, type Stage, startRules, TEXT } from './rules.fixture.ts'

let service: TestService
let smtp: SMTPServer
let port: number
const mailed: string[] = []
beforeAll(async () => {
  smtp = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    disableReverseLookup: true,
    onAuth: ({ username }, _session, done) => done(null, { user: username ?? '' }),
    onData(stream, session, done) {
      stream.resume()
      stream.on('end', () => {
        mailed.push(...session.envelope.rcptTo.map(({ address }) => address))
        done(null, 'queued')
      })
    },
  })
  await new Promise<void>((done) => smtp.listen(0, '127.0.0.1', () => done()))
  port = (smtp.server.address() as AddressInfo).port
  service = await startRules({
    EGRESS_HOST_MAP: `mail.example.com=127.0.0.1:${port}`,
    PUBLIC_URL: 'https://outreach.example',
  })
})
afterAll(async () => {
  await service?.close()
  await new Promise<void>((done) => smtp.close(() => done()))
})

const TRAITS = [
  'fine',
  'address',
  'domain',
  'parent',
  'erased',
  'dead',
  'country',
  'elsewhere',
  'late',
  'late_domain',
  // Another spelling of a mailbox that is suppressed, where the mail service reads both alike.
  'spelling',
  'late_spelling',
] as const
type Trait = (typeof TRAITS)[number]

interface Person {
  id: number
  email: string
  trait: Trait
}

interface Wish {
  at: Stage
  sequence_id: string
  people: Person[]
  /** A lead of another workspace. */
  theirs: number
  consent_source: string
}

async function toolsFor({ at }: Wish): Promise<(name: string, args: object) => Promise<unknown>> {
  const { token } = await at.must('POST', '/api/mcp/tokens', { name: 'Door', capabilities: TOOL_CAPABILITIES }, 201)
  const client = new Client({ name: 'test', version: '1' })
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${service.url}/mcp`), {
      requestInit: { headers: { authorization: `Bearer ${token}` } },
    }),
  )
  return async (name, args) => {
    const answer = await client.callTool({ name, arguments: { ...args } })
    return answer.structuredContent
  }
}

const PATHS: Record<string, (wish: Wish) => Promise<void>> = {
  async api({ at, sequence_id, people, theirs, consent_source }) {
    const lead_ids = [...people.map(({ id }) => id), theirs]
    await at.must('POST', `/api/outreach/sequences/${sequence_id}/enroll`, { lead_ids, consent_source })
  },
  async filter({ at, sequence_id, consent_source }) {
    const filter = { field: 'company', op: 'contains', value: 'Door' }
    await at.must('POST', `/api/outreach/sequences/${sequence_id}/enroll-from`, { filter, consent_source })
  },
  async column({ at, sequence_id, people, consent_source }) {
    const { id } = await at.workbook(
      [TEXT('Mail')],
      people.map(({ email }) => ({ Mail: email })),
    )
    const target = { kind: 'sequence', sequence_id, consent_source, values: { email: '{{Mail}}' } }
    await at.must('POST', `/api/workbooks/${id}/columns`, { name: 'In', type: 'output', target }, 201)
    const { run_id } = await at.must('POST', `/api/workbooks/${id}/run`, {}, 202)
    const over = async () => (await at.must('GET', `/api/workbooks/${id}/runs/${run_id}`)).ended_at !== null
    await expect.poll(over).toBe(true)
  },
  async rule({ at, sequence_id, people, theirs, consent_source }) {
    const { id } = await at.workbook([TEXT('Lead')])
    const rule = await at.rule({
      trigger: { kind: 'row.added', workbook_id: id },
      actions: [{ kind: 'enroll', sequence_id, lead_id: '{{Lead}}', consent_source }],
    })
    const ids = [...people.map((person) => person.id), theirs]
    await at.must('POST', `/api/workbooks/${id}/rows`, { rows: ids.map((one) => ({ data: { Lead: String(one) } })) })
    await at.ended(rule, ids.length)
    // So that it does not stop after failures while others wait.
    await at.must('POST', `/api/automations/${rule}/pause`)
  },
  async mcp(wish) {
    const use = await toolsFor(wish)
    const { sequence_id, people, theirs, consent_source } = wish
    await use('enroll_leads', { sequence_id, lead_ids: [...people.map(({ id }) => id), theirs], consent_source })
  },
  async draft(wish) {
    const { at, sequence_id } = wish
    await at.must('PATCH', `/api/outreach/sequences/${sequence_id}`, { settings: { require_approval: true } })
    await PATHS.api?.(wish)
    await at.must('POST', `/api/outreach/sequences/${sequence_id}/start`)
    const use = await toolsFor(wish)
    const { items } = await at.must('GET', '/api/outreach/drafts?limit=100')
    for (const { id } of items) await use('approve_draft', { draft_id: id })
  },
}

const ALWAYS = {
  days: [1, 2, 3, 4, 5, 6, 7],
  window_start: '00:00',
  window_end: '24:00',
  min_gap_seconds: 0,
  gap_jitter_seconds: 0,
  consent_basis: 'legitimate_interest',
  enroll_by_columns: true,
  allow_free_mail: true,
}

async function play(path: string, traits: Trait[], isRequired: boolean, isGiven: boolean): Promise<void> {
  const [at, other] = [await addStage(service), await addStage(service)]
  await at.must('PUT', '/api/outreach/smtp/config', {
    smtp_email: 'ann@sender.example',
    smtp_host: 'mail.example.com',
    smtp_port: port,
    smtp_use_tls: false,
    smtp_password: 'secret',
    smtp_max_per_hour: 1_000_000,
  })
  await at.must('PUT', '/api/outreach/settings', {
    postal_address: 'Sender Ltd, 1 Main Street',
    consent_required: isRequired,
  })
  await at.must('PUT', '/api/outreach/country-rules', { items: [{ country: 'CH', action: 'block' }] })
  const tag = at.workspace_id.slice(-8)
  const suppress = (value: string, reason = 'manual') =>
    at.must('POST', '/api/outreach/suppressions', { value, reason }, 201)
  const people: Person[] = []
  for (const [n, trait] of traits.entries()) {
    const domain = `c${n}x${tag}.example`
    const isSpelled = trait === 'spelling' || trait === 'late_spelling'
    const email = isSpelled ? `p${n}.x${tag}@gmail.com` : `p${n}@${trait === 'parent' ? 'mail.' : ''}${domain}`
    const { lead } = await at.must('POST', '/api/lead', {
      kind: 'person',
      company: `Door ${n}`,
      contact_person: `Person ${n}`,
      email,
      ...(trait === 'dead' && { status: 'dead' }),
      ...(trait === 'country' && { country: 'Switzerland' }),
    })
    if (trait === 'address') await suppress(email.toUpperCase())
    if (trait === 'domain' || trait === 'parent') await suppress(domain)
    if (trait === 'spelling') await suppress(`P${n}x.${tag}+news@googlemail.com`)
    if (trait === 'erased') await suppress(email, 'erasure')
    people.push({ id: Number(lead.id), email, trait })
  }
  const { lead: theirs } = await other.must('POST', '/api/lead', {
    kind: 'person',
    company: 'Door',
    email: `x@${tag}.example`,
  })
  const steps = [{ subject: 'Hello', body: 'Dear reader,\n\nhello.' }]
  const made = await at.must('POST', '/api/outreach/sequences', { name: 'Door', steps, settings: ALWAYS }, 201)
  const consent_source = isGiven ? 'Fair' : ''
  // Another sequence has a task open for them.
  const call = [{ kind: 'call', note: 'Call' }]
  const before = await at.must(
    'POST',
    '/api/outreach/sequences',
    { name: 'Earlier', steps: call, settings: ALWAYS },
    201,
  )
  const busy = people.filter(({ trait }) => trait === 'elsewhere').map(({ id }) => id)
  if (busy.length > 0)
    await at.must('POST', `/api/outreach/sequences/${before.id}/enroll`, { lead_ids: busy, consent_source: 'Fair' })
  const late = async () => {
    for (const { trait, email } of people) {
      if (trait === 'late') await suppress(email)
      if (trait === 'late_spelling') await suppress(email.replace('.x', 'x').replace('@', '+late@'))
      if (trait === 'late_domain') await suppress(email.slice(email.indexOf('@') + 1))
    }
  }
  // What is approved leaves at once, so a late wish comes before that.
  if (path === 'draft') await late()
  await PATHS[path]?.({ at, sequence_id: made.id, people, theirs: Number(theirs.id), consent_source })
  if (path !== 'draft') {
    await late()
    await at.must('POST', `/api/outreach/sequences/${made.id}/start`)
  }
  const open = async () => {
    const rows = await service.database.asOwner<{ count: number }>(
      `select count(*)::int as count from outbound_messages where workspace_id = $1 and state in ('planned', 'reserved', 'sending')`,
      [at.workspace_id],
    )
    return rows[0]?.count
  }
  await expect.poll(open, { message: `${path} ${traits}` }).toBe(0)
  const may = isRequired && !isGiven ? [] : people.filter(({ trait }) => trait === 'fine').map(({ email }) => email)
  expect(mailed.filter((one) => one.includes(tag)).sort(), `${path} ${traits}`).toEqual(may.sort())
}

test.each(Object.keys(PATHS))('through %s only those who may be mailed are', async (path) => {
  await fc.assert(
    fc.asyncProperty(
      fc.shuffledSubarray([...TRAITS, 'fine' as const], { minLength: 4 }),
      fc.boolean(),
      fc.boolean(),
      (traits, isRequired, isGiven) => play(path, traits, isRequired, isGiven),
    ),
    {
      numRuns: 4,
      examples: [
        [[...TRAITS], false, false],
        [['fine', 'late', 'domain'], true, false],
      ],
      endOnFailure: true,
    },
  )
})
