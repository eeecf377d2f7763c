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

export const FULL_NAME: LookupInput = {
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

/** A person at a company: a whole name or both parts of it, and where. */
export const PERSON_AT_COMPANY = {
  inputs: [DOMAIN, COMPANY, FIRST_NAME, LAST_NAME, FULL_NAME],
  one_of: [
    ['domain', 'company'],
    ['first_name', 'full_name'],
    ['last_name', 'full_name'],
  ],
} as const
