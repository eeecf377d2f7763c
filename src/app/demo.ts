// The workbook that a new user finds: a messy list of companies and four columns that clean it up, ready to run.
import type { Static } from 'typebox'
import type { WorkspaceId } from '../kernel/ids.ts'
import type { Database } from '../platform/db/database.ts'
import { createRows } from '../records/workbooks/new-rows.commands.ts'
import type { WorkbookCreate } from '../records/workbooks/workbook.schema.ts'
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

export async function makeDemo(database: Database, workspaceId: WorkspaceId, userId: number): Promise<void> {
  await database.inWorkspace(workspaceId, async (tx) => {
    const workbook = await createWorkbook(tx, userId, {
      name: 'Demo: tidy up a company list',
      description:
        'A list as it comes out of a spreadsheet, and four columns that tidy it up without any key. Press Run.',
      source_type: 'empty',
      columns_config: COLUMNS,
    })
    const ids = workbook.columns_config.map((column) => String(column.id))
    await createRows(tx, workbook.id, {
      rows: ROWS.map((values) => ({
        data: Object.fromEntries(values.map((value, index) => [ids[index] as string, value])),
      })),
    })
  })
}
