// A record of a source as the lead that a collection makes of it.
import { problemOfSize } from '../../engine/values/value-size.ts'
import { canonicalJson, type JsonObject } from '../../kernel/json.ts'
import type { SourceAdapter, SourceRecord } from '../../providers/sources/source.ts'
import { targetsByName } from '../../records/lead-facts/lead-columns.logic.ts'
import type { LeadKind } from '../../records/lead-facts/lead-field.logic.ts'
import {
  type GivenValue,
  JOINED_FIELDS,
  type LeadReading,
  problemOfLead,
  readGiven,
} from '../../records/lead-facts/lead-intake.logic.ts'
import { kindOf } from '../../records/lead-facts/lead-keys.logic.ts'
import { FIELD_OF_PART } from '../../records/store/columns/lead-fields.logic.ts'

/** By the mapping, else by what the source says of its fields, else by their names. */
export function leadOf(
  source: SourceAdapter,
  { values }: Pick<SourceRecord, 'values'>,
  { mapping, settings }: { mapping: { readonly [field: string]: string }; settings: JsonObject },
): { data: JsonObject; hints: LeadReading['hints']; reason: string | null } {
  const names = Object.keys(values)
  const byName = targetsOf(source, names)
  const given = names.flatMap((name, index) => {
    const target = mapping[name] ?? byName[index]
    return target === undefined ? [] : [{ target, name, value: values[name] ?? null }]
  })
  const reading = readGiven(given)
  const taken = given.filter((_, place) => !isPassedOver(given, reading, place)).map(({ name }) => name)
  const own = ownValues(source, values, new Set(taken))
  const { data, hints } = own.length > 0 ? readGiven([...given, ...own]) : reading
  const kind = source.kind_of?.(settings) ?? source.lead_kind
  return {
    data: source.fields
      ? { ...data, kind }
      : ofKind(kind, data, given, Object.values(mapping).includes('contact_person')),
    hints,
    reason: problemOfLead(given, reading),
  }
}

/** A second value for a field that holds one, such as a mobile number beside a telephone. */
function isPassedOver(given: readonly GivenValue[], { from, invalid }: LeadReading, place: number): boolean {
  const [one, first] = [given[place], given[from.get(given[place]?.target ?? '') ?? place]]
  if (one === undefined || first === undefined || JOINED_FIELDS.has(one.target) || invalid.includes(place)) return false
  return canonicalJson(one.value) !== canonicalJson(first.value)
}

/** What no field of leads is for, of records without declared fields: it is kept under the names that the source gives it. */
function ownValues(source: SourceAdapter, values: JsonObject, taken: ReadonlySet<string>): GivenValue[] {
  if (source.fields !== null) return []
  return Object.entries(values).flatMap(([name, value]) => {
    const isPlain = [value].flat().every((one) => typeof one !== 'object')
    return isPlain && !taken.has(name) && problemOfSize(name, value) === null ? [{ target: 'custom', name, value }] : []
  })
}

/** By what the source says of its fields, else by their names. */
function targetsOf(source: SourceAdapter, names: readonly string[]): (string | undefined)[] {
  if (source.fields === null) return targetsByName(names)
  const declared = new Map(source.fields.map(({ name, lead }) => [name, lead]))
  return names.map((name) => declared.get(name))
}

/**
 * Records without declared fields show what they are: where companies are collected, a name alone is that of a company, unless the mapping
 * says that it is a person's.
 */
function ofKind(kind: LeadKind, data: JsonObject, given: readonly GivenValue[], isMapped: boolean): JsonObject {
  const { contact_person: name, ...rest } = data
  if (kind === 'person' || name === undefined) return { ...data, kind }
  const isPerson =
    isMapped ||
    given.some(({ target }) => FIELD_OF_PART.get(target) === 'contact_person') ||
    data.company !== undefined ||
    data.contact_title !== undefined ||
    kindOf(rest) === 'person'
  return isPerson ? { ...data, kind: 'person' } : { ...rest, company: name, kind }
}

/** Which lead field each field of the records fills, `custom` included, as {@link leadOf} does without a mapping; null: none. */
export function leadFieldsOf(
  source: SourceAdapter,
  names: readonly string[],
  records: readonly Pick<SourceRecord, 'values'>[],
  settings: JsonObject,
): (string | null)[] {
  const targets = targetsOf(source, names)
  const leads = records.map((record) => leadOf(source, record, { mapping: {}, settings }).data)
  const isCompany = leads.length > 0 && leads.every(({ contact_person }) => contact_person === undefined)
  const other = source.fields === null ? 'custom' : null
  return targets.map((target) => (isCompany && target === 'contact_person' ? 'company' : (target ?? other)))
}
