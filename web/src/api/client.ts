// The one door to the API: every call is typed by the description, carries the token and the workspace, is repeated once with a fresh token after a 401, and throws a Problem.
import { describedApi } from './described.ts'
import { session } from './session.ts'

export { openApi, take } from './described.ts'

let workspaceId: string | null = null
/** The id of the newest event when the last answer was read. */
let position = ''
/** The same, of the last answer before anything of the workspace was read. */
let eventsSince = ''

/** The workspace that all following calls act in. One tab looks at one workspace. */
export function actIn(id: string | null) {
  if (id !== workspaceId) eventsSince = position
  workspaceId = id
}

export function currentWorkspace(): string | null {
  return workspaceId
}

/** The id of an event before which nothing of the workspace was read; empty when no server told one. */
export function startOfEvents(): string {
  return eventsSince
}

async function send(request: Request): Promise<Response> {
  const again = request.clone()
  const token = await session.token()
  const answer = await fetch(withHeaders(request, token))
  position = answer.headers.get('event-position') ?? position
  if (answer.status !== 401) return answer
  return await fetch(withHeaders(again, await session.renew(token)))
}

function withHeaders(request: Request, token: string): Request {
  request.headers.set('authorization', `Bearer ${token}`)
  if (workspaceId && !request.headers.has('x-workspace-id')) request.headers.set('x-workspace-id', workspaceId)
  return request
}

/** All calls of the signed-in user. */
export const api = describedApi(send)

/** A key for the header `idempotency-key`; works on plain http too, where crypto.randomUUID does not exist. */
export function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Parameters by which a repeated call is the same call. */
export const once = (key = newKey()) => ({ header: { 'idempotency-key': key } })
