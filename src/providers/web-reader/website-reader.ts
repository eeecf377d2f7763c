// Website reader: reads a company's home page and its contact, imprint and about pages, and says what stands there.
import { readEmailDomain, readWebDomain } from '../domains/domain.ts'
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

const maxMorePages = 4
const confidence = 0.85
/** After so long from the start, in milliseconds, the answer is made of the pages that have come. */
const answerAfterMs = 8_500

export const websiteReader: VisitLookup = {
  id: 'website-reader',
  provider: 'millrace',
  label: 'Website reader',
  description:
    'Reads a company website, five pages at most and robots.txt obeyed: name, description, e-mail, phone, address, country, social profiles.',
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
    { field: 'street' },
    { field: 'postcode' },
    { field: 'city' },
    { field: 'region' },
    { field: 'address' },
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

async function readSite(inputs: Inputs, tools: VisitTools): Promise<LookupAnswer> {
  const started = tools.now()
  const addresses = addressesOf(inputs.website ?? '')
  if (typeof addresses === 'string') return failed('bad_input', `Not a website: ${addresses}.`)
  const first = await firstPage(addresses, tools)
  if ('kind' in first) return first
  const home: SitePage = { url: first.url, kind: 'home', facts: readPage(first.body) }
  if (isParked(home)) return notFound('a domain that is parked or for sale')
  const pages = [home, ...(await morePages(home, tools, started))]
  const { values, confidence: byField } = bringTogether(pages)
  return found(values, confidence, { by_field: byField, origin: { source_url: home.url } })
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
  for (const address of addresses) {
    const page = await tools.fetchPage(address)
    const unread = judgePage(websiteReader, page)
    if (page.ok && !unread) return (await refreshed(page, tools)) ?? page
    if (page.ok) refused ??= unread
    else if (page.reason === 'network') unreached ??= unread
    else return refused ?? unread ?? notFound('no page')
  }
  return refused ?? unreached ?? notFound('no page')
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
