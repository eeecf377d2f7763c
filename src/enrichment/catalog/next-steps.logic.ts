// What can be found with the columns that a table has, and the next step where nothing can.
import type { ListedLookup } from '../../providers/catalog.ts'
import { FIELDS, type FieldName, isFieldName } from '../../providers/kit/fields.ts'
import { type MeantColumns, suggestInputs } from './suggest-inputs.logic.ts'

/** A lookup with what it lacks here. */
export interface KnownLookup {
  lookup: ListedLookup
  /** It can be called: it needs no key, or has one. */
  ready: boolean
  missing: readonly string[]
}

export interface NextStep {
  /** `add_first`: add a column for `output`, then this one; `instead`: what these columns can answer. */
  kind: 'add_first' | 'instead'
  output: string
  words: string
}

export interface OutcomeSteps {
  field: string
  /** Lookups that can be called here and have all that they need. */
  usable: string[]
  /** Why none can; null where some can. */
  reason: string | null
  next: NextStep[]
}

const OF_PERSON = new Set(['full_name', 'first_name', 'last_name', 'linkedin_url'])
const WORDS: Partial<Record<FieldName, string>> = {
  people: 'Find people at these companies',
  company_email: 'Use general addresses',
}

/** For each field of the catalog. A person is asked for only where a row has one; a domain may be found first. */
export function nextSteps(known: readonly KnownLookup[], meant: MeantColumns, self?: string): OutcomeSteps[] {
  const fields = new Map<string, KnownLookup[]>()
  for (const one of known) {
    if (one.lookup.ended !== undefined) continue
    for (const { field } of one.lookup.outputs) fields.set(field, [...(fields.get(field) ?? []), one])
  }
  const usableFor = (field: string) =>
    (fields.get(field) ?? []).filter(({ ready, missing }) => ready && missing.length === 0)
  const withDomain = plusDomain(meant)
  return [...fields].map(([field, finders]) => {
    const usable = usableFor(field).map(({ lookup }) => lookup.id)
    if (usable.length > 0) return { field, usable, reason: null, next: [] }
    const ready = finders.filter((one) => one.ready)
    const asked = ready.length > 0 ? ready : finders
    const lacking = asked.map(({ missing }) => missing)
    if (lacking.some((missing) => missing.length === 0))
      return { field, usable, reason: 'Needs a key of a provider', next: [] }
    const label = labelOf(field)
    const isFirst = (wanted: FieldName) => wanted !== field && usableFor(wanted).length > 0
    const next: NextStep[] = []
    const domainHelps = asked.some(({ lookup }) => suggestInputs(lookup, withDomain, self).missing.length === 0)
    if (domainHelps && isFirst('company_domain')) {
      next.push({ kind: 'add_first', output: 'company_domain', words: 'Add Company domain first' })
      const reason = `${label} is found by a company's domain, and no column here has one`
      return { field, usable, reason, next }
    }
    if (lacking.every((missing) => missing.some(isOfPerson))) {
      for (const output of ['people', 'company_email'] as const)
        if (isFirst(output)) next.push({ kind: 'instead', output, words: WORDS[output] ?? FIELDS[output].label })
      if (next.length === 0 && isFirst('company_domain'))
        next.push({ kind: 'add_first', output: 'company_domain', words: 'Add Company domain first' })
      const reason = `${label} is found for a person, and no column here has the names of people`
      return { field, usable, reason, next }
    }
    const [least = []] = [...lacking].sort((a, b) => a.length - b.length)
    const words = least.map((name) => inputWords(asked, name)).join(' and ')
    return { field, usable, reason: `No column here has what it needs: ${words}`, next }
  })
}

const isOfPerson = (missing: string) => missing.split('|').some((name) => OF_PERSON.has(name))

const labelOf = (field: string) => (isFieldName(field) ? FIELDS[field].label : field)

function inputWords(known: readonly KnownLookup[], missing: string): string {
  const inputs = known.flatMap(({ lookup }) => lookup.inputs)
  return missing
    .split('|')
    .map((name) => (inputs.find((one) => one.name === name)?.label ?? name).toLowerCase())
    .join(' or ')
}

/** The same table with a column of domains. */
function plusDomain({ columns, meanings, rows }: MeantColumns): MeantColumns {
  const id = '\u0000domain'
  return {
    rows,
    columns: [...columns, { id, name: 'Company domain', values: [], output: 'company_domain' }],
    meanings: [...meanings, { id, meaning: 'domain', strength: 0.1, usable: rows }],
  }
}
