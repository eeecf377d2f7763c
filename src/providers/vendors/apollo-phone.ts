// Apollo's mobile phones: it looks for them after it has answered, and brings them to an address of ours.
import { calledBack, charged, found, type HttpLookup, notFound } from '../kit/kit.ts'
import { list, number, record, text } from '../kit/reply-values.ts'
import { PERSON_BY } from '../kit/vendor-inputs.ts'
import { keyed } from '../kit/vendor-terms.ts'
import { apollo, CREDIT_USD, refusal } from './apollo.ts'

const PHONE_CREDITS = 8

export const apolloPhone: HttpLookup = {
  ...keyed(apollo),
  ...PERSON_BY,
  id: 'apollo-mobile-phone',
  label: 'Apollo mobile phone',
  description:
    'Finds the mobile phone of a person; Apollo brings it within minutes, so this service needs a public address.',
  docs_url: 'https://docs.apollo.io/reference/people-enrichment',
  outputs: [{ field: 'mobile_phone' }],
  price: { usd: PHONE_CREDITS * CREDIT_USD, rule: 'vendor_reports' },
  limits: { per_second: 3 },
  statuses: { read: [422] },
  has: ['person'],
  sample: {
    inputs: { linkedin_url: 'https://www.linkedin.com/in/ada' },
    values: { mobile_phone: '+14155550100' },
  },
  ask: ({ email, linkedin_url, first_name, last_name, full_name, domain, company }, _account, { callback_url }) => ({
    method: 'POST',
    url: 'https://api.apollo.io/api/v1/people/match',
    query: {
      first_name,
      last_name,
      name: full_name,
      email,
      linkedin_url,
      domain,
      organization_name: company,
      reveal_phone_number: true,
      webhook_url: callback_url,
    },
  }),
  read(reply) {
    const refused = refusal(reply)
    if (refused) return refused
    const id = text(record(record(reply.json).person).id)
    return id ? calledBack({ id }, 30 * 60_000) : charged(notFound('Apollo knows no such person'), 0)
  },
  callback: {
    read({ json }, { id }) {
      const { people, credits_consumed } = record(json)
      if (!Array.isArray(people)) throw new Error('it names no people')
      const person = list(people).find((one) => text(one.id) === id) ?? list(people)[0]
      const [phone] = list(person?.phone_numbers)
      const called = text(phone?.sanitized_number) ?? text(phone?.raw_number)
      const credits = number(credits_consumed) ?? (called ? PHONE_CREDITS : 0)
      const answer = called ? found({ mobile_phone: called }, 0.8) : notFound('Apollo knows no phone of this person')
      return charged(answer, credits * CREDIT_USD)
    },
  },
}
