// Which addresses pages of other origins may call (CORS): those of standards that programs in browsers speak, never with cookies.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { refuse } from '../../../kernel/errors.ts'
import { addressesOf, type CrossOrigin, type Route } from '../route.ts'

/** What a program in a browser may read of an answer besides its body. */
const EXPOSED = 'www-authenticate, retry-after, mcp-session-id, mcp-protocol-version, x-request-id, event-position'
/** Sent by programs besides those that they name. */
const USUAL = ['authorization', 'content-type', 'mcp-protocol-version', 'mcp-method', 'mcp-name', 'mcp-session-id']
const ASKED = /^[a-z0-9-]{1,60}$/
const PREFLIGHT_SECONDS = '3600'

/** Call it before the routes are mounted: every answer at these addresses, a refusal too, can then be read. */
export function openToPages(app: FastifyInstance, routes: readonly Route[]): void {
  const open = new Map<string, { rule: CrossOrigin; methods: Set<string> }>()
  for (const route of routes) {
    const { method, cross_origin } = route
    if (!cross_origin) continue
    for (const at of addressesOf(route)) {
      const known = open.get(at) ?? { rule: cross_origin, methods: new Set<string>() }
      known.methods.add(method)
      open.set(at, known)
    }
  }
  app.addHook('onRequest', (request, reply, done) => {
    const found = open.get(pathOf(request.url))
    if (found) allow(found.rule, request, reply)
    done()
  })
  for (const [url, { rule, methods }] of open) {
    app.options(url, { exposeHeadRoute: false }, (request, reply) => {
      if (!mayRead(rule, request)) refuse('forbidden', 'Pages of this origin may not call this address')
      const asked = String(request.headers['access-control-request-headers'] ?? '')
        .toLowerCase()
        .split(',')
        .map((name) => name.trim())
        .filter((name) => ASKED.test(name))
      return reply
        .code(204)
        .headers({
          'access-control-allow-methods': [...methods].join(', '),
          'access-control-allow-headers': [...new Set([...USUAL, ...asked])].join(', '),
          'access-control-max-age': PREFLIGHT_SECONDS,
        })
        .send()
    })
  }
}

const pathOf = (url: string): string => (url.split(/[?#]/, 1)[0] ?? '').replace(/(?<=.)\/$/, '')

const mayRead = (rule: CrossOrigin, request: FastifyRequest): boolean =>
  request.headers.origin !== undefined && (rule === 'any' || rule(request))

function allow(rule: CrossOrigin, request: FastifyRequest, reply: FastifyReply): void {
  if (rule !== 'any') reply.header('vary', 'origin')
  if (!mayRead(rule, request)) return
  reply.headers({
    'access-control-allow-origin': rule === 'any' ? '*' : request.headers.origin,
    'access-control-expose-headers': EXPOSED,
  })
}
