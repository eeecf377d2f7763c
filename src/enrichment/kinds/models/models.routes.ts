// Routes of models: which there are, and what they cost.
import { defineRoute, type Route } from '../../../platform/http/route.ts'
import { deleteModelPrice, putModelPrice } from './models.commands.ts'
import { listModels, type ModelParts } from './models.reads.ts'
import { ModelList, ModelPriceResponse, ModelPriceUpdate, ModelQuery } from './models.schema.ts'

const SETTINGS = { tag: 'Settings', access: 'user' } as const
const PRICES = '/api/settings/models/prices'

export function modelRoutes(parts: ModelParts): Route[] {
  const { database } = parts
  return [
    defineRoute({
      ...SETTINGS,
      method: 'GET',
      path: '/api/settings/models',
      id: 'list_models',
      summary: 'The models that columns can use, as their vendors list them now',
      description: 'Vendors are set up like other integrations. A price that was not entered is unknown.',
      needs: 'settings.view',
      response: { 200: ModelList },
      handler: ({ scope, signal }) => listModels(parts, scope.workspace_id, signal),
    }),
    defineRoute({
      ...SETTINGS,
      method: 'PUT',
      path: PRICES,
      id: 'put_model_price',
      summary: 'Say what a model costs',
      description: 'For a million tokens in and out. Counts from the next question on.',
      needs: 'settings.edit',
      body: ModelPriceUpdate,
      response: { 200: ModelPriceResponse },
      handler: ({ scope }, { body }) => database.inWorkspace(scope, (tx) => putModelPrice(tx, body)),
    }),
    defineRoute({
      ...SETTINGS,
      method: 'DELETE',
      path: PRICES,
      id: 'delete_model_price',
      summary: 'Forget what a model costs',
      description: 'The price of the catalog holds again, or the price is unknown where there is none.',
      needs: 'settings.edit',
      query: ModelQuery,
      response: { 204: null },
      async handler({ scope }, { query }) {
        await database.inWorkspace(scope, (tx) => deleteModelPrice(tx, query.model))
        return undefined
      },
    }),
  ]
}
