// Reads on page by page, for HTTP columns, own providers and sources alike: where the next page is, which items are new, and whether the end is
// certain.
import { createHash } from 'node:crypto'
import { answerAt, isThere, missingWords, type Path, parsePath } from '../../engine/values/path.ts'
import { scalarText } from '../../engine/values/value.ts'
import { canonicalJson, type Json } from '../../kernel/json.ts'
import { record } from './reply-values.ts'

/** How an API tells where its next page is. `next_link` without a path is the Link header. */
export type PagingRule =
  | { kind: 'none' }
  | { kind: 'number'; param: string; first: number }
  | { kind: 'offset'; param: string }
  | { kind: 'cursor'; path: string; param: string }
  | { kind: 'next_link'; path?: string | undefined }

/** Where a page begins. Plain JSON: kept in the checkpoint of a run. */
export interface PagePosition {
  page?: number
  offset?: number
  cursor?: string
  url?: string
}

export interface AnsweredPage {
  json: Json
  headers: Readonly<Record<string, string>>
  /** Items of the page; undefined where it is not known where they stand. */
  count: number | undefined
  /** Number of items of a full page, where it was requested. */
  size?: number | undefined
  /** Where the answer says how many items there are in all. */
  total_path?: string | undefined
}

/** What a page tells about the pages after it. */
export interface NextPageFacts {
  /** The next place is counted, so that the API says the end by what it answers there. */
  is_counted: boolean
  /** Whether the answer says that there is more; `nothing`: what should say it is not in the answer. */
  says: 'more' | 'end' | 'nothing'
  /** What was looked for in vain, in words. */
  sought: string
  count: number | undefined
  size: number | undefined
  total: number | undefined
  /** What usual members of the answer say besides. */
  hints: Hints
}

interface Hints {
  /** That there is more, in words. */
  more?: string
  /** How many there are in all. */
  total?: { name: string; count: number }
}

/** The address of a page: that of the first with the place put in. */
export function pageAddress(paging: PagingRule, first: string, place: PagePosition | null): string {
  if (place?.url !== undefined) return place.url
  const url = new URL(first)
  if (paging.kind === 'number') {
    const page = place?.page ?? paging.first
    if (place !== null) url.searchParams.set(paging.param, String(page))
  }
  if (paging.kind === 'offset' && place?.offset !== undefined) url.searchParams.set(paging.param, String(place.offset))
  if (paging.kind === 'cursor' && place?.cursor !== undefined) url.searchParams.set(paging.param, place.cursor)
  return url.href
}

export function findNext(
  paging: PagingRule,
  first: string,
  place: PagePosition | null,
  page: AnsweredPage,
): { next: PagePosition | null; facts: NextPageFacts } {
  const { json, headers, count, size } = page
  const total = page.total_path === undefined ? undefined : wholeNumber(answerAt(json, page.total_path))
  const tells = (says: NextPageFacts['says'], next: PagePosition | null, sought = '') => ({
    next,
    facts: {
      is_counted: paging.kind === 'number' || paging.kind === 'offset',
      says,
      sought,
      count,
      size,
      total,
      hints: hintsIn(json, headers),
    },
  })
  const follow = (said: string | null, is_there: boolean, sought: string) => {
    const here = pageAddress(paging, first, place)
    if (!said || !URL.canParse(said, here)) return tells(is_there ? 'end' : 'nothing', null, sought)
    return tells('more', { url: new URL(said, here).href })
  }
  switch (paging.kind) {
    case 'number':
      return count === 0 ? tells('end', null) : tells('more', { page: (place?.page ?? paging.first) + 1 })
    case 'offset':
      return count ? tells('more', { offset: (place?.offset ?? 0) + count }) : tells('end', null)
    case 'cursor': {
      const cursor = scalarText(answerAt(json, paging.path)) ?? ''
      const sought = missingWords(json, paging.path) ?? `Nothing stands at "${paging.path}"`
      return cursor === '' || cursor === 'false'
        ? tells(isThere(json, paging.path) ? 'end' : 'nothing', null, sought)
        : tells('more', { cursor })
    }
    case 'next_link':
      return paging.path === undefined
        ? follow(nextInLinkHeader(headers.link), headers.link !== undefined, 'There is no Link header')
        : follow(
            scalarText(answerAt(json, paging.path)),
            isThere(json, paging.path),
            missingWords(json, paging.path) ?? `Nothing stands at "${paging.path}"`,
          )
    default:
      return tells('nothing', null, 'One page is read')
  }
}

/** The host of a next page that is not that of the first, where a key must not be sent to. */
export function strayHost(first: string, place: PagePosition | null): string | null {
  if (place?.url === undefined) return null
  const url = new URL(place.url)
  return url.origin === new URL(first).origin ? null : url.host
}

/** The address of the next page in a Link header (RFC 8288). */
export function nextInLinkHeader(value: string | undefined): string | null {
  for (const [, url, rest = ''] of (value ?? '').matchAll(/<([^>]*)>([^,<]*)/g))
    if (/;\s*rel\s*=\s*"?([^";]*\s)?next(\s[^";]*)?"?/i.test(rest)) return url ?? null
  return null
}

const wholeNumber = (value: Json): number | undefined => {
  const number = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value
  return typeof number === 'number' && Number.isSafeInteger(number) && number >= 0 ? number : undefined
}

const AROUND = [
  '',
  'meta',
  'metadata',
  'pagination',
  'paging',
  'page',
  'links',
  '_links',
  'response_metadata',
  'pageInfo',
]
const NEXT = /^(?:next|next_?(?:page|cursor|url|link|page_?token|page_?url|token)|@odata\.nextLink|@nextLink)$/i
const MORE = /^(?:has_?more|has_?next(?:_?page)?|more|is_?truncated|incomplete_results)$/i
const TOTAL = /^(?:total|total_?(?:count|results|items|records|hits|elements|size)|count|@odata\.count)$/i

function hintsIn(json: Json, headers: Readonly<Record<string, string>>): Hints {
  const hints: Hints = nextInLinkHeader(headers.link) === null ? {} : { more: 'the Link header names a next page' }
  for (const place of AROUND)
    for (const [member, value] of Object.entries(record(place === '' ? json : record(json)[place]))) {
      const name = `"${place === '' ? member : `${place}.${member}`}"`
      const total = TOTAL.test(member) ? wholeNumber(value as Json) : undefined
      if (total !== undefined) hints.total ??= { name, count: total }
      if (hints.more !== undefined) continue
      if (MORE.test(member) && value === true) hints.more = `${name} is true`
      if (NEXT.test(member) && leadsOn(value as Json)) hints.more = `${name} leads to a next page`
    }
  return hints
}

const leadsOn = (value: Json) =>
  typeof value === 'object'
    ? typeof record(value).href === 'string' || typeof record(value).after === 'string'
    : scalarText(value) !== null && !['', '0', 'false'].includes(String(value))

/** One key an item, the same for the same content. Twins of one page stay two; plain values tell apart only as a whole page. */
export function itemKeys(items: readonly Json[]): string[] {
  const whole = hashOf([...items])
  const twins = new Map<string, number>()
  return items.map((item, index) => {
    if (item === null || typeof item !== 'object') return `${whole} ${index}`
    const key = hashOf(item)
    const twin = (twins.get(key) ?? 0) + 1
    twins.set(key, twin)
    return `${key} ${twin}`
  })
}

/** The list at a path; without one, the answer itself or its only list. */
export function itemsIn(json: Json, path: string | undefined): { list: Json[]; steps: Path } | { lists: number } {
  if (path) {
    const found = answerAt(json, path)
    return Array.isArray(found) ? { list: found, steps: parsePath(path) ?? [] } : { lists: 0 }
  }
  if (Array.isArray(json)) return { list: json, steps: [] }
  const lists = Object.entries(record(json)).filter((one): one is [string, Json[]] => Array.isArray(one[1]))
  const [only] = lists
  return only && lists.length === 1 ? { list: only[1], steps: [{ name: only[0] }] } : { lists: lists.length }
}

const hashOf = (value: Json) => createHash('sha256').update(canonicalJson(value)).digest('base64url')

export interface PagesEnd {
  reason: 'end' | 'total' | 'past_last' | 'all_seen' | 'circle' | 'limit'
  /** All there is was read. Only then may what was not seen be taken for gone. */
  is_certain: boolean
  /** Why it is not certain; blank when it is. */
  words: string
}

export const LIMIT = (words: string): PagesEnd => ({ reason: 'limit', is_certain: false, words })
const certain = (reason: PagesEnd['reason']): PagesEnd => ({ reason, is_certain: true, words: '' })
const unsure = (reason: PagesEnd['reason'], words: string): PagesEnd => ({ reason, is_certain: false, words })

/** Statuses that APIs answer with beyond their last page. The second kind may be a limit on how far one may read as well. */
const GONE = [404, 410, 416]
const REFUSED = [400, 422]

interface TakenPage {
  keys: readonly string[]
  next: Json
  /** Absent: the source says its end by itself. */
  facts?: NextPageFacts | undefined
  /** The source declares that a page which repeats is its end. */
  ends_by_repeating?: boolean
  /** Why this page is not all there is, in words. */
  partial?: string | undefined
}

export interface Pages {
  /** The end, when the page at this place was asked for before. */
  enter(place: Json): PagesEnd | null
  /** Which items were not there before, by their index, and the end when there is nothing to be asked after the page. */
  take(page: TakenPage): { fresh: number[]; end: PagesEnd | null }
  /** The end, when this status at a counted place says that it lies beyond the last page. */
  refuse(place: Json, status: number | undefined): PagesEnd | null
}

/** `before`: what was read already, of a run that goes on. */
export function openPages(before: { pages: number; read: number } = { pages: 0, read: 0 }): Pages {
  const places = new Set<string>()
  const ids = new Set<string>()
  let { pages, read } = before
  /** Number of items of the fullest page. */
  let fullest = 0
  let last: { keys: string; facts: NextPageFacts | undefined } | undefined
  let wasSaid = false
  let told: Hints['total']
  let partial: string | undefined

  const isShort = ({ count, size }: NextPageFacts) =>
    count !== undefined && count < (pages > 1 && fullest > 0 ? fullest : (size ?? 0))

  /** An end that was met where the API has one, unless what it says of its size speaks against it. */
  function judged(reason: PagesEnd['reason'], facts: NextPageFacts | undefined): PagesEnd {
    if (partial !== undefined) return unsure(reason, partial)
    if (facts?.total !== undefined && read < facts.total)
      return unsure(reason, `The API says that it has ${facts.total} records, and gave ${read}`)
    return certain(reason)
  }

  function endOf(facts: NextPageFacts | undefined): PagesEnd {
    if (!facts || partial !== undefined || facts.total !== undefined) return judged('end', facts)
    const { says, hints, sought, count, size } = facts
    // An API that stops before its own total may have a limit on how far one may read.
    if (facts.is_counted)
      return told !== undefined && told.count > read
        ? unsure('end', `The API gave ${read} records, but ${told.name} is ${told.count}`)
        : judged('end', facts)
    if (says === 'end' || wasSaid) return judged('end', facts)
    const isFull = count !== undefined && size !== undefined && count >= size
    const more =
      hints.more ??
      (hints.total && hints.total.count > read ? `${hints.total.name} is ${hints.total.count}` : undefined)
    if (more !== undefined) return unsure('end', `${sought}. But ${more}`)
    return isFull ? unsure('end', `${sought}, and the page is full with ${count} records`) : judged('end', facts)
  }

  return {
    enter(place) {
      const key = canonicalJson(place)
      if (places.has(key)) return unsure('circle', `The pages go in a circle: page ${pages + 1} was there before`)
      places.add(key)
      return null
    },
    take({ keys, next, facts, ends_by_repeating = false, partial: left }) {
      const fresh: number[] = []
      for (const [index, key] of keys.entries()) {
        if (ids.has(key)) continue
        ids.add(key)
        fresh.push(index)
      }
      pages += 1
      read += facts?.count ?? keys.length
      fullest = Math.max(fullest, facts?.count ?? keys.length)
      partial ??= left
      if (facts?.says === 'more') wasSaid = true
      told = facts?.hints.total ?? told
      const previous = last
      const all = keys.join(' ')
      const end = (() => {
        if (next === null) return endOf(facts)
        const isRepeated = fresh.length === 0 && keys.length > 0
        if (facts?.is_counted && facts.total !== undefined && before.read + ids.size >= facts.total)
          return judged('total', facts)
        if (!isRepeated) return null
        if (ends_by_repeating) return judged('all_seen', facts)
        // A server that answers every number beyond its last page with its last page.
        if (facts?.is_counted && pages > 2 && all === previous?.keys) return judged('all_seen', facts)
        return unsure(
          'all_seen',
          `Page ${pages} has only records of pages before it, so it is not known whether there are more`,
        )
      })()
      last = { keys: all, facts }
      return { fresh, end }
    },
    refuse(place, status) {
      if (place === null || status === undefined || pages === 0 || !isCountedPlace(place)) return null
      const facts = last?.facts
      if (GONE.includes(status)) return judged('past_last', facts)
      if (!REFUSED.includes(status)) return null
      const isKnown = facts !== undefined && (isShort(facts) || (facts.total !== undefined && read >= facts.total))
      return isKnown
        ? judged('past_last', facts)
        : unsure(
            'past_last',
            `Page ${pages + 1} was refused with status ${status}, which may be the end or a limit of the API`,
          )
    },
  }
}

function isCountedPlace(place: Json): boolean {
  const { page, offset } = record(place)
  return typeof place === 'number' || typeof page === 'number' || typeof offset === 'number'
}
