// The trace of a cell as the panel tells it: inputs, condition, every attempt in order, history.
import { reasonWords } from '../../grid/marks.logic.ts'
import type { Attempt, Filter, Trace } from './workbook.shapes.ts'

const record = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {}
const list = (value: unknown): Record<string, unknown>[] => (Array.isArray(value) ? value.map(record) : [])
const text = (...values: unknown[]): string | null => {
  const found = values.find((value) => typeof value === 'string' && value !== '')
  return (found as string | undefined) ?? null
}
const number = (...values: unknown[]): number | null => {
  const found = values.find((value) => typeof value === 'number')
  return (found as number | undefined) ?? null
}

/** Reads the answer of the trace endpoint; parts that a cell does not have come back empty. */
export function readTrace(answer: unknown): Trace {
  const body = record(answer)
  const condition = record(body.condition)
  const met = condition.met ?? condition.result ?? condition.value
  return {
    inputs: record(body.inputs),
    condition:
      body.condition && typeof met === 'boolean'
        ? { met, ...(condition.filter ? { filter: condition.filter as Filter } : {}) }
        : null,
    attempts: list(body.attempts).map(readAttempt),
    history: list(body.history).map((entry) => ({
      value: entry.value,
      ...(text(entry.status) ? { status: text(entry.status) as string } : {}),
      ...(text(entry.at, entry.created_at, entry.updated_at)
        ? { at: text(entry.at, entry.created_at, entry.updated_at) as string }
        : {}),
      ...(text(entry.actor, entry.by) ? { actor: text(entry.actor, entry.by) as string } : {}),
    })),
  }
}

function readAttempt(entry: Record<string, unknown>): Attempt {
  const outcome = record(entry.outcome)
  const error = record(entry.error)
  return {
    provider: text(entry.label, entry.provider_label, entry.provider) ?? 'Unknown provider',
    ...(text(entry.step) ? { step: text(entry.step) as string } : {}),
    outcome: text(entry.outcome, outcome.kind, entry.status, entry.kind) ?? 'unknown',
    reason: text(entry.reason, outcome.reason, entry.error_class, error.class, outcome.class),
    message: text(entry.message, error.message, outcome.message, entry.detail),
    at: text(entry.at, entry.started_at, entry.created_at),
    duration_ms: number(entry.duration_ms, entry.ms, entry.took_ms),
    cost_usd: number(entry.cost_usd, entry.billed_usd),
    cached: entry.cached === true || entry.from_cache === true,
    value: entry.value ?? record(entry.values)[Object.keys(record(entry.values))[0] ?? ''],
    confidence: number(entry.confidence, outcome.confidence),
    request: entry.request,
    response: entry.response,
  }
}

const OUTCOMES: Record<string, { words: string; tone: 'ok' | 'warn' | 'bad' | 'plain' }> = {
  found: { words: 'Found', tone: 'ok' },
  accepted: { words: 'Found', tone: 'ok' },
  complete: { words: 'Found', tone: 'ok' },
  unverified: { words: 'Found, not verified', tone: 'warn' },
  rejected: { words: 'Found, not accepted', tone: 'warn' },
  not_found: { words: 'Not found', tone: 'plain' },
  skipped: { words: 'Not asked', tone: 'plain' },
  later: { words: 'Asked to come back later', tone: 'plain' },
  failed: { words: 'Failed', tone: 'bad' },
  error: { words: 'Failed', tone: 'bad' },
}

export function attemptWords(attempt: Attempt): { words: string; tone: 'ok' | 'warn' | 'bad' | 'plain'; why: string } {
  const known = OUTCOMES[attempt.outcome] ?? { words: attempt.outcome.replaceAll('_', ' '), tone: 'plain' as const }
  const why = [reasonWords(attempt.reason), attempt.message ?? ''].filter(Boolean)
  return { ...known, why: why.join('. ') }
}

/** "420 ms", "1.3 s". */
export function tookWords(ms: number): string {
  return ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`
}
