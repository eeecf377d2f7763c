// The service's HTTP API as the scenarios use it.
import { Pool } from 'undici'

export interface Api {
  url: string
  headers: Record<string, string>
  workspace_id: string
  get<T>(path: string): Promise<T>
  send<T>(method: 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, body?: unknown): Promise<T>
  /** The same person in another workspace. */
  in(workspaceId: string): Api
  close(): Promise<void>
}

export const PASSWORD = 'measured-twice'

/** Logs in as the first administrator. */
export async function login(url: string): Promise<Api> {
  const pool = new Pool(url, { connections: 4 })
  const answer = await pool.request({
    method: 'POST',
    path: '/auth/token',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: `username=admin&password=${PASSWORD}`,
  })
  const { access_token } = (await answer.body.json()) as { access_token: string }
  const bare = apiOn(pool, url, { authorization: `Bearer ${access_token}` })
  const [workspace] =
    (await bare.get<{ items?: { id: string }[] } | { id: string }[]>('/api/workspaces').then(listOf)) ?? []
  if (!workspace) throw new Error('There is no workspace to work in.')
  return bare.in(workspace.id)
}

function listOf(answer: { items?: { id: string }[] } | { id: string }[]): { id: string }[] {
  return Array.isArray(answer) ? answer : (answer.items ?? [])
}

function apiOn(pool: Pool, url: string, headers: Record<string, string>): Api {
  async function ask<T>(method: string, path: string, body?: unknown): Promise<T> {
    const answer = await pool.request({
      method: method as 'GET',
      path,
      headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
      body: body === undefined ? null : JSON.stringify(body),
    })
    const text = await answer.body.text()
    if (answer.statusCode >= 300) throw new Error(`${method} ${path}: ${answer.statusCode} ${text.slice(0, 500)}`)
    return (text === '' ? undefined : JSON.parse(text)) as T
  }
  return {
    url,
    headers,
    workspace_id: headers['x-workspace-id'] ?? '',
    get: (path) => ask('GET', path),
    send: ask,
    in: (workspaceId) => apiOn(pool, url, { ...headers, 'x-workspace-id': workspaceId }),
    close: () => pool.destroy(),
  }
}
