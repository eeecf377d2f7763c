// Findymail: finds work addresses and gives only those it has verified.
import { failed, found, type HttpLookup, type Integration, notFound } from './kit.ts'
import { number, record, text } from './reply-values.ts'
import { PERSON_AT_COMPANY } from './vendor-inputs.ts'

const API = 'https://app.findymail.com/api'

export const findymail: Integration = {
  id: 'findymail',
  name: 'Findymail',
  kind: 'email',
  docs_url: 'https://app.findymail.com/docs/',
  fields: [{ name: 'api_key', label: 'API key', secret: true, required: true, help: 'In Findymail under API.' }],
  auth: { in: 'bearer', field: 'api_key' },
  test: {
    ask: { method: 'GET', url: `${API}/credits` },
    // 423: the subscription rests.
    statuses: { quota: [423] },
    read({ json }) {
      const { credits, verifier_credits } = record(json)
      if (number(credits) === undefined) return { ok: false, words: 'The answer was not understood.' }
      const more = number(verifier_credits) === undefined ? '' : ` and ${number(verifier_credits)} for verifying`
      return { ok: true, words: `The key works: ${number(credits)} credits for finding${more}.` }
    },
  },
}

export const findymailEmailFinder: HttpLookup = {
  ...PERSON_AT_COMPANY,
  id: 'findymail-email-finder',
  provider: 'findymail',
  label: 'Findymail email finder',
  description: 'Finds the work address of a person at a company, and gives it only when it was verified.',
  docs_url: 'https://app.findymail.com/docs/#finder',
  outputs: [{ field: 'work_email' }],
  price: { usd: 0.02, rule: 'on_verified' },
  license: 'proprietary-api',
  method: 'api',
  keyless: false,
  checked: 'documented',
  integration: findymail,
  // A repeated search is free.
  repeat_free: true,
  cache_days: 30,
  limits: { concurrency: 100 },
  timeout_ms: 30_000,
  statuses: { miss: [404], quota: [423] },
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
    if (!('contact' in answer || 'payload' in answer))
      return failed('unmapped', 'The answer of Findymail was not understood.')
    const contact = record(answer.contact ?? record(answer.payload).contact)
    const email = text(contact.email)
    return email
      ? found({ work_email: email }, 0.95, { verified: true })
      : notFound('Findymail has no verified address')
  },
}
