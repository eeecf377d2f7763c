// Routes for platform administrators: every account of the install.
import { Type } from 'typebox'
import { refuse } from '../../kernel/errors.ts'
import { PageQuery } from '../../platform/http/paging.ts'
import { defineRoute, type Route } from '../../platform/http/route.ts'
import { UserResponse } from '../auth.schema.ts'
import type { Sessions } from '../sessions.commands.ts'
import { createUser, deleteUser, setPassword, setPlatformRole, updateUser } from './users.commands.ts'
import { readAccount, readUsers } from './users.reads.ts'
import { AccountResponse, UserCreate, UserList, UserPassword, UserRole, UserUpdate } from './users.schema.ts'

const OneUser = Type.Object({ user_id: Type.Integer() })

export function adminRoutes(sessions: Sessions): Route[] {
  return [
    defineRoute({
      method: 'GET',
      path: '/admin/users',
      id: 'admin_list_users',
      tag: 'Admin',
      summary: 'Every account, oldest first',
      description:
        'Over all workspaces, for platform administrators, with how many each is in and where it was suspended; `q` finds part of a username.',
      access: 'admin',
      query: Type.Object({
        ...PageQuery,
        q: Type.Optional(Type.String({ maxLength: 200, description: 'Only names that hold this text.' })),
      }),
      response: { 200: UserList },
      handler: (_ctx, { query }) => readUsers(sessions.database, query),
    }),
    defineRoute({
      method: 'POST',
      path: '/admin/users',
      id: 'admin_create_user',
      tag: 'Admin',
      summary: 'Make an account',
      description: 'It belongs to no workspace: its owner can make one, or be let into others.',
      access: 'admin',
      body: UserCreate,
      errors: [409],
      response: { 201: UserResponse },
      handler: ({ actor }, { body }) => createUser(sessions, actor, body),
    }),
    defineRoute({
      method: 'GET',
      path: '/admin/users/:user_id',
      id: 'admin_get_user',
      tag: 'Admin',
      summary: 'One account',
      description: 'For platform administrators, whichever workspaces the account belongs to.',
      access: 'admin',
      params: OneUser,
      response: { 200: AccountResponse },
      async handler(_ctx, { params }) {
        const user = await sessions.database.inControl((tx) => readAccount(tx, params.user_id))
        return user ?? refuse('not_found', 'User not found')
      },
    }),
    defineRoute({
      method: 'PATCH',
      path: '/admin/users/:user_id',
      id: 'admin_update_user',
      tag: 'Admin',
      summary: 'Rename, activate or deactivate an account',
      description:
        'Deactivating ends every session of the user at once. The last active administrator stays active (409).',
      access: 'admin',
      params: OneUser,
      body: UserUpdate,
      errors: [409],
      response: { 200: UserResponse },
      handler: ({ actor }, { params, body }) => updateUser(sessions, actor, params.user_id, body),
    }),
    defineRoute({
      method: 'DELETE',
      path: '/admin/users/:user_id',
      id: 'admin_delete_user',
      tag: 'Admin',
      summary: 'Remove an account',
      description: 'Refused (409) for the last active administrator and for the only owner of a workspace.',
      access: 'admin',
      params: OneUser,
      errors: [409],
      response: { 204: null },
      async handler({ actor }, { params }) {
        await deleteUser(sessions, actor, params.user_id)
        return undefined
      },
    }),
    defineRoute({
      method: 'PUT',
      path: '/admin/users/:user_id/password',
      id: 'admin_set_password',
      tag: 'Admin',
      summary: 'Set the password of an account',
      description: 'Every session of the user ends at once.',
      access: 'admin',
      params: OneUser,
      body: UserPassword,
      response: { 200: UserResponse },
      handler: ({ actor }, { params, body }) => setPassword(sessions, actor, params.user_id, body.password),
    }),
    defineRoute({
      method: 'PATCH',
      path: '/admin/users/:user_id/role',
      id: 'admin_set_role',
      tag: 'Admin',
      summary: 'Make an account an administrator, or no longer one',
      description: 'Takes effect from the next request on. The last active administrator keeps the role (409).',
      access: 'admin',
      params: OneUser,
      body: UserRole,
      errors: [409],
      response: { 200: UserResponse },
      handler: ({ actor }, { params, body }) => setPlatformRole(sessions, actor, params.user_id, body.role),
    }),
  ]
}
