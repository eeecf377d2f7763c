// The workbooks that a new user finds: a messy list of companies with columns that clean it up, and people whose e-mail is looked for.
import type { Static } from 'typebox'
import type { WorkspaceId } from '../kernel/ids.ts'
import type { Database } from '../platform/db/database.ts'
import { createRows } from '../records/rows/new-rows.commands.ts'
import type { WorkbookCreate } from '../records/store/workbook.schema.ts'
import { createWorkbook } from '../records/workbooks/workbooks.commands.ts'

type Columns = NonNullable<Static<typeof WorkbookCreate>['columns_config']>

// The widths show all of it on a screen of 1440 px.
const COLUMNS: Columns = [
  { type: 'input', name: 'Company', input_type: 'text', pinned: true, width: 160 },
  { type: 'input', name: 'Website', input_type: 'url', width: 145 },
  { type: 'input', name: 'Email', input_type: 'email', width: 125 },
  { type: 'input', name: 'Phone', input_type: 'phone', width: 125 },
  { type: 'input', name: 'Country', input_type: 'text', width: 105 },
  {
    type: 'enrichment',
    name: 'Clean name',
    width: 140,
    provider: 'company-name-cleaner',
    output: 'company_name',
    inputs: { company: '{{Company}}' },
  },
  {
    type: 'waterfall',
    name: 'Domain',
    width: 130,
    output: 'company_domain',
    steps: [
      { provider: 'domain-normaliser', inputs: { website: '{{Website}}' } },
      { provider: 'domain-normaliser', inputs: { email: '{{Email}}' } },
    ],
  },
  {
    type: 'enrichment',
    name: 'Phone number',
    width: 125,
    provider: 'phone-e164',
    output: 'phone',
    inputs: { phone: '{{Phone}}', country: '{{Country}}', website: '{{Website}}' },
  },
  {
    type: 'waterfall',
    name: 'Country code',
    width: 115,
    output: 'country',
    steps: [
      { provider: 'country-normaliser', inputs: { country: '{{Country}}' } },
      { provider: 'phone-e164', inputs: { phone: '{{Phone}}' } },
      { provider: 'domain-normaliser', inputs: { website: '{{Website}}' } },
    ],
  },
]

/** Company, website, e-mail, phone, country, as people type them. */
const ROWS: [string, string, string, string, string][] = [
  ['Siemens AG', 'https://www.siemens.com/de/de.html', '', '+49 89 3803 5491', 'Deutschland'],
  ['MICROSOFT CORPORATION', 'microsoft.com', '', '(425) 882-8080', 'USA'],
  ['Novo Nordisk A/S', 'novonordisk.com', '', '+45 4444 8888', 'Danmark'],
  ['Toyota Motor Corporation (トヨタ自動車株式会社)', 'https://global.toyota/en/', '', '', 'Japan'],
  ['google llc', 'WWW.GOOGLE.COM', 'press@google.com', '+1 650-253-0000', 'U.S.'],
  ['SAP SE', '', 'info@sap.com', '+49 6227 7-47474', ''],
  ['Zalando SE & Co. KG', 'http://zalando.de?utm_source=list', '', '', 'germany'],
  ['Nestlé S.A.', 'nestle.com/', '', '+41 21 924 11 11', 'Schweiz'],
  ['ASML Holding N.V.', 'asml.com', '', '', 'The Netherlands'],
  ['BP p.l.c.', 'bp.com', '', '020 7496 4000', 'UK'],
  ['Atlassian Pty Ltd', 'https://www.atlassian.com', '', '', 'Australia'],
  ['Grupo Bimbo, S.A.B. de C.V.', 'grupobimbo.com', '', '', 'México'],
  ['Samsung Electronics Co., Ltd.', 'www.samsung.com/sec', '', '', 'South Korea'],
  ['Spotify AB', 'open.spotify.com', '', '', 'SE'],
  ['L’Oréal', 'loreal.com', '', '+33 1 47 56 70 00', 'France'],
  ['Tata Consultancy Services Limited', 'tcs.com', '', '', 'India'],
  ['Wikimedia Foundation, Inc.', 'wikimediafoundation.org', 'info@wikimedia.org', '', 'United States of America'],
  ['International Committee of the Red Cross', 'icrc.org', '', '', 'Switzerland'],
  ['University of Oxford', 'ox.ac.uk', '', '+44 1865 270000', 'England'],
  ['(unknown)', '', '', '', ''],
]

const ASKED = { full_name: '{{Full name}}', domain: '{{Website}}' }
const PEOPLE_COLUMNS: Columns = [
  { type: 'input', name: 'Full name', input_type: 'text', pinned: true, width: 170 },
  { type: 'input', name: 'Job title', input_type: 'text', width: 180 },
  { type: 'input', name: 'Company', input_type: 'text', width: 170 },
  { type: 'input', name: 'Website', input_type: 'url', width: 210 },
  {
    type: 'waterfall',
    name: 'Work email',
    width: 290,
    output: 'work_email',
    accept: { kind: 'verified' },
    steps: ['enrow-email-finder', 'hunter-email-finder', 'findymail-email-finder'].map((provider) => ({
      provider,
      inputs: ASKED,
    })),
  },
]

/** Names under `.example` are reserved, so that a real run asks after no real person. */
const PEOPLE: [string, string, string, string][] = [
  ['Maria Weber', 'Head of Sales', 'Brückner Anlagenbau', 'brueckner.example'],
  ['James O’Connor', 'VP Marketing', 'Harbour & Pine', 'https://www.harbourandpine.example/about'],
  ['Aiko Tanaka', 'Chief Technology Officer', 'Kawabe Robotics', 'kawabe.example'],
  ['Lars Nielsen', 'Founder', 'Fjordlys', 'fjordlys.example'],
  ['Priya Sharma', 'Head of Product', 'Saffron Systems', 'www.saffron-systems.example'],
  ['Chloé Dubois', 'Operations Lead', 'Atelier du Nord', 'atelierdunord.example'],
  ['Diego Fernández', 'Chief Financial Officer', 'Luz Verde Energía', 'luzverde.example'],
  ['Hannah Cohen', 'Talent Partner', 'Carmel Analytics', 'carmel.example'],
  ['Tomasz Kowalski', 'Procurement Manager', 'Odra Logistics', 'http://odra-logistics.example'],
  ['Ngozi Adeyemi', 'Managing Director', 'Lagoon Foods', 'lagoonfoods.example'],
  ['Sofia Rossi', 'Brand Manager', 'Bottega Chiara', 'bottegachiara.example'],
  ['Ethan Brooks', 'IT Director', 'Granite Falls Clinic', 'granitefalls.example'],
]

export async function makeDemo(database: Database, workspaceId: WorkspaceId, userId: number): Promise<void> {
  await database.inWorkspace(workspaceId, async (tx) => {
    const make = async (name: string, description: string, columns_config: Columns, rows: readonly string[][]) => {
      const { id, columns_config: made } = await createWorkbook(tx, userId, {
        name,
        description,
        source_type: 'empty',
        columns_config,
      })
      const data = rows.map((values) => Object.fromEntries(values.map((value, at) => [String(made[at]?.id), value])))
      await createRows(tx, id, { rows: data.map((each) => ({ data: each })) })
    }
    await make(
      'Demo: find and verify work emails',
      'Made-up people, and a column that asks three providers one after the other. Press Run; without keys, choose test data.',
      PEOPLE_COLUMNS,
      PEOPLE,
    )
    await make(
      'Demo: tidy up a company list',
      'A list as it comes out of a spreadsheet, and four columns that tidy it up without any key. Press Run.',
      COLUMNS,
      ROWS,
    )
  })
}
