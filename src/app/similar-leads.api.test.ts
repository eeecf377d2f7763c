// Leads that several rooms share: a suppressed one is not proposed as similar, and what uses a saved filter follows it.
import { expect, test } from 'vitest'
import { addWorkspace } from '../../test/database.ts'
import { openTenant } from '../../test/open-tenant.ts'
import { addPerson } from '../../test/running-install.ts'

const { service } = await openTenant({ LIMITS: 'off' })

test('similar leads leave out the suppressed and the erased, and others take their place', async () => {
  const workspace = await addWorkspace(service.database)
  const call = (await addPerson(service, workspace, 'admin')).call
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

test('watch groups, the refresh of leads, rules and enrollments go by a shared saved filter, follow its changes, and it is not deleted under them', async () => {
  const workspace = await addWorkspace(service.database)
  const call = (await addPerson(service, workspace, 'admin')).call
  const must = async (status: number, method: string, path: string, body?: object) => {
    const answer = await call(method, path, body)
    expect([method, path, answer.status, answer.text.slice(0, 300)]).toEqual([method, path, status, expect.anything()])
    return answer.body
  }
  for (const city of ['Ulm', 'Bonn', 'Bonn'])
    await must(200, 'POST', '/api/lead', { company: `In ${city}`, city, email: `${crypto.randomUUID()}@a.example` })
  const inCity = (value: string) => ({ field: 'city', op: 'eq', value })
  const filters = '/api/leads/filters'
  const own = await must(201, 'POST', filters, { name: 'Own', filter: inCity('Ulm') })
  const { id } = await must(201, 'POST', filters, { name: 'City', scope: 'shared', filter: inCity('Ulm') })
  const policy = { enabled: true, schedule: { every: 'daily' }, max_usd: 1, max_leads: 10 }
  const refresh = { ...policy, actions: [{ action: 'find_emails', max_age_days: 30 }] }
  const sequence = (await must(201, 'POST', '/api/outreach/sequences', { name: 'First' })).id
  const places: [method: string, path: string, body: (filter_id: string) => object, status: number][] = [
    [
      'POST',
      '/api/watches/groups',
      (filter_id) => ({ name: 'G', kind: 'website', source: { kind: 'leads', filter_id } }),
      201,
    ],
    ['PUT', '/api/leads/refresh-policy', (filter_id) => ({ ...refresh, filter_id }), 200],
    ['POST', `/api/outreach/sequences/${sequence}/enroll-from`, (filter_id) => ({ filter_id, dry_run: true }), 200],
  ]
  const rule = (filter_id: string) => ({
    name: 'R',
    trigger: { kind: 'lead.created', filter_id },
    actions: [{ kind: 'notify', to: 'admins', title: 'New {{lead.company}}' }],
  })
  for (const wrong of [own.id, crypto.randomUUID(), 'x']) await must(422, 'POST', '/api/automations', rule(wrong))
  const made = await must(201, 'POST', '/api/automations', rule(id))
  for (const [method, path, body] of places)
    for (const wrong of [own.id, crypto.randomUUID(), 'x']) await must(422, method, path, body(wrong))
  for (const [method, path, body, status] of places) await must(status, method, path, body(id))
  const [method, path, body] = places[2] as (typeof places)[number]
  const meant = async () => {
    const { enrolled, blocked } = await must(200, method, path, body(id))
    return enrolled + blocked.length
  }
  expect(await meant()).toBe(1)
  await must(200, 'PATCH', `${filters}/${id}`, { filter: inCity('bonn') })
  expect(await meant()).toBe(2)
  expect((await must(200, 'GET', '/api/leads/refresh-policy')).filter_id).toBe(id)

  // Leads that the filter means now start the rule, and others do not.
  for (const city of ['Ulm', 'Bonn']) await must(200, 'POST', '/api/lead', { company: `Later in ${city}`, city })
  const started = async () =>
    (await must(200, 'GET', `/api/automations/runs?automation_id=${made.id}`)).items.map(
      ({ title }: { title: string }) => title,
    )
  await expect.poll(started).toEqual(['Later in Bonn'])

  const { dependants } = await must(409, 'DELETE', `${filters}/${id}`)
  expect(dependants.map(({ kind }: { kind: string }) => kind)).toEqual(['watch_group', 'refresh_policy', 'rule'])
  await must(409, 'PATCH', `${filters}/${id}`, { scope: 'personal' })
  await must(204, 'DELETE', `${filters}/${id}?force=true`)
  const [group] = (await must(200, 'GET', '/api/watches/groups')).items
  await must(202, 'POST', `/api/watches/groups/${group.id}/sync`)
  await expect
    .poll(async () => (await must(200, 'GET', '/api/watches/groups')).items[0].last_error)
    .toContain('no shared filter')
  await must(422, method, path, body(id))
})
