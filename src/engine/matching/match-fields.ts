// The fields that records are compared by, and how they are read from columns.
import { generationOf, splitName } from './person-name.ts'

export const FIELD_KINDS = [
  'given_name',
  'surname',
  'generation',
  'firm',
  'street',
  'place',
  'city',
  'postcode',
  'region',
  'country',
  'date',
  'identifier',
  'email',
  'phone',
  'domain',
  'text',
  'people',
  'number',
  'category',
] as const
export type FieldKind =
  | ('given_name' | 'surname' | 'generation')
  | ('firm' | 'street' | 'place' | 'city' | 'postcode' | 'region' | 'country' | 'date')
  | ('identifier' | 'email' | 'phone' | 'domain' | 'text' | 'people' | 'number' | 'category')

export interface MatchField {
  name: string
  kind: FieldKind
}

/** A column of the data, and what happens to it; `full_name` is split into given name and surname. */
export interface ColumnRole {
  column: string
  role: FieldKind | 'full_name' | 'street_number'
}

/** Whether what the columns hold names people; else the records are of firms. */
export const areRolesOfPeople = (roles: readonly Pick<ColumnRole, 'role'>[]): boolean =>
  roles.some(({ role }) => role === 'surname' || role === 'full_name' || role === 'given_name')

/** The fields that columns of these roles are compared as; one of a kind, the first that has a value, save for identifiers. */
export function fieldsOf(roles: readonly ColumnRole[]): {
  fields: MatchField[]
  read: (values: Readonly<Record<string, string>>) => string[]
} {
  const fields: MatchField[] = []
  const sources: ((values: Readonly<Record<string, string>>) => string)[] = []
  const add = (name: string, kind: FieldKind, source: (values: Readonly<Record<string, string>>) => string) => {
    const at = kind === 'identifier' ? -1 : fields.findIndex((field) => field.kind === kind)
    const first = sources[at]
    if (first !== undefined) sources[at] = (values) => first(values) || source(values)
    else {
      fields.push({ name, kind })
      sources.push(source)
    }
  }
  const houseNumber = roles.find(({ role }) => role === 'street_number')?.column
  const isPerson = areRolesOfPeople(roles)
  // Parts of a name that are told apart are surer than a whole one that has to be split.
  const whole = ({ role }: ColumnRole) => Number(role === 'full_name')
  for (const { column, role } of roles.toSorted((a, b) => whole(a) - whole(b))) {
    const value = (values: Readonly<Record<string, string>>) => values[column] ?? ''
    if (role === 'full_name') {
      add('given_name', 'given_name', (values) => splitName(value(values)).given)
      add('surname', 'surname', (values) => splitName(value(values)).surname)
      add('generation', 'generation', (values) => generationOf(value(values), 2))
    } else if (role === 'street' && houseNumber !== undefined)
      add(column, 'street', (values) => `${values[houseNumber] ?? ''} ${value(values)}`.trim())
    else if (role === 'text' && isPerson) add(column, 'category', value)
    else if (role !== 'street_number') add(column, role, value)
    if (role === 'given_name' || role === 'surname')
      add('generation', 'generation', (values) => generationOf(value(values), 1))
  }
  return { fields, read: (values) => sources.map((source) => source(values)) }
}
