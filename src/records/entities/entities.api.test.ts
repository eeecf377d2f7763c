// Promises of entities: what may be the same is proposed, decided once, remembered, and taken back exactly.
import { expect, test } from 'vitest'
import { type Caller, callerOf } from '../../../test/app.ts'
import { addWorkspace, type TestDatabase } from '../../../test/database.ts'
import { openTenant } from '../../../test/open-tenant.ts'
import { until } from '../../../test/until.ts'
import type { WorkspaceId } from '../../kernel/ids.ts'
import { testRun } from '../../platform/queue/run.fixture.ts'
import { removeLeads } from '../leads/lead.writes.ts'
import { leadTransferRoutes } from '../leads/lead-transfer.routes.ts'
import { leadRoutes } from '../leads/leads.routes.ts'
import { enqueueDirtyRows } from '../store/dirty-rows/dirty-rows.commands.ts'
import { leadMatching } from '../store/dirty-rows/dirty-rows.jobs.ts'
import { dropRecords, writeKeys } from '../store/entity-records.writes.ts'
import { entityRoutes } from './entities.routes.ts'
import { matchJob } from './match.jobs.ts'
import { scanLeads } from './scan.jobs.ts'

const { database, app } = await openTenant((database) => {
  const now = () => new Date()
  return [...leadRoutes({ database, now }), ...leadTransferRoutes({ database, now }), ...entityRoutes({ database })]
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
const scan = ({ id }: Place) => scanLeads(database, { ...testRun({ workspace_id: id }), workspace_id: id })
const queue = async ({ ann }: Place, query = '') => (await ann.get(`/api/entities/review-queue${query}`)).body.items
const decide = ({ ann }: Place, pair_id: number, decision: string) =>
  ann.post('/api/entities/review-queue/decide', { pair_id, decision })

async function save({ ann }: Place, body: object): Promise<number> {
  const answer = await ann.post('/api/lead', body)
  expect(answer.status, answer.text).toBe(200)
  return answer.body.lead.id
}

const ACME = { company: 'Acme Widgets GmbH', address: '12 Main Street', city: 'Berlin', phone: '+49 30 901820' }

/** Two records of one firm under ids of their own, and the pair that is proposed of them. */
async function twoAcmes(at: Place) {
  const one = await save(at, { ...ACME, external_id: 'A1' })
  const two = await save(at, { ...ACME, company: 'ACME Widgets', external_id: 'A2', website: 'acme.com' })
  await match(at)
  const [pair, ...others] = await queue(at)
  expect(others).toEqual([])
  return { one, two, pair }
}

test('a new lead is compared at once, and the pair says in words why', async () => {
  const at = await place()
  const { one, two, pair } = await twoAcmes(at)
  expect([pair.entity.lead_id, pair.candidate.lead_id].sort()).toEqual([one, two].sort())
  expect(pair).toMatchObject({ kind: 'company', status: 'pending', reopened_by: null })
  expect(pair.probability).toBeGreaterThan(0.5)
  expect(pair.why).toMatch(/company name is the same/)
  const name = pair.fields.find(({ field }: { field: string }) => field === 'company')
  expect(name).toMatchObject({ is_same: true, agreement: 'the same' })
  expect(name.weight).toBeGreaterThan(3)
})

test('merging joins the records in one entity with one value for each field, and a split takes that back exactly', async () => {
  const at = await place()
  const { one, two, pair } = await twoAcmes(at)
  const before = (await at.ann.get(`/api/entities/${pair.candidate_id}`)).body
  const entityOf = async (id: number) => (await at.ann.get(`/api/lead/${id}`)).body.entity_id
  const apart = [await entityOf(one), await entityOf(two)]
  expect(apart.sort()).toEqual([pair.entity_id, pair.candidate_id].sort())
  const done = await decide(at, pair.id, 'merge')
  expect(done).toMatchObject({ status: 200, body: { status: 'merged', entity_id: pair.entity_id } })
  const entity = (await at.ann.get(`/api/entities/${pair.entity_id}`)).body
  expect(entity).toMatchObject({ records: 2, golden: { city: 'Berlin', website: 'acme.com' } })
  expect((await at.ann.get(`/api/entities/${pair.candidate_id}`)).status).toBe(404)
  expect([await entityOf(one), await entityOf(two)]).toEqual([pair.entity_id, pair.entity_id])
  const chosen = entity.members.find(({ lead_id }: { lead_id: number }) => lead_id === two).record_id
  const won = await at.ann.put(`/api/entities/${pair.entity_id}/winners`, { winners: { company: chosen } })
  expect(won.body.golden.company).toBe('ACME Widgets')
  const split = await at.ann.post(`/api/entities/${pair.entity_id}/split`, { merge_id: done.body.merge_id })
  expect(split).toMatchObject({ status: 200, body: { restored_id: pair.candidate_id, records: 1 } })
  const after = (await at.ann.get(`/api/entities/${pair.candidate_id}`)).body
  expect({ ...after, updated_at: null }).toEqual({ ...before, updated_at: null })
  expect([await entityOf(one), await entityOf(two)].sort()).toEqual(apart)
  expect((await queue(at)).map(({ id }: { id: number }) => id)).toEqual([pair.id])
  expect((await at.ann.post(`/api/entities/${pair.entity_id}/split`, {})).status).toBe(409)
})

/** Two records of one person, each with a value that the other has not, and a third lead that is neither. */
async function twoAnns(at: Place) {
  const ann = { contact_person: 'Ann Meier', company: 'Quill GmbH', city: 'Whitby', phone: '+49 30 901820' }
  const one = await save(at, { ...ann, external_id: 'P1', email: 'ann@quill.example', tags: ['fair'] })
  const two = await save(at, {
    ...ann,
    external_id: 'P2',
    email: 'a.meier@quill.example',
    contact_title: 'Head of Sales',
    tags: ['web'],
  })
  const other = await save(at, { company: 'Alone AG', external_id: 'C1', city: 'Ulm' })
  await match(at)
  const [pair] = await queue(at)
  return { one, two, other, pair }
}

const listed = async ({ ann }: Place, query = '') =>
  (await ann.get(`/api/leads${query}`)).body.items.map(({ id }: { id: number }) => id)

test('merged records are one lead in lists, searches, counts, facets and exports, and both ids answer with its values', async () => {
  const at = await place()
  const { one, two, other, pair } = await twoAnns(at)
  await decide(at, pair.id, 'merge')
  expect(await listed(at)).toEqual([other, one])
  expect((await at.ann.get('/api/leads')).body.total).toBe(2)
  const filter = (field: string, value: string) =>
    `?filter=${encodeURIComponent(JSON.stringify({ field, op: 'eq', value }))}`
  // Found by what either of them said.
  for (const query of [
    '?kind=person',
    '?search=meier',
    '?search=a.meier@quill',
    '?search=ann@quill',
    filter('contact_title', 'Head of Sales'),
    '?kind=person&sort=%5B%7B%22field%22%3A%22city%22%2C%22dir%22%3A%22asc%22%7D%5D',
    '?page=2&limit=1',
  ])
    expect(await listed(at, query), query).toEqual([one])
  expect((await at.ann.get('/api/leads/stats')).body).toMatchObject({ total: 2, by_kind: { person: 1, company: 1 } })
  const facets = (await at.ann.get('/api/leads/facets?fields=city,tags')).body.items
  expect(facets[0].values.map(({ value, count }: Record<string, unknown>) => [value, count]).sort()).toEqual([
    ['Ulm', 1],
    ['Whitby', 1],
  ])
  expect(facets[1].values).toHaveLength(2)
  const [first, second] = [(await at.ann.get(`/api/lead/${one}`)).body, (await at.ann.get(`/api/lead/${two}`)).body]
  expect(first).toMatchObject({ id: one, merged_into: null, contact_title: 'Head of Sales' })
  expect([...first.tags].sort()).toEqual(['fair', 'web'])
  expect(second).toMatchObject({
    ...first,
    id: two,
    merged_into: one,
    created_at: second.created_at,
    updated_at: second.updated_at,
  })
  const entity = (await at.ann.get(`/api/entities/${first.entity_id}`)).body
  const emails = entity.fields.find(({ field }: { field: string }) => field === 'email').candidates
  expect(emails.map(({ value }: { value: string }) => value).sort()).toEqual([
    'a.meier@quill.example',
    'ann@quill.example',
  ])
  expect(emails.every(({ provenance }: { provenance: unknown }) => provenance !== null)).toBe(true)
  expect(entity.golden.email).toBe(first.email)
})

test('what comes for a merged record, under any key that one of them has, changes the one lead, and a split gives each its own', async () => {
  const at = await place()
  const { one, two, pair } = await twoAnns(at)
  const merged = await decide(at, pair.id, 'merge')
  for (const [body, expected] of [
    [{ external_id: 'P2', kind: 'person', state: 'Yorkshire' }, { state: 'Yorkshire' }],
    [{ email: 'ann@quill.example', contact_person: 'Ann Meier', country: 'UK' }, { country: 'UK' }],
  ] as const) {
    const saved = (await at.ann.post('/api/lead', body)).body
    expect(saved).toMatchObject({ outcome: 'updated', lead: { id: one, ...expected } })
  }
  expect(
    (await at.ann.patch(`/api/lead/${two}`, { contact_title: 'CEO', tags: ['web', 'fair', 'vip'] })).body,
  ).toMatchObject({
    id: two,
    contact_title: 'CEO',
  })
  expect((await at.ann.patch(`/api/lead/${one}`, { city: null })).body.city).toBeNull()
  await at.ann.patch(`/api/lead/${two}`, { custom: { Plan: 'Pro', Seats: 3 } })
  expect((await at.ann.patch(`/api/lead/${one}`, { custom: { Plan: null } })).body.custom).toEqual({ Seats: 3 })
  expect((await at.ann.patch(`/api/lead/${one}`, { tags: ['fair', 'web'] })).body.tags).toEqual(['fair', 'web'])
  expect((await at.ann.post(`/api/lead/${two}/status`, { status: 'contacted' })).body.status).toBe('contacted')
  expect((await at.ann.get(`/api/lead/${one}`)).body).toMatchObject({
    status: 'contacted',
    contact_title: 'CEO',
    state: 'Yorkshire',
    country: 'UK',
    city: null,
  })
  const timeline = async (id: number) => (await at.ann.get(`/api/lead/${id}/timeline`)).body.items.length
  expect(await timeline(one)).toBe(await timeline(two))
  await at.ann.post(`/api/entities/${merged.body.entity_id}/split`, {})
  const [first, second] = [(await at.ann.get(`/api/lead/${one}`)).body, (await at.ann.get(`/api/lead/${two}`)).body]
  expect(first).toMatchObject({
    merged_into: null,
    external_id: 'P1',
    email: 'ann@quill.example',
    country: 'UK',
    state: null,
    contact_title: null,
    tags: ['fair'],
    status: 'new',
  })
  expect(second).toMatchObject({
    merged_into: null,
    external_id: 'P2',
    email: 'a.meier@quill.example',
    state: 'Yorkshire',
    country: null,
    contact_title: 'CEO',
    tags: ['web'],
    status: 'contacted',
  })
  expect((await at.ann.get('/api/leads/stats')).body.total).toBe(3)
})

test('a merged lead is deleted whole, and one of its records that is erased leaves the others to a person', async () => {
  const at = await place()
  const { one, two, other, pair } = await twoAnns(at)
  await decide(at, pair.id, 'merge')
  const held = (await at.ann.get(`/api/lead/${one}/held`)).body
  expect(held.others[0]).toMatchObject({
    title: 'Merged with',
    items: [{ lead_id: two, values: { external_id: 'P2' } }],
  })
  const erased = await at.ann.delete(`/api/lead/${one}/erase`)
  expect(erased.body.to_decide).toContainEqual({ what: 'merged lead', id: String(two), workbook_id: null })
  expect(await listed(at)).toEqual([other, two])
  expect((await at.ann.get(`/api/lead/${two}`)).body).toMatchObject({ email: 'a.meier@quill.example', tags: ['web'] })
  const again = await place()
  const both = await twoAnns(again)
  await decide(again, both.pair.id, 'merge')
  expect((await again.ann.delete(`/api/lead/${both.two}`)).status).toBe(204)
  expect(await listed(again)).toEqual([both.other])
  expect((await again.ann.get(`/api/lead/${both.one}`)).status).toBe(404)
  expect((await again.ann.get('/api/leads/stats')).body.total).toBe(1)
})

test('a person is erased with all records that were merged, in one call, and none of them comes back', async () => {
  const at = await place()
  const { one, two, other, pair } = await twoAnns(at)
  await decide(at, pair.id, 'merge')
  const erased = await at.ann.delete(`/api/lead/${two}/erase?merged=true`)
  expect(erased.body).toMatchObject({ erased: true, to_decide: [] })
  expect(await listed(at)).toEqual([other])
  for (const id of [one, two]) expect((await at.ann.get(`/api/lead/${id}`)).status).toBe(404)
  for (const email of ['ann@quill.example', 'a.meier@quill.example'])
    expect((await at.ann.post('/api/lead', { kind: 'person', email, contact_person: 'A. M.' })).status).toBe(409)
})

test('a rejected pair does not come back by a scan or a change, save when the two come to share an e-mail address', async () => {
  const at = await place()
  const { one, two, pair } = await twoAcmes(at)
  expect((await decide(at, pair.id, 'reject')).body).toMatchObject({ status: 'rejected', merge_id: null })
  await scan(at)
  await at.ann.patch(`/api/lead/${one}`, { state: 'Berlin' })
  await match(at)
  await scan(at)
  expect(await queue(at)).toEqual([])
  await at.ann.patch(`/api/lead/${one}`, { linkedin_url: 'https://linkedin.com/company/acme' })
  await at.ann.patch(`/api/lead/${two}`, { city: 'Potsdam' })
  await match(at)
  expect(await queue(at)).toEqual([])
  for (const external_id of ['A1', 'A2']) await save(at, { external_id, kind: 'company', email: 'hello@acme.com' })
  await match(at)
  expect(await queue(at)).toMatchObject([{ id: pair.id, reopened_by: ['email'] }])
})

test('two who decide one pair at the same moment make one decision', async () => {
  const at = await place()
  const { pair } = await twoAcmes(at)
  const answers = await Promise.all([...Array(6)].map((_, n) => decide(at, pair.id, n % 2 === 0 ? 'merge' : 'reject')))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409])
  const merges = await database.asOwner(`select 1 from entity_merges where workspace_id = '${at.id}'`)
  const won = answers.find(({ status }) => status === 200)?.body.status
  expect(merges).toHaveLength(won === 'merged' ? 1 : 0)
})

test('other words are 422, a pair of another workspace is 404, and viewers decide nothing', async () => {
  const at = await place()
  const { pair } = await twoAcmes(at)
  expect((await decide(at, pair.id, 'maybe')).status).toBe(422)
  expect((await decide(await place(), pair.id, 'merge')).status).toBe(404)
  expect((await decide({ ...at, ann: callerOf(app, at.id, 'viewer') }, pair.id, 'merge')).status).toBe(403)
  expect(await queue(at)).toHaveLength(1)
})

test('a scan finds what was written before anything was keyed, and a second one changes nothing', async () => {
  const at = await place()
  const people = ['Ann Meier', 'Bob Roe', 'Cleo Santos', 'Dora Lindqvist', 'Emil Nowak', 'Fay Okafor']
  for (const [n, contact_person] of people.entries())
    for (const copy of ['a', 'b'])
      await save(at, { contact_person, external_id: `${n}${copy}`, phone: `+49 30 ${n}5512${n * 7}8`, city: 'Berlin' })
  await database.asOwner(`delete from dirty_rows where consumer = 'match' and workspace_id = '${at.id}'`)
  await scan(at)
  const found = await queue(at)
  expect(found).toHaveLength(6)
  await scan(at)
  expect((await queue(at)).map(({ id }: { id: number }) => id)).toEqual(found.map(({ id }: { id: number }) => id))
})

test('the surest pairs merge by themselves only once that is switched on, and never what was taken apart', async () => {
  const at = await place()
  const { pair } = await twoAcmes(at)
  const settings = { auto_merge: true, merge_threshold: 0.8, review_threshold: 0.2 }
  expect((await at.ann.get('/api/entities/settings')).body.auto_merge).toBe(false)
  expect((await at.ann.put('/api/entities/settings', settings)).status).toBe(200)
  await scan(at)
  expect(await queue(at, '?status=auto_merged')).toMatchObject([{ id: pair.id }])
  const [{ entity_id }] = await queue(at, '?status=auto_merged')
  expect((await at.ann.post(`/api/entities/${entity_id}/split`, {})).status).toBe(200)
  await scan(at)
  expect(await queue(at)).toMatchObject([{ id: pair.id }])
})

test('accepting above a probability merges those pairs and says what is left', async () => {
  const at = await place()
  const { pair } = await twoAcmes(at)
  const accept = (body: object) => at.ann.post('/api/entities/review-queue/accept', body)
  const probability = Math.floor(pair.probability * 100) / 100
  expect((await accept({ probability: Math.max(0.5, probability), dry_run: true })).body).toEqual({
    pairs: 1,
    merged: 0,
    left: 1,
  })
  expect((await accept({ probability: Math.max(0.5, probability) })).body).toEqual({ pairs: 1, merged: 1, left: 0 })
  expect(await queue(at)).toEqual([])
})

test('two people who share all but the first name or the generation are never merged without a review', async () => {
  const at = await place()
  const home = { company: 'Quill GmbH', domain: 'quill.example', address: '12 Harbour Lane', city: 'Whitby' }
  const person = (contact_person: string, external_id: string) =>
    save(at, { ...home, contact_person, external_id, phone: '+49 30 901820' })
  for (const [at, name] of [
    ...['Maria Quill', 'Mario Quill', 'John Quill Jr', 'John Quill Sr', 'Karl Quill', 'Petra Quill'].entries(),
  ])
    await person(name, `Q${at}`)
  const twins = [await person('Robert Quill', 'R1'), await person('Bob Quill', 'R2')]
  await at.ann.put('/api/entities/settings', { auto_merge: true, merge_threshold: 0.5, review_threshold: 0.01 })
  await match(at)
  await scan(at)
  await at.ann.post('/api/entities/review-queue/accept', { probability: 0.5 })
  const merged = await database.asOwner<{ leads: number[] }>(
    `select array_agg(lead_id order by lead_id) as leads from entity_records where workspace_id = $1
     group by entity_id having count(*) > 1`,
    [at.id],
  )
  expect(merged.filter(({ leads }) => leads.join() !== twins.join())).toEqual([])
})

test('two of a family with one firm and one telephone are never shown as surely one person', async () => {
  const at = await place()
  const firm = { company: 'Huber KG', phone: '+49 731 123456', city: 'Ulm' }
  for (const [n, name] of ['Petra Huber', 'Paul Huber'].entries())
    await save(at, { ...firm, contact_person: name, external_id: `H${n}` })
  await match(at)
  const [pair] = await queue(at)
  expect(pair?.probability ?? 0).toBeLessThan(0.9)
  expect(pair?.why ?? 'two of a family').toContain('two of a family')
})

test('a deleted lead leaves no record, pair or empty entity', async () => {
  const at = await place()
  const { one } = await twoAcmes(at)
  await at.ann.delete(`/api/lead/${one}`)
  await match(at)
  expect(await queue(at)).toEqual([])
  expect((await at.ann.get('/api/entities')).body.items).toHaveLength(1)
})

test('the deletion of thousands of leads starts no scan, and an import of as many starts one', async () => {
  const at = await place()
  const scans = () =>
    database.asOwner(`select id from queue where workspace_id = $1 and kind = 'entities.rescan'`, [at.id])
  const leads = await database.asOwner<{ id: number }>(
    `insert into leads (workspace_id, data) select $1, jsonb_build_object('company', 'Firm ' || n) from generate_series(1, 6002) n
     returning id`,
    [at.id],
  )
  const ids = leads.map(({ id }) => Number(id))
  await database.inWorkspace(at.id, (tx) => removeLeads(tx, ids.slice(3001)))
  await match(at)
  expect(await scans()).toEqual([])
  const written = { lead_ids: ids.slice(0, 3001) }
  await database.inWorkspace(at.id, (tx) => enqueueDirtyRows(tx, leadMatching, at.id, written))
  await match(at)
  expect(await scans()).toHaveLength(1)
})

test('leads that were keyed only are scanned, wherever the job that keyed them was killed', async () => {
  for (const kill of [2, 3, 4]) {
    const at = await place()
    const leads = await database.asOwner<{ id: number }>(
      `insert into leads (workspace_id, data) select $1, jsonb_build_object('company', 'Firm ' || n) from generate_series(1, 3001) n
       returning id`,
      [at.id],
    )
    const written = { lead_ids: leads.map(({ id }) => Number(id)) }
    await database.inWorkspace(at.id, (tx) => enqueueDirtyRows(tx, leadMatching, at.id, written))
    let left = kill
    const dying: TestDatabase = {
      ...database,
      inWorkspace: async (where, work) => {
        if (left-- === 0) throw new Error('killed')
        return database.inWorkspace(where, work)
      },
    }
    await expect(matchJob(dying).work({}, testRun({ workspace_id: at.id }))).rejects.toThrow('killed')
    const count = async (from: string) =>
      (
        await database.asOwner<{ n: number }>(`select count(*)::int as n from ${from} and workspace_id = $1`, [at.id])
      )[0]?.n
    const keyed = await count('entity_records where true')
    expect({ kill, scans: await count(`queue where kind = 'entities.rescan'`) }).toEqual({ kill, scans: keyed ? 1 : 0 })
  }
})

test('a scan that is killed wherever it is and started again leaves what one leaves that was not', async () => {
  const [calm, killed] = [await place(), await place()]
  for (const at of [calm, killed])
    for (let n = 0; n < 8; n++)
      await save(at, {
        ...ACME,
        company: `Acme ${n % 4} Widgets`,
        external_id: `A${n}`,
        city: n % 3 ? 'Berlin' : 'Ulm',
      })
  const told = async (at: Place) =>
    (await queue(at, '?limit=200'))
      .map(({ entity, candidate, probability }: Record<string, { values: { external_id: string } } & number>) =>
        [
          [entity, candidate]
            .map((one) => one?.values.external_id)
            .sort()
            .join(' '),
          Number(probability).toFixed(4),
        ].join(' '),
      )
      .sort()
  await scan(calm)
  let survived = false
  let kills = 0
  while (!survived) {
    let left = kills + 1
    const dying: TestDatabase = {
      ...database,
      inWorkspace: async (where, work) => {
        if (left-- === 0) throw new Error('killed')
        return database.inWorkspace(where, work)
      },
    }
    const run = { ...testRun({ workspace_id: killed.id }), workspace_id: killed.id }
    survived = await scanLeads(dying, run).then(
      () => true,
      () => false,
    )
    if (!survived) kills++
  }
  expect(kills).toBeGreaterThan(5)
  const expected = await told(calm)
  expect(expected.length).toBeGreaterThan(0)
  expect(await told(killed)).toEqual(expected)
})

test('one scan at a time: a second start returns the id of the running scan', async () => {
  const at = await place()
  const start = async () => {
    const answer = await at.ann.post('/api/entities/scan', undefined)
    expect(answer.status).toBe(202)
    return answer.body.job_id as string
  }
  const [one, two] = await Promise.all([start(), start()])
  expect(two).toBe(one)
  const other = await (await place()).ann.post('/api/entities/scan', undefined)
  expect(other.body.job_id).not.toBe(one)
  await database.asOwner(`update jobs set status = 'done' where id = '${one}'`)
  expect(await start()).not.toBe(one)
})

/** The database, which does `work` before the call of that number. */
function interrupted(call: number, work: () => Promise<unknown>) {
  let left = call
  let came = false
  const interrupting: TestDatabase = {
    ...database,
    inWorkspace: async (where, of) => {
      if (left-- === 0) {
        came = true
        await work()
      }
      return database.inWorkspace(where, of)
    },
  }
  return { database: interrupting, came: () => came }
}

test('a pair that comes to be while a scan is under way, by a write or another scan, is there after it', async () => {
  for (const written of [true, false]) {
    let came = true
    for (let call = 2; came; call += 5) {
      const at = await place()
      const { one, two } = await twoAcmes(at)
      let three: number | undefined
      const during = interrupted(call, async () => {
        if (written) three = await save(at, { ...ACME, external_id: 'A3' }).then((id) => match(at).then(() => id))
        else await scan(at)
      })
      await scanLeads(during.database, { ...testRun({ workspace_id: at.id }), workspace_id: at.id })
      came = during.came()
      const leads = new Set<number>(
        (await queue(at)).flatMap(
          (pair: { entity: Record<'lead_id', number>; candidate: Record<'lead_id', number> }) => [
            pair.entity.lead_id,
            pair.candidate.lead_id,
          ],
        ),
      )
      expect([...leads].sort(), `${written ? 'a write' : 'a scan'} before call ${call}`).toEqual(
        [one, two, ...(three === undefined ? [] : [three])].sort(),
      )
    }
  }
})

test('the keys by which leads are compared are those of their records, after a scan, a change and a deletion', async () => {
  const at = await place()
  const other = await save(at, { company: 'Brightwater Foods Ltd', city: 'Leeds', phone: '+44 113 496 0000' })
  const { one } = await twoAcmes(at)
  /** Keys without their record, records without one of their keys, and keys in all. */
  const keys = async () => {
    const [row] = await database.asOwner<{ astray: number; missing: number; all: number }>(
      `select (select count(*) from entity_keys k where k.workspace_id = $1 and not exists (select from entity_records r
            where r.workspace_id = $1 and r.id = k.record_id and k.key = any(r.keys)))::int as astray,
         (select count(*) from entity_records r cross join unnest(r.keys) own (key) where r.workspace_id = $1 and not exists (
            select from entity_keys k where k.workspace_id = $1 and k.key = own.key and k.record_id = r.id))::int as missing,
         (select count(*) from entity_keys where workspace_id = $1)::int as all`,
      [at.id],
    )
    return row
  }
  const none = { astray: 0, missing: 0 }
  await database.asOwner('update entity_records set version = 0 where workspace_id = $1', [at.id])
  await database.asOwner('delete from entity_keys where workspace_id = $1', [at.id])
  await scan(at)
  const scanned = await keys()
  expect(scanned).toMatchObject(none)
  expect(scanned?.all).toBeGreaterThan(10)
  expect((await at.ann.patch(`/api/lead/${one}`, { company: 'Quite Another AG', city: 'Basel' })).status).toBe(200)
  await match(at)
  expect(await keys()).toMatchObject(none)
  expect((await at.ann.delete(`/api/lead/${other}`)).status).toBeLessThan(300)
  await match(at)
  const left = await keys()
  expect(left).toMatchObject(none)
  expect(left?.all).toBeLessThan(scanned?.all ?? 0)
})

test('keys that are written while their record is being deleted go with it', async () => {
  const at = await place()
  await save(at, ACME)
  await match(at)
  const [record] = await database.asOwner<{ id: number }>('select id from entity_records where workspace_id = $1', [
    at.id,
  ])
  const id = Number(record?.id)
  let isWritten = () => {}
  let mayCommit = () => {}
  const written = new Promise<void>((done) => {
    isWritten = done
  })
  const committing = new Promise<void>((done) => {
    mayCommit = done
  })
  const writing = database.inWorkspace(at.id, async (tx) => {
    await tx.client.query('update entity_records set keys = keys || 7::bigint where workspace_id = $1 and id = $2', [
      at.id,
      id,
    ])
    await writeKeys(tx, [{ id, keys: [7] }])
    isWritten()
    await committing
  })
  await written
  const dropping = database.inWorkspace(at.id, (tx) => dropRecords(tx, 'id = $2', [id]))
  await until(
    () =>
      database.asOwner(
        `select from pg_stat_activity where wait_event_type = 'Lock' and query like '%delete from entity_records%'`,
      ),
    (waiting) => waiting.length > 0,
  )
  mayCommit()
  await Promise.all([writing, dropping])
  expect(await database.asOwner('select key from entity_keys where workspace_id = $1', [at.id])).toEqual([])
})
