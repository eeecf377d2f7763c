// What kinds of watches read the world with: pages and open APIs through the polite client of one poll.
import type { Json } from '../../kernel/json.ts'
import type { Database } from '../../platform/db/database.ts'
import { createDnsAsker, type DnsAsker } from '../../platform/net/dns.ts'
import type { EgressPolicy } from '../../platform/net/egress.ts'
import { createPageReader } from '../../platform/net/pages.ts'
import {
  type FetchLog,
  type FetchOptions,
  type FetchParts,
  OF_POLLS,
  openFetchLog,
  politeClient,
} from '../../platform/net/polite-client.ts'
import { createTools } from '../../platform/net/tools.ts'
import { FEED_TYPES } from '../../providers/feeds/feed-reader.ts'
import { buildRequest, readBody } from '../../providers/kit/http-ask.ts'
import type { ReadFailure, WatchTools } from '../kinds/kind.ts'

export interface WatchToolParts extends FetchParts {
  database: Database
  policy: EgressPolicy
  dns?: DnsAsker
}

export interface PollTools {
  tools: WatchTools
  log: FetchLog
  /** The content of each document, by its requested and its final address. */
  documents: Map<string, string>
}

/** One list for all: the same address is never asked for twice because two kinds would take other types. */
const PAGE_TYPES = [...new Set(['text/html', 'application/xhtml+xml', ...FEED_TYPES])]
const ASK_MS = 30_000

const machineDns = createDnsAsker()

export function pollTools(
  parts: WatchToolParts,
  patience: Pick<FetchOptions, 'max_age_ms' | 'max_wait_ms'>,
  signal: AbortSignal,
): PollTools {
  const { policy, now, dns = machineDns } = parts
  const log = openFetchLog()
  const polite = politeClient(parts, { ...OF_POLLS, ...patience, log })
  const clock = () => now().getTime()
  const reader = createPageReader({ client: polite, policy, robotsToken: 'Millrace', now: clock })
  const { http } = createTools({ client: polite, pages: reader, now: clock })
  const documents = new Map<string, string>()

  const failed = (reason: string, message: string): ReadFailure => {
    if (log.is_busy) return { ok: false, reason: 'busy', message }
    const known = ['blocked', 'robots', 'too_large', 'timeout'] as const
    return { ok: false, reason: known.find((one) => one === reason) ?? 'network', message }
  }

  const tools: WatchTools = {
    now: clock,
    async page(url, accept = PAGE_TYPES) {
      const types = [...new Set([...PAGE_TYPES, ...accept])]
      const result = await reader.read({ url, accept: types, max_age_s: 0 }, signal)
      if (!result.ok) return failed(result.failure.kind, result.failure.message)
      const { page } = result
      const refused = refusalOf(page.status, page.url)
      if (refused) return refused
      documents.set(url, page.text).set(page.url, page.text)
      return { ok: true, document: { url: page.url, status: page.status, headers: page.headers, body: page.text } }
    },
    async ask(ask, expects = 'json') {
      const request = buildRequest(ask, undefined, {})
      if (expects === 'text') request.headers.accept = 'application/xml, text/xml, */*;q=0.1'
      const stop = AbortSignal.any([signal, AbortSignal.timeout(ASK_MS)])
      const got = await http(request, stop)
      if (!got.ok) return failed(got.reason, got.message)
      const { status, headers, body } = got
      const refused = refusalOf(status, request.url)
      if (refused) return refused
      const json = expects === 'json' ? readBody(body).value : (null as Json)
      if (json === undefined)
        return {
          ok: false,
          reason: 'unreadable',
          message: `${new URL(request.url).host} answered with something that is not JSON`,
        }
      documents.set(request.url, body)
      return { ok: true, url: request.url, reply: { status, headers, text: body, json } }
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
