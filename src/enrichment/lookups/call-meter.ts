// Measures calls to providers, for /metrics: the provider, the outcome, and the duration.
import type { Outcome } from '../../engine/waterfall/outcome.ts'
import { providerCalls, providerLabel } from '../../platform/meters.ts'
import type { AnyLookup } from '../../providers/kit/kit.ts'

/** Lookups of columns are counted by their kind. */
export function meterCall(
  lookup: AnyLookup,
  { outcome, duration_ms }: { outcome: Outcome; duration_ms: number },
): void {
  const provider = 'act' in lookup ? (lookup.listed ? 'own' : providerLabel(lookup.provider)) : lookup.id
  const came = outcome.kind === 'failed' ? outcome.class : outcome.kind
  providerCalls.observe({ provider, outcome: came }, duration_ms / 1000)
}
