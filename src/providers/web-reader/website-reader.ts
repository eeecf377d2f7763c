// Website reader: reads a company's home page and its contact, imprint and about pages, and says what stands there.
import { readEmailDomain, readWebDomain, registrableDomain } from '../domains/domain.ts'
import { judgePage } from '../kit/http-ask.ts'
import {
  failed,
  found,
  type Inputs,
  type LookupAnswer,
  notFound,
  type VisitLookup,
  type VisitTools,
} from '../kit/kit.ts'
import type { FetchedPage } from '../kit/outside.ts'
import { bringTogether } from './website-reader.facts.ts'
import { choosePages, type SitePage } from './website-reader.links.ts'
import { readPage } from './website-reader.page.ts'

const maxMorePages = 7
/** How sure an answer is in which nothing says what the firm is called. */
const nameless = 0.5
/** What is left of it where the address leads to another firm. */
const redirected = 0.6
/** After so long from the start, in milliseconds, the answer is made of the pages that have come. */
const answerAfterMs = 8_500

export const websiteReader: VisitLookup = {
  id: 'website-reader',
  provider: 'millrace',
  label: 'Website reader',
  description:
    'Reads a company website, eight pages at most and robots.txt obeyed: name, e-mail, phone, addresses, people with titles, social profiles (100 of a kind at most).',
  docs_url: 'https://schema.org/Organization',
  inputs: [
    {
      name: 'website',
      label: 'Website',
      type: 'url',
      required: true,
      help: 'A web address, domain or company e-mail address, typed in any way.',
      aliases: [
        'website',
        'web site',
        'url',
        'domain',
        'company domain',
        'company website',
        'company url',
        'homepage',
        'web',
        'site',
        'webseite',
        'site web',
      ],
    },
  ],
  outputs: [
    { field: 'company_name' },
    { field: 'description' },
    { field: 'company_email' },
    { field: 'phone' },
    { field: 'country' },
    { field: 'linkedin_url', label: 'LinkedIn page' },
    { field: 'website' },
    { field: 'company_domain' },
    { field: 'legal_name' },
    { field: 'page_title' },
    { field: 'language' },
    { field: 'logo_url' },
    { field: 'founded_year' },
    { field: 'employee_count' },
    { field: 'vat_id' },
    { field: 'emails' },
    { field: 'phones' },
    { field: 'fax' },
    { field: 'people' },
    { field: 'street' },
    { field: 'postcode' },
    { field: 'city' },
    { field: 'region' },
    { field: 'address' },
    { field: 'addresses' },
    { field: 'redirected_to' },
    { field: 'twitter_url' },
    { field: 'facebook_url' },
    { field: 'instagram_url' },
    { field: 'youtube_url' },
    { field: 'github_url' },
    { field: 'social_links' },
  ],
  price: { usd: 0, rule: 'free' },
  license: 'scraped',
  method: 'crawl',
  keyless: true,
  repeat_free: true,
  cache_days: 7,
  limits: { concurrency: 32 },
  timeout_ms: 60_000,
  sample: {
    inputs: { website: 'https://www.acme.example' },
    values: { company_name: 'Acme', company_email: 'info@acme.example', website: 'https://www.acme.example' },
  },
  visit: readSite,
}

/** The pages of a site that say who runs it, the home page first, and the address it was asked at; an answer where there are none to read. */
export async function readPages(
  inputs: Inputs,
  tools: VisitTools,
): Promise<{ pages: SitePage[]; asked: string } | LookupAnswer> {
  const started = tools.now()
  const addresses = addressesOf(inputs.website ?? '')
  if (typeof addresses === 'string') return failed('bad_input', `Not a website: ${addresses}.`)
  const first = await firstPage(addresses, tools)
  if ('kind' in first) return first
  const home: SitePage = { url: first.url, kind: 'home', facts: readPage(first.body) }
  if (isParked(home)) return notFound('a domain that is parked or for sale')
  return { pages: [home, ...(await morePages(home, tools, started))], asked: addresses[0] ?? home.url }
}

async function readSite(inputs: Inputs, tools: VisitTools): Promise<LookupAnswer> {
  const read = await readPages(inputs, tools)
  if ('kind' in read) return read
  const { pages, asked } = read
  const home = pages[0] as SitePage
  const { values, confidence, places, tellsOfFirm } = bringTogether(pages)
  if (!tellsOfFirm)
    return notFound(
      home.facts.text.length < shortText
        ? 'a page without text, built by scripts in the browser'
        : 'the site says nothing of a firm',
    )
  const leads = leadsElsewhere(asked, home.url, String(values.company_name ?? ''))
  const factor = leads ? redirected : 1
  const byField = Object.fromEntries(
    Object.entries(confidence).map(([field, sure]) => [field, Math.round(sure * factor * 100) / 100]),
  )
  return found(
    { ...values, redirected_to: leads ? new URL(home.url).origin : null },
    Math.round((confidence.company_name ?? nameless) * factor * 100) / 100,
    { by_field: byField, places, origin: { source_url: home.url } },
  )
}

const shortText = 200

/** Whether a site passes on to another firm's: another domain, whose name is not like the one that was asked for. */
function leadsElsewhere(asked: string, reached: string, name: string): boolean {
  const labelOf = (url: string) =>
    (registrableDomain(new URL(url).hostname) ?? new URL(url).host).split('.')[0]?.replace(/[^a-z0-9]/g, '') ?? ''
  const [before, after] = [labelOf(asked), labelOf(reached)]
  const plain = name.toLowerCase().replace(/[^a-z0-9]/g, '')
  const isLike = (a: string, b: string) => a.length > 2 && b.length > 2 && (a.includes(b) || b.includes(a))
  return before !== after && !isLike(before, after) && !isLike(before, plain)
}

/** Where the home page may be, most likely first; a string says why the text is no website. */
function addressesOf(text: string): string[] | string {
  const typed = text.trim()
  // An operator's own host may be an address or have no public ending; the address guard decides about those.
  const bare = /^(https?):\/\/([^/?#\s@]+)([^\s]*)$/i.exec(typed)
  if (bare && URL.canParse(typed)) {
    const { href, protocol, host } = new URL(typed)
    const other = protocol === 'https:' ? 'http' : 'https'
    return [href, `${other}://${host}${bare[3] || '/'}`, ...withWww(protocol, host)].slice(0, 4)
  }
  const reading = /^[^\s/@]+@[^\s/@]+$/.test(typed) ? readEmailDomain(typed) : readWebDomain(typed)
  if (!reading.ok) return reading.reason
  const written =
    typed
      .replace(/^\/\//, '')
      .split(/[/?#\s]/)[0]
      ?.toLowerCase() ?? ''
  const host = written.endsWith(reading.host) && /^[\w.-]+(?::\d+)?$/.test(written) ? written : reading.host
  return [`https://${host}/`, `http://${host}/`, ...withWww('https:', host), ...withWww('http:', host)]
}

function withWww(protocol: string, host: string): string[] {
  return /^(?:www\.|\d|\[)|:\d+$/i.test(host) ? [] : [`${protocol}//www.${host}/`]
}

/** The first address that gives a page; when none does, the answer of the site itself counts before a failure to reach it. */
async function firstPage(addresses: string[], tools: VisitTools): Promise<FetchedPage | LookupAnswer> {
  let unreached: LookupAnswer | undefined
  let refused: LookupAnswer | undefined
  let isReached = false
  for (const address of addresses) {
    const page = await tools.fetchPage(address)
    const unread = judgePage(websiteReader, page)
    if (page.ok && !unread) return (await refreshed(page, tools)) ?? page
    if (page.ok) refused ??= unread
    else if (page.reason === 'network') {
      unreached ??= unread
      isReached ||= page.sent
    } else return refused ?? unread ?? notFound('no page')
  }
  if (!refused && unreached && !isReached && (await isGone(addresses, tools)))
    return notFound('there is no such domain')
  return refused ?? unreached ?? notFound('no page')
}

/** Whether the name of the site is in no DNS, which no other try will change. "Could not look" is not that. */
async function isGone(addresses: readonly string[], tools: VisitTools): Promise<boolean> {
  const hosts = [...new Set(addresses.map((address) => new URL(address).hostname))].filter(
    (host) => /[a-z]/i.test(host) && !host.startsWith('['),
  )
  const replies = await Promise.all(hosts.map((host) => tools.dns(host, 'A')))
  return replies.length > 0 && replies.every((reply) => reply.ok && reply.gone)
}

/** The page a home page passes on to by meta refresh. */
async function refreshed(page: FetchedPage, tools: VisitTools): Promise<FetchedPage | undefined> {
  if (page.body.length > 20_000) return undefined
  const { metas } = readPage(page.body)
  const target = /^\s*[0-5](?:\.\d+)?\s*[;,]\s*(?:url\s*=)?\s*["']?([^"'\s]+)/i.exec(metas.refresh ?? '')?.[1]
  if (!target || !URL.canParse(target, page.url) || new URL(target, page.url).href === page.url) return undefined
  const next = await tools.fetchPage(new URL(target, page.url).href)
  return next.ok && next.status < 300 ? next : undefined
}

/** Contact, imprint and about pages in the order they were chosen, as many as come in time. */
async function morePages(home: SitePage, tools: VisitTools, started: number): Promise<SitePage[]> {
  const chosen = choosePages(home.facts, home.url, maxMorePages)
  const got = new Map<number, SitePage>()
  const reading = chosen.map(async ({ url, kind }, place) => {
    const page = await tools.fetchPage(url)
    if (page.ok && page.status < 300) got.set(place, { url: page.url, kind, facts: readPage(page.body) })
  })
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, Math.max(0, started + answerAfterMs - tools.now()))
  })
  await Promise.race([Promise.all(reading), late])
  clearTimeout(timer)
  return [...got].sort(([a], [b]) => a - b).map(([, page]) => page)
}

const parkedWords =
  /(?:domain|website|site)(?: name)? (?:is|may be|might be) (?:for sale|available for purchase|parked)|buy this domain|this domain (?:has expired|is registered|was registered)|domain (?:steht|ist) zum verkauf|diese domain (?:kaufen|ist geparkt)|ce (?:nom de )?domaine est à vendre|este dominio está en venta|parked (?:free|domain)|domain parking|hugedomains|sedoparking/i

function isParked({ facts }: SitePage): boolean {
  return facts.text.length < 3_000 && parkedWords.test(`${facts.title}\n${facts.text}`)
}
