// Promises of single sign-on, against a real identity provider on loopback: who gets in by it, and who does not.
import { decodeJwt, generateKeyPair, type JWTPayload, SignJWT } from 'jose'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type Call, callAs } from '../../../test/running-install.ts'
import { startIdp, type TestIdp } from './idp.fixture.ts'
import { startWorld, type World } from './sso-world.fixture.ts'

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

describe('a login', () => {
  test('goes there and back with PKCE, state and nonce, makes an account once, and leaves a session like any other', async () => {
    const { id, provider, domain, slug } = await tenant()
    const { url, cookie, answer } = await begin(provider, '/w/acme/workbooks')
    const sent = new URL(url).searchParams
    expect(Object.fromEntries(sent)).toMatchObject({
      response_type: 'code',
      code_challenge_method: 'S256',
      client_id: 'millrace',
      redirect_uri: `${world.service.url}/login/sso/${provider}`,
      scope: 'openid email profile',
    })
    for (const name of ['state', 'nonce', 'code_challenge']) expect(sent.get(name)?.length).toBeGreaterThan(30)
    expect(answer.headers.getSetCookie()[0]).toMatch(/HttpOnly; SameSite=Strict/)
    const entered = await finish(provider, await idp.visit(url), cookie)
    expect(entered.status, entered.text).toBe(200)
    expect(entered.body).toMatchObject({
      token_type: 'bearer',
      next: '/w/acme/workbooks',
      username: `${slug}/ada@${domain}`,
    })
    const me = callAs(world.service, entered.body.access_token)
    expect((await me('GET', '/auth/me')).body).toMatchObject({ username: `${slug}/ada@${domain}`, is_admin: false })
    expect((await me('GET', '/auth/sessions')).body.items[0]).toMatchObject({ method: 'sso', current: true })
    expect((await me('GET', '/api/workbooks')).status).toBe(200)
    expect((await enter(provider)).status).toBe(200)
    expect((await world.people(id)).slice(1)).toEqual([{ username: `${slug}/ada@${domain}`, role: 'viewer' }])
  })

  test('asks the userinfo endpoint where the token does not name the address', async () => {
    const other = await startIdp({ inToken: false })
    const { provider, domain } = await tenant({ at: other })
    other.person = { sub: 'u', email: `ada@${domain}`, email_verified: true }
    const entered = await enter(provider, undefined, other)
    expect(entered.status, entered.text).toBe(200)
    expect(other.asked).toContain('GET /me')
    other.person = { sub: 'v', email: `eve@${domain}`, email_verified: false }
    expect((await enter(provider, undefined, other)).status).toBe(403)
    await other.close()
  })

  test('works after the provider changed its keys', async () => {
    const { provider } = await tenant()
    expect((await enter(provider)).status).toBe(200)
    await idp.serve([`${world.service.url}/login/sso/${provider}`])
    expect((await enter(provider)).status).toBe(200)
  })

  test('leads nowhere but into this app', async () => {
    const { provider } = await tenant()
    for (const next of ['https://evil.example/', '//evil.example', '/\\evil.example'])
      expect((await enter(provider, next)).body.next).toBeNull()
  })
})

describe('a login is refused', () => {
  test('in another browser, without a cookie, with another state, and twice', async () => {
    const { provider } = await tenant()
    const other = await begin(provider)
    const stolen = await begin(provider)
    const back = await idp.visit(stolen.url)
    expect((await finish(provider, back, other.cookie)).status).toBe(401)
    // The attempt has used the login up, so a thief cannot try on.
    expect((await finish(provider, back, stolen.cookie)).status).toBe(401)
    const bare = await begin(provider)
    expect((await finish(provider, await idp.visit(bare.url), '')).status).toBe(401)
    const mixed = await begin(provider)
    const altered = await idp.visit(mixed.url)
    altered.searchParams.set('state', new URL(other.url).searchParams.get('state') ?? '')
    expect((await finish(provider, altered, mixed.cookie)).status).toBe(401)
    const once = await begin(provider)
    const used = await idp.visit(once.url)
    expect((await finish(provider, used, once.cookie)).status).toBe(200)
    expect((await finish(provider, used, once.cookie)).status).toBe(401)
  })

  test('with a code that was used already, or was made for another login', async () => {
    const { provider } = await tenant()
    const [first, second] = [await begin(provider), await begin(provider)]
    const [one, two] = [await idp.visit(first.url), await idp.visit(second.url)]
    two.searchParams.set('code', one.searchParams.get('code') ?? '')
    // The code is good, but of a login with another verifier.
    expect((await finish(provider, two, second.cookie)).status).toBe(401)
    const third = await begin(provider)
    const three = await idp.visit(third.url)
    const fourth = await begin(provider)
    const four = await idp.visit(fourth.url)
    expect((await finish(provider, three, third.cookie)).status).toBe(200)
    four.searchParams.set('code', three.searchParams.get('code') ?? '')
    expect((await finish(provider, four, fourth.cookie)).status).toBe(401)
  })

  test('at the address of another provider, so that no provider gets the codes of another', async () => {
    const ours = await tenant()
    const theirs = await tenant()
    await idp.serve([`${world.service.url}/login/sso/${ours.provider}`])
    const { url, cookie } = await begin(ours.provider)
    const back = await idp.visit(url)
    expect((await finish(theirs.provider, back, cookie)).status).toBe(401)
  })

  test('with an ID token of the wrong nonce, issuer, audience, time, key or without a signature', async () => {
    const { provider, id } = await tenant()
    const { privateKey } = await generateKeyPair('RS256')
    const anotherKey = async (tokens: { id_token: string }) => {
      const id_token = await new SignJWT(decodeJwt(tokens.id_token))
        .setProtectedHeader({ alg: 'RS256' })
        .sign(privateKey)
      return { ...tokens, id_token }
    }
    // Signed as the provider signs: only what is told is wrong with it.
    const resigned = (change: (claims: JWTPayload) => JWTPayload) => async (tokens: { id_token: string }) => ({
      ...tokens,
      id_token: await idp.sign(change(decodeJwt(tokens.id_token))),
    })
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const unsigned = (alg: string) => (tokens: { id_token: string }) => ({
      ...tokens,
      id_token: `${part({ alg, typ: 'JWT' })}.${part({ ...decodeJwt(tokens.id_token), email: 'boss@acme.example' })}.`,
    })
    const other = await startIdp()
    await other.serve([`${world.service.url}/login/sso/${provider}`])
    let foreign = ''
    const hostile: Record<string, TestIdp['tamper']> = {
      'another key': anotherKey,
      'another nonce': resigned((claims) => ({ ...claims, nonce: 'made-up' })),
      'no nonce': resigned(({ nonce: _nonce, ...claims }) => claims),
      'another issuer': resigned((claims) => ({ ...claims, iss: 'https://accounts.google.com' })),
      'another audience': resigned((claims) => ({ ...claims, aud: 'somebody-else' })),
      'long over': resigned((claims) => ({ ...claims, iat: 1, exp: 2 })),
      'alg none': unsigned('none'),
      'alg HS256 with the public key': unsigned('HS256'),
      'the token of another provider': (tokens) => ({ ...tokens, id_token: foreign }),
      'a token of an earlier login': (tokens) => ({ ...tokens, id_token: foreign }),
      'no ID token': ({ id_token: _token, ...tokens }) => tokens,
    }
    // A good token of each: of another issuer, and of another login here.
    const grab = (from: TestIdp) => {
      from.tamper = (tokens) => {
        foreign = tokens.id_token
        return tokens
      }
    }
    idp.tamper = resigned((claims) => claims)
    expect((await enter(provider)).status).toBe(200)
    for (const [name, tamper] of Object.entries(hostile)) {
      if (name === 'a token of an earlier login') {
        grab(idp)
        await enter(provider)
      }
      if (name === 'the token of another provider') foreign = await tokenOf(other)
      idp.tamper = tamper
      const answer = await enter(provider)
      expect(answer.status, `${name}: ${answer.text}`).toBe(401)
      expect(answer.text, name).not.toMatch(/token"|nonce|signature/i)
    }
    await other.close()
    expect((await world.people(id)).length).toBeLessThanOrEqual(2)
  })

  test('by an address that the provider did not verify, whatever it says of the person', async () => {
    const { provider, id, domain } = await tenant()
    for (const email_verified of [false, undefined, 'no', 'false'] as never[]) {
      idp.person = {
        sub: `x-${email_verified}`,
        email: `ada@${domain}`,
        ...(email_verified !== undefined && { email_verified }),
      }
      const answer = await enter(provider)
      expect(answer.status).toBe(403)
      expect(answer.body.detail).toContain('did not confirm')
    }
    idp.person = { sub: 'no address' }
    expect((await enter(provider)).status).toBe(403)
    expect(await world.people(id)).toHaveLength(1)
  })

  test('by an address of a domain that is not bound, not proven, or proven by another workspace', async () => {
    const { provider, id, domain } = await tenant()
    for (const email of [
      'ada@gmail.com',
      `ada@sub.${domain}`,
      `ada@${domain}.evil.example`,
      `"a@${domain}"@evil.example`,
    ]) {
      idp.person = { sub: `x ${email}`, email, email_verified: true }
      expect((await enter(provider)).status, email).toBe(403)
    }
    expect(await world.people(id)).toHaveLength(1)
    const squatter = await tenant({ domain, verified: false })
    idp.person = { sub: 'squatter', email: `ada@${domain}`, email_verified: true }
    expect((await enter(squatter.provider)).status).toBe(403)
    world.records = [(await squatter.owner('GET', '/api/settings/sso')).body.domains[0].record.value]
    expect((await squatter.owner('POST', `/api/settings/sso/domains/${domain}/verify`)).status).toBe(409)
  })

  test('by a provider that is off, deleted, not set up, or of a deleted workspace', async () => {
    const { provider, owner } = await tenant()
    const path = `/api/settings/sso/providers/${provider}`
    const entered = await enter(provider)
    const { url, cookie } = await begin(provider)
    const back = await idp.visit(url)
    expect((await owner('PATCH', path, { enabled: false })).status).toBe(200)
    expect((await finish(provider, back, cookie)).status).toBe(404)
    expect((await stranger('POST', `/auth/sso/providers/${provider}/start`, {})).status).toBe(404)
    // What it began has ended with it.
    expect((await callAs(world.service, entered.body.access_token)('GET', '/auth/me')).status).toBe(401)
    expect((await owner('PATCH', path, { enabled: true, client_id: null })).body.client_id).toBeNull()
    expect((await stranger('POST', `/auth/sso/providers/${provider}/start`, {})).status).toBe(404)
    expect((await owner('DELETE', path)).status).toBe(204)
    expect((await owner('DELETE', path)).status).toBe(404)
  })
})

/** An ID token that another provider signed for a person of the same address. */
async function tokenOf(other: TestIdp): Promise<string> {
  const { provider } = await tenant({ at: other })
  other.person = { ...idp.person }
  let token = ''
  other.tamper = (tokens) => {
    token = tokens.id_token
    return tokens
  }
  await enter(provider, undefined, other)
  return token
}
