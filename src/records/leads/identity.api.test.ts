// Promises of the identity of leads: who is the same however it is written, who is not, and whose domain is whose.

import { expect, test } from 'vitest'
import { type Caller, callerOf } from '../../../test/app.ts'
import { addWorkspace } from '../../../test/database.ts'
import { openTenant } from '../../../test/open-tenant.ts'
import type { JsonObject } from '../../kernel/json.ts'
import { testRun } from '../../platform/queue/run.fixture.ts'
import { leadRoutes } from './leads.routes.ts'
import { rekeyLeadsJob } from './rekey.jobs.ts'
import { upsertLeads } from './upsert.commands.ts'

const clock = () => new Date('2026-11-22T05:00:00Z')

const { database, app, newcomer } = await openTenant((database) => leadRoutes({ database, now: clock }))

const save = async (by: Caller, body: object) => {
  const answer = await by.post('/api/lead', body)
  expect(answer.status, answer.text).toBe(200)
  return answer.body
}

test('a lead is met again by e-mail, LinkedIn page, domain, phone or external id, however they are written', async () => {
  const ann = await newcomer()
  const acme = await save(ann, { company: 'Acme', website: 'https://www.acme.com/about', phone: '+49 30 901820' })
  expect(acme).toMatchObject({ outcome: 'created', matched_by: null })
  expect(acme.lead).toMatchObject({ kind: 'company', status: 'new', company: 'Acme', email: null, tags: null })
  const by = async (body: object) => {
    const { outcome, matched_by, lead } = await save(ann, body)
    return [outcome, matched_by, lead.id === acme.lead.id]
  }
  expect(await by({ domain: 'ACME.com', company: 'Acme' })).toEqual(['unchanged', 'domain', true])
  expect(await by({ kind: 'company', phone: '0049 30 90 18 20' })).toEqual(['updated', 'phone', true])
  const doe = await save(ann, { contact_person: 'Ann Doe', email: 'Ann@Acme.com', external_id: 'A1' })
  expect(doe).toMatchObject({ outcome: 'created', lead: { kind: 'person' } })
  const again = await save(ann, {
    email: 'ann@acme.com',
    linkedin_url: 'https://www.linkedin.com/in/Ann-Doe/',
    existing: 'fill_blanks',
  })
  expect(again).toMatchObject({
    outcome: 'updated',
    matched_by: 'email',
    lead: { id: doe.lead.id, email: 'Ann@Acme.com' },
  })
  expect(await save(ann, { linkedin_url: 'linkedin.com/in/ann-doe?trk=x' })).toMatchObject({ matched_by: 'linkedin' })
  expect(await save(ann, { external_id: 'A1', kind: 'person', existing: 'skip', company: 'Other' })).toMatchObject({
    outcome: 'unchanged',
    matched_by: 'external_id',
    lead: { company: null },
  })
})

test('of several that come at once none is met by what a lead was known by before them', async () => {
  const workspace = await addWorkspace(database)
  const ann = callerOf(app, workspace)
  const { lead: doe } = await save(ann, { contact_person: 'Ann Doe', email: 'ann@acme.com', external_id: 'A1' })
  const incoming: JsonObject[] = [
    { kind: 'person', external_id: 'A1', email: 'doe@acme.com' },
    { contact_person: 'Ann Roe', email: 'ann@acme.com' },
  ]
  const placed = await database.inWorkspace(workspace, (tx) =>
    upsertLeads(
      tx,
      incoming.map((data) => ({ data, provenance: {} })),
      { existing: 'overwrite', source: { kind: 'import' } },
    ),
  )
  expect(placed.map(({ outcome, lead }) => [outcome, lead?.id === doe.id])).toEqual([
    ['updated', true],
    ['created', false],
  ])
})

test('colleagues at one switchboard stay two people, and a company is none of its people', async () => {
  const ann = await newcomer()
  const phone = '+1 415 555 2671'
  const one = await save(ann, { contact_person: 'Ann', email: 'ann@acme.com', phone })
  const two = await save(ann, { contact_person: 'Bob', email: 'bob@acme.com', phone })
  const firm = await save(ann, { company: 'Acme', domain: 'acme.com', phone })
  expect(new Set([one, two, firm].map(({ lead }) => lead.id)).size).toBe(3)
  const known = await save(ann, { kind: 'person', phone, contact_title: 'CEO' })
  expect(known).toMatchObject({ outcome: 'updated', matched_by: 'phone', lead: { id: one.lead.id } })
})

test('people who share a mailbox stay two, and addresses that differ in anything but their writing are not the same', async () => {
  const ann = await newcomer()
  const met = async (body: object) => {
    const { outcome, lead } = await save(ann, body)
    return [outcome, lead.id]
  }
  const [, one] = await met({ contact_person: 'Ann Doe', email: 'sales@acme.com' })
  const [, two] = await met({ contact_person: 'Bob Roe', email: 'sales@acme.com' })
  expect(two).not.toBe(one)
  expect(await met({ contact_person: 'bob  roe', email: 'Sales@Acme.com', city: 'Ulm' })).toEqual(['updated', two])
  const [, plus] = await met({ contact_person: 'Cy', email: 'cy+news@acme.com' })
  expect((await met({ contact_person: 'Cy', email: 'cy@acme.com' }))[1]).not.toBe(plus)
  const [, umlaut] = await met({ contact_person: 'Dee', email: 'dee@müller.example' })
  expect(await met({ kind: 'person', email: 'DEE@xn--mller-kva.example', city: 'Ulm' })).toEqual(['updated', umlaut])
  const [, site] = await met({ company: 'Müller', website: 'https://www.müller.de/über' })
  expect(await met({ domain: 'xn--mller-kva.de', city: 'Ulm' })).toEqual(['updated', site])
})

test('a mail provider is the domain of no company, and neither is a site of profiles', async () => {
  const ann = await newcomer()
  const saved = []
  for (const [company, domain, website] of [
    ['Anvil', 'gmail.com', null],
    ['Bolt', 'gmail.com', null],
    ['Crate', null, 'https://facebook.com/crate'],
    ['Drill', null, 'https://facebook.com/drill'],
    ['Easel', null, 'www.gmx.de'],
  ])
    saved.push(await save(ann, { company, domain, website }))
  expect(new Set(saved.map(({ lead }) => lead.id)).size).toBe(5)
  expect(saved.map(({ lead }) => lead.domain)).toEqual(['gmail.com', 'gmail.com', null, null, null])
})

test('the domain of a company follows its website, until a user sets another', async () => {
  const ann = await newcomer()
  const { lead } = await save(ann, { company: 'Acme', website: 'https://www.acme.com/about' })
  expect(lead).toMatchObject({ domain: 'acme.com', provenance: { domain: { source: 'website', method: 'inferred' } } })
  const path = `/api/lead/${lead.id}`
  const change = async (body: object) => (await ann.patch(path, body)).body.domain
  expect(await change({ website: 'shop.acme.co.uk' })).toBe('acme.co.uk')
  expect(await change({ website: null })).toBe(null)
  expect(await change({ website: 'acme.com', domain: 'acme.org' })).toBe('acme.org')
  expect(await change({ website: 'acme.net' })).toBe('acme.org')
  expect(await change({ domain: null })).toBe(null)
  expect(await change({ city: 'Ulm' })).toBe(null)
  expect((await ann.get('/api/leads/stats')).body.with_domain).toBe(0)
  const person = await save(ann, { contact_person: 'Ann Doe', website: 'https://anndoe.example' })
  expect(person.lead.domain).toBe(null)
})

test('leads of an earlier version are found and shown as before, and then get the domains that their websites tell', async () => {
  const workspace = await addWorkspace(database)
  const ann = callerOf(app, workspace)
  const said = { website: { source: 'list.csv' } }
  await database.asOwner(
    `begin; select set_config('app.workspace_id', '${workspace}', true);
     insert into leads (workspace_id, data, provenance) select '${workspace}', data::jsonb, '${JSON.stringify(said)}' from (values
       ('{"kind": "company", "status": "new", "company": "Acme", "website": "https://www.acme.com"}'),
       ('{"kind": "company", "status": "new", "company": "Bolt", "website": "bolt.com", "domain": "bolt.org"}')) v (data);
     insert into lead_texts select workspace_id, id, lead_text(data) from leads where workspace_id = '${workspace}';
     insert into lead_counts (workspace_id, leads) values ('${workspace}', 2); commit`,
  )
  const shown = async () =>
    (await ann.get('/api/leads?search=.COM')).body.items.map(
      ({ domain, provenance }: { domain: string | null; provenance: { website: object } }) => [
        domain,
        provenance.website,
      ],
    )
  const source = { source: 'list.csv' }
  expect(await shown()).toEqual([
    ['bolt.org', source],
    [null, source],
  ])
  const look = () =>
    rekeyLeadsJob(database).work(
      { after: 0 },
      testRun({ id: '', workspace_id: workspace, signal: new AbortController().signal }),
    )
  await look()
  await look()
  expect(await shown()).toEqual([
    ['bolt.org', source],
    ['acme.com', source],
  ])
  expect(await save(ann, { domain: 'acme.com', city: 'Ulm' })).toMatchObject({ outcome: 'updated' })
})

const BORN = { contact_person: 'Natalia Green', city: 'Yagoona', custom: { 'Date of birth': '1991-01-11' } }
const WITH_ID = { ...BORN, custom: { ...BORN.custom, SSN: '313-15-8700' } }
const SITE = { company: 'Easter Seals Marchman Center', phone: '+1 312 492 7402', address: '1001 W Roosevelt Rd' }
const MAILED = { ...BORN, email: 'green@home.example' }
/** What is stored, what comes, and whether it is that. */
const SLIPS: readonly (readonly [string, object, object, boolean])[] = [
  ['an id and a slip in the name', WITH_ID, { ...WITH_ID, contact_person: 'Natalia Gredn', city: 'Perth' }, true],
  ['an id and names in turn', WITH_ID, { ...WITH_ID, contact_person: 'Green Natalia' }, true],
  [
    'an id that a spreadsheet shortened',
    { contact_person: 'Ann Lee', external_id: '1.23457E+15' },
    { contact_person: 'Bob Ray', external_id: '1.23457E+15' },
    false,
  ],
  [
    'an id of the own that a spreadsheet shortened',
    { contact_person: 'Dan Poe', custom: { SSN: '1.23457E+15' } },
    { contact_person: 'Dan Pow', custom: { SSN: '1.23457E+15' } },
    false,
  ],
  ['an id and another person', WITH_ID, { ...WITH_ID, contact_person: 'Robert Pine' }, false],
  ['two ids and one name', WITH_ID, { ...WITH_ID, custom: { ...BORN.custom, SSN: '529-44-1017' } }, false],
  ['a day of birth and a slip in the name', BORN, { ...BORN, contact_person: 'Natalia Greeen' }, true],
  ['a day of birth in another town', BORN, { ...BORN, contact_person: 'Natalia Greeen', city: 'Hamburg' }, false],
  ['a twin', BORN, { ...BORN, contact_person: 'Nadia Green' }, false],
  ...(
    [
      ['Karin', 'Katrin'],
      ['Marco', 'Mario'],
      ['Kevin', 'Kelvin'],
      ['Michael', 'Michelle'],
    ] as const
  ).map(
    ([one, other]) =>
      [
        `twins called ${one} and ${other}`,
        { ...BORN, contact_person: `${one} Green` },
        { ...BORN, contact_person: `${other} Green` },
        false,
      ] as const,
  ),
  ['a day of birth and two letters in turn', BORN, { ...BORN, contact_person: 'Nataila Green' }, true],
  [
    'a firm in one house, short',
    SITE,
    { ...SITE, company: 'Easter Seals Marchman', address: '1001 West Roosevelt Road' },
    true,
  ],
  ['another firm in one house', SITE, { ...SITE, company: 'Hull Parkway Clinic' }, false],
  ['a branch with the telephone of its firm', SITE, { ...SITE, address: '77 Ashland Ave' }, false],
  ['a mailbox with a slip in the day of birth', MAILED, { ...MAILED, custom: { 'Date of birth': '1991-01-12' } }, true],
  ['a mailbox of father and son', MAILED, { ...MAILED, custom: { 'Date of birth': '1962-07-30' } }, false],
  [
    'a mailbox of father and son by their names',
    { email: 'green@home.example', contact_person: 'Paul Green Sr.' },
    { email: 'green@home.example', contact_person: 'Paul Green Jr.' },
    false,
  ],
  [
    'a mailbox and a name that has a middle name now',
    { email: 'green@home.example', contact_person: 'Paul Green' },
    { email: 'green@home.example', contact_person: 'Paul M. Green' },
    true,
  ],
  [
    'another of the same firms in one house',
    { ...SITE, company: 'Little Suns 1' },
    { ...SITE, company: 'Little Suns 2' },
    false,
  ],
  [
    'a mailbox of a family',
    MAILED,
    { ...MAILED, contact_person: 'Robert Green', custom: { 'Date of birth': '1962-07-30' } },
    false,
  ],
]

test.each(
  SLIPS,
)('%s: a lead that comes is the one that is known only where that is certain', async (_, known, comes, isSame) => {
  const ann = await newcomer()
  const { lead } = await save(ann, known)
  const { outcome, lead: met } = await save(ann, comes)
  expect([met.id === lead.id, outcome !== 'created']).toEqual([isSame, isSame])
})

test('two who bring the same lead at once make one', async () => {
  const ann = await newcomer()
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, n) => save(ann, { email: 'ann@acme.com', contact_person: 'Ann', tags: [`t${n}`] })),
  )
  expect(answers.filter(({ outcome }) => outcome === 'created')).toHaveLength(1)
  const { items, total } = (await ann.get('/api/leads')).body
  expect([items.length, total]).toEqual([1, 1])
  expect([...items[0].tags].sort()).toEqual(['t0', 't1', 't2', 't3', 't4', 't5', 't6', 't7'])
})

test('a change may not take what another lead is known by', async () => {
  const ann = await newcomer()
  const one = await save(ann, { email: 'ann@acme.com' })
  const two = await save(ann, { email: 'bob@acme.com' })
  const taken = await ann.patch(`/api/lead/${two.lead.id}`, { email: 'ANN@acme.com' })
  expect([taken.status, taken.body.lead_id]).toEqual([409, one.lead.id])
  await ann.delete(`/api/lead/${one.lead.id}`)
  expect((await ann.patch(`/api/lead/${two.lead.id}`, { email: 'ANN@acme.com' })).status).toBe(200)
  expect((await save(ann, { email: 'bob@acme.com' })).outcome).toBe('created')
  expect((await ann.get('/api/leads')).body.total).toBe(2)
})

test('branches and sister firms with ids of their own stay as many leads as they are, and may share a site', async () => {
  const ann = await newcomer()
  const firm = { company: 'Acme GmbH', domain: 'acme.com', phone: '+49 30 901820' }
  const ids = []
  for (const external_id of ['A1', 'A2', 'A3']) ids.push((await save(ann, { ...firm, external_id })).lead.id)
  expect(new Set(ids).size).toBe(3)
  expect(await save(ann, { ...firm, external_id: 'A2', city: 'Ulm' })).toMatchObject({ lead: { id: ids[1] } })
  const { items } = (await ann.get('/api/leads')).body
  expect(items.map(({ domain }: { domain: string }) => domain)).toEqual(['acme.com', 'acme.com', 'acme.com'])
})

test('a shared domain or phone does not merge firms of another name or in another town', async () => {
  const ann = await newcomer()
  const first = await save(ann, { company: 'Acme GmbH', domain: 'acme.com', city: 'Berlin' })
  const branch = await save(ann, { company: 'Acme', domain: 'acme.com', city: 'Hamburg' })
  const sister = await save(ann, { company: 'Acme Holding', domain: 'acme.com', city: 'Berlin' })
  const guest = await save(ann, { company: 'Bolt', phone: '+49 30 901820' })
  const host = await save(ann, { company: 'Crate', phone: '+49 30 901820' })
  expect(new Set([first, branch, sister, guest, host].map(({ lead }) => lead.id)).size).toBe(5)
  const again = await save(ann, { company: 'ACME AG', domain: 'acme.com', city: 'Hamburg', country: 'Germany' })
  expect(again).toMatchObject({ outcome: 'updated', matched_by: 'domain', lead: { id: branch.lead.id } })
  const moved = await ann.patch(`/api/lead/${guest.lead.id}`, { domain: 'acme.com', website: 'https://acme.com' })
  expect([moved.status, moved.body.domain]).toEqual([200, 'acme.com'])
})

test.each([
  [
    'a person without an address',
    { contact_person: 'Ann Meier', company: 'Quill GmbH', city: 'Ulm' },
    { contact_person: 'Meier, Ann', company: 'QUILL' },
  ],
  [
    'a person by the domain of the firm',
    { contact_person: 'Ann Meier', email: 'ann@quill.example' },
    { contact_person: 'Ann Meier', website: 'https://www.quill.example' },
  ],
  [
    'a company by name and town',
    { company: 'Acme Widgets GmbH', city: 'München' },
    { company: 'ACME Widgets', city: 'Munich', country: 'DE' },
  ],
  [
    'a firm whose name is shortened',
    { company: 'Acme Manufacturing', domain: 'acme.com', city: 'Köln' },
    { company: 'Acme Mfg', domain: 'acme.com', city: 'Cologne' },
  ],
  [
    'a firm whose telephone lacks the code of its country',
    { company: 'Acme GmbH', phone: '+49 30 901820', city: 'Berlin' },
    { company: 'ACME', phone: '030 901820', website: 'acme.example' },
  ],
  [
    'a company by name and street',
    { company: 'Acme Widgets GmbH', address: '12 Main Street', phone: '+49 30 901820' },
    { company: 'ACME Widgets', address: '12 Main St.', city: 'Berlin' },
  ],
  [
    'a firm whose suburb is given for its city',
    { company: 'Lorangerie', address: '903 N La Cienega Blvd', city: 'Los Angeles', phone: '+1 310 652 9770' },
    { company: 'Lorangerie', address: '903 n. la cienega blvd.', city: 'West Hollywood', phone: '+1 310 652 9770' },
  ],
  [
    'a firm whose words are in another order',
    { company: 'Hotel Bel-Air', phone: '+1 310 472 1211' },
    { company: 'Bel-Air Hotel', phone: '+1 310 472 1211' },
  ],
  [
    'a person by the day of birth',
    { contact_person: 'Ann Meier', email: 'ann@quill.example', custom: { 'Date of birth': '1980-03-12' } },
    { contact_person: 'Meier, Ann', custom: { 'Date of birth': '12 March 1980' } },
  ],
  [
    'a person who moved by a number of their own',
    { contact_person: 'Ann Meier', city: 'Ulm', custom: { Passport: 'C01X00T47' } },
    { contact_person: 'Ann Meier', city: 'Bern', custom: { Passport: 'c01x 00t47' } },
  ],
  [
    'a company by name and tax id',
    { company: 'Acme GmbH', custom: { 'VAT number': 'DE811111111' } },
    { company: 'ACME', custom: { 'VAT number': 'DE 811 111 111' } },
  ],
  [
    'a firm whose country is written otherwise',
    { company: 'Acme', domain: 'acme.com', country: 'US' },
    { company: 'Acme Inc', domain: 'acme.com', country: 'United States' },
  ],
])('%s is the lead that is known, however it is written', async (_, known, brought) => {
  const ann = await newcomer()
  const { lead } = await save(ann, known)
  const met = await save(ann, { kind: lead.kind, ...brought })
  expect(met.lead.id).toBe(lead.id)
  expect(met.matched_by).not.toBe(null)
})

test.each([
  ['another address', { contact_person: 'Ann Meier', company: 'Quill', email: 'a.meier@quill.example' }],
  ['another generation', { contact_person: 'Ann Meier Jr', company: 'Quill' }],
  ['an initial', { contact_person: 'A. Meier', company: 'Quill' }],
  ['another firm', { contact_person: 'Ann Meier', company: 'Anvil' }],
  ['another town', { contact_person: 'Ann Meier', company: 'Quill', city: 'Bern' }],
  ['another passport', { contact_person: 'Ann Meier', company: 'Quill', custom: { Passport: 'X99' } }],
  ['another birthday', { contact_person: 'Ann Meier', company: 'Quill', custom: { Birthday: '1981-03-12' } }],
  ['a license of the same kind', { contact_person: 'Ann Meier', city: 'Bern', custom: { License: 'Enterprise' } }],
  [
    'the same day of registration',
    { contact_person: 'Ann Meier', city: 'Bern', custom: { 'Registration date': '2024-01-05' } },
  ],
])('a person of the same name with %s is not taken for the one that is known', async (_, brought) => {
  const ann = await newcomer()
  const known = await save(ann, {
    contact_person: 'Ann Meier',
    company: 'Quill',
    email: 'ann@quill.example',
    city: 'Ulm',
    custom: { Passport: 'X01', Birthday: '1980-03-12', License: 'Enterprise', 'Registration date': '2024-01-05' },
  })
  expect(await save(ann, { kind: 'person', ...brought })).toMatchObject({ outcome: 'created', matched_by: null })
  expect((await ann.get(`/api/lead/${known.lead.id}`)).body.email).toBe('ann@quill.example')
})

test.each([
  ['the code of another country', { company: 'Acme', phone: '+49 209 555 8556' }],
  ['other first digits', { company: 'Acme', phone: '310 555 8556' }],
  ['no name, since its number without a code is that of several countries', { kind: 'company', phone: '209 555 8556' }],
  ['another name', { company: 'Bolt', phone: '209 555 8556' }],
  ['another town', { company: 'Acme', phone: '209 555 8556', city: 'Reno' }],
  ['another tax id', { company: 'Acme', phone: '209 555 8556', custom: { 'Tax ID': '22-2222222' } }],
])('a firm with the digits of a known telephone and %s is not taken for the one that is known', async (_, brought) => {
  const ann = await newcomer()
  await save(ann, { company: 'Acme', phone: '+1 209 555 8556', city: 'Fresno', custom: { 'Tax ID': '11-1111111' } })
  expect(await save(ann, brought)).toMatchObject({ outcome: 'created', matched_by: null })
})

test('where the digits of a telephone are those of several, none of them is taken', async () => {
  const ann = await newcomer()
  for (const phone of ['+1 209 555 8556', '+1 310 555 8556']) await save(ann, { company: 'Acme', phone })
  expect(await save(ann, { company: 'Acme', phone: '310 555 8556' })).toMatchObject({ matched_by: 'phone' })
  expect(await save(ann, { company: 'Acme', phone: '555 8556' })).toMatchObject({ outcome: 'created' })
})

test('where several are called so, none of them is taken: it is not certain which is meant', async () => {
  const ann = await newcomer()
  for (const email of ['ann@quill.example', 'a.meier@quill.example'])
    await save(ann, { contact_person: 'Ann Meier', company: 'Quill', email })
  expect(await save(ann, { contact_person: 'Ann Meier', company: 'Quill' })).toMatchObject({ outcome: 'created' })
})
