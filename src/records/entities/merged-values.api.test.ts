// Promises of merged leads: what a user chose is what they show everywhere, and what merging by a threshold counts is what it does.
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildTestApp, type Caller, callerOf } from '../../../test/app.ts'
import { addWorkspace, openTestDatabase, type TestDatabase } from '../../../test/database.ts'
import type { WorkspaceId } from '../../kernel/ids.ts'
import { testRun } from '../../platform/queue/run.fixture.ts'
import { leadTransferRoutes } from '../leads/lead-transfer.routes.ts'
import { leadRoutes } from '../leads/leads.routes.ts'
import { acceptLeadPairs } from './decide.commands.ts'
import { entityRoutes } from './entities.routes.ts'
import { matchJob } from './match.jobs.ts'

let database: TestDatabase
let app: FastifyInstance

beforeAll(async () => {
  database = await openTestDatabase()
  const now = () => new Date()
  app = await buildTestApp([
    ...leadRoutes({ database, now }),
    ...leadTransferRoutes({ database, now }),
    ...entityRoutes({ database }),
  ])
})
afterAll(async () => {
  await app?.close()
  await database?.close()
})

interface Place {
  id: WorkspaceId
  ann: Caller
}

async function place(): Promise<Place> {
  const id = await addWorkspace(database)
  return { id, ann: callerOf(app, id, 'admin') }
}

const match = ({ id }: Place) => matchJob(database).work({}, testRun({ workspace_id: id }))
const queue = async ({ ann }: Place) => (await ann.get('/api/entities/review-queue')).body.items
const decide = ({ ann }: Place, pair_id: number, winners?: Record<string, number>) =>
  ann.post('/api/entities/review-queue/decide', { pair_id, decision: 'merge', ...(winners && { winners }) })

async function save({ ann }: Place, body: object): Promise<number> {
  const answer = await ann.post('/api/lead', body)
  expect(answer.status, answer.text).toBe(200)
  return answer.body.lead.id
}

const OWN = {
  one: { PLZ: '89073', 'Date of birth': '1980-02-01', 'Tax ID': 'DE111111111', Plan: 'Gold' },
  two: { PLZ: '89075', 'Date of birth': '1980-02-10', 'Tax ID': 'DE222222222', Plan: 'Free' },
}

/** Two records of one person that differ in all that can be chosen. */
async function twoAnns(at: Place) {
  const ann = { contact_person: 'Ann Meier', company: 'Quill GmbH', phone: '+49 731 901820', city: 'Ulm' }
  const one = await save(at, {
    ...ann,
    external_id: 'P1',
    address: 'Marktplatz 2',
    contact_title: 'Clerk',
    custom: OWN.one,
  })
  const two = await save(at, {
    ...ann,
    external_id: 'P2',
    address: 'Marktplatz 3',
    contact_title: 'Head',
    custom: OWN.two,
  })
  await match(at)
  const [pair] = await queue(at)
  const sides = [pair.entity, pair.candidate]
  const recordOf = (lead: number) =>
    sides.find(({ lead_id }: { lead_id: number }) => lead_id === lead).record_id as number
  return { one, two, pair, records: [recordOf(one), recordOf(two)] as const }
}

test('all that differs in a pair can be chosen, and what is chosen is what the merged lead shows everywhere', async () => {
  const at = await place()
  const { one, pair, records } = await twoAnns(at)
  const heldIn = Object.fromEntries(
    pair.fields.map(({ field, value_of }: { field: string; value_of: string | null }) => [field, value_of]),
  )
  expect(heldIn).toMatchObject({
    ...{ surname: 'contact_person', date_of_birth: 'custom.Date of birth', postcode: 'custom.PLZ' },
    tax_id: 'custom.Tax ID',
  })
  const own = Object.keys(OWN.two).map((name) => `custom.${name}`)
  expect(pair.choices).toEqual(['address', 'contact_title', ...own, 'external_id'].sort())
  for (const chosen of [0, 1] as const) {
    const winners = Object.fromEntries(pair.choices.map((field: string) => [field, records[chosen]]))
    const done = chosen === 0 ? await decide(at, pair.id, winners) : undefined
    if (done) expect(done.status, done.text).toBe(200)
    else await at.ann.put(`/api/entities/${pair.entity_id}/winners`, { winners })
    const wanted = {
      ...{
        address: `Marktplatz ${chosen + 2}`,
        contact_title: chosen ? 'Head' : 'Clerk',
        external_id: `P${chosen + 1}`,
      },
      custom: chosen ? OWN.two : OWN.one,
    }
    expect((await at.ann.get(`/api/lead/${one}`)).body).toMatchObject(wanted)
    const filter = { field: 'custom.PLZ', op: 'eq', value: wanted.custom.PLZ }
    const found = await at.ann.get(`/api/leads?filter=${encodeURIComponent(JSON.stringify(filter))}`)
    expect(found.body.items).toMatchObject([{ id: one, ...wanted }])
    const file = await at.ann.get('/api/leads/export.jsonl')
    expect(
      file.text
        .trim()
        .split('\n')
        .map((line: string) => JSON.parse(line)),
    ).toMatchObject([wanted])
    const entity = (await at.ann.get(`/api/entities/${pair.entity_id}`)).body
    for (const field of pair.choices as string[]) {
      const one = entity.fields.find((line: { field: string }) => line.field === field)
      expect([one.why, one.candidates[0].chosen], field).toEqual(['a user chose it', true])
    }
  }
})

test('a value that a record does not have cannot be chosen, nor a part of one', async () => {
  const at = await place()
  const { pair, records } = await twoAnns(at)
  for (const field of ['postcode', 'tax_id', 'given_name', 'kind', 'email', 'nonsense'])
    expect((await decide(at, pair.id, { [field]: records[0] })).status, field).toBe(422)
  expect(await queue(at)).toHaveLength(1)
})

test('a split brings back what was chosen before, and each keeps what was chosen of its own records', async () => {
  const at = await place()
  const { one, two, pair, records } = await twoAnns(at)
  const done = await decide(at, pair.id, { contact_title: records[0] })
  const third = await save(at, {
    ...{ contact_person: 'Ann Meier', company: 'Quill GmbH', phone: '+49 731 901820', city: 'Ulm', external_id: 'P3' },
    contact_title: 'Owner',
  })
  await match(at)
  const [again] = await queue(at)
  const entity = done.body.entity_id
  const shown = async (lead: number) => (await at.ann.get(`/api/lead/${lead}`)).body.contact_title
  const record = [again.entity, again.candidate].find(({ lead_id }: { lead_id: number }) => lead_id === third).record_id
  const merged = await decide(at, again.id, { contact_title: record, 'custom.Plan': records[1] })
  expect(merged.status, merged.text).toBe(200)
  expect([await shown(one), await shown(third)]).toEqual(['Owner', 'Owner'])
  const split = await at.ann.post(`/api/entities/${entity}/split`, { merge_id: merged.body.merge_id })
  expect(split.status, split.text).toBe(200)
  expect([await shown(one), await shown(two), await shown(third)]).toEqual(['Clerk', 'Clerk', 'Owner'])
  expect((await at.ann.get(`/api/lead/${one}`)).body.custom.Plan).toBe('Free')
})

test('merging above a threshold counts what it will do: no pair twice, none that is left to a user, and the rest of a group', async () => {
  const at = await place()
  const acme = { company: 'Acme Widgets GmbH', address: '12 Main Street', city: 'Berlin', phone: '+49 30 901820' }
  // Three pairs of three records are two merges; two of a family and one that was split are none.
  for (const [n, company] of ['Acme Widgets GmbH', 'ACME Widgets', 'Acme Widgts'].entries())
    await save(at, { ...acme, company, external_id: `A${n}` })
  const home = { company: 'Quill GmbH', domain: 'quill.example', address: '12 Harbour Lane', city: 'Whitby' }
  for (const [n, contact_person] of ['Maria Quill', 'Mario Quill'].entries())
    await save(at, { ...home, contact_person, external_id: `Q${n}`, phone: '+49 30 901821' })
  await at.ann.put('/api/entities/settings', { auto_merge: false, merge_threshold: 0.99, review_threshold: 0.01 })
  await match(at)
  const likely = (await queue(at)).filter(({ probability }: { probability: number }) => probability >= 0.5)
  expect(likely.length).toBeGreaterThan(2)
  const accept = async (body: object) => at.ann.post('/api/entities/review-queue/accept', { probability: 0.5, ...body })
  const dry = (await accept({ dry_run: true })).body
  // Where there are more pairs than are read at once, the surest that may be merged.
  const wanted = { probability: 0.5, dry_run: true }
  const some = await database.inWorkspace(at.id, (tx) => acceptLeadPairs(tx, wanted, 1))
  expect(some).toEqual({ pairs: 1, merged: 0, left: 1, at_least: true })
  expect(dry).toEqual({ pairs: likely.length, merged: 0, left: 2 })
  expect((await accept({ expected_count: likely.length })).status).toBe(likely.length === 2 ? 200 : 409)
  expect((await accept({ expected_count: 2 })).body).toEqual({ pairs: likely.length, merged: 2, left: 0 })
  expect((await accept({ dry_run: true })).body).toMatchObject({ left: 0 })
  expect((await at.ann.get('/api/leads')).body.total).toBe(3)
})
