// MCP tokens: shown once, kept as a hash, good until they end or are revoked, and never for more than their maker may.
import { refuse } from '../../kernel/errors.ts'
import { isUuid, newId, type WorkspaceId } from '../../kernel/ids.ts'
import { audit } from '../../platform/audit/audit.ts'
import type { Database, WorkspaceTx } from '../../platform/db/database.ts'
import { oneRow } from '../../platform/db/sql-client.ts'
import { hashOfToken, newBearerToken } from '../../platform/secrets/bearer-token.ts'
import { TOOL_CAPABILITIES, type ToolCapability } from '../tools/tool.ts'
import { listMcpTokens } from './tokens.reads.ts'
import type { McpToken } from './tokens.schema.ts'

const PREFIX = 'ycp_'
const SHOWN = PREFIX.length + 8
const MAX_TOKENS = 200
const DAY_MS = 86_400_000

export interface NewMcpToken {
  name: string
  capabilities: readonly ToolCapability[]
  expires_at: Date | null
  user_id: number
  user_name: string
  /** The OAuth client it was given to; null for one made by hand. */
  client_id: string | null
  /** Until when a program can renew it; absent for one made by hand. */
  renewable_until?: Date
}

/** A token, and the first letters of it that are shown to tell tokens apart. */
export function newMcpSecret(): { token: string; prefix: string } {
  const token = newBearerToken(PREFIX)
  return { token, prefix: token.slice(0, SHOWN) }
}

/** When a token made now ends; null for never. */
export const endOf = (days: number, now: Date): Date | null =>
  days === 0 ? null : new Date(now.getTime() + days * DAY_MS)

export async function makeMcpToken(
  tx: WorkspaceTx,
  { name, capabilities, expires_at, user_id, user_name, client_id, renewable_until }: NewMcpToken,
  now: Date,
): Promise<McpToken & { token: string }> {
  const { rows } = await tx.client.query<{ n: number }>(
    `select count(*)::int as n from mcp_tokens where workspace_id = $1 and revoked_at is null
      and (expires_at is null or coalesce(renewable_until, expires_at) > $2)`,
    [tx.workspace_id, now],
  )
  if (oneRow(rows).n >= MAX_TOKENS)
    refuse('conflict', `A workspace has at most ${MAX_TOKENS} MCP tokens; revoke one first`)
  const { token, prefix } = newMcpSecret()
  const id = newId()
  const wanted = TOOL_CAPABILITIES.filter((one) => capabilities.includes(one))
  await tx.client.query(
    `insert into mcp_tokens (workspace_id, id, name, hash, prefix, capabilities, user_id, user_name, client_id, created_at, expires_at, renewable_until)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
    [
      tx.workspace_id,
      id,
      name.trim(),
      hashOfToken(token),
      prefix,
      wanted,
      user_id,
      user_name,
      client_id,
      now,
      expires_at,
      renewable_until ?? null,
    ],
  )
  await audit(tx, {
    act: 'mcp_token.created',
    object: { type: 'mcp_token', id, name },
    after: {
      prefix,
      capabilities: wanted,
      expires_at: (renewable_until ?? expires_at)?.toISOString() ?? null,
      client_id,
    },
  })
  const made = (await listMcpTokens(tx, now)).find((one) => one.id === id)
  return { ...(made ?? refuse('not_found', 'Token not found')), token }
}

/** Ends a token at once: calls under way finish, the next is refused. */
export async function revokeMcpToken(tx: WorkspaceTx, id: string, now: Date): Promise<void> {
  const { rows } = isUuid(id)
    ? await tx.client.query<{ name: string; prefix: string }>(
        `update mcp_tokens set revoked_at = $3 where workspace_id = $1 and id = $2 and revoked_at is null returning name, prefix`,
        [tx.workspace_id, id, now],
      )
    : { rows: [] }
  if (!rows[0]) refuse('not_found', 'Token not found')
  await audit(tx, {
    act: 'mcp_token.revoked',
    object: { type: 'mcp_token', id, name: rows[0].name },
    before: { prefix: rows[0].prefix },
  })
}

export interface FoundToken {
  id: string
  workspace_id: WorkspaceId
  name: string
  prefix: string
  user_id: number
  capabilities: ToolCapability[]
  expires_at: Date | null
}

/** The token while it is good. Looked up by its hash: a token says by itself whose it is. */
export async function findMcpToken(
  database: Database,
  token: string | undefined,
  now: Date,
): Promise<FoundToken | undefined> {
  if (!token?.startsWith(PREFIX) || token.length > 100) return undefined
  return database.inControl(async (tx) => {
    const { rows } = await tx.client.query<FoundToken & { is_stale: boolean }>({
      name: 'mcp_token',
      text: `select t.id, t.workspace_id, t.name, t.prefix, t.user_id, t.capabilities, t.expires_at,
          t.last_used_at is null or t.last_used_at < $2::timestamptz - interval '1 minute' as is_stale
        from mcp_tokens t join workspaces w on w.id = t.workspace_id
        where t.hash = $1 and t.revoked_at is null and (t.expires_at is null or t.expires_at > $2) and w.deleted_at is null`,
      values: [hashOfToken(token), now],
    })
    const [row] = rows
    if (row?.is_stale)
      await tx.client.query('update mcp_tokens set last_used_at = $3 where workspace_id = $1 and id = $2', [
        row.workspace_id,
        row.id,
        now,
      ])
    return row
  })
}
