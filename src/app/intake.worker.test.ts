// One table over all ways by which rows and leads come in: the same record means the same lead.
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
