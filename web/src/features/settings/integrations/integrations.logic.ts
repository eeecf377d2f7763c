// How an integration stands and in what order the cards come; what a field says about what is stored.
import type { Schemas } from '../../../api/shapes.ts'

type Integration = Schemas['Integration']
type IntegrationField = Schemas['IntegrationField']

export interface IntegrationState {
  words: string
  tone: 'plain' | 'ok' | 'warn' | 'bad'
}

export function standingOf(one: Integration): IntegrationState {
  if (one.problem) return { words: 'Cannot be used', tone: 'bad' }
  if (one.configured && one.last_test && !one.last_test.ok) return { words: 'Test failed', tone: 'bad' }
  if (one.configured && one.last_test) return { words: 'Works', tone: 'ok' }
  if (one.configured) return { words: 'Set up, not tested', tone: 'plain' }
  if (one.fields.some((field) => field.set)) return { words: 'Incomplete', tone: 'warn' }
  return one.required ? { words: 'Needs a key', tone: 'plain' } : { words: 'Works without a key', tone: 'plain' }
}

/** What stands in an empty field: what is stored and how to keep it. Never a value. */
export function storedWords(field: IntegrationField): string {
  if (!field.set) return field.default === null ? '' : `${field.default} unless you enter another`
  return field.hint ? `ends in …${field.hint}; leave blank to keep` : 'stored; leave blank to keep'
}

const hasValues = (one: Integration) => one.fields.some((field) => field.set)

/** Those that are set up first, then by name; only those where the name, the kind or a lookup holds the question. */
export function shownIntegrations(all: readonly Integration[], question: string): Integration[] {
  const wanted = question.trim().toLowerCase()
  return all
    .filter((one) =>
      [one.name, one.kind, ...one.lookups.map((lookup) => lookup.label)].some((text) =>
        text.toLowerCase().includes(wanted),
      ),
    )
    .sort((a, b) => Number(hasValues(b)) - Number(hasValues(a)) || a.name.localeCompare(b.name))
}

/** Fields of which a required value is neither stored nor typed. */
export function missingFields(one: Integration, typed: Record<string, string>): string[] {
  return one.fields
    .filter((field) => field.required && !field.set && field.default === null && !typed[field.name]?.trim())
    .map((field) => field.label)
}
