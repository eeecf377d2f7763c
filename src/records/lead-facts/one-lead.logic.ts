// What one lead shows of records that were merged: a value for each field, and which of the others lost.
import { roleOf } from '../../engine/matching/column-roles.ts'
import {
  type RankedCandidates,
  rankCandidates,
  type SayingKind,
  sayingKindOf,
  type ValueCandidate,
} from '../../engine/matching/survivorship.ts'
import { canonicalJson, type Json, type JsonObject } from '../../kernel/json.ts'
import { customField, customName, LEAD_FIELDS, LEAD_STATUSES } from './lead-field.logic.ts'
import { type FieldChange, joinedLists } from './merge.logic.ts'

export interface MergedRecord {
  record: number
  data: JsonObject
  provenance: Readonly<Record<string, JsonObject>>
}

export interface RankedField {
  /** The field; for a value in `custom`, its name prefixed by `custom.`. */
  field: string
  /** The winner first. */
  candidates: ValueCandidate[]
  why: string | null
}

/** What the values of a field are, where that says how one thing may be written. */
const KINDS: Readonly<Record<string, SayingKind>> = {
  company: 'firm',
  contact_person: 'full_name',
  domain: 'domain',
  website: 'website',
  email: 'email',
  phone: 'phone',
  city: 'city',
  state: 'region',
  country: 'country',
  address: 'street',
  external_id: 'identifier',
  ...Object.fromEntries(LEAD_FIELDS.flatMap(({ name, type }) => (type === 'url' ? [[name, 'website']] : []))),
}

function kindOfField(field: string): SayingKind {
  const name = customName(field)
  return name === null ? (KINDS[field] ?? 'text') : sayingKindOf(roleOf(name))
}

/**
 * Fields that belong to others: the domain is that of the firm that is shown, the town that of the street. Those on the right are shown first;
 * the first of them that is shown is the one that a value belongs to.
 */
const BELONGS: Readonly<Record<string, readonly string[]>> = {
  domain: ['company'],
  website: ['domain', 'company'],
  contact_title: ['company'],
  email_status: ['email'],
  city: ['address'],
  state: ['address', 'city'],
  country: ['address', 'city', 'state'],
  score_tier: ['score'],
}
/** What is said of another address is not said of the one that is shown. */
const SAID_OF_ONE: ReadonlySet<string> = new Set(['email_status'])
const IN_ORDER = [...new Set(Object.entries(BELONGS).flatMap(([field, others]) => [...others.toReversed(), field]))]

/** The values of a record by field, each of `custom` by itself. */
function valuesByField({ data: { custom, ...data } }: MergedRecord): Map<string, Json> {
  const own = isObject(custom ?? null) ? Object.entries(custom as JsonObject) : []
  const all = [...Object.entries(data), ...own.map(([name, value]) => [customField(name), value] as const)]
  return new Map(all.filter(([, value]) => value !== undefined && value !== null && value !== ''))
}

const provenanceOf = ({ provenance }: MergedRecord, field: string): JsonObject | undefined =>
  provenance[customName(field) === null ? field : 'custom']

/** By field the values of the records. `winners`: the record that a person chose for a field. */
export function rankFields(records: readonly MergedRecord[], winners: Readonly<Record<string, number>>): RankedField[] {
  const values = new Map(records.map((one) => [one, valuesByField(one)]))
  const names = [...new Set([...values.values()].flatMap((own) => [...own.keys()]))].sort()
  const ranked = new Map<string, RankedCandidates>()
  const rank = (field: string) => {
    const all = records.flatMap((one): ValueCandidate[] => {
      const value = values.get(one)?.get(field)
      if (value === undefined) return []
      const from = provenanceOf(one, field) ?? {}
      const text = (name: string) => (typeof from[name] === 'string' ? from[name] : null)
      const confidence = typeof from.confidence === 'number' ? from.confidence : null
      return [{ record: one.record, value, method: text('method'), confidence, fetched_at: text('fetched_at') }]
    })
    // A lead is new until something is said of it.
    const said = field === 'status' ? all.filter(({ value }) => value !== 'new') : all
    const belongs = recordsOf(field)
    const chosen = winners[field]
    const shown = (said.length > 0 ? said : all).filter(
      ({ record }) => record === chosen || !SAID_OF_ONE.has(field) || belongs === undefined || belongs.has(record),
    )
    const rules = { kind: kindOfField(field), chosen, belongs, steps: field === 'status' ? LEAD_STATUSES : undefined }
    ranked.set(field, rankCandidates(shown, rules))
  }
  /** The records that say the same as what is shown of the field that this one belongs to, and those that say nothing of it. */
  function recordsOf(field: string): Set<number> | undefined {
    const head = BELONGS[field]?.map((other) => ranked.get(other)).find((other) => other?.candidates[0] !== undefined)
    if (head === undefined) return undefined
    const otherwise = new Set(head.candidates.slice(head.agreed).map(({ record }) => record))
    return new Set(records.map(({ record }) => record).filter((record) => !otherwise.has(record)))
  }
  for (const field of IN_ORDER) if (names.includes(field)) rank(field)
  for (const field of names) if (!ranked.has(field)) rank(field)
  return names.flatMap((field) => {
    const own = ranked.get(field)
    return own ? [{ field, candidates: own.candidates, why: own.why }] : []
  })
}

/** Whether one of several values of the field is shown: of a list all are, and records of one entity are of one kind. */
export const isChosen = (field: string, value: Json): boolean => !Array.isArray(value) && field !== 'kind'

/** Fields of which the records have several values, of which one is shown. */
export function choicesOf(records: readonly MergedRecord[]): string[] {
  const several = new Map<string, Set<string>>()
  for (const one of records)
    for (const [field, value] of valuesByField(one)) {
      if (!isChosen(field, value) || isComputed(one, field)) continue
      several.set(field, (several.get(field) ?? new Set()).add(canonicalJson(value)))
    }
  return [...several].flatMap(([field, values]) => (values.size > 1 ? [field] : [])).sort()
}

/** Whether a person may choose what this record says of the field. */
export const canChoose = (record: MergedRecord, field: string): boolean => {
  const value = valuesByField(record).get(field)
  return value !== undefined && isChosen(field, value) && !isComputed(record, field)
}

/** The score of a merged lead is its own, unless a person or a file gave one. */
const isComputed = ({ provenance }: MergedRecord, field: string) =>
  (field === 'score' || field === 'score_tier') && provenance.score === undefined

/** Lists hold what any of them has; of other fields one value wins, of `custom` name by name. */
export function oneLeadOf(
  records: readonly MergedRecord[],
  winners: Readonly<Record<string, number>>,
): { data: JsonObject; provenance: Record<string, JsonObject> } {
  const data: JsonObject = {}
  const custom: JsonObject = {}
  const provenance: Record<string, JsonObject> = {}
  const byRecord = new Map(records.map((one) => [one.record, one]))
  for (const { field, candidates } of rankFields(records, winners)) {
    const [first] = candidates
    if (first === undefined) continue
    const value = candidates.slice(1).reduce((one, { value: other }) => joinedLists(one, other), first.value)
    const name = customName(field)
    if (name === null) data[field] = value
    else custom[name] = value
    const winner = byRecord.get(first.record)
    const from = winner && provenanceOf(winner, field)
    if (from) provenance[name === null ? field : 'custom'] ??= from
  }
  return { data: Object.keys(custom).length === 0 ? data : { ...data, custom }, provenance }
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

/** For lists and `custom`, only additions and removals are applied, because the rest belongs to the other records. */
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

/** The fields of which a change says something, of `custom` name by name. */
export function fieldsSaid({ field, before, after }: FieldChange): string[] {
  if (after === null) return []
  if (field !== 'custom' || !isObject(after)) return [field]
  const was = isObject(before) ? before : {}
  const said = Object.keys(after).filter(
    (name) => canonicalJson(was[name] ?? null) !== canonicalJson(after[name] ?? null),
  )
  return said.map(customField)
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
