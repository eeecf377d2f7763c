// Inputs that many vendors ask for, worded and bound alike, so that steps of one waterfall look alike.
import type { LookupInput } from './kit.ts'

export const DOMAIN: LookupInput = {
  name: 'domain',
  label: 'Company domain',
  type: 'text',
  required: false,
  help: 'The domain of the company, such as example.com.',
  aliases: ['domain', 'company domain', 'website', 'company website'],
}

export const COMPANY: LookupInput = {
  name: 'company',
  label: 'Company',
  type: 'text',
  required: false,
  help: 'The name of the company; the domain finds more.',
  aliases: ['company', 'company name', 'organisation', 'organization'],
}

/** For registers, which are searched for a name and asked for the company of just that name. */
export const EXACT_COMPANY: LookupInput = {
  ...COMPANY,
  help: 'The name of the company; one of exactly this name is taken, whatever its legal form.',
  aliases: ['company', 'company name', 'legal name'],
}

export const FIRST_NAME: LookupInput = {
  name: 'first_name',
  label: 'First name',
  type: 'text',
  required: false,
  help: 'The given name.',
  aliases: ['first name', 'given name', 'firstname'],
}

export const LAST_NAME: LookupInput = {
  name: 'last_name',
  label: 'Last name',
  type: 'text',
  required: false,
  help: 'The family name.',
  aliases: ['last name', 'surname', 'family name', 'lastname'],
}

const FULL_NAME: LookupInput = {
  name: 'full_name',
  label: 'Full name',
  type: 'text',
  required: false,
  help: 'Instead of first and last name.',
  aliases: ['full name', 'name', 'person', 'contact'],
}

export const EMAIL: LookupInput = {
  name: 'email',
  label: 'Email',
  type: 'email',
  required: true,
  help: 'The address to verify.',
  aliases: ['email', 'e-mail', 'work email', 'email address', 'mail'],
}

export const LINKEDIN: LookupInput = {
  name: 'linkedin_url',
  label: 'LinkedIn',
  type: 'url',
  required: false,
  help: 'The public address of the profile.',
  aliases: ['linkedin', 'linkedin url', 'linkedin profile', 'profile url'],
}

export const KNOWN_EMAIL: LookupInput = {
  ...EMAIL,
  required: false,
  help: 'A work address of the person, when one is known.',
}

export const WEBSITE: LookupInput = {
  name: 'website',
  label: 'Website',
  type: 'url',
  required: true,
  help: 'A web address, domain or company e-mail address, typed in any way.',
  aliases: ['website', 'url', 'domain', 'company domain', 'company website', 'homepage', 'web site'],
}

export const QUERY: LookupInput = {
  name: 'query',
  label: 'Search for',
  type: 'text',
  required: true,
  help: 'The words to search for; columns can stand in it, such as a company and a topic.',
  aliases: ['query', 'search', 'keywords'],
}

export const SEARCH_COUNTRY: LookupInput = {
  name: 'country',
  label: 'Country',
  type: 'text',
  required: false,
  help: 'Two letters of the country to search from, such as de.',
  aliases: ['country', 'country code'],
}

/** A company by its domain, or by its name when that is all there is. */
export const COMPANY_BY = { inputs: [DOMAIN, COMPANY], one_of: [['domain', 'company']] } as const

/** A person by what is known of them: an address, a profile, or a name and a company. */
export const PERSON_BY = {
  inputs: [KNOWN_EMAIL, LINKEDIN, FIRST_NAME, LAST_NAME, FULL_NAME, DOMAIN, COMPANY],
  one_of: [['email', 'linkedin_url', 'full_name', 'last_name']],
} as const

/** A person at a company: a whole name or both parts of it, and where. */
export const PERSON_AT_COMPANY = {
  inputs: [DOMAIN, COMPANY, FIRST_NAME, LAST_NAME, FULL_NAME],
  one_of: [
    ['domain', 'company'],
    ['first_name', 'full_name'],
    ['last_name', 'full_name'],
  ],
} as const

/** Those that have a value, as a vendor's JSON has them: left out, where a query is without what is blank by itself. */
export function withoutBlanks(members: Record<string, string | undefined>): Record<string, string> {
  return Object.fromEntries(Object.entries(members).flatMap(([name, value]) => (value ? [[name, value]] : [])))
}
