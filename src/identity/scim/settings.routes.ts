// Routes of the workspace's own administrators: tokens for the directory, and the roles its groups give.
import { Type } from 'typebox'
import { refuseField } from '../../kernel/errors.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { oneRow } from '../../platform/db/sql-client.ts'
import { countedListOf } from '../../platform/http/paging.ts'
import { defineRoute, type Route } from '../../platform/http/route.ts'
import { baseOf, inDirectory, type Scim } from './directory.ts'
import { listGroupRoles, setGroupRoles } from './group-roles.commands.ts'
import { listScimTokens, makeScimToken, revokeScimToken } from './tokens.commands.ts'

const Moment = (description: string) => Type.Union([Type.String({ format: 'date-time' }), Type.Null()], { description })

const token = {
  id: Type.String(),
  name: Type.String(),
  hint: Type.String({ description: 'The last four characters, to distinguish tokens.' }),
  provider_id: Type.Union([Type.String(), Type.Null()], {
    description: 'The identity provider that the directory speaks for; null where there is none or none was said.',
  }),
  created_at: Type.String({ format: 'date-time' }),
  expires_at: Moment('When it stops being good; null for never.'),
  last_used_at: Moment('The last use, to the minute.'),
}
const ScimToken = Type.Object(token, { $id: 'ScimToken' })
const ScimTokenMade = Type.Object(
  {
    ...token,
    token: Type.String({ description: 'Shown this once.' }),
    base_url: Type.String({ description: 'The address to enter in the directory with the token.' }),
  },
  { $id: 'ScimTokenMade' },
)
const ScimTokenCreate = Type.Object(
  {
    name: Type.String({
      minLength: 1,
      maxLength: 100,
      description: 'For display, for example the name of the directory.',
    }),
    provider_id: Type.Optional(
      Type.Union([Type.String({ maxLength: 100 }), Type.Null()], {
        description:
          'The identity provider whose directory it is: it may name addresses of the domains of that provider only. Absent: the one of a ' +
          'workspace that has one.',
      }),
    ),
    expires_at: Type.Optional(
      Type.String({
        format: 'date-time',
        description: 'Never without it; directories stop working when a token ends.',
      }),
    ),
  },
  { $id: 'ScimTokenCreate' },
)

const Role = Type.Union([Type.Literal('admin'), Type.Literal('editor'), Type.Literal('member'), Type.Literal('viewer')])
const ScimGroupRoleList = countedListOf(
  Type.Object(
    {
      id: Type.String(),
      display_name: Type.String(),
      member_count: Type.Integer({ minimum: 0 }),
      role: Type.Union([Role, Type.Null()], { description: 'Null: the group gives no role.' }),
    },
    { $id: 'ScimGroupRole' },
  ),
  'ScimGroupRoleList',
)
const ScimGroupRolesUpdate = Type.Object(
  { mappings: Type.Array(Type.Object({ group_id: Type.String(), role: Role }), { maxItems: 10_000 }) },
  { $id: 'ScimGroupRolesUpdate' },
)

const ScimTokenList = Type.Object(
  {
    ...countedListOf(ScimToken, 'ScimTokenList').properties,
    base_url: Type.String({ description: 'The address to enter in the directory.' }),
  },
  { $id: 'ScimTokenList' },
)

const ADMIN = { tag: 'SCIM', access: 'user', needs: 'settings.edit' } as const

export function scimSettingsRoutes(scim: Scim): Route[] {
  const { database, people, publicUrl, now } = scim
  return [
    defineRoute({
      ...ADMIN,
      method: 'GET',
      path: '/api/settings/scim-tokens',
      id: 'list_scim_tokens',
      summary: 'The tokens of directories',
      description:
        'Without the tokens, which are shown once, when they are made; with the address that directories are given.',
      response: { 200: ScimTokenList },
      async handler({ scope, raw }) {
        const { items, slug } = await inDirectory(database, scope, async (tx) => ({
          items: await listScimTokens(tx),
          slug: await readSlug(tx),
        }))
        return { items, next_cursor: null, total: items.length, base_url: baseOf(publicUrl, raw, slug) }
      },
    }),
    defineRoute({
      ...ADMIN,
      method: 'POST',
      path: '/api/settings/scim-tokens',
      id: 'create_scim_token',
      summary: 'Make a token for a directory such as Okta or Entra ID',
      description:
        'It is shown in this answer only; a hash is kept. It is good for `/scim/v2` of this workspace and nothing else, until it ' +
        'is revoked or expires.',
      body: ScimTokenCreate,
      errors: [409],
      response: { 201: ScimTokenMade },
      async handler({ scope, raw }, { body }) {
        const expires_at = body.expires_at === undefined ? undefined : new Date(body.expires_at)
        if (expires_at && !(expires_at > now())) {
          refuseField(['expires_at'], 'value_error', 'Value error, this time has passed', body.expires_at)
        }
        return inDirectory(database, scope, async (tx) => {
          const input = {
            name: body.name,
            provider_id: body.provider_id,
            expires_at,
            created_by: scope.principal.user_id,
          }
          const made = await makeScimToken(tx, input, now())
          return { ...made, base_url: baseOf(publicUrl, raw, await readSlug(tx)) }
        })
      },
    }),
    defineRoute({
      ...ADMIN,
      method: 'DELETE',
      path: '/api/settings/scim-tokens/:scim_token_id',
      id: 'revoke_scim_token',
      summary: 'Revoke a token at once',
      description: 'The directory gets 401 from now on; users that it made stay as they are.',
      params: Type.Object({ scim_token_id: Type.String() }),
      response: { 204: null },
      async handler({ scope }, { params }) {
        await database.inWorkspace(scope, (tx) => revokeScimToken(tx, params.scim_token_id))
        return undefined
      },
    }),
    defineRoute({
      ...ADMIN,
      method: 'GET',
      path: '/api/settings/scim-groups',
      id: 'list_scim_group_roles',
      summary: 'The groups of the directory and the roles they give',
      description: 'A group gives a role only where an administrator has set one; otherwise its members are viewers.',
      response: { 200: ScimGroupRoleList },
      async handler({ scope }) {
        const items = await database.inWorkspace(scope, listGroupRoles)
        return { items: items as never, next_cursor: null, total: items.length }
      },
    }),
    defineRoute({
      ...ADMIN,
      method: 'PUT',
      path: '/api/settings/scim-groups',
      id: 'update_scim_group_roles',
      summary: 'Say which groups of the directory give which role',
      description:
        'Replaces the whole table: groups that are not named give no role. A member of several groups gets the highest role; ' +
        'a member who leaves the last group becomes a viewer. Owners stay owners.',
      body: ScimGroupRolesUpdate,
      response: { 200: ScimGroupRoleList },
      async handler({ scope }, { body }) {
        const { items, changed } = await inDirectory(database, scope, async (tx) => {
          const accounts = await setGroupRoles(tx, body.mappings)
          return { items: await listGroupRoles(tx), changed: accounts }
        })
        for (const userId of changed) people.forget(userId)
        return { items: items as never, next_cursor: null, total: items.length }
      },
    }),
  ]
}

async function readSlug(tx: WorkspaceTx): Promise<string> {
  const { rows } = await tx.client.query<{ slug: string }>('select slug from workspaces where id = $1', [
    tx.workspace_id,
  ])
  return oneRow(rows).slug
}
