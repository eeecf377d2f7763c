// Routes of workspaces.
import { Type } from 'typebox'
import type { WorkspaceId } from '../../kernel/ids.ts'
import type { Principal } from '../../platform/ctx.ts'
import { PageQuery } from '../../platform/http/paging.ts'
import { defineRoute, type Route } from '../../platform/http/route.ts'
import type { MemberParts } from './members.commands.ts'
import {
  createWorkspace,
  deleteWorkspace,
  requireSecondFactor,
  switchWorkspace,
  updateWorkspace,
} from './workspaces.commands.ts'
import { readWorkspace, readWorkspaces } from './workspaces.reads.ts'
import {
  SecondFactorRule,
  SecondFactorRuleUpdate,
  WorkspaceCreate,
  WorkspaceList,
  WorkspaceResponse,
  WorkspaceUpdate,
} from './workspaces.schema.ts'

const params = Type.Object({ ws_id: Type.String() })
const IN_PATH = { tag: 'Workspaces', access: 'user', workspaceParam: 'ws_id', params } as const

export function workspaceRoutes({ database, people, now }: MemberParts & { now: () => Date }): Route[] {
  async function readRule({ user_id, family }: Principal, workspace: string) {
    const { id } = await readWorkspace(database, user_id, workspace.toLowerCase())
    const person = await people.refresh(user_id, now())
    const required = person?.guarded.has(id as WorkspaceId) === true
    return { required, satisfied: person?.has_totp === true || person?.without_password.has(family) === true }
  }

  return [
    defineRoute({
      method: 'GET',
      path: '/api/workspaces',
      id: 'list_workspaces',
      tag: 'Workspaces',
      summary: 'The workspaces the caller belongs to',
      description:
        'Each with the role of the caller there; `is_active` marks the one that requests without `x-workspace-id` act in.',
      access: 'user',
      query: Type.Object(PageQuery),
      response: { 200: WorkspaceList },
      handler: ({ principal }, { query }) => readWorkspaces(database, principal.user_id, query),
    }),
    defineRoute({
      method: 'POST',
      path: '/api/workspaces',
      id: 'create_workspace',
      tag: 'Workspaces',
      summary: 'Make a workspace and become its owner',
      description: 'Here, keys of `Idempotency-Key` belong to the user; elsewhere, to the workspace.',
      access: 'user',
      idempotent: true,
      body: WorkspaceCreate,
      response: { 201: WorkspaceResponse },
      async handler({ actor, principal }, { body }) {
        const id = await createWorkspace(database, people, actor, principal.user_id, body)
        return readWorkspace(database, principal.user_id, id)
      },
    }),
    defineRoute({
      ...IN_PATH,
      method: 'GET',
      path: '/api/workspaces/:ws_id',
      id: 'get_workspace',
      for_token: 'any',
      summary: 'One workspace',
      description: 'Also one that is not the active one. A workspace that the caller does not belong to is not found.',
      needs: 'workspace.view',
      response: { 200: WorkspaceResponse },
      handler: ({ principal, scope }) => readWorkspace(database, principal.user_id, scope.workspace_id),
    }),
    defineRoute({
      ...IN_PATH,
      method: 'GET',
      path: '/api/workspaces/:ws_id/second-factor',
      id: 'get_second_factor_rule',
      summary: 'Whether a workspace requires a second factor',
      description:
        'And whether the caller gets in. While a member does not, every other operation in the workspace answers 403 with the type ' +
        '`second_factor_required`; operations of the account work, so that one can be set up.',
      response: { 200: SecondFactorRule },
      handler: ({ principal }, { params }) => readRule(principal, params.ws_id),
    }),
    defineRoute({
      ...IN_PATH,
      method: 'PUT',
      path: '/api/workspaces/:ws_id/second-factor',
      id: 'set_second_factor_rule',
      summary: 'Require a second factor, or stop requiring it',
      description:
        "A login then needs a time-based code besides the password, a passkey, or an identity provider. 409 while the caller's " +
        'own login would be refused. Tokens of programs continue to work.',
      needs: 'workspace.edit',
      body: SecondFactorRuleUpdate,
      errors: [409],
      response: { 200: SecondFactorRule },
      async handler({ principal, scope }, { params, body }) {
        await requireSecondFactor({ database, people, now }, scope, body.required)
        return readRule(principal, params.ws_id)
      },
    }),
    defineRoute({
      ...IN_PATH,
      method: 'PATCH',
      path: '/api/workspaces/:ws_id',
      id: 'update_workspace',
      summary: 'Change name, description or icon',
      description: 'Members that are absent stay; the slug, which addresses and directories use, never changes.',
      needs: 'workspace.edit',
      body: WorkspaceUpdate,
      response: { 200: WorkspaceResponse },
      async handler({ principal, scope }, { body }) {
        await updateWorkspace(database, scope, body)
        return readWorkspace(database, principal.user_id, scope.workspace_id)
      },
    }),
    defineRoute({
      ...IN_PATH,
      method: 'DELETE',
      path: '/api/workspaces/:ws_id',
      id: 'delete_workspace',
      summary: 'Delete the workspace with all that is in it',
      description:
        'Owners only. Its ids are not found from now on; its data is deleted in the background. The default workspace cannot ' +
        'be deleted (400).',
      needs: 'workspace.delete',
      errors: [400, 409],
      response: { 204: null },
      async handler({ scope }) {
        await deleteWorkspace(database, people, scope)
        return undefined
      },
    }),
    defineRoute({
      ...IN_PATH,
      method: 'POST',
      path: '/api/workspaces/:ws_id/switch',
      id: 'switch_workspace',
      summary: 'Act in this workspace from now on',
      description: 'Requests without `x-workspace-id` act in it from now on, in every session of the user.',
      needs: 'workspace.view',
      response: { 200: WorkspaceResponse },
      async handler({ principal, scope }) {
        await switchWorkspace(database, people, principal.user_id, scope.workspace_id)
        return readWorkspace(database, principal.user_id, scope.workspace_id)
      },
    }),
  ]
}
