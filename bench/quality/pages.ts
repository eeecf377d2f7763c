// Measures what the website reader finds on labeled contact pages: street, postcode, telephone, e-mail, name of the firm, people with titles.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { parsePhoneNumberFromString } from 'libphonenumber-js/max'
import { registrableDomain } from '../../src/providers/domains/domain.ts'
import { isFreeMail } from '../../src/providers/domains/shared-hosts.ts'
import { readCompanyName } from '../../src/providers/names/company-name.ts'
import { bringTogether } from '../../src/providers/web-reader/website-reader.facts.ts'
import { readPage } from '../../src/providers/web-reader/website-reader.page.ts'
import type { Line } from './matching.ts'

interface LabeledPage {
  id: string
  base_url: string | null
  html: string
  entities: { type: string; text: string }[]
}

export interface Judged {
  page: string
  measure: string
  right: string[]
  wrong: string[]
  missed: string[]
}

const plain = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')

/** Streets are the same where one holds the other: labels leave out or include suites and boxes. */
function isSameStreet(a: string, b: string): boolean {
  const [short = '', long = ''] = [plain(a), plain(b)].sort((x, y) => x.length - y.length)
  return short.length >= 5 && long.includes(short)
}

function isSameFirm(a: string, b: string): boolean {
  const bare = (name: string) => plain(readCompanyName(name).name.replace(/&/g, 'and')).replace(/^the/, '')
  return bare(a) === bare(b)
}

/** Found against labeled, each once. */
function compare(found: readonly string[], labeled: readonly string[], isSame: (a: string, b: string) => boolean) {
  const right = found.filter((one) => labeled.some((other) => isSame(one, other)))
  return {
    right,
    wrong: found.filter((one) => !right.includes(one)),
    missed: labeled.filter((one) => !found.some((other) => isSame(one, other))),
  }
}

const unique = (values: readonly string[], key: (value: string) => string = plain) => [
  ...new Map(values.map((value) => [key(value), value])).values(),
]

/** Where a page without an address of its own is said to be: at the domain that its addresses or links name most. */
function addressOf({ base_url, html }: LabeledPage): string {
  if (base_url && /^https?:/.test(base_url)) return base_url
  const base = /<base[^>]+href="(https?:[^"]+)"/i.exec(html)?.[1]
  if (base) return base
  const stated = /<(?:link|meta)[^>]+(?:canonical|og:url)[^>]+(?:href|content)="(https?:[^"]+)"/i.exec(html)?.[1]
  if (stated) return stated
  // Most saved pages name no address: the firm's own mail domain stands for it.
  const counts = new Map<string, number>()
  for (const [, host = ''] of html.matchAll(/[\w.+-]+@([a-z0-9-]+(?:\.[a-z0-9-]+)*\.[a-z]{2,6})/gi)) {
    const domain = registrableDomain(host.toLowerCase())
    if (domain && !isFreeMail(domain)) counts.set(domain, (counts.get(domain) ?? 0) + 1)
  }
  const [most] = [...counts].sort((a, b) => b[1] - a[1])
  return most ? `https://www.${most[0]}/` : 'https://site.example/'
}

interface Found {
  people?: { full_name: string; job_title: string | null }[]
  addresses?: { street: string | null; postcode: string | null }[]
  street?: string | null
  postcode?: string | null
  emails?: string[]
  phones?: { number: string; kind: string }[]
  company_name?: string | null
}

function phoneOf(text: string, country: string): string | null {
  const parsed = parsePhoneNumberFromString(text, country as 'US')
  return parsed?.isValid() ? parsed.number : null
}

function isLinkedOnly(html: string, email: string): boolean {
  const shown = html.toLowerCase().replace(/mailto:[^"'>]*/g, '')
  return html.toLowerCase().includes(`mailto:${email}`) && !shown.includes(email)
}

/** People of the labels whose title stands beside them. */
function titledPeople(entities: LabeledPage['entities']): string[] {
  const beside = entities.filter(({ type }) => type === 'PER' || type === 'FUNC' || type === 'ORG' || type === 'STREET')
  return beside.flatMap(({ type, text }, at) =>
    type === 'PER' && (beside[at - 1]?.type === 'FUNC' || beside[at + 1]?.type === 'FUNC') && /\s/.test(text.trim())
      ? [text]
      : [],
  )
}

function isSamePerson(a: string, b: string): boolean {
  const words = (text: string) =>
    text
      .split(',')[0]
      ?.toLowerCase()
      .match(/[\p{L}'’-]{2,}/gu) ?? []
  const [mine, theirs] = [words(a), words(b)]
  return mine[0] === theirs[0] && mine.at(-1) === theirs.at(-1)
}

export function judgePage(page: LabeledPage): Judged[] {
  const url = addressOf(page)
  const { values } = bringTogether([{ url, kind: 'home', facts: readPage(page.html) }])
  const found = values as unknown as Found
  const of = (type: string) => page.entities.flatMap((one) => (one.type === type ? [one.text] : []))
  const addresses = found.addresses ?? [{ street: found.street ?? null, postcode: found.postcode ?? null }]
  const country = /^[A-Z]\d[A-Z] ?\d[A-Z]\d$/.test(of('ZIPCODE')[0] ?? '')
    ? 'CA'
    : /^[A-Z]{1,2}\d/.test(of('ZIPCODE')[0] ?? '')
      ? 'GB'
      : 'US'
  const phones = unique(
    of('TEL').flatMap((text) => phoneOf(text, country) ?? []),
    (number) => number,
  )
  const faxes = new Set(of('FAX').flatMap((text) => phoneOf(text, country) ?? []))
  const equal = (a: string, b: string) => a === b
  const emails = unique(
    of('EMAIL').flatMap((text) => /[\w.+-]+@[\w.-]+\w/.exec(text)?.[0]?.toLowerCase() ?? []),
    (email) => email,
  )
  const firms = of('ORG')
  const line = (measure: string, result: Omit<Judged, 'page' | 'measure'>): Judged => ({
    page: page.id,
    measure,
    ...result,
  })
  const name = found.company_name ? [found.company_name] : []
  const isFirm = name.length > 0 && firms.some((firm) => isSameFirm(firm, name[0] ?? ''))
  const titled = titledPeople(page.entities)
  const people = (found.people ?? []).filter(({ job_title }) => job_title !== null).map(({ full_name }) => full_name)
  const anybody = of('PER')
  return [
    line(
      'street',
      compare(unique(addresses.flatMap(({ street }) => street ?? [])), unique(of('STREET')), isSameStreet),
    ),
    line(
      'postcode',
      compare(
        unique(addresses.flatMap(({ postcode }) => postcode ?? [])),
        unique(of('ZIPCODE')),
        (a, b) => plain(a) === plain(b),
      ),
    ),
    line(
      'phones',
      compare(
        (found.phones ?? []).flatMap(({ number, kind }) => (kind === 'phone' && !faxes.has(number) ? [number] : [])),
        phones.filter((number) => !faxes.has(number)),
        equal,
      ),
    ),
    // Links that name an address without showing it were not labeled: they are neither right nor wrong.
    line(
      'emails',
      compare(
        (found.emails ?? []).filter((email) => emails.includes(email) || !isLinkedOnly(page.html, email)),
        emails,
        equal,
      ),
    ),
    ...(firms.length > 0
      ? [
          line('name', {
            right: isFirm ? name : [],
            wrong: isFirm ? [] : name,
            missed: isFirm ? [] : firms.slice(0, 3),
          }),
        ]
      : []),
    line('people', {
      right: people.filter((one) => anybody.some((other) => isSamePerson(one, other))),
      wrong: people.filter((one) => !anybody.some((other) => isSamePerson(one, other))),
      missed: unique(titled.filter((one) => !people.some((other) => isSamePerson(one, other)))),
    }),
  ]
}

export function labeledPages(folder: string | null): LabeledPage[] {
  const path = folder === null ? '' : join(folder, 'web', 'webstruct-us_contact_pages.jsonl.gz')
  if (!existsSync(path)) return []
  const text = gunzipSync(readFileSync(path)).toString('utf8')
  return text.split('\n').flatMap((row) => (row.trim() === '' ? [] : [JSON.parse(row) as LabeledPage]))
}

/** Rules were written on three pages of four; figures are of each fourth. */
export const heldOut = <T>(all: readonly T[]): T[] => all.filter((_, at) => at % 4 === 3)

export function figuresOf(judged: readonly Judged[], measure: string) {
  const all = judged.filter((one) => one.measure === measure)
  const count = (pick: (one: Judged) => readonly string[]) => all.reduce((sum, one) => sum + pick(one).length, 0)
  const [right, wrong, missed] = [count((one) => one.right), count((one) => one.wrong), count((one) => one.missed)]
  const precision = right / Math.max(1, right + wrong)
  const recall = right / Math.max(1, right + missed)
  return {
    precision,
    recall,
    f1: (2 * precision * recall) / Math.max(1e-9, precision + recall),
    pages: all.length,
    right,
  }
}

export function pageLines(folder: string | null): Line[] {
  const pages = heldOut(labeledPages(folder))
  if (pages.length === 0) return []
  // A reader that has just started spends most of its time on being compiled.
  labeledPages(folder).slice(0, 30).forEach(judgePage)
  const started = process.cpuUsage()
  const judged = pages.flatMap(judgePage)
  const { user, system } = process.cpuUsage(started)
  const set = `contact pages, ${pages.length} held out`
  const of = (measure: string) => figuresOf(judged, measure)
  const name = of('name')
  const line = (measure: string, found: number, target: number, anchor = '') => ({
    set,
    measure,
    found,
    target,
    anchor,
  })
  return [
    line('street, F1', of('street').f1, 0.8, 'no library'),
    line('postcode, F1', of('postcode').f1, 0.95, 'no library'),
    line('telephone, precision', of('phones').precision, 0.99, 'libphonenumber 0.994'),
    line('telephone, recall', of('phones').recall, 0.97, 'libphonenumber 0.991'),
    line('e-mail, precision', of('emails').precision, 0.99, 'regex 0.992'),
    line('e-mail, recall', of('emails').recall, 0.99, 'regex 1.000'),
    line('name of the firm, precision', name.precision, 0.93),
    line('name of the firm, share of pages', name.right / Math.max(1, name.pages), 0.85),
    line('people with titles, precision', of('people').precision, 0.85),
    line('people with titles, F1', of('people').f1, 0.6),
    {
      set,
      measure: 'milliseconds of the processor a page',
      found: (user + system) / 1000 / pages.length,
      target: 50,
      isMost: true,
      anchor: 'cheerio and telephones 15',
    },
  ]
}
