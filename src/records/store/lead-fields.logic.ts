// Which column holds which field of a lead: by the column's name, else by its type.
import type { ColumnConfig } from '../../engine/columns/columns.schema.ts'

const ALIASES: { [field: string]: readonly string[] } = {
  company: ['company', 'company name', 'organisation', 'organization', 'account', 'account name', 'firma', 'business'],
  domain: ['domain', 'company domain', 'domain name', 'root domain'],
  website: ['website', 'web site', 'url', 'site', 'homepage', 'web', 'company website', 'company url'],
  email: ['email', 'e mail', 'email address', 'mail', 'work email', 'business email'],
  phone: ['phone', 'phone number', 'telephone', 'tel', 'mobile', 'work phone', 'company phone'],
  contact_person: ['contact person', 'contact', 'contact name', 'full name', 'person', 'name'],
  contact_title: ['contact title', 'title', 'job title', 'position', 'role'],
  city: ['city', 'town', 'ort', 'location city'],
  state: ['state', 'region', 'province', 'county'],
  country: ['country', 'land', 'country code', 'location country'],
  address: ['address', 'street', 'street address', 'postal address'],
  specialization: ['specialization', 'specialisation', 'industry', 'sector', 'category'],
  company_size: ['company size', 'employees', 'size', 'headcount', 'number of employees'],
  description: ['description', 'about', 'summary'],
  linkedin_url: ['linkedin', 'linkedin url', 'company linkedin', 'linkedin profile'],
}

const FIELD_OF_NAME = new Map(Object.entries(ALIASES).flatMap(([field, names]) => names.map((name) => [name, field])))
const FIELD_OF_TYPE: { [inputType: string]: string } = { email: 'email', phone: 'phone', url: 'website' }

/** Lead field by column header, in any spelling of it; undefined when it is none. */
export function leadFieldOf(name: string): string | undefined {
  return FIELD_OF_NAME.get(plain(name))
}

/** Lower case words, apart by one space: `E-Mail_Address` is `e mail address`. */
export function plain(name: string): string {
  return name
    .normalize('NFKC')
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

/** The input columns that stand for lead fields, each field once: names first, then types. */
export function leadColumns(columns: readonly Pick<ColumnConfig, 'id' | 'name' | 'type'>[]): Map<string, string> {
  const found = new Map<string, string>()
  const inputs = columns.filter((column) => column.type === 'input')
  const offer = (field: string | undefined, id: string) => {
    if (field !== undefined && !found.has(field) && ![...found.values()].includes(id)) found.set(field, id)
  }
  for (const { id, name } of inputs) offer(leadFieldOf(name), id)
  for (const column of inputs) offer(FIELD_OF_TYPE[String((column as { input_type?: unknown }).input_type)], column.id)
  return found
}
