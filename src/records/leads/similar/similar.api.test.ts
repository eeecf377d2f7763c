// Promises of similar leads: in which order they are proposed, and which words mean the same.
import { describe, expect, test } from 'vitest'
import type { Caller } from '../../../../test/app.ts'
import { openTenant } from '../../../../test/open-tenant.ts'
import { leadRoutes } from '../leads.routes.ts'

let minute = 0
const clock = () => new Date(Date.UTC(2026, 10, 22, 5, minute))

const { newcomer } = await openTenant((database) => leadRoutes({ database, now: clock }))

const save = async (by: Caller, body: object) => {
  const answer = await by.post('/api/lead', body)
  expect(answer.status, answer.text).toBe(200)
  return answer.body
}

describe('similar leads', () => {
  type Found = { match: string; score: number; lead: { id: number; company: string } }
  const similar = async (ann: Caller, id: number, query = '') =>
    (await ann.get(`/api/lead/${id}/similar${query}`)).body.items as Found[]
  const named = (items: Found[]) => items.map(({ match, lead }) => [match, lead.company])
  const maker = (ann: Caller) => async (company: string, data: object) =>
    (await save(ann, { company, domain: `${company.replaceAll(' ', '-')}-inc.com`, ...data })).lead.id as number

  test('share the specialization however it is written, then a near one, then the city; within each the nearest place', async () => {
    const ann = await newcomer()
    const lead = maker(ann)
    const here = { city: 'Köln', state: 'NRW', country: 'DE' }
    const of = await lead('of', { specialization: 'Dentist', ...here })
    await lead('other', { specialization: 'Baker', city: 'Rome' })
    await lead('blank', {})
    await lead('town', { specialization: 'Baker', ...here })
    await lead('near far', { specialization: 'Dentistry', city: 'Rome' })
    await lead('near here', { specialization: 'dentistry', ...here })
    await lead('abroad', { specialization: 'DENTIST', city: 'Rome', country: 'IT' })
    await lead('country', { specialization: 'dentists', city: 'Ulm', state: 'BW', country: 'DE' })
    await lead('region', { specialization: ' Dentists ', city: 'Bonn', state: 'nrw', country: 'DE' })
    await lead('here', { specialization: 'Dentist', ...here, city: 'KOLN' })
    expect(named(await similar(ann, of))).toEqual([
      ['specialization', 'here'],
      ['specialization', 'region'],
      ['specialization', 'country'],
      ['specialization', 'abroad'],
      ['specialization', 'near here'],
      ['specialization', 'near far'],
      ['city', 'town'],
    ])
    const scores = (await similar(ann, of)).map(({ score }) => score)
    expect(scores).toEqual([...scores].sort((a, b) => b - a))
    expect(await similar(ann, of, '?limit=1')).toHaveLength(1)
  })

  test('that agree as much are those of a like title first, then the newest', async () => {
    const ann = await newcomer()
    const lead = maker(ann)
    const of = await lead('of', { specialization: 'Logistics', contact_title: 'Head of Sales' })
    await lead('older', { specialization: 'Logistics' })
    await lead('title', { specialization: 'Logistics', contact_title: 'Sales manager' })
    minute++
    await lead('newer', { specialization: 'Logistics' })
    expect(named(await similar(ann, of)).map(([, name]) => name)).toEqual(['title', 'newer', 'older'])
  })

  test('are by city alone for a lead without a specialization, and none for one with neither', async () => {
    const ann = await newcomer()
    const lead = maker(ann)
    const of = await lead('of', { city: 'Ulm' })
    const blank = await lead('blank', {})
    await lead('here', { city: 'ulm', specialization: 'Baker' })
    await lead('also here', { city: 'Ulm' })
    await lead('elsewhere', { city: 'Rome' })
    expect(named(await similar(ann, of)).sort()).toEqual([
      ['city', 'also here'],
      ['city', 'here'],
    ])
    expect(await similar(ann, blank)).toEqual([])
  })

  test('are at least one and at most a hundred, whatever number is asked for', async () => {
    const ann = await newcomer()
    const lead = maker(ann)
    const of = await lead('of', { specialization: 'Logistics' })
    for (let n = 0; n < 101; n++) await lead(`other ${n}`, { specialization: 'Logistics' })
    const counts = []
    for (const limit of ['0', '-7', '100', '101', '9007199254740991'])
      counts.push((await similar(ann, of, `?limit=${limit}`)).length)
    expect(counts).toEqual([1, 1, 100, 100, 100])
    expect((await ann.get(`/api/lead/${of}/similar?limit=many`)).status).toBe(422)
  })

  test('include those whose specialization means the same by the words of the workspace', async () => {
    const ann = await newcomer()
    const lead = maker(ann)
    const of = await lead('of', { specialization: 'Dentists', city: 'Ulm' })
    await lead('same', { specialization: 'Dentist' })
    await lead('other word', { specialization: 'ZAHNÄRZTE', city: 'Ulm' })
    await lead('near other word', { specialization: 'Zahnarzte Praxis', city: 'Rome' })
    await lead('town', { specialization: 'Baker', city: 'Ulm' })
    const put = (groups: object[]) => ann.put('/api/leads/synonyms', { groups })
    const groups = [{ names: ['dentist', 'Zahnärzte'] }, { names: ['Baker', 'Bakery'] }]
    const saved = await put(groups)
    expect([saved.status, saved.body]).toEqual([200, { groups }])
    expect((await ann.get('/api/leads/synonyms')).body).toEqual({ groups })
    expect(named(await similar(ann, of))).toEqual([
      ['specialization', 'other word'],
      ['specialization', 'same'],
      ['specialization', 'near other word'],
      ['city', 'town'],
    ])
    const eve = await newcomer()
    expect((await eve.get('/api/leads/synonyms')).body).toEqual({ groups: [] })
    await put([])
    expect(named(await similar(ann, of))).toEqual([
      ['specialization', 'same'],
      ['city', 'town'],
      ['city', 'other word'],
    ])
  })

  test('have words that mean one thing only: a word in two groups, or one of punctuation alone, is refused', async () => {
    const ann = await newcomer()
    const wrong = await ann.put('/api/leads/synonyms', {
      groups: [{ names: ['Dentist', 'dentists', 'Doctor'] }, { names: ['DENTISTS', 'Surgeon', '--'] }],
    })
    expect(wrong.status).toBe(422)
    expect(wrong.body.detail.map(({ loc }: { loc: unknown[] }) => loc)).toEqual([
      ['body', 'groups', 1, 'names', 0],
      ['body', 'groups', 1, 'names', 2],
    ])
    expect((await ann.get('/api/leads/synonyms')).body).toEqual({ groups: [] })
    const both = await Promise.all([
      ann.put('/api/leads/synonyms', { groups: [{ names: ['a1', 'b1'] }] }),
      ann.put('/api/leads/synonyms', { groups: [{ names: ['a2', 'b2'] }] }),
    ])
    expect(both.map(({ status }) => status)).toEqual([200, 200])
    expect((await ann.get('/api/leads/synonyms')).body.groups).toHaveLength(1)
    expect((await (await newcomer('viewer')).put('/api/leads/synonyms', { groups: [] })).status).toBe(403)
  })
})
