// Reads the records of access tokens with what they have spent; the token itself is not stored.
import { readBudgets } from '../../enrichment/money/budgets.reads.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import type { McpToken, TokenPeriod } from './tokens.schema.ts'

interface Row extends Omit<McpToken, 'user' | 'client' | 'budget' | 'created_at' | 'expires_at' | 'last_used_at'> {
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
  const budgets = (await readBudgets(tx, now)).filter(({ scope, kind }) => scope === 'token' && kind === 'hard')
  const budgetOf = (id: string): McpToken['budget'] => {
    const found = budgets.find(({ token_id, period }) => token_id === id && period !== 'run')
    if (!found) return null
    const { limit_usd, period, spent_usd, uncertain_usd, left_usd } = found
    return { limit_usd, period: period as TokenPeriod, spent_usd: spent_usd + uncertain_usd, left_usd }
  }
  return rows.map(({ user_id, user_name, client_id, created_at, expires_at, last_used_at, ...row }) => ({
    ...row,
    user: { user_id, username: user_name },
    client: client_id,
    budget: budgetOf(row.id),
    created_at: created_at.toISOString(),
    expires_at: expires_at?.toISOString() ?? null,
    last_used_at: last_used_at?.toISOString() ?? null,
  }))
}
