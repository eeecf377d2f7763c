// What the pages of functions ask of the API.

import { api, take } from '../../api/client.ts'
import { everyItem, keys, queries } from '../../api/queries.ts'
import type { Schemas } from '../../api/shapes.ts'

const key = () => keys.settings('functions')

export const functionsQuery = () => ({
  queryKey: key(),
  queryFn: () => everyItem<Schemas['FunctionItem']>((query) => take(api.GET('/api/functions', { params: { query } }))),
})

const at = (function_id: string) => ({ params: { path: { function_id } } })

export const functionQuery = (id: string) => ({
  queryKey: [...key(), id] as const,
  queryFn: () => take(api.GET('/api/functions/{function_id}', at(id))),
})

/** Another newest version is another list. */
export const versionsQuery = (id: string, newest: number) => ({
  queryKey: [...key(), id, 'versions', newest] as const,
  queryFn: async () => (await take(api.GET('/api/functions/{function_id}/versions', at(id)))).items,
})

export const callsQuery = (id: string) => ({
  queryKey: [...key(), id, 'calls'] as const,
  queryFn: async () =>
    (
      await take(
        api.GET('/api/functions/{function_id}/calls', { params: { path: { function_id: id }, query: { limit: 20 } } }),
      )
    ).items,
})

export async function createFrom(name: string, workbook_id: string, column_ids: string[]) {
  const made = await take(
    api.POST('/api/functions', { body: { name, description: '', from: { workbook_id, column_ids } } }),
  )
  void queries.invalidateQueries({ queryKey: key() })
  return made
}

export async function addVersion(id: string, note: string, workbook_id: string, column_ids: string[]) {
  const body = { note, from: { workbook_id, column_ids } }
  const made = await take(api.POST('/api/functions/{function_id}/versions', { ...at(id), body }))
  void queries.invalidateQueries({ queryKey: key() })
  return made
}

export async function deleteFunction(id: string) {
  await take(api.DELETE('/api/functions/{function_id}', at(id)))
  void queries.invalidateQueries({ queryKey: key() })
}

export async function callFunction(id: string, items: Record<string, unknown>[], max_usd: number | undefined) {
  const body = { items, wait_seconds: 25, ...(max_usd !== undefined && { max_usd }) }
  const call = await take(api.POST('/api/functions/{function_id}/call', { ...at(id), body }))
  void queries.invalidateQueries({ queryKey: [...key(), id] })
  return call as Schemas['FunctionCall']
}

export async function applyFunction(
  id: string,
  body: { workbook_id: string; mapping: Record<string, string>; follows: boolean },
) {
  const applied = await take(api.POST('/api/functions/{function_id}/apply', { ...at(id), body }))
  void queries.invalidateQueries({ queryKey: [...key(), id] })
  return applied
}

export async function changeUse(id: string, function_use_id: string, follows: boolean) {
  await take(
    api.PATCH('/api/functions/{function_id}/uses/{function_use_id}', {
      params: { path: { function_id: id, function_use_id } },
      body: { follows },
    }),
  )
  void queries.invalidateQueries({ queryKey: [...key(), id] })
}
