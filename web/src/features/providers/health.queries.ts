// How providers are doing, as asked of the API, and asking a closed one again.

import { api, take } from '../../api/client.ts'
import { freshFor, keys, queries } from '../../api/queries.ts'
import type { Schemas } from '../../api/shapes.ts'

export type HealthFigures = Pick<
  Schemas['ProviderHealth'],
  | 'calls'
  | 'hits'
  | 'misses'
  | 'errors'
  | 'throttled'
  | 'cached'
  | 'hit_rate'
  | 'error_rate'
  | 'p50_ms'
  | 'p95_ms'
  | 'last_at'
>
export type HealthPeriod = '1h' | '24h' | '7d'

export const healthKey = () => keys.settings('provider health')

export const healthQuery = (period: HealthPeriod) => ({
  queryKey: [...healthKey(), period],
  queryFn: () => take(api.GET('/api/settings/providers/health', { params: { query: { period } } })),
  staleTime: freshFor(5_000),
})

export async function askAgain(account: string): Promise<void> {
  await take(api.POST('/api/settings/providers/health/{account}/open', { params: { path: { account } } }))
  void queries.invalidateQueries({ queryKey: keys.providers() })
  await queries.invalidateQueries({ queryKey: healthKey() })
}
