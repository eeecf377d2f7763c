// Promises of the lead store: what a change leaves behind, what is refused, and how leads are found.
import { expect, test } from 'vitest'
import { type Caller, callerOf } from '../../../test/app.ts'
import { addWorkspace } from '../../../test/database.ts'
import { openTenant } from '../../../test/open-tenant.ts'
import { until } from '../../../test/until.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { readHeld } from './erasure/held.reads.ts'
import { readFacets } from './facets.reads.ts'
import { leadBulkRoutes } from './lead-bulk.routes.ts'
import { leadRoutes } from './leads.routes.ts'
import { readTimeline } from './timeline.reads.ts'

const clock = () => new Date(Date.UTC(2026, 10, 22, 5))

const { database, app, newcomer } = await openTenant((database) => {
  const parts = { database, now: clock }
  return [...leadRoutes(parts), ...leadBulkRoutes({ ...parts, filterUses: [] })]
})

const save = async (by: Caller, body: object) => {
  const answer = await by.post('/api/lead', body)
  expect(answer.status, answer.text).toBe(200)
  return answer.body
}

test('values of any kind are kept as they came or refused with words, and none reaches further than its lead', async () => {
  const ann = await newcomer()
  const html = '<img src=x onerror=alert(1)>'
  const { lead } = await save(ann, {
    company: html,
    notes: "'; drop table leads; --",
    tags: [html],
    custom: { [html]: html },
  })
  expect(lead).toMatchObject({ company: html, tags: [html], custom: { [html]: html } })
  expect((await ann.get(`/api/leads?search=${encodeURIComponent('<img')}`)).body.items).toHaveLength(1)
  const members = Object.fromEntries(Array.from({ length: 5000 }, (_, n) => [`own ${n}`, n]))
  for (const body of [
    { company: 'a\u0000b' },
    { company: '\ud83d' },
    { custom: { a: { b: ['\u0000'] } } },
    { custom: { '\udc00': 1 } },
    { company: 'x'.repeat(900_000) },
    { notes: 'x'.repeat(900_000) },
    { company: 'Acme', custom: members },
    { tags: Array.from({ length: 201 }, (_, n) => `t${n}`) },
    { id: 1, company: 5 },
  ]) {
    const made = await ann.post('/api/lead', body)
    const changed = await ann.patch(`/api/lead/${lead.id}`, body)
    for (const { status, text } of [made, changed]) expect([200, 422], text.slice(0, 300)).toContain(status)
  }
  expect((await ann.get(`/api/lead/${lead.id}/similar`)).status).toBe(200)
})

test('a lead that is deleted while its timeline or all that is held about it is read is read whole', async () => {
  const workspace = await addWorkspace(database)
  const ann = callerOf(app, workspace)
  for (const read of [
    (tx: WorkspaceTx, id: number) => readTimeline(tx, id, { limit: 10 }).then(({ items }) => items),
    (tx: WorkspaceTx, id: number) => readHeld(tx, id, clock()).then(({ timeline }) => timeline),
  ]) {
    const { lead } = await save(ann, { company: 'Acme', email: 'ann@acme.example' })
    let deleting: Promise<unknown> | undefined
    const items = await database.inWorkspace(workspace, (tx) => {
      // As it would be between any two statements of it: before each but the first the deletion is over, or waits for this transaction.
      let isFirst = true
      const query = async (...asked: unknown[]) => {
        if (!isFirst) {
          let isOver = false
          deleting ??= ann.delete(`/api/lead/${lead.id}`).finally(() => {
            isOver = true
          })
          await until(
            async () => isOver || (await database.saying('from leads l where')).some(({ is_held_up }) => is_held_up),
            (there) => there,
          )
        }
        isFirst = false
        return (tx.client.query as (...all: unknown[]) => unknown)(...asked)
      }
      return read({ ...tx, client: { query } } as unknown as WorkspaceTx, lead.id)
    })
    expect(items.at(-1)).toMatchObject({ kind: 'created' })
    await deleting
    expect((await ann.get(`/api/lead/${lead.id}/timeline`)).status).toBe(404)
  }
})

test('two who change different values in `custom` of one lead both keep what they wrote', async () => {
  const ann = await newcomer()
  const { lead } = await save(ann, { company: 'Acme', domain: 'acme.com', custom: { Plan: 'free', Seats: 3, Old: 1 } })
  const path = `/api/lead/${lead.id}`
  await Promise.all([
    ann.patch(path, { custom: { Plan: 'Pro' } }),
    ann.patch(path, { custom: { Seats: 5, Old: null } }),
  ])
  expect((await ann.get(path)).body.custom).toEqual({ Plan: 'Pro', Seats: 5 })
  expect((await ann.patch(path, { custom: {} })).body.custom).toEqual({ Plan: 'Pro', Seats: 5 })
  await ann.post('/api/leads/bulk-edit', { lead_ids: [lead.id], set: { custom: { Plan: 'Team' } } })
  expect((await ann.get(path)).body.custom).toEqual({ Plan: 'Team', Seats: 5 })
  expect((await ann.patch(path, { custom: { Plan: null, Seats: null } })).body.custom).toBe(null)
})

test('a change keeps what it does not name, clears by null, says where values are from, and is told in the timeline', async () => {
  const ann = await newcomer()
  const { lead } = await save(ann, { company: 'Acme', domain: 'acme.com', city: 'Berlin', custom: { tier: 1 } })
  const path = `/api/lead/${lead.id}`
  const changed = await ann.patch(path, { city: null, score: 80, tags: ['a', 'A', 'b'] })
  expect(changed.body).toMatchObject({ company: 'Acme', city: null, score: 80, tags: ['A', 'b'], custom: { tier: 1 } })
  expect(changed.body.provenance).toMatchObject({ score: { method: 'manual', license: 'user-provided' } })
  expect(changed.body.provenance.city).toBeUndefined()
  await ann.post(`${path}/status`, { status: 'qualified', note: 'Called' })
  await ann.post(`${path}/status`, { status: 'qualified' })
  const { items, next_cursor } = (await ann.get(`${path}/timeline?limit=2`)).body
  expect(items.map(({ kind }: { kind: string }) => kind)).toEqual(['status', 'updated', 'created'])
  expect(next_cursor).toBe(null)
  expect(items[0]).toMatchObject({ note: 'Called', source: { kind: 'api' }, actor: { user_id: 1 } })
  expect(items[0].fields).toEqual([{ field: 'status', before: 'new', after: 'qualified' }])
  expect(items[1].fields[0]).toEqual({ field: 'city', before: 'Berlin', after: null })
  const first = (await ann.get(`${path}/timeline?limit=1`)).body
  const second = (await ann.get(`${path}/timeline?limit=1&cursor=${first.next_cursor}`)).body
  expect(second.items.map(({ kind }: { kind: string }) => kind)).toEqual(['updated', 'created'])
})

test('leads are found in the language of rows, page by page in any order, newest first without one', async () => {
  const ann = await newcomer()
  for (const [company, city, score] of [
    ['Anvil', 'Berlin', 10],
    ['Bolt', 'Paris', 90],
    ['Crate', 'berlin', 50],
    ['Drill', null, null],
  ])
    await save(ann, { company, city, score, domain: `${company}.com`, notes: `100% ${company}` })
  const names = async (query: string) => {
    const { status, body, text } = await ann.get(`/api/leads?${query}`)
    expect(status, text).toBe(200)
    return body.items.map(({ company }: { company: string }) => company).join(' ')
  }
  const json = (value: unknown) => encodeURIComponent(JSON.stringify(value))
  expect(await names('')).toBe('Drill Crate Bolt Anvil')
  expect(await names(`filter=${json({ field: 'city', op: 'eq', value: 'BERLIN' })}`)).toBe('Crate Anvil')
  expect(await names(`filter=${json({ not: { field: 'city', op: 'eq', value: 'berlin' } })}`)).toBe('Drill Bolt')
  expect(await names(`search=${encodeURIComponent('100% bo')}`)).toBe('Bolt')
  expect(await names('search=provenance')).toBe('')
  expect(await names('kind=person')).toBe('')
  const sort = json([{ field: 'score', dir: 'desc' }])
  const seen: string[] = []
  for (let cursor = ''; ; ) {
    const { body } = await ann.get(`/api/leads?limit=1&sort=${sort}${cursor && `&cursor=${cursor}`}`)
    seen.push(...body.items.map(({ company }: { company: string }) => company))
    if (body.next_cursor === null) break
    cursor = body.next_cursor
  }
  expect(seen).toEqual(['Bolt', 'Crate', 'Anvil', 'Drill'])
  expect(await names('limit=2&page=2')).toBe('Bolt Anvil')
  expect((await ann.get('/api/leads?limit=1&count=true&search=100')).body.total).toBe(4)
  const wrong = await ann.get(
    `/api/leads?filter=${json({ field: 'nope', op: 'eq', value: 1 })}&sort=${json([{ field: 'x' }])}`,
  )
  expect([wrong.status, wrong.body.detail.length]).toEqual([422, 2])
})

test('a search that finds nothing is answered with the nearest words, page by page, and says so', async () => {
  const ann = await newcomer()
  for (const [index, name] of ['Robert Smith', 'Robert Smithson', 'Roberta Jones', 'Bob Müller'].entries())
    await save(ann, { contact_person: name, company: 'Acme', email: `p${index}@acme.com` })
  for (const [search, corrected, found] of [
    ['Robrt Smith', 'robert smith', ['Robert Smithson', 'Robert Smith']],
    ['smiht', 'smith', ['Robert Smithson', 'Robert Smith']],
    ['Meuler', null, []],
    ['Muler', 'muller', ['Bob Müller']],
    ['robert smith', null, ['Robert Smithson', 'Robert Smith']],
    // Each word is held, though not by one lead: nothing is misspelt.
    ['Müller Jones', null, []],
    ['Bbo', null, []],
    ['%_\\', null, []],
  ] as const) {
    const seen: string[] = []
    for (let cursor = ''; ; ) {
      const { body } = await ann.get(
        `/api/leads?limit=1&search=${encodeURIComponent(search)}${cursor && `&cursor=${cursor}`}`,
      )
      expect(body.corrected_search, search).toBe(corrected)
      seen.push(...body.items.map((lead: { contact_person: string }) => lead.contact_person))
      if (body.next_cursor === null) break
      cursor = body.next_cursor
    }
    expect(seen, search).toEqual(found)
    const counted = (await ann.get(`/api/leads?count=true&limit=1&search=${encodeURIComponent(search)}`)).body
    expect(counted.total, search).toBe(found.length)
  }
  const second = await ann.get('/api/leads?limit=1&page=2&search=Robrt%20Smith')
  expect(second.body.items).toMatchObject([{ contact_person: 'Robert Smith' }])
})

test('leads are searched by words in any order and without accents, and ordered as people expect', async () => {
  const ann = await newcomer()
  for (const [company, contact_person, city] of [
    ['Item 10', 'Zoë Ångström', 'Austin'],
    ['Äpfel', 'Robert Smith', 'München'],
    ['Birne', 'Anna Müller', 'Łódź'],
    ['Item 2', null, 'Austin'],
    ['Apfel', 'Bob Stone', null],
  ])
    await save(ann, {
      company,
      contact_person,
      city,
      domain: `x${(company ?? '').length}-${city ?? 'none'}.example`.toLowerCase(),
    })
  const names = async (query: string) => {
    const { status, body, text } = await ann.get(`/api/leads?${query}`)
    expect(status, text).toBe(200)
    return body.items.map(({ company }: { company: string }) => company)
  }
  for (const [search, found] of [
    ['Austin Item 10', ['Item 10']],
    ['Smith Robert', ['Äpfel']],
    ['Munchen', ['Äpfel']],
    ['muller', ['Birne']],
    ['MÜLLER lodz', ['Birne']],
    ['angstrom', ['Item 10']],
    ['Robert Stone', []],
  ] as const)
    expect(await names(`search=${encodeURIComponent(search)}`), search).toEqual(found)
  const inOrder = ['Apfel', 'Äpfel', 'Birne', 'Item 2', 'Item 10']
  for (const [dir, expected] of [
    ['asc', inOrder],
    ['desc', inOrder.toReversed()],
  ] as const) {
    const sort = encodeURIComponent(JSON.stringify([{ field: 'company', dir }]))
    expect(await names(`sort=${sort}`)).toEqual(expected)
    const seen: string[] = []
    for (let cursor = ''; ; ) {
      const { body } = await ann.get(`/api/leads?limit=2&sort=${sort}${cursor && `&cursor=${cursor}`}`)
      seen.push(...body.items.map(({ company }: { company: string }) => company))
      if (body.next_cursor === null) break
      cursor = body.next_cursor
    }
    expect(seen).toEqual(expected)
  }
})

test('facets count values without case, each with the filter that finds them, and the store is known in figures', async () => {
  const ann = await newcomer()
  await save(ann, {
    company: 'Anvil',
    domain: 'a.com',
    city: 'Berlin',
    tags: ['x', 'y'],
    score: 20,
    email: 'info@a.com',
  })
  await save(ann, { company: 'Bolt', domain: 'b.com', city: 'berlin', tags: ['X'], score: 40 })
  await save(ann, { company: 'Crate', domain: 'c.com', status: 'dead' })
  const facet = async (field: string) => (await ann.get(`/api/leads/facets?fields=${field}`)).body.items[0]
  expect(await facet('city')).toMatchObject({ blank: 1, more: false, values: [{ count: 2 }] })
  const { values } = await facet('tags')
  expect(values.map(({ count }: { count: number }) => count)).toEqual([2, 1])
  for (const { count, filter } of [...values, ...(await facet('score')).values]) {
    const found = await ann.get(`/api/leads?filter=${encodeURIComponent(JSON.stringify(filter))}`)
    expect(found.body.items).toHaveLength(count)
  }
  const few = (await ann.get('/api/leads/facets?fields=company,city&limit=1')).body
  expect(few).toMatchObject({
    is_estimate: false,
    items: [
      { blank: 0, more: true },
      { blank: 1, more: false },
    ],
  })
  for (const fields of ['notes', ''])
    expect((await ann.get(`/api/leads/facets?fields=${fields}`)).status, fields).toBe(422)
  expect((await ann.get('/api/leads/stats')).body).toEqual({
    total: 3,
    by_kind: { company: 3 },
    by_status: { new: 2, dead: 1 },
    by_score_tier: {},
    with_email: 1,
    with_phone: 0,
    with_domain: 3,
    average_score: 30,
    added_last_7_days: 3,
  })
})

test('of very many leads a part is counted and scaled up, which the answer says', async () => {
  const workspace = await addWorkspace(database)
  const ann = callerOf(app, workspace)
  for (let n = 0; n < 12; n++) await save(ann, { company: `C${n}`, domain: `c${n}.com`, city: 'Ulm' })
  const query = { fields: 'city', limit: 20 }
  const { items, is_estimate } = await database.inWorkspace(workspace, (tx) => readFacets(tx, query, 4))
  expect(is_estimate).toBe(true)
  const [ulm] = items[0]?.values ?? []
  // Every third of twelve numbers in a row, or with gaps from other tests between them.
  expect((ulm?.count ?? 1) % 3).toBe(0)
  expect(items[0]?.blank).toBe(0)
})

test('a part of very many leads is as good a part where other workspaces took the numbers between them', async () => {
  const workspace = await addWorkspace(database)
  const ann = callerOf(app, workspace)
  for (let file = 0; file < 3; file++) {
    for (let n = 0; n < 4; n++)
      await save(ann, { company: `C${file}${n}`, domain: `c${file}${n}.com`, city: `City ${file}` })
    await database.asOwner(`select setval('lead_ids', nextval('lead_ids') + 100000)`)
  }
  const query = { fields: 'city', limit: 20 }
  const { items } = await database.inWorkspace(workspace, (tx) => readFacets(tx, query, 6))
  const counts = items[0]?.values.map(({ value, count }) => [value, count])
  expect(counts).toEqual(['City 0', 'City 1', 'City 2'].map((city) => [city, 4]))
})

test('a text is found wherever it stands in a lead, with every sign in it, and nothing else is', async () => {
  const ann = await newcomer()
  const told = ['a"b', 'back\\slash', 'Grüne', '100%', 'x_y', 'tab\tbed', 'ünï', '𝔄cme', 'é']
  for (const [n, description] of told.entries())
    await save(ann, { company: `Firm ${n}`, domain: `f${n}.com`, description })
  for (const [n, text] of told.entries()) {
    const { items } = (await ann.get(`/api/leads?search=${encodeURIComponent(text.toUpperCase())}`)).body
    expect(
      items.map(({ company }: { company: string }) => company),
      text,
    ).toContain(`Firm ${n}`)
  }
  // Names of fields and marks of JSON are no text of a lead.
  for (const text of ['description', '":"', '\\u', '{'])
    expect((await ann.get(`/api/leads?search=${encodeURIComponent(text)}`)).body.items, text).toEqual([])
})

test('what was counted is counted again once a lead has changed, come or gone', async () => {
  const ann = await newcomer()
  for (const n of [1, 2, 3]) await save(ann, { company: `C${n}`, domain: `c${n}.com`, city: 'Ulm' })
  const filter = encodeURIComponent(JSON.stringify({ field: 'city', op: 'eq', value: 'ulm' }))
  const total = async () => (await ann.get(`/api/leads?count=true&limit=1&filter=${filter}`)).body.total
  expect(await total()).toBe(3)
  const { lead } = await save(ann, { domain: 'c2.com', city: 'Bonn' })
  expect(await total()).toBe(2)
  await save(ann, { domain: 'c4.com', city: 'Ulm' })
  expect(await total()).toBe(3)
  await ann.patch(`/api/lead/${lead.id}`, { city: 'Ulm' })
  expect(await total()).toBe(4)
  await ann.delete(`/api/lead/${lead.id}`)
  expect(await total()).toBe(3)
})

test('pages by number are the pages of the list, counted from whichever end', async () => {
  const [ann, eve] = [await newcomer(), await newcomer()]
  for (let n = 0; n < 9; n++) {
    await save(ann, { company: `C${n}`, domain: `c${n}.com` })
    await save(eve, { company: 'Theirs', domain: `c${n}.com` })
  }
  const ids = async (query: string) =>
    (await ann.get(`/api/leads?${query}`)).body.items.map(({ id }: { id: number }) => id)
  const all = await ids('limit=100')
  expect(all).toHaveLength(9)
  for (const limit of [1, 2, 4])
    for (let page = 1; page <= 10; page++)
      expect(await ids(`limit=${limit}&page=${page}`), `${limit}, ${page}`).toEqual(
        all.slice((page - 1) * limit, page * limit),
      )
})

test('what does not fit is refused, all at once, and nothing is stored', async () => {
  const ann = await newcomer()
  const wrong = await ann.post('/api/lead', {
    score: 101,
    status: 'hot',
    tags: 'x',
    company: 'x'.repeat(501),
    email: 5,
  })
  expect(wrong.status).toBe(422)
  expect(wrong.body.detail.map(({ loc }: { loc: string[] }) => loc[1]).sort()).toEqual([
    'company',
    'email',
    'score',
    'status',
    'tags',
  ])
  for (const body of [{}, { company: '  ' }, { kind: 'person' }, { custom: {} }])
    expect((await ann.post('/api/lead', body)).status, JSON.stringify(body)).toBe(422)
  for (const body of [
    { company: 'a\u0000b' },
    { company: '\ud800' },
    { custom: { a: 'x\u0000' } },
    { custom: { '\u0000': 1 } },
  ])
    expect((await ann.post('/api/lead', body)).status, JSON.stringify(body)).toBe(422)
  expect((await ann.post('/api/lead', { company: 'x', notes: 'x'.repeat(1_100_000) })).status).toBe(413)
  const many = Object.fromEntries(Array.from({ length: 101 }, (_, n) => [`k${n}`, 1]))
  expect((await ann.post('/api/lead', { company: 'x', custom: many })).status).toBe(422)
  expect((await ann.get('/api/leads')).body.total).toBe(0)
  const odd = { company: '𝔄cme ﷽ İstanbul', email: 'ünï@exämple.com', custom: { __proto__x: { a: [1, null] } } }
  expect((await save(ann, odd)).lead).toMatchObject({ company: odd.company, email: odd.email })
})

test('leads of another workspace are unknown, and viewers only read', async () => {
  const [ann, eve] = [await newcomer(), await newcomer('viewer')]
  const { lead } = await save(ann, { company: 'Acme', domain: 'acme.com' })
  for (const path of ['', '/timeline', '/similar']) {
    const foreign = await eve.get(`/api/lead/${lead.id}${path}`)
    expect([foreign.status, foreign.text]).toEqual([404, (await eve.get(`/api/lead/999999${path}`)).text])
  }
  expect((await eve.patch(`/api/lead/${lead.id}`, { company: 'x' })).status).toBe(404)
  expect((await eve.post('/api/lead', { company: 'x' })).status).toBe(403)
  expect((await eve.get('/api/leads')).body).toEqual({
    items: [],
    next_cursor: null,
    total: 0,
    total_at_least: null,
    corrected_search: null,
  })
})

test('a shared filter is changed and deleted by its maker and by editors, a locked one by its maker and admins, and by no viewer', async () => {
  const at = await addWorkspace(database)
  const maker = callerOf(app, at, 'editor')
  const others = {
    viewer: callerOf(app, `${at}@2`, 'viewer'),
    editor: callerOf(app, `${at}@3`, 'editor'),
    admin: callerOf(app, `${at}@4`, 'admin'),
  }
  const may = { personal: [], shared: ['editor', 'admin'], locked: ['admin'] } as Record<string, string[]>
  for (const [scope, allowed] of Object.entries(may)) {
    for (const [role, caller] of Object.entries(others)) {
      const { id } = (await maker.post('/api/leads/filters', { name: scope, scope })).body
      const path = `/api/leads/filters/${id}`
      const refused = scope === 'personal' ? 404 : 403
      const isAllowed = allowed.includes(role)
      const listed = (await caller.get('/api/leads/filters')).body.items.find((one: { id: string }) => one.id === id)
      expect([scope, role, listed?.may_change]).toEqual([scope, role, scope === 'personal' ? undefined : isAllowed])
      const changed = await caller.patch(path, { name: 'Mine now' })
      expect([scope, role, changed.status]).toEqual([scope, role, isAllowed ? 200 : refused])
      // The filter of another cannot be taken away by making it personal.
      expect((await caller.patch(path, { scope: 'personal' })).status).toBe(scope === 'personal' ? 404 : 403)
      expect((await caller.delete(path)).status).toBe(isAllowed ? 204 : refused)
      const left = (await maker.get('/api/leads/filters')).body.items.find((one: { id: string }) => one.id === id)
      expect([scope, role, left?.name]).toEqual([scope, role, isAllowed ? undefined : scope])
    }
  }
  expect((await others.viewer.post('/api/leads/filters', { name: 'Ours', scope: 'shared' })).status).toBe(403)
  const own = await others.viewer.post('/api/leads/filters', { name: 'Mine' })
  expect(own.body).toMatchObject({ scope: 'personal', is_mine: true, may_change: true })
  expect((await others.viewer.patch(`/api/leads/filters/${own.body.id}`, { scope: 'shared' })).status).toBe(403)
  expect((await others.viewer.delete(`/api/leads/filters/${own.body.id}`)).status).toBe(204)
})
