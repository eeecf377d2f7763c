// What kinds of watches read the world with: pages and open APIs through the polite reader, with a log of one poll.
import type { Json } from '../../kernel/json.ts'
import type { Database } from '../../platform/db/database.ts'
import { createDnsAsker, type DnsAsker } from '../../platform/net/dns.ts'
import type { EgressPolicy } from '../../platform/net/egress.ts'
import type { PageReader, PageResult } from '../../platform/net/pages.ts'
import { type FetchLog, OF_POLLS, openFetchLog, type SiteReader } from '../../platform/net/polite-client.ts'
import { FEED_TYPES } from '../../providers/feeds/feed-reader.ts'
import { buildRequest, readBody } from '../../providers/kit/http-ask.ts'
import { strangerAt } from '../../providers/web-reader/home-page.ts'
import type { ReadFailure, WatchTools } from '../kinds/kind.ts'

export interface WatchToolParts {
  database: Database
  policy: EgressPolicy
  pages: PageReader
  dns?: DnsAsker
  now: () => Date
}

export interface PollTools {
  tools: WatchTools
  log: FetchLog
  /** The content of each document, by its requested and its final address. */
  documents: Map<string, string>
}

/** One list for all: the same address is never asked for twice because two kinds would take other types. */
const PAGE_TYPES = [...new Set(['text/html', 'application/xhtml+xml', ...FEED_TYPES])]

const machineDns = createDnsAsker()

export function pollTools(
  parts: WatchToolParts,
  { max_age_ms, max_wait_ms }: { max_age_ms: number; max_wait_ms: number },
  signal: AbortSignal,
): PollTools {
  const { pages, now, dns = machineDns } = parts
  const log = openFetchLog()
  const reader: SiteReader = { ...OF_POLLS, max_wait_ms, log }
  const max_age_s = max_age_ms / 1000
  const documents = new Map<string, string>()

  const failed = (result: Exclude<PageResult, { ok: true }>): ReadFailure => {
    const { kind, message } = result.failure
    if (log.is_busy) return { ok: false, reason: 'busy', message }
    const known = ['blocked', 'robots', 'too_large', 'timeout'] as const
    return { ok: false, reason: known.find((one) => one === kind) ?? 'network', message }
  }

  const tools: WatchTools = {
    now: () => now().getTime(),
    async page(url, accept = PAGE_TYPES) {
      const types = [...new Set([...PAGE_TYPES, ...accept])]
      const result = await pages.read({ url, accept: types, max_age_s, takes_beginning: true }, reader, signal)
      if (!result.ok) return failed(result)
      const { page } = result
      const refused = refusalOf(page.status, page.url)
      if (refused) return refused
      // What another firm's page says is no change at the company.
      const stranger = strangerAt(url, page.url)
      if (stranger !== undefined) return { ok: false, reason: 'unreadable', message: stranger }
      documents.set(url, page.text).set(page.url, page.text)
      return { ok: true, document: { url: page.url, status: page.status, headers: page.headers, body: page.text } }
    },
    async ask(ask, expects = 'json') {
      const { url, headers } = buildRequest(ask, undefined, {})
      if (expects === 'text') headers.accept = 'application/xml, text/xml, */*;q=0.1'
      const result = await pages.read({ url, headers, accept: 'any', max_age_s, is_api: true }, reader, signal)
      if (!result.ok) return failed(result)
      const { status, headers: answered, text } = result.page
      const refused = refusalOf(status, url)
      if (refused) return refused
      const json = expects === 'json' ? readBody(text).value : (null as Json)
      if (json === undefined)
        return {
          ok: false,
          reason: 'unreadable',
          message: `${new URL(url).host} answered with something that is not JSON`,
        }
      documents.set(url, text)
      return { ok: true, url, reply: { status, headers: answered, text, json } }
    },
    async dns(name, type) {
      const reply = await dns(name, type, signal)
      const records = reply.ok ? [...reply.records].sort() : null
      log.hashes.set(`dns ${type} ${name}`, records === null ? '?' : records.join('\n'))
      return records
    },
  }
  return { tools, log, documents }
}

function refusalOf(status: number, url: string): ReadFailure | undefined {
  if (status < 300) return undefined
  const { host } = new URL(url)
  const said = `${host} answered with status ${status}`
  if (status === 404) return { ok: false, reason: 'not_found', message: said }
  if (status === 410) return { ok: false, reason: 'gone', message: `${said}: it is gone for good` }
  if (status === 429 || status === 503) return { ok: false, reason: 'throttled', message: `${said}: it asks to wait` }
  return { ok: false, reason: 'network', message: said }
}
