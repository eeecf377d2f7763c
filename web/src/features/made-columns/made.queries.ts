// What the forms of made columns and the pages of secrets and models ask of the API, and what they change.
import { api, take } from '../../api/client.ts'
import { keys, queries } from '../../api/queries.ts'
import type { Asked } from './made.shapes.ts'

export const secretsQuery = () => ({
  queryKey: keys.settings('secrets'),
  queryFn: async () => (await take(api.GET('/api/settings/secrets'))).items,
})

export async function putSecret(name: string, value: string) {
  const secret = await take(api.PUT('/api/settings/secrets', { body: { name, value } }))
  await queries.invalidateQueries({ queryKey: secretsQuery().queryKey })
  return secret
}

export async function deleteSecret(name: string) {
  await take(api.DELETE('/api/settings/secrets', { params: { query: { name } } }))
  await queries.invalidateQueries({ queryKey: secretsQuery().queryKey })
}

/** Asks every vendor that is set up which models it has now, so it is not asked at every look. */
export const modelsQuery = () => ({
  queryKey: keys.settings('models'),
  queryFn: () => take(api.GET('/api/settings/models')),
  staleTime: 60_000,
})

export async function putModelPrice(model: string, price: { input_usd: number; output_usd: number } | null) {
  await (price
    ? take(api.PUT('/api/settings/models/prices', { body: { model, ...price } }))
    : take(api.DELETE('/api/settings/models/prices', { params: { query: { model } } })))
  await queries.invalidateQueries({ queryKey: modelsQuery().queryKey })
}

/** Really asks, for the rows given or the first ones; nothing is stored. */
export const tryColumn = (workbook_id: string, column: Asked, row_ids: string[]) =>
  take(
    api.POST('/api/workbooks/{workbook_id}/columns/try', {
      params: { path: { workbook_id } },
      body: { column, ...(row_ids.length > 0 ? { row_ids } : {}) },
    }),
  )
