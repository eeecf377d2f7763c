// Access tokens for programs, over HTTP and MCP alike: shown once, kept as a hash, good until they end or are revoked, and never for more than their maker may.
import { setBudgets } from '../../enrichment/money/budgets.commands.ts'
import { TOKEN_PREFIX } from '../../identity/api-tokens/find-token.commands.ts'
import { TOKEN_CAPABILITIES, type TokenCapability } from '../../identity/api-tokens/token-capabilities.logic.ts'
import { forgetCachedPerson } from '../../identity/users/people.reads.ts'
import { refuse } from '../../kernel/errors.ts'
import { isUuid, newId } from '../../kernel/ids.ts'
import { audit } from '../../platform/audit/audit.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { oneRow } from '../../platform/db/sql-client.ts'
import { hashOfToken, newBearerToken } from '../../platform/secrets/bearer-token.ts'
import { listMcpTokens } from './tokens.reads.ts'
import type { McpToken, TokenPeriod } from './tokens.schema.ts'

const SHOWN = TOKEN_PREFIX.length + 8
const MAX_TOKENS = 200
const DAY_MS = 86_400_000

export interface NewMcpToken {
  name: string
  capabilities: readonly TokenCapability[]
  expires_at: Date | null
  user_id: number
  user_name: string
  /** The OAuth client it was given to; null for one made by hand. */
  client_id: string | null
  /** Until when a program can renew it; absent for one made by hand. */
  renewable_until?: Date
  /** What it may cause to be spent; absent: no budget of its own. */
  budget?: { limit_usd: number; period: TokenPeriod }
}

/** A token, and the first letters of it that are shown to tell tokens apart. */
export function newMcpSecret(): { token: string; prefix: string } {
  const token = newBearerToken(TOKEN_PREFIX)
  return { token, prefix: token.slice(0, SHOWN) }
}

/** When a token made now ends; null for never. */
export const endOf = (days: number, now: Date): Date | null =>
  days === 0 ? null : new Date(now.getTime() + days * DAY_MS)

export async function makeMcpToken(
  tx: WorkspaceTx,
  { name, capabilities, expires_at, user_id, user_name, client_id, renewable_until, budget }: NewMcpToken,
  now: Date,
): Promise<McpToken & { token: string }> {
  const { rows } = await tx.client.query<{ n: number }>(
    `select count(*)::int as n from mcp_tokens where workspace_id = $1 and revoked_at is null
      and (expires_at is null or coalesce(renewable_until, expires_at) > $2)`,
    [tx.workspace_id, now],
  )
  if (oneRow(rows).n >= MAX_TOKENS)
    refuse('conflict', `A workspace has at most ${MAX_TOKENS} access tokens; revoke one first`)
  const { token, prefix } = newMcpSecret()
  const id = newId()
  const wanted = TOKEN_CAPABILITIES.filter((one) => capabilities.includes(one))
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
      budget_usd: budget?.limit_usd ?? null,
    },
  })
  if (budget) {
    const { limit_usd, period } = budget
    const limit = { period, kind: 'hard', limit_usd, allow_unknown_prices: false } as const
    await setBudgets(tx, [{ scope: 'token', token_id: id, ...limit }], now)
  }
  const made = (await listMcpTokens(tx, now)).find((one) => one.id === id)
  return { ...(made ?? refuse('not_found', 'Token not found')), token }
}

/** Ends a token at once: calls under way finish, the next is refused. */
export async function revokeMcpToken(tx: WorkspaceTx, id: string, now: Date): Promise<void> {
  const { rows } = isUuid(id)
    ? await tx.client.query<{ name: string; prefix: string; user_id: number }>(
        `update mcp_tokens set revoked_at = $3 where workspace_id = $1 and id = $2 and revoked_at is null returning name, prefix, user_id`,
        [tx.workspace_id, id, now],
      )
    : { rows: [] }
  if (!rows[0]) refuse('not_found', 'Token not found')
  // Streams that it opened are watched by its user.
  await forgetCachedPerson(tx, rows[0].user_id)
  await audit(tx, {
    act: 'mcp_token.revoked',
    object: { type: 'mcp_token', id, name: rows[0].name },
    before: { prefix: rows[0].prefix },
  })
}
