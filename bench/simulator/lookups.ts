// Simulated providers as the catalogue sees them: declared like real ones, answered by the peer.
import type { BillingRule } from '../../src/engine/waterfall/outcome.ts'
import { calledBack, failed, found, type HttpLookup, notFound } from '../../src/providers/kit/kit.ts'
import { type Behaviour, DEADLINE_MS } from './peer.ts'

/** The name the peer is reached by; EGRESS_HOST_MAP maps it to the peer's port. */
export const PEER_HOST = 'peer.simulator.example'

export interface Simulated extends Partial<Behaviour> {
  id: string
  usd?: number
  rule?: BillingRule
  repeat_free?: boolean
  cache_days?: number
  timeout_ms?: number
}

/** A lookup from `key` to `description`, which the peer knows for a fixed share of keys. */
export function simulatedLookup(options: Simulated): HttpLookup {
  const { id, latency = 0, hit = 1, fail = 0, faults = [], usd = 0.01, rule = 'on_hit', repeat_free = false } = options
  const spread = options.spread ? '1' : '0'
  return {
    id,
    provider: id,
    label: `Simulated ${id}`,
    description: 'Answers by a fixed rule, for measuring.',
    docs_url: 'https://example.com/',
    inputs: [{ name: 'key', label: 'Key', type: 'text', required: true, help: 'What to look up.', aliases: ['key'] }],
    outputs: [{ field: 'description' }],
    price: { usd, rule },
    license: 'proprietary-api',
    method: 'api',
    keyless: true,
    repeat_free,
    cache_days: options.cache_days ?? 30,
    limits: {},
    timeout_ms: options.timeout_ms ?? 5_000,
    sample: { inputs: { key: 'a' }, values: { description: `${id}:a` } },
    ask: ({ key }) => ({
      method: 'GET',
      url: `http://${PEER_HOST}/`,
      query: { provider: id, key, latency, spread, hit, fail, faults: faults.join(',') },
    }),
    read({ json }) {
      const answer = json as { found?: unknown; value?: unknown } | null
      if (typeof answer?.found !== 'boolean') return failed('unmapped', 'The answer has no `found`', false)
      return answer.found ? found({ description: answer.value as string }, 0.9) : notFound()
    },
  }
}

/** A lookup whose answers are promised, and brought by the peer: once, several times or too late. */
export function broughtLookup(id: string): HttpLookup {
  const told = (json: unknown) => {
    const { found: isThere, value } = json as { found: boolean; value: string }
    return isThere ? found({ description: value }, 0.9) : notFound()
  }
  return {
    ...simulatedLookup({ id, latency: 20 }),
    ask: ({ key }, _, { callback_url }) => ({
      method: 'GET',
      url: `http://${PEER_HOST}/`,
      query: { provider: id, key, latency: 20, callback: callback_url },
    }),
    read: ({ json }, { key }) =>
      (json as { accepted?: unknown } | null)?.accepted === true
        ? calledBack({ key: key ?? '' }, DEADLINE_MS)
        : failed('unmapped', 'Nothing was promised', false),
    callback: { read: ({ json }) => told(json) },
  }
}
