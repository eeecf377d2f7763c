// What people decided of pairs, as matching takes it: by the places of records, and as what is told apart for good.
import { MISSING } from './compare.ts'
import type { PairLabel, PastDecision } from './deduplicate.ts'

export interface PairDecision<Id> {
  left_id: Id
  right_id: Id
  isSame: boolean
  /** By field the level it had when it was decided; needed once a record of the two is gone. */
  levels?: readonly number[]
}

/** Finds the decided pairs among the records. For a pair with a deleted record, only the stored levels of its fields are known. */
export function placeDecisions<Id>(
  ids: readonly Id[],
  decided: readonly PairDecision<Id>[],
): { labels: PairLabel[]; past: PastDecision[] } {
  const asked = new Set(decided.flatMap(({ left_id, right_id }) => [left_id, right_id]))
  const placeOf = new Map(ids.flatMap((id, at): [Id, number][] => (asked.has(id) ? [[id, at]] : [])))
  const labels: PairLabel[] = []
  const past: PastDecision[] = []
  for (const { left_id, right_id, isSame, levels } of decided) {
    const [a, b] = [placeOf.get(left_id), placeOf.get(right_id)]
    if (a !== undefined && b !== undefined) labels.push({ a, b, isSame })
    else if (levels?.some((level) => level !== MISSING)) past.push({ levels, record: a ?? b ?? null, isSame })
  }
  return { labels, past }
}

/** A record with the group that it was merged into. */
export interface GroupedRecord<Id> {
  id: Id
  group: string
}

export interface Apart<Id> {
  /** Whether a pair may be proposed or merged: never between groups told apart, save the very pair, which may have come to share more. */
  allows(left: GroupedRecord<Id>, right: GroupedRecord<Id>): boolean
}

export function apartOf<Id extends string | number>(
  rejected: readonly (readonly [GroupedRecord<Id>, GroupedRecord<Id>])[],
): Apart<Id> {
  const key = (a: string | number, b: string | number) => (a < b ? `${a} ${b}` : `${b} ${a}`)
  const groups = new Set(rejected.map(([left, right]) => key(left.group, right.group)))
  const records = new Set(rejected.map(([left, right]) => key(left.id, right.id)))
  return {
    allows: (left, right) => !groups.has(key(left.group, right.group)) || records.has(key(left.id, right.id)),
  }
}
