// What the pages of own providers ask of the API, and what they change.

import { api, take } from '../../api/client.ts'
import { keys, queries } from '../../api/queries.ts'
import type { Schemas } from '../../api/shapes.ts'

export type Definition = Schemas['OwnProviderDefinition']
export type OwnProviderTrial = Schemas['OwnProviderTest']
export type ProviderFile = Schemas['OwnProviderFile']

export const ownProvidersQuery = () => ({
  queryKey: keys.settings('own-providers'),
  queryFn: async () => (await take(api.GET('/api/settings/own-providers'))).items,
})

/** The catalog holds own providers, too. */
export function forgetProviders() {
  void queries.invalidateQueries({ queryKey: keys.providers() })
  return queries.invalidateQueries({ queryKey: ownProvidersQuery().queryKey })
}

/** What a column that may not be saved yet asks, as a provider. */
export const draftProvider = (column: Schemas['OwnProviderDraftRequest']['column']) =>
  take(api.POST('/api/settings/own-providers/draft', { body: { column } }))

export async function createProvider(name: string, definition: Definition) {
  const made = await take(api.POST('/api/settings/own-providers', { body: { name, definition } }))
  void forgetProviders()
  return made
}

/** @throws a Problem of status 409 when it changed since `version`. */
export async function changeProvider({ id, version }: Schemas['OwnProvider'], name: string, definition: Definition) {
  const params = { path: { own_provider_id: id } }
  const saved = await take(
    api.PATCH('/api/settings/own-providers/{own_provider_id}', { params, body: { name, definition, version } }),
  )
  void forgetProviders()
  return saved
}

export async function deleteProvider(id: string) {
  await take(api.DELETE('/api/settings/own-providers/{own_provider_id}', { params: { path: { own_provider_id: id } } }))
  await forgetProviders()
}

/** Makes a real call with the form as it stands; only the cost is stored. */
export const testDefinition = (definition: Definition, inputs: Record<string, string>) =>
  take(api.POST('/api/settings/own-providers/test', { body: { definition, inputs } }))

export const testProvider = (id: string, inputs: Record<string, string>) =>
  take(
    api.POST('/api/settings/own-providers/{own_provider_id}/test', {
      params: { path: { own_provider_id: id } },
      body: { inputs },
    }),
  )

export const readFile = (id: string) =>
  take(api.GET('/api/settings/own-providers/{own_provider_id}/file', { params: { path: { own_provider_id: id } } }))

export async function importProvider(body: Schemas['OwnProviderImportInput']) {
  const made = await take(api.POST('/api/settings/own-providers/import', { body }))
  void forgetProviders()
  return made
}
