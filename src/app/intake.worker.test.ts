// One table over all ways by which rows and leads come in: the same record means the same lead, and the same fault is refused with the same words.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { callAs, type TestService } from '../../test/running-install.ts'
import { spreadsheetOf } from '../../test/spreadsheet.ts'
import { until } from '../../test/until.ts'
import { connectTo } from '../automation/mcp/mcp.fixture.ts'
import { must, startKinds, startVendor, type Vendor } from '../enrichment/kinds/kinds.fixture.ts'
import {
  byJob,
  csvOfAll,
  DELIVERIES,
  type Delivered,
  httpSource,
  leadNames,
  type Newcomer,
  newcomerTo,
  plainBook,
  rejectsOf,
  type Values,
} from './intake.fixture.ts'

let api: Vendor
let service: TestService
beforeAll(async () => {
  api = await startVendor()
  service = await startKinds({ 'api.example.com': api.port })
})
afterAll(async () => {
  await service?.close()
  await api?.close()
})

const newcomer = () => newcomerTo({ service, api })

const csvOf = (values: Values) => csvOfAll([values])

async function synced({ call }: Newcomer, values: Values): Promise<string> {
  const columns_config = Object.keys(values).map((name) => ({ name, type: 'input', input_type: 'text' }))
  const made = await must(call('POST', '/api/workbooks', { name: 'W', columns_config, sync_to_leads: true }), 201)
  return `/api/workbooks/${made.id}`
}

const file =
  (type: string, bodyOf: (values: Values) => Buffer | string | Promise<Buffer>) =>
  async (at: Newcomer, values: Values) => {
    const answer = await at.upload('/api/leads/import', await bodyOf(values), type)
    if (!answer.ok) throw new Error(await answer.text())
  }

const sheetType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** How a record comes in. */
const ENTRIES: { [entry: string]: (at: Newcomer, values: Values) => Promise<unknown> } = {
  'a CSV file of leads': file('text/csv', csvOf),
  'a spreadsheet of leads': file(sheetType, (values) => spreadsheetOf([Object.keys(values), Object.values(values)])),
  'JSON Lines of leads': file('application/x-ndjson', (values) => JSON.stringify(values)),
  'leads as JSON rows': file('application/json', (values) => JSON.stringify({ rows: [values] })),
  'rows of a synced workbook': async (at, values) => {
    const path = await synced(at, values)
    await must(at.call('POST', `${path}/rows`, { rows: [{ data: values }] }), 201)
  },
  'a file into a synced workbook': async (at, values) => {
    const path = await synced(at, values)
    const answer = await at.upload(`${path}/import`, csvOf(values), 'text/csv')
    if (!answer.ok) throw new Error(await answer.text())
  },
  'ingest into a synced workbook': async (at, values) => {
    const path = await synced(at, values)
    const { token } = await must(at.call('POST', `${path.replace('/api/', '/api/v2/')}/ingest-token`, {}), 201)
    const answer = await callAs(service, token)('POST', `${path}/rows/ingest`, [values])
    expect(answer.body, answer.text).toMatchObject({ created: 1 })
  },
  'a source of a synced workbook': async (at, values) => {
    api.says(() => ({ body: { items: [values] } }))
    const path = await synced(at, values)
    const added = await must(at.call('POST', `${path}/sources`, { adapter: 'http-api', settings: httpSource }), 201)
    await must(at.call('POST', `${path}/sources/${added.id}/run`, {}), 202)
  },
  'leads collected from a source': async (at, values) => {
    api.says(() => ({ body: { items: [values] } }))
    await must(at.call('POST', '/api/jobs', { source: 'http-api', query: httpSource, max_leads: 10 }), 201)
  },
}

async function leadOf(entry: string, values: Values) {
  const at = await newcomer()
  await ENTRIES[entry]?.(at, values)
  const look = async () => (await must(at.call('GET', '/api/leads'), 200)).items
  const [lead, ...others] = await until(look, (items) => items.length > 0)
  expect(others).toEqual([])
  return lead
}

describe.each(Object.keys(ENTRIES))('%s', (entry) => {
  it('gives a lead its name from a first and a last name, in other languages too', async () => {
    const english = { 'First Name': 'Ann', 'Last Name': 'Doe', Email: 'ann@acme.com' }
    expect(await leadOf(entry, english)).toMatchObject({ kind: 'person', contact_person: 'Ann Doe' })
    const german = { Anrede: 'Frau', Titel: 'Dr.', Vorname: 'Ann', Name: 'Doe', 'E-Mail-Adresse': 'ann@acme.com' }
    expect(await leadOf(entry, german)).toMatchObject({ contact_person: 'Dr. Ann Doe', contact_title: null })
  })

  it('makes a person at the company of a name and a domain', async () => {
    const values = { Nom: 'Dupont', Prénom: 'Anne', Société: 'Acme', 'Company Domain': 'acme.com' }
    const person = { kind: 'person', contact_person: 'Anne Dupont', company: 'Acme', domain: 'acme.com', email: null }
    expect(await leadOf(entry, values)).toMatchObject(person)
  })

  it('joins the parts of an address, and keeps every e-mail address', async () => {
    const values = {
      'Last Name': 'Doe',
      Street: 'Hauptstr. 5',
      'Postal Code': '10115',
      City: 'Berlin',
      'Email 1': 'Ann Doe <ann@acme.com>',
      'Email 2': 'doe@acme.com',
    }
    const lead = await leadOf(entry, values)
    expect(lead).toMatchObject({ address: 'Hauptstr. 5, 10115', city: 'Berlin', email: 'ann@acme.com' })
    expect(lead.custom).toMatchObject({ 'Email 2': 'doe@acme.com' })
  })

  it('takes no address that is none', async () => {
    const values = { Company: 'Acme', Domain: 'acme.com', Email: 'foo at bar' }
    expect(await leadOf(entry, values)).toMatchObject({ company: 'Acme', email: null })
  })
})

/** Other columns of a synced workbook stay in the workbook. */
const OF_LEADS = Object.keys(ENTRIES).filter((entry) => !entry.includes('synced'))

it.each(OF_LEADS)('%s keeps what no field of leads is for, under the names that the writer gave it', async (entry) => {
  const own = { 'Customer ID': '0012-A', 'Größe (m²)': 'L 40', planType: 'Gold', LAST_SEEN: 'May' }
  const lead = await leadOf(entry, { Company: 'Acme', Domain: 'acme.com', ...own })
  expect(lead.custom).toEqual(own)
})

async function saveByTool({ call }: Newcomer, fields: object) {
  const capabilities = ['leads:write']
  const { token } = await must(call('POST', '/api/mcp/tokens', { name: 'Test', capabilities }), 201)
  const { client, use } = await connectTo(service, token)
  await use('save_lead', { fields })
  await client.close()
}

const PLACED = { Company: 'Acme Mfg & Sons', City: 'Ulm', Phone: '+49 731 901820' }

describe.each([...Object.keys(ENTRIES), 'a call', 'a tool of MCP'])('%s', (entry) => {
  it('is the lead that it is for certain, a pair where that is in doubt, and no other', async () => {
    const at = await newcomer()
    const bring = async ({ Company: company, City: city, Phone: phone, ...custom }: Values) => {
      const lead = { ...{ company, city, phone, custom }, kind: 'company' }
      if (entry === 'a call') await must(at.call('POST', '/api/lead', lead), 200)
      else if (entry === 'a tool of MCP') await saveByTool(at, lead)
      else await ENTRIES[entry]?.(at, { Company: company, City: city, Phone: phone, ...custom } as Values)
    }
    const known = { company: 'ACME Manufacturing and Sons GmbH', city: 'Ulm' }
    const { lead } = await must(at.call('POST', '/api/lead', known), 200)
    const leads = async () => (await must(at.call('GET', '/api/leads?limit=10'), 200)).items
    await bring(PLACED)
    const [met, ...others] = await until(leads, (items) =>
      items.some(({ phone }: { phone: unknown }) => phone !== null),
    )
    expect([met.id, met.phone, others]).toEqual([lead.id, PLACED.Phone, []])
    await bring({ ...PLACED, City: 'Bonn' })
    const pairs = async () => (await must(at.call('GET', '/api/entities/review-queue'), 200)).items
    expect(await until(pairs, (items) => items.length > 0)).toHaveLength(1)
    expect(await leads()).toHaveLength(2)
  })
})

describe('a call', () => {
  it('joins parts of a name and of an address, and refuses what is no address', async () => {
    const { call } = await newcomer()
    const parts = { first_name: 'Ann', last_name: 'Doe', name_suffix: 'PhD', domain: 'acme.com' }
    const { lead } = await must(call('POST', '/api/lead', { ...parts, address: 'Main St', house_number: '5' }), 200)
    expect(lead).toMatchObject({ kind: 'person', contact_person: 'Ann Doe, PhD', address: '5 Main St' })
    const refused = { email: 'foo at bar' }
    const words = 'Value error, This is no e-mail address. Send one, such as ann@acme.com or Ann Doe <ann@acme.com>'
    const answers = [
      await call('POST', '/api/lead', { company: 'Acme', ...refused }),
      await call('PATCH', `/api/lead/${lead.id}`, refused),
      await call('POST', '/api/leads/bulk-edit', { lead_ids: [lead.id], set: refused }),
    ]
    expect(answers.map(({ status, body }) => [status, body.detail[0]?.msg])).toEqual(answers.map(() => [422, words]))
    const named = await must(call('PATCH', `/api/lead/${lead.id}`, { email: 'Annie <ann@acme.com>' }), 200)
    expect(named).toMatchObject({ email: 'ann@acme.com', contact_person: 'Ann Doe, PhD' })
  })
})

const acme = { Company: 'Acme', Domain: 'acme.com' }
const beta = { Company: 'Beta', Domain: 'beta.com' }
const long = { Company: 'x'.repeat(100_001), Domain: 'long.com' }

describe.each(Object.keys(DELIVERIES))('%s with several records', (entry) => {
  const deliver = (at: Newcomer, records: readonly Values[]) =>
    (DELIVERIES[entry] as (typeof DELIVERIES)[string])(at, records)

  it('refuses a record with a value that is too long, says why, and takes those around it; undo takes these back', async () => {
    const at = await newcomer()
    const delivered = await deliver(at, [acme, long, beta])
    const { created, rejected, reasons } = delivered
    const told = { created, rejected, reasons, names: await delivered.names() }
    const words = ['"Company" has more than 100,000 characters']
    expect(told).toEqual({ created: 2, rejected: 1, reasons: words, names: ['Acme', 'Beta'] })
    await delivered.undo()
    expect(await delivered.names()).toEqual([])
  })

  it('tells in the log of its job what came of the records, and each refused one with its reason', async () => {
    const at = await newcomer()
    const { job_id } = await deliver(at, [acme, long, beta])
    if (job_id === null) return
    const { items } = await must(at.call('GET', `/api/jobs/${job_id}/events`), 200)
    const lines = items.map(({ level, message }: { level: string; message: string }) => `${level} ${message}`)
    expect(lines).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^info .+: 3 records: 2 created, 1 rejected$/),
        expect.stringMatching(/^warning .+ was rejected: "Company" has more than 100,000 characters$/),
        expect.stringMatching(/^info Done\. 3 records.*: 2 created, 1 rejected/),
      ]),
    )
    expect(await rejectsOf(at, job_id)).toMatchObject([{ record: { Domain: 'long.com' } }])
  })

  it('takes a record once that comes twice in one delivery, where records are known by what they say', async () => {
    const at = await newcomer()
    const delivered = await deliver(at, [acme, beta, acme])
    // A workbook without a duplicate key keeps every row of a file or a call.
    const keepsAll = ['a file into a workbook', 'a file into a workbook by its plan', 'ingest into a workbook']
    expect(await delivered.names()).toEqual(keepsAll.includes(entry) ? ['Acme', 'Acme', 'Beta'] : ['Acme', 'Beta'])
  })
})

describe('an empty record', () => {
  const ENTRIES_OF_OBJECTS = ['leads collected from a source', 'ingest into a workbook', 'a source of a workbook']
  it.each(ENTRIES_OF_OBJECTS)('is refused with words, and loses no other: %s', async (entry) => {
    const at = await newcomer()
    const delivered = await DELIVERIES[entry]?.(at, [acme, { Company: '', Domain: ' ' }, beta])
    expect(delivered).toMatchObject({ created: 2, rejected: 1 })
    expect(delivered?.reasons[0]).toMatch(/^(It has no value for any column|Nothing in it is a value of a lead)$/)
    expect(await delivered?.names()).toEqual(['Acme', 'Beta'])
  })

  it('of a file is refused where only columns that go nowhere say something, and a blank line is no record', async () => {
    const at = await newcomer()
    const path = await plainBook(at)
    const mapping = [0, 1].map((index) => ({ index, target: { kind: 'column', column_id: `c${index + 1}` } }))
    const form = new FormData()
    form.set('options', JSON.stringify({ mapping: [...mapping, { index: 2, target: { kind: 'skip' } }] }))
    form.set('file', new Blob(['Company,Domain,Note\nAcme,acme.com,\n,,only a note\n\nBeta,,\n']), 'firms.csv')
    const whole = new Response(form)
    const body = Buffer.from(await whole.arrayBuffer())
    const answer = await at.upload(`${path}/import`, body, whole.headers.get('content-type') ?? '')
    expect(await answer.json()).toMatchObject({
      created: 2,
      rejected: 1,
      rejected_rows: [{ line: 3, reason: 'It has no value for any column' }],
    })
  })
})

describe('more than ten thousand refused records', () => {
  const MANY = 10_001
  const listed = async ({ call }: Newcomer, id: string) => {
    let seen = 0
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page = await must(call('GET', `/api/jobs/${id}/rejected?limit=500&cursor=${cursor}`), 200)
      seen += page.items.length
      cursor = page.next_cursor
    }
    return seen
  }

  it('of a file of leads are all counted, and ten thousand kept with what is wrong', async () => {
    const at = await newcomer()
    const file = ['Company,Domain', 'Acme,acme.com', ...Array(MANY).fill('Beta,beta.com,too,many'), 'Gamma,gamma.com']
    const answer = await at.upload('/api/leads/import', file.join('\n'), 'text/csv')
    const { job_id } = (await answer.json()) as { job_id: string }
    const { created, rejected } = await byJob(at, job_id, leadNames(at))
    expect({ created, rejected, kept: await listed(at, job_id) }).toEqual({ created: 2, rejected: MANY, kept: 10_000 })
  })

  it('of a source are all counted, and ten thousand kept with what is wrong', async () => {
    const at = await newcomer()
    const records: Values[] = Array.from({ length: MANY }, (_, n) => ({ Other: `${n}` }))
    const delivered = await DELIVERIES['a source of a workbook']?.(at, [acme, ...records, beta])
    const { created, rejected, job_id } = delivered as Delivered
    const kept = await listed(at, job_id ?? '')
    expect({ created, rejected, kept }).toEqual({ created: 2, rejected: MANY, kept: 10_000 })
  })
})

/** What events of stored leads say of the work behind them, once there are as many. */
async function workBehind({ workspace_id }: Newcomer, member: 'job_id' | 'run_id', wanted = 1) {
  const told = await until(
    () =>
      service.database.asOwner<{ work: string | null }>(
        `select payload ->> '${member}' as work from events where workspace_id = $1 and type = 'lead.stored' order by id`,
        [workspace_id],
      ),
    (found) => found.length >= wanted,
  )
  return told.map(({ work }) => work)
}

async function companiesAre({ workspace_id }: Newcomer, company: string) {
  const count = () =>
    service.database.asOwner<{ left: number }>(
      `select count(*)::int as left from leads where workspace_id = $1 and data ->> 'company' is distinct from $2
       union all select 5001 - count(*)::int from leads where workspace_id = $1`,
      [workspace_id, company],
    )
  await until(count, (found) => found.every(({ left }) => left === 0))
}

describe('the event of stored leads names the work that brought them, so that a stream of it shows them', () => {
  it.each(Object.keys(DELIVERIES))('%s', async (entry) => {
    const at = { ...(await newcomer()), syncs: true }
    const { job_id } = (await DELIVERIES[entry]?.(at, [acme])) as Delivered
    expect(await workBehind(at, 'job_id')).toEqual([job_id])
  })

  it('a run whose answers rows tell their leads', async () => {
    api.says(() => ({ headers: { 'content-type': 'application/json' }, body: '"Ulm"' }))
    const at = { ...(await newcomer()), syncs: true }
    const path = await plainBook(at)
    const city = { name: 'City', type: 'http', url: 'http://api.example.com/{{Domain}}' }
    await must(at.call('POST', `${path}/columns`, city), 201)
    await must(at.call('POST', `${path}/rows`, { rows: [{ data: acme }] }), 201)
    await until(leadNames(at), (names) => names.length === 1)
    const { run_id } = await must(at.call('POST', `${path}/run`, {}), 202)
    expect(await workBehind(at, 'run_id', 2)).toEqual([null, run_id])
    const [lead] = (await must(at.call('GET', '/api/leads'), 200)).items
    expect(lead).toMatchObject({ company: 'Acme', city: 'Ulm' })
  })

  it('an undo in the background, which puts back what a file changed in synced rows', async () => {
    // More rows than are put back while the caller waits.
    const domains = Array.from({ length: 5001 }, (_, n) => `firm${n}.com`)
    const at = await newcomer()
    const path = await plainBook(at)
    const bring = async (company: string) => {
      const form = new FormData()
      form.set('options', JSON.stringify({ identity: { index: 1, normaliser: 'domain' } }))
      form.set('file', new Blob([csvOfAll(domains.map((Domain) => ({ Company: company, Domain })))]), 'firms.csv')
      const whole = new Response(form)
      const body = Buffer.from(await whole.arrayBuffer())
      const answer = await at.upload(`${path}/import`, body, whole.headers.get('content-type') ?? '')
      if (!answer.ok) throw new Error(await answer.text())
    }
    await bring('Acme')
    await bring('Beta')
    await must(at.call('PATCH', path, { sync_to_leads: true }), 200)
    await companiesAre(at, 'Beta')
    const { items } = await must(at.call('GET', `${path}/activity`), 200)
    const before = (await workBehind(at, 'job_id')).length
    await must(at.call('POST', `${path}/undo`, { change_id: items[0].id }), 200)
    const [undo] = await service.database.asOwner<{ id: string }>(
      'select id from jobs where workspace_id = $1 order by id desc limit 1',
      [at.workspace_id],
    )
    await companiesAre(at, 'Acme')
    const behind = (await workBehind(at, 'job_id')).slice(before)
    expect(new Set(behind)).toEqual(new Set([undo?.id]))
  })
})
