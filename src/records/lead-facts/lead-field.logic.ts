// The fields of a lead: what each holds, how long it may be, and how what people bring is read into it.
import type { ColumnConfig } from '../../engine/columns/columns.schema.ts'
import type { INPUT_TYPES } from '../../engine/columns/kinds/input.kind.ts'
import { readEmail } from '../../engine/values/email.ts'
import { readNumber } from '../../engine/values/reading.ts'
import { cutText } from '../../kernel/cut-text.ts'
import type { Json, JsonObject } from '../../kernel/json.ts'
import { normalKey } from '../store/identity.logic.ts'

export const LEAD_KINDS = ['company', 'person'] as const
export const LEAD_STATUSES = ['new', 'contacted', 'qualified', 'converted', 'dead'] as const
const SCORE_TIERS = ['hot', 'warm', 'cold', 'unqualified'] as const
export type LeadKind = (typeof LEAD_KINDS)[number]
export type LeadStatus = (typeof LEAD_STATUSES)[number]

export interface LeadField {
  name: string
  label: string
  /** As the columns that people fill. */
  type: (typeof INPUT_TYPES)[number]
  description: string
  /** Characters of a text, or of each item of a list. */
  max: number
  options?: readonly string[]
}

const SHORT = 500
const LONG = 20_000

const text = (name: string, label: string, description: string, more: Partial<LeadField> = {}): LeadField => ({
  name,
  label,
  description,
  type: 'text',
  max: SHORT,
  ...more,
})
const choice = (name: string, label: string, description: string, options: readonly string[]): LeadField =>
  text(name, label, description, { type: 'select', options })
const link = (name: string, label: string) =>
  text(name, label, `Address of the ${label} page.`, { type: 'url', max: 2000 })

export const LEAD_FIELDS: readonly LeadField[] = [
  choice(
    'kind',
    'Kind',
    'A company, or a person in one. Derived from the other fields when it is not given.',
    LEAD_KINDS,
  ),
  text('company', 'Company', 'Name of the company.'),
  text('domain', 'Domain', 'Registrable domain of the company; any address of its site is read.'),
  link('website', 'Website'),
  text('email', 'Email', 'E-mail address.', { type: 'email' }),
  text('email_status', 'Email status', 'What a verifier said of the address.'),
  text('phone', 'Phone', 'Phone number.', { type: 'phone' }),
  text('contact_person', 'Contact', 'Name of the person.'),
  text('contact_title', 'Title', 'Job title of the person.'),
  text('city', 'City', 'Town or city.'),
  text('state', 'State', 'State, region or province.'),
  text('country', 'Country', 'Country, as it was given.'),
  text('address', 'Address', 'Postal address.', { max: 2000 }),
  text('specialization', 'Specialization', 'Industry or field of work.'),
  text('company_size', 'Company size', 'Number of people, or a range of it.'),
  text('description', 'Description', 'What the company does.', { type: 'long_text', max: LONG }),
  link('linkedin_url', 'LinkedIn'),
  link('twitter_url', 'X (Twitter)'),
  link('facebook_url', 'Facebook'),
  link('instagram_url', 'Instagram'),
  link('youtube_url', 'YouTube'),
  link('github_url', 'GitHub'),
  text('tags', 'Tags', 'Words of your own.', { type: 'multi_select', max: 100 }),
  text('technologies', 'Technologies', 'What the company builds and runs on.', { type: 'multi_select', max: 100 }),
  text('score', 'Score', '0 to 100.', { type: 'number' }),
  choice('score_tier', 'Tier', 'How good a fit it is.', SCORE_TIERS),
  choice('status', 'Status', 'How far the conversation is.', LEAD_STATUSES),
  text('source', 'Source', 'Where the lead came from, in words.'),
  text('notes', 'Notes', 'Notes of users.', { type: 'long_text', max: LONG }),
  text('external_id', 'External id', 'Id of the lead in another system, with its case.', { max: 300 }),
  text('custom', 'Custom', 'Values under names of your own.', { type: 'json' }),
]

export const FIELD = new Map(LEAD_FIELDS.map((field) => [field.name, field]))
/** The most items of a field that holds a list. */
export const MAX_ITEMS = 200

const CUSTOM = 'custom.'

/** The name of a value in `custom` from the name of its field: `Plan` of `custom.Plan`; null for every other field. */
export const customName = (field: string): string | null =>
  field.startsWith(CUSTOM) && field.length > CUSTOM.length ? field.slice(CUSTOM.length) : null

export const customField = (name: string): string => `${CUSTOM}${name}`

/** Where the value of a field lies in the data of a lead. */
export function fieldPath(field: string): string[] {
  const name = customName(field)
  return name === null ? [field] : ['custom', name]
}

export const valueAt = (data: JsonObject, field: string): Json => {
  const name = customName(field)
  return (name === null ? data[field] : (data.custom as JsonObject | null | undefined)?.[name]) ?? null
}

/** Any name is a field below `custom`: a filter may ask for what no lead has yet. */
class LeadColumns extends Map<string, ColumnConfig> {
  override get(field: string): ColumnConfig | undefined {
    const name = customName(field)
    return name === null ? super.get(field) : { id: field, name, type: 'input', input_type: 'text' }
  }

  override has(field: string): boolean {
    return this.get(field) !== undefined
  }
}

/** The fields as filters and orders see them: columns that people fill, called by the name of their field. Those of `custom` are not listed. */
export const LEAD_COLUMNS: ReadonlyMap<string, ColumnConfig> = new LeadColumns(
  LEAD_FIELDS.map(({ name, label, type }) => [name, { id: name, name: label, type: 'input', input_type: type }]),
)

/** Whether filters, orders and counts of leads may name it. */
export const isLeadField = (field: string): boolean => LEAD_COLUMNS.has(field)

/**
 * What a value from a file, a row or a program becomes in a field; null when nothing fits. Longer text is cut: a lead is
 * not refused for the length of a description.
 */
export function readField(name: string, value: Json | undefined): Json {
  const field = FIELD.get(name)
  if (!field || value === null || value === undefined) return null
  switch (field.type) {
    case 'multi_select':
      return listOf(value, field.max)
    case 'number':
      return scoreOf(value)
    case 'json':
      return objectOf(value)
    default: {
      const read = textIn(value, field.max)
      if (name === 'domain' && read !== null) return normalKey('domain', read) ?? read
      if (name === 'email' && read !== null) return readEmail(read)?.address ?? null
      if (!field.options || read === null) return read
      return field.options.find((option) => option === read.toLowerCase()) ?? null
    }
  }
}

function textIn(value: Json, max: number): string | null {
  const text = Array.isArray(value) ? value.filter(isScalar).join(', ') : isScalar(value) ? String(value) : null
  return text === null ? null : cutText(text.trim(), max) || null
}

const isScalar = (value: Json) => ['string', 'number', 'boolean'].includes(typeof value)

function listOf(value: Json, max: number): Json {
  const items = Array.isArray(value) ? value : typeof value === 'string' ? value.split(/[,;\n]/) : [value]
  const texts = items.flatMap((item) => textIn(item, max) ?? [])
  return texts.length === 0
    ? null
    : [...new Map(texts.map((one) => [one.toLowerCase(), one])).values()].slice(0, MAX_ITEMS)
}

function scoreOf(value: Json): number | null {
  const score = typeof value === 'string' ? readNumber(value) : value
  return typeof score === 'number' && score >= 0 && score <= 100 ? score : null
}

function objectOf(value: Json): JsonObject | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null
  const members = Object.entries(value).filter(([, one]) => one !== null && one !== '')
  return members.length === 0 ? null : Object.fromEntries(members)
}
