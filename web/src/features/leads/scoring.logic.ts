// Scoring rules as the editor holds them.
import type { Scoring, ScoringRules } from './lead-actions.api.ts'

export interface Leaf {
  field: string
  op: string
  value?: unknown
}

export const OPS = [
  ['eq', 'is'],
  ['ne', 'is not'],
  ['contains', 'contains'],
  ['not_contains', 'does not contain'],
  ['starts_with', 'starts with'],
  ['gte', 'is at least'],
  ['lte', 'is at most'],
  ['not_empty', 'is known'],
  ['is_empty', 'is not known'],
] as const

export function rulesOf({ fit, intent, weights, tiers }: Scoring): ScoringRules {
  return { fit, intent, weights, tiers }
}

/** The one condition of a rule; null where it has several, or one that the editor cannot show. */
export function leafOf(filter: unknown): Leaf | null {
  const { field, op, value, on } = Object(filter) as Record<string, unknown>
  const isKnown = OPS.some(([name]) => name === op)
  if (typeof field !== 'string' || typeof op !== 'string' || !isKnown || on !== undefined || Array.isArray(value))
    return null
  return { field, op, value }
}

/** The condition with a change; one that compares has a value. */
export function withLeaf(leaf: Leaf, change: Partial<Leaf>): ScoringRules['fit'][number]['filter'] {
  const { field, op, value } = { ...leaf, ...change }
  const compares = !op.endsWith('_empty')
  return { field, op, ...(compares && { value: value ?? '' }) } as ScoringRules['fit'][number]['filter']
}

/** An id that no rule has. */
export function freshId({ fit, intent }: ScoringRules): string {
  const taken = new Set([...fit, ...intent].map(({ id }) => id))
  for (let number = 1; ; number++) if (!taken.has(`rule-${number}`)) return `rule-${number}`
}
