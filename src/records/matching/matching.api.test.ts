// Promises of the matcher that hold for leads and for rows of a workbook alike.
import { describe, expect, test } from 'vitest'
import { type Caller, callerOf } from '../../../test/app.ts'
import { addWorkspace } from '../../../test/database.ts'
import { openTenant } from '../../../test/open-tenant.ts'
import type { WorkspaceId } from '../../kernel/ids.ts'
import { testRun } from '../../platform/queue/run.fixture.ts'
import { entityRoutes } from '../entities/entities.routes.ts'
import { scanLeads } from '../entities/scan.jobs.ts'
import { leadRoutes } from '../leads/leads.routes.ts'
import { rowMatchRoutes } from '../row-matches/row-matches.routes.ts'
import { scanRows } from '../row-matches/row-scan.jobs.ts'
import { workbookRoutes } from '../workbook.routes.ts'

const { database, app, newcomer } = await openTenant((database) => [
  ...leadRoutes({ database, now: () => new Date() }),
  ...entityRoutes({ database }),
  ...workbookRoutes(database),
  ...rowMatchRoutes(database),
])

interface Place {
  id: WorkspaceId
  ann: Caller
  /** Where its scan is started, and where its pairs are. */
  scans: string
  pairs: string
  scan(): Promise<void>
  table: 'entity_pairs' | 'row_pairs'
}

/** Four firms, each written twice. */
const FIRMS = ['Acme Widgets', 'Borea Foods', 'Cumulus Optics', 'Delphi Legal'].flatMap((company, n) => {
  const city = ['Berlin', 'Oslo', 'Turin', 'Leeds'][n] ?? ''
  const phone = `+44 20 7123410${n}`
  return [
    { company, address: `${n + 12} Main Street`, city, phone },
    { company: `${company} GmbH`, address: `${n + 12} Main St.`, city, phone },
  ]
})

async function leadsPlace(): Promise<Place> {
  const id = await addWorkspace(database)
  const ann = callerOf(app, id, 'admin')
  for (const [n, firm] of FIRMS.entries())
    expect((await ann.post('/api/lead', { ...firm, external_id: `F${n}` })).status).toBe(200)
  const scan = () => scanLeads(database, { ...testRun({ workspace_id: id }), workspace_id: id })
  return { id, ann, scans: '/api/entities/scan', pairs: '/api/entities/review-queue', scan, table: 'entity_pairs' }
}

async function rowsPlace(): Promise<Place> {
  const id = await addWorkspace(database)
  const ann = callerOf(app, id, 'admin')
  const columns_config = ['Company', 'Address', 'City', 'Phone'].map((name) => ({ name, type: 'input' }))
  const workbook_id = (await ann.post('/api/workbooks', { name: 'Firms', columns_config })).body.id as string
  const rows = FIRMS.map(({ company, address, city, phone }) => ({
    data: { Company: company, Address: address, City: city, Phone: phone },
  }))
  expect((await ann.post(`/api/workbooks/${workbook_id}/rows`, { rows })).status).toBeLessThan(300)
  const path = `/api/workbooks/${workbook_id}/duplicates`
  const scan = () => scanRows(database, { workbook_id }, { ...testRun({ workspace_id: id }), workspace_id: id })
  return { id, ann, scans: `${path}/scan`, pairs: `${path}/pairs`, scan, table: 'row_pairs' }
}

interface Pair {
  id: number
  status: string
  weight: number
  base_weight: number
  why: string
  relation: { weight: number } | null
  fields: { name: string; left: unknown; right: unknown; agreement: string | null; weight: number }[]
  decided_by: string | null
}

describe.each([
  ['leads', leadsPlace],
  ['rows', rowsPlace],
] as const)('%s', (_, place) => {
  const list = async ({ ann, pairs }: Place, query = '') => (await ann.get(`${pairs}?limit=500${query}`)).body
  const decide = ({ ann, pairs }: Place, pair_id: number, decision: string) =>
    ann.post(`${pairs}/decide`, { pair_id, decision })

  test('a pair is proposed with its values, and reasons that add up to its weight', async () => {
    const at = await place()
    await at.scan()
    const { items, total } = await list(at)
    expect([items.length, total]).toEqual([4, 4])
    for (const pair of items as Pair[]) {
      expect(pair).toMatchObject({ status: 'pending', decided_by: null })
      expect(pair.why).toMatch(/^The [a-z]|^The [A-Z]/)
      const sum = pair.fields.reduce((all, { weight }) => all + weight, pair.base_weight + (pair.relation?.weight ?? 0))
      expect(sum).toBeCloseTo(pair.weight, 1)
      const phone = pair.fields.find(({ name }) => /phone/i.test(name))
      expect(phone).toMatchObject({ agreement: 'the same', left: phone?.right })
    }
    await at.scan()
    expect((await list(at)).items).toEqual(items)
  })

  test('pages go on where the page before ended, and a cursor of another list is refused', async () => {
    const at = await place()
    await at.scan()
    const all = (await list(at)).items.map(({ id }: Pair) => id)
    const seen: number[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const { body } = await at.ann.get(`${at.pairs}?limit=3${cursor && `&cursor=${encodeURIComponent(cursor)}`}`)
      expect(body.total).toBe(4)
      seen.push(...body.items.map(({ id }: Pair) => id))
      cursor = body.next_cursor
      if (cursor !== null)
        expect((await at.ann.get(`${at.pairs}?status=rejected&cursor=${encodeURIComponent(cursor)}`)).status).toBe(422)
    }
    expect(seen).toEqual(all)
  })

  test('a rejected pair stays rejected through later scans until it is reopened, and is decided once', async () => {
    const at = await place()
    await at.scan()
    const [pair] = (await list(at)).items as [Pair]
    expect(await decide(at, pair.id, 'reject')).toMatchObject({ status: 200, body: { status: 'rejected' } })
    expect((await decide(at, pair.id, 'merge')).status).toBe(409)
    await at.scan()
    expect((await list(at)).total).toBe(3)
    const rejected = (await list(at, '&status=rejected')).items as Pair[]
    expect(rejected).toMatchObject([{ id: pair.id, status: 'rejected', weight: pair.weight }])
    expect(rejected[0]?.decided_by).not.toBeNull()
    expect((await at.ann.post(`${at.pairs}/${pair.id}/reopen`)).body).toMatchObject({ id: pair.id, status: 'pending' })
    expect((await at.ann.post(`${at.pairs}/${pair.id}/reopen`)).status).toBe(409)
    expect((await list(at)).total).toBe(4)
  })

  test('all that are likely enough are counted before they are merged, and none when there are other many', async () => {
    const at = await place()
    await at.scan()
    const accept = (body: object) => at.ann.post(`${at.pairs}/accept`, { probability: 0.5, ...body })
    const [pair] = (await list(at)).items as [Pair]
    await decide(at, pair.id, 'reject')
    const counted = await accept({ dry_run: true })
    expect(counted.body).toMatchObject({ merged: 0, left: 3 })
    expect((await list(at)).total).toBe(3)
    const other = await accept({ expected_count: 4 })
    expect([other.status, other.body.count]).toEqual([409, 3])
    expect((await accept({ expected_count: 3 })).body).toMatchObject({ merged: 3, left: 0 })
    expect((await list(at)).items).toEqual([])
  })

  test('a scan writes only what changed since the one before, and takes away what it does not find', async () => {
    const at = await place()
    const stored = async () => {
      const of = `select id::int, left_id, right_id, xmin::text from ${at.table} where workspace_id = '${at.id}' order by id`
      return (await database.asOwner(of)) as { id: number; left_id: string; right_id: string; xmin: string }[]
    }
    await at.scan()
    const first = await stored()
    expect(first).toHaveLength(4)
    await at.scan()
    expect(await stored(), 'as they were written').toEqual(first)

    const [changed, moved, other] = first as [(typeof first)[0], (typeof first)[0], (typeof first)[0]]
    await database.asOwner(`update ${at.table} set weight = 1 where id = ${changed.id}`)
    await database.asOwner(`update ${at.table} set right_id = '${other.right_id}' where id = ${moved.id}`)
    await at.scan()
    const last = await stored()
    const of = ({ left_id, right_id }: (typeof first)[0]) => `${left_id} ${right_id}`
    expect(last.map(of).sort()).toEqual(first.map(of).sort())
    const isWritten = (one: (typeof first)[0]) =>
      !first.some((before) => before.xmin === one.xmin && before.id === one.id)
    expect(last.filter(isWritten).map(of).sort()).toEqual([of(changed), of(moved)].sort())
    expect(last.map(({ id }) => id)).not.toContain(moved.id)
  })

  test('another workspace sees and decides nothing, a viewer decides nothing, and other words are refused', async () => {
    const at = await place()
    await at.scan()
    const [pair] = (await list(at)).items as [Pair]
    const stranger = { ...at, ann: await newcomer('admin') }
    expect((await list(stranger)).items ?? []).toEqual([])
    for (const decision of ['merge', 'reject']) expect((await decide(stranger, pair.id, decision)).status).toBe(404)
    expect((await stranger.ann.post(`${at.pairs}/${pair.id}/reopen`)).status).toBe(404)
    expect((await decide({ ...at, ann: callerOf(app, at.id, 'viewer') }, pair.id, 'merge')).status).toBe(403)
    expect((await decide(at, pair.id, 'maybe')).status).toBe(422)
    expect((await list(at)).total).toBe(4)
  })

  test('one scan at a time: a second start returns the id of the running scan', async () => {
    const at = await place()
    const [one, two] = await Promise.all([at.ann.post(at.scans), at.ann.post(at.scans)])
    expect([one.status, two.status, two.body.job_id]).toEqual([202, 202, one.body.job_id])
  })
})
