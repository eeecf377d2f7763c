// Reads the records of MCP tokens; the token itself is not stored.
import type { WorkspaceTx } from '../../platform/db/database.ts'
import type { McpToken } from './tokens.schema.ts'

interface Row extends Omit<McpToken, 'user' | 'client' | 'created_at' | 'expires_at' | 'last_used_at'> {
  user_id: number
  client_id: string | null
  user_name: string
  created_at: Date
  expires_at: Date | null
  last_used_at: Date | null
}

/** The valid tokens, newest first. */
export async function listMcpTokens(tx: WorkspaceTx, now: Date): Promise<McpToken[]> {
  const { rows } = await tx.client.query<Row>(
    `select id, name, prefix, capabilities, user_id, user_name, client_id, created_at,
        coalesce(renewable_until, expires_at) as expires_at, last_used_at
      from mcp_tokens where workspace_id = $1 and revoked_at is null and (expires_at is null or coalesce(renewable_until, expires_at) > $2)
      order by id desc limit 500`,
    [tx.workspace_id, now],
  )
  return rows.map(({ user_id, user_name, client_id, created_at, expires_at, last_used_at, ...row }) => ({
    ...row,
    user: { user_id, username: user_name },
    client: client_id,
    created_at: created_at.toISOString(),
    expires_at: expires_at?.toISOString() ?? null,
    last_used_at: last_used_at?.toISOString() ?? null,
  }))
}
