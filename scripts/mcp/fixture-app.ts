// The MCP endpoint of the product, route and entry by origin alike, in front of the fixtures of the conformance suite.
import type { FastifyInstance } from 'fastify'
import { API_INFO } from '../../src/app/api-info.ts'
import { mayEnter, mcpProtocol } from '../../src/automation/mcp/mcp.protocol.ts'
import { endpoint } from '../../src/automation/mcp/mcp.routes.ts'
import { refuse } from '../../src/kernel/errors.ts'
import type { Protocol } from '../../src/platform/http/protocol.ts'
import type { Gatekeeper } from '../../src/platform/http/route.ts'
import { buildServer } from '../../src/platform/http/server.ts'
import { createLog } from '../../src/platform/log.ts'
import { createFixtureServer } from './fixtures.ts'

export function buildFixtureApp(): Promise<FastifyInstance> {
  const open = { settings: { host: '127.0.0.1', mcp_origins: [] }, publicUrl: undefined }
  const protocol = {
    ...mcpProtocol({ ...open, now: () => new Date() } as never),
    async enter(request) {
      if (!mayEnter(open, request)) refuse('forbidden', 'This origin may not connect')
      return { token: { id: 'fixtures', prefix: 'fixtures', capabilities: [], expires_at: null }, scope: {} }
    },
  } satisfies Protocol
  const server = createFixtureServer()
  return buildServer({
    info: API_INFO,
    routes: [endpoint({ ...open, server: async () => server, protocol })],
    gatekeeper: {} as Gatekeeper,
    log: createLog('error'),
  })
}
