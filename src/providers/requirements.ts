// Turns cell values into the inputs of one call, the same way every time, and says what is missing before anything is spent.
import { canonicalJson, type Json, type JsonObject } from '../kernel/json.ts'
import type { Inputs, PlannedLookup } from './kit.ts'

/** Longest input a lookup is asked with, in UTF-16 units: longer text is a pasted document, not a name or an address. */
export const MAX_INPUT_LENGTH = 4000

/** Cell values as one call wants them: text, NFC, trimmed, undeclared and blank ones left out. Equal meaning gives equal text, so it can key a cache. */
export function normaliseInputs(lookup: PlannedLookup, values: JsonObject): Inputs {
  const inputs: Record<string, string> = {}
  for (const { name } of lookup.inputs) {
    if (!Object.hasOwn(values, name)) continue
    const text = asText(values[name] ?? null)
    if (text !== '') inputs[name] = text
  }
  return inputs
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

/** Text that PostgreSQL can store: without NUL, and with lone surrogates replaced. */
export function storable(text: string): string {
  return text.replaceAll('\u0000', '').toWellFormed()
}
