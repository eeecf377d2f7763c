// Any API that pages, read by a column and by a source: each item once, requests that end, and an end called certain only where all was read.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { customOf } from '../../engine/columns/custom-columns.ts'
import type { HttpColumn } from '../../engine/columns/kinds/http.kind.ts'
import type { JsonObject } from '../../kernel/json.ts'
import { callLookup } from '../../providers/kit/call.ts'
import { createTokens } from '../../providers/kit/oauth-tokens.ts'
import type { HttpReply, Tools } from '../../providers/kit/outside.ts'
import { findNext } from '../../providers/kit/pager.ts'
import { httpApi } from '../../providers/sources/http-api.source.ts'
import { readHttpPage } from '../../providers/sources/read-page.ts'
import { httpLookup } from '../kinds/http/http-lookup.ts'
import { type Checkpoint, runPages } from './run-pages.ts'

interface Api {
  kind: 'number' | 'offset' | 'cursor' | 'next_url' | 'link_header'
  /** Items of each page, by their numbers. */
  pages: number[][]
  /** What is answered where there is nothing any more. */
  beyond: 'empty' | 'not_found' | 'bad_request' | 'last_page' | 'first_page'
  /** The page to which the last one leads. */
  circle: number | null
  tells_total: boolean
  /** Pages that it gives at most; further ones are refused. */
  limit: number | null
}

const ROOT = 'https://api.example.com/items'

function answerOf(api: Api, address: string): HttpReply {
  const { kind, pages, beyond, circle, limit } = api
  const query = new URL(address).searchParams
  const all = new Set(pages.flat()).size
  const reply = (items: number[], next: number | null, status = 200): HttpReply => ({
    ok: true,
    status,
    headers: kind === 'link_header' && next !== null ? { link: `<${ROOT}?at=${next}>; rel="next"` } : {},
    body: JSON.stringify({
      items: items.map((id) => ({ id, name: `Item ${id}` })),
      ...(api.tells_total && { sum: all }),
      ...(kind === 'cursor' && { cursor: next === null ? null : String(next) }),
      ...(kind === 'next_url' && { next: next === null ? null : `${ROOT}?at=${next}` }),
    }),
  })
  const outside = (): HttpReply => {
    if (beyond === 'not_found') return reply([], null, 404)
    if (beyond === 'bad_request') return reply([], null, 400)
    if (beyond === 'last_page') return reply(pages.at(-1) ?? [], null)
    return reply(beyond === 'first_page' ? (pages[0] ?? []) : [], null)
  }
  if (kind === 'offset') {
    const offset = Number(query.get('at') ?? 0)
    const flat = [...new Set(pages.flat())]
    const size = pages[0]?.length ?? 1
    if (limit !== null && offset >= limit * size) return reply([], null, 400)
    return offset >= flat.length ? outside() : reply(flat.slice(offset, offset + size), null)
  }
  const index = kind === 'number' ? Number(query.get('at') ?? 1) - 1 : Number(query.get('at') ?? 0)
  if (limit !== null && index >= limit) return reply([], null, 400)
  const items = pages[index]
  if (!items) return outside()
  return reply(items, index + 1 < pages.length ? index + 1 : circle)
}

const toolsFor = (api: Api, asked: string[]): Tools => ({
  http: async ({ url }) => {
    asked.push(url)
    return answerOf(api, url)
  },
  fetchPage: undefined as never,
  dns: undefined as never,
  now: () => 0,
})

async function byColumn(api: Api) {
  const asked: string[] = []
  const total = api.tells_total ? { total: 'sum' } : {}
  const pages = {
    number: { kind: 'number', param: 'at', first: 1, ...total },
    offset: { kind: 'offset', param: 'at', ...total },
    cursor: { kind: 'cursor', path: 'cursor', param: 'at' },
    next_url: { kind: 'next_link', path: 'next' },
    link_header: { kind: 'next_link' },
  }[api.kind]
  const column = {
    id: 'x',
    name: 'X',
    type: 'http',
    method: 'GET',
    url: ROOT,
    pages,
    items: 'items',
    max_pages: 50,
    fields: [{ name: 'ids', path: 'items[].id', type: 'json' }],
    billing: 'per_call',
    timeout_seconds: 30,
  } as unknown as HttpColumn
  const lookup = httpLookup(customOf(column), 'http', { tokens: createTokens() })
  const { outcome, notes } = await callLookup(lookup, {}, toolsFor(api, asked), AbortSignal.timeout(60_000), {})
  const values = outcome.kind === 'found' ? (outcome.values.ids as number[]) : []
  const end = (notes as { pages?: { is_certain: boolean; says: string } } | undefined)?.pages
  return { ids: values, requests: asked.length, is_certain: end?.is_certain, says: end?.says }
}

async function bySource(api: Api) {
  const asked: string[] = []
  const paging = {
    number: { paging: 'page', page_param: 'at' },
    offset: { paging: 'offset', page_param: 'at' },
    cursor: { paging: 'cursor', cursor_path: 'cursor', cursor_param: 'at' },
    next_url: { paging: 'next_url', next_path: 'next' },
    link_header: { paging: 'link_header' },
  }[api.kind]
  const settings = {
    url: ROOT,
    method: 'GET',
    auth: 'none',
    items_path: 'items',
    id_path: 'id',
    ...paging,
    ...(api.tells_total && { total_path: 'sum' }),
  } as unknown as JsonObject
  const tools = { ...toolsFor(api, asked), account: {}, form: undefined, tokens: createTokens() }
  const ids: number[] = []
  let failure: string | undefined
  let end: Checkpoint['end']
  try {
    const at = await runPages({
      run: { checkpoint: null, signal: AbortSignal.timeout(60_000) },
      reader: {
        read: (at, signal) => readHttpPage(httpApi, settings, at, null, tools, signal),
        close: () => {},
      },
      max_records: 100_000,
      keep: async () => {},
      store: async ({ records, after }) => {
        ids.push(...records.map(({ values }) => values.id as number))
        return after
      },
    })
    end = at.end
  } catch (error) {
    failure = (error as Error).message
  }
  return {
    ids,
    requests: asked.length,
    is_certain: failure === undefined && end?.is_certain,
    says: failure ?? end?.words,
  }
}

const wellBehaved = fc
  .record({
    kind: fc.constantFrom(
      'number' as const,
      'offset' as const,
      'cursor' as const,
      'next_url' as const,
      'link_header' as const,
    ),
    sizes: fc.array(fc.integer({ min: 2, max: 6 }), { minLength: 1, maxLength: 8 }),
    overlap: fc.integer({ min: 0, max: 1 }),
    beyond: fc.constantFrom(
      'empty' as const,
      'not_found' as const,
      'bad_request' as const,
      'last_page' as const,
      'first_page' as const,
    ),
    circle: fc.option(fc.nat(7), { freq: 2 }),
    tells_total: fc.boolean(),
    limit: fc.option(fc.integer({ min: 1, max: 7 }), { freq: 4 }),
  })
  .map(({ sizes, overlap, circle, limit, ...rest }): Api => {
    let from = 0
    const isLimited = limit !== null && limit < sizes.length
    // A limit on how far one may read comes after full pages.
    const pages = sizes.map((wanted, index) => {
      const size = isLimited && index < limit ? (sizes[0] ?? wanted) : wanted
      const page = Array.from({ length: size }, (_, n) => from + n)
      from += size - overlap
      return page
    })
    return {
      ...rest,
      pages,
      circle: circle === null ? null : Math.min(circle, pages.length - 1),
      limit: isLimited ? limit : null,
    }
  })

describe('an API that pages', () => {
  it('gives each item once, in no more requests than it has pages and one, to a column and to a source', async () => {
    await fc.assert(
      fc.asyncProperty(wellBehaved, async (api) => {
        const all = [...new Set(api.pages.flat())].sort((a, b) => a - b)
        const follows = ['cursor', 'next_url', 'link_header'].includes(api.kind)
        for (const read of [await byColumn(api), await bySource(api)]) {
          const distinct = [...new Set(read.ids)].sort((a, b) => a - b)
          expect(read.ids).toHaveLength(distinct.length)
          const count = api.kind === 'offset' ? Math.ceil(all.length / (api.pages[0]?.length ?? 1)) : api.pages.length
          expect(read.requests).toBeLessThanOrEqual(count + 1)
          // What a refused link leaves out is an error, not an end.
          if (api.limit === null) expect(distinct).toEqual(all)
          if (read.is_certain) expect(distinct, read.says).toEqual(all)
          else if (!(follows && api.limit !== null)) expect(read.says || 'nothing said').not.toBe('')
        }
      }),
    )
  })

  const pages = [
    [0, 1, 2, 3],
    [4, 5, 6, 7],
    [8, 9],
  ]
  const plain: Api = { kind: 'number', pages, beyond: 'empty', circle: null, tells_total: false, limit: null }
  const both = async (api: Api) => [await byColumn(api), await bySource(api)]

  it.each<[string, Partial<Api>, number, boolean]>([
    ['an empty page', {}, 4, true],
    ['404 past the last page', { beyond: 'not_found' }, 4, true],
    ['400 after a short page', { beyond: 'bad_request' }, 4, true],
    ['400 after a full page, which may be a limit', { limit: 2 }, 3, false],
    ['the total', { tells_total: true }, 3, true],
    ['a limit before the total', { tells_total: true, limit: 2 }, 3, false],
    ['its last page again', { beyond: 'last_page' }, 4, true],
    ['its first page again', { beyond: 'first_page' }, 4, false],
    [
      'the only page again, as an API does that does not know the parameter',
      { pages: [[0, 1]], beyond: 'first_page' },
      2,
      false,
    ],
    ['no cursor', { kind: 'cursor' }, 3, true],
    ['a cursor that was there before', { kind: 'cursor', circle: 1 }, 3, false],
    ['a link to the first page', { kind: 'link_header', circle: 0 }, 4, false],
    ['an address of its own', { kind: 'next_url', circle: 2 }, 3, false],
  ])('ends by %s, and it is known whether that is certain', async (_what, more, requests, is_certain) => {
    for (const read of await both({ ...plain, ...more })) expect(read).toMatchObject({ requests, is_certain })
  })
})

it('a next page at a name with a dot in it is found, however the path writes it, and one that is nowhere is said', () => {
  const next = `${ROOT}?$skip=2`
  const json = { '@odata.nextLink': next, '@odata': { other: 1 }, value: [1, 2] }
  const at = (path: string) => findNext({ kind: 'next_link', path }, ROOT, null, { json, headers: {}, count: 2 })
  for (const path of ['@odata.nextLink', '["@odata.nextLink"]', "['@odata.nextLink']"])
    expect(at(path).next).toEqual({ url: next })
  expect(at('odata.nextLink')).toMatchObject({
    next: null,
    facts: {
      says: 'nothing',
      sought: '"odata.nextLink" is not in the answer; it has ["@odata.nextLink"], ["@odata"], "value"',
    },
  })
})
