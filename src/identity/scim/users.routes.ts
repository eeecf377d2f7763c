// Routes of SCIM users.
import { Type } from 'typebox'
import type { Protocol } from '../../platform/http/protocol.ts'
import { defineRoute, type Route } from '../../platform/http/route.ts'
import { LIMITS } from '../../platform/limits/limits.ts'
import { USER_KIND } from './attributes.logic.ts'
import { inDirectory, type Scim } from './directory.ts'
import { cut, directoryOf, filterOf, ifMatchOf, patchBody, sendResource, shape } from './exchange.ts'
import { listResponse, windowOf } from './listing.ts'
import { scimNotFound } from './scim.error.ts'
import { ListQuery, ScimPatchInput, ScimUser, ScimUserInput, Selection, scimListOf } from './scim.schema.ts'
import { createUser, deleteUser, patchUser, replaceUser } from './users.commands.ts'
import { findUser, listUsers, showUser, withGroups } from './users.reads.ts'

const USERS = '/scim/v2/:workspace_slug/Users'
const InWorkspace = Type.Object({ workspace_slug: Type.String() })
const OneUser = Type.Object({ workspace_slug: Type.String(), scim_user_id: Type.String() })

export function scimUserRoutes(scim: Scim, protocol: Protocol): Route[] {
  const spoken = { tag: 'SCIM', access: 'protocol', protocol, limit: LIMITS.scim } as const
  const body = { prepareBody: shape(USER_KIND), body: ScimUserInput }
  return [
    defineRoute({
      ...spoken,
      method: 'GET',
      path: USERS,
      id: 'scim_list_users',
      summary: 'List the users of a directory',
      description:
        'With a filter of RFC 7644, in pages counted from 1; without one, every user the directory has made here.',
      params: InWorkspace,
      query: ListQuery,
      response: { 200: scimListOf(ScimUser, 'ScimUserList') },
      async handler(ctx, { query }) {
        const directory = directoryOf(ctx)
        const filter = filterOf(USER_KIND, query.filter)
        const window = windowOf(query)
        const found = await inDirectory(scim.database, directory, (tx) => listUsers(tx, directory, filter, window))
        return listResponse(cut(USER_KIND, found, query), window)
      },
    }),
    defineRoute({
      ...spoken,
      ...body,
      method: 'POST',
      path: USERS,
      id: 'scim_create_user',
      summary: 'Create a user',
      description:
        'Makes an account that belongs to the directory, and a membership with the role viewer; groups may give a higher ' +
        'one. Users of other workspaces play no part. `password` is kept as a hash and never answered.',
      params: InWorkspace,
      query: Selection,
      errors: [409],
      response: { 201: ScimUser },
      async handler(ctx, { body: user, query }, reply) {
        const directory = directoryOf(ctx)
        return sendResource(USER_KIND, await createUser(scim, directory, user), query, reply)
      },
    }),
    defineRoute({
      ...spoken,
      method: 'GET',
      path: `${USERS}/:scim_user_id`,
      id: 'scim_get_user',
      summary: 'Get a user',
      description: 'With an `ETag`; 304 when `If-None-Match` names the version there is.',
      params: OneUser,
      query: Selection,
      response: { 200: ScimUser, 304: null },
      async handler(ctx, { params, query }, reply) {
        const directory = directoryOf(ctx)
        const user = await inDirectory(scim.database, directory, async (tx) => {
          const [found] = await withGroups(tx, [(await findUser(tx, params.scim_user_id)) ?? scimNotFound()])
          return found ? showUser(found, directory) : scimNotFound()
        })
        return sendResource(USER_KIND, user, query, reply, ctx)
      },
    }),
    defineRoute({
      ...spoken,
      ...body,
      method: 'PUT',
      path: `${USERS}/:scim_user_id`,
      id: 'scim_replace_user',
      summary: 'Replace a user',
      description: 'Attributes that are not sent are cleared, except `active`. `active: false` ends access at once.',
      params: OneUser,
      query: Selection,
      errors: [409, 412],
      response: { 200: ScimUser },
      async handler(ctx, { params, body: user, query }, reply) {
        const directory = directoryOf(ctx)
        const replaced = await replaceUser(scim, directory, params.scim_user_id, user, ifMatchOf(ctx))
        return sendResource(USER_KIND, replaced, query, reply)
      },
    }),
    defineRoute({
      ...spoken,
      method: 'PATCH',
      path: `${USERS}/:scim_user_id`,
      id: 'scim_patch_user',
      summary: 'Change attributes of a user',
      description:
        'All operations or none. `active: false` ends access to this workspace at once and touches no other.',
      params: OneUser,
      query: Selection,
      prepareBody: patchBody,
      body: ScimPatchInput,
      errors: [409, 412],
      response: { 200: ScimUser },
      async handler(ctx, { params, body: { Operations }, query }, reply) {
        const directory = directoryOf(ctx)
        const patched = await patchUser(scim, directory, params.scim_user_id, Operations, ifMatchOf(ctx))
        return sendResource(USER_KIND, patched, query, reply)
      },
    }),
    defineRoute({
      ...spoken,
      method: 'DELETE',
      path: `${USERS}/:scim_user_id`,
      id: 'scim_delete_user',
      summary: 'Delete a user',
      description: "Ends the membership in this workspace at once. The user's work stays.",
      params: OneUser,
      errors: [409, 412],
      response: { 204: null },
      async handler(ctx, { params }) {
        await deleteUser(scim, directoryOf(ctx), params.scim_user_id, ifMatchOf(ctx))
        return undefined
      },
    }),
  ]
}
