// Routes to one's own account and to the people of a workspace.
import { Type } from 'typebox'
import { refuse } from '../../kernel/errors.ts'
import { PageQuery } from '../../platform/http/paging.ts'
import { defineRoute, type Route } from '../../platform/http/route.ts'
import { UserResponse } from '../auth.schema.ts'
import { clientOf } from '../families.writes.ts'
import type { Sessions } from '../sessions.commands.ts'
import { changePassword, updateUser } from './users.commands.ts'
import { readMemberUsers, readUser } from './users.reads.ts'
import { MemberUserList, PasswordChange, PasswordChanged, ProfileUpdate } from './users.schema.ts'

export function userRoutes(sessions: Sessions): Route[] {
  return [
    defineRoute({
      method: 'GET',
      path: '/api/users',
      id: 'list_users',
      tag: 'Users',
      summary: 'The members of the workspace',
      description:
        'The members of the workspace of the request, with the account of each; users of other workspaces are not listed.',
      access: 'user',
      needs: 'members.view',
      query: Type.Object(PageQuery),
      response: { 200: MemberUserList },
      handler: ({ scope }, { query }) => readMemberUsers(sessions.database, scope.workspace_id, query),
    }),
    defineRoute({
      method: 'GET',
      path: '/api/users/me',
      id: 'get_own_user',
      tag: 'Users',
      summary: 'The own account',
      description: 'A user has one account for all workspaces; each workspace gives them a role.',
      access: 'user',
      response: { 200: UserResponse },
      async handler({ principal }) {
        const user = await sessions.database.inControl((tx) => readUser(tx, principal.user_id))
        return user ?? refuse('not_found', 'User not found')
      },
    }),
    defineRoute({
      method: 'PATCH',
      path: '/api/users/me',
      id: 'update_own_user',
      tag: 'Users',
      summary: 'Change the own name or picture',
      description: 'Members that are absent stay. A username is unique over the install, whatever its case.',
      access: 'user',
      body: ProfileUpdate,
      errors: [409],
      response: { 200: UserResponse },
      handler: ({ actor, principal }, { body }) => updateUser(sessions, actor, principal.user_id, body),
    }),
    defineRoute({
      method: 'PUT',
      path: '/api/users/me/password',
      id: 'change_own_password',
      tag: 'Users',
      summary: 'Change the own password',
      description:
        'Every session ends at once, this one too; the answer holds the tokens of a new one. A wrong current password ' +
        'gets 400, and counts as a failed login.',
      access: 'user',
      body: PasswordChange,
      errors: [400, 409, 429],
      response: { 200: PasswordChanged },
      handler(ctx, { body }, reply) {
        reply.header('cache-control', 'no-store')
        return changePassword(sessions, ctx.principal, ctx.actor, body, clientOf(ctx))
      },
    }),
  ]
}
