// Turns cell values into the inputs of one call, the same way every time, and says what is missing before anything is spent.
import { storable } from '../../kernel/cut-text.ts'
import { canonicalJson, type Json, type JsonObject } from '../../kernel/json.ts'
import { askedAs, kindOf, knownAs } from './input-kinds.ts'
import type { Inputs, PlannedLookup } from './kit.ts'
import type { CallPrice } from './lookup-price.ts'

/** Longest input of a lookup, in UTF-16 units: longer text is a pasted document, not a name or an address. */
export const MAX_INPUT_LENGTH = 4000

/**
 * Cell values as one call wants them: text, NFC, trimmed, undeclared and blank ones left out. Inputs of calls to vendors are spelled
 * one way by their kind; lookups that are computed here get them as they were typed.
 */
export function normaliseInputs(lookup: PlannedLookup, values: JsonObject): Inputs {
  const inputs: Record<string, string> = {}
  const isLocal = 'answer' in lookup || (('act' in lookup || 'work' in lookup) && lookup.listed === undefined)
  for (const input of lookup.inputs) {
    const { name } = input
    if (!Object.hasOwn(values, name)) continue
    const text = asText(values[name] ?? null)
    if (text !== '') inputs[name] = isLocal ? text : askedAs(kindOf(input), text)
  }
  return inputs
}

/** What equal questions have in common, in whatever spelling: the key of the cache. */
export function questionOf(lookup: PlannedLookup, values: JsonObject): Inputs {
  const inputs: Record<string, string> = { ...normaliseInputs(lookup, values) }
  for (const input of lookup.inputs) {
    const text = inputs[input.name]
    if (text !== undefined) inputs[input.name] = knownAs(kindOf(input), text)
  }
  const { first_name, last_name, full_name, ...others } = inputs
  const whole = [first_name, last_name].filter(Boolean).join(' ')
  // A name in one piece or in two is one name; two that differ are two questions.
  const isOne = first_name && last_name && (full_name === undefined || full_name === whole)
  return isOne && lookup.inputs.some(({ name }) => name === 'full_name') ? { ...others, full_name: whole } : inputs
}

/** The same for values that a column puts into its own question. */
export function trimmedValues(values: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      if (typeof value !== 'string') return [name, value]
      const kind = /^(company )?domain$/i.test(name)
        ? 'domain'
        : /^(work )?e-?mail( address)?$/i.test(name)
          ? 'email'
          : null
      return [name, kind ? askedAs(kind, value.trim()) : value.trim()]
    }),
  )
}

/** Names of required inputs without a value; of an unmet one-of group, its members joined by "|". Empty means the call can be made. */
export function missingInputs(lookup: PlannedLookup, inputs: Inputs): string[] {
  const blank = (name: string) => !Object.hasOwn(inputs, name) || (inputs[name] ?? '').trim() === ''
  const missing = lookup.inputs.filter((input) => input.required && blank(input.name)).map((input) => input.name)
  for (const group of lookup.one_of ?? []) {
    if (group.every(blank)) missing.push(group.join('|'))
  }
  return missing
}

function asText(value: Json): string {
  if (value === null) return ''
  const text = typeof value === 'string' ? value : typeof value === 'object' ? canonicalJson(value) : String(value)
  return storable(text).normalize('NFC').trim()
}

/** What a call with these inputs costs. */
export function priceFor(lookup: PlannedLookup, inputs: JsonObject): CallPrice {
  return ('price_for' in lookup && lookup.price_for?.(inputs)) || lookup.price
}
