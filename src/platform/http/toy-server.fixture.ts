// A small made-up API for the tests of this folder: two users, one workspace, one thing with the id 7.
import pino from 'pino'
import { type Static, Type } from 'typebox'
import { afterEach } from 'vitest'
import { refuse } from '../../kernel/errors.ts'
import type { WorkspaceId } from '../../kernel/ids.ts'
import { defineRoute, type Gatekeeper, preparedJson, type Route } from './route.ts'
import { buildServer, type ServerOptions } from './server.ts'

const gatekeeper: Gatekeeper = {
  authenticate: async ({ bearer, query }) => {
    const token = bearer ?? query
    if (token === undefined) refuse('unauthenticated', 'Not authenticated')
    if (!['ann', 'vic'].includes(token)) refuse('unauthenticated', 'Could not validate credentials')
    return {
      user_id: token === 'ann' ? 1 : 2,
      username: token,
      is_admin: token === 'ann',
      family: 'f',
      expires_at: new Date(8.64e15),
    }
  },
  enterWorkspace: async (principal, workspace, actor) => {
    if (workspace !== undefined && workspace !== 'w1') refuse('not_found', 'Workspace not found')
    const role = principal.username === 'ann' ? 'owner' : 'viewer'
    return { workspace_id: 'w1' as WorkspaceId, role, principal, actor }
  },
  permits: (scope, needs) => scope.role === 'owner' || needs.endsWith('.view'),
  refusalOf: ({ role }, needs) => `${role} lacks ${needs}`,
}

const Thing = Type.Object(
  { id: Type.Integer(), name: Type.String({ minLength: 1, maxLength: 20 }), note: Type.Optional(Type.String()) },
  { $id: 'Thing' },
)
type Thing = Static<typeof Thing>

const thing = { id: 7, name: 'seven', hidden: 'internal' } as Thing

export const toyRoutes: Route[] = [
  defineRoute({
    method: 'GET',
    path: '/api/things/:thing_id',
    alsoAt: ['/api/v2/things/:thing_id'],
    id: 'read_thing',
    tag: 'Things',
    summary: 'Read a thing',
    access: 'user',
    needs: 'things.view',
    params: Type.Object({ thing_id: Type.Integer() }),
    query: Type.Object({
      page: Type.Integer({ default: 1, minimum: 1 }),
      tags: Type.Optional(Type.Array(Type.String())),
    }),
    response: { 200: Thing },
    handler: async (_ctx, { params, query }) => {
      if (params.thing_id !== 7) refuse('not_found', 'Thing not found')
      return query.page === 2 ? preparedJson('{"id":7,"name":"prepared"}') : thing
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/api/things/:thing_id',
    id: 'update_thing',
    tag: 'Things',
    summary: 'Change a thing',
    access: 'user',
    needs: 'things.edit',
    params: Type.Object({ thing_id: Type.Integer() }),
    query: Type.Object({ loud: Type.Boolean({ default: false }) }),
    headers: Type.Object({ 'x-age': Type.Optional(Type.Integer()) }),
    body: Type.Object({
      name: Type.String({ minLength: 1 }),
      count: Type.Integer({ default: 3, maximum: 10 }),
      data: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
    }),
    response: { 201: Type.Object({ name: Type.String(), count: Type.Integer(), data: Type.Optional(Type.Unknown()) }) },
    exists: async (_ctx, { params }) => {
      if (params.thing_id !== 7) refuse('not_found', 'Thing not found')
    },
    handler: async (_ctx, { body }) => body,
  }),
  defineRoute({
    method: 'POST',
    path: '/auth/token',
    id: 'login',
    tag: 'Auth',
    summary: 'Log in',
    access: 'public',
    form: true,
    body: Type.Object({ username: Type.String(), password: Type.String({ 'x-secret': true }) }),
    response: { 200: Type.Object({ username: Type.String() }) },
    handler: async (_ctx, { body }) => ({ username: body.username }),
  }),
  defineRoute({
    method: 'DELETE',
    path: '/api/things/:thing_id',
    id: 'delete_thing',
    tag: 'Things',
    summary: 'Delete a thing',
    access: 'admin',
    params: Type.Object({ thing_id: Type.String() }),
    response: { 204: null },
    handler: async (_ctx, { params }) => {
      if (params.thing_id === 'boom') throw new Error('the secret of the database')
      if (params.thing_id === 'away') throw Object.assign(new Error('x'), { code: 'ECONNREFUSED' })
      return undefined
    },
  }),
]

const closers: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0)) await close()
})

export const toyInfo = {
  title: 'Toy',
  version: '1.0.0',
  description: 'A made-up API.',
  tags: ['Things', 'Auth', 'Events', 'System'].map((name) => ({ name, description: `All about ${name}.` })),
}

/** Closed by itself after the test. */
export async function toyServer(more: Partial<ServerOptions> = {}) {
  const app = await buildServer({
    routes: toyRoutes,
    gatekeeper,
    log: pino({ level: 'silent' }),
    info: toyInfo,
    checkAnswers: true,
    ...more,
  })
  closers.push(() => app.close())
  return app
}

export const ann = { authorization: 'Bearer ann' }
/** A viewer who is no platform admin. */
export const vic = { authorization: 'Bearer vic' }
