// One call outside of any run: under the budgets and in the ledger like the calls of runs, and kept nowhere else.
import type { Payer } from '../../../engine/money/budget.ts'
import { chargeFor, highestCharge } from '../../../engine/money/price.ts'
import type { Outcome } from '../../../engine/waterfall/outcome.ts'
import type { Accounts } from '../../../identity/accounts/accounts.reads.ts'
import { newId, type WorkspaceId } from '../../../kernel/ids.ts'
import type { JsonObject } from '../../../kernel/json.ts'
import { microFromUsd } from '../../../kernel/money.ts'
import type { Database } from '../../../platform/db/database.ts'
import { checkAnswer } from '../../../providers/kit/answer-check.ts'
import { type CallResult, callLookup } from '../../../providers/kit/call.ts'
import { accountFormOf, type PlannedLookup, type SteppedLookup } from '../../../providers/kit/kit.ts'
import type { Tools } from '../../../providers/kit/outside.ts'
import { paidCall } from '../../money/paid-call.ts'
import type { SpendCap } from './spend-cap.ts'
import { countTried } from './tried-calls.writes.ts'

export interface CallParts {
  database: Database
  accounts: Pick<Accounts, 'find'>
  toolsFor: (workspaceId: WorkspaceId) => Tools
  now: () => Date
  /** What all calls of the request may cost together; absent: the budgets alone hold. */
  cap?: SpendCap
}

export interface OneCall {
  lookup: PlannedLookup
  inputs: JsonObject
  row_id: string | null
  /** Null for a column that is not saved yet. */
  column_id: string | null
  /** What it is about, where that is no row. */
  lead_id?: number
}

/** `over_budget` says in words which budget or cap stopped it: no call was made. */
export type OnceAsked =
  | { over_budget: string }
  | (Omit<CallResult, 'outcome'> & { outcome: Outcome; cost_micro: number | null; duration_ms: number })

/** The payer of calls outside of any run. */
export const payerOf = (workbookId: string, actor: { user_id: number | null; token_id: string | null }): Payer => ({
  workbook_id: workbookId,
  run_id: null,
  user_id: actor.user_id,
  token_id: actor.token_id,
})

export async function askOnce(
  parts: CallParts,
  workspaceId: WorkspaceId,
  payer: Payer,
  { lookup, inputs, row_id, column_id, lead_id }: OneCall,
  signal: AbortSignal,
): Promise<OnceAsked> {
  if ('work' in lookup) return workOnce(parts, workspaceId, payer, { lookup, inputs, row_id, column_id }, signal)
  const at = parts.now()
  const want = { id: newId(), at, row_id, column_id, step_id: null, lookup }
  const paying = { database: parts.database, workspace_id: workspaceId, payer, signal, patience_ms: PATIENCE_MS }
  return paidCall(paying, want, async (terms, know): Promise<OnceAsked> => {
    const most_micro = highestCharge(terms)
    const over = parts.cap?.reserve(most_micro)
    if (over) {
      know({ cost_micro: 0, reported: false })
      return { over_budget: over }
    }
    const form = accountFormOf(lookup)
    const { workbook_id } = payer
    const askedBy = column_id === null || workbook_id === null ? undefined : { workbook_id, column_id }
    const account = form && (await parts.accounts.find(workspaceId, form, askedBy))
    const called = await callLookup(lookup, inputs, parts.toolsFor(workspaceId), signal, {
      ...(account && { account }),
      ...(lead_id !== undefined && { lead_id }),
    })
    const reported = called.charged_usd === undefined ? undefined : microFromUsd(called.charged_usd)
    // The answer was not waited for, so the outcome does not tell what was billed.
    const isUnheard = signal.aborted && called.outcome.kind === 'failed' && terms.rule !== 'free'
    const cost_micro = isUnheard ? null : chargeFor(terms, called.outcome, reported)
    if (!isUnheard) know({ cost_micro, reported: reported !== undefined })
    parts.cap?.settle(most_micro, cost_micro)
    await parts.database.inWorkspace(workspaceId, (tx) =>
      countTried(tx, [{ provider: lookup.id, kind: called.outcome.kind, cost_micro }], parts.now()),
    )
    return { ...called, cost_micro, duration_ms: parts.now().getTime() - at.getTime() }
  })
}

/** A person waits for the answer. */
const PATIENCE_MS = 5_000

/** A lookup that is made of steps: each is a call of its own, and shown in the trace. */
async function workOnce(
  parts: CallParts,
  workspaceId: WorkspaceId,
  payer: Payer,
  { lookup, inputs, ...place }: Omit<OneCall, 'lookup'> & { lookup: SteppedLookup },
  signal: AbortSignal,
): Promise<OnceAsked> {
  const begun = parts.now().getTime()
  let spent: number | null = 0
  const steps: JsonObject[] = []
  const { answer, evidence, over_budget } = await lookup.work(inputs, {
    async step(call) {
      const asked = await askOnce(parts, workspaceId, payer, { ...call, ...place }, signal)
      if ('over_budget' in asked) return { refused: asked.over_budget }
      const { outcome, cost_micro, duration_ms: ms, request } = asked
      spent = spent === null || cost_micro === null ? null : spent + cost_micro
      steps.push({ lookup: call.lookup.id, outcome: outcome.kind, address: request?.url ?? null, cost_micro })
      return { outcome, cost_micro, ms }
    },
  })
  if (over_budget !== undefined && steps.length === 0) return { over_budget }
  const duration_ms = parts.now().getTime() - begun
  return { outcome: checkAnswer(lookup, answer), notes: { ...evidence, steps }, cost_micro: spent, duration_ms }
}
