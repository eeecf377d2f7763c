// The Model Context Protocol as `app` uses it.
import type { Room } from '../../platform/room.ts'
import { type McpParts, mcpRoutes } from './mcp.routes.ts'

export const mcp: Room<McpParts> = {
  name: 'mcp',
  tags: [
    { name: 'MCP', description: 'Access tokens for programs, and the Model Context Protocol that they can speak.' },
  ],
  routes: mcpRoutes,
  sweeps: [
    `delete from oauth_codes where expires_at < now() - interval '1 day'`,
    `delete from oauth_refresh_tokens where expires_at < now() - interval '1 day'`,
    `delete from oauth_clients where last_used_at is null and created_at < now() - interval '7 days'`,
  ],
}
