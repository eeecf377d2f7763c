// What an access token may let a rule do: no more than the token may do itself. The rule acts on behalf of its maker, with all that they may.
import { refuse } from '../../kernel/errors.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { actionOf } from '../actions/registry.ts'
import { allActions, type NumberedAction } from '../actions/tree.logic.ts'

/** For whatever makes a rule act. @throws Refusal `forbidden` where the caller is a token without a capability that an action needs */
export async function mustAllowToken(tx: WorkspaceTx, actions: readonly NumberedAction[]): Promise<void> {
  const id = tx.actor?.kind === 'token' ? tx.actor.token_id : null
  if (id === null) return
  const { rows } = await tx.client.query<{ capabilities: string[] }>(
    'select capabilities from mcp_tokens where workspace_id = $1 and id = $2',
    [tx.workspace_id, id],
  )
  const has = new Set(rows[0]?.capabilities)
  const missing = new Set(
    allActions(actions).flatMap(({ kind }) => {
      const needed = actionOf(kind)?.for_token
      return needed === undefined || has.has(needed) ? [] : [needed]
    }),
  )
  if (missing.size > 0)
    refuse(
      'forbidden',
      `This access token lacks ${[...missing].join(' and ')}, which the actions of the automation need`,
    )
}
