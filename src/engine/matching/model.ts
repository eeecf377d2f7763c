// What a model of matching knows: how often each level of agreement occurs among pairs that are the same and among others.
import { type Correction, NO_CORRECTION } from './learning.ts'
import type { Level } from './levels.ts'
import { LEVELS } from './levels.ts'
import type { FieldKind, MatchField } from './match-fields.ts'
import { relationsOf } from './related.ts'

export interface FieldModel {
  name: string
  kind: FieldKind
  m: number[]
  u: number[]
}

export interface MatchModel {
  fields: FieldModel[]
  /** Share of all pairs that are the same. */
  prior: number
  /** How many others are the same as a record, on average; absent from models of earlier versions. */
  repeats?: number
  /** Shares of all pairs that are related in a way and not the same. */
  related: { name: string; share: number }[]
  /** Learned from records that have the names of firms and no other value. */
  isOfNames?: boolean
  /** How many records the model was learned from. */
  records: number
  /** What decisions taught of the weights as a whole. */
  correction: Correction
}

export const levelsOf = (field: MatchField): readonly Level[] => LEVELS[field.kind]

/** What is assumed before any data is seen. */
export function defaultModel(fields: readonly MatchField[], records: number): MatchModel {
  return {
    fields: fields.map(({ name, kind }) => ({
      name,
      kind,
      m: LEVELS[kind].map(({ m }) => m),
      u: LEVELS[kind].map(({ u }) => u),
    })),
    prior: Math.min(0.05, 0.5 / Math.max(10, records)),
    related: relationsOf(fields).map(({ name }) => ({ name, share: Math.min(0.01, 0.1 / Math.max(10, records)) })),
    records,
    correction: NO_CORRECTION,
  }
}

/** The weight of a level in bits; positive speaks for a match. */
export const weightOf = (m: number, u: number) => Math.log2(m / u)

/**
 * The levels of a field in an order in which closer agreement never weighs less: neighbors that break it are joined.
 * Estimates of rare levels are noise, and an exact match that counted less than a near one would surprise users.
 */
export function monotonic(m: readonly number[], u: readonly number[]): { m: number[]; u: number[] } {
  const groups: { m: number; u: number; levels: number }[] = []
  for (const [at, share] of m.entries()) {
    groups.push({ m: share, u: u[at] as number, levels: 1 })
    for (;;) {
      const [last, before] = [groups.at(-1), groups.at(-2)]
      if (!last || !before || before.m / before.u >= last.m / last.u) break
      groups.splice(-2, 2, { m: before.m + last.m, u: before.u + last.u, levels: before.levels + last.levels })
    }
  }
  // Members of a group share its ratio, each keeping its own share of what others have.
  const out = { m: [] as number[], u: [] as number[] }
  let at = 0
  for (const group of groups)
    for (let n = 0; n < group.levels; n++, at++) {
      const share = u[at] as number
      out.u.push(share)
      out.m.push((group.m / group.u) * share)
    }
  return out
}
