// Asks a model one question outside of any run: under the budgets of the workspace, in its ledger, and never from a cache.

import type { WorkspaceId } from '../../../kernel/ids.ts'
import type { JsonObject } from '../../../kernel/json.ts'
import { usdFromMicro } from '../../../kernel/money.ts'
import type { Actor } from '../../../platform/ctx.ts'
import type { Manners } from '../../../providers/models/ask-model.ts'
import type { ModelMessage } from '../../../providers/models/model-kit.ts'
import { findModel } from '../../../providers/models/model-vendors.ts'
import { turnLookup } from '../research/research-calls.ts'
import { askOnce, type CallParts } from '../try/ask-once.ts'
import { createSpendCap } from '../try/spend-cap.ts'
import { readPriceOfModel } from './model-prices.reads.ts'

export interface ModelCallParts extends CallParts {
  /** The request format that each model accepts, learned from its refusals; kept for the process. */
  manners: Manners
}

/** The payer: the user of the request, or the workspace alone. */
export interface TurnPayer {
  workspace_id: WorkspaceId
  actor: Pick<Actor, 'user_id' | 'token_id'> | null
}

export interface TurnQuestion {
  system: string
  messages: readonly ModelMessage[]
  /** What the answer must fit, as a JSON Schema. */
  schema: JsonObject
  workbook_id: string | null
  /** The purpose in the ledger; `assistant` by default. */
  purpose?: string
  temperature?: number
  max_tokens?: number
  /** The most the call may cost, in US dollars; a call that may cost more, or has an unknown cost, is not made. */
  max_usd?: number | undefined
}

export type TurnReply = { text: string; cost_usd: number } | { failed: string }

const TURN_SECONDS = 120
const MOST_TOKENS = 4_000

export async function askTurn(
  parts: ModelCallParts,
  { workspace_id, actor }: TurnPayer,
  model: string,
  {
    system,
    messages,
    schema,
    workbook_id,
    purpose = 'assistant',
    temperature = 0,
    max_tokens = MOST_TOKENS,
    max_usd,
  }: TurnQuestion,
  signal: AbortSignal,
): Promise<TurnReply> {
  const known = findModel(model)
  if (!known) return { failed: `There is no vendor of the model ${model}` }
  const price = await parts.database.inWorkspace(workspace_id, async (tx) => (await readPriceOfModel(tx))(model))
  const lookup = turnLookup({
    id: purpose,
    vendor: known.vendor,
    price,
    manners: parts.manners,
    cache_days: 0,
    timeout_ms: TURN_SECONDS * 1000,
    question: { model: known.model, system, messages, schema, temperature, max_tokens },
  })
  const payer = { workbook_id, run_id: null, user_id: actor?.user_id ?? null, token_id: actor?.token_id ?? null }
  const call = { lookup, inputs: {}, row_id: null, column_id: null }
  const capped = max_usd === undefined ? parts : { ...parts, cap: createSpendCap(max_usd, 'the model') }
  const asked = await askOnce(capped, workspace_id, payer, call, signal)
  if ('over_budget' in asked) return { failed: asked.over_budget }
  const { outcome, cost_micro } = asked
  if (outcome.kind === 'found')
    return { text: String(outcome.values.said ?? ''), cost_usd: usdFromMicro(cost_micro ?? 0) }
  if (outcome.kind === 'failed') return { failed: outcome.message }
  return { failed: 'The model said nothing' }
}
