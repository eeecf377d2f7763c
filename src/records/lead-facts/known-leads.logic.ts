// Which lead what comes is meant for: the known leads by their keys, and the one that the strongest key leads to for certain.

import { areOneForCertain, areOtherPeople } from '../../engine/matching/automatic.ts'
import type { NormalRecord } from '../../engine/matching/prepared.ts'
import type { JsonObject } from '../../kernel/json.ts'
import type { LeadKind } from './lead-field.logic.ts'
import { agreeInIds, isSame, type KeyKind, kindOf, knownKeysOf, type LeadKey } from './lead-keys.logic.ts'
import { fieldsOfKind, formOf } from './record-form.logic.ts'

/** A loose key that more leads have, as the telephone and house of an agent for thousands of firms, leads to none of them. */
const MOST_ALIKE = 20

/** A lead, with what changed of it since it was held under its keys. */
export interface KnownLead {
  data: JsonObject
  fields: readonly unknown[]
}

/**
 * Finds the lead with the strongest matching key. When several leads have the same name or the same last digits of a telephone, the lead is
 * ambiguous, and pairs are proposed instead.
 */
export function findKnownLead<Lead extends KnownLead>(
  byKey: ReadonlyMap<string, Lead[]>,
  keys: readonly LeadKey[],
  data: JsonObject,
  /** The lead that a merged record belongs to. */
  headOf: (lead: Lead) => unknown,
): { by: KeyKind; draft: Lead } | undefined {
  for (const { by, key, isPart, isLoose } of keys) {
    const isMeant = (one: Lead) =>
      isLoose ? areAlike(one.data, data) : isSame(by, one.data, data) && !(by === 'email' && areTwo(one.data, data))
    const held = byKey.get(key) ?? []
    if (isLoose && held.length > MOST_ALIKE) continue
    const found = held.filter((one) => isHeldBy(one, key) && isMeant(one))
    const [draft] = found
    if (draft === undefined) continue
    const isOwn = by !== 'name' && isPart === undefined
    if (isOwn || new Set(found.map(headOf)).size === 1) return { by, draft }
  }
  return undefined
}

/** What changed may have lost the key. */
const isHeldBy = ({ fields, data }: KnownLead, key: string) => fields.length === 0 || keysOfHeld(data).has(key)

export function holdKnown<Lead extends KnownLead>(byKey: Map<string, Lead[]>, lead: Lead): void {
  for (const key of keysOfHeld(lead.data)) {
    const held = byKey.get(key)
    if (held === undefined) byKey.set(key, [lead])
    else if (!held.includes(lead)) held.push(lead)
  }
}

const keysOfValues = new WeakMap<JsonObject, ReadonlySet<string>>()

/** Made once for the values of a lead: each lead that comes asks for those of all that share a key with it. A change makes other values. */
function keysOfHeld(data: JsonObject): ReadonlySet<string> {
  const known = keysOfValues.get(data)
  if (known !== undefined) return known
  const keys = new Set(knownKeysOf(data).map(({ key }) => key))
  keysOfValues.set(data, keys)
  return keys
}

const formsOfValues = new WeakMap<JsonObject, NormalRecord>()

/** As two leads that matching would merge by itself, whose names and other values agree but for a slip. */
function areAlike(stored: JsonObject, brought: JsonObject): boolean {
  if (!agreeInIds(stored, brought)) return false
  const kind = kindOf(brought)
  return areOneForCertain(fieldsOfKind(kind), formOfHeld(kind, stored), formOfHeld(kind, brought))
}

/** What shares a mailbox and says in its name or its day of birth that it is another person. */
function areTwo(stored: JsonObject, brought: JsonObject): boolean {
  const hasOwn = stored.custom !== undefined && brought.custom !== undefined
  if (!hasOwn && stored.contact_person === brought.contact_person) return false
  if (kindOf(brought) === 'company') return false
  return areOtherPeople(fieldsOfKind('person'), formOfHeld('person', stored), formOfHeld('person', brought))
}

function formOfHeld(kind: LeadKind, data: JsonObject): NormalRecord {
  const known = formsOfValues.get(data)
  if (known !== undefined) return known
  const form = formOf(kind, data)
  formsOfValues.set(data, form)
  return form
}
