// A made-up vendor for tests of the kit, and the outside world as it answers.
import { callLookup } from './call.ts'
import { found, type HttpLookup, type Integration } from './kit.ts'
import type { HttpReply, Tools } from './outside.ts'

export const declaration = {
  id: 'test-lookup',
  provider: 'test',
  label: 'Test',
  description: 'A lookup of the tests.',
  docs_url: 'https://example.com/docs',
  inputs: [
    { name: 'domain', label: 'Domain', type: 'text', required: false, help: 'The domain.', aliases: ['domain'] },
    { name: 'name', label: 'Name', type: 'text', required: false, help: 'The name.', aliases: ['name'] },
  ],
  one_of: [['domain', 'name']],
  outputs: [{ field: 'company_name' }, { field: 'employee_count' }, { field: 'website' }, { field: 'emails' }],
  price: { usd: 0.01, rule: 'on_hit' },
  license: 'proprietary-api',
  method: 'api',
  keyless: false,
  repeat_free: true,
  cache_days: 30,
  limits: {},
  timeout_ms: 2000,
  sample: { inputs: { domain: 'example.com' }, values: { company_name: 'Example' } },
} as const

export const integration: Integration = {
  id: 'test',
  name: 'Test',
  kind: 'email',
  docs_url: 'https://example.com/docs',
  fields: [{ name: 'api_key', label: 'API key', secret: true, required: true, help: 'The key.' }],
  auth: { in: 'bearer', field: 'api_key' },
  test: {
    ask: () => ({ method: 'GET', url: 'https://api.example.com/me' }),
    read: () => ({ ok: true, words: 'fine' }),
  },
}

export const vendor: HttpLookup = {
  ...declaration,
  integration,
  statuses: { miss: [404] },
  ask: (inputs) => ({ method: 'GET', url: 'https://api.example.com/v1/find', query: { domain: inputs.domain } }),
  read: ({ json }) => found({ company_name: (json as { data: { name: string } }).data.name }, 0.9),
}

export const account = { api_key: 's3cr3t+key/value' }
export const live = () => new AbortController().signal
export const reply = (status: number, body = '', headers: Record<string, string> = {}): HttpReply => ({
  ok: true,
  status,
  headers,
  body,
})

export function toolsWith(http: Tools['http'], fetchPage?: Tools['fetchPage']): Tools {
  return {
    http,
    fetchPage: fetchPage ?? (async () => ({ ok: false, reason: 'network', message: 'no pages here', sent: false })),
    dns: async () => ({ ok: false, message: 'no DNS here' }),
    now: () => Date.parse('2026-01-01T00:00:00Z'),
  }
}

export const ask = (lookup: HttpLookup, answer: HttpReply) =>
  callLookup(
    lookup,
    { domain: 'example.com' },
    toolsWith(async () => answer),
    live(),
    { account },
  )
