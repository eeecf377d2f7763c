// Merges incoming values into a lead: which values replace others, the source of each, and what changed.
import { canonicalJson, type Json, type JsonObject } from '../../kernel/json.ts'
import { MAX_ITEMS } from './lead-field.logic.ts'
import { kindOf, ownDomain } from './lead-keys.logic.ts'

/** What happens to a lead that is known already. */
export const EXISTING = ['overwrite', 'fill_blanks', 'skip'] as const
export type ExistingPolicy = (typeof EXISTING)[number]

export interface IncomingValues {
  /** Read, none of them blank; null takes a value away. */
  data: JsonObject
  /** Where the values are from; `''` stands for all that are not named. */
  provenance: { readonly [field: string]: JsonObject }
  /** Fields that are written only where the lead has no value. */
  hints?: ReadonlySet<string> | undefined
}

export interface MergeResult {
  data: JsonObject
  provenance: Record<string, JsonObject>
  fields: FieldChange[]
}

export interface FieldChange {
  field: string
  before: Json
  after: Json
  /** Where the value before was from. */
  from?: JsonObject | undefined
}

interface Whole {
  data: JsonObject
  provenance: Readonly<Record<string, JsonObject>>
}

export const NO_LEAD: Whole = { data: {}, provenance: {} }

/**
 * `replace` takes the values as they are, and of `custom` those that are named: two who change different names lose nothing. The others are
 * for a lead that is met again: lists and `custom` grow.
 */
export function mergeLead(
  stored: Whole,
  { data, provenance, hints }: IncomingValues,
  how: ExistingPolicy | 'replace',
): MergeResult {
  const merged: MergeResult = { data: { ...stored.data }, provenance: { ...stored.provenance }, fields: [] }
  if (how === 'skip') return merged
  for (const [field, value] of Object.entries(data)) {
    const before = stored.data[field] ?? null
    const policy = hints?.has(field) ? 'fill_blanks' : how
    const after = policy === 'replace' ? replaced(field, before, value) : joined(field, before, value, policy)
    if (canonicalJson(before) === canonicalJson(after)) continue
    merged.fields.push({ field, before, after, from: stored.provenance[field] })
    const from = provenance[field] ?? provenance['']
    if (after === null) {
      delete merged.data[field]
      delete merged.provenance[field]
    } else {
      merged.data[field] = after
      if (from) merged.provenance[field] = from
    }
  }
  const isOfSite = merged.fields.some(({ field }) => field === 'website') && !('domain' in data)
  return isOfSite ? withDomain(merged) : merged
}

const OF_SITE = 'website'

/** The domain that the website of a company tells, unless a user set another; it goes when the website goes. */
export function withDomain(lead: MergeResult): MergeResult {
  const { data, provenance } = lead
  const before = data.domain ?? null
  if (before !== null && provenance.domain?.source !== OF_SITE) return lead
  const isOfCompany = kindOf(data) === 'company' || data.company !== undefined
  const after = isOfCompany ? ownDomain(data.website) : null
  if (after === before) return lead
  const { domain: _, ...others } = data
  const { domain: from, ...rest } = provenance
  const fetched_at = provenance.website?.fetched_at
  const own = { source: OF_SITE, method: 'inferred', license: 'inferred', ...(fetched_at && { fetched_at }) }
  return {
    data: after === null ? others : { ...others, domain: after },
    provenance: after === null ? rest : { ...rest, domain: own },
    fields: [...lead.fields, { field: 'domain', before, after, from }],
  }
}

function replaced(field: string, before: Json, value: Json): Json {
  if (field !== 'custom' || value === null) return value
  const named = Object.entries({ ...(before as JsonObject | null), ...(value as JsonObject) })
  const left = named.filter(([, one]) => one !== null)
  return left.length === 0 ? null : Object.fromEntries(left)
}

function joined(field: string, before: Json, value: Json, how: 'overwrite' | 'fill_blanks'): Json {
  if (value === null || before === null) return before ?? value
  if (Array.isArray(before) && Array.isArray(value)) return union(before, value)
  if (field === 'custom')
    return how === 'overwrite'
      ? { ...(before as JsonObject), ...(value as JsonObject) }
      : { ...(value as JsonObject), ...(before as JsonObject) }
  return how === 'overwrite' ? value : before
}

/** Merges two values of a field: lists are joined, with the items of the more trusted value first; else the more trusted value wins. */
export function joinedLists(value: Json, other: Json): Json {
  return Array.isArray(value) && Array.isArray(other) ? union(value, other) : value
}

function union(before: Json[], value: Json[]): Json[] {
  const key = (item: Json) => String(item).toLowerCase()
  const known = new Set(before.map(key))
  return [...before, ...value.filter((item) => !known.has(key(item)))].slice(0, MAX_ITEMS)
}

/** Sets kind and status of a new lead. */
export function withDefaults(data: JsonObject): JsonObject {
  return { ...data, kind: kindOf(data), status: data.status ?? 'new' }
}
