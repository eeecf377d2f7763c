// A service beside a real identity provider, workspaces that log in by it, and the way there and back, for the tests of single sign-on.
import { expect } from 'vitest'
import { addWorkspace } from '../../../test/database.ts'
import {
  type Answer,
  addPerson,
  type Call,
  callAs,
  startTestService,
  type TestService,
} from '../../../test/running-install.ts'
import type { WorkspaceId } from '../../kernel/ids.ts'
import { CLIENT, startIdp, type TestIdp } from './idp.fixture.ts'

export interface Tenant {
  id: WorkspaceId
  slug: string
  domain: string
  provider: string
  owner: Call
  ownerName: string
}

export interface World {
  service: TestService
  idp: TestIdp
  /** The TXT records that every name has. */
  records: string[]
  /** A workspace with a provider and a domain of its own that is proven. */
  tenant(how?: { domain?: string; verified?: boolean; at?: TestIdp }): Promise<Tenant>
  stranger: Call
  begin(provider: string, next?: string): Promise<{ url: string; cookie: string; answer: Answer }>
  finish(provider: string, back: URL | Record<string, string>, cookie: string): Promise<Answer>
  /** All the way there and back. */
  enter(provider: string, next?: string, at?: TestIdp): Promise<Answer>
  /** The members of a workspace, in the order in which they joined. */
  people(id: string): Promise<{ username: string; role: string }[]>
  close(): Promise<void>
}

export const cookieOf = (answer: Answer) =>
  answer.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ')

let tenants = 0

export async function startWorld(): Promise<World> {
  const dns = async () => ({ ok: true as const, records: world.records, gone: false })
  const service = await startTestService({ LIMITS: 'off', EGRESS_ALLOW: '127.0.0.0/8' }, { dns })
  const idp = await startIdp()
  const stranger: Call = (...args) => callAs(service)(...args)
  const world: World = {
    service,
    idp,
    stranger,
    records: [],
    async tenant({ domain = `acme${++tenants}.example`, verified = true, at = idp } = {}) {
      const id = await addWorkspace(service.database, 'Acme')
      const session = await addPerson(service, id, 'owner')
      const owner = callAs(service, session.access_token)
      const made = await owner('POST', '/api/settings/sso/providers', { name: 'Acme ID', issuer: at.issuer, ...CLIENT })
      expect(made.status, made.text).toBe(201)
      const provider = made.body.id as string
      await at.serve([`${service.url}/login/sso/${provider}`])
      const claimed = await owner('POST', '/api/settings/sso/domains', { domain })
      expect(claimed.status, claimed.text).toBe(201)
      if (verified) {
        world.records = [claimed.body.record.value]
        const proven = await owner('POST', `/api/settings/sso/domains/${domain}/verify`)
        expect(proven.status, proven.text).toBe(200)
      }
      idp.person = { sub: `p-${crypto.randomUUID()}`, email: `ada@${domain}`, email_verified: true }
      return { id, slug: id, domain, provider, owner, ownerName: session.username }
    },
    async begin(provider, next) {
      const answer = await stranger('POST', `/auth/sso/providers/${provider}/start`, next ? { next } : {})
      expect(answer.status, answer.text).toBe(200)
      return { url: answer.body.url as string, cookie: cookieOf(answer), answer }
    },
    finish(provider_id, back, cookie) {
      const parameters = back instanceof URL ? Object.fromEntries(back.searchParams) : back
      return stranger('POST', '/auth/sso/finish', { provider_id, parameters }, { cookie })
    },
    async enter(provider, next, at = idp) {
      const { url, cookie } = await world.begin(provider, next)
      return world.finish(provider, await at.visit(url), cookie)
    },
    people: (id) =>
      service.database.asOwner(
        'select u.username, m.role from memberships m join users u on u.id = m.user_id where m.workspace_id = $1 order by u.id',
        [id],
      ),
    async close() {
      await service.close()
      await idp.close()
    },
  }
  return world
}
