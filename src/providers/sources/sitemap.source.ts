// Pages that a website lists in its sitemap, through indexes of sitemaps too.
import { Type } from 'typebox'
import { childOf, declaresEntities, elementsOf, parseXml, textIn } from '../feeds/xml-tree.ts'
import { record, texts } from '../kit/reply-values.ts'
import type { HttpSource } from './source.ts'

const MOST_SITEMAPS = 1_000

export const sitemap: HttpSource = {
  id: 'sitemap',
  title: 'Sitemap of a website',
  group: 'web',
  place: 20,
  description: 'Pages that a website lists, such as all its customers, partners or products.',
  method: 'crawl',
  license: 'scraped',
  docs_url: 'https://www.sitemaps.org/protocol.html',
  lead_kind: 'company',
  page_size: 50_000,
  fields: [
    { name: 'url', label: 'Page', type: 'url' },
    { name: 'name', label: 'Name in the address', lead: 'company' },
    { name: 'path', label: 'Path' },
    { name: 'changed', label: 'Changed', type: 'date' },
  ],
  settings: Type.Object(
    {
      url: Type.String({
        minLength: 8,
        maxLength: 2000,
        pattern: '^https?://',
        title: 'Address of the sitemap',
        description: 'Such as https://example.com/sitemap.xml.',
      }),
      contains: Type.Optional(
        Type.String({
          maxLength: 200,
          title: 'Address contains',
          description: 'Such as /customers/. Empty: every page.',
        }),
      ),
    },
    { additionalProperties: false },
  ),
  expects: 'text',
  statuses: { read: [403, 404, 410] },
  check: ({ url }) => (URL.canParse(String(url)) ? [] : [{ setting: 'url', msg: 'This is not a web address' }]),
  ask: ({ url }, { at }) => ({
    method: 'GET',
    url: texts(record(at).queue)[0] ?? String(url),
    headers: { accept: 'application/xml, text/xml' },
  }),
  read({ status, text: body }, { url, contains }, { at }) {
    const queue = texts(record(at).queue)
    const here = queue[0] ?? String(url)
    const done = [...texts(record(at).done), here]
    const rest = queue.slice(1)
    const next = (more: string[]) => {
      const known = new Set(done)
      const left = [...new Set([...rest, ...more])].filter((one) => !known.has(one))
      return left.length > 0 ? { queue: left.slice(0, MOST_SITEMAPS), done: done.slice(-MOST_SITEMAPS) } : null
    }
    const wrong = (reason: string) =>
      done.length === 1
        ? { failure: reason, is_final: true }
        : { records: [], rejected: [{ record_id: here, reason }], unread: `${here} could not be read`, next: next([]) }
    if (status >= 400) return wrong(`The sitemap answered ${status}`)
    if (declaresEntities(body)) return wrong('The sitemap declares entities of its own, which is refused')
    const root = parseXml(body)
    if (root?.name !== 'urlset' && root?.name !== 'sitemapindex')
      return wrong('This is no sitemap: neither a list of pages nor of sitemaps')
    const entries = elementsOf(root).map((one) => ({
      loc: textIn(childOf(one, 'loc')),
      changed: textIn(childOf(one, 'lastmod')),
    }))
    const good = entries.filter(({ loc }) => /^https?:\/\//i.test(loc) && URL.canParse(loc))
    if (root.name === 'sitemapindex') return { records: [], next: next(good.map(({ loc }) => loc)) }
    const seen = new Set<string>()
    const wanted = good.filter(({ loc }) => {
      const isNew = !seen.has(loc) && loc.includes(String(contains ?? ''))
      seen.add(loc)
      return isNew
    })
    return {
      records: wanted.map(({ loc, changed }) => ({
        record_id: loc,
        values: { url: loc, name: nameIn(loc), path: new URL(loc).pathname, changed: changed.slice(0, 10) || null },
        source_url: loc,
      })),
      rejected: entries
        .filter(({ loc }) => !/^https?:\/\//i.test(loc) || !URL.canParse(loc))
        .map(({ loc }) => ({ record_id: loc.slice(0, 200), reason: 'This is no web address' })),
      next: next([]),
    }
  },
}

/** What the last part of the path calls the page. */
function nameIn(url: string): string {
  const last = new URL(url).pathname.split('/').filter(Boolean).at(-1) ?? ''
  const plain = last.replace(/\.\w{2,5}$/, '').replace(/[-_+]+/g, ' ')
  try {
    return decodeURIComponent(plain).replace(/\b\p{L}/gu, (letter) => letter.toUpperCase())
  } catch {
    return plain
  }
}
