// The start page: what runs, what waits for a decision, what is new; all workspaces at a glance; records by name; the tour.
import { lacksFactor } from '../../identity/gatekeeper.ts'
import type { Sessions } from '../../identity/sessions.commands.ts'
import { readWorkspaces } from '../../identity/workspaces/workspaces.reads.ts'
import type { WorkspaceId } from '../../kernel/ids.ts'
import type { Database } from '../../platform/db/database.ts'
import { defineRoute } from '../../platform/http/route.ts'
import { LIMITS } from '../../platform/limits/limits.ts'
import type { Log } from '../../platform/log.ts'
import type { Room } from '../../platform/room.ts'
import { findRecords } from './find.reads.ts'
import { readHome } from './home.reads.ts'
import { FindQuery, FoundList, Home, Tour, TourUpdate } from './home.schema.ts'
import { addFigures } from './overview.reads.ts'
import { OverviewQuery, WorkspaceOverviewList } from './overview.schema.ts'
import { beginTour, updateTour } from './tour.commands.ts'

export const home: Room<{ database: Database; sessions: Pick<Sessions, 'people'>; log: Log; now: () => Date }> = {
  name: 'home',
  tags: [{ name: 'Home', description: 'What is running, what needs a decision, what is new.' }],
  routes({ database, sessions: { people }, log, now }) {
    const common = { tag: 'Home', access: 'user' } as const
    return [
      defineRoute({
        ...common,
        method: 'GET',
        path: '/api/home',
        id: 'get_home',
        summary: 'The start page of the workspace',
        description:
          'Running work, what waits for a decision of the caller, new signals, recent workbooks, the steps of setting up, and the tour.',
        needs: 'workspace.view',
        response: { 200: Home },
        handler: ({ scope }) => database.inWorkspace(scope, (tx) => readHome(tx, scope, now())),
      }),
      defineRoute({
        ...common,
        method: 'GET',
        path: '/api/workspaces/overview',
        id: 'list_workspace_overviews',
        tag: 'Workspaces',
        summary: 'All workspaces of the caller at a glance',
        description:
          'Members, spending against the budget, failed runs, missing keys and the last change of a workbook of each, oldest ' +
          'workspace first. Where the figures of one cannot be read, the others are still shown.',
        query: OverviewQuery,
        limit: LIMITS.workspace_overview,
        response: { 200: WorkspaceOverviewList },
        async handler({ principal: { user_id, family } }, { query }) {
          const page = await readWorkspaces(database, user_id, query)
          const person = await people.find(user_id, family, now())
          const isOpen = (id: WorkspaceId) => person?.memberships.has(id) === true && !lacksFactor(person, id, family)
          const onFailure = (error: unknown, workspace_id: WorkspaceId) =>
            log.warn({ err: error, workspace_id }, 'the figures of a workspace could not be read')
          return { ...page, items: await addFigures(database, page.items, isOpen, now(), onFailure) }
        },
      }),
      defineRoute({
        ...common,
        method: 'GET',
        path: '/api/search',
        id: 'search_records',
        summary: 'Find records of every kind by name',
        description:
          'Workbooks, leads, sequences, watches, automations and functions; recipes are in `/api/templates/gallery`.',
        needs: 'workspace.view',
        query: FindQuery,
        response: { 200: FoundList },
        handler: ({ scope }, { query }) => database.inWorkspace(scope, (tx) => findRecords(tx, query.q, query.limit)),
      }),
      defineRoute({
        ...common,
        method: 'POST',
        path: '/api/home/tour',
        id: 'begin_tour',
        for_token: 'none',
        idempotent: true,
        summary: 'Start or continue the tour',
        description: 'Its steps are done in a workbook that is made for it.',
        needs: 'workbooks.edit',
        response: { 200: Tour },
        handler: ({ scope }) => database.inWorkspace(scope, (tx) => beginTour(tx, scope.principal.user_id)),
      }),
      defineRoute({
        ...common,
        method: 'PATCH',
        path: '/api/home/tour',
        id: 'update_tour',
        summary: 'Hide or show the tour',
        description: 'Of yourself in this workspace; the workbook that it made stays.',
        needs: 'workspace.view',
        body: TourUpdate,
        response: { 200: Tour },
        errors: [409],
        handler: ({ scope }, { body }) =>
          database.inWorkspace(scope, (tx) => updateTour(tx, scope.principal.user_id, body)),
      }),
    ]
  },
}
