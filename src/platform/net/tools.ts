// The outside world as lookups get it: the HTTP client and the page reader as two functions that never throw.
import { isAllowedHost } from './allowed-hosts.logic.ts'
import { decodeText } from './charset.ts'
import type { HttpClient } from './client.ts'
import { createDnsAsker, type DnsAsker } from './dns.ts'
import type { PageFailureKind, PageReader, PageResult } from './pages.ts'
import { OF_LOOKUPS, type SiteReader } from './polite-client.ts'
import type { SmtpAsker } from './smtp.ts'

type Reason =
  | Extract<
      PageFailureKind,
      'timeout' | 'aborted' | 'blocked' | 'too_large' | 'robots' | 'not_text' | 'no_host' | 'too_many_redirects'
    >
  | 'network'

interface Failed {
  ok: false
  reason: Reason
  message: string
  sent: boolean
}

export interface ToolOptions {
  client: Pick<HttpClient, 'request'>
  pages: PageReader
  /** Whose copies of pages are used: the workspace that the lookups run for. Default: none. */
  copies?: SiteReader['copies']
  /** Sites are asked for each page, whatever copies there are. */
  fresh?: boolean
  /** Default: the DNS servers of this machine. */
  dns?: DnsAsker
  /** Asks mail servers about recipients; absent where that must not be done. */
  smtp?: SmtpAsker
  /** Milliseconds since the epoch. */
  now: () => number
}

const maxAnswerBytes = 5 * 1024 * 1024
const machineDns = createDnsAsker()
const plain = new Set<PageFailureKind>([
  'timeout',
  'aborted',
  'blocked',
  'too_large',
  'robots',
  'not_text',
  'no_host',
  'too_many_redirects',
])

function failed({ kind, message, sent }: { kind: PageFailureKind; message: string; sent: boolean }): Failed {
  return { ok: false, reason: plain.has(kind) ? (kind as Reason) : 'network', message, sent }
}

/** One request of a lookup or source. Never throws. */
export const httpTool =
  (client: Pick<HttpClient, 'request'>) =>
  async (
    ask: {
      method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
      url: string
      headers: Record<string, string>
      body?: string
      hosts?: readonly string[]
      redirects?: 'manual'
      timeout_ms?: number
    },
    signal: AbortSignal,
  ) => {
    // Each lookup is called with a signal of its own, which ends in time.
    const { hosts, ...sent } = ask
    const may = hosts && ((url: URL) => isAllowedHost(hosts, url))
    const result = await client.request(
      { timeout_ms: null, ...sent, ...(may && { may_go_to: may }), max_bytes: maxAnswerBytes },
      signal,
    )
    if (!result.ok) return failed(result.failure)
    const { status, headers, body } = result
    return { ok: true as const, status, headers, body: decodeText(body, headers['content-type'] ?? '', false).text }
  }

/** The same of a page that is read politely. Never throws, unless the database is away. */
export function textOf(result: PageResult) {
  if (!result.ok) return failed(result.failure)
  const { page, from_cache } = result
  const { url, status, headers, text: body, fetched_at } = page
  return { ok: true as const, url, status, headers, body, from_cache, fetched_at }
}

export function createTools({
  client,
  pages,
  copies = 'none',
  fresh = false,
  now,
  dns = machineDns,
  smtp,
}: ToolOptions) {
  const reader: SiteReader = { ...OF_LOOKUPS, copies }
  return {
    now,
    dns,
    ...(smtp && { smtp }),

    http: httpTool(client),

    async fetchPage(url: string, options: { accept?: readonly string[]; max_age_s?: number }, signal: AbortSignal) {
      return textOf(await pages.read({ url, ...options, ...(fresh && { max_age_s: 0 }) }, reader, signal))
    },
  }
}
