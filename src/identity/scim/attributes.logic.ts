// The attributes of SCIM users and groups (RFC 7643) as data, for discovery, filters and patches.

const CORE = 'urn:ietf:params:scim:schemas:core:2.0:'
export const USER = `${CORE}User`
export const GROUP = `${CORE}Group`
export const ENTERPRISE = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'

export interface Attribute {
  name: string
  type: 'string' | 'boolean' | 'complex' | 'reference' | 'dateTime'
  multiValued: boolean
  description: string
  required: boolean
  caseExact: boolean
  mutability: 'readOnly' | 'readWrite' | 'immutable'
  returned: 'always' | 'default'
  uniqueness: 'none' | 'server'
  referenceTypes?: string[]
  canonicalValues?: string[]
  subAttributes?: Attribute[]
}

export interface Schema {
  id: string
  name: string
  description: string
  attributes: Attribute[]
}

function attribute(name: string, description: string, more: Partial<Attribute> = {}): Attribute {
  return {
    name,
    type: 'string',
    multiValued: false,
    description,
    required: false,
    caseExact: false,
    mutability: 'readWrite',
    returned: 'default',
    uniqueness: 'none',
    ...more,
  }
}

const EXACT = { caseExact: true } as const
const READ_ONLY = { mutability: 'readOnly' } as const
const reference = (...referenceTypes: string[]) => ({ type: 'reference', referenceTypes, ...EXACT }) as const
const complex = (subAttributes: Attribute[]) => ({ type: 'complex', subAttributes }) as const

function plural(name: string, description: string, value: Partial<Attribute> = {}): Attribute {
  const parts = [
    attribute('value', 'The value', value),
    attribute('display', 'A name for people'),
    attribute('type', 'What it is for, for example work'),
    attribute('primary', 'Whether it is the preferred one; at most one is', { type: 'boolean' }),
  ]
  return attribute(name, description, { multiValued: true, ...complex(parts) })
}

const NAME = [
  attribute('formatted', 'The whole name'),
  attribute('familyName', 'The family name'),
  attribute('givenName', 'The given name'),
  attribute('middleName', 'Middle names'),
  attribute('honorificPrefix', 'Title before the name'),
  attribute('honorificSuffix', 'Suffix after the name'),
]
const ADDRESS = ['formatted', 'streetAddress', 'locality', 'region', 'postalCode', 'country', 'type']

export const USER_SCHEMA: Schema = {
  id: USER,
  name: 'User',
  description: 'A person in the workspace',
  attributes: [
    attribute('userName', 'The name of the person in the directory', { required: true, uniqueness: 'server' }),
    attribute('name', 'The parts of the name', complex(NAME)),
    attribute('displayName', 'The name to show'),
    attribute('nickName', 'What people call them'),
    attribute('profileUrl', 'A page about them', reference('external')),
    attribute('title', 'Their title, for example Vice President'),
    attribute('userType', 'How they belong to the organization'),
    attribute('preferredLanguage', 'The language they like to read'),
    attribute('locale', 'How numbers and dates are written for them'),
    attribute('timezone', 'Their time zone'),
    attribute('active', 'Whether they have access to the workspace', { type: 'boolean' }),
    plural('emails', 'Email addresses'),
    plural('phoneNumbers', 'Phone numbers'),
    plural('ims', 'Addresses for instant messages'),
    plural('photos', 'Addresses of photos', reference('external')),
    attribute('addresses', 'Postal addresses', {
      multiValued: true,
      ...complex([
        ...ADDRESS.map((name) => attribute(name, `The ${name} of the address`)),
        attribute('primary', 'Whether it is the preferred one', { type: 'boolean' }),
      ]),
    }),
    attribute('groups', 'The groups they are in', {
      multiValued: true,
      ...READ_ONLY,
      ...complex([
        attribute('value', 'The id of the group', { ...EXACT, ...READ_ONLY }),
        attribute('$ref', 'The address of the group', { ...reference('Group'), ...READ_ONLY }),
        attribute('display', 'The name of the group', READ_ONLY),
        attribute('type', 'Always direct', READ_ONLY),
      ]),
    }),
    plural('entitlements', 'Things they are entitled to'),
    plural('roles', 'Roles in the directory; roles in the workspace come from groups'),
    plural('x509Certificates', 'Certificates', EXACT),
  ],
}

export const ENTERPRISE_SCHEMA: Schema = {
  id: ENTERPRISE,
  name: 'EnterpriseUser',
  description: 'Where a person works in their organization',
  attributes: [
    attribute('employeeNumber', 'Their number'),
    attribute('costCenter', 'Their cost center'),
    attribute('organization', 'Their organization'),
    attribute('division', 'Their division'),
    attribute('department', 'Their department'),
    attribute(
      'manager',
      'Whom they report to',
      complex([
        attribute('value', 'The id of the manager', EXACT),
        attribute('$ref', 'The address of the manager', reference('User')),
        attribute('displayName', 'The name of the manager'),
      ]),
    ),
  ],
}

export const GROUP_SCHEMA: Schema = {
  id: GROUP,
  name: 'Group',
  description: 'A group of people; an administrator of the workspace may give it a role',
  attributes: [
    attribute('displayName', 'The name of the group', { required: true, uniqueness: 'server' }),
    attribute('members', 'The people in it', {
      multiValued: true,
      ...complex([
        attribute('value', 'The id of the user', { ...EXACT, mutability: 'immutable' }),
        attribute('$ref', 'The address of the user', { ...reference('User'), mutability: 'immutable' }),
        attribute('type', 'Always User', { mutability: 'immutable', canonicalValues: ['User'] }),
        attribute('display', 'The name of the user', { mutability: 'immutable' }),
      ]),
    }),
  ],
}

/** What every resource has beside its schema. */
const SHARED: Attribute[] = [
  attribute('id', 'The id given by this service', { ...EXACT, ...READ_ONLY, returned: 'always' }),
  attribute('externalId', 'The id given by the directory', EXACT),
  attribute('schemas', 'The schemas in use', { ...EXACT, multiValued: true, returned: 'always' }),
  attribute('meta', 'About the resource', {
    ...READ_ONLY,
    ...complex([
      attribute('resourceType', 'User or Group', EXACT),
      attribute('created', 'When it was made', { type: 'dateTime' }),
      attribute('lastModified', 'When it was last changed', { type: 'dateTime' }),
      attribute('location', 'Its address', EXACT),
      attribute('version', 'Its ETag', EXACT),
    ]),
  }),
]

/** A kind of resource: its own schema and its extensions by lower-case URN. */
export interface ResourceKind {
  name: 'User' | 'Group'
  core: Schema
  attributes: Attribute[]
  extensions: ReadonlyMap<string, Schema>
}

export const USER_KIND: ResourceKind = {
  name: 'User',
  core: USER_SCHEMA,
  attributes: [...SHARED, ...USER_SCHEMA.attributes],
  extensions: new Map([[ENTERPRISE.toLowerCase(), ENTERPRISE_SCHEMA]]),
}

export const GROUP_KIND: ResourceKind = {
  name: 'Group',
  core: GROUP_SCHEMA,
  attributes: [...SHARED, ...GROUP_SCHEMA.attributes],
  extensions: new Map(),
}

/** Where an attribute is: below an extension, or in the core; names as the standard writes them. */
export interface AttributePath {
  urn: string | undefined
  names: string[]
  /** What is known of the last name; undefined for what no schema has. */
  attribute: Attribute | undefined
}

/** Reads `name.familyName`, `urn:…:User:department` and the old form with a dot after the URN. */
export function placeOf(kind: ResourceKind, text: string): AttributePath {
  const { urn, rest } = splitUrn(kind, text)
  const schema = urn === undefined ? undefined : kind.extensions.get(urn.toLowerCase())
  let known: Attribute[] | undefined = urn === undefined ? kind.attributes : schema?.attributes
  let found: Attribute | undefined
  const names = (rest === '' ? [] : rest.split('.')).map((name) => {
    found = known?.find((one) => one.name.toLowerCase() === name.toLowerCase())
    known = found?.subAttributes
    return found?.name ?? name
  })
  return { urn: schema?.id ?? urn, names, attribute: found }
}

function splitUrn(kind: ResourceKind, text: string): { urn: string | undefined; rest: string } {
  const lower = text.toLowerCase()
  if (!lower.startsWith('urn:')) return { urn: undefined, rest: text }
  for (const known of [kind.core.id.toLowerCase(), ...kind.extensions.keys()]) {
    if (!lower.startsWith(known)) continue
    const rest = text.slice(known.length)
    if (rest !== '' && !/^[:.]/.test(rest)) continue
    return { urn: known === kind.core.id.toLowerCase() ? undefined : known, rest: rest.slice(1) }
  }
  const colon = text.lastIndexOf(':')
  // The last part of a URN of a schema is the kind it extends; an attribute comes after that.
  if (text.slice(colon + 1).toLowerCase() === kind.name.toLowerCase()) return { urn: text, rest: '' }
  return { urn: text.slice(0, colon), rest: text.slice(colon + 1) }
}

/** Upper and lower case, and the two ways to write an accent, make no difference. */
export function foldName(text: string): string {
  return text.normalize('NFC').toLowerCase()
}
