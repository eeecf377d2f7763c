// SEC EDGAR: what companies listed in the United States file, with their industry code and address, and who reports as their officer.

import type { JsonObject } from '../../kernel/json.ts'
import { childOf, elementsOf, parseXml, textIn, type XmlElement } from '../feeds/xml-tree.ts'
import {
  failed,
  found,
  type Inputs,
  type LookupAnswer,
  notFound,
  type VisitLookup,
  type VisitTools,
} from '../kit/kit.ts'
import { joined, list, record, text, texts } from '../kit/reply-values.ts'
import { COMPANY } from '../kit/vendor-inputs.ts'
import { openApi } from '../kit/vendor-terms.ts'
import { plainName } from '../names/company-match.ts'
import { isOneCase, nameCase } from '../names/name-case.ts'

const MOST_FILINGS = 5
const MOST_REPORTS = 15

const LISTED_INPUTS = [
  {
    name: 'ticker',
    label: 'Ticker',
    type: 'text',
    required: false,
    help: 'The symbol at the exchange, such as EXMP; it wins over the name.',
    aliases: ['ticker', 'symbol', 'stock symbol'],
  },
  COMPANY,
] as const

export const secCompany: VisitLookup = {
  ...openApi('sec-edgar'),
  later_hosts: ['data.sec.gov'],
  id: 'sec-company',
  label: 'US listed company (SEC)',
  description: 'Finds a company listed in the United States by ticker or name: industry code, address, latest filings.',
  docs_url: 'https://www.sec.gov/search-filings/edgar-application-programming-interfaces',
  inputs: LISTED_INPUTS,
  one_of: [['ticker', 'company']],
  outputs: [
    { field: 'legal_name' },
    { field: 'sec_cik' },
    { field: 'stock_ticker' },
    { field: 'sic_code' },
    { field: 'industry' },
    { field: 'phone' },
    { field: 'address' },
    { field: 'city' },
    { field: 'region' },
    { field: 'postcode' },
    { field: 'filings' },
  ],
  license: 'public-record',
  method: 'registry',
  cache_days: 7,
  limits: { per_second: 4, concurrency: 4 },
  sample: {
    inputs: { ticker: 'EXMP' },
    values: { legal_name: 'EXAMPLE INC', sec_cik: '0000000042', stock_ticker: 'EXMP' },
  },
  visit: lookUp,
}

export const secOfficers: VisitLookup = {
  ...openApi('sec-edgar'),
  later_hosts: ['data.sec.gov'],
  id: 'sec-officers',
  label: 'Officers of a US listed company (SEC)',
  description: 'Lists the directors and officers whose latest ownership reports (forms 3, 4 and 5) name their office.',
  docs_url: 'https://www.sec.gov/about/forms/form4.pdf',
  inputs: LISTED_INPUTS,
  one_of: [['ticker', 'company']],
  outputs: [{ field: 'officers' }, { field: 'legal_name' }, { field: 'sec_cik' }, { field: 'stock_ticker' }],
  license: 'public-record',
  method: 'registry',
  cache_days: 7,
  // Ten requests a second for all; one answer takes up to seventeen.
  limits: { per_second: 0.5, concurrency: 2 },
  timeout_ms: 60_000,
  sample: {
    inputs: { ticker: 'EXMP' },
    values: { legal_name: 'EXAMPLE INC', sec_cik: '0000000042', stock_ticker: 'EXMP' },
  },
  visit: lookUpOfficers,
}

interface ListedCompany {
  ok: true
  cik: string
  /** What EDGAR holds of it. */
  about: Record<string, unknown>
  is_by_symbol: boolean
}

/** The listed company of a symbol or of exactly this name. */
async function findListed(
  { ticker, company = '' }: Inputs,
  tools: VisitTools,
): Promise<ListedCompany | { ok: false; answer: LookupAnswer }> {
  // The whole list of listed companies, under a megabyte.
  const listed = await tools.ask(
    { method: 'GET', url: 'https://www.sec.gov/files/company_tickers.json' },
    { has: ['0{}'] },
  )
  if (!listed.ok) return listed
  const symbol = ticker
    ?.toUpperCase()
    .replace(/^[A-Z]+:\s*/, '')
    .replaceAll('.', '-')
  const name = plainName(company)
  const one = list(Object.values(record(listed.reply.json))).find((entry) =>
    symbol ? text(entry.ticker)?.toUpperCase() === symbol : plainName(text(entry.title) ?? '') === name,
  )
  if (!one) return { ok: false, answer: notFound('No company listed in the United States has this name or symbol') }
  const cik = String(one.cik_str).padStart(10, '0')
  const got = await tools.ask(
    { method: 'GET', url: `https://data.sec.gov/submissions/CIK${cik}.json` },
    { statuses: { miss: [404] }, has: ['cik', 'name', 'sic', 'filings.recent{}'] },
  )
  if (!got.ok) return got
  return { ok: true, cik, about: record(got.reply.json), is_by_symbol: symbol !== undefined }
}

interface Filing {
  form: string
  filed_on: string
  url: string
}

/** The latest filings first. */
function filingsOf({ about, cik }: ListedCompany): Filing[] {
  const recent = record(record(about.filings).recent)
  const [forms, dates] = [texts(recent.form), texts(recent.filingDate)]
  const numbers = texts(recent.accessionNumber)
  const documents = Array.isArray(recent.primaryDocument) ? recent.primaryDocument : []
  return forms.map((form, at) => ({
    form,
    filed_on: dates[at] ?? '',
    url: `https://www.sec.gov/Archives/edgar/data/${Number(cik)}/${(numbers[at] ?? '').replaceAll('-', '')}/${text(documents[at]) ?? ''}`,
  }))
}

async function lookUp(inputs: Inputs, tools: VisitTools) {
  const listed = await findListed(inputs, tools)
  if (!listed.ok) return listed.answer
  const { about, cik } = listed
  const seat = record(record(about.addresses).business)
  return found(
    {
      legal_name: text(about.name) ?? null,
      sec_cik: cik,
      stock_ticker: texts(about.tickers)[0] ?? null,
      sic_code: text(about.sic) ?? null,
      industry: text(about.sicDescription) ?? null,
      phone: text(about.phone) ?? null,
      address: joined(seat.street1, seat.street2, seat.city, seat.stateOrCountry, seat.zipCode),
      city: text(seat.city) ?? null,
      region: text(seat.stateOrCountry) ?? null,
      postcode: text(seat.zipCode) ?? null,
      filings: filingsOf(listed)
        .slice(0, MOST_FILINGS)
        .map((filing) => ({ ...filing })),
    },
    listed.is_by_symbol ? 0.98 : 0.85,
    {
      verified: true,
      origin: { source_url: `https://www.sec.gov/cgi-bin/browse-edgar?action=getcompany&CIK=${cik}` },
    },
  )
}

/** The form that an owner files: XML, shown by a style sheet whose folder stands before its name. */
const OWNERSHIP = /^[345](?:\/A)?$/
const STYLE_SHEET = /\/xsl[^/]+\/(?=[^/]+$)/

async function lookUpOfficers(inputs: Inputs, tools: VisitTools) {
  const listed = await findListed(inputs, tools)
  if (!listed.ok) return listed.answer
  const { about, cik } = listed
  const reports = filingsOf(listed).filter(({ form, url }) => OWNERSHIP.test(form) && url.endsWith('.xml'))
  if (reports.length === 0) return notFound('EDGAR lists no recent ownership report of the company')
  const officers = new Map<string, JsonObject>()
  for (const report of reports.slice(0, MOST_REPORTS)) {
    const url = report.url.replace(STYLE_SHEET, '/')
    const got = await tools.ask({ method: 'GET', url, headers: { accept: 'application/xml' } }, { expects: 'text' })
    if (!got.ok) return got.answer
    const root = parseXml(got.reply.text)
    if (root?.name !== 'ownershipdocument')
      return failed('unmapped', 'An ownership report of EDGAR was not understood.')
    // A holder of one company's shares files there too: the report must be of this one.
    if (Number(textIn(childOf(childOf(root, 'issuer'), 'issuercik'))) !== Number(cik)) continue
    for (const owner of elementsOf(root).filter(({ name }) => name === 'reportingowner')) {
      const id = textIn(childOf(childOf(owner, 'reportingownerid'), 'rptownercik'))
      const officer = officerOf(owner, report)
      // The latest report of a person says what the person is.
      if (officer && id !== '' && !officers.has(id)) officers.set(id, officer)
    }
  }
  if (officers.size === 0)
    return reports.length > MOST_REPORTS
      ? failed(
          'bad_input',
          `None of the latest ${MOST_REPORTS} ownership reports names a director or officer of the company; older ones are not read.`,
        )
      : notFound('The latest ownership reports name no director or officer')
  return found(
    {
      officers: [...officers.values()],
      legal_name: text(about.name) ?? null,
      sec_cik: cik,
      stock_ticker: texts(about.tickers)[0] ?? null,
    },
    listed.is_by_symbol ? 0.9 : 0.8,
    {
      verified: true,
      origin: {
        source_url: `https://www.sec.gov/cgi-bin/own-disp?action=getissuer&CIK=${cik}`,
        note: `By the latest ${Math.min(reports.length, MOST_REPORTS)} ownership reports: whoever reported nothing lately is missing, and whoever left may be listed.`,
      },
    },
  )
}

const isTrue = (element: XmlElement | undefined) => /^(?:1|true)$/i.test(textIn(element))

/** A director or officer; holders of shares alone are none. */
function officerOf(owner: XmlElement, { filed_on, url }: Filing): JsonObject | undefined {
  const relation = childOf(owner, 'reportingownerrelationship')
  const [is_director, is_officer] = [isTrue(childOf(relation, 'isdirector')), isTrue(childOf(relation, 'isofficer'))]
  const name = textIn(childOf(childOf(owner, 'reportingownerid'), 'rptownername'))
  if (name === '' || (!is_director && !is_officer)) return undefined
  const title = textIn(childOf(relation, 'officertitle'))
  return {
    full_name: inSpokenOrder(name),
    job_title: is_officer && title !== '' ? title : is_director ? 'Director' : null,
    is_director,
    reported_on: filed_on,
    url,
  }
}

const SUFFIX = /^(?:JR|SR|II|III|IV|V|MD|PHD|ESQ)\.?$/i

/** "LOVELACE ADA K" to "Ada K Lovelace"; a name of more words, whose family name may have several, stays in the order of the form. */
function inSpokenOrder(filed: string): string {
  const words = filed
    .replace(/[,\s]+/g, ' ')
    .trim()
    .split(' ')
  const suffixes = words.filter((word, at) => at > 0 && SUFFIX.test(word))
  const names = words.filter((word) => !suffixes.includes(word))
  const [family = '', ...given] = names
  const isPlain = names.length === 2 || (names.length === 3 && /^\p{L}\.?$/u.test(names[2] ?? ''))
  const ordered = (isPlain ? [...given, family, ...suffixes] : words).join(' ')
  return isOneCase(ordered) ? nameCase(ordered) : ordered
}
