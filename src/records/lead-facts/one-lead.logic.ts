// What one lead shows of records that were merged: a value for each field, and which of the others lost.
import { rankCandidates, type ValueCandidate } from '../../engine/matching/survivorship.ts'
import { canonicalJson, type Json, type JsonObject } from '../../kernel/json.ts'
import { type FieldChange, joinedLists } from './merge.logic.ts'

export interface MergedRecord {
  record: number
  data: JsonObject
  provenance: Readonly<Record<string, JsonObject>>
}

export interface RankedField {
  field: string
  /** The winner first. */
  candidates: ValueCandidate[]
}

/** By field the values of the records. `winners`: the record that a person chose for a field. */
export function rankFields(records: readonly MergedRecord[], winners: Readonly<Record<string, number>>): RankedField[] {
  const names = [...new Set(records.flatMap(({ data }) => Object.keys(data)))].sort()
  return names.map((field) => {
    const all = records.flatMap(({ record, data, provenance }): ValueCandidate[] => {
      const value = data[field]
      if (value === undefined || value === null || value === '') return []
      const from = provenance[field] ?? {}
      const text = (name: string) => (typeof from[name] === 'string' ? from[name] : null)
      const confidence = typeof from.confidence === 'number' ? from.confidence : null
      return [{ record, value, method: text('method'), confidence, fetched_at: text('fetched_at') }]
    })
    // A lead is new until something is said of it.
    const said = field === 'status' ? all.filter(({ value }) => value !== 'new') : all
    return { field, candidates: rankCandidates(said.length > 0 ? said : all, winners[field]) }
  })
}

/** Lists and `custom` hold what any of them has; of other fields one value wins. */
export function oneLeadOf(
  records: readonly MergedRecord[],
  winners: Readonly<Record<string, number>>,
): { data: JsonObject; provenance: Record<string, JsonObject> } {
  const data: JsonObject = {}
  const provenance: Record<string, JsonObject> = {}
  const byRecord = new Map(records.map((one) => [one.record, one]))
  for (const { field, candidates } of rankFields(records, winners)) {
    const [first] = candidates
    if (first === undefined) continue
    data[field] = candidates.slice(1).reduce((value, { value: other }) => joinedLists(field, value, other), first.value)
    const from = byRecord.get(first.record)?.provenance[field]
    if (from) provenance[field] = from
  }
  return { data, provenance }
}

/** A record's own values after changes that were made to what the one lead shows. */
export function changeOwn(
  own: { data: JsonObject; provenance: Readonly<Record<string, JsonObject>> },
  fields: readonly FieldChange[],
  from: Readonly<Record<string, JsonObject>>,
): { data: JsonObject; provenance: Record<string, JsonObject> } {
  const data = { ...own.data }
  const provenance = { ...own.provenance }
  for (const { field, before, after } of fields) {
    const value = ownAfter(field, data[field] ?? null, before, after)
    if (value === null) {
      delete data[field]
      delete provenance[field]
      continue
    }
    data[field] = value
    if (from[field]) provenance[field] = from[field]
  }
  return { data, provenance }
}

/** Of lists and `custom` only what was added and taken away: the rest belongs to the other records. */
function ownAfter(field: string, own: Json, before: Json, after: Json): Json {
  if (Array.isArray(before) && Array.isArray(after)) {
    const has = (list: readonly Json[]) => {
      const known = new Set(list.map((item) => canonicalJson(item)))
      return (item: Json) => known.has(canonicalJson(item))
    }
    const [wasThere, isThere] = [has(before), has(after)]
    const kept = (Array.isArray(own) ? own : []).filter((item) => isThere(item) || !wasThere(item))
    const list = [...kept, ...after.filter((item) => !wasThere(item) && !has(kept)(item))]
    return list.length === 0 ? null : list
  }
  if (field === 'custom' && isObject(before) && isObject(after)) {
    const kept = Object.entries(isObject(own) ? own : {}).filter(([name]) => name in after || !(name in before))
    const added = Object.entries(after).filter(
      ([name, value]) => canonicalJson(before[name] ?? null) !== canonicalJson(value),
    )
    return kept.length + added.length === 0 ? null : Object.fromEntries([...kept, ...added])
  }
  return after
}

/** What a change took away of what the one lead shows, as a change of the other records; undefined where it took nothing away. */
export function removalOf({ field, before, after }: FieldChange): FieldChange | undefined {
  if (after === null) return { field, before: null, after }
  if (Array.isArray(before) && Array.isArray(after)) {
    const left = new Set(after.map((item) => canonicalJson(item)))
    return { field, before, after: before.filter((item) => left.has(canonicalJson(item))) }
  }
  if (field !== 'custom' || !isObject(before) || !isObject(after)) return undefined
  return { field, before, after: Object.fromEntries(Object.entries(before).filter(([name]) => name in after)) }
}

const isObject = (value: Json): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
