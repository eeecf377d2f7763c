// Findymail: finds work addresses and gives only those it has verified; verifies addresses and finds mobiles too.

import { verdictOf } from '../emails/verdicts.ts'
import { found, type HttpLookup, type Integration, notFound } from '../kit/kit.ts'
import { number, record, text } from '../kit/reply-values.ts'
import { EMAIL, LINKEDIN, PERSON_AT_COMPANY } from '../kit/vendor-inputs.ts'
import { apiKey, keyed, UNREADABLE, works } from '../kit/vendor-terms.ts'

const API = 'https://app.findymail.com/api'
/** One credit of the smallest plan. */
const CREDIT_USD = 0.02

export const findymail: Integration = {
  id: 'findymail',
  name: 'Findymail',
  kind: 'email',
  docs_url: 'https://app.findymail.com/docs/',
  fields: [apiKey('In Findymail under API.')],
  auth: { in: 'bearer', field: 'api_key' },
  test: {
    ask: () => ({ method: 'GET', url: `${API}/credits` }),
    // 423: the subscription rests.
    statuses: { quota: [423] },
    read({ json }) {
      const { credits, verifier_credits } = record(json)
      if (number(credits) === undefined) return UNREADABLE
      const more = number(verifier_credits) === undefined ? '' : ` and ${number(verifier_credits)} for verifying`
      return works(`${number(credits)} credits for finding${more}`)
    },
  },
}

const DECLARED = {
  ...keyed(findymail),
  // A repeated search is free.
  repeat_free: true,
  limits: { concurrency: 100 },
  statuses: { miss: [404], quota: [423] },
} as const

export const findymailEmailFinder: HttpLookup = {
  ...DECLARED,
  ...PERSON_AT_COMPANY,
  id: 'findymail-email-finder',
  label: 'Findymail email finder',
  description: 'Finds the work address of a person at a company, and gives it only when it was verified.',
  docs_url: 'https://app.findymail.com/docs/#finder',
  outputs: [{ field: 'work_email' }],
  price: { usd: CREDIT_USD, rule: 'on_verified' },
  has: ['contact|payload'],
  sample: {
    inputs: { domain: 'example.com', full_name: 'Ada Byron' },
    values: { work_email: 'ada@example.com' },
  },
  ask: ({ domain, company, first_name, last_name, full_name }) => ({
    method: 'POST',
    url: `${API}/search/name`,
    json: { name: full_name ?? `${first_name} ${last_name}`, domain: domain ?? company ?? '' },
  }),
  read({ json }) {
    const answer = record(json)
    const email = text(record(answer.contact ?? record(answer.payload).contact).email)
    return email
      ? found({ work_email: email }, 0.95, { verified: true })
      : notFound('Findymail has no verified address')
  },
}

export const findymailVerifier: HttpLookup = {
  ...DECLARED,
  id: 'findymail-email-verifier',
  label: 'Findymail email verifier',
  description: 'Says whether mail to an address would arrive: valid or invalid.',
  docs_url: 'https://app.findymail.com/docs/#verifier',
  inputs: [EMAIL],
  outputs: [{ field: 'email_status' }, { field: 'email_verdict' }, { field: 'mail_provider' }],
  price: { usd: CREDIT_USD, rule: 'per_call' },
  has: ['email', 'verified'],
  sample: { inputs: { email: 'ada@example.com' }, values: { email_status: 'valid', email_verdict: 'verified' } },
  ask: ({ email }) => ({ method: 'POST', url: `${API}/verify`, json: { email: email ?? '' } }),
  read({ json }) {
    const { verified, provider } = record(json)
    const raw = verified === true ? 'verified' : verified === false ? 'not verified' : undefined
    const answer = verdictOf('Findymail', raw, verified === true ? 'valid' : 'invalid')
    if (answer.kind !== 'found') return answer
    return { ...answer, values: { ...answer.values, mail_provider: text(provider) ?? null } }
  },
}

export const findymailPhone: HttpLookup = {
  ...DECLARED,
  id: 'findymail-phone-finder',
  label: 'Findymail phone finder',
  description: 'Finds the mobile phone for a LinkedIn profile; people in the European Union are left out.',
  docs_url: 'https://app.findymail.com/docs/#phone',
  inputs: [{ ...LINKEDIN, required: true }],
  outputs: [{ field: 'mobile_phone' }],
  price: { usd: 10 * CREDIT_USD, rule: 'on_hit' },
  has: ['phone'],
  sample: {
    inputs: { linkedin_url: 'https://www.linkedin.com/in/ada' },
    values: { mobile_phone: '+14155550100' },
  },
  ask: ({ linkedin_url }) => ({
    method: 'POST',
    url: `${API}/search/phone`,
    json: { linkedin_url: linkedin_url ?? '' },
  }),
  read({ json }) {
    const phone = text(record(json).phone)
    return phone ? found({ mobile_phone: phone }, 0.85) : notFound('Findymail knows no mobile of this person')
  },
}
