// What the page of access tokens asks of the API.

import { api, take } from '../../api/client.ts'
import { keys, queries } from '../../api/queries.ts'
import type { Schemas } from '../../api/shapes.ts'

export type TokenCapability = Schemas['McpToken']['capabilities'][number]

const key = () => keys.settings('mcp-tokens')

export const tokensQuery = () => ({
  queryKey: key(),
  queryFn: async () => (await take(api.GET('/api/mcp/tokens'))).items,
})

export const toolsQuery = () => ({
  queryKey: keys.settings('mcp-tools'),
  queryFn: () => take(api.GET('/api/mcp/tools')),
  staleTime: Number.POSITIVE_INFINITY,
})

export async function makeToken(
  body: Omit<Schemas['McpTokenRequest'], 'capabilities'> & { capabilities: TokenCapability[] },
) {
  const made = await take(api.POST('/api/mcp/tokens', { body }))
  void queries.invalidateQueries({ queryKey: key() })
  return made
}

export async function revokeToken(id: string) {
  await take(api.DELETE('/api/mcp/tokens/{mcp_token_id}', { params: { path: { mcp_token_id: id } } }))
  void queries.invalidateQueries({ queryKey: key() })
}
