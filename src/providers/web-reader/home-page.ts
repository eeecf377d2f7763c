// Finds the home page of a company from a website as it was typed, for every lookup that reads sites: where it may be, what stands in its way, and whether it is the company's at all.
import { readEmailDomain, readWebDomain, registrableDomain } from '../domains/domain.ts'
import {
  type DomainDoubt,
  doubtOfLetters,
  doubtOfLookAlike,
  doubtOfZone,
  lookAlikeOf,
} from '../domains/domain-doubts.ts'
import { isParkingHost } from '../domains/shared-hosts.ts'
import { judgePage } from '../kit/http-ask.ts'
import { failed, type LookupAnswer, notFound, type VisitTools } from '../kit/kit.ts'
import type { FetchedPage, PageOptions } from '../kit/outside.ts'
import { type PageFacts, readPage } from './website-reader.page.ts'

export interface HomePage {
  page: FetchedPage
  facts: PageFacts
  /** The first address at which it was looked for. */
  asked: string
  /** What speaks against the name that was asked for. */
  doubt?: DomainDoubt
}

/** What finding a home page needs of the outside world. */
type PageTools = Pick<VisitTools, 'fetchPage' | 'dns'>

/** How much an answer is still believed where the address leads to another firm. */
const REDIRECTED = 0.6

/** The home page, or the answer that there is none to read. */
export async function readHomePage(
  lookup: { repeat_free: boolean },
  website: string,
  tools: PageTools,
  options?: PageOptions,
): Promise<HomePage | LookupAnswer> {
  const addresses = addressesOf(website)
  if (typeof addresses === 'string') return failed('bad_input', `Not a website: ${addresses}.`)
  const [asked = ''] = addresses
  // Asked beside the page: a DNS that is silent about the name takes as long as a page, and the other pages wait for this one.
  const doubting = doubtOf(new URL(asked).hostname, tools).catch(() => undefined)
  const page = await firstPage(lookup, addresses, tools, options)
  if ('kind' in page) return page
  const facts = readPage(page.body)
  const isMarkup =
    !/xml|json/i.test(page.headers['content-type'] ?? '') || /xhtml/i.test(page.headers['content-type'] ?? '')
  if (isForSale(asked, page.url) || (isMarkup && isParked(facts)))
    return notFound('a domain that is parked or for sale')
  const doubt = await doubting
  return { page, facts, asked, ...(doubt && { doubt }) }
}

/** Whether an address passes on to those who park or sell domains. */
const isForSale = (asked: string, reached: string) =>
  isParkingHost(new URL(reached).hostname) && !isParkingHost(new URL(asked).hostname)

/** Says that the page at which an address ends is surely not what was asked for: of a domain for sale, or of a look-alike. */
export function strangerAt(asked: string, reached: string): string | undefined {
  const [before, after] = [new URL(asked).hostname, new URL(reached).hostname]
  if (isForSale(asked, reached)) return `${before} is parked or for sale: it leads to ${after}`
  return isTakenForOther(before, after)
    ? `${before} leads to ${after}, which looks like it and may be another firm`
    : undefined
}

function isTakenForOther(before: string, after: string): boolean {
  const kind = lookAlikeOf(before, after)
  return kind === 'letters' || kind === 'typo'
}

/** What speaks against a name before its page is read. An address is no name. */
async function doubtOf(host: string, tools: Pick<VisitTools, 'dns'>): Promise<DomainDoubt | undefined> {
  if (registrableDomain(host) === null) return undefined
  return doubtOfLetters(host) ?? (await doubtOfZone(host, tools.dns))
}

/** An answer from a site: less sure, and saying so, where the address that was asked leads to another firm's or is weak evidence of one. `name` is what the site calls its firm. */
export function answerFrom(
  { asked, page, doubt }: Omit<HomePage, 'facts'>,
  answer: LookupAnswer,
  name = '',
): LookupAnswer {
  if (answer.kind !== 'found') return answer
  const doubts = [doubt, doubtOfRedirect(asked, page.url, name)].filter((one) => one !== undefined)
  if (doubts.length === 0) return answer
  const left = doubts.reduce((product, { factor }) => product * factor, 1)
  const less = (sure: number) => Math.round(sure * left * 100) / 100
  const { confidence_by_field: byField } = answer
  return {
    ...answer,
    confidence: less(answer.confidence),
    ...(byField && {
      confidence_by_field: Object.fromEntries(Object.entries(byField).map(([field, sure]) => [field, less(sure)])),
    }),
    origin: { ...answer.origin, note: doubts.map(({ note }) => note).join('; ') },
  }
}

/** What speaks against a site at which an address ends that was not asked for. */
function doubtOfRedirect(asked: string, reached: string, name: string): DomainDoubt | undefined {
  const [before, after] = [new URL(asked).hostname, new URL(reached).hostname]
  if (leadsElsewhere(asked, reached, name) && !lookAlikeOf(before, after))
    return { note: `${before} leads to ${after}, which may be another firm`, factor: REDIRECTED }
  return doubtOfLookAlike(before, after)
}

/** Whether a site passes on to another firm's: another domain, whose name is not like the one that was asked for. */
export function leadsElsewhere(asked: string, reached: string, name: string): boolean {
  const labelOf = (url: string) =>
    (registrableDomain(new URL(url).hostname) ?? new URL(url).host).split('.')[0]?.replace(/[^a-z0-9]/g, '') ?? ''
  const [before, after] = [labelOf(asked), labelOf(reached)]
  const plain = name.toLowerCase().replace(/[^a-z0-9]/g, '')
  const isLike = (a: string, b: string) => a.length > 2 && b.length > 2 && (a.includes(b) || b.includes(a))
  if (isTakenForOther(new URL(asked).hostname, new URL(reached).hostname)) return true
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

/**
 * The first address that gives a page. When none does, what the site itself said counts before a failure to reach it, and that before a name
 * that is not in DNS: only when all names are not, there is no such site.
 */
async function firstPage(
  lookup: { repeat_free: boolean },
  addresses: string[],
  tools: PageTools,
  options?: PageOptions,
): Promise<FetchedPage | LookupAnswer> {
  let refused: LookupAnswer | undefined
  let answered: LookupAnswer | undefined
  let unreached: LookupAnswer | undefined
  let gone: LookupAnswer | undefined
  for (const address of addresses) {
    const page = await tools.fetchPage(address, options)
    const unread = judgePage(lookup, page)
    if (page.ok && !unread) return (await refreshed(page, tools, options)) ?? page
    if (page.ok || page.reason === 'too_many_redirects') refused ??= unread
    else if (page.reason === 'network' && page.sent) answered ??= unread
    else if (page.reason === 'network') unreached ??= unread
    else if (page.reason === 'no_host') gone ??= unread
    else return refused ?? unread ?? notFound('no page')
  }
  return refused ?? answered ?? unreached ?? gone ?? notFound('no page')
}

/** The page a home page passes on to by meta refresh. */
async function refreshed(page: FetchedPage, tools: PageTools, options?: PageOptions): Promise<FetchedPage | undefined> {
  if (page.body.length > 20_000) return undefined
  const { metas } = readPage(page.body)
  const target = /^\s*[0-5](?:\.\d+)?\s*[;,]\s*(?:url\s*=)?\s*["']?([^"'\s]+)/i.exec(metas.refresh ?? '')?.[1]
  if (!target || !URL.canParse(target, page.url) || new URL(target, page.url).href === page.url) return undefined
  const next = await tools.fetchPage(new URL(target, page.url).href, options)
  return next.ok && next.status < 300 ? next : undefined
}

const parkedWords =
  /(?:domain|website|site)(?: name)? (?:is|may be|might be) (?:for sale|available for purchase|parked)|buy this domain|this domain (?:has expired|is registered|was registered)|domain (?:steht|ist) zum verkauf|diese domain (?:kaufen|ist geparkt)|ce (?:nom de )?domaine est à vendre|este dominio está en venta|parked (?:free|domain)|domain parking|hugedomains|sedoparking/i

function isParked({ title, text }: PageFacts): boolean {
  return text.length < 3_000 && parkedWords.test(`${title}\n${text}`)
}
