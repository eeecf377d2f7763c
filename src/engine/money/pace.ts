// How long a number of calls takes under the limits of providers and workspace, and which limit sets the pace.
import type { LookupFacts } from '../waterfall/facts.ts'

/** The workspace's settings for runs. */
export interface RunLimits {
  row_concurrency: number
  provider_workers: number
}

/** How many calls of one lookup are expected. */
export interface Demand {
  calls: number
  facts: LookupFacts
}

/** Seconds expected, and the binding limit in words; null when nothing is called. */
export function pace(
  providers: ReadonlyMap<string, Demand>,
  { row_concurrency, provider_workers }: RunLimits,
): { seconds_expected: number; binding_limit: string | null } {
  const bounds: { seconds: number; limit: string }[] = []
  let busy = 0
  for (const [provider, { calls, facts }] of providers) {
    const seconds = (calls * facts.latency_ms) / 1000
    busy += seconds
    const workers = Math.min(provider_workers, facts.concurrency ?? provider_workers)
    bounds.push({ seconds: seconds / workers, limit: `${provider}: ${workers} calls at once` })
    if (facts.per_second !== null && facts.per_second > 0) {
      bounds.push({ seconds: calls / facts.per_second, limit: `${provider}: ${rate(facts.per_second)}` })
    }
  }
  bounds.push({ seconds: busy / row_concurrency, limit: `${row_concurrency} rows at once` })
  const slowest = bounds.reduce((worst, bound) => (bound.seconds > worst.seconds ? bound : worst))
  return {
    seconds_expected: Math.round(slowest.seconds * 10) / 10,
    binding_limit: slowest.seconds > 0 ? slowest.limit : null,
  }
}

function rate(perSecond: number): string {
  const rounded = (value: number) => Math.round(value * 10) / 10
  if (perSecond >= 1) return `${rounded(perSecond)} per second`
  if (perSecond >= 1 / 60) return `${rounded(perSecond * 60)} per minute`
  return `${rounded(perSecond * 3600)} per hour`
}
