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
function addressOf({ base_url, html }: Pick<LabeledPage, 'base_url' | 'html'>): string {
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

/** What a page shows, without elements, scripts and comments. */
const shownIn = (html: string) =>
  html.replace(/<(script|style|noscript)\b[\s\S]*?<\/\1>|<!--[\s\S]*?-->|<[^>]*>/gi, ' ').toLowerCase()

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
  const words = (text: string): string[] =>
    text
      .split(',')[0]
      ?.toLowerCase()
      .match(/[\p{L}'’-]{2,}/gu) ?? []
  const [mine, theirs] = [words(a), words(b)]
  const [short, long] = mine.length < theirs.length ? [mine, theirs] : [theirs, mine]
  return (
    (mine[0] === theirs[0] && mine.at(-1) === theirs.at(-1)) ||
    // One of the two has a title or another name more.
    (short.length > 1 && short.every((word) => long.includes(word)))
  )
}

interface Labels {
  streets?: string[]
  postcodes?: string[]
  /** What the firm is called; none where the page does not say. */
  names: string[]
  /** People who have a title beside them. */
  people: string[]
  emails: string[]
  phones: string[]
  /** Neither right nor wrong when they are found: people without a title, addresses of others, made numbers. */
  maybe: { people: string[]; emails: string[]; phones: string[] }
}

/** What the labels of contact pages say. */
function labelsOf(page: LabeledPage): Labels {
  const of = (type: string) => page.entities.flatMap((one) => (one.type === type ? [one.text] : []))
  const country = /^[A-Z]\d[A-Z] ?\d[A-Z]\d$/.test(of('ZIPCODE')[0] ?? '')
    ? 'CA'
    : /^[A-Z]{1,2}\d/.test(of('ZIPCODE')[0] ?? '')
      ? 'GB'
      : 'US'
  const numbers = (type: string) => [...new Set(of(type).flatMap((text) => phoneOf(text, country) ?? []))]
  const faxes = numbers('FAX')
  const emails = of('EMAIL').flatMap((text) => /[\w.+-]+@[\w.-]+\w/.exec(text)?.[0]?.toLowerCase() ?? [])
  return {
    streets: unique(of('STREET')),
    postcodes: unique(of('ZIPCODE')),
    names: of('ORG'),
    people: titledPeople(page.entities),
    emails: [...new Set(emails)],
    phones: numbers('TEL').filter((number) => !faxes.includes(number)),
    maybe: {
      people: of('PER'),
      emails: [],
      phones: faxes,
    },
  }
}

export interface PageOfSite {
  id: string
  url: string
  html: string
  labels: Labels
}

export function judgePage({ id, url, html, labels }: PageOfSite): Judged[] {
  const { values } = bringTogether([{ url, kind: 'home', facts: readPage(html) }])
  const found = values as unknown as Found
  const addresses = found.addresses ?? [{ street: found.street ?? null, postcode: found.postcode ?? null }]
  const equal = (a: string, b: string) => a === b
  const line = (measure: string, result: Omit<Judged, 'page' | 'measure'>): Judged => ({ page: id, measure, ...result })
  const held = (
    measure: 'people' | 'emails' | 'phones',
    values: readonly string[],
    isSame: (a: string, b: string) => boolean,
  ) => {
    const counted = values.filter(
      (value) =>
        labels[measure].some((label) => isSame(value, label)) ||
        !labels.maybe[measure].some((label) => isSame(value, label)),
    )
    return line(measure, compare(counted, labels[measure], isSame))
  }
  const shown = shownIn(html)
  const digits = shown.replace(/\D/g, '')
  const name = found.company_name ? [found.company_name] : []
  const isFirm = name.length > 0 && labels.names.some((firm) => isSameFirm(firm, name[0] ?? ''))
  return [
    ...(labels.streets
      ? [line('street', compare(unique(addresses.flatMap(({ street }) => street ?? [])), labels.streets, isSameStreet))]
      : []),
    ...(labels.postcodes
      ? [
          line(
            'postcode',
            compare(
              unique(addresses.flatMap(({ postcode }) => postcode ?? [])),
              labels.postcodes,
              (a, b) => plain(a) === plain(b),
            ),
          ),
        ]
      : []),
    // Labels hold what a page shows: what only a link, an attribute or a script has is neither right nor wrong.
    held(
      'phones',
      (found.phones ?? []).flatMap(({ number, kind }) =>
        kind === 'phone' && (labels.phones.includes(number) || digits.includes(number.slice(-7))) ? [number] : [],
      ),
      equal,
    ),
    held(
      'emails',
      (found.emails ?? []).filter((email) => labels.emails.includes(email) || shown.includes(email)),
      equal,
    ),
    ...(labels.names.length > 0
      ? [
          line('name', {
            right: isFirm ? name : [],
            wrong: isFirm ? [] : name,
            missed: isFirm ? [] : labels.names.slice(0, 3),
          }),
        ]
      : []),
    held(
      'people',
      (found.people ?? []).filter(({ job_title }) => job_title !== null).map(({ full_name }) => full_name),
      isSamePerson,
    ),
  ]
}

function rowsOf<T>(folder: string | null, name: string): T[] {
  const path = folder === null ? '' : join(folder, 'web', name)
  if (!existsSync(path)) return []
  const bytes = readFileSync(path)
  const text = (name.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8')
  return text.split('\n').flatMap((row) => (row.trim() === '' ? [] : [JSON.parse(row) as T]))
}

export const contactPages = (folder: string | null): PageOfSite[] =>
  rowsOf<LabeledPage>(folder, 'webstruct-us_contact_pages.jsonl.gz').map((page) => ({
    id: page.id,
    url: addressOf(page),
    html: page.html,
    labels: labelsOf(page),
  }))

interface SavedPage extends Omit<Labels, 'maybe'> {
  id: string
  base_url: string | null
  html: string
  /** Measured only: no rule was written after a look at it. */
  held: boolean
  maybe_people: string[]
  maybe_emails: string[]
  maybe_phones: string[]
}

/** Pages of sites of firms, schools and clubs as they are kept in public repositories. */
export const sitePages = (folder: string | null): (PageOfSite & { held: boolean })[] =>
  rowsOf<SavedPage>(folder, 'site-pages.jsonl').map((page) => ({
    id: page.id,
    url: addressOf(page),
    html: page.html,
    held: page.held,
    labels: {
      names: page.names,
      people: page.people,
      emails: page.emails,
      phones: page.phones,
      maybe: { people: page.maybe_people, emails: page.maybe_emails, phones: page.maybe_phones },
    },
  }))

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
    share: right / Math.max(1, all.length),
  }
}

const anchors: readonly (readonly [
  measure: string,
  label: string,
  of: 'precision' | 'recall' | 'f1' | 'share',
  target: number,
  anchor?: string,
])[] = [
  ['street', 'street, F1', 'f1', 0.8, 'no library'],
  ['postcode', 'postcode, F1', 'f1', 0.95, 'no library'],
  ['phones', 'telephone, precision', 'precision', 0.99, 'libphonenumber 0.994'],
  ['phones', 'telephone, recall', 'recall', 0.97, 'libphonenumber 0.991'],
  ['emails', 'e-mail, precision', 'precision', 0.99, 'regex 0.992'],
  ['emails', 'e-mail, recall', 'recall', 0.99, 'regex 1.000'],
  ['name', 'name of the firm, precision', 'precision', 0.93],
  ['name', 'name of the firm, share of pages', 'share', 0.85],
  ['people', 'people with titles, precision', 'precision', 0.85],
  ['people', 'people with titles, F1', 'f1', 0.6],
]

export function pageLines(folder: string | null): Line[] {
  const all = contactPages(folder)
  if (all.length === 0) return []
  // A reader that has just started spends most of its time on being compiled.
  all.slice(0, 30).forEach(judgePage)
  const sites = sitePages(folder).filter(({ held }) => held)
  return [...linesOf('contact pages', heldOut(all)), ...(sites.length > 0 ? linesOf('pages of sites', sites) : [])]
}

function linesOf(kind: string, pages: readonly PageOfSite[]): Line[] {
  const started = process.cpuUsage()
  const judged = pages.flatMap(judgePage)
  const { user, system } = process.cpuUsage(started)
  const set = `${kind}, ${pages.length} held out`
  return [
    ...anchors.flatMap(([measure, label, of, target, anchor = '']) => {
      const figures = figuresOf(judged, measure)
      return figures.pages === 0 ? [] : [{ set, measure: label, found: figures[of], target, anchor }]
    }),
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
