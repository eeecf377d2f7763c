// Routes of the enrichment performance settings.
import type { Database } from '../../platform/db/database.ts'
import { defineRoute, type Route } from '../../platform/http/route.ts'
import { readPerformance, updatePerformance } from './performance.commands.ts'
import { PerformanceSettings, PerformanceUpdate } from './performance.schema.ts'

export function performanceRoutes(database: Database): Route[] {
  return [
    defineRoute({
      method: 'GET',
      path: '/api/settings/enrichment-perf',
      id: 'get_enrichment_perf',
      tag: 'Settings',
      summary: 'How hard enrichment works in this workspace',
      description:
        'The number of concurrent rows and calls, the timeout of a call, and its retries. Applies to runs that start from now ' +
        'on.',
      access: 'user',
      needs: 'settings.view',
      response: { 200: PerformanceSettings },
      handler: ({ scope }) => database.inWorkspace(scope, readPerformance),
    }),
    defineRoute({
      method: 'PUT',
      path: '/api/settings/enrichment-perf',
      id: 'update_enrichment_perf',
      tag: 'Settings',
      summary: 'Change how hard enrichment works in this workspace',
      description:
        'Values outside their range are moved into it; the answer holds what is in force. Absent settings stay.',
      access: 'user',
      needs: 'settings.edit',
      body: PerformanceUpdate,
      response: { 200: PerformanceSettings },
      handler: ({ scope }, { body }) => database.inWorkspace(scope, (tx) => updatePerformance(tx, body)),
    }),
  ]
}
