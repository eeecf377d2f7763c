// Routes of what a workspace pays for lookups.
import { Type } from 'typebox'
import type { Database } from '../../platform/db/database.ts'
import { defineRoute, type Route } from '../../platform/http/route.ts'
import type { Lookup } from '../../providers/kit/kit.ts'
import { clearPrice, setPrice } from './prices.commands.ts'
import { readPrice } from './prices.reads.ts'
import { LookupPrice, PriceUpdate } from './prices.schema.ts'

export function priceRoutes(database: Database, catalog: readonly Lookup[]): Route[] {
  const shared = {
    path: '/api/settings/providers/:provider_id/price',
    tag: 'Settings',
    access: 'user',
    params: Type.Object({ provider_id: Type.String() }),
    response: { 200: LookupPrice },
  } as const
  return [
    defineRoute({
      ...shared,
      method: 'GET',
      id: 'get_provider_price',
      summary: 'What this workspace pays for a lookup',
      description:
        'The catalog price and the price entered for this workspace; estimates, budgets and the ledger use the latter.',
      needs: 'settings.view',
      handler: ({ scope }, { params }) =>
        database.inWorkspace(scope, (tx) => readPrice(tx, catalog, params.provider_id)),
    }),
    defineRoute({
      ...shared,
      method: 'PUT',
      id: 'set_provider_price',
      summary: 'Set what this workspace pays for a lookup',
      description:
        'Applies to estimates, budgets and the ledger from the next call on, also in active runs. Amounts booked before stay ' +
        'as they are. A free lookup has no price: 409.',
      needs: 'settings.edit',
      errors: [409],
      body: PriceUpdate,
      handler: ({ scope }, { params, body }) =>
        database.inWorkspace(scope, (tx) => setPrice(tx, catalog, params.provider_id, body)),
    }),
    defineRoute({
      ...shared,
      method: 'DELETE',
      id: 'clear_provider_price',
      summary: 'Go back to the price of the catalog',
      description: 'What was booked before stays as it was booked.',
      needs: 'settings.edit',
      handler: ({ scope }, { params }) =>
        database.inWorkspace(scope, (tx) => clearPrice(tx, catalog, params.provider_id)),
    }),
  ]
}
