// What Microsoft Entra ID sends, in its order and its spelling, and what its validator asks.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestService } from '../../../test/running-install.ts'
import { patch, startProvisioned, type Tenant } from './provisioned.fixture.ts'

const USER = 'urn:ietf:params:scim:schemas:core:2.0:User'
const ENTERPRISE = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'
const LIST = 'urn:ietf:params:scim:api:messages:2.0:ListResponse'

let service: TestService
let acme: Tenant
let users = 0

beforeAll(async () => {
  const started = await startProvisioned()
  service = started.service
  acme = started.ours
})
afterAll(() => service?.close())

/** As Entra makes one: explicit nulls, empty lists and unknown URNs. */
const entraUser = (userName: string) => ({
  schemas: [USER, ENTERPRISE, 'urn:example:unknown:2.0:User'],
  externalId: `ext-${userName}`,
  userName,
  active: true,
  displayName: `Display ${userName}`,
  emails: [{ primary: true, type: 'work', value: userName }],
  meta: { resourceType: 'User' },
  name: { formatted: 'Given Family', familyName: 'Family', givenName: 'Given', middleName: null },
  title: null,
  roles: [],
  [ENTERPRISE]: { employeeNumber: '701984', department: 'Sales', manager: null },
  'urn:example:unknown:2.0:User': { shoeSize: 42 },
})
const freshName = () => `Person.${++users}@Example.com`
const create = async (userName = freshName()) => {
  const made = await acme.send('POST', '/Users', entraUser(userName))
  expect(made.status, made.text).toBe(201)
  return made.body
}
const find = async (filter: string, more = '') => acme.send('GET', `/Users?filter=${encodeURIComponent(filter)}${more}`)
const change = (id: string, ...operations: object[]) => acme.send('PATCH', `/Users/${id}`, patch(...operations))

describe('people from Entra', () => {
  test('the connection test finds no user and gets an empty list, whatever flags the address carries', async () => {
    const empty = await find('userName eq "5d1dd4f1-0c4b-4a9e-8a0e-1f1d0e1f9a3d"', '&aadOptscim062020')
    expect(empty.status).toBe(200)
    expect(empty.headers.get('content-type')).toMatch('application/scim+json')
    expect(empty.body).toEqual({ schemas: [LIST], totalResults: 0, startIndex: 1, itemsPerPage: 0, Resources: [] })
  })

  test('a new person comes back with all that was sent, an id, an address and no nulls', async () => {
    const name = freshName()
    const made = await acme.send('POST', '/Users', entraUser(name))
    expect(made.status).toBe(201)
    expect(made.headers.get('location')).toBe(made.body.meta.location)
    expect(made.body.meta).toMatchObject({
      resourceType: 'User',
      location: `${acme.base}/Users/${made.body.id}`,
      created: expect.stringMatching(/Z$/),
      lastModified: expect.stringMatching(/Z$/),
    })
    expect(made.body).toMatchObject({
      userName: name,
      externalId: `ext-${name}`,
      active: true,
      emails: [{ primary: true, type: 'work', value: name }],
      [ENTERPRISE]: { employeeNumber: '701984', department: 'Sales' },
      'urn:example:unknown:2.0:User': { shoeSize: 42 },
    })
    expect(made.body.schemas).toEqual([USER, 'urn:example:unknown:2.0:User', ENTERPRISE])
    expect(made.text).not.toContain('null')
    expect((await acme.send('GET', `/Users/${made.body.id}`)).body).toEqual(made.body)
  })

  test('a name is taken in any case, also by two at once, and found in any case', async () => {
    const user = await create()
    const again = await acme.send('POST', '/Users', entraUser(user.userName.toUpperCase()))
    expect(again.status).toBe(409)
    expect(again.body).toMatchObject({ scimType: 'uniqueness', status: '409' })
    expect((await find(`userName eq "${user.userName.toLowerCase()}"`)).body.Resources).toMatchObject([{ id: user.id }])
    const name = freshName()
    const both = await Promise.all([1, 2].map(() => acme.send('POST', '/Users', entraUser(name))))
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409])
  })

  test('is found by its external id exactly, and by its address in each way Entra asks', async () => {
    const user = await create()
    const asks = [
      `externalId eq "${user.externalId}"`,
      `emails[type eq "work"].value eq "${user.userName}"`,
      `emails[type eq "work" and value eq "${user.userName}"]`,
      `emails.value eq "${user.userName.toUpperCase()}"`,
      `emails[primary eq "True"].value eq "${user.userName}"`,
      `id eq "${user.id}" and active eq true`,
      `urn:ietf:params:scim:schemas:core:2.0:User:USERNAME EQ "${user.userName}"`,
      `userName eq "${user.userName}" and ${ENTERPRISE}:department eq "sales"`,
    ]
    for (const filter of asks) {
      const found = await find(filter)
      expect(
        found.body.Resources?.map(({ id }: { id: string }) => id),
        filter,
      ).toEqual([user.id])
    }
    expect((await find(`externalId eq "${user.externalId.toUpperCase()}"`)).body.totalResults).toBe(0)
  })

  const forms = [false, 'False', 'false'].flatMap((value) => [
    { op: 'Replace', path: 'active', value },
    { op: 'replace', value: { active: value } },
    { op: 'add', path: `${USER}:active`, value },
  ])
  test.each(forms)('%j ends access and the same with true gives it back', async (operation) => {
    const { id, userName } = await create()
    const off = await change(id, operation)
    expect(off.status, off.text).toBe(200)
    expect(off.body.active).toBe(false)
    expect((await acme.send('GET', `/Users/${id}`)).body.active).toBe(false)
    expect((await find(`userName eq "${userName}"`)).body.Resources).toMatchObject([{ id, active: false }])
    expect((await acme.send('POST', '/Users', entraUser(userName))).status).toBe(409)
    const on = JSON.parse(JSON.stringify(operation).replace(/false/, 'true').replace(/False/, 'True'))
    expect((await change(id, on)).body.active).toBe(true)
  })

  test('active takes nothing but true and false', async () => {
    const { id } = await create()
    for (const value of ['no', '', 0, {}]) {
      const answer = await change(id, { op: 'Replace', path: 'active', value })
      expect(answer.status, JSON.stringify(value)).toBe(400)
      expect(answer.body.scimType).toBe('invalidValue')
    }
    expect((await acme.send('GET', `/Users/${id}`)).body.active).toBe(true)
  })

  test('attributes are added one at a time to a minimal person, by every kind of path', async () => {
    const made = await acme.send('POST', '/Users', { schemas: [USER], userName: freshName() })
    const steps: [string, unknown][] = [
      ['displayName', 'Ada'],
      ['name.givenName', 'Ada'],
      ['name.familyName', 'Lovelace'],
      ['title', 'Countess'],
      ['emails[type eq "work"].value', 'ada@example.com'],
      ['emails[type eq "work"].primary', 'True'],
      ['emails[type eq "home"].value', 'ada@home.example'],
      ['phoneNumbers[type eq "mobile"].value', '+44 20 7946 0000'],
      ['addresses[type eq "work"].locality', 'London'],
      ['addresses[type eq "work"].country', 'UK'],
      ['roles', [{ value: 'analyst', primary: 'true' }]],
      [`${ENTERPRISE}:department`, 'Engines'],
      [`${ENTERPRISE}.costCenter`, '12'],
      [`${ENTERPRISE}:manager`, 'm-1'],
      ['nickName', [{ $ref: null, value: 'Countess' }]],
      ['favouriteColour', 'green'],
    ]
    for (const [path, value] of steps) {
      const answer = await change(made.body.id, { op: 'Add', path, value })
      expect(answer.status, `${path}: ${answer.text}`).toBe(200)
    }
    const { body } = await acme.send('GET', `/Users/${made.body.id}`)
    expect(body).toMatchObject({
      displayName: 'Ada',
      name: { givenName: 'Ada', familyName: 'Lovelace' },
      emails: [
        { type: 'work', value: 'ada@example.com', primary: true },
        { type: 'home', value: 'ada@home.example' },
      ],
      phoneNumbers: [{ type: 'mobile', value: '+44 20 7946 0000' }],
      addresses: [{ type: 'work', locality: 'London', country: 'UK' }],
      roles: [{ value: 'analyst', primary: true }],
      [ENTERPRISE]: { department: 'Engines', costCenter: '12', manager: { value: 'm-1' } },
      nickName: 'Countess',
      favouriteColour: 'green',
    })
  })

  test('several elements of one type are kept as sent, and a path by type means the primary of them, else the first', async () => {
    const two = ['a', 'b'].map((name, at) => ({ type: 'work', value: `${name}@example.com`, primary: at === 1 }))
    const made = await acme.send('POST', '/Users', { ...entraUser(freshName()), emails: two })
    expect([made.status, made.body.emails]).toMatchObject([201, two])
    const path = 'emails[type eq "work"].value'
    const written = await change(made.body.id, { op: 'Replace', path, value: 'c@example.com' })
    expect(written.body.emails).toMatchObject([{ value: 'a@example.com' }, { value: 'c@example.com' }])
    const { id } = await create()
    const plain = two.map(({ primary: _, ...one }) => one)
    await change(id, { op: 'Replace', path: 'emails', value: plain })
    const first = await change(id, { op: 'Replace', path, value: 'd@example.com' })
    expect(first.body.emails).toMatchObject([{ value: 'd@example.com' }, { value: 'b@example.com' }])
    // Elsewhere a type is only a word: a person has many roles of one kind.
    const roles = ['reader', 'writer'].map((value) => ({ type: 'app', value }))
    expect((await change(id, { op: 'Add', path: 'roles', value: roles })).body.roles).toEqual(roles)
  })

  test('a manager arrives as text, as an object or as a list, is replaced and removed', async () => {
    const { id } = await create()
    const path = `${ENTERPRISE}:manager`
    for (const [value, expected] of [
      ['m-1', 'm-1'],
      [{ value: 'm-2' }, 'm-2'],
      [[{ $ref: 'http://x/Users/m-3', value: 'm-3' }], 'm-3'],
    ] as const) {
      const answer = await change(id, { op: 'Add', path, value })
      expect(answer.body[ENTERPRISE].manager.value, JSON.stringify(value)).toBe(expected)
    }
    expect((await change(id, { op: 'Remove', path })).body[ENTERPRISE]).not.toHaveProperty('manager')
  })

  test('names without a path may be dotted or whole URNs', async () => {
    const { id } = await create()
    const answer = await change(id, {
      op: 'replace',
      value: { 'name.givenName': 'Grace', [`${ENTERPRISE}:division`]: 'Navy', [ENTERPRISE]: { department: 'Ships' } },
    })
    expect(answer.body).toMatchObject({
      name: { givenName: 'Grace', familyName: 'Family' },
      [ENTERPRISE]: { division: 'Navy', department: 'Ships', employeeNumber: '701984' },
    })
  })

  test('several operations on one attribute happen in order, and all or none', async () => {
    const user = await create()
    const many = await change(
      user.id,
      { op: 'remove', path: 'displayName' },
      { op: 'add', path: 'displayName', value: 'One' },
      { op: 'replace', path: 'displayName', value: 'Two' },
    )
    expect(many.body.displayName).toBe('Two')
    const broken = await change(
      user.id,
      { op: 'replace', path: 'displayName', value: 'Three' },
      { op: 'replace', path: 'id', value: 'x' },
    )
    expect(broken.status).toBe(400)
    expect(broken.body.scimType).toBe('mutability')
    expect((await acme.send('GET', `/Users/${user.id}`)).body.displayName).toBe('Two')
  })

  test('the name changes, unless another user has the new one', async () => {
    const [one, two] = [await create(), await create()]
    const name = freshName()
    expect((await change(one.id, { op: 'Replace', path: 'userName', value: name })).body.userName).toBe(name)
    expect((await change(two.id, { op: 'Replace', path: 'userName', value: name.toUpperCase() })).status).toBe(409)
    expect((await change(one.id, { op: 'Remove', path: 'userName' })).body.scimType).toBe('invalidValue')
  })

  test('is deleted once; then and for unknown ids of any form there is a 404', async () => {
    const { id, userName } = await create()
    const gone = await acme.send('DELETE', `/Users/${id}`, undefined, { 'content-type': 'application/json' })
    expect([gone.status, gone.text]).toEqual([204, ''])
    for (const unknown of [id, 'x', '00000000-0000-0000-0000-000000000000', 'x'.repeat(400), id.toUpperCase()]) {
      for (const method of ['GET', 'DELETE']) {
        const answer = await acme.send(method, `/Users/${unknown}`)
        expect(answer.status, `${method} ${unknown}`).toBe(404)
        expect(answer.body).toMatchObject({ status: '404', detail: expect.any(String) })
      }
    }
    expect((await create(userName)).id).not.toBe(id)
  })
})

describe('groups from Entra', () => {
  const GROUP = 'urn:ietf:params:scim:schemas:core:2.0:Group'
  let groups = 0
  const createGroup = async (members: { value: string }[] = []) => {
    const displayName = `Group ${++groups}`
    const body = { schemas: [GROUP], externalId: `g-${groups}`, displayName, members, meta: { resourceType: 'Group' } }
    const made = await acme.send('POST', '/Groups', body)
    expect(made.status, made.text).toBe(201)
    return made.body
  }
  const findGroup = (filter: string, more = '') =>
    acme.send('GET', `/Groups?filter=${encodeURIComponent(filter)}${more}`)
  const changeGroup = (id: string, ...operations: object[]) => acme.send('PATCH', `/Groups/${id}`, patch(...operations))
  const membersOf = async (id: string) =>
    ((await acme.send('GET', `/Groups/${id}`)).body.members ?? []).map(({ value }: { value: string }) => value)

  test('are found by name in any case, with and without members, and are unique by name', async () => {
    const user = await create()
    const group = await createGroup([{ value: user.id }])
    const found = await findGroup(`displayName eq "${group.displayName.toUpperCase()}"`, '&excludedAttributes=members')
    expect(found.body.Resources).toMatchObject([{ id: group.id, schemas: [GROUP] }])
    expect(found.body.Resources[0]).not.toHaveProperty('members')
    const full = await findGroup(`displayName eq "${group.displayName}"`)
    expect(full.body.Resources[0].members).toMatchObject([{ value: user.id, type: 'User' }])
    expect((await findGroup('displayName eq "nobody"')).body).toMatchObject({ totalResults: 0, Resources: [] })
    expect((await acme.send('GET', `/Groups/${group.id}?excludedAttributes=members`)).body).not.toHaveProperty(
      'members',
    )
    const again = await acme.send('POST', '/Groups', { displayName: group.displayName.toLowerCase() })
    expect([again.status, again.body.scimType]).toEqual([409, 'uniqueness'])
    expect((await acme.send('GET', `/Users/${user.id}`)).body.groups).toMatchObject([
      { value: group.id, display: group.displayName },
    ])
  })

  test('take and lose members in every form Entra uses, always with 204', async () => {
    const [a, b, c] = [await create(), await create(), await create()]
    const { id } = await createGroup()
    const steps: [object, string[]][] = [
      [{ op: 'Add', path: 'members', value: [{ value: a.id }, { value: b.id }] }, [a.id, b.id]],
      [{ op: 'Add', path: 'members', value: [{ value: a.id }] }, [a.id, b.id]],
      [{ op: 'Remove', path: `members[value eq "${a.id}"]` }, [b.id]],
      [{ op: 'Remove', path: `members[value eq "${a.id}"]` }, [b.id]],
      [{ op: 'add', value: { members: [{ value: c.id }] } }, [b.id, c.id]],
      [{ op: 'Remove', path: 'members', value: [{ $ref: null, value: b.id }] }, [c.id]],
      [{ op: 'Replace', path: 'members', value: [{ value: a.id }] }, [a.id]],
      [{ op: 'Remove', path: 'members' }, []],
    ]
    for (const [operation, expected] of steps) {
      const answer = await changeGroup(id, operation)
      expect([answer.status, answer.text], JSON.stringify(operation)).toEqual([204, ''])
      expect(await membersOf(id), JSON.stringify(operation)).toEqual(expected)
    }
    const several = await changeGroup(
      id,
      { op: 'Add', path: 'members', value: [{ value: a.id }] },
      { op: 'Add', path: 'members', value: [{ value: b.id }] },
      { op: 'Remove', path: `members[value eq "${a.id}"]` },
    )
    expect(several.status).toBe(204)
    expect(await membersOf(id)).toEqual([b.id])
    const foreign = await changeGroup(id, { op: 'Add', path: 'members', value: [{ value: 'nobody' }] })
    expect([foreign.status, foreign.body.scimType]).toEqual([400, 'invalidValue'])
  })

  test('change their name and external id, and keep their members while they do', async () => {
    const user = await create()
    const { id } = await createGroup([{ value: user.id }])
    expect((await changeGroup(id, { op: 'Replace', path: 'displayName', value: 'Renamed' })).status).toBe(204)
    expect((await changeGroup(id, { op: 'Replace', path: 'externalId', value: 'g-new' })).status).toBe(204)
    const shown = await changeGroup(id, { op: 'replace', value: { id, displayName: 'Renamed again' } })
    expect(shown.status).toBe(204)
    expect((await acme.send('GET', `/Groups/${id}`)).body).toMatchObject({
      displayName: 'Renamed again',
      externalId: 'g-new',
      members: [{ value: user.id }],
    })
  })

  test('are deleted once, and their people stay', async () => {
    const user = await create()
    const { id } = await createGroup([{ value: user.id }])
    expect((await acme.send('DELETE', `/Groups/${id}`)).status).toBe(204)
    expect((await acme.send('DELETE', `/Groups/${id}`)).status).toBe(404)
    expect((await acme.send('DELETE', '/Groups/unknown')).status).toBe(404)
    expect((await acme.send('GET', `/Users/${user.id}`)).body).not.toHaveProperty('groups')
  })
})
