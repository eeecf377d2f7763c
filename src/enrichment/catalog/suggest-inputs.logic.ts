// Suggests which columns the inputs of lookups read, and says what is missing: one place for the web, MCP, the assistant and functions.

import type { LookupInput, PlannedLookup } from '../../providers/kit/kit.ts'
import { missingInputs } from '../../providers/kit/requirements.ts'
import type { DeclaredProvider } from '../../records/own-providers/own-provider.logic.ts'
import {
  type ColumnMeaning,
  type InputMeaning,
  namesSites,
  readMeanings,
  type SampledColumn,
} from '../../records/reading/column-meaning.logic.ts'
import { leadFieldOf, plain } from '../../records/store/columns/lead-fields.logic.ts'

/** The columns of a table with what they stand for. */
export interface MeantColumns {
  columns: readonly SampledColumn[]
  meanings: readonly ColumnMeaning[]
  /** Rows that were read. */
  rows: number
}

export interface SuggestedInput {
  name: string
  column_id: string
  column: string
  /** Rows of the sample that can be asked with it. */
  usable: number
}

export interface SuggestedInputs {
  inputs: SuggestedInput[]
  /** Required inputs that no column fits; of a group that none of its members fits, the members joined by `|`. */
  missing: string[]
}

export function meantColumns(columns: readonly SampledColumn[], rows: number): MeantColumns {
  return { columns, meanings: readMeanings(columns), rows }
}

/** What an input accepts, best first. A verifier takes any address; a person is not looked up by a mailbox of the company. */
const ACCEPTS: { [input: string]: readonly InputMeaning[] } = {
  company: ['company'],
  company_name: ['company'],
  domain: ['domain', 'website'],
  company_domain: ['domain', 'website'],
  website: ['website', 'domain'],
  url: ['website', 'domain'],
  email: ['email'],
  full_name: ['person'],
  first_name: ['first_name'],
  last_name: ['last_name'],
  linkedin_url: ['person_profile'],
  phone: ['phone'],
  country: ['country'],
  employee_count: ['company_size'],
  vat_id: ['vat_id'],
  lei: ['lei'],
  siren: ['siren'],
  ticker: ['ticker'],
  github: ['github'],
}

const OF_TARGET: { [field: string]: readonly InputMeaning[] | undefined } = {
  company: ['company'],
  domain: ['domain', 'website'],
  website: ['website', 'domain'],
  email: ['email'],
  contact_person: ['person'],
  first_name: ['first_name'],
  last_name: ['last_name'],
  phone: ['phone'],
  country: ['country'],
  company_size: ['company_size'],
}

type Inputs = Pick<DeclaredProvider, 'inputs' | 'one_of'>

function acceptedBy(input: LookupInput, { inputs }: Inputs): readonly InputMeaning[] {
  const isVerifier = input.name === 'email' && input.required && inputs.length === 1
  if (isVerifier) return ['email', 'role_email']
  if (Object.hasOwn(ACCEPTS, input.name)) return ACCEPTS[input.name] ?? []
  const field = leadFieldOf(input.label) ?? leadFieldOf(input.name)
  if (field && OF_TARGET[field]) return OF_TARGET[field]
  return input.type === 'email' ? ['email'] : input.type === 'phone' ? ['phone'] : []
}

/** The columns for the inputs of a lookup. `self` is the column that is being edited, which cannot read itself. */
export function suggestInputs(lookup: Inputs, { columns, meanings }: MeantColumns, self?: string): SuggestedInputs {
  const nameOf = new Map(columns.map(({ id, name }) => [id, name]))
  const found: SuggestedInput[] = []
  const taken = new Set<string>()
  const bind = (input: LookupInput, column: Pick<ColumnMeaning, 'id' | 'usable'>) => {
    taken.add(column.id)
    found.push({ name: input.name, column_id: column.id, column: nameOf.get(column.id) ?? '', usable: column.usable })
  }
  const rest: LookupInput[] = []
  for (const input of lookup.inputs) {
    const accepted = acceptedBy(input, lookup)
    const best = accepted
      .flatMap((meaning) => strongest(meanings.filter((one) => one.meaning === meaning && one.id !== self)))
      .find(({ id }) => !taken.has(id))
    if (best) bind(input, best)
    else rest.push(input)
  }
  const isMeant = new Set(meanings.map(({ id }) => id))
  for (const input of rest) {
    const column = columns.find(
      (one) => one.id !== self && !taken.has(one.id) && !isMeant.has(one.id) && isCalled(one, input, lookup, found),
    )
    if (column) bind(input, { id: column.id, usable: column.values.filter((text) => text.trim() !== '').length })
  }
  // A name in two parts says all that the whole says, and the whole all that one part says.
  const has = (name: string) => found.some((one) => one.name === name)
  const isWhole = has('first_name') && has('last_name')
  const spare = isWhole ? ['full_name'] : has('full_name') ? ['first_name', 'last_name'] : []
  const bound = found.filter(({ name }) => !spare.includes(name))
  const given = Object.fromEntries(bound.map(({ name }) => [name, '?']))
  return {
    inputs: lookup.inputs.flatMap(({ name }) => bound.find((one) => one.name === name) ?? []),
    missing: missingInputs(lookup as PlannedLookup, given),
  }
}

const strongest = (fitting: readonly ColumnMeaning[]): ColumnMeaning[] =>
  [...fitting].sort((a, b) => b.strength - a.strength)

/** An input that means nothing general takes the column that goes by its very name; free text only where it names sites. */
function isCalled(
  column: SampledColumn,
  input: LookupInput,
  lookup: Inputs,
  found: readonly SuggestedInput[],
): boolean {
  if (acceptedBy(input, lookup).length > 0 || input.type === 'boolean') return false
  const words = [input.name.replaceAll('_', ' '), input.label, ...input.aliases].map(plain)
  if (!words.includes(plain(column.name))) return false
  if (input.name !== 'text') return true
  return found.length === 0 && namesSites(column)
}
