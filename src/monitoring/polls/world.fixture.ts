// A small world of companies on loopback: sites, job boards, feeds and repositories that change by a clock, and keep a log of who asked.
import { createHash } from 'node:crypto'
import http from 'node:http'
import https from 'node:https'
import type { AddressInfo } from 'node:net'
import type { HttpClient } from '../../platform/net/client.ts'
import { createHttpClient } from '../../platform/net/client.ts'
import type { EgressPolicy } from '../../platform/net/egress.ts'

export interface ServedRequest {
  host: string
  path: string
  /** By the clock of the world. */
  at: number
  status: number
  /** Sent with the validator of an earlier answer. */
  conditional: boolean
  /** Requests to the same host under way at its start. */
  beside: number
}

export interface World {
  log: ServedRequest[]
  /** What a host answers to a path; undefined is 404. `broken` hosts answer 500. */
  pages: Map<string, Map<string, Page>>
  broken: Set<string>
  port: number
  policy: EgressPolicy
  client: HttpClient
  close(): Promise<void>
}

export interface Page {
  type: string
  body: () => string
  /** Answers without an ETag, and another body each time: what really is the same cannot be told by it. */
  restless?: boolean
  delay_ms?: number
  /** Answers by itself, in place of all that. */
  serve?: (reply: http.ServerResponse) => void
}

/** `elsewhere`: names that lead to other addresses than this world. With a certificate its hosts speak TLS. */
export async function openWorld(
  hosts: readonly string[],
  clock: () => number,
  elsewhere: Record<string, string> = {},
  certificate?: { key: string; cert: string },
): Promise<World> {
  const log: ServedRequest[] = []
  const pages: World['pages'] = new Map(hosts.map((host) => [host, new Map()]))
  const broken = new Set<string>()
  const active = new Map<string, number>()
  const listen: http.RequestListener = (request, reply) => {
    const host = (request.headers.host ?? '').replace(/:\d+$/, '')
    const beside = active.get(host) ?? 0
    active.set(host, beside + 1)
    const asked: ServedRequest = {
      host,
      path: request.url ?? '',
      at: clock(),
      status: 0,
      conditional: 'if-none-match' in request.headers,
      beside,
    }
    log.push(asked)
    const answer = (status: number, headers: http.OutgoingHttpHeaders = {}, body = '') => {
      asked.status = status
      active.set(host, (active.get(host) ?? 1) - 1)
      reply.writeHead(status, headers).end(body)
    }
    const page = pages.get(host)?.get(asked.path)
    const send = () => {
      if (page?.serve) {
        reply.once('close', () => active.set(host, (active.get(host) ?? 1) - 1))
        return page.serve(reply)
      }
      if (broken.has(host)) return answer(500)
      if (!page) return answer(404, { 'content-type': 'text/html' }, 'Not found')
      const body = page.body()
      const etag = `"${createHash('sha1').update(body).digest('hex')}"`
      if (!page.restless && request.headers['if-none-match'] === etag) return answer(304, { etag })
      answer(200, { 'content-type': page.type, ...(!page.restless && { etag }) }, body)
    }
    if (page?.delay_ms) setTimeout(send, page.delay_ms)
    else send()
  }
  const server = certificate ? https.createServer(certificate, listen) : http.createServer(listen)
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const { port } = server.address() as AddressInfo
  const policy: EgressPolicy = {
    allow: [{ kind: 'range', range: { family: 4, base: 0x7f000000n, prefix: 8 }, port: null }],
    hostMap: new Map([
      ...hosts.map((host) => [host, { address: '127.0.0.1', port }] as const),
      ...Object.entries(elsewhere).map(([host, address]) => [host, { address, port }] as const),
    ]),
  }
  const real = createHttpClient({ policy, userAgent: 'Millrace/test' })
  return {
    log,
    pages,
    broken,
    policy,
    port,
    // The world has no certificates; everything else of the client is real.
    client: {
      request: (ask, signal) =>
        real.request({ ...ask, url: new URL(ask.url).href.replace(/^https:/, 'http:') }, signal),
      close: () => real.close(),
    },
    async close() {
      await real.close()
      await new Promise<void>((closed) => {
        server.close(() => closed())
        server.closeAllConnections()
      })
    },
  }
}

export const html = (body: string, head = '') =>
  `<!doctype html><html><head><title>Home</title>${head}</head><body>${body}</body></html>`

export const rss = (items: readonly { id: string; title: string; url: string; text?: string; at: Date }[]) =>
  `<?xml version="1.0"?><rss version="2.0"><channel><title>News</title><link>https://example.com/</link>${items
    .map(
      ({ id, title, url, text = '', at }) =>
        `<item><guid isPermaLink="false">${id}</guid><title>${title.replaceAll('&', '&amp;')}</title><link>${url}</link>` +
        `<description>${text}</description><pubDate>${at.toUTCString()}</pubDate></item>`,
    )
    .join('')}</channel></rss>`
