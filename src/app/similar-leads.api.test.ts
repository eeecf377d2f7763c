// Similar leads and suppressions: a suppressed lead is not proposed.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addWorkspace } from '../../test/database.ts'
import { addPerson, callAs, startTestService, type TestService } from '../../test/running-install.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService({ LIMITS: 'off' })
})
afterAll(() => service?.close())

test('similar leads leave out the suppressed and the erased, and others take their place', async () => {
  const workspace = await addWorkspace(service.database)
  const call = callAs(service, (await addPerson(service, workspace, 'admin')).access_token)
  const save = async (name: string, data: object) =>
    (await call('POST', '/api/lead', { company: name, specialization: 'Logistics', ...data })).body.lead.id as number
  const of = await save('of', { domain: 'of.example' })
  const kept = await save('kept', { domain: 'kept.example' })
  for (let n = 0; n < 40; n++) await save(`gone ${n}`, { email: `n${n}@mail.gone.example`, city: 'Ulm' })
  const one = await save('one', { email: 'One@left.example' })
  const two = await save('two', { email: 'two@left.example' })
  const site = await save('site', { domain: 'shop.gone.example' })
  const erased = await save('erased', { email: 'erased@left.example' })
  const similar = async (query: string) => {
    const { items } = (await call('GET', `/api/lead/${of}/similar${query}`)).body
    return items.map(({ lead }: { lead: { id: number } }) => lead.id).sort((a: number, b: number) => a - b)
  }
  expect(await similar('?limit=100')).toHaveLength(45)
  for (const value of ['gone.example', 'one@left.example'])
    expect((await call('POST', '/api/outreach/suppressions', { value, reason: 'manual' })).status).toBe(201)
  expect((await call('DELETE', `/api/lead/${erased}/erase`)).status).toBe(200)
  expect(await similar('?limit=100')).toEqual([kept, two])
  expect(await similar('?limit=2')).toEqual([kept, two])
  expect(await similar('')).not.toContain(one)
  expect(await similar('')).not.toContain(site)
})
