// Bodies of the wrong types are refused in the words of SCIM, and nothing of them is kept.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestService } from '../../../test/running-install.ts'
import { patch, startProvisioned, type Tenant } from './provisioned.fixture.ts'

const USER = 'urn:ietf:params:scim:schemas:core:2.0:User'

let service: TestService
let acme: Tenant
beforeAll(async () => {
  const started = await startProvisioned()
  service = started.service
  acme = started.ours
})
afterAll(() => service?.close())

const WRONG: [string, object][] = [
  ['schemas as text', { schemas: USER }],
  ['schemas as a number', { schemas: 5 }],
  ['schemas of numbers', { schemas: [5] }],
  ['schemas as an object', { schemas: { 0: USER } }],
  ['userName null', { userName: null }],
  ['userName a number', { userName: 5 }],
  ['active an empty list', { active: [] }],
  ['active a list', { active: [true] }],
  ['active text', { active: 'perhaps' }],
]

test.each(WRONG)('%s is 400 with a scimType, as JSON of any name', async (_, wrong) => {
  for (const media of ['application/scim+json', 'application/json']) {
    const body = { schemas: [USER], userName: 'wrong@example.com', ...wrong }
    const made = await acme.send('POST', '/Users', body, { accept: 'application/scim+json', 'content-type': media })
    expect([made.status, made.body.scimType, made.body.status], made.text).toEqual([400, 'invalidValue', '400'])
  }
})

test('the same goes for a change, and leaves the person as they were', async () => {
  const { body: user } = await acme.send('POST', '/Users', { schemas: [USER], userName: 'ada@example.com' })
  for (const [what, wrong] of WRONG) {
    if ('schemas' in wrong) continue
    for (const sent of [
      patch({ op: 'replace', value: wrong }),
      ...Object.entries(wrong).map(([path, value]) => patch({ op: 'replace', path, value })),
    ]) {
      const changed = await acme.send('PATCH', `/Users/${user.id}`, sent)
      expect([what, changed.status, changed.body.scimType], changed.text).toEqual([what, 400, 'invalidValue'])
    }
    const put = await acme.send('PUT', `/Users/${user.id}`, { schemas: [USER], userName: 'ada@example.com', ...wrong })
    expect([what, put.status, put.body.scimType], put.text).toEqual([what, 400, 'invalidValue'])
  }
  for (const schemas of [5, 'x', [5]]) {
    const changed = await acme.send('PATCH', `/Users/${user.id}`, {
      schemas,
      Operations: [{ op: 'replace', value: { displayName: 'X' } }],
    })
    expect([changed.status, changed.body.scimType], changed.text).toEqual([400, 'invalidValue'])
  }
  expect((await acme.send('GET', `/Users/${user.id}`)).body).toEqual(user)
})

test('a change without a path may name one as a member', async () => {
  const { body: user } = await acme.send('POST', '/Users', {
    schemas: [USER],
    userName: 'eva@example.com',
    emails: [{ type: 'work', value: 'old@example.com' }],
  })
  const changed = await acme.send(
    'PATCH',
    `/Users/${user.id}`,
    patch({ op: 'replace', value: { 'emails[type eq "work"].value': 'new@example.com', 'name.familyName': 'Eva' } }),
  )
  expect(changed.status, changed.text).toBe(200)
  expect(changed.body).toMatchObject({
    emails: [{ type: 'work', value: 'new@example.com' }],
    name: { familyName: 'Eva' },
  })
})
