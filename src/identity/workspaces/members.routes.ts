// Routes to the people of a workspace.
import { Type } from 'typebox'
import { refuseField } from '../../kernel/errors.ts'
import { PageQuery } from '../../platform/http/paging.ts'
import { defineRoute, type Route } from '../../platform/http/route.ts'
import type { Sessions } from '../sessions.commands.ts'
import { addMember, removeMember, setMemberRole, transferOwnership } from './members.commands.ts'
import { readMembers } from './members.reads.ts'
import { MemberAdd, MemberList, MemberResponse, MemberRole, OwnershipTransfer } from './members.schema.ts'
import { readWorkspace } from './workspaces.reads.ts'
import { WorkspaceResponse } from './workspaces.schema.ts'

const Workspace = Type.Object({ ws_id: Type.String() })
const Member = Type.Object({ ws_id: Type.String(), user_id: Type.Integer() })
const IN_PATH = { tag: 'Workspaces', access: 'user', workspaceParam: 'ws_id' } as const

export function memberRoutes(sessions: Sessions): Route[] {
  const { database } = sessions
  return [
    defineRoute({
      ...IN_PATH,
      method: 'GET',
      path: '/api/workspaces/:ws_id/members',
      id: 'list_members',
      summary: 'Who belongs to the workspace',
      description: 'With the role of each and whether the account is locked.',
      needs: 'members.view',
      params: Workspace,
      query: Type.Object(PageQuery),
      response: { 200: MemberList },
      handler: ({ scope }, { query }) => readMembers(database, scope.workspace_id, query),
    }),
    defineRoute({
      ...IN_PATH,
      method: 'POST',
      path: '/api/workspaces/:ws_id/members',
      id: 'add_member',
      idempotent: true,
      summary: 'Add a member at once',
      description:
        'By `user_id` or `username`, for users who share a workspace with the caller; platform administrators can name every user. ' +
        'All others are 404 and need an invitation. Only owners make owners.',
      needs: 'members.edit',
      params: Workspace,
      body: MemberAdd,
      errors: [409],
      response: { 201: MemberResponse },
      async handler({ scope }, { body }) {
        if (body.user_id == null && body.username == null) refuseField(['user_id'], 'missing', 'Field required')
        return addMember(sessions, scope, body)
      },
    }),
    defineRoute({
      ...IN_PATH,
      method: 'PATCH',
      path: '/api/workspaces/:ws_id/members/:user_id',
      id: 'set_member_role',
      summary: 'Give a member another role',
      description: 'Only owners make and unmake owners (403), and the last owner stays one (409).',
      needs: 'members.edit',
      params: Member,
      body: MemberRole,
      errors: [409],
      response: { 200: MemberResponse },
      handler: ({ scope }, { params, body }) => setMemberRole(sessions, scope, params.user_id, body.role),
    }),
    defineRoute({
      ...IN_PATH,
      method: 'DELETE',
      path: '/api/workspaces/:ws_id/members/:user_id',
      id: 'remove_member',
      summary: 'Send a member away',
      description: 'Only owners send owners away (403), and the last owner stays (409).',
      needs: 'members.edit',
      params: Member,
      errors: [409],
      response: { 204: null },
      async handler({ scope }, { params }) {
        await removeMember(sessions, scope, params.user_id)
        return undefined
      },
    }),
    defineRoute({
      ...IN_PATH,
      method: 'POST',
      path: '/api/workspaces/:ws_id/leave',
      id: 'leave_workspace',
      summary: 'Leave the workspace',
      description: 'The last owner cannot leave (409): make another member owner first, or delete the workspace.',
      needs: 'workspace.view',
      params: Workspace,
      errors: [409],
      response: { 204: null },
      async handler({ scope }) {
        await removeMember(sessions, scope, scope.principal.user_id)
        return undefined
      },
    }),
    defineRoute({
      ...IN_PATH,
      method: 'POST',
      path: '/api/workspaces/:ws_id/transfer',
      id: 'transfer_workspace',
      summary: 'Make another member owner in one’s own place',
      description: 'The caller stays as admin.',
      needs: 'workspace.transfer',
      params: Workspace,
      body: OwnershipTransfer,
      response: { 200: WorkspaceResponse },
      async handler({ scope, principal }, { body }) {
        await transferOwnership(sessions, scope, body.user_id)
        return readWorkspace(database, principal.user_id, scope.workspace_id)
      },
    }),
  ]
}
