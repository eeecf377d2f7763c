// The vendors a workspace can bring keys for, and what is done with those keys. What is typed stays in memory, never in a storage.

import { api, take } from '../../../api/client.ts'
import { keys, queries } from '../../../api/queries.ts'
import { session } from '../../../api/session.ts'
import type { Schemas } from '../../../api/shapes.ts'

interface Integrations {
  items: Schemas['Integration'][]
}

const place = () => keys.settings('integrations')

export const integrationsQuery = () => ({
  queryKey: place(),
  queryFn: async (): Promise<Integrations> => await take(api.GET('/api/settings/workspace-integrations')),
})

const path = (id: string) => ({ params: { path: { integration_id: id } } })

function put(next: Schemas['Integration']) {
  queries.setQueryData<Integrations>(
    place(),
    (before) => before && { ...before, items: before.items.map((one) => (one.id === next.id ? next : one)) },
  )
  // Which lookups are ready hangs on the keys.
  void queries.invalidateQueries({ queryKey: keys.providers() })
}

/** Blank values are left out: they mean "keep what is stored". */
export async function saveIntegration(id: string, values: Record<string, string>): Promise<void> {
  const given = Object.fromEntries(Object.entries(values).filter(([, value]) => value.trim() !== ''))
  put(
    await take(
      api.PUT('/api/settings/workspace-integrations/{integration_id}', { ...path(id), body: { values: given } }),
    ),
  )
}

export async function testIntegration(integration: Schemas['Integration']) {
  const last_test = await take(
    api.POST('/api/settings/workspace-integrations/{integration_id}/test', path(integration.id)),
  )
  put({ ...integration, last_test })
  return last_test
}

export async function removeIntegration(id: string): Promise<void> {
  await take(api.DELETE('/api/settings/workspace-integrations/{integration_id}', path(id)))
  void queries.invalidateQueries({ queryKey: keys.providers() })
  await queries.invalidateQueries({ queryKey: place() })
}

const typed = new Map<string, Record<string, string>>()
session.subscribe(() => {
  if (session.state() === 'signed_out') typed.clear()
})

/** Unsaved input of a card: another page and a session that ends do not lose it, a reload does. */
export function typedValues(workspaceId: string, id: string): Record<string, string> {
  return typed.get(`${workspaceId}/${id}`) ?? {}
}

export function keepTyped(workspaceId: string, id: string, values: Record<string, string>): void {
  typed.set(`${workspaceId}/${id}`, values)
}
