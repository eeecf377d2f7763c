// Promises of single sign-on about accounts, domains and administrators, against a real identity provider on loopback.
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { addWorkspace } from '../../../test/database.ts'
import { addPerson, type Call, callAs, logIn, PASSWORD, startTestService } from '../../../test/running-install.ts'
import { CLIENT, startIdp, type TestIdp } from './idp.fixture.ts'
import { cookieOf, startWorld, type Tenant, type World } from './sso-world.fixture.ts'

let world: World
let idp: TestIdp
beforeAll(async () => {
  world = await startWorld()
  idp = world.idp
})
afterAll(() => world?.close())
afterEach(() => {
  idp.tamper = undefined
})

const tenant: World['tenant'] = (how) => world.tenant(how)
const enter: World['enter'] = (...way) => world.enter(...way)
const begin: World['begin'] = (...way) => world.begin(...way)
const finish: World['finish'] = (...way) => world.finish(...way)
const stranger: Call = (...call) => world.stranger(...call)

describe('accounts', () => {
  test('of members are never taken by their address: their owner links them, with the password', async () => {
    const { id, provider, domain } = await tenant()
    const local = await addPerson(world.service, id, 'editor')
    await world.service.database.asOwner('update users set username = $2 where id = $1', [
      local.user_id,
      `Ada@${domain}`,
    ])
    const refused = await enter(provider)
    expect(refused.status).toBe(403)
    expect(refused.body.detail).toContain('link single sign-on')
    const me = callAs(world.service, local.access_token)
    const start = (password: string) =>
      me('POST', '/api/users/me/identities/start', { provider_id: provider, password })
    expect((await start('wrong')).status).toBe(400)
    const started = await start(PASSWORD)
    expect(started.status, started.text).toBe(200)
    const back = await idp.visit(started.body.url)
    const link = { provider_id: provider, parameters: Object.fromEntries(back.searchParams) }
    const cookie = cookieOf(started)
    // A login cannot be made of it, nor can another user end it.
    const linked = await me('POST', '/api/users/me/identities', link, { cookie })
    expect(linked.status, linked.text).toBe(201)
    expect(linked.body).toMatchObject({ email: `ada@${domain}`, provider: { id: provider, name: 'Acme ID' } })
    const entered = await enter(provider)
    expect(entered.status).toBe(200)
    expect((await callAs(world.service, entered.body.access_token)('GET', '/auth/me')).body.id).toBe(local.user_id)
    const { items } = (await me('GET', '/api/users/me/identities')).body
    expect((await me('DELETE', `/api/users/me/identities/${items[0].id}`)).status).toBe(204)
    expect((await enter(provider)).status).toBe(403)
  })

  test('an identity is linked by the user who began it, as what it was begun for, and to one account', async () => {
    const { id, provider } = await tenant()
    const [ann, bob] = [await addPerson(world.service, id, 'editor'), await addPerson(world.service, id, 'editor')]
    const begun = async (token: string) => {
      const started = await callAs(world.service, token)('POST', '/api/users/me/identities/start', {
        provider_id: provider,
        password: PASSWORD,
      })
      const back = await idp.visit(started.body.url)
      return { parameters: Object.fromEntries(back.searchParams), cookie: cookieOf(started) }
    }
    const end = (token: string, { parameters, cookie }: Awaited<ReturnType<typeof begun>>) =>
      callAs(world.service, token)(
        'POST',
        '/api/users/me/identities',
        { provider_id: provider, parameters },
        { cookie },
      )
    expect((await end(bob.access_token, await begun(ann.access_token))).status).toBe(401)
    const asLogin = await begun(ann.access_token)
    expect((await finish(provider, asLogin.parameters, asLogin.cookie)).status).toBe(401)
    const login = await begin(provider)
    const back = { parameters: Object.fromEntries((await idp.visit(login.url)).searchParams), cookie: login.cookie }
    expect((await end(ann.access_token, back)).status).toBe(401)
    expect((await end(ann.access_token, await begun(ann.access_token))).status).toBe(201)
    expect((await end(bob.access_token, await begun(bob.access_token))).status).toBe(409)
    const outside = await addPerson(world.service)
    const started = await callAs(world.service, outside.access_token)('POST', '/api/users/me/identities/start', {
      provider_id: provider,
      password: PASSWORD,
    })
    expect(started.status).toBe(404)
  })

  test('that the directory of the workspace made are taken by their verified address, unless they reach further or are closed', async () => {
    const { id, provider, domain, owner, slug } = await tenant()
    const { token } = (await owner('POST', '/api/settings/scim-tokens', { name: 'Directory' })).body
    const scim = (method: string, path: string, body: object) =>
      callAs(world.service, token)(method, `/scim/v2/${slug}${path}`, body, { 'content-type': 'application/scim+json' })
    const user = (userName: string) => ({ schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'], userName })
    const made = await scim('POST', '/Users', user(`Ada@${domain}`))
    expect(made.status, made.text).toBe(201)
    const entered = await enter(provider)
    expect(entered.status, entered.text).toBe(200)
    expect(entered.body.username).toBe(`${slug}/Ada@${domain}`)
    expect(await world.people(id)).toHaveLength(2)
    const closing = {
      schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
      Operations: [{ op: 'replace', value: { active: false } }],
    }
    expect((await scim('PATCH', `/Users/${made.body.id}`, closing)).status).toBe(200)
    const closed = await enter(provider)
    expect(closed.status).toBe(403)
    expect(closed.body.detail).toContain('no place')
    const boss = await scim('POST', '/Users', user(`boss@${domain}`))
    const [account] = await world.service.database.asOwner<{ user_id: number }>(
      'select user_id from scim_users where id = $1',
      [boss.body.id],
    )
    await world.service.database.asOwner(`update users set role = 'admin' where id = $1`, [account?.user_id])
    idp.person = { sub: 'not the boss', email: `boss@${domain}`, email_verified: true }
    expect((await enter(provider)).status).toBe(403)
  })

  test('an issuer of another address knows no user of the one before', async () => {
    const { provider, owner, id, domain } = await tenant()
    idp.person = { sub: 'same', email: `ada@${domain}`, email_verified: true }
    const local = await addPerson(world.service, id, 'editor')
    await world.service.database.asOwner(
      `insert into user_identities (workspace_id, provider_id, issuer, subject, id, user_id) values ($1, $2, $3, 'same', gen_random_uuid(), $4)`,
      [id, provider, idp.issuer, local.user_id],
    )
    const mine = await enter(provider)
    expect((await callAs(world.service, mine.body.access_token)('GET', '/auth/me')).body.id).toBe(local.user_id)
    const hostile = await startIdp()
    await hostile.serve([`${world.service.url}/login/sso/${provider}`])
    hostile.person = idp.person
    expect(
      (
        await owner('PATCH', `/api/settings/sso/providers/${provider}`, {
          issuer: hostile.issuer,
          client_secret: CLIENT.client_secret,
        })
      ).status,
    ).toBe(200)
    expect((await callAs(world.service, mine.body.access_token)('GET', '/auth/me')).status).toBe(401)
    const theirs = await enter(provider, undefined, hostile)
    expect(theirs.status, theirs.text).toBe(200)
    expect((await callAs(world.service, theirs.body.access_token)('GET', '/auth/me')).body.id).not.toBe(local.user_id)
    await hostile.close()
  })

  test('without accounts made by themselves only people who are known come in', async () => {
    const { provider, owner } = await tenant()
    await owner('PATCH', `/api/settings/sso/providers/${provider}`, { makes_accounts: false })
    expect((await enter(provider)).body.detail).toContain('no account')
    await owner('PATCH', `/api/settings/sso/providers/${provider}`, { makes_accounts: true, default_role: 'editor' })
    expect((await enter(provider)).status).toBe(200)
  })
})

describe('an address of a proven domain', () => {
  interface Two {
    at: Tenant
    partner: { provider: string; idp: TestIdp }
    close: () => Promise<void>
  }

  /** A workspace whose domain belongs to its first provider, and a second provider of a partner with an identity provider of its own. */
  async function two(): Promise<Two> {
    const at = await tenant()
    const other = await startIdp()
    const made = await at.owner('POST', '/api/settings/sso/providers', {
      name: 'Partner',
      issuer: other.issuer,
      ...CLIENT,
    })
    expect(made.status, made.text).toBe(201)
    await other.serve([`${world.service.url}/login/sso/${made.body.id}`])
    return { at, partner: { provider: made.body.id, idp: other }, close: () => other.close() }
  }
  const says = (who: TestIdp, email: string, sub = email) => {
    who.person = { sub, email, email_verified: true }
  }
  const byPartner = ({ partner }: Two) => enter(partner.provider, undefined, partner.idp)
  const scimOf = async ({ at }: Two, provider_id: string | null) => {
    const { token } = (await at.owner('POST', '/api/settings/scim-tokens', { name: 'D', provider_id })).body
    const call = callAs(world.service, token)
    return (method: string, path: string, body: object) =>
      call(method, `/scim/v2/${at.slug}${path}`, body, { 'content-type': 'application/scim+json' })
  }
  const userOf = (userName: string, email?: string) => ({
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
    userName,
    ...(email && { emails: [{ value: email, type: 'work' }] }),
  })
  const domainOf = async ({ at }: Two) => (await at.owner('GET', '/api/settings/sso')).body.domains[0]

  const CASES: [name: string, run: (two: Two) => Promise<void>][] = [
    [
      'first login: another provider opens no account',
      async (two) => {
        const { at, partner } = two
        says(partner.idp, `eve@${at.domain}`)
        const refused = await byPartner(two)
        expect([refused.status, refused.body.detail]).toEqual([
          403,
          expect.stringContaining('another identity provider'),
        ])
        expect(await world.people(at.id)).toHaveLength(1)
        says(idp, `eve@${at.domain}`)
        expect((await enter(at.provider)).status).toBe(200)
      },
    ],
    [
      'later login: another provider enters no account that its own provider made',
      async (two) => {
        const { at, partner } = two
        says(idp, `ada@${at.domain}`)
        expect((await enter(at.provider)).status).toBe(200)
        says(partner.idp, `ada@${at.domain}`)
        expect((await byPartner(two)).status).toBe(403)
        expect((await enter(at.provider)).status).toBe(200)
      },
    ],
    [
      'link: its owner lets another provider in, which needs no domain for that',
      async (two) => {
        const { at, partner } = two
        const ann = await addPerson(world.service, at.id, 'editor')
        says(partner.idp, `ann@${at.domain}`, 'ann at the partner')
        expect((await byPartner(two)).status).toBe(403)
        const me = callAs(world.service, ann.access_token)
        const begun = await me('POST', '/api/users/me/identities/start', {
          provider_id: partner.provider,
          password: PASSWORD,
        })
        const back = await partner.idp.visit(begun.body.url)
        const linked = await me(
          'POST',
          '/api/users/me/identities',
          { provider_id: partner.provider, parameters: Object.fromEntries(back.searchParams) },
          { cookie: cookieOf(begun) },
        )
        expect(linked.status, linked.text).toBe(201)
        const entered = await byPartner(two)
        expect([entered.status, entered.body.username]).toEqual([200, ann.username])
      },
    ],
    [
      'directory: a token of another provider names it in no userName and no e-mail, when it makes or changes a user',
      async (two) => {
        const { at, partner } = two
        const scim = await scimOf(two, partner.provider)
        expect((await scim('POST', '/Users', userOf(`eve@${at.domain}`))).status).toBe(403)
        expect((await scim('POST', '/Users', userOf('eve', `Eve@${at.domain.toUpperCase()}`))).status).toBe(403)
        const own = await scim('POST', '/Users', userOf('eve@partner.example'))
        expect(own.status, own.text).toBe(201)
        const path = `/Users/${own.body.id}`
        expect((await scim('PUT', path, userOf(`eve@${at.domain}`))).status).toBe(403)
        const patch = {
          schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
          Operations: [{ op: 'add', path: 'emails', value: [{ value: `eve@${at.domain}` }] }],
        }
        expect((await scim('PATCH', path, patch)).status).toBe(403)
        const staff = await scimOf(two, at.provider)
        expect(
          (await staff('PATCH', path, { ...patch, Operations: [{ op: 'replace', value: { active: false } }] })).status,
        ).toBe(403)
        expect((await staff('POST', '/Users', userOf(`eve@${at.domain}`))).status).toBe(201)
        says(idp, `eve@${at.domain}`)
        expect((await enter(at.provider)).status).toBe(200)
      },
    ],
    [
      'directory: an account that another directory made before the domain was proven is not entered by its address',
      async (two) => {
        const { at, partner } = two
        const late = `late-${at.domain}`
        const scim = await scimOf(two, partner.provider)
        expect((await scim('POST', '/Users', userOf(`eve@${late}`))).status).toBe(201)
        const claimed = await at.owner('POST', '/api/settings/sso/domains', { domain: late, provider_id: at.provider })
        says(idp, `eve@${late}`)
        expect((await enter(at.provider)).body.detail).toContain('cannot log in here')
        world.records = [claimed.body.record.value]
        expect((await at.owner('POST', `/api/settings/sso/domains/${late}/verify`)).status).toBe(200)
        const refused = await enter(at.provider)
        expect([refused.status, refused.body.detail]).toEqual([403, expect.stringContaining('link single sign-on')])
      },
    ],
    [
      'no provider chosen: no new user comes in until an administrator chooses, and an unknown provider is refused',
      async (two) => {
        const { at, partner } = two
        const path = `/api/settings/sso/domains/${at.domain}`
        expect((await at.owner('PATCH', path, { provider_id: null })).body.provider_id).toBe(null)
        says(idp, `ada@${at.domain}`)
        says(partner.idp, `ada@${at.domain}`)
        for (const refused of [await enter(at.provider), await byPartner(two)])
          expect([refused.status, refused.body.detail]).toEqual([403, expect.stringContaining('chooses one')])
        expect((await at.owner('PATCH', path, { enforced: true })).status).toBe(409)
        expect((await at.owner('PATCH', path, { provider_id: crypto.randomUUID() })).status).toBe(422)
        const elsewhere = await startIdp()
        const theirs = await tenant({ at: elsewhere }).finally(elsewhere.close)
        expect((await at.owner('PATCH', path, { provider_id: theirs.provider })).status).toBe(422)
        says(idp, `ada@${at.domain}`)
        expect((await at.owner('PATCH', path, { provider_id: at.provider })).body.provider_id).toBe(at.provider)
        expect((await enter(at.provider)).status).toBe(200)
        expect((await byPartner(two)).status).toBe(403)
      },
    ],
    [
      'provider removed: the one that is left does not inherit its domain',
      async (two) => {
        const { at, partner } = two
        says(idp, `ada@${at.domain}`)
        expect((await enter(at.provider)).status).toBe(200)
        expect((await at.owner('DELETE', `/api/settings/sso/providers/${at.provider}`)).status).toBe(204)
        expect((await domainOf(two)).provider_id).toBe(null)
        says(partner.idp, `ada@${at.domain}`)
        expect((await byPartner(two)).status).toBe(403)
        await at.owner('PATCH', `/api/settings/sso/domains/${at.domain}`, { provider_id: partner.provider })
        expect((await byPartner(two)).status).toBe(200)
      },
    ],
    [
      'sign-in page: only its own provider is offered for it',
      async (two) => {
        const offers = await stranger('GET', `/auth/sso/providers?login=bob@${two.at.domain}`)
        expect(offers.body.items.map(({ id }: { id: string }) => id)).toEqual([two.at.provider])
      },
    ],
  ]

  test.each(CASES)('is vouched for by the provider of its domain alone. %s', async (_name, run) => {
    const made = await two()
    await run(made).finally(made.close)
  })
})

describe('a domain that requires single sign-on', () => {
  test('takes passwords of its members away and ends their sessions, but leaves owners and administrators of the install theirs', async () => {
    const { id, owner, domain, provider, ownerName } = await tenant()
    const path = `/api/settings/sso/domains/${domain}`
    const rename = (userId: number, username: string) =>
      world.service.database.asOwner('update users set username = $2 where id = $1', [userId, username])
    const member = await addPerson(world.service, id, 'editor')
    await rename(member.user_id, `bob@${domain}`)
    const outside = await addPerson(world.service, id, 'editor')
    const admin = await addPerson(world.service, id, 'editor', { role: 'admin' })
    await rename(admin.user_id, `root@${domain}`)
    const elsewhere = await addPerson(world.service)
    await rename(elsewhere.user_id, `eve@${domain}`)
    const enforced = await owner('PATCH', path, { enforced: true })
    expect(enforced.status, enforced.text).toBe(200)
    expect((await callAs(world.service, member.access_token)('GET', '/auth/me')).status).toBe(401)
    await expect(logIn(world.service.url, `bob@${domain}`)).rejects.toThrow(
      `People of ${domain} log in by single sign-on`,
    )
    // Without the password the answer tells nothing new.
    await expect(logIn(world.service.url, `bob@${domain}`, 'wrong')).rejects.toThrow('Incorrect username or password')
    for (const name of [outside.username, `root@${domain}`, `eve@${domain}`, ownerName])
      expect((await logIn(world.service.url, name)).access_token).toEqual(expect.any(String))
    const offers = await stranger('GET', `/auth/sso/providers?login=bob@${domain}`)
    expect(offers.body.items).toEqual([{ id: provider, name: 'Acme ID', required: true }])
    await owner('PATCH', path, { enforced: false })
    expect((await logIn(world.service.url, `bob@${domain}`)).access_token).toEqual(expect.any(String))
  })

  test('has to be proven and to have a provider; without a provider no user is locked out', async () => {
    const { owner, domain, provider, id } = await tenant({ verified: false })
    const path = `/api/settings/sso/domains/${domain}`
    world.records = ['millrace-domain=something else']
    const missing = await owner('POST', `${path}/verify`)
    expect(missing.status).toBe(409)
    expect(missing.body.detail).toContain(`_millrace.${domain}`)
    expect((await owner('PATCH', path, { enforced: true })).status).toBe(409)
    world.records = [(await owner('GET', '/api/settings/sso')).body.domains[0].record.value]
    await owner('POST', `${path}/verify`)
    expect((await owner('PATCH', path, { enforced: true })).status).toBe(200)
    const member = await addPerson(world.service, id, 'editor')
    await world.service.database.asOwner('update users set username = $2 where id = $1', [
      member.user_id,
      `b@${domain}`,
    ])
    await expect(logIn(world.service.url, `b@${domain}`)).rejects.toThrow('single sign-on')
    await owner('DELETE', `/api/settings/sso/providers/${provider}`)
    expect((await logIn(world.service.url, `b@${domain}`)).access_token).toEqual(expect.any(String))
    expect((await owner('PATCH', path, { enforced: true })).status).toBe(409)
  })
})

describe('administrators', () => {
  test('never see the secret again, and the database alone does not reveal it either', async () => {
    const { owner, provider, id } = await tenant()
    const settings = await owner('GET', '/api/settings/sso')
    expect(settings.body.providers[0]).toMatchObject({ id: provider, has_secret: true, enabled: true, listed: false })
    const stored = await world.service.database.asOwner(
      'select p::text as line from sso_providers p where workspace_id = $1',
      [id],
    )
    const log = await world.service.database.asOwner(
      'select l::text as line from audit_log l where workspace_id = $1',
      [id],
    )
    for (const text of [settings.text, JSON.stringify(stored), JSON.stringify(log)])
      expect(text).not.toContain(CLIENT.client_secret)
    expect(JSON.stringify(stored)).not.toContain(Buffer.from(CLIENT.client_secret).toString('hex'))
    // Blank leaves it, null takes it away.
    const path = `/api/settings/sso/providers/${provider}`
    expect((await owner('PATCH', path, { client_secret: '' })).body.has_secret).toBe(true)
    expect((await enter(provider)).status).toBe(200)
    expect((await owner('PATCH', path, { client_secret: null })).body.has_secret).toBe(false)
    expect((await enter(provider)).status).toBe(401)
  })

  test('send the secret to no other issuer than the one it was entered for, unless it is entered again', async () => {
    const { owner, provider } = await tenant()
    const path = `/api/settings/sso/providers/${provider}`
    const issuer = 'https://id.elsewhere.example'
    const moved = await owner('PATCH', path, { issuer })
    expect(moved.status, moved.text).toBe(422)
    expect(moved.body.detail).toMatchObject([{ loc: ['body', 'client_secret'], type: 'value_error' }])
    expect((await owner('PATCH', path, { issuer, client_secret: 'of the new one' })).status).toBe(200)
    expect((await owner('PATCH', path, { issuer: 'https://third.example', client_secret: null })).status).toBe(200)
    expect((await owner('PATCH', path, { issuer: 'https://fourth.example' })).status).toBe(200)
  })

  test('of the workspace alone set it up, and of the install alone show it to every workspace', async () => {
    const { owner, provider, id, slug } = await tenant()
    const editor = (await addPerson(world.service, id, 'editor')).call
    expect((await editor('GET', '/api/settings/sso')).status).toBe(403)
    const path = `/api/settings/sso/providers/${provider}`
    const offered = async (query = '') =>
      ((await stranger('GET', `/auth/sso/providers${query}`)).body.items as { id: string }[]).some(
        (one) => one.id === provider,
      )
    expect([await offered(), await offered(`?workspace=${slug}`), await offered('?workspace=other')]).toEqual([
      false,
      true,
      false,
    ])
    expect((await owner('PATCH', path, { listed: true })).status).toBe(403)
    const admin = (await addPerson(world.service, id, 'admin', { role: 'admin' })).call
    expect((await admin('PATCH', path, { listed: true })).status).toBe(200)
    expect(await offered()).toBe(true)
    // An administrator of the install vouches for a domain without a record.
    world.records = []
    await admin('POST', '/api/settings/sso/domains', { domain: 'vouched.example' })
    expect((await admin('POST', '/api/settings/sso/domains/vouched.example/verify')).status).toBe(200)
  })

  test('cannot name an issuer that is private, unencrypted, or open to every account; a test says what is wrong', async () => {
    const closed = await startTestService({ LIMITS: 'off' })
    const id = await addWorkspace(closed.database, 'Closed')
    const owner = callAs(closed, (await addPerson(closed, id, 'owner')).access_token)
    for (const issuer of [
      idp.issuer,
      'http://accounts.google.com',
      'https://169.254.169.254/',
      'ftp://a.example',
      'https://u:p@a.example',
    ])
      expect((await owner('POST', '/api/settings/sso/providers', { name: 'X', issuer })).status, issuer).toBe(422)
    const common = 'https://login.microsoftonline.com/common/v2.0'
    expect((await owner('POST', '/api/settings/sso/providers', { name: 'X', issuer: common })).text).toContain('tenant')
    await closed.close()
    const ours = await tenant()
    const test = (call: Call, provider: string) => call('POST', `/api/settings/sso/providers/${provider}/test`)
    expect((await test(ours.owner, ours.provider)).body).toMatchObject({ ok: true })
    const nowhere = await ours.owner('POST', '/api/settings/sso/providers', {
      name: 'Y',
      issuer: `${idp.issuer}/nothing`,
    })
    expect((await test(ours.owner, nowhere.body.id)).body).toMatchObject({ ok: false })
  })

  test('find every step in the audit log', async () => {
    const { provider, owner } = await tenant()
    await enter(provider)
    const acts = async (call: Call, path: string) =>
      (await call('GET', path)).body.items.map(({ act }: { act: string }) => act)
    expect(await acts(owner, '/api/settings/audit?limit=50')).toEqual(
      expect.arrayContaining(['sso_provider.created', 'sso_domain.added', 'sso_domain.verified', 'identity.linked']),
    )
    const admin = callAs(
      world.service,
      (await addPerson(world.service, undefined, undefined, { role: 'admin' })).access_token,
    )
    const lines = (await admin('GET', '/admin/audit?act=login.')).body.items
    expect(lines.find((one: { after: { method?: string } }) => one.after?.method === 'sso')).toMatchObject({
      act: 'login.succeeded',
      after: { provider_id: provider },
    })
  })
})
