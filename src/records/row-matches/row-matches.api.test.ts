// Promises of duplicates inside a workbook: found however they are written, merged with one undo, told apart for good.
import { expect, test } from 'vitest'
import { type Caller, callerOf } from '../../../test/app.ts'
import { addWorkspace } from '../../../test/database.ts'
import { openTenant } from '../../../test/open-tenant.ts'
import type { WorkspaceId } from '../../kernel/ids.ts'
import { WorkFailed } from '../../platform/queue/job.ts'
import { testRun } from '../../platform/queue/run.fixture.ts'
import { workbookRoutes } from '../workbook.routes.ts'
import { rowMatchRoutes } from './row-matches.routes.ts'
import { scanRows } from './row-scan.jobs.ts'

const { database, app } = await openTenant((database) => [...workbookRoutes(database), ...rowMatchRoutes(database)])

const NAMES = ['Company', 'Street', 'City', 'Phone', 'Website', 'Notes'] as const
type Values = readonly string[]

const ACME: Values = ['Acme Widgets GmbH', '12 Main Street', 'Berlin', '+49 30 901820', '', 'first']
const ACME_AGAIN: Values = ['ACME Widgets', '12 Main St.', 'Berlin', '030 901820', 'acme.com', 'second']
const ACME_THIRD: Values = ['Acme Widgts Gmbh', '12 Main Str', 'Berlin', '49-30-901820', 'www.acme.com', '']
const OTHERS: Values[] = Array.from({ length: 30 }, (_, n) => [
  `${['Borea', 'Cumulus', 'Delphi', 'Estrel', 'Fjord'][n % 5]} ${['Foods', 'Optics', 'Legal', 'Robotics', 'Paper', 'Solar'][n % 6]} ${n}`,
  `${n + 20} ${['Park', 'Mill', 'Church'][n % 3]} Road`,
  ['Oslo', 'Turin', 'Leeds', 'Lyon'][n % 4] ?? '',
  `+44 20 70000${100 + n}`,
  `firm${n}.com`,
  '',
])

async function place(rows: readonly Values[], names: readonly string[] = NAMES) {
  const id: WorkspaceId = await addWorkspace(database)
  const ann: Caller = callerOf(app, id)
  const columns_config = names.map((name) => ({ name, type: 'input' }))
  const workbook = (await ann.post('/api/workbooks', { name: 'Firms', columns_config })).body.id as string
  const data = rows.map((values) => ({ data: Object.fromEntries(names.map((name, at) => [name, values[at] ?? ''])) }))
  const added = await ann.post(`/api/workbooks/${workbook}/rows`, { rows: data })
  expect(added.status, added.text).toBeLessThan(300)
  const path = `/api/workbooks/${workbook}`
  return {
    id,
    ann,
    workbook,
    path,
    scan: () => scanRows(database, { workbook_id: workbook }, { ...testRun({ workspace_id: id }), workspace_id: id }),
    pairs: async (query = '') => (await ann.get(`${path}/duplicates/pairs${query}`)).body,
    decide: (body: object) => ann.post(`${path}/duplicates/pairs/decide`, body),
    accept: (body: object) => ann.post(`${path}/duplicates/pairs/accept`, body),
    shown: async (): Promise<string[][]> =>
      (await ann.get(`${path}?page_size=100`)).body.rows.map(({ data }: { data: Record<string, string> }) =>
        names.map((_, at) => data[`c${at + 1}`] ?? ''),
      ),
  }
}

const notesOf = (item: { first: { values: object }; second: { values: object } }) => [
  Object.values(item.first.values)[0],
  Object.values(item.second.values)[0],
]

test('rows that write the same firm differently are proposed, with the reasons in words, and a merge fills what lacks', async () => {
  const at = await place([ACME, ...OTHERS, ACME_AGAIN])
  expect((await at.pairs()).scan).toBeNull()
  await at.scan()
  const { items, total, columns, scan } = await at.pairs()
  expect(scan).toMatchObject({ status: 'done', rows: 32, complete: true })
  expect(columns.map(({ name }: { name: string }) => name)).toEqual(['Company', 'Street', 'City', 'Phone', 'Website'])
  expect(total).toBe(1)
  expect(notesOf(items[0])).toEqual([ACME[0], ACME_AGAIN[0]])
  expect(items[0].why).toMatch(/Company is the same/)
  expect(items[0].probability).toBeGreaterThan(0.9)
  const weights: number[] = items[0].fields.map(({ weight }: { weight: number }) => weight)
  const sum = weights.reduce((all, one) => all + one, items[0].base_weight + (items[0].relation?.weight ?? 0))
  expect(sum).toBeCloseTo(items[0].weight, 1)
  const before = await at.shown()
  const merged = await at.decide({ pair_id: items[0].id, decision: 'merge' })
  expect(merged).toMatchObject({ status: 200, body: { status: 'merged', row_id: items[0].first.row_id } })
  const after = await at.shown()
  expect(after).toHaveLength(31)
  expect(after[0]).toEqual(['Acme Widgets GmbH', '12 Main Street', 'Berlin', '+49 30 901820', 'acme.com', 'first'])
  expect((await at.pairs()).items).toEqual([])
  expect((await at.decide({ pair_id: items[0].id, decision: 'merge' })).status).toBe(404)
  const undone = await at.ann.post(`${at.path}/undo`, { change_id: merged.body.change_id })
  expect(undone.status, undone.text).toBe(200)
  expect(await at.shown()).toEqual(before)
  expect((await at.pairs()).items).toEqual(items)
})

test('the row to keep can be chosen, and one of neither is refused', async () => {
  const at = await place([ACME, ...OTHERS, ACME_AGAIN])
  await at.scan()
  const [pair] = (await at.pairs()).items
  const other = await at.decide({ pair_id: pair.id, decision: 'merge', keep_row_id: at.workbook })
  expect(other.status).toBe(422)
  const kept = await at.decide({ pair_id: pair.id, decision: 'merge', keep_row_id: pair.second.row_id })
  expect(kept.body.row_id).toBe(pair.second.row_id)
  expect((await at.shown()).at(-1)?.slice(0, 2)).toEqual(['ACME Widgets', '12 Main St.'])
})

test('the pairs of chosen rows are listed without the others, and none for a row that is like no other', async () => {
  const BOREA: Values = ['Nordwind Logistik AG', '7 Harbour Lane', 'Hamburg', '+49 40 5550123', 'nordwind.example', '']
  const at = await place([ACME, BOREA, ...OTHERS, ACME_AGAIN, ['Nordwind Logistik', ...BOREA.slice(1)]])
  await at.scan()
  const { items, total } = await at.pairs()
  expect(total).toBe(2)
  const of = async (...ids: string[]) => {
    const page = await at.pairs(`?row_ids=${ids.join(',')}`)
    return [page.total, page.items.map(({ id }: { id: number }) => id)]
  }
  for (const { id, first, second } of items) {
    expect(await of(first.row_id)).toEqual([1, [id]])
    expect(await of('no-id', second.row_id)).toEqual([1, [id]])
  }
  expect((await of(items[0].first.row_id, items[1].second.row_id))[0]).toBe(2)
  const rows = (await at.ann.get(`${at.path}?page_size=100`)).body.rows as { row_id: string }[]
  expect(await of(rows[5]?.row_id ?? '')).toEqual([0, []])
  expect(await of('')).toEqual([0, []])
})

test('rows told apart stay apart in later scans and bulk merges, through a merge of one of them, until that is taken back', async () => {
  const at = await place([ACME, ...OTHERS, ACME_AGAIN, ACME_THIRD])
  await at.scan()
  const found = (await at.pairs()).items
  const pairOf = (one: Values, two: Values) =>
    found.find((item: never) => notesOf(item).includes(one[0]) && notesOf(item).includes(two[0]))
  expect(found).toHaveLength(3)
  const told = pairOf(ACME, ACME_THIRD)
  expect((await at.decide({ pair_id: told.id, decision: 'reject' })).body).toMatchObject({ status: 'rejected' })
  expect((await at.decide({ pair_id: told.id, decision: 'merge' })).status).toBe(409)
  await at.scan()
  expect((await at.pairs()).total).toBe(2)
  const dry = await at.accept({ probability: 0.5, dry_run: true })
  expect(dry.body).toMatchObject({ groups: 1, rows: 1, merged: 0 })
  expect((await at.decide({ pair_id: pairOf(ACME, ACME_AGAIN).id, decision: 'merge' })).status).toBe(200)
  await at.scan()
  expect((await at.pairs()).items).toEqual([])
  const late = await at.decide({ pair_id: pairOf(ACME_AGAIN, ACME_THIRD).id, decision: 'merge' })
  expect(late.status).toBe(404)
  expect((await at.pairs('?status=rejected')).items).toMatchObject([{ id: told.id, status: 'rejected' }])
  const reopened = await at.ann.post(`${at.path}/duplicates/pairs/${told.id}/reopen`)
  expect(reopened.body).toMatchObject({ id: told.id, status: 'pending' })
  expect((await at.pairs()).items).toMatchObject([{ id: told.id }])
})

test('all above a probability are merged as groups in one change, which one undo takes back', async () => {
  const at = await place([ACME, ...OTHERS, ACME_AGAIN, ACME_THIRD, ...OTHERS.slice(0, 2)])
  await at.scan()
  const before = await at.shown()
  const late = await at.accept({ probability: 0.5, expected_count: 3 })
  expect([late.status, late.body.count]).toEqual([409, 4])
  const done = await at.accept({ probability: 0.5, expected_count: 4 })
  expect(done.body).toMatchObject({ groups: 3, rows: 4, merged: 4, left: 0 })
  expect(await at.shown()).toHaveLength(31)
  expect((await at.ann.post(`${at.path}/undo`, { change_id: done.body.change_id })).status).toBe(200)
  expect(await at.shown()).toEqual(before)
})

test('the same rows in another order give the same pairs with the same weights', async () => {
  const rows = [ACME, ...OTHERS, ACME_AGAIN, ACME_THIRD, ...OTHERS.slice(3, 6)]
  const told = async (order: readonly Values[]) => {
    const at = await place(order)
    await at.scan()
    const { items } = await at.pairs()
    const text = items.map((item: { weight: number; why: string } & Parameters<typeof notesOf>[0]) =>
      [notesOf(item).sort().join(' / '), item.weight, item.why].join(': '),
    )
    return text.sort()
  }
  const first = await told(rows)
  expect(first.length).toBeGreaterThan(3)
  expect(await told([...rows].reverse())).toEqual(first)
})

test('two who decide one pair at the same moment make one decision', async () => {
  const at = await place([ACME, ...OTHERS, ACME_AGAIN])
  await at.scan()
  const [{ id: pair_id }] = (await at.pairs()).items
  const answers = await Promise.all([...Array(4)].map(() => at.decide({ pair_id, decision: 'merge' })))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404, 404])
  expect(await at.shown()).toHaveLength(31)
})

test('people are compared as people where a column beside the firm holds their names', async () => {
  const names = ['Name', 'Company', 'Email', 'City']
  const given = 'Aino Boris Chloe Dmitri Esra Farid Greta Hugo Ines Jonas'.split(' ')
  const surnames = 'Abbott Bianchi Castro Dubois Eriksen Fontaine Garcia Horvath Ivanov Jansen'.split(' ')
  const people = given.map((name, n) => [
    `${name} ${surnames[n]}`,
    OTHERS[n]?.[0] ?? '',
    `${name.toLowerCase()}@firm${n}.com`,
    OTHERS[n]?.[2] ?? '',
  ])
  const at = await place(
    [
      ['Robert Kruger', 'Acme', 'r.kruger@acme.com', 'Bonn'],
      ...people,
      ['Kruger, Bob', 'Acme Inc', 'R.Kruger@acme.com', ''],
    ],
    names,
  )
  await at.scan()
  const { items } = await at.pairs()
  expect(items).toHaveLength(1)
  expect(items[0].fields.map(({ name }: { name: string }) => name)).toContain('surname')
  expect(items[0].why).toMatch(/Email is the same/)
})

test('columns are compared by what they hold, and by names in other languages', async () => {
  const names = ['Site name', 'Ort', 'Telefon', 'Number per site', 'Website']
  const rows = OTHERS.map(([company = '', , city = '', phone = '', site = ''], n) => [
    company,
    city,
    phone,
    String(n),
    site,
  ])
  const first = ['Acme Widgets GmbH', 'Berlin', '+49 30 901820', '7', 'acme.com']
  const again = ['ACME Widgets', 'Berlin', '030 901820', '12', '']
  const at = await place([first, ...rows, again], names)
  await at.scan()
  const { items, columns } = await at.pairs()
  expect(columns.map(({ name }: { name: string }) => name)).toEqual(['Site name', 'Ort', 'Telefon', 'Website'])
  expect(notesOf(items[0])).toEqual(['Acme Widgets GmbH', 'ACME Widgets'])
})

test('one scan at a time: a second start returns the id of the running scan; never for columns that say nothing, by a viewer, or of a workbook of others', async () => {
  const at = await place([ACME])
  const started = await at.ann.post(`${at.path}/duplicates/scan`)
  expect(started.status, started.text).toBe(202)
  const again = await at.ann.post(`${at.path}/duplicates/scan`)
  expect([again.status, again.body.job_id]).toEqual([202, started.body.job_id])
  expect((await at.pairs()).scan).toMatchObject({ job_id: started.body.job_id, status: 'pending', rows: null })
  const plain = await place([['x']], ['Notes'])
  expect((await plain.ann.post(`${plain.path}/duplicates/scan`)).status).toBe(409)
  expect((await callerOf(app, at.id, 'viewer').post(`${at.path}/duplicates/scan`)).status).toBe(403)
  const stranger = callerOf(app, (await place([ACME])).id)
  expect((await stranger.post(`${at.path}/duplicates/scan`)).status).toBe(404)
  expect((await stranger.get(`${at.path}/duplicates/pairs`)).status).toBe(404)
  expect((await stranger.post(`${at.path}/duplicates/pairs/decide`, { pair_id: 1, decision: 'merge' })).status).toBe(
    404,
  )
  expect((await at.decide({ pair_id: 1, decision: 'maybe' })).status).toBe(422)
})

/** Firms twice: the first of them under their old street and telephone, the others with a namesake in another street. */
const TWICE: Values[] = [
  'Aurora Basalt Cobalt Dynamo Ember Falcon Garnet Helix Indigo Juniper Kestrel Lumen Meridian Nimbus Onyx Pioneer',
  'Quarry Raven Summit Tundra Umbra Vertex Willow Xenon Yarrow Zephyr Anchor Birch Cedar Drift Elm Fern Grove Haven',
  'Iris Jasper Kelp Lotus',
]
  .join(' ')
  .split(' ')
  .flatMap((word, n): Values[] => {
    const city = ['Oslo', 'Turin', 'Leeds', 'Lyon', 'Graz'][n % 5] ?? ''
    const one = [`${word} Trading`, `${n + 3} Harbour Street`, city, `+44 20 71234${100 + n}`, '', '']
    return n < 12
      ? [one, [`${word} Trading Ltd`, `${n + 3} Harbour St`, city, `+44 20 71234${100 + n}`, '', '']]
      : [one, [`${word} Traders`, `${n + 70} Abbey Road`, city, '', '', '']]
  })

test('what is decided pair by pair teaches the matching of the workbook, save merges that are undone or made of all at once', async () => {
  const at = await place(TWICE)
  await at.scan()
  const pending = async (): Promise<{ id: number; weight: number }[]> => (await at.pairs('?limit=100')).items
  const found = await pending()
  const same = found.filter(({ weight }) => weight > 10)
  const namesakes = found.filter(({ weight }) => weight <= 10)
  expect([same.length, namesakes.length]).toEqual([12, 26])
  const all = await at.accept({ probability: 0.999, expected_count: 12 })
  const undo = ({ body }: { body: { change_id: string } }) =>
    at.ann.post(`${at.path}/undo`, { change_id: body.change_id })
  await at.scan()
  expect((await at.pairs()).scan).toMatchObject({ decisions: 0 })
  expect((await undo(all)).status).toBe(200)
  const decideAll = async (pairs: readonly { id: number }[], decision: string) => {
    const answers = []
    for (const { id } of pairs) answers.push(await at.decide({ pair_id: id, decision }))
    expect(answers.map(({ status }) => status)).toEqual(pairs.map(() => 200))
    return answers
  }
  const [first] = await decideAll(same, 'merge')
  expect((await undo(first as never)).status).toBe(200)
  await decideAll(namesakes.slice(0, 18), 'reject')
  expect((await at.pairs()).scan).toMatchObject({ status: 'done', decisions: 0 })
  const before = new Map((await pending()).map(({ id, weight }) => [id, weight]))
  expect(before.size).toBe(9)
  const again = await decideAll(same.slice(0, 1), 'merge')
  expect(again).toHaveLength(1)
  expect((await at.pairs()).scan).toMatchObject({ status: 'pending' })
  await at.scan()
  expect((await at.pairs()).scan).toMatchObject({ decisions: 30 })
  const left = await pending()
  expect(left).toHaveLength(8)
  for (const { id, weight } of left) expect(weight).toBeLessThan(before.get(id) ?? 0)
})

test('a scan whose workbook is deleted, before it or under way, fails once and is not tried again', async () => {
  const at = await place([ACME, ACME_AGAIN])
  let done = 0
  const run = testRun({ workspace_id: at.id })
  const deleting = {
    ...run,
    workspace_id: at.id,
    progress: async (...told: Parameters<typeof run.progress>) => {
      if (told[1].message === 'Writing pairs' && ++done === 1)
        await database.asOwner('update workbooks set deleted_at = now() where id = $1', [at.workbook])
      return run.progress(...told)
    },
  }
  await expect(scanRows(database, { workbook_id: at.workbook }, deleting)).rejects.toBeInstanceOf(WorkFailed)
  expect(done).toBe(1)
  await expect(at.scan()).rejects.toBeInstanceOf(WorkFailed)
})
