// Measures what was asked of providers, for /metrics: by whom was asked, what came of it, and how long it took.
import type { Outcome } from '../../engine/outcome.ts'
import { providerCalls, providerLabel } from '../../platform/meters.ts'
import type { AnyLookup } from '../../providers/kit.ts'

/** Made lookups say by their kind who was asked. */
export function meter(lookup: AnyLookup, { outcome, duration_ms }: { outcome: Outcome; duration_ms: number }): void {
  const provider = 'act' in lookup ? (lookup.listed ? 'own' : providerLabel(lookup.provider)) : lookup.id
  const came = outcome.kind === 'failed' ? outcome.class : outcome.kind
  providerCalls.observe({ provider, outcome: came }, duration_ms / 1000)
}
