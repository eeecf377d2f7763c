// The one door to the API: every call carries the token and the workspace, is repeated once with a fresh token after a 401, and throws a Problem.
import createClient from 'openapi-fetch'
import { asProblem, problemOf } from './problem.ts'
import type { paths } from './schema.d.ts'
import { session } from './session.ts'

let workspaceId: string | null = null

/** The workspace that all following calls act in. One tab looks at one workspace. */
export function actIn(id: string | null) {
  workspaceId = id
}

export function currentWorkspace(): string | null {
  return workspaceId
}

/** fetch() with the session's token and the workspace. Also for downloads and streams. */
export async function send(request: Request): Promise<Response> {
  const again = request.clone()
  const token = await session.token()
  const answer = await fetch(withHeaders(request, token))
  if (answer.status !== 401) return answer
  return await fetch(withHeaders(again, await session.renew(token)))
}

function withHeaders(request: Request, token: string): Request {
  request.headers.set('authorization', `Bearer ${token}`)
  if (workspaceId && !request.headers.has('x-workspace-id')) request.headers.set('x-workspace-id', workspaceId)
  return request
}

export const api = createClient<paths>({ baseUrl: location.origin, fetch: send })

/** For requests without an account: no token of the signed-in user is sent. */
export const openApi = createClient<paths>({ baseUrl: location.origin })

/** The answer's data, or a thrown Problem: `const list = await take(api.GET('/api/workbooks'))`. */
export async function take<T>(call: Promise<{ data?: T; error?: unknown; response: Response }>): Promise<T> {
  let settled: { data?: T; error?: unknown; response: Response }
  try {
    settled = await call
  } catch (error) {
    if (error instanceof DOMException) throw error
    throw asProblem(error)
  }
  const { response, error, data } = settled
  if (response.ok) return data as T
  throw problemOf(response.status, error, response.headers, new URL(response.url).pathname)
}
