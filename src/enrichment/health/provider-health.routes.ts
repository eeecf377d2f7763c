// Routes to how providers are doing.
import { Type } from 'typebox'
import type { Database } from '../../platform/db/database.ts'
import { defineRoute, type Route } from '../../platform/http/route.ts'
import type { Lookup } from '../../providers/kit/kit.ts'
import { askAgain } from './provider-health.commands.ts'
import { readProviderHealth } from './provider-health.reads.ts'
import { HealthQuery, PERIODS, ProviderHealthList } from './provider-health.schema.ts'

export function providerHealthRoutes(database: Database, catalog: readonly Lookup[], now: () => Date): Route[] {
  const read = (tx: Parameters<typeof readProviderHealth>[0], period: keyof typeof PERIODS) =>
    readProviderHealth(tx, catalog, new Date(now().getTime() - PERIODS[period]))
  return [
    defineRoute({
      method: 'GET',
      path: '/api/settings/providers/health',
      id: 'list_provider_health',
      tag: 'Settings',
      summary: 'How providers are doing in this workspace',
      description:
        'Of every provider that was called lately or is paused: calls and their outcomes, how long they took, the last error, and ' +
        'whether it is active. Providers with problems come first.',
      access: 'user',
      needs: 'settings.view',
      query: HealthQuery,
      response: { 200: ProviderHealthList },
      handler: ({ scope }, { query }) => database.inWorkspace(scope, (tx) => read(tx, query.period)),
    }),
    defineRoute({
      method: 'POST',
      path: '/api/settings/providers/health/:account/open',
      id: 'open_provider',
      tag: 'Settings',
      summary: 'Reopen a paused provider',
      description:
        'Use it when the provider works again: calls resume within seconds in all processes. If they still fail, the provider ' +
        'is paused again. A provider that asked to wait stays paused: 409.',
      access: 'user',
      needs: 'runs.execute',
      params: Type.Object({ account: Type.String() }),
      errors: [409],
      response: { 200: ProviderHealthList },
      handler: ({ scope }, { params }) =>
        database.inWorkspace(scope, async (tx) => {
          await askAgain(tx, params.account)
          return read(tx, '24h')
        }),
    }),
  ]
}
