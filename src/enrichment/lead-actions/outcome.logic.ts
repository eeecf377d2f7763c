// The outcome of a lead in one word, from the outcomes of its waterfalls.
import type { AppliedValues } from './apply-values.commands.ts'
import type { WaterfallOutcome } from './fill-lead.ts'
import type { LeadEnd } from './job-leads.writes.ts'

/** From what a person can act on first to what says least. */
const TELLING = ['error', 'budget_stopped', 'throttled', 'unverified', 'not_found', 'skipped', 'fresh']

export function endOf(outcomes: readonly WaterfallOutcome[], { fields, confirmed, aside }: AppliedValues): LeadEnd {
  const told = TELLING.map((status) => outcomes.find((one) => one.status === status)).find((one) => one !== undefined)
  const detail = told?.detail ?? null
  const end = (outcome: string, words: string | null): LeadEnd => ({ outcome, detail: words, fields, steps: outcomes })
  if (fields.length > 0) return end('updated', null)
  if (confirmed.length > 0) return end('confirmed', `Still true: ${confirmed.join(', ')}`)
  if (outcomes.some(({ status }) => status === 'complete')) return end('unchanged', aside[0]?.reason ?? null)
  return end(told?.status ?? 'skipped', detail)
}
