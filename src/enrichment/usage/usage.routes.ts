// Routes to how providers were used.
import type { Database } from '../../platform/db/database.ts'
import { defineRoute, type Route } from '../../platform/http/route.ts'
import { readUsage } from './usage.reads.ts'
import { UsageList, UsageQuery } from './usage.schema.ts'

export function usageRoutes(database: Database, now: () => Date): Route[] {
  return [
    defineRoute({
      method: 'GET',
      path: '/api/settings/usage',
      id: 'list_usage',
      tag: 'Settings',
      summary: 'How providers were used in this workspace, by day',
      description:
        'Calls are counted on the day they began, as soon as their cells are written. Counts stay when workbooks, rows or old attempts go.',
      access: 'user',
      needs: 'settings.view',
      query: UsageQuery,
      response: { 200: UsageList },
      handler: ({ scope }, { query }) => database.inWorkspace(scope, (tx) => readUsage(tx, query, now())),
    }),
  ]
}
