// The variables of a template: the fields of a lead, parts of its name, and the sender.
import type { Json, JsonObject } from '../../kernel/json.ts'
import { readPersonName } from '../../providers/names/person-name.ts'
import { LEAD_FIELDS } from '../../records/lead-facts/lead-field.logic.ts'

export interface Sender {
  name: string
  email: string
}

const DERIVED = ['first_name', 'last_name', 'full_name'] as const
const OF_SENDER = ['sender_name', 'sender_email'] as const
const HIDDEN = new Set(['custom', 'notes', 'email_status'])

/** Every variable there is, besides `custom.<name>`. */
export const VARIABLES: readonly string[] = [
  ...DERIVED,
  ...LEAD_FIELDS.map(({ name }) => name).filter((name) => !HIDDEN.has(name)),
  ...OF_SENDER,
]
const KNOWN = new Set(VARIABLES)

export const isVariable = (name: string) => KNOWN.has(name) || /^custom\../.test(name)

/** The given name and the family name of a whole name, whichever way around it is written; titles are no part of them. */
export function nameParts(full: string): { first: string | null; last: string | null } {
  const name = readPersonName(full)
  if (typeof name === 'string') return { first: full.trim().split(/\s+/)[0] || null, last: null }
  return { first: name.first || null, last: name.last || null }
}

/** Looks up a variable of this lead; null when it has no value. Control characters never get through. */
export function valuesOf(lead: JsonObject, sender: Sender): (name: string) => string | null {
  const person = typeof lead.contact_person === 'string' ? nameParts(lead.contact_person) : { first: null, last: null }
  return (name) => {
    if (name === 'first_name') return cleanValue(person.first)
    if (name === 'last_name') return cleanValue(person.last)
    if (name === 'full_name') return cleanValue(lead.contact_person)
    if (name === 'sender_name') return cleanValue(sender.name)
    if (name === 'sender_email') return cleanValue(sender.email)
    if (name.startsWith('custom.')) {
      const { custom } = lead
      if (typeof custom !== 'object' || custom === null || Array.isArray(custom)) return null
      return cleanValue(memberOf(custom, name.slice('custom.'.length)))
    }
    return KNOWN.has(name) ? cleanValue(memberOf(lead, name)) : null
  }
}

const memberOf = (object: JsonObject, name: string): Json | undefined =>
  Object.hasOwn(object, name) ? object[name] : undefined

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not get through
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\u0085\u2028\u2029]/g

function cleanValue(value: Json | undefined): string | null {
  const text =
    typeof value === 'string'
      ? value
      : typeof value === 'number' || typeof value === 'boolean'
        ? String(value)
        : Array.isArray(value)
          ? value.filter((one) => typeof one === 'string').join(', ')
          : ''
  const clean = text.replace(/\r\n?/g, '\n').replace(CONTROL, '').trim()
  return clean === '' ? null : clean
}

/** For a header: one line, whatever the values held. */
export function oneLine(text: string): string {
  return text.replace(CONTROL, '').replace(/\s+/g, ' ').trim()
}
