// Routes of SCIM groups.
import { Type } from 'typebox'
import type { Protocol } from '../../platform/http/protocol.ts'
import { defineRoute, type Route } from '../../platform/http/route.ts'
import { LIMITS } from '../../platform/limits/limits.ts'
import { GROUP_KIND } from './attributes.logic.ts'
import { inDirectory, type Scim } from './directory.ts'
import { cut, directoryOf, filterOf, ifMatchOf, patchBody, sendResource, shape } from './exchange.ts'
import { createGroup, deleteGroup, patchGroup, replaceGroup } from './groups.commands.ts'
import { findGroup, listGroups, showGroup, withMembers } from './groups.reads.ts'
import { listResponse, windowOf } from './listing.ts'
import { placesIn } from './resource.logic.ts'
import { scimNotFound } from './scim.error.ts'
import { ListQuery, ScimGroup, ScimGroupInput, ScimPatchInput, Selection, scimListOf } from './scim.schema.ts'

const GROUPS = '/scim/v2/:workspace_slug/Groups'
const InWorkspace = Type.Object({ workspace_slug: Type.String() })
const OneGroup = Type.Object({ workspace_slug: Type.String(), scim_group_id: Type.String() })

export function scimGroupRoutes(scim: Scim, protocol: Protocol): Route[] {
  const spoken = { tag: 'SCIM', access: 'protocol', protocol, limit: LIMITS.scim } as const
  const body = { prepareBody: shape(GROUP_KIND), body: ScimGroupInput }
  return [
    defineRoute({
      ...spoken,
      method: 'GET',
      path: GROUPS,
      id: 'scim_list_groups',
      summary: 'List the groups of a directory',
      description:
        'With a filter of RFC 7644, in pages counted from 1; `excludedAttributes=members` skips reading their members.',
      params: InWorkspace,
      query: ListQuery,
      response: { 200: scimListOf(ScimGroup, 'ScimGroupList') },
      async handler(ctx, { query }) {
        const directory = directoryOf(ctx)
        const filter = filterOf(GROUP_KIND, query.filter)
        const window = windowOf(query)
        const found = await inDirectory(scim.database, directory, (tx) =>
          listGroups(tx, directory, filter, window, wantsMembers(query)),
        )
        return listResponse(cut(GROUP_KIND, found, query), window)
      },
    }),
    defineRoute({
      ...spoken,
      ...body,
      method: 'POST',
      path: GROUPS,
      id: 'scim_create_group',
      summary: 'Make a group',
      description: 'It gives its members a role once an administrator has set one at PUT /api/settings/scim-groups.',
      params: InWorkspace,
      query: Selection,
      errors: [409],
      response: { 201: ScimGroup },
      async handler(ctx, { body: group, query }, reply) {
        return sendResource(GROUP_KIND, await createGroup(scim, directoryOf(ctx), group), query, reply)
      },
    }),
    defineRoute({
      ...spoken,
      method: 'GET',
      path: `${GROUPS}/:scim_group_id`,
      id: 'scim_get_group',
      summary: 'One group',
      description: 'With its members unless `excludedAttributes` names them, and with an `ETag`.',
      params: OneGroup,
      query: Selection,
      response: { 200: ScimGroup, 304: null },
      async handler(ctx, { params, query }, reply) {
        const directory = directoryOf(ctx)
        const group = await inDirectory(scim.database, directory, async (tx) => {
          const found = (await findGroup(tx, params.scim_group_id)) ?? scimNotFound()
          const [full = found] = wantsMembers(query) ? await withMembers(tx, [found]) : []
          return showGroup(full, directory)
        })
        return sendResource(GROUP_KIND, group, query, reply, ctx)
      },
    }),
    defineRoute({
      ...spoken,
      ...body,
      method: 'PUT',
      path: `${GROUPS}/:scim_group_id`,
      id: 'scim_replace_group',
      summary: 'Replace a group',
      description:
        'Absent attributes are removed, members too. Users who leave the group lose the role that it gave them.',
      params: OneGroup,
      query: Selection,
      errors: [409, 412],
      response: { 200: ScimGroup },
      async handler(ctx, { params, body: group, query }, reply) {
        const replaced = await replaceGroup(scim, directoryOf(ctx), params.scim_group_id, group, ifMatchOf(ctx))
        return sendResource(GROUP_KIND, replaced, query, reply)
      },
    }),
    defineRoute({
      ...spoken,
      method: 'PATCH',
      path: `${GROUPS}/:scim_group_id`,
      id: 'scim_patch_group',
      summary: 'Change a group or its members',
      description: 'All operations or none. Answers 204; with `attributes`, 200 and the group.',
      params: OneGroup,
      query: Selection,
      prepareBody: patchBody,
      body: ScimPatchInput,
      errors: [409, 412],
      response: { 200: ScimGroup, 204: null },
      async handler(ctx, { params, body: { Operations }, query }, reply) {
        const patched = await patchGroup(scim, directoryOf(ctx), params.scim_group_id, Operations, ifMatchOf(ctx))
        const answer = sendResource(GROUP_KIND, patched, query, reply)
        return query.attributes === undefined ? reply.code(204).send() : answer
      },
    }),
    defineRoute({
      ...spoken,
      method: 'DELETE',
      path: `${GROUPS}/:scim_group_id`,
      id: 'scim_delete_group',
      summary: 'Delete a group; its members stay',
      description: 'Its members stay in the workspace and lose the role that the group gave them.',
      params: OneGroup,
      errors: [412],
      response: { 204: null },
      async handler(ctx, { params }) {
        await deleteGroup(scim, directoryOf(ctx), params.scim_group_id, ifMatchOf(ctx))
        return undefined
      },
    }),
  ]
}

/** Members of large groups are read only when the response contains them. */
/** Members are read when the answer has them. */
export function wantsMembers({
  attributes,
  excludedAttributes,
}: {
  attributes?: string
  excludedAttributes?: string
}): boolean {
  const named = (list: string | undefined) => placesIn(GROUP_KIND, list)
  const wanted = named(attributes)
  if (wanted.length > 0) return wanted.some(({ names }) => names[0] === 'members')
  return !named(excludedAttributes).some(({ names }) => names.length === 1 && names[0] === 'members')
}
