// What it costs to know who asks: a request of somebody beside one that nobody is asked about, one after the other.
import { compare } from '../load.ts'
import { type Finding, ms, number } from '../report.ts'
import type { Stage } from '../stage.ts'

const BAR_MS = 0.2

export async function who({ api }: Stage): Promise<Finding[]> {
  const me = { url: api.url, headers: api.headers, path: () => '/auth/me' }
  const alone = await compare({ me, nobody: { url: api.url, path: () => '/healthz' } }, { clients: 1, seconds: 1 })
  const many = await compare({ me }, { clients: 8, seconds: 1, rounds: 3 })
  const cost = alone.of.me.p50 - alone.of.nobody.p50
  return [
    {
      what: 'knowing who asks: /auth/me, one client, less what /healthz takes',
      measured: `${cost.toFixed(2)} ms (${alone.of.me.p50.toFixed(2)} ms in all)`,
      beside: `${alone.of.nobody.p50.toFixed(2)} ms`,
      bar: `≤ ${BAR_MS} ms`,
      pass: cost <= BAR_MS,
    },
    {
      what: 'the same, 8 clients',
      measured: `${number(many.of.me.per_second)}/s`,
      beside: `p99 ${ms(many.of.me.p99)}`,
    },
  ]
}
