// RocketReach: people by profile, address, or name and employer. It may still be searching when it answers.

import type { VerdictWords } from '../emails/verdicts.ts'
import { failed, found, type HttpLookup, type Integration, type LookupAnswer, notFound, pollLater } from '../kit/kit.ts'
import { list, number, record, text, webAddress } from '../kit/reply-values.ts'
import { PERSON_BY } from '../kit/vendor-inputs.ts'
import { apiKey, keyed, UNREADABLE, works } from '../kit/vendor-terms.ts'

const API = 'https://api.rocketreach.co/api/v2'
const NEXT_MS = 3_000

export const rocketreach: Integration = {
  id: 'rocketreach',
  name: 'RocketReach',
  kind: 'email',
  docs_url: 'https://docs.rocketreach.co/reference/rocketreach-api',
  fields: [apiKey('In RocketReach under account settings, API.')],
  auth: { in: 'header', field: 'api_key', name: 'Api-Key' },
  test: {
    ask: () => ({ method: 'GET', url: `${API}/account/` }),
    read: ({ json }) => (number(record(json).id) === undefined ? UNREADABLE : works()),
  },
}

const WORDS: VerdictWords = { valid: 'valid', invalid: 'invalid', inconclusive: 'unknown' }

export const rocketreachPerson: HttpLookup = {
  ...keyed(rocketreach),
  ...PERSON_BY,
  id: 'rocketreach-person',
  label: 'RocketReach person',
  description: 'Finds a person with work address, phone, title, place and employer; it may take some seconds.',
  docs_url: 'https://docs.rocketreach.co/reference/people-lookup-api',
  outputs: [
    { field: 'work_email' },
    { field: 'email_status' },
    { field: 'email_verdict' },
    { field: 'mobile_phone' },
    { field: 'full_name' },
    { field: 'job_title' },
    { field: 'linkedin_url' },
    { field: 'location' },
    { field: 'company_name' },
  ],
  // What a lookup costs is a matter of the plan.
  price: { usd: null, rule: 'on_hit' },
  limits: { per_second: 1 },
  statuses: { miss: [404] },
  has: ['id', 'status'],
  sample: {
    inputs: { full_name: 'Ada Byron', company: 'Example' },
    values: { work_email: 'ada@example.com', email_status: 'valid', full_name: 'Ada Byron' },
  },
  ask: ({ email, linkedin_url, first_name, last_name, full_name, domain, company }) => ({
    method: 'GET',
    url: `${API}/person/lookup`,
    query: linkedin_url
      ? { linkedin_url }
      : email
        ? { email }
        : { name: full_name ?? [first_name, last_name].filter(Boolean).join(' '), current_employer: company ?? domain },
  }),
  read: ({ json }) => answerOf(record(json)),
  poll: {
    max_wait_ms: 3 * 60_000,
    has: ['[]'],
    ask: ({ id }) => ({ method: 'GET', url: `${API}/person/checkStatus`, query: { ids: Number(id) } }),
    read: ({ json }, { id }) => answerOf(list(json).find((one) => one.id === id) ?? {}),
  },
}

function answerOf(person: Record<string, unknown>): LookupAnswer {
  switch (text(person.status)) {
    case 'complete':
      return personOf(person)
    case 'searching':
    case 'progress':
    case 'waiting':
    case 'not queued': {
      const id = number(person.id)
      return id === undefined
        ? failed('unmapped', 'RocketReach gave the question no number.')
        : pollLater({ id }, NEXT_MS)
    }
    case 'failed':
      return notFound('RocketReach found nothing of this person')
    default:
      return failed('unmapped', 'RocketReach gave a status that is not documented.')
  }
}

function personOf(person: Record<string, unknown>): LookupAnswer {
  const emails = list(person.emails)
  const work = text(person.current_work_email)
  const best = emails.find((one) => one.email === work) ?? emails.find((one) => one.type === 'professional')
  const email = work ?? text(best?.email)
  const phones = list(person.phones)
  const phone = phones.find((one) => one.type === 'mobile') ?? phones.find((one) => one.recommended === true)
  const verdict = text(best?.smtp_valid)
  const name = text(person.name)
  if (!email && !phone && !name) return notFound('RocketReach found nothing of this person')
  const isValid = verdict === 'valid'
  return found(
    {
      work_email: email ?? null,
      email_status: email ? (WORDS[verdict ?? ''] ?? 'unknown') : null,
      email_verdict: (email && verdict) ?? null,
      mobile_phone: text(phone?.e164) ?? text(phone?.number) ?? null,
      full_name: name ?? null,
      job_title: text(person.current_title) ?? null,
      linkedin_url: webAddress(person.linkedin_url) ?? null,
      location: text(person.location) ?? null,
      company_name: text(person.current_employer) ?? null,
    },
    isValid ? 0.93 : 0.6,
    { verified: email !== undefined && isValid },
  )
}
