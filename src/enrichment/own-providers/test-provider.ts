// Asks an own provider once, saved or not: under the budgets and in the ledger, with the whole answer to pick fields from.
import type { OwnProviderDefinition } from '../../engine/columns/own-provider.schema.ts'
import type { Json } from '../../kernel/json.ts'
import { usdFromMicro } from '../../kernel/money.ts'
import type { Scope } from '../../platform/ctx.ts'
import { checkAnswer } from '../../providers/kit/answer-check.ts'
import { createTokens } from '../../providers/kit/oauth-tokens.ts'
import { missingInputs, normaliseInputs } from '../../providers/kit/requirements.ts'
import { ownTrial } from '../kinds/http/own-lookup.ts'
import { askOnce, type CallParts } from '../kinds/try/ask-once.ts'
import { proposeErrorRule } from '../kinds/try/error-proposal.ts'
import type { OwnProviderTest } from './own-provider.schema.ts'

const BLANK: OwnProviderTest = {
  status: 'skipped',
  values: {},
  verified: false,
  reason: null,
  detail: null,
  cost_usd: 0,
  duration_ms: 0,
  request: null,
  response: null,
  answer: null,
  error_proposal: null,
}

export async function testProvider(
  parts: CallParts,
  scope: Scope,
  own: { id: string; name: string; version: number; definition: OwnProviderDefinition },
  given: Readonly<Record<string, string>> | undefined,
  signal: AbortSignal,
): Promise<OwnProviderTest> {
  const { lookup, asked, read } = ownTrial(own, createTokens())
  const inputs = given ?? own.definition.sample ?? {}
  const missing = missingInputs(lookup, normaliseInputs(lookup, inputs))
  if (missing.length > 0)
    return {
      ...BLANK,
      reason: 'missing_input',
      detail: `Give a value for ${missing.join(', ').replaceAll('|', ' or ')}`,
    }
  const { user_id, token_id } = scope.actor
  const payer = { workbook_id: null, run_id: null, user_id, token_id }
  const call = { lookup: asked, inputs, row_id: null, column_id: null }
  const once = await askOnce(parts, scope.workspace_id, payer, call, signal)
  if ('over_budget' in once) return { ...BLANK, reason: 'over_budget', detail: once.over_budget }
  const { cost_micro, duration_ms, request, response, notes } = once
  const answer: Json = once.outcome.kind === 'found' ? (once.outcome.values.response ?? null) : null
  const outcome = once.outcome.kind === 'found' ? checkAnswer(lookup, read(answer)) : once.outcome
  const shown: OwnProviderTest = {
    ...BLANK,
    status: outcome.kind,
    duration_ms,
    answer,
    cost_usd: cost_micro === null ? null : usdFromMicro(cost_micro),
    request: request ? { ...request } : null,
    response: response || notes ? { ...response, ...(notes && { notes }) } : null,
  }
  const detail = outcome.kind === 'failed' ? outcome.message : null
  if (!own.definition.error) shown.error_proposal = proposeErrorRule([{ answer, response: shown.response, detail }])
  switch (outcome.kind) {
    case 'found':
      return { ...shown, values: outcome.values, verified: outcome.verified }
    case 'not_found':
      return { ...shown, detail: outcome.reason ?? null }
    case 'failed':
      return { ...shown, status: 'error', reason: outcome.class, detail: outcome.message }
    default:
      return { ...shown, status: 'throttled', detail: 'It asked to come back later' }
  }
}
