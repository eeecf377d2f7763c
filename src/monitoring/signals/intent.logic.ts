// The intent score of a lead: bounded, the same in any order of its signals, and explained by its parts.
import { type SignalType, WEIGHTS } from './signal-types.logic.ts'

export interface ScoredSignal {
  id: string
  type: SignalType
  /** 0..100. */
  strength: number
  occurred_at: Date
}

export interface IntentPart {
  type: SignalType
  signals: number
  /** 0..100: the score of the signals of this type alone, after decay and cap. */
  score: number
  is_capped: boolean
  /** The strongest signal. */
  strongest: string
}

export interface IntentScore {
  /** 0..100. */
  score: number
  parts: IntentPart[]
}

const DAY_MS = 86_400_000

/** The remaining strength of a signal at its age, 0..1. A future signal counts as new. */
export function remainingStrength(type: SignalType, occurredAt: Date, now: Date): number {
  const days = Math.max(0, (now.getTime() - occurredAt.getTime()) / DAY_MS)
  return 2 ** (-days / WEIGHTS[type].half_life_days)
}

/** 100 x (1 - product of what each type leaves open); each type is the same sum over its signals, capped. */
export function intentOf(signals: readonly ScoredSignal[], now: Date): IntentScore {
  const byType = new Map<SignalType, { worth: number; id: string }[]>()
  for (const { id, type, strength, occurred_at } of signals) {
    const worth = (Math.min(100, Math.max(0, strength)) / 100) * remainingStrength(type, occurred_at, now)
    byType.set(type, [...(byType.get(type) ?? []), { worth, id }])
  }
  const parts = [...byType].map(([type, all]): IntentPart => {
    // Sorted, so that rounding in the product does not depend on the order they came in.
    const sorted = all.sort((a, b) => b.worth - a.worth || a.id.localeCompare(b.id))
    const open = sorted.reduce((rest, { worth }) => rest * (1 - worth), 1)
    const full = 100 * (1 - open)
    const { cap } = WEIGHTS[type]
    return {
      type,
      signals: all.length,
      score: rounded(Math.min(full, cap)),
      is_capped: full > cap,
      strongest: sorted[0]?.id ?? '',
    }
  })
  parts.sort((a, b) => b.score - a.score || a.type.localeCompare(b.type))
  const open = parts.reduce((rest, { score }) => rest * (1 - score / 100), 1)
  return { score: rounded(100 * (1 - open)), parts }
}

const rounded = (value: number) => Math.round(value * 100) / 100

/** 0..1: 1 for the first signal of its type at a company within the half-life, less with each one before it. */
export function noveltyOf(type: SignalType, earlier: readonly Date[], now: Date): number {
  const seen = earlier.reduce((sum, at) => sum + remainingStrength(type, at, now), 0)
  return Math.round(1000 / (1 + seen)) / 1000
}
