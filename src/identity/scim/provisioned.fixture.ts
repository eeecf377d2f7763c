// A whole service with two workspaces that have directories, for the tests of this folder.
import { addWorkspace } from '../../../test/database.ts'
import { addPerson, startTestService, type TestService } from '../../../test/running-install.ts'
import type { WorkspaceId } from '../../kernel/ids.ts'

export interface Reply {
  status: number
  headers: Headers
  text: string
  // biome-ignore lint/suspicious/noExplicitAny: answers of every shape
  body: any
}

export interface Tenant {
  id: WorkspaceId
  slug: string
  token: string
  base: string
  /** Access token of the owner, for the settings. */
  owner: string
  send(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Reply>
}

export async function startProvisioned(settings: Record<string, string> = {}) {
  const service = await startTestService({ LIMITS: 'off', ...settings })
  return { service, ours: await addDirectory(service, 'Acme'), theirs: await addDirectory(service, 'Globex') }
}

async function addDirectory(service: TestService, name: string): Promise<Tenant> {
  const id = await addWorkspace(service.database, name)
  const slug = `${name.toLowerCase()}-works`
  await service.database.asOwner('update workspaces set slug = $2 where id = $1', [id, slug])
  const { access_token } = await addPerson(service, id, 'owner')
  const made = await knock(
    `${service.url}/api/settings/scim-tokens`,
    'POST',
    access_token,
    { name: 'Directory' },
    {
      'content-type': 'application/json',
    },
  )
  if (made.status !== 201) throw new Error(`no token: ${made.text}`)
  const base: string = made.body.base_url
  return {
    id,
    slug,
    token: made.body.token,
    base,
    owner: access_token,
    send: (method, path, body, headers) =>
      knock(`${service.url}/scim/v2/${slug}${path}`, method, made.body.token, body, headers),
  }
}

export async function knock(
  url: string,
  method: string,
  token: string | undefined,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Reply> {
  const answer = await fetch(url, {
    method,
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/scim+json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  const text = await answer.text()
  return { status: answer.status, headers: answer.headers, text, body: text === '' ? undefined : JSON.parse(text) }
}

export const patch = (...Operations: object[]) => ({
  schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
  Operations,
})
