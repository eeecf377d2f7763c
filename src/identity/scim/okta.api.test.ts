// What Okta sends, what the protocol itself promises to any client, and what it says when it refuses.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestService } from '../../../test/running-install.ts'
import { patch, startProvisioned, type Tenant } from './provisioned.fixture.ts'

const USER = 'urn:ietf:params:scim:schemas:core:2.0:User'
const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' }

let service: TestService
let acme: Tenant
let users = 0
beforeAll(async () => {
  const started = await startProvisioned()
  service = started.service
  acme = started.ours
})
afterAll(() => service?.close())

const oktaUser = (userName = `okta-${++users}@example.com`) => ({
  schemas: [USER],
  userName,
  name: { givenName: 'Isaac', familyName: 'Brock' },
  emails: [{ primary: true, value: userName, type: 'work' }],
  displayName: 'Isaac Brock',
  locale: 'en-US',
  externalId: `00u${users}`,
  groups: [],
  password: '1mz050nq',
  active: true,
})
const create = async () => (await acme.send('POST', '/Users', oktaUser(), JSON_TYPE)).body

describe('Okta', () => {
  test('tests the connection, looks for the person, makes them and finds them again', async () => {
    const list = await acme.send('GET', '/Users?startIndex=1&count=2')
    expect(list.body).toMatchObject({ startIndex: 1, totalResults: expect.any(Number), Resources: expect.any(Array) })
    const user = oktaUser()
    const search = `/Users?filter=${encodeURIComponent(`userName eq "${user.userName}"`)}&startIndex=1&count=100`
    expect((await acme.send('GET', search)).body.totalResults).toBe(0)
    const made = await acme.send('POST', '/Users', user, JSON_TYPE)
    expect(made.status, made.text).toBe(201)
    expect(made.body).not.toHaveProperty('password')
    expect((await acme.send('GET', search)).body).toMatchObject({ totalResults: 1, Resources: [{ id: made.body.id }] })
    const again = await acme.send('POST', '/Users', user, JSON_TYPE)
    expect([again.status, again.body.scimType]).toEqual([409, 'uniqueness'])
  })

  test('reads and puts back the whole person, and deactivates that way too', async () => {
    const made = await create()
    const read = (await acme.send('GET', `/Users/${made.id}`)).body
    const put = await acme.send(
      'PUT',
      `/Users/${made.id}`,
      { ...read, active: false, nickname: 'Ike', titel: 'x' },
      JSON_TYPE,
    )
    expect(put.status, put.text).toBe(200)
    expect(put.body).toMatchObject({ id: made.id, active: false, nickName: 'Ike', locale: 'en-US' })
    expect(put.body).not.toHaveProperty('titel')
    const { active: _active, nickName: _nick, ...less } = put.body
    const third = await acme.send(
      'PUT',
      `/Users/${made.id}`,
      { ...less, id: 'other', meta: { version: 'x' } },
      JSON_TYPE,
    )
    expect(third.body).toMatchObject({ id: made.id, active: false })
    expect(third.body).not.toHaveProperty('nickName')
  })

  test('deactivates without a path, and renames a group by repeating its id', async () => {
    const { id } = await create()
    const off = await acme.send('PATCH', `/Users/${id}`, patch({ op: 'replace', value: { active: false } }), JSON_TYPE)
    expect([off.status, off.body.active]).toEqual([200, false])
    const group = (await acme.send('POST', '/Groups', { displayName: 'Test SCIMv2', members: [] }, JSON_TYPE)).body
    const renamed = patch({ op: 'replace', value: { id: group.id, displayName: 'Test SCIM 2' } })
    expect((await acme.send('PATCH', `/Groups/${group.id}`, renamed, JSON_TYPE)).status).toBe(204)
    const members = [{ value: id, display: 'Isaac' }]
    const put = await acme.send('PUT', `/Groups/${group.id}`, { displayName: 'Test SCIM 2', members }, JSON_TYPE)
    expect(put.body.members).toMatchObject([{ value: id }])
  })
})

describe('every client', () => {
  test('pages from 1, gets what is asked for within bounds, and each person once', async () => {
    for (let i = 0; i < 5; i++) await create()
    const total = (await acme.send('GET', '/Users?count=0')).body
    expect(total).toMatchObject({ itemsPerPage: 0, Resources: [] })
    const seen: string[] = []
    for (let start = 1; start <= total.totalResults; start += 2) {
      const page = (await acme.send('GET', `/Users?startIndex=${start}&count=2`)).body
      expect(page.itemsPerPage).toBe(page.Resources.length)
      seen.push(...page.Resources.map(({ id }: { id: string }) => id))
    }
    expect([seen.length, new Set(seen).size]).toEqual([total.totalResults, total.totalResults])
    expect((await acme.send('GET', '/Users?startIndex=-5&count=-1')).body).toMatchObject({
      startIndex: 1,
      Resources: [],
    })
    const filtered = (await acme.send('GET', `/Users?filter=userName%20pr&startIndex=2&count=1`)).body
    expect(filtered).toMatchObject({ totalResults: total.totalResults, Resources: [{ id: seen[1] }] })
  })

  test('chooses attributes, and always gets id and schemas', async () => {
    const { id } = await create()
    const some = (await acme.send('GET', `/Users/${id}?attributes=USERNAME,name.givenName,emails.value`)).body
    expect(Object.keys(some).sort()).toEqual(['emails', 'id', 'name', 'schemas', 'userName'])
    expect(some.name).toEqual({ givenName: 'Isaac' })
    expect(Object.keys(some.emails[0])).toEqual(['value'])
    const most = (await acme.send('GET', `/Users/${id}?excludedAttributes=id,emails,name.givenName`)).body
    expect(most).toMatchObject({ id, name: { familyName: 'Brock' } })
    expect(most).not.toHaveProperty('emails')
  })

  test('is spared what it holds, and kept from overwriting what it has not seen', async () => {
    const { id, meta } = await create()
    const first = await acme.send('GET', `/Users/${id}`)
    expect(first.headers.get('etag')).toBe(meta.version)
    const same = await acme.send('GET', `/Users/${id}`, undefined, { 'if-none-match': meta.version })
    expect([same.status, same.text]).toEqual([304, ''])
    const change = patch({ op: 'replace', path: 'title', value: 'Boss' })
    expect((await acme.send('PATCH', `/Users/${id}`, change, { 'if-match': 'W/"99"' })).status).toBe(412)
    const done = await acme.send('PATCH', `/Users/${id}`, change, { 'if-match': meta.version })
    expect([done.status, done.body.meta.version !== meta.version]).toEqual([200, true])
    expect((await acme.send('DELETE', `/Users/${id}`, undefined, { 'if-match': meta.version })).status).toBe(412)
  })

  test('writes endpoints in any case, and finds them', async () => {
    for (const path of ['/users', '/groups', '/serviceproviderconfig', '/resourcetypes', '/schemas', '/USERS?count=1'])
      expect((await acme.send('GET', path)).status, path).toBe(200)
    const { body } = await acme.send('POST', '/users', { userName: 'lower@example.com' })
    expect((await acme.send('GET', `/users/${body.id}`)).body).toEqual(body)
    expect((await acme.send('DELETE', `/users/${body.id}`)).status).toBe(204)
    expect((await acme.send('GET', '/me')).status).toBe(501)
    expect((await acme.send('GET', '/nothing')).status).toBe(404)
  })

  test('searches by POST, in one kind or in all, with the pages of a list', async () => {
    const made = await acme.send('POST', '/Users', { userName: 'sought@example.com', displayName: 'Sought' })
    const members = [{ value: made.body.id }]
    const group = await acme.send('POST', '/Groups', { displayName: 'Sought', members })
    const schemas = ['urn:ietf:params:scim:api:messages:2.0:SearchRequest']
    const search = async (path: string, request: object) =>
      (await acme.send('POST', path, { schemas, ...request })).body
    const ids = ({ Resources }: { Resources: { id: string }[] }) => Resources.map(({ id }) => id)
    const filter = 'displayName eq "sought"'
    const all = await search('/.search', { filter })
    expect([all.totalResults, ids(all)]).toEqual([2, [made.body.id, group.body.id]])
    expect(ids(await search('/.search', { filter, startIndex: 2, count: 1 }))).toEqual([group.body.id])
    expect(await search('/.search', { filter, count: 0 })).toMatchObject({ totalResults: 2, Resources: [] })
    expect(ids(await search('/Users/.search', { filter }))).toEqual([made.body.id])
    const cut = await search('/groups/.search', { filter, attributes: ['members'] })
    expect(cut.Resources).toEqual([
      { schemas: expect.any(Array), id: group.body.id, members: [expect.objectContaining({ display: 'Sought' })] },
    ])
    expect(await search('/.search', { filter: 'meta.resourceType eq "Group"' })).toMatchObject({
      Resources: expect.arrayContaining([expect.objectContaining({ id: group.body.id })]),
    })
    const broken = await acme.send('POST', '/.search', { schemas, filter: 'displayName eq' })
    expect([broken.status, broken.body.scimType]).toEqual([400, 'invalidFilter'])
    expect((await acme.send('POST', '/Users/.search', { schemas, count: 'x' })).status).toBe(400)
  })

  test('learns truly what the service can do, and that it cannot be changed', async () => {
    const config = (await acme.send('GET', '/ServiceProviderConfig')).body
    expect(config).toMatchObject({ patch: { supported: true }, bulk: { supported: false }, etag: { supported: true } })
    expect(config.authenticationSchemes[0].type).toBe('oauthbearertoken')
    const types = (await acme.send('GET', '/ResourceTypes')).body
    expect(types.Resources.map(({ id }: { id: string }) => id)).toEqual(['User', 'Group'])
    expect((await acme.send('GET', `/Schemas/${USER}`)).body).toMatchObject({ id: USER, name: 'User' })
    expect((await acme.send('GET', '/Schemas')).text).not.toMatch(/password|null/)
    const group = (await acme.send('GET', '/Schemas/urn:ietf:params:scim:schemas:core:2.0:Group')).body
    const members = group.attributes.find(({ name }: { name: string }) => name === 'members')
    expect(members.subAttributes).toContainEqual(expect.objectContaining({ name: 'type', canonicalValues: ['User'] }))
    for (const path of ['/ServiceProviderConfig', '/ResourceTypes', '/Schemas']) {
      for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
        expect((await acme.send(method, path, {})).status, `${method} ${path}`).toBe(405)
      }
    }
    expect((await acme.send('GET', '/Schemas?filter=id%20pr')).status).toBe(403)
    for (const path of ['/Schemas/urn:x', '/ResourceTypes/Robot', '/Nothing', '/Users/x/y']) {
      const answer = await acme.send('GET', path)
      expect([answer.status, answer.body.status], path).toEqual([404, '404'])
      expect(answer.headers.get('content-type')).toMatch('application/scim+json')
    }
    expect((await acme.send('GET', '/Me')).status).toBe(501)
  })

  test('is told of a fault as SCIM when it speaks SCIM, and with the 422 of this API when it speaks plain JSON', async () => {
    for (const [body, scimType, type] of [
      [{ displayName: 'Nobody' }, 'invalidValue', 'missing'],
      ['{"userName":', 'invalidSyntax', 'json_invalid'],
      [{ userName: 'x', active: 'perhaps' }, 'invalidValue', 'bool_parsing'],
      [{ userName: 'x', emails: [{ value: 5 }] }, 'invalidValue', 'string_type'],
    ] as const) {
      const scim = await acme.send('POST', '/Users', body)
      expect([scim.status, scim.body.scimType, scim.body.status], scim.text).toEqual([400, scimType, '400'])
      const plain = await acme.send('POST', '/Users', body, JSON_TYPE)
      expect(plain.status).toBe(422)
      expect(plain.body.detail).toContainEqual(expect.objectContaining({ type, loc: expect.arrayContaining(['body']) }))
    }
    const filter = await acme.send('GET', '/Users?filter=userName%20is%20x')
    expect([filter.status, filter.body.scimType]).toEqual([400, 'invalidFilter'])
    expect((await acme.send('GET', '/Users?count=many')).status).toBe(400)
    const { id } = await create()
    for (const [operation, scimType] of [
      [{ op: 'remove' }, 'noTarget'],
      [{ op: 'replace', path: 'emails[', value: 1 }, 'invalidPath'],
      [{ op: 'replace', path: 'meta.created', value: 'x' }, 'mutability'],
      [{ op: 'replace', path: '__proto__.x', value: 'x' }, 'invalidPath'],
      [{ op: 'replace', path: 'emails[type ne "work"].value', value: {} }, 'noTarget'],
      [{ op: 'move', path: 'title', value: 'x' }, 'invalidSyntax'],
    ] as const) {
      const answer = await acme.send('PATCH', `/Users/${id}`, patch(operation))
      expect([answer.status, answer.body.scimType], JSON.stringify(operation)).toEqual([400, scimType])
    }
  })

  test('that asks for too much is told in SCIM when to come back', async () => {
    const slow = await startProvisioned({ LIMITS: 'on', LIMIT_OVERRIDES: 'scim=2/600' })
    try {
      const ask = () => slow.ours.send('GET', '/Schemas')
      expect([(await ask()).status, (await ask()).status]).toEqual([200, 200])
      const refused = await ask()
      expect(refused.status).toBe(429)
      expect(refused.body).toMatchObject({ status: '429', detail: expect.any(String) })
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
      expect((await slow.theirs.send('GET', '/Schemas')).status).toBe(200)
    } finally {
      await slow.service.close()
    }
  })
})
