// One table over all ways by which rows and leads come in: the same record means the same lead, and the same fault is refused with the same words.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addWorkspace } from '../../test/database.ts'
import { addPerson, type Call, callAs, type TestService } from '../../test/running-install.ts'
import { spreadsheetOf } from '../../test/spreadsheet.ts'
import { until } from '../../test/until.ts'
import { must, startKinds, startVendor, type Vendor } from '../enrichment/kinds/kinds.fixture.ts'

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

interface Newcomer {
  call: Call
  /** Workbooks of theirs are synced with leads. */
  syncs?: boolean
  upload(path: string, body: Buffer | string, type: string): ReturnType<typeof fetch>
}

async function newcomer(): Promise<Newcomer> {
  const workspace = await addWorkspace(service.database)
  const { access_token } = await addPerson(service, workspace, 'admin')
  const authorization = `Bearer ${access_token}`
  return {
    call: callAs(service, access_token),
    upload: (path, body, type) =>
      fetch(`${service.url}${path}`, { method: 'POST', headers: { authorization, 'content-type': type }, body }),
  }
}

type Values = { [name: string]: string }

const csvOf = (values: Values) =>
  [Object.keys(values), Object.values(values)]
    .map((line) => line.map((text) => `"${text.replaceAll('"', '""')}"`).join(','))
    .join('\n')

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

const httpSource = { url: 'http://api.example.com/people', items_path: 'items' }
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

/** What came of a delivery: how many records were taken and refused, why, and the job that did it, where there is one. */
interface Delivered {
  created: number
  rejected: number
  reasons: string[]
  job_id: string | null
  /** Takes all of it back. */
  undo: () => Promise<unknown>
  /** Names of the companies that are stored. */
  names: () => Promise<string[]>
}

const manyCsv = (records: readonly Values[]) => {
  const names = [...new Set(records.flatMap((record) => Object.keys(record)))]
  const line = (texts: string[]) => texts.map((text) => `"${text.replaceAll('"', '""')}"`).join(',')
  return [line(names), ...records.map((record) => line(names.map((name) => record[name] ?? '')))].join('\n')
}

async function jobEnd({ call }: Newcomer, id: string) {
  const look = () => must(call('GET', `/api/jobs/${id}`), 200)
  return until(look, ({ status }) => !['pending', 'running'].includes(status))
}

async function rejectsOf({ call }: Newcomer, id: string): Promise<{ reason: string; record: object }[]> {
  return (await must(call('GET', `/api/jobs/${id}/rejected?limit=500`), 200)).items
}

async function byJob(at: Newcomer, id: string, names: Delivered['names']): Promise<Delivered> {
  const { status, error, counts } = await jobEnd(at, id)
  expect(status, error).toBe('done')
  const { created = 0, rejected = 0 } = counts
  const reasons = (await rejectsOf(at, id)).map(({ reason }) => reason)
  const undo = () => must(at.call('POST', `/api/jobs/${id}/undo`, {}), 200)
  return { created, rejected, reasons, job_id: id, undo, names }
}

const leadNames =
  ({ call }: Newcomer) =>
  async () =>
    (await must(call('GET', '/api/leads?limit=100'), 200)).items
      .map(({ company }: { company: string }) => company)
      .sort()

async function plainBook({ call, syncs = false }: Newcomer): Promise<string> {
  const columns_config = ['Company', 'Domain'].map((name) => ({ name, type: 'input', input_type: 'text' }))
  const book = { name: 'W', columns_config, sync_to_leads: syncs }
  return `/api/workbooks/${(await must(call('POST', '/api/workbooks', book), 201)).id}`
}

const rowNames =
  ({ call }: Newcomer, path: string) =>
  async () => {
    const { rows, workbook } = await must(call('GET', `${path}?page_size=100`), 200)
    const { id } = workbook.columns_config.find(({ name }: { name: string }) => name === 'Company')
    return rows.map(({ data }: { data: Values }) => data[id] ?? '').sort()
  }

/** By its act: that of a token is in no user's own line. */
const undoRows =
  ({ call }: Newcomer, path: string) =>
  async () => {
    const { items } = await must(call('GET', `${path}/activity`), 200)
    const { id } = items.find(({ kind }: { kind: string }) => ['import', 'ingest'].includes(kind))
    return must(call('POST', `${path}/undo`, { change_id: id }), 200)
  }

/** How several records come in. */
const DELIVERIES: { [entry: string]: (at: Newcomer, records: readonly Values[]) => Promise<Delivered> } = {
  'a CSV file of leads': async (at, records) => {
    const answer = await at.upload('/api/leads/import', manyCsv(records), 'text/csv')
    const { job_id } = (await answer.json()) as { job_id: string }
    return byJob(at, job_id, leadNames(at))
  },
  'leads as JSON rows': async (at, rows) => {
    const { job_id } = await must(at.call('POST', '/api/leads/import', { rows }), 200)
    return byJob(at, job_id, leadNames(at))
  },
  'leads collected from a source': async (at, items) => {
    api.says(() => ({ body: { items } }))
    const job = await must(at.call('POST', '/api/jobs', { source: 'http-api', query: httpSource, max_leads: 100 }), 201)
    return byJob(at, job.job_id, leadNames(at))
  },
  'a file into a workbook': async (at, records) => {
    const path = await plainBook(at)
    const answer = await at.upload(`${path}/import`, manyCsv(records), 'text/csv')
    const result = (await answer.json()) as { created: number; rejected: number; rejected_rows: { reason: string }[] }
    const { created, rejected, rejected_rows } = result
    const reasons = rejected_rows.map(({ reason }) => reason)
    return { created, rejected, reasons, job_id: null, undo: undoRows(at, path), names: rowNames(at, path) }
  },
  'a file into a workbook by its plan': async (at, records) => {
    const path = await plainBook(at)
    const stored = await at.upload(`${path}/import/preview`, manyCsv(records), 'text/csv')
    const { import_id } = (await stored.json()) as { import_id: string }
    await must(at.call('POST', `${path}/imports/${import_id}/plan`, { options: {} }), 202)
    const look = () => must(at.call('GET', `${path}/imports/${import_id}`), 200)
    await until(look, ({ state }) => state === 'planned')
    await must(at.call('POST', `${path}/imports/${import_id}/commit`, {}), 202)
    return byJob(at, import_id, rowNames(at, path))
  },
  'ingest into a workbook': async (at, records) => {
    const path = await plainBook(at)
    const { token } = await must(at.call('POST', `${path}/ingest-token`, {}), 201)
    const { body } = await callAs(service, token)('POST', `${path}/rows/ingest`, records)
    const reasons = body.rows.flatMap(({ reason }: { reason: string | null }) => reason ?? [])
    const { created, rejected } = body
    return { created, rejected, reasons, job_id: null, undo: undoRows(at, path), names: rowNames(at, path) }
  },
  'a source of a workbook': async (at, items) => {
    api.says(() => ({ body: { items } }))
    const path = await plainBook(at)
    const columns: [string, string][] = [
      ['Company', 'c1'],
      ['Domain', 'c2'],
    ]
    const mapping = columns.map(([field, column_id]) => ({ field, target: { kind: 'column', column_id } }))
    const source = { adapter: 'http-api', settings: httpSource, mapping, max_rows: 20_000 }
    const { id } = await must(at.call('POST', `${path}/sources`, source), 201)
    const { job_id } = await must(at.call('POST', `${path}/sources/${id}/run`, {}), 202)
    return byJob(at, job_id, rowNames(at, path))
  },
}

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
async function workBehind({ call }: Newcomer, member: 'job_id' | 'run_id', wanted = 1) {
  const { id } = (await must(call('GET', '/api/workspaces'), 200)).items[0]
  const told = await until(
    () =>
      service.database.asOwner<{ work: string | null }>(
        `select payload ->> '${member}' as work from events where workspace_id = $1 and type = 'lead.stored' order by id`,
        [id],
      ),
    (found) => found.length >= wanted,
  )
  return told.map(({ work }) => work)
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
})
