// Recognizes API tokens (`ycp_…`), which programs send in place of a login, over HTTP and MCP alike.
import type { WorkspaceId } from '../../kernel/ids.ts'
import type { Database } from '../../platform/db/database.ts'
import { hashOfToken } from '../../platform/secrets/bearer-token.ts'
import type { TokenCapability } from './token-capabilities.logic.ts'

export const TOKEN_PREFIX = 'ycp_'

export interface ApiToken {
  id: string
  workspace_id: WorkspaceId
  name: string
  prefix: string
  user_id: number
  capabilities: TokenCapability[]
  expires_at: Date | null
  /** The program that was given it by consent; null for one made by hand. */
  client_id: string | null
}

export const isApiToken = (bearer: string | undefined): bearer is string => bearer?.startsWith(TOKEN_PREFIX) === true

/** The token while it is good, which counts as a use of it. Looked up by its hash: a token says by itself whose it is. */
export async function takeApiToken(
  database: Database,
  bearer: string | undefined,
  now: Date,
): Promise<ApiToken | undefined> {
  if (!isApiToken(bearer) || bearer.length > 100) return undefined
  return database.inControl(async (tx) => {
    const { rows } = await tx.client.query<ApiToken & { is_stale: boolean }>({
      name: 'mcp_token',
      text: `select t.id, t.workspace_id, t.name, t.prefix, t.user_id, t.capabilities, t.expires_at, t.client_id,
          t.last_used_at is null or t.last_used_at < $2::timestamptz - interval '1 minute' as is_stale
        from mcp_tokens t join workspaces w on w.id = t.workspace_id
        where t.hash = $1 and t.revoked_at is null and (t.expires_at is null or t.expires_at > $2) and w.deleted_at is null`,
      values: [hashOfToken(bearer), now],
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

/** Whether a token that opened something is still good: for streams, which outlive the check at their beginning. */
export async function isTokenGood(
  database: Database,
  { id, workspace_id }: Pick<ApiToken, 'id' | 'workspace_id'>,
  now: Date,
): Promise<boolean> {
  const { rowCount } = await database.inControl((tx) =>
    tx.client.query(
      `select from mcp_tokens where workspace_id = $1 and id = $2 and revoked_at is null and (expires_at is null or expires_at > $3)`,
      [workspace_id, id, now],
    ),
  )
  return rowCount === 1
}
