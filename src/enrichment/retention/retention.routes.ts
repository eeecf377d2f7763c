// Routes of the retention settings.
import type { Database } from '../../platform/db/database.ts'
import { defineRoute, type Route } from '../../platform/http/route.ts'
import { updateRetention } from './retention.commands.ts'
import { readRetention } from './retention.reads.ts'
import { RetentionSettings, RetentionUpdate } from './retention.schema.ts'

export function retentionRoutes(database: Database): Route[] {
  return [
    defineRoute({
      method: 'GET',
      path: '/api/settings/retention',
      id: 'get_retention',
      tag: 'Settings',
      summary: 'How long this workspace keeps requests, responses and caches',
      description: 'In days; what is older is cleared once a day.',
      access: 'user',
      needs: 'settings.view',
      response: { 200: RetentionSettings },
      handler: ({ scope }) => database.inWorkspace(scope, readRetention),
    }),
    defineRoute({
      method: 'PUT',
      path: '/api/settings/retention',
      id: 'update_retention',
      tag: 'Settings',
      summary: 'Change how long this workspace keeps requests, responses and caches',
      description:
        'Older data is deleted in the background, now and then once a day, and cannot be restored. Absent settings stay; a ' +
        'value out of range is refused, since it would delete something else than intended.',
      access: 'user',
      needs: 'settings.edit',
      body: RetentionUpdate,
      response: { 200: RetentionSettings },
      handler: ({ scope }, { body }) => database.inWorkspace(scope, (tx) => updateRetention(tx, body)),
    }),
  ]
}
