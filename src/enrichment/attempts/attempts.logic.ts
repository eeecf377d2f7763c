// Attempts as they are stored: before the call, with its result, and after a crash.
import type { CellPlanSpec } from '../../engine/columns/columns.ts'
import type { Outcome } from '../../engine/waterfall/outcome.ts'
import { newId } from '../../kernel/ids.ts'
import { isEmpty } from '../../kernel/json.ts'
import type { AnyLookup } from '../../providers/kit/kit.ts'
import type { AttemptRecord } from './attempts.writes.ts'

/** The workbook id of attempts on leads: they are stored like those of a workbook. */
export const LEAD_STORE = '00000000-0000-8000-8000-000000000000'

/** Whether the call can be repeated after a crash without paying again. A vendor may not promise an answer twice. */
export function isRepeatable(lookup: AnyLookup): boolean {
  return lookup.repeat_free && !('ask' in lookup && (lookup.poll || lookup.callback))
}

/** Whether the vendor may send the answer to a callback address. Other vendors get no such address. */
export const takesCallbacks = (lookup: AnyLookup): boolean => 'ask' in lookup && lookup.callback !== undefined

/** Whether to continue from an earlier attempt, also one with an unknown outcome. "Come back later" is no answer. */
export function canContinueFrom({ answer, state }: AttemptRecord): boolean {
  return answer ? answer.kind !== 'later' : state !== 'settled'
}

export const UNCERTAIN: Outcome = {
  kind: 'failed',
  class: 'uncertain',
  message: 'The service stopped while this was being asked. It may have been billed, so it was not asked again.',
  retryable: false,
}

export function attemptOf(rowId: string, columnId: string, stepId: string, provider: string, at: Date): AttemptRecord {
  return {
    id: newId(),
    row_id: rowId,
    column_id: columnId,
    step_id: stepId,
    provider,
    state: 'settled',
    outcome: null,
    reason: null,
    detail: null,
    confidence: null,
    cached: false,
    cost_micro: 0,
    answer: null,
    started_at: at,
    duration_ms: null,
    request: null,
    response: null,
  }
}

/** The field of an answer that the cell stores; null for the whole answer, as for a verifier and a merge. */
export function fieldTaken(
  { output, mode }: Pick<CellPlanSpec, 'output' | 'mode'>,
  { verifies }: { verifies?: string | undefined },
): string | null {
  return verifies === undefined && mode !== 'merge' ? output : null
}

/** The beginning of the detail of an attempt whose answer lacks the field. The vendor did answer, and may have billed it. */
export const LACKS = 'The answer has no '

/** The result of a call, in the words of an attempt. `field` is what the cell takes of the answer: without it nothing was found for the cell. */
export function describeOutcome(
  outcome: Outcome,
  field: string | null = null,
): Pick<AttemptRecord, 'outcome' | 'reason' | 'detail' | 'confidence'> {
  const blank = { outcome: outcome.kind, reason: null, detail: null, confidence: null }
  switch (outcome.kind) {
    case 'found': {
      if (field === null) return { ...blank, confidence: outcome.confidence }
      if (isEmpty(outcome.values[field] ?? null)) return { ...blank, outcome: 'not_found', detail: `${LACKS}${field}` }
      return { ...blank, confidence: outcome.confidence_by_field?.[field] ?? outcome.confidence }
    }
    case 'not_found':
      return { ...blank, detail: outcome.reason ?? null }
    case 'later':
      return { ...blank, detail: `Asked to come back in ${Math.ceil(outcome.retry_in_ms / 1000)} s` }
    case 'pending':
      return { ...blank, detail: 'The answer is still to come' }
    case 'failed':
      return { ...blank, reason: outcome.class, detail: outcome.message }
  }
}

/** Marks an attempt that was recorded but not made because its run was stopped. It has no result, and is not uncertain. */
export function markNotCalled(record: AttemptRecord): AttemptRecord {
  const detail = 'The run was stopped before this call'
  return { ...record, state: 'settled', outcome: 'skipped', reason: 'cancelled', detail }
}
