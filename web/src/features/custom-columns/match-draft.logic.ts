// The draft of a column that says which lead or which row of another workbook a row is: begun, read, written, judged.
import type { Column } from '../../api/shapes.ts'
import type { MatchDraft } from '../columns/custom.shapes.ts'
import { reference } from '../columns/template.logic.ts'
import type { DraftOf } from '../columns/workbook.shapes.ts'
import { BLANK, readCommon, readPairs, settle, textAt, writeCommon } from './draft-parts.logic.ts'

interface MatchValue {
  name: string
  label: string
  /** Names of columns that hold it. */
  like: RegExp
  /** Absent: of both. */
  of?: MatchDraft['of']
}

export const MATCH_VALUES: readonly MatchValue[] = [
  { name: 'contact_person', label: 'Name of the person', like: /full name|contact|person|^name$/i, of: 'person' },
  { name: 'company', label: 'Company', like: /company|firm|organi[sz]ation|account|business|employer/i },
  { name: 'domain', label: 'Domain or website', like: /domain|website|homepage|\burl\b|\bsite\b/i },
  { name: 'email', label: 'Email', like: /e-?mail/i },
  { name: 'phone', label: 'Phone', like: /phone|mobile|\btel\b/i },
  { name: 'linkedin_url', label: 'LinkedIn', like: /linkedin/i },
  { name: 'address', label: 'Street address', like: /street|address/i },
  { name: 'city', label: 'City', like: /city|town/i },
  { name: 'postcode', label: 'Postal code', like: /post ?code|postal|\bzip\b/i },
  { name: 'state', label: 'State', like: /\bstate\b|region|province|county/i },
  { name: 'country', label: 'Country', like: /country/i },
  { name: 'date_of_birth', label: 'Date of birth', like: /birth|\bdob\b/i, of: 'person' },
  { name: 'external_id', label: 'External id', like: /external id|customer (id|number)/i },
]

export const MATCH_OUTPUTS: readonly (readonly [value: string, label: string])[] = [
  ['', 'All of it: name, ids, probability, reasons'],
  ['name', 'Its name'],
  ['lead_id', 'Id of the lead'],
  ['entity_id', 'Id of the entity'],
  ['row_id', 'Id of the row'],
  ['probability', 'The probability'],
  ['why', 'The reasons'],
]

export const PROBABILITIES = ['0.99', '0.95', '0.9', '0.8', '0.5'] as const

export function newMatch(name: string, columns: readonly Column[]): MatchDraft {
  const values: Record<string, string> = {}
  const taken = new Set<string>()
  for (const value of MATCH_VALUES) {
    const column = columns.find((one) => one.type !== 'output' && !taken.has(one.id) && value.like.test(one.name))
    if (!column) continue
    taken.add(column.id)
    values[value.name] = reference(column.name)
  }
  const { contact_person, company, ...rest } = values
  const of = contact_person !== undefined && (company !== undefined || rest.email !== undefined) ? 'person' : 'company'
  // A column that is just called Name holds what a row is.
  const known = of === 'company' && company === undefined ? contact_person : company
  return {
    ...BLANK,
    kind: 'match',
    name,
    against: 'leads',
    workbook_id: '',
    of,
    min_probability: '0.9',
    output: '',
    values: {
      ...(of === 'person' && contact_person !== undefined && { contact_person }),
      ...(known !== undefined && { company: known }),
      ...rest,
    },
  }
}

export function readMatch(column: Column): MatchDraft {
  const against = (column.against ?? {}) as Record<string, unknown>
  return {
    ...readCommon(column),
    kind: 'match',
    against: textAt(against, 'kind') === 'workbook' ? 'workbook' : 'leads',
    workbook_id: textAt(against, 'workbook_id'),
    of: column.of === 'person' ? 'person' : 'company',
    values: Object.fromEntries(readPairs(column.values).map(({ name, value }) => [name, value])),
    min_probability: String(column.min_probability ?? 0.9),
    output: textAt(column, 'output'),
  }
}

/** Values that are of the other kind only are left out. */
const valuesOf = ({ of, values }: MatchDraft) =>
  Object.fromEntries(
    MATCH_VALUES.flatMap(({ name, of: only }) => {
      const template = values[name] ?? ''
      return template.trim() === '' || (only !== undefined && only !== of) ? [] : [[name, template]]
    }),
  )

export function writeMatch(draft: MatchDraft, isStored: boolean): DraftOf<'match'> {
  const { against: kind, workbook_id } = draft
  const body = {
    ...writeCommon(draft),
    type: 'match' as const,
    against: kind === 'leads' ? { kind } : { kind, workbook_id },
    of: draft.of,
    values: valuesOf(draft),
    min_probability: Number(draft.min_probability),
    output: (draft.output || undefined) as DraftOf<'match'>['output'],
  }
  return settle(body, isStored)
}

export function problemOfMatch(draft: MatchDraft): string | null {
  if (draft.name.trim() === '') return 'Give the column a name.'
  if (draft.against === 'workbook' && draft.workbook_id === '') return 'Choose the workbook to match with.'
  return Object.keys(valuesOf(draft)).length === 0 ? 'Choose at least one column to compare by.' : null
}
