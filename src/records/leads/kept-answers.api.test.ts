// What is kept of very many leads is never other than what reading all of them tells, whatever was written since.
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildTestApp, type Caller, callerOf } from '../../../test/app.ts'
import { addWorkspace, openTestDatabase, type TestDatabase } from '../../../test/database.ts'
import type { WorkspaceId } from '../../kernel/ids.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { testRun } from '../../platform/queue/run.fixture.ts'
import type { LeadsQuery } from '../lead-facts/lead.schema.ts'
import { readFew } from '../lead-facts/lead-count.reads.ts'
import { readLeadPage } from '../lead-facts/lead-page.reads.ts'
import { type Condition, leadStatement, selectAmongAll } from '../lead-facts/lead-statement.reads.ts'
import { keepBlocksJob } from './keep-blocks.jobs.ts'
import { insertLeads, removeLeads } from './lead.writes.ts'
import { leadRoutes } from './leads.routes.ts'
import { showMerged } from './one-lead.commands.ts'

/** Some blocks of leads, and enough that a sample of them tells something. */
const LEADS = 14_000

let database: TestDatabase
let app: FastifyInstance
let workspace: WorkspaceId
let ann: Caller
let ids: number[]

beforeAll(async () => {
  database = await openTestDatabase()
  app = await buildTestApp(leadRoutes({ database, now: () => new Date(Date.UTC(2026, 10, 22, 5)) }))
  workspace = await addWorkspace(database)
  ann = callerOf(app, workspace)
  await fill(LEADS)
  const rows = await database.asOwner<{ id: number }>(
    `select id from leads where workspace_id = '${workspace}' order by id`,
  )
  ids = rows.map(({ id }) => Number(id))
})
afterAll(async () => {
  await app?.close()
  await database?.close()
})

/** As a process of the version before writes leads, which knows nothing of blocks. */
const fill = (leads: number) =>
  database.asOwner(`
    with new as (insert into leads (workspace_id, data) select '${workspace}', jsonb_build_object('kind', 'company', 'status',
        (array['new', 'contacted', 'qualified'])[n % 3 + 1], 'company', 'Firm ' || (n * 7919) % ${LEADS}, 'city', 'City ' || n % 700, 'score', n % 101)
      from generate_series(1, ${leads}) n returning id, data)
    insert into lead_texts select '${workspace}', id, lead_text(data) from new;
    insert into lead_counts as c (workspace_id, leads, changes) values ('${workspace}', ${leads}, 1)
      on conflict (workspace_id) do update set leads = c.leads + ${leads}, changes = c.changes + 1`)

const idAt = (part: number) => ids[Math.floor(part * ids.length)] ?? 0

/** Two leads of two blocks, others each time: the first wins with every value, so that what it shows stays when the second joins it. */
let pairs = 0
const pair = () => [idAt(0.2 + pairs / 100), idAt(0.7 + pairs / 100)] as const
/** As a merge and a split leave them. */
async function showOf(are: 'one' | 'two') {
  const [head, other] = pair()
  await database.asOwner(
    `with made as (insert into entities (workspace_id, id, kind, winners) select $1, gen_random_uuid(), 'company',
         jsonb_build_object('company', $3::int, 'city', $3::int, 'score', $3::int, 'status', $3::int) from generate_series(1, 2) returning id::text)
     insert into entity_records (workspace_id, id, kind, lead_id, entity_id, form, version)
     select $1, x.id, 'company', x.id, (select case when $4 or x.id = $3 then min(id) else max(id) end::uuid from made), '{}', 1
     from unnest($2::bigint[]) x (id) on conflict (workspace_id, id) do update set entity_id = excluded.entity_id`,
    [workspace, [head, other], head, are === 'one'],
  )
  await database.inWorkspace(workspace, (tx) => showMerged(tx, [head, other]))
}

/** One of each kind of write. */
const WRITES: [what: string, write: () => Promise<unknown>][] = [
  ['nothing', async () => undefined],
  ['a change', () => ann.patch(`/api/lead/${idAt(0.5)}`, { company: 'Aardvark', score: 100, city: 'City 7' })],
  ['a new lead', () => ann.post('/api/lead', { company: 'Firm 00', domain: 'firm-00.com', score: 100.5 })],
  ['a deletion', () => ann.delete(`/api/lead/${idAt(0.1)}`)],
  ['a status', () => ann.post(`/api/lead/${idAt(0.9)}/status`, { status: 'dead' })],
  ['leads of the version before', () => fill(3)],
]
const MERGES: typeof WRITES = [
  ['what only the second of two says', () => ann.patch(`/api/lead/${pair()[1]}`, { city: 'Elsewhere' })],
  ['a merge', () => showOf('one')],
  ['a split', () => showOf('two')],
  ['another merge', () => showOf('one')],
  [
    'the end of a member',
    async () => {
      await database.inWorkspace(workspace, (tx) => removeLeads(tx, [pair()[1]]))
      pairs++
    },
  ],
]

const counted = () =>
  database.asOwner<{ total: number; status: string; recent: number }>(
    `select data ->> 'status' as status, count(*)::int as total from leads
     where workspace_id = '${workspace}' and merged_into is null group by 1`,
  )

test('figures, searches and pages by number follow every write', async () => {
  for (const [what, write] of [...WRITES, ...MERGES]) {
    await write()
    const holding = await database.asOwner<{ id: number }>(
      `select lead_id as id from lead_texts where workspace_id = '${workspace}' and strpos(text, 'elsewhere') > 0`,
    )
    const found = (await ann.get('/api/leads?search=elsewhere&count=true')).body
    expect([found.total, found.items.map(({ id }: { id: number }) => id)], what).toEqual([
      holding.length,
      holding.map(({ id }) => Number(id)),
    ])
    const rows = await counted()
    const all = rows.reduce((sum, { total }) => sum + total, 0)
    const stats = (await ann.get('/api/leads/stats')).body
    expect(stats.by_status, what).toEqual(Object.fromEntries(rows.map(({ status, total }) => [status, total])))
    expect([stats.total, stats.added_last_7_days], what).toEqual([all, all])
    for (const page of [2, 40, 139]) {
      const wanted = await database.asOwner<{ id: number }>(
        `select id from leads where workspace_id = '${workspace}' and merged_into is null order by id desc offset ${(page - 1) * 100} limit 3`,
      )
      const { items } = (await ann.get(`/api/leads?limit=100&page=${page}`)).body
      expect(
        items.slice(0, 3).map(({ id }: { id: number }) => id),
        what,
      ).toEqual(wanted.map(({ id }) => Number(id)))
    }
  }
})

test('a page of an order that is kept is the one that sorting all leads gives', async () => {
  const asked = [
    { sort: [{ field: 'company', dir: 'asc' }] },
    { sort: [{ field: 'score', dir: 'desc' }] },
    {
      sort: [
        { field: 'city', dir: 'desc' },
        { field: 'company', dir: 'asc' },
      ],
    },
    { sort: [{ field: 'company', dir: 'desc' }], filter: { field: 'status', op: 'eq', value: 'qualified' } },
    { sort: [{ field: 'score', dir: 'asc' }], search: 'City 7' },
    { sort: [{ field: '$updated_at', dir: 'desc' }] },
  ]
  for (const [what, write] of WRITES) {
    await write()
    for (const { sort, filter, search } of asked) {
      const query = {
        sort: JSON.stringify(sort),
        limit: 50,
        count: false,
        search,
        ...(filter && { filter: JSON.stringify(filter) }),
      }
      const read = async (sampledFrom: number, cursor?: string, page?: number) => {
        const given = { ...query, ...(cursor && { cursor }), ...(page && { page }) } as LeadsQuery
        const { items, next_cursor } = await database.inWorkspace(workspace, (tx) =>
          readLeadPage(tx, given, sampledFrom),
        )
        return { ids: items.map(({ id }) => id), next_cursor }
      }
      let cursor: string | undefined
      for (const page of [1, 2]) {
        const kept = await read(0, cursor)
        expect(kept, `${what}, page ${page} of ${query.sort}`).toEqual(await read(Number.POSITIVE_INFINITY, cursor))
        cursor = kept.next_cursor ?? undefined
      }
      expect(await read(0, undefined, 30), what).toEqual(await read(Number.POSITIVE_INFINITY, undefined, 30))
    }
  }
})

test('leads are counted up to a bound, and few of them again after every write', async () => {
  const count = async (query: string) => {
    const { total, total_at_least } = (await ann.get(`/api/leads?limit=1&count=true&${query}`)).body
    return { total, total_at_least }
  }
  expect(await count('search=firm')).toEqual({ total: null, total_at_least: 10_000 })
  const filter = `filter=${encodeURIComponent(JSON.stringify({ field: 'city', op: 'eq', value: 'City 9' }))}`
  const before = (await count(filter)).total
  expect(before).toBeGreaterThan(15)
  await ann.patch(`/api/lead/${idAt(0.3)}`, { city: 'City 9' })
  await ann.patch(`/api/lead/${idAt(0.8)}`, { city: 'City 9' })
  expect(await count(filter)).toEqual({ total: before + 2, total_at_least: null })
  await ann.delete(`/api/lead/${idAt(0.3)}`)
  expect((await count(filter)).total).toBe(before + 1)
  expect((await count(`search=firm&${filter}`)).total).toBe(before + 1)
})

test('the ids that are kept of an answer never become more than are counted', async () => {
  const asked: Condition = { filter: { field: 'status', op: 'in', value: ['new', 'contacted'] }, search: null }
  const few = () => database.inWorkspace(workspace, (tx) => readFew(tx, asked))
  expect((await few())?.length).toBeGreaterThan(9_000)
  const added = Array.from({ length: 1_000 }, () => ({ data: { status: 'new' }, provenance: {}, source: {} }))
  await database.inWorkspace(workspace, (tx) => insertLeads(tx, added))
  expect(await few()).toBeNull()
})

/** Words of a few leads, of one lead, and of none; in a search, in a filter and in both. */
const RARE: Condition[] = [
  { search: 'aardvark', filter: null },
  { search: 'firm 13999', filter: null },
  { search: '"firm 4711"', filter: { field: 'status', op: 'starts_with', value: 'contact' } },
  { search: null, filter: { field: 'company', op: 'contains', value: 'IRM 1234' } },
  {
    search: null,
    filter: {
      and: [{ field: 'city', op: 'eq', value: 'city 699' }, { not: { field: 'status', op: 'eq', value: 'new' } }],
    },
  },
  {
    search: 'firm 12',
    filter: {
      or: [
        { field: 'city', op: 'eq', value: 'City 12' },
        { field: 'score', op: 'eq', value: '5' },
      ],
    },
  },
  { search: 'nowhere at all', filter: null },
]

/** Asked in other words each time, so that no answer was kept. */
let times = 0
const found = ({ search, filter }: Condition) => {
  times++
  const anew = filter && { and: [filter, ...Array.from({ length: times }, () => ({ and: [] }))] }
  return database.inWorkspace(workspace, (tx) =>
    readFew(tx, { search: search && search + ' '.repeat(times), filter: anew }),
  )
}

const keep = () => keepBlocksJob(database, { large: 0, few: 0 }).work({}, testRun({ workspace_id: workspace }))
const emptyPieces = () =>
  database.asOwner(
    `update lead_blocks set pieces = decode(repeat('00', 524288), 'hex') where workspace_id = '${workspace}'`,
  )

test('a misspelt word is looked for where its halves may be, and nowhere else', async () => {
  await ann.patch(`/api/lead/${idAt(0.4)}`, { company: 'Xylographers Guild' })
  const corrected = async (search: string) => {
    const { body } = await ann.get(`/api/leads?search=${encodeURIComponent(search)}`)
    return [body.corrected_search, body.items.map(({ id }: { id: number }) => id)]
  }
  const guild = ['xylographers guild', [idAt(0.4)]]
  expect(await corrected('xylograhpers guild')).toEqual(guild)
  await keep()
  expect(await corrected('xylographres guild')).toEqual(guild)
  expect(await corrected('xylographers quartz')).toEqual([null, []])
  expect(await corrected('xylographirs')).toEqual(['xylographers', [idAt(0.4)]])
  await emptyPieces()
  expect(await corrected('xylographars')).toEqual([null, []])
  await database.asOwner(`update lead_blocks set pieces = null, pieces_of = null where workspace_id = '${workspace}'`)
})

test('what few leads answer is found where its words may be, after every write, and nowhere else', async () => {
  const kept = async (of: string) =>
    (
      await database.asOwner(
        `select from lead_blocks where workspace_id = '${workspace}' and pieces is not null and pieces_of ${of} changes`,
      )
    ).length
  for (const [what, write] of WRITES) {
    await keep()
    expect(await kept('='), what).toBeGreaterThan(2)
    await write()
    for (const [at, asked] of RARE.entries()) {
      const aided = await found(asked)
      expect(aided, `${what}: question ${at}`).toEqual(await database.inWorkspace(workspace, (tx) => brute(tx, asked)))
    }
    // What a block said before a change may be of someone who was erased by it.
    expect(await kept('<>'), what).toBe(0)
  }
  expect(await found(RARE[0] as Condition)).toHaveLength(1)
  await keep()
  await emptyPieces()
  expect(await found(RARE[0] as Condition)).toEqual([])
})

async function brute(tx: WorkspaceTx, asked: Condition): Promise<number[]> {
  const statement = leadStatement(tx)
  const { from, condition } = selectAmongAll(statement, asked)
  const { rows } = await tx.client.query<{ id: number }>(
    `select r.lead_id as id from ${from} where ${condition} order by 1`,
    statement.values,
  )
  return rows.map(({ id }) => id)
}
