// The trace of a cell in words: what came of each attempt, and why a step was not asked.
import { reasonWords } from '../../grid/marks.logic.ts'
import type { Attempt, Trace } from './workbook.shapes.ts'

export type Tone = 'ok' | 'warn' | 'bad' | 'plain'

const OUTCOMES: Record<string, { words: string; tone: Tone }> = {
  found: { words: 'Found', tone: 'ok' },
  accepted: { words: 'Found', tone: 'ok' },
  unverified: { words: 'Found, not accepted', tone: 'warn' },
  rejected: { words: 'Found, not accepted', tone: 'warn' },
  not_found: { words: 'Not found', tone: 'plain' },
  skipped: { words: 'Not asked', tone: 'plain' },
  later: { words: 'Asked to come back later', tone: 'plain' },
  failed: { words: 'Failed', tone: 'bad' },
}

/** What came of an attempt, with the reason behind it. */
export function attemptWords(attempt: Attempt): { words: string; tone: Tone; why: string } {
  const why = sentence([reasonWords(attempt.reason), attempt.detail ?? ''])
  if (attempt.state === 'reserved') return { words: 'Being asked', tone: 'plain', why }
  if (attempt.state === 'uncertain') return { words: 'Cut off, and may have been billed', tone: 'warn', why }
  const outcome = attempt.outcome ?? ''
  const known = OUTCOMES[outcome] ?? { words: reasonWords(outcome) || 'No outcome', tone: 'bad' as const }
  return { ...known, why }
}

/** The inputs a cell works with on its row, each once; of two steps with another value under one name, the first. */
export function inputsOf(trace: Trace): [string, unknown][] {
  const inputs = new Map<string, unknown>()
  for (const step of trace.steps) {
    for (const [name, value] of Object.entries(step.inputs)) if (!inputs.has(name)) inputs.set(name, value)
  }
  return [...inputs].map(([name, value]) => [name.replaceAll('_', ' '), value])
}

/** Steps that would not be asked on this row, with the reason. */
export function skippedSteps(trace: Trace): { label: string; why: string }[] {
  return trace.steps.flatMap((step) =>
    step.skip ? [{ label: step.label, why: sentence([step.skip.detail || reasonWords(step.skip.reason)]) }] : [],
  )
}

/** "420 ms", "1.3 s". */
export function tookWords(ms: number): string {
  return ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`
}

function sentence(parts: string[]): string {
  const said = parts.map((part) => part.trim().replace(/\.$/, '')).filter(Boolean)
  return [...new Set(said)].join('. ')
}
