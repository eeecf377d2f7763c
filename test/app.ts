// The HTTP server over some routes, with callers made up by the test: the bearer `editor@<workspace id>` is an editor there, and
// `editor@<workspace id>@2` is user 2.
import type { FastifyInstance } from 'fastify'
import { API_INFO } from '../src/app/api-info.ts'
import { CAPABILITIES, roleRefusal } from '../src/identity/capabilities.logic.ts'
import { refuse } from '../src/kernel/errors.ts'
import type { WorkspaceId } from '../src/kernel/ids.ts'
import type { WorkspaceRole } from '../src/platform/ctx.ts'
import type { Gatekeeper, Route } from '../src/platform/http/route.ts'
import { buildServer, type ServerOptions } from '../src/platform/http/server.ts'
import { createLog } from '../src/platform/log.ts'

const madeUp: Gatekeeper = {
  async authenticate({ bearer, query }) {
    const [username, workspace, number = '1'] = (bearer ?? query ?? '').split('@')
    if (!username || !workspace) refuse('unauthenticated', 'Not authenticated')
    const expires_at = new Date(8.64e15)
    return { user_id: Number(number), username: bearer ?? query ?? '', is_admin: false, family: 'f', expires_at }
  },
  async enterWorkspace(principal, workspace, actor) {
    const [role, own] = principal.username.split('@')
    if (workspace !== undefined && workspace !== own) refuse('not_found', 'Workspace not found')
    return { workspace_id: own as WorkspaceId, role: role as WorkspaceRole, principal, actor }
  },
  permits: (scope, needs) => CAPABILITIES[scope.role].has(needs),
  refusalOf: (scope, needs) => roleRefusal(scope.role, needs),
}

export interface Answer {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  body: any
  text: string
  headers: Record<string, unknown>
}

export interface Caller {
  get(path: string): Promise<Answer>
  post(path: string, body?: unknown): Promise<Answer>
  put(path: string, body?: unknown): Promise<Answer>
  patch(path: string, body?: unknown): Promise<Answer>
  delete(path: string, body?: unknown): Promise<Answer>
}

/** The server, with every answer checked against its schema. Close it in `afterAll`. */
export function buildTestApp(
  routes: Route[],
  gatekeeper = madeUp,
  more: Partial<ServerOptions> = {},
): Promise<FastifyInstance> {
  return buildServer({ info: API_INFO, routes, gatekeeper, log: createLog('error'), checkAnswers: true, ...more })
}

/** Someone with a role in a workspace, as a client of the API. */
export function callerOf(app: FastifyInstance, workspaceId: string, role: WorkspaceRole = 'editor'): Caller {
  const send = (method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE') => async (url: string, body?: unknown) => {
    const headers: Record<string, string> = { authorization: `Bearer ${role}@${workspaceId}` }
    if (body !== undefined) headers['content-type'] = 'application/json'
    const answer = await app.inject({
      method,
      url,
      headers,
      ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
    })
    const isJson = String(answer.headers['content-type']).startsWith('application/json')
    return {
      status: answer.statusCode,
      body: isJson && answer.body !== '' ? JSON.parse(answer.body) : undefined,
      text: answer.body,
      headers: answer.headers as Record<string, unknown>,
    }
  }
  return { get: send('GET'), post: send('POST'), put: send('PUT'), patch: send('PATCH'), delete: send('DELETE') }
}
