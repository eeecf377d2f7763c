// The trace of a cell in words: the result of each attempt, and why a step was not asked.
import type { Schemas } from '../../../api/shapes.ts'
import { reasonWords } from '../../../grid/marks/marks.logic.ts'
import { costWords } from '../../../ui/format.ts'
import type { Trace } from '../../columns/workbook.shapes.ts'

export type AttemptTone = 'ok' | 'warn' | 'bad' | 'plain'

const OUTCOMES: Record<string, { words: string; tone: AttemptTone }> = {
  found: { words: 'Found', tone: 'ok' },
  not_found: { words: 'Not found', tone: 'plain' },
  skipped: { words: 'Not called', tone: 'plain' },
  later: { words: 'Put off', tone: 'plain' },
  failed: { words: 'Failed', tone: 'bad' },
}

/** The outcome of an attempt, with its reason. */
export function attemptWords(attempt: Schemas['TraceAttempt']): { words: string; tone: AttemptTone; why: string } {
  const why = sentence(attempt.detail) || reasonWords(attempt.reason)
  if (attempt.state === 'reserved') return { words: 'Being asked', tone: 'plain', why }
  if (attempt.state === 'uncertain') return { words: 'Interrupted, may have been billed', tone: 'warn', why }
  const outcome = attempt.outcome ?? ''
  if (outcome === 'found' && attempt.accepted === false) return { words: 'Found, not accepted', tone: 'warn', why }
  if (outcome === 'found' && isTurn(attempt)) return { words: 'Answered', tone: 'plain', why }
  // The step of a verifier is named after the one whose answer it checks.
  if (outcome === 'found' && attempt.step_id.includes('+')) return { words: 'Checked it', tone: 'plain', why }
  const known = OUTCOMES[outcome] ?? { words: reasonWords(outcome) || 'No outcome', tone: 'bad' as const }
  return { ...known, why }
}

/** One step of a research: what it brought is not yet an answer, and has no confidence of its own. */
export const isTurn = ({ step_id }: Pick<Schemas['TraceAttempt'], 'step_id'>) => /^research\.\d+$/.test(step_id)

/** The timeline with the steps of a research under the attempt that they make up. */
export function withTurns(
  attempts: readonly Schemas['TraceAttempt'][],
): { attempt: Schemas['TraceAttempt']; turns: Schemas['TraceAttempt'][] }[] {
  const told: { attempt: Schemas['TraceAttempt']; turns: Schemas['TraceAttempt'][] }[] = []
  for (const attempt of attempts) {
    const whole = told.findLast((one) => one.attempt.run_id === attempt.run_id && one.attempt.step_id === 'research')
    if (isTurn(attempt) && whole) whole.turns.push(attempt)
    else told.push({ attempt, turns: [] })
  }
  return told
}

/** What a step of a research did: "Searched “Acme employees”", "Read https://acme.com/", "Asked the model". */
export function turnWords({
  provider,
  label,
  request,
}: Pick<Schemas['TraceAttempt'], 'provider' | 'label' | 'request'>): string {
  const sent = (request ?? {}) as { inputs?: Record<string, unknown>; url?: string; body?: string }
  const inputs = sent.inputs ?? {}
  if (provider.startsWith('model:')) return 'Asked the model what to do next'
  const asked = inputs.query ?? inputs.url ?? queryIn(sent.url, sent.body)
  if (provider === 'web-page') return `Read ${inputs.url ?? sent.url ?? 'a page'}`
  return asked ? `${label}: “${asked}”` : label
}

/** What was searched for, from the request as it was sent: vendors call it q or query. */
function queryIn(url = '', body = ''): string | null {
  const params = URL.canParse(url) ? new URL(url).searchParams : new URLSearchParams()
  const found = params.get('q') ?? params.get('query') ?? /"(?:q|query)":\s*"((?:\\.|[^"\\])*)"/.exec(body)?.[1]
  return found || null
}

/** What an answer cost in all, as far as known. */
export function costOf(trace: Pick<Trace, 'attempts' | 'run_id'>, usd: number | null): string {
  if (usd !== null) return costWords(usd)
  const known = trace.attempts.reduce(
    (sum, { run_id, cost_usd }) => sum + (run_id === trace.run_id ? (cost_usd ?? 0) : 0),
    0,
  )
  return known === 0 ? costWords(null) : `at least ${costWords(known)}`
}

/** The inputs a cell works with on its row, each once; of two steps with another value under one name, the first. */
export function inputsOf(trace: Trace): [string, unknown][] {
  const inputs = new Map<string, unknown>()
  for (const step of trace.steps) {
    for (const [name, value] of Object.entries(step.inputs)) if (!inputs.has(name)) inputs.set(name, value)
  }
  return [...inputs].map(([name, value]) => [name.replaceAll('_', ' '), value])
}

/** Steps that would not be called on this row, with the reason; those whose last attempt says so already are left out. */
export function skippedSteps(trace: Trace): { label: string; why: string }[] {
  const last = trace.attempts[0]?.run_id
  const told = new Set(
    trace.attempts.filter((one) => one.run_id === last && one.outcome === 'skipped').map((one) => one.step_id),
  )
  return trace.steps.flatMap((step) =>
    step.skip && !told.has(step.step_id)
      ? [{ label: step.label, why: sentence(step.skip.detail) || reasonWords(step.skip.reason) }]
      : [],
  )
}

/** The attempts as a timeline: the newest run first, within a run step by step as the column orders them. */
export function timeline(trace: Trace): Schemas['TraceAttempt'][] {
  const place = new Map(trace.steps.map((step, index) => [step.step_id, index]))
  const runs = [...new Set(trace.attempts.map((attempt) => attempt.run_id))]
  const of = (attempt: Schemas['TraceAttempt']) => place.get(attempt.step_id) ?? trace.steps.length
  return runs.flatMap((run) => trace.attempts.filter((one) => one.run_id === run).sort((a, b) => of(a) - of(b)))
}

function sentence(said: string | null): string {
  return (said ?? '').trim().replace(/\.$/, '')
}

/** The provider after the one that gave the value, when there is one that can be called. */
export function nextStep(trace: Trace): { after: string; label: string } | null {
  if (trace.status !== 'complete' && trace.status !== 'unverified') return null
  const gave = trace.attempts.findLast(({ run_id, outcome }) => run_id === trace.run_id && outcome === 'found')
  const place = trace.steps.findIndex(({ step_id }) => step_id === gave?.step_id)
  const next = gave && place >= 0 ? trace.steps.slice(place + 1).find(({ skip }) => skip === null) : undefined
  return gave && next ? { after: gave.step_id, label: next.label } : null
}
