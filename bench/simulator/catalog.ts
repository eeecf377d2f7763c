// The catalogue with simulated providers beside the real ones; the bench build puts it in the place of the real one.
import { catalog as real } from '../../src/providers/catalog.ts'
import type { Lookup } from '../../src/providers/kit/kit.ts'
import { broughtLookup, simulatedLookup } from './lookups.ts'
import { FAULTS } from './peer.ts'

// Whatever is declared here takes the place of what comes by the star.
export * from '../../src/providers/catalog.ts'

export const SIMULATED = [
  simulatedLookup({ id: 'sim-100ms', latency: 100 }),
  simulatedLookup({ id: 'sim-5ms', latency: 5 }),
  simulatedLookup({ id: 'sim-30', latency: 20, hit: 0.3 }),
  simulatedLookup({ id: 'sim-50', latency: 20, hit: 0.5 }),
  simulatedLookup({ id: 'sim-all', latency: 20 }),
  simulatedLookup({
    id: 'sim-hostile',
    latency: 5,
    fail: 0.3,
    faults: FAULTS,
    spread: true,
    repeat_free: true,
    timeout_ms: 3_000,
  }),
  broughtLookup('sim-brought'),
]

export const catalog: readonly Lookup[] = [...real, ...SIMULATED]

export function lookupById(id: string): Lookup | undefined {
  return catalog.find((lookup) => lookup.id === id)
}
