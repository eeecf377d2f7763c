// The door of the practice mode.
import type { Database } from '../../platform/db/database.ts'
import { defineRoute, type Route } from '../../platform/http/route.ts'
import { readPractice, setPractice } from './practice.commands.ts'
import { Practice } from './practice.schema.ts'

export function practiceRoutes(database: Database): Route[] {
  const at = { path: '/api/settings/practice', tag: 'Settings', access: 'user', response: { 200: Practice } } as const
  return [
    defineRoute({
      ...at,
      method: 'GET',
      id: 'get_practice',
      summary: 'Whether this workspace practises',
      needs: 'settings.view',
      handler: ({ scope }) => database.inWorkspace(scope, readPractice),
    }),
    defineRoute({
      ...at,
      method: 'PUT',
      id: 'update_practice',
      summary: 'Practise, or ask providers in earnest',
      needs: 'settings.edit',
      body: Practice,
      handler: ({ scope }, { body }) => database.inWorkspace(scope, (tx) => setPractice(tx, body)),
    }),
  ]
}
