// The doors of workspaces.
import { Type } from 'typebox'
import { refuse } from '../kernel/errors.ts'
import type { Database } from '../platform/db/database.ts'
import { defineRoute, type Route } from '../platform/http/route.ts'
import type { People } from './people.reads.ts'
import { createWorkspace, switchWorkspace } from './workspaces.commands.ts'
import { readWorkspaces } from './workspaces.reads.ts'
import { WorkspaceCreate, WorkspaceList, WorkspaceResponse } from './workspaces.schema.ts'

const OneWorkspace = Type.Object({ ws_id: Type.String() })

export function workspaceRoutes(database: Database, people: People): Route[] {
  const mine = async (userId: number, id: string) => {
    const [found] = await readWorkspaces(database, userId, id.toLowerCase())
    return found ?? refuse('not_found', 'Workspace not found')
  }
  return [
    defineRoute({
      method: 'GET',
      path: '/api/workspaces',
      id: 'list_workspaces',
      tag: 'Workspaces',
      summary: 'The workspaces the caller belongs to',
      access: 'user',
      response: { 200: WorkspaceList },
      async handler({ principal }) {
        const items = await readWorkspaces(database, principal.user_id)
        return { items, next_cursor: null, total: items.length }
      },
    }),
    defineRoute({
      method: 'POST',
      path: '/api/workspaces',
      id: 'create_workspace',
      tag: 'Workspaces',
      summary: 'Make a workspace and become its owner',
      access: 'user',
      body: WorkspaceCreate,
      response: { 201: WorkspaceResponse },
      async handler({ principal }, { body }) {
        return mine(principal.user_id, await createWorkspace(database, people, principal.user_id, body))
      },
    }),
    defineRoute({
      method: 'GET',
      path: '/api/workspaces/:ws_id',
      id: 'get_workspace',
      tag: 'Workspaces',
      summary: 'One workspace',
      access: 'user',
      params: OneWorkspace,
      response: { 200: WorkspaceResponse },
      handler: ({ principal }, { params }) => mine(principal.user_id, params.ws_id),
    }),
    defineRoute({
      method: 'POST',
      path: '/api/workspaces/:ws_id/switch',
      id: 'switch_workspace',
      tag: 'Workspaces',
      summary: 'Act in this workspace from now on',
      access: 'user',
      params: OneWorkspace,
      response: { 200: WorkspaceResponse },
      async handler({ principal }, { params }) {
        await switchWorkspace(database, people, principal.user_id, params.ws_id.toLowerCase())
        return mine(principal.user_id, params.ws_id)
      },
    }),
  ]
}
