// Finds the lookup that a step asks: the catalog's, the workspace's own, or the one that its column makes of its settings.

import type { AskedLookup, CustomLookupSettings } from '../../engine/columns/step.ts'
import { realId } from '../../engine/waterfall/test-data.ts'
import type { CustomLookup, Lookup, PlannedLookup, SteppedLookup } from '../../providers/kit/kit.ts'

export type LookupOf = (step: AskedLookup) => PlannedLookup | undefined

/** Makes the lookup of a column's settings; undefined for a kind that there is not. */
export type MakeLookup = (made: CustomLookupSettings, provider: string) => CustomLookup | SteppedLookup | undefined

const indexes = new WeakMap<readonly Lookup[], ReadonlyMap<string, Lookup>>()

/** Made once for each catalog: there are hundreds of lookups, and runs read them with every chunk. */
function indexOf(catalog: readonly Lookup[]): ReadonlyMap<string, Lookup> {
  const index = indexes.get(catalog) ?? new Map(catalog.map((lookup) => [realId(lookup.id), lookup]))
  indexes.set(catalog, index)
  return index
}

/** One made lookup per settings object, however many rows ask it. */
export function lookupFinder(
  catalog: readonly Lookup[],
  own: readonly CustomLookup[],
  make: MakeLookup | undefined,
): LookupOf {
  const byId = indexOf(catalog)
  const ownById = new Map(own.map((lookup) => [realId(lookup.id), lookup]))
  const seen = new WeakMap<CustomLookupSettings, CustomLookup | SteppedLookup | undefined>()
  return ({ provider, made }) => {
    if (!made) return byId.get(provider) ?? ownById.get(provider)
    if (!seen.has(made)) seen.set(made, make?.(made, provider))
    return seen.get(made)
  }
}
