// One row asked by a column, as its cell would be, and the result in the shape that people see.

import { customOf } from '../../../engine/columns/custom-columns.ts'
import type { Payer } from '../../../engine/money/budget.ts'
import type { Row } from '../../../engine/values/row.ts'
import { planCell } from '../../../engine/waterfall/cell.ts'
import type { Outcome } from '../../../engine/waterfall/outcome.ts'
import type { WorkspaceId } from '../../../kernel/ids.ts'
import type { Json, JsonObject } from '../../../kernel/json.ts'
import { usdFromMicro } from '../../../kernel/money.ts'
import { isMadeBy } from '../custom-settings.ts'
import { readAnswer } from '../http/http-lookup.ts'
import { sketchOf } from '../output/output-lookup.ts'
import { askOnce, type CallParts } from './ask-once.ts'
import { playCell, type Tryable } from './play-cell.ts'
import type { TriedRow } from './try.schema.ts'

/** What is known before any call. */
const BLANK = {
  inputs: {},
  status: 'skipped',
  value: null,
  fields: null,
  reason: null,
  detail: null,
  cost_usd: 0,
  duration_ms: 0,
  request: null,
  response: null,
  answer: null,
  attempts: [],
}

export async function tryRow(
  parts: CallParts,
  workspaceId: WorkspaceId,
  payer: Payer,
  tryable: Tryable,
  row: Row,
  signal: AbortSignal,
): Promise<TriedRow> {
  const { spec, lookups, http, column_id } = tryable
  const blank: TriedRow = { row_id: row.row_id, position: row.position, ...BLANK }
  const now = parts.now()
  const decision = planCell({
    spec,
    row,
    mode: 'all',
    force: true,
    now: now.getTime(),
    factsOf: lookups.factsOf,
    unsettled: new Set(),
  })
  if (decision.kind === 'skip') return { ...blank, reason: decision.reason, detail: decision.detail }
  if (decision.kind !== 'ask') return blank
  const { plan } = decision
  const [step] = plan.steps
  if (!tryable.is_made)
    return {
      ...blank,
      inputs: step?.inputs ?? {},
      ...(await playCell(parts, workspaceId, payer, tryable, plan, row, signal)),
    }
  const lookup = step && lookups.lookupOf(step)
  const facts = step && lookups.factsOf(step.provider, step.made)
  if (!step || !lookup || !facts) return blank
  const { inputs } = step
  const skip = step.skip ?? facts.gate
  if (step.made && isMadeBy(step.made, 'output')) {
    // The run reports inputs that are missing because of a missing key; here they are shown too.
    if (step.skip) return { ...blank, inputs, ...step.skip }
    const sketch = sketchOf(step.made, inputs, now.getTime())
    if (typeof sketch === 'string') return { ...blank, inputs, status: 'error', reason: 'bad_input', detail: sketch }
    return { ...blank, inputs, status: 'not_sent', detail: facts.gate?.detail ?? null, request: sketch }
  }
  if (skip) return { ...blank, inputs, ...skip }
  const call = { lookup, inputs, row_id: row.row_id, column_id }
  const asked = await askOnce(parts, workspaceId, payer, call, signal)
  if ('over_budget' in asked) return { ...blank, inputs, reason: 'over_budget', detail: asked.over_budget }
  const { outcome, cost_micro, duration_ms, request, response, notes } = asked
  const shown: TriedRow = {
    ...blank,
    inputs,
    duration_ms,
    cost_usd: cost_micro === null ? null : usdFromMicro(cost_micro),
    request: request ?? null,
    response: response || notes ? { ...response, ...(notes && { notes }) } : null,
  }
  if (!http || outcome.kind !== 'found') return { ...shown, ...told(outcome, spec.output) }
  const answer: Json = outcome.values.response ?? null
  const read = readAnswer(customOf(http), answer)
  return { ...shown, answer, ...told({ ...outcome, ...read } as Outcome, spec.output) }
}

function told(outcome: Outcome, output: string | null): Pick<TriedRow, 'status'> & Partial<TriedRow> {
  switch (outcome.kind) {
    case 'found': {
      const values: JsonObject = outcome.values
      const value = output === null ? values : (values[output] ?? null)
      return { status: value === null ? 'not_found' : 'complete', value, fields: values }
    }
    case 'not_found':
      return { status: 'not_found', detail: outcome.reason ?? null }
    case 'failed':
      return { status: 'error', reason: outcome.class, detail: outcome.message }
    default:
      return { status: 'throttled', detail: 'Asked to come back later' }
  }
}
