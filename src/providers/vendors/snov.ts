// Snov.io: finds work addresses. Its key is a client id and secret, for which it gives a token of an hour.

import type { VerdictWords } from '../emails/verdicts.ts'
import { failed, found, type HttpLookup, type Integration, notFound, pollLater } from '../kit/kit.ts'
import { list, number, record, text } from '../kit/reply-values.ts'
import { DOMAIN, FIRST_NAME, LAST_NAME } from '../kit/vendor-inputs.ts'
import { keyed, UNREADABLE, works } from '../kit/vendor-terms.ts'

const API = 'https://api.snov.io'
const NEXT_MS = 4_000

export const snov: Integration = {
  id: 'snov',
  name: 'Snov.io',
  kind: 'email',
  docs_url: 'https://snov.io/api',
  fields: [
    { name: 'client_id', label: 'User id', secret: true, required: true, help: 'In Snov.io under account, API.' },
    { name: 'client_secret', label: 'Secret', secret: true, required: true, help: 'Beside the user id.' },
  ],
  auth: {
    in: 'oauth',
    mint: ({ client_id = '', client_secret = '' }) => ({
      method: 'POST',
      url: `${API}/v1/oauth/access_token`,
      form: { grant_type: 'client_credentials', client_id, client_secret },
    }),
  },
  test: {
    ask: () => ({ method: 'GET', url: `${API}/v1/get-balance` }),
    read({ json }) {
      const left = number(record(record(json).data).balance)
      return left === undefined ? UNREADABLE : works(`${left} credits left`)
    },
  },
}

const WORDS: VerdictWords = { valid: 'valid', not_valid: 'invalid', unknown: 'unknown' }

export const snovEmailFinder: HttpLookup = {
  ...keyed(snov),
  id: 'snov-email-finder',
  label: 'Snov.io email finder',
  description: 'Finds the work address of a person at a domain and says whether its mail server took it.',
  docs_url: 'https://snov.io/api#EmailFinder',
  inputs: [
    { ...FIRST_NAME, required: true },
    { ...LAST_NAME, required: true },
    { ...DOMAIN, required: true },
  ],
  outputs: [{ field: 'work_email' }, { field: 'email_status' }, { field: 'email_verdict' }],
  // One credit also for an address that it could not check.
  price: { usd: 0.039, rule: 'on_hit' },
  limits: { per_second: 1 },
  has: ['data.task_hash|meta.task_hash'],
  sample: {
    inputs: { domain: 'example.com', first_name: 'Ada', last_name: 'Byron' },
    values: { work_email: 'ada@example.com', email_status: 'valid' },
  },
  ask: ({ first_name = '', last_name = '', domain = '' }) => ({
    method: 'POST',
    url: `${API}/v2/emails-by-domain-by-name/start`,
    json: { rows: [{ first_name, last_name, domain }] },
  }),
  read({ json }) {
    const answer = record(json)
    const task = text(record(answer.data).task_hash) ?? text(record(answer.meta).task_hash)
    return task ? pollLater({ task }, NEXT_MS) : failed('unmapped', 'Snov.io gave the question no name.')
  },
  poll: {
    max_wait_ms: 5 * 60_000,
    has: ['status', 'data'],
    ask: ({ task }) => ({
      method: 'GET',
      url: `${API}/v2/emails-by-domain-by-name/result`,
      query: { task_hash: String(task) },
    }),
    read({ json }, handle) {
      const { status, data } = record(json)
      if (status === 'in_progress') return pollLater(handle, NEXT_MS)
      if (status !== 'completed') return failed('unmapped', 'Snov.io gave a status that is not documented.')
      const [best] = list(list(data)[0]?.result)
      const email = text(best?.email)
      const raw = text(best?.smtp_status)
      if (!email || raw === 'not_valid') return notFound('Snov.io found no address')
      const values = { work_email: email, email_status: WORDS[raw ?? ''] ?? 'unknown', email_verdict: raw ?? null }
      return found(values, raw === 'valid' ? 0.95 : 0.5, { verified: raw === 'valid' })
    },
  },
}
