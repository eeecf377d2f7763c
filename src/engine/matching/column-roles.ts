// What a column may hold, by its name and by its values.
import type { ColumnRole } from './match-fields.ts'
import { normalForm } from './normal-form.ts'

/** The first pattern that a column's name fits. */
const NAMES: readonly (readonly [RegExp, ColumnRole['role'] | null])[] = [
  [/^(is|has) | (type|status|amount|role)$|(passport|licen[cs]e|id) (country|state)/, null],
  [
    /\b(passport|licen[cs]e|registration|vat|tax|id)\b.* (date|expiry|expires|expiration|issued|until)\b|\bdate of (registration|issue|expiry)/,
    null,
  ],
  [/e ?mail/, 'email'],
  [/phone|mobile|\btel\b|\bfax\b|\bcell\b/, 'phone'],
  [/domain|web ?site|\burl\b|homepage|^(company |firm |business )?site( address| link)?$/, 'domain'],
  [
    /linkedin|\bssn\b|soc sec|passport|licen[cs]e|tax (id|no|number)|\bvat\b|\bust id\b|national id|external id|\blei\b|\bein\b|registration|register (no|number)|company (no|number)|\bduns\b|\bsiren\b|\bsiret\b/,
    'identifier',
  ],
  [/birth ?place|place of birth/, 'city'],
  [/\bdob\b|birth/, 'date'],
  [/\b(first|given|fore)( ?names?)? (and )?(last|family|sur) ?names?\b/, 'full_name'],
  [/middle name|name middle|middle initial/, null],
  [/given name|first name|forename|\bgiven\b|name first/, 'given_name'],
  [/surname|last name|family name|name last/, 'surname'],
  [/job|position|contact title|salutation/, 'category'],
  [/full name|name full|contact person|contact name|person name|\bperson\b/, 'full_name'],
  [/company|organi[sz]ation|\borg\b|\bfirm\b|account name|business|employer/, 'firm'],
  [/street number|house number|street no|house no/, 'street_number'],
  [/address 2|addr 2|address line 2|addr line2/, 'place'],
  // Checked before streets, because parts of an address are often named like `addr_city`.
  [/\bcity\b|\btown\b|suburb|locality/, 'city'],
  [/post ?code|\bzip\b|postal code|\bpostal$/, 'postcode'],
  [/\b(addr|address) (state|region|province|county)\b/, 'region'],
  [/\b(addr|address) country\b/, 'country'],
  [/street|addr/, 'street'],
  [/\bstate\b|region|province|county/, 'region'],
  [/country|nation/, 'country'],
  [/(?<!\bco ?)\bauthors?$|contributors|members/, 'people'],
  [/\byear\b|\bage\b|founded/, 'number'],
  [/title|product|subject/, 'text'],
  [/\bname\b/, 'firm'],
  [/type|category|industry|speciali[sz]ation|venue|journal|genre|gender|brand|manufacturer/, 'category'],
]

const wordsOf = (column: string) =>
  column
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replace('linked in', 'linkedin')
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()

/** The same names come with every record of a file, and of a lead. */
const rolesByName = new Map<string, readonly ColumnRole['role'][]>()
const MOST_NAMES = 5_000

/** What a column may hold by its name, the likeliest first; none where it does not help to identify a record. */
export function rolesOf(column: string): readonly ColumnRole['role'][] {
  const known = rolesByName.get(column)
  if (known) return known
  if (rolesByName.size >= MOST_NAMES) rolesByName.clear()
  const roles = readRoles(column)
  rolesByName.set(column, roles)
  return roles
}

function readRoles(column: string): ColumnRole['role'][] {
  const words = wordsOf(column)
  const roles = NAMES.flatMap(([pattern, role]) => (pattern.test(words) ? [role] : []))
  const end = roles.indexOf(null)
  return (end < 0 ? roles : roles.slice(0, end)).flatMap((role) => role ?? [])
}

/** By the name alone; null for a column that does not help to identify a record. */
export const roleOf = (column: string): ColumnRole['role'] | null => rolesOf(column)[0] ?? null

const hasLetter = (value: string) => /\p{L}/u.test(value)
const hasDigit = (value: string) => /\d/.test(value)
const isCalled = (value: string) => hasLetter(value) && !hasDigit(value) && !value.includes('@')

/** Whether a value can be what a column of the role holds; a role that is left out holds anything. */
const MAY_BE: { readonly [role in ColumnRole['role']]?: (value: string) => boolean } = {
  email: (value) => value.includes('@'),
  phone: (value) => normalForm('phone', value) !== null && !/\p{L}{4}/u.test(value),
  domain: (value) => normalForm('domain', value) !== null,
  date: (value) => (normalForm('date', value) ?? '').length >= 4,
  number: (value) => hasDigit(value) && !/\p{L}{4}/u.test(value),
  postcode: (value) => hasDigit(value) && value.length <= 12,
  street_number: (value) => hasDigit(value) && value.length <= 12,
  full_name: isCalled,
  given_name: isCalled,
  surname: isCalled,
  firm: hasLetter,
  street: hasLetter,
  city: hasLetter,
  region: hasLetter,
  people: hasLetter,
  text: hasLetter,
}

/** The share of values that must fit a role. */
const ENOUGH = 0.5
/** With fewer values the role is not checked. */
const LEAST_VALUES = 5

/** The first role that the values fit, or simply the first role when there are too few values. Null when no role fits. */
export function roleByValues(
  roles: readonly ColumnRole['role'][],
  values: readonly string[],
): ColumnRole['role'] | null {
  const filled = values.filter((value) => value.trim() !== '')
  const fits = (role: ColumnRole['role']) => {
    const mayBe = MAY_BE[role]
    return mayBe === undefined || filled.filter(mayBe).length >= ENOUGH * filled.length
  }
  if (filled.length < LEAST_VALUES) return roles[0] ?? null
  return roles.find(fits) ?? null
}

const IDENTIFIERS: readonly (readonly [RegExp, 'tax_id' | 'registration_id' | 'national_id'])[] = [
  [/\btax\b|\bvat\b|\bust\b|\bein\b/, 'tax_id'],
  [/national id|\bssn\b|soc sec|passport|licen[cs]e/, 'national_id'],
  [/\blei\b|registration|register|company (no|number)|\bduns\b|\bsiren\b|\bsiret\b/, 'registration_id'],
]

/** Which identifier a column of that role holds: two of different kinds are not compared. */
export function identifierOf(column: string): 'tax_id' | 'registration_id' | 'national_id' | null {
  if (roleOf(column) !== 'identifier') return null
  const words = wordsOf(column)
  return IDENTIFIERS.find(([pattern]) => pattern.test(words))?.[1] ?? null
}

const FIRM_IDS =
  /\bvat\b|\bust\b|\bein\b|\blei\b|\bduns\b|\bsiren\b|\bsiret\b|\b(company|firm|employer|business|organi[sz]ation|org)\b/

/** Whether the name of the column says that its identifier belongs to a firm. All people of the firm share it, so it identifies none of them. */
export const isFirmIdentifier = (column: string): boolean => FIRM_IDS.test(wordsOf(column))
