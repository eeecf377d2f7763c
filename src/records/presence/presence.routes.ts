// Presence: a client reports its position in a workbook and receives the others.
import { refuse } from '../../kernel/errors.ts'
import type { Scope } from '../../platform/ctx.ts'
import type { Database } from '../../platform/db/database.ts'
import type { Presence } from '../../platform/events/presence.ts'
import { defineRoute, type Route } from '../../platform/http/route.ts'
import { at, routeContext, WorkbookPath } from '../opening/route-context.ts'
import { mustFindWorkbook } from '../store/workbooks.reads.ts'
import { Beat, PresenceResponse } from './presence.schema.ts'

export function presenceRoutes(database: Database, presence: Presence): Route[] {
  const { inScope } = routeContext(database)
  /** Users who were let in are kept in memory, so that a heartbeat costs the database nothing. */
  async function mustSee(scope: Scope, workbook: string): Promise<string> {
    const id = workbook.toLowerCase()
    if (presence.has(scope.workspace_id, id, scope.principal.user_id)) return id
    return inScope({ scope }, (tx) => mustFindWorkbook(tx, workbook))
  }
  return [
    defineRoute({
      ...at('/:workbook_id/presence'),
      method: 'POST',
      id: 'tell_presence',
      for_token: 'none',
      summary: 'Say where you are in a workbook',
      description:
        'Send it every ten seconds and when you move; after thirty seconds without it, or with `left`, you are removed. The ' +
        'response lists the users in the workbook. Until then, `GET /api/events` sends a `presence` event of the same shape at ' +
        'every change; it has no `id`, since it is never repeated. Nothing of it is stored.',
      needs: 'workbooks.view',
      params: WorkbookPath,
      body: Beat,
      response: { 200: PresenceResponse },
      errors: [429],
      async handler({ scope }, { params, body }) {
        const { workspace_id, principal } = scope
        const workbookId = await mustSee(scope, params.workbook_id)
        const { tab, cell = null, to = null, is_editing = false } = body
        if (body.left) presence.leave(workspace_id, workbookId, principal.user_id, tab)
        else {
          const person = { user_id: principal.user_id, name: principal.username, tab, at: { cell, to, is_editing } }
          if (!presence.beat(workspace_id, workbookId, person))
            refuse('rate_limited', 'Say less often where you are: at most 20 times a second', { retryAfter: 1 })
        }
        return presence.in(workspace_id, workbookId) as PresenceResponse
      },
    }),
  ]
}
