// Promises of planned imports: the plan says exactly what the commit does, whatever the file, the workbook and the policy.
import fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'
import type { TestDatabase } from '../../../test/database.ts'
import { openTenant } from '../../../test/open-tenant.ts'
import { scaleRuns } from '../../../test/properties.ts'
import { WorkFailed } from '../../platform/queue/job.ts'
import { cancelJob, endWork, retryJob, undoJob } from '../../platform/queue/work.ts'
import { workRoutes } from '../work/work.routes.ts'
import { workbookRoutes } from '../workbook.routes.ts'
import { commitWhole } from './commit.commands.ts'
import { importsInto } from './import.fixture.ts'
import { importRoutes } from './import.routes.ts'
import { planWhole } from './plan.commands.ts'

let workbookId: string
let imports: ReturnType<typeof importsInto>

const { database, app, workspaceId, ann } = await openTenant((database) => {
  const parts = { database, now: () => new Date() }
  return [...workbookRoutes(database), ...importRoutes(parts), ...workRoutes(database)]
})
beforeEach(begin)

/** In a new workbook. */
async function begin() {
  workbookId = await newWorkbook()
  imports = importsInto(workbookId, { app, database, workspaceId, caller: ann })
}

const newWorkbook = async (): Promise<string> => {
  const column = (name: string, input_type: string) => ({ name, type: 'input', input_type })
  const columns_config = [
    column('Mail', 'email'),
    column('Name', 'text'),
    column('Age', 'number'),
    column('Seen', 'date'),
  ]
  return (await ann.post('/api/workbooks', { name: 'Leads', columns_config })).body.id
}

/** The rows by column id; checks the counters on the way. */
async function rows(id = workbookId): Promise<Record<string, unknown>[]> {
  const { body } = await ann.get(`/api/workbooks/${id}?page_size=5000`)
  const [counted] = await database.asOwner(
    `select total_rows, (select count(*)::int from workbook_rows r where r.workbook_id = w.id) as rows,
       (select coalesce(sum(b.rows), 0)::int from workbook_row_blocks b where b.workbook_id = w.id) as blocks
     from workbooks w where id = $1`,
    [id],
  )
  expect(counted).toEqual({ total_rows: body.total_rows, rows: body.total_rows, blocks: body.total_rows })
  return body.rows.map((row: { data: object }) => row.data)
}

const byMail = (more: object = {}) => ({ identity: { index: 0, normaliser: 'email' }, policy: more })
const listed = async (importId: string, outcome: string) =>
  (await ann.get(imports.at(importId, `/rows?outcome=${outcome}`))).body.items

/** The database of a process that is killed when so many batches are committed; `within`: when the next was written and is not. */
function killedAfter(batches: number, within = false): TestDatabase {
  let left = batches
  return {
    ...database,
    inWorkspace: (async (where, task) => {
      const result = await database.inWorkspace(where, async (tx) => {
        const more = await task(tx)
        if (within && more === true && left-- === 0) throw new Error('killed')
        return more
      })
      if (!within && result === true && --left === 0) throw new Error('killed')
      return result
    }) as typeof database.inWorkspace,
  }
}

test('a plan names every row with its outcome and changes nothing; the commit does exactly that', async () => {
  await imports.upload('Mail,Name\na@x.io,Ann\nb@x.io,Bob\n', byMail(), 'import')
  const before = await rows()
  const file = 'Mail,Name,City\na@x.io,Anna,Rome\nb@x.io,Bob,\nc@x.io,Cy,Oslo\nc@x.io,Cy,Bonn\nd@x.io,Di,x,y\n'
  const planned = await imports.plan(file, byMail())
  expect(planned).toMatchObject({
    state: 'planned',
    total: 5,
    plan: { create: 1, update: 1, unchanged: 1, skip: 1, reject: 1, duplicates: 1 },
  })
  expect(planned.plan.columns_created).toMatchObject([{ name: 'City', type: 'input' }])
  const city = planned.plan.columns_created[0].id
  expect(await rows()).toEqual(before)
  expect(await listed(planned.id, 'update')).toMatchObject([{ line: 2, values: { c2: 'Anna', [city]: 'Rome' } }])
  expect(await listed(planned.id, 'skip')).toMatchObject([
    {
      line: 5,
      reason: 'its values go into the same row as those of a row before it in the file',
      values: { c1: 'c@x.io', [city]: 'Bonn' },
    },
  ])
  expect(await listed(planned.id, 'create')).toMatchObject([{ line: 4, values: { [city]: 'Bonn' } }])
  expect(await listed(planned.id, 'reject')).toMatchObject([
    { line: 6, reason: 'it has 4 values, but the file has 3 columns', values: { 0: 'd@x.io', 3: 'y' } },
  ])
  const done = await imports.commit(planned.id)
  expect(done).toMatchObject({
    state: 'done',
    result: { created: 1, updated: 1, unchanged: 1, skipped: 1, rejected: 1, rejected_rows: [{ line: 6 }] },
  })
  expect(await rows()).toEqual([
    { c1: 'a@x.io', c2: 'Anna', [city]: 'Rome' },
    { c1: 'b@x.io', c2: 'Bob' },
    { c1: 'c@x.io', c2: 'Cy', [city]: 'Bonn' },
  ])
  expect((await ann.get(done.result.rejected_url)).text).toBe(
    'Line,Reason,Mail,Name,City\r\n6,"it has 4 values, but the file has 3 columns",d@x.io,Di,x,y\r\n',
  )
  expect((await ann.post(imports.at(planned.id, '/commit'))).status).toBe(409)
})

test('a new workbook is told how many rows it will have, however often the file repeats some', async () => {
  const file = 'Mail,Name\na@x.io,Ann\nb@x.io,Bob\na@x.io,Anna\na@x.io,Anna\n'
  const planned = await imports.plan(file, byMail())
  expect(planned.plan).toMatchObject({ create: 2, update: 0, unchanged: 1, skip: 1, reject: 0, duplicates: 2 })
  expect((await imports.commit(planned.id)).result).toMatchObject({ created: 2, updated: 0, unchanged: 1, skipped: 1 })
  expect((await rows()).map(({ c2 }) => c2)).toEqual(['Anna', 'Bob'])
})

test('an import is undone as one act, whichever way it came', async () => {
  await imports.upload('Mail,Name\na@x.io,Ann\nb@x.io,Bob\n', byMail(), 'import')
  const before = await rows()
  const file = 'Mail,Name,City\na@x.io,Anna,Rome\nc@x.io,Cy,Oslo\n'
  const planned = await imports.plan(file, byMail())
  await imports.commit(planned.id)
  // By its job as by its change, once.
  const byJob = () => undoJob(database, { workspace_id: workspaceId, actor: null as never }, planned.id)
  expect(await byJob()).toEqual({ restored: 2, deleted: 1, kept: 0 })
  expect(await rows()).toEqual(before)
  await expect(byJob()).rejects.toThrow('undone already')
  await ann.post(`/api/workbooks/${workbookId}/redo`, { change_id: planned.id })
  const direct = (await imports.upload('Mail,Name\nb@x.io,Bobby\nd@x.io,Di\n', byMail(), 'import')).body
  expect(await rows()).toHaveLength(4)
  for (const id of [direct.import_id, planned.id]) {
    const undone = await ann.post(`/api/workbooks/${workbookId}/undo`, { change_id: id })
    expect(undone.status, undone.text).toBe(200)
  }
  expect(await rows()).toEqual(before)
  const { body } = await ann.get(`/api/workbooks/${workbookId}`)
  expect(body.workbook.columns_config.map((one: { name: string }) => one.name)).toEqual(['Mail', 'Name', 'Age', 'Seen'])
})

test('a workbook that changed meanwhile: nothing is imported, and a new plan is made of what is there now', async () => {
  await imports.upload('Mail,Name\na@x.io,Ann\nb@x.io,Bob\n', byMail(), 'import')
  const changes: (() => Promise<unknown>)[] = [
    async () => {
      const [row] = (await ann.get(`/api/workbooks/${workbookId}?page_size=10`)).body.rows
      return ann.patch(`/api/workbooks/${workbookId}/rows`, { rows: [{ row_id: row.row_id, data: { Name: 'Anka' } }] })
    },
    () => ann.post(`/api/workbooks/${workbookId}/rows`, { rows: [{ data: { Mail: 'new1@x.io' } }] }),
    () => ann.post(`/api/workbooks/${workbookId}/columns`, { name: 'City', type: 'input', input_type: 'text' }),
  ]
  for (const change of changes) {
    const planned = await imports.plan('Mail,Name,City\na@x.io,Anna,Rome\nnew1@x.io,New,Bonn\n', byMail())
    await change()
    const changed = await rows()
    const answer = await ann.post(imports.at(planned.id, '/commit'))
    expect([answer.status, answer.body.import?.state], answer.text).toEqual([409, 'planning'])
    expect(await rows()).toEqual(changed)
    await imports.work('workbook.plan_import')
    await ann.post(imports.at(planned.id, '/cancel'))
  }
})

test('one that is stopped keeps what was written and says how much; one that was only planned keeps nothing', async () => {
  const lines = Array.from({ length: 9000 }, (_, n) => `u${n}@x.io,N${n}`)
  const planned = await imports.plan(`Mail,Name\n${lines.join('\n')}\n`, byMail())
  await ann.post(imports.at(planned.id, '/commit'))
  // Between two batches: the first has just been written.
  await expect(imports.work('workbook.import', killedAfter(1))).rejects.toThrow('killed')
  const stopped = await ann.post(imports.at(planned.id, '/cancel'))
  expect([stopped.status, stopped.body.state, stopped.body.result.created]).toEqual([200, 'cancelled', 4000])
  expect(await rows()).toHaveLength(4000)
  expect((await ann.post(imports.at(planned.id, '/cancel'))).status).toBe(409)
  const other = await imports.plan('Mail\nz@x.io\n')
  expect((await ann.post(imports.at(other.id, '/cancel'))).body).toMatchObject({ state: 'cancelled', result: null })
  expect(await rows()).toHaveLength(4000)
})

test('a commit that was killed in the middle goes on where it was, by whatever process comes next', async () => {
  const lines = Array.from({ length: 9000 }, (_, n) => `u${n % 8500}@x.io,N${n}`)
  const planned = await imports.plan(`Mail,Name\n${lines.join('\n')}\n`, byMail())
  await ann.post(imports.at(planned.id, '/commit'))
  await expect(imports.work('workbook.import', killedAfter(1, true))).rejects.toThrow('killed')
  expect(await rows()).toHaveLength(4000)
  await imports.work('workbook.import')
  const { result, plan: said } = (await ann.get(imports.at(planned.id))).body
  expect([result.created, result.skipped]).toEqual([8500, 500])
  expect([said.create, said.skip]).toEqual([8500, 500])
  const names = await rows()
  expect(new Set(names.map((row) => row.c1)).size).toBe(5000)
  expect(names[0]).toEqual({ c1: 'u0@x.io', c2: 'N8500' })
})

/** Ways to stop the work of an import: its own address, its job, and the list of work. */
const stops: [way: string, stop: (importId: string, jobId: string) => Promise<unknown>][] = [
  ['the import', (importId) => ann.post(imports.at(importId, '/cancel'))],
  ['the job', (_, jobId) => database.inWorkspace(workspaceId, (tx) => cancelJob(tx, jobId))],
  ['the work of the workbook', (_, jobId) => ann.post(`/api/workbooks/${workbookId}/work/${jobId}/cancel`)],
]

test.each(stops)('an import that is planned or committed is stopped alike by the address of %s', async (_way, stop) => {
  const options = byMail()
  const sent = (await imports.upload('Mail,Name\na@x.io,Ann\n', options)).body
  const begun = (await ann.post(imports.at(sent.import_id, '/plan'), { options })).body
  const underWay = async () => (await ann.get('/api/work')).body.items
  expect(await underWay()).toMatchObject([
    { id: sent.import_id, job_id: begun.job_id, kind: 'import', words: 'Plan the import of leads.csv' },
  ])
  await stop(sent.import_id, begun.job_id)
  expect((await ann.get(imports.at(sent.import_id))).body).toMatchObject({ state: 'cancelled', result: null })
  expect(await underWay()).toEqual([])

  const lines = Array.from({ length: 5000 }, (_, n) => `u${n}@x.io,N${n}`)
  const { id } = await imports.plan(`Mail,Name\n${lines.join('\n')}\n`, options)
  expect((await ann.post(imports.at(id, '/commit'))).body).toMatchObject({
    state: 'committing',
    job_id: id,
    total: 5000,
  })
  await expect(imports.work('workbook.import', killedAfter(1))).rejects.toThrow('killed')
  expect(await underWay()).toMatchObject([{ id, job_id: id, kind: 'import', done: 4000, total: 5000 }])
  await stop(id, id)
  expect(await underWay()).toEqual([])
  const ended = (await ann.get(imports.at(id))).body
  expect(ended).toMatchObject({ state: 'cancelled', done: 4000, result: { created: 4000 } })
  expect(await rows()).toHaveLength(4000)
  // Tried again it says what is gone, and writes nothing.
  await database.inWorkspace(workspaceId, (tx) => retryJob(tx, id))
  await imports.work('workbook.import')
  expect((await ann.get(imports.at(id))).body).toMatchObject({
    state: 'cancelled',
    error: expect.stringContaining('Upload'),
  })
  expect(await rows()).toHaveLength(4000)
  expect((await ann.post(`/api/workbooks/${workbookId}/undo`, { change_id: id })).body.rows).toBe(4000)
  expect(await rows()).toEqual([])
})

test('an import and an undo end with their workbook, and write nothing more into it', async () => {
  const lines = Array.from({ length: 6000 }, (_, n) => `u${n}@x.io,N${n}`)
  const whole = await imports.plan(`Mail,Name\n${lines.join('\n')}\n`, byMail())
  await imports.commit(whole.id)
  expect((await ann.post(`/api/workbooks/${workbookId}/undo`, {})).body.state).toBe('undoing')
  const more = Array.from({ length: 5000 }, (_, n) => `v${n}@x.io,N${n}`)
  const { id } = await imports.plan(`Mail,Name\n${more.join('\n')}\n`, byMail())
  await ann.post(imports.at(id, '/commit'))
  await expect(imports.work('workbook.import', killedAfter(1))).rejects.toThrow('killed')
  expect((await ann.get('/api/work')).body.items).toHaveLength(2)
  expect((await ann.delete(`/api/workbooks/${workbookId}`)).status).toBeLessThan(300)
  expect((await ann.get('/api/work')).body.items).toEqual([])
  await imports.work('workbook.import')
  const [left] = await database.asOwner(
    `select (select count(*)::int from jobs where subject ->> 'workbook_id' = $1 and status = 'cancelled') as ended,
       (select count(*)::int from workbook_rows where workbook_id::text = $1) as rows,
       (select (result ->> 'created')::int from import_files where id = $2) as told`,
    [workbookId, id],
  )
  expect(left).toEqual({ ended: 2, rows: 10_000, told: 4000 })
})

test('a commit that failed for good can be undone or tried again, and then ends with every row of the file once', async () => {
  const lines = Array.from({ length: 5000 }, (_, n) => `u${n}@x.io,N${n}`)
  const { id } = await imports.plan(`Mail,Name\n${lines.join('\n')}\n`, byMail())
  await ann.post(imports.at(id, '/commit'))
  await expect(imports.work('workbook.import', killedAfter(1))).rejects.toThrow('killed')
  await database.inWorkspace(workspaceId, async (tx) => {
    await tx.client.query('update jobs set lease = null where workspace_id = $1 and id = $2', [workspaceId, id])
  })
  await endWork(database, { id, workspace_id: workspaceId }, id, 'failed', new WorkFailed('Its worker died'))
  const read = async () => (await ann.get(imports.at(id))).body
  expect(await read()).toMatchObject({ state: 'failed', error: 'Its worker died', result: { created: 4000 } })
  expect((await ann.get(`/api/workbooks/${workbookId}/activity`)).body.items[0]).toMatchObject({ id, can_undo: true })
  await database.inWorkspace(workspaceId, (tx) => retryJob(tx, id))
  await imports.work('workbook.import')
  expect(await read()).toMatchObject({ state: 'done', error: null, result: { created: 5000 } })
  const [act] = (await ann.get(`/api/workbooks/${workbookId}/activity`)).body.items
  expect(act).toMatchObject({ id, counts: { created: 5000 } })
})

test('a file that is imported in one request goes on with a worker when its process is killed', async () => {
  const lines = Array.from({ length: 5000 }, (_, n) => `u${n}@x.io,N${n}`)
  const options = byMail({ existing: 'overwrite', new_rows: 'create', duplicates: 'last' })
  const sent = (await imports.upload(`Mail,Name\n${lines.join('\n')}\n`, options)).body.import_id
  const parts = { database, now: () => new Date() }
  const at = { workspace_id: workspaceId, actor: null as never }
  const signal = new AbortController().signal
  await planWhole(parts, at, sent, options as never, signal)
  const dying = { ...parts, database: killedAfter(1) }
  await expect(commitWhole(dying, at, workbookId, sent, signal)).rejects.toThrow('killed')
  expect(await rows()).toHaveLength(4000)
  await imports.work('workbook.import')
  expect((await ann.get(imports.at(sent))).body).toMatchObject({ state: 'done', result: { created: 5000 } })
})

const mail = fc.constantFrom('a@x.io', 'B@x.io', 'b@x.io', 'c@x.io', 'nobody', '')
const line = fc.record({
  mail,
  name: fc.constantFrom('', 'Ann', 'Bob', ' '),
  age: fc.constantFrom('', '7', '8', 'old'),
  seen: fc.constantFrom('', '2026-01-01', '2026-02-02', 'soon'),
})
const fileOf = (lines: { mail: string; name: string; age: string; seen: string }[]) =>
  `Mail,Name,Age,Seen\n${lines.map((one) => [one.mail, one.name, one.age, one.seen].join(',')).join('\n')}\n`
const policies = fc.record({
  existing: fc.constantFrom('overwrite', 'fill_blanks', 'newer', 'skip'),
  new_rows: fc.constantFrom('create', 'skip'),
  duplicates: fc.constantFrom('merge', 'first', 'last'),
  newer_by: fc.constant(3),
})

/** The same in plain words: what a file does to a list of rows. */
function model(
  stored: Record<string, unknown>[],
  lines: { mail: string; name: string; age: string; seen: string }[],
  policy: { existing: string; new_rows: string; duplicates: string },
  unparsed: string,
) {
  const keyOf = (row: Record<string, unknown>) => {
    const text = String(row.c1 ?? '').toLowerCase()
    return text.includes('@') ? text : null
  }
  const all = stored.map((row) => ({ before: row as Record<string, unknown> | null, now: row, met: false }))
  for (const one of lines) {
    if (Object.values(one).every((value) => value.trim() === '')) continue
    if (unparsed === 'reject' && (one.age === 'old' || one.seen === 'soon' || one.mail === 'nobody')) continue
    const data: Record<string, unknown> = {}
    if (one.mail && !(one.mail === 'nobody' && unparsed === 'blank')) data.c1 = one.mail
    if (one.name.trim()) data.c2 = one.name
    if (one.age && !(one.age === 'old' && unparsed === 'blank')) data.c3 = one.age === 'old' ? 'old' : Number(one.age)
    if (one.seen && !(one.seen === 'soon' && unparsed === 'blank')) data.c4 = one.seen
    if (Object.keys(data).length === 0) continue
    const key = keyOf(data)
    const hit = key === null ? undefined : all.find(({ now }) => keyOf(now) === key)
    if (!hit) {
      if (policy.new_rows === 'create') all.push({ before: null, now: data, met: true })
      continue
    }
    const duplicate = hit.met
    hit.met = true
    if (duplicate && policy.duplicates === 'first') continue
    if (duplicate && policy.duplicates === 'last') {
      if (hit.before === null) {
        hit.now = data
        continue
      }
      hit.now = hit.before
    }
    if (policy.existing === 'skip') continue
    const time = (row: Record<string, unknown>) => Date.parse(String(row.c4 ?? ''))
    if (policy.existing === 'newer') {
      if (Number.isNaN(time(data)) || time(hit.now) >= time(data)) continue
    }
    hit.now = policy.existing === 'fill_blanks' ? { ...data, ...hit.now } : { ...hit.now, ...data }
  }
  return all.map(({ now }) => now)
}

test('over random workbooks, files and policies the plan is what the commit does, and both are what the words say', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(line, { maxLength: 6 }),
      fc.array(line, { minLength: 1, maxLength: 12 }),
      policies,
      fc.constantFrom('keep', 'blank', 'reject'),
      async (first, second, policy, unparsed) => {
        await begin()
        const here = [0, 1, 2, 3].map((index) => ({
          index,
          target: { kind: 'column', column_id: `c${index + 1}` },
          unparsed,
        }))
        const keep = here.map((one) => ({ ...one, unparsed: 'keep' }))
        const isBlank = (lines: object[]) =>
          lines.every((one) => Object.values(one).every((value) => value.trim() === ''))
        const how = { header: true, delimiter: ',' }
        if (!isBlank(first)) await imports.upload(fileOf(first), { ...how, mapping: keep, ...byMail() }, 'import')
        const before = await rows()
        if (isBlank(second)) return
        const planned = await imports.plan(fileOf(second), { ...how, mapping: here, ...byMail(policy) })
        expect(planned.state, planned.error).toBe('planned')
        expect(await rows()).toEqual(before)
        const { result } = await imports.commit(planned.id)
        const said = planned.plan
        expect([result.created, result.updated, result.unchanged, result.skipped, result.rejected]).toEqual([
          said.create,
          said.update,
          said.unchanged,
          said.skip,
          said.reject,
        ])
        const after = await rows()
        expect(after).toEqual(model(before, second, policy, unparsed))
        expect(after.length - before.length).toBe(said.create)
      },
    ),
    { numRuns: scaleRuns(12) },
  )
})

test('what an import kept is swept away when its day has passed', async () => {
  const planned = await imports.plan('Mail\na@x.io\nb@x.io,x\n')
  await imports.commit(planned.id)
  await imports.sweep(planned.id, false)
  expect(await listed(planned.id, 'reject')).toHaveLength(1)
  await imports.sweep(planned.id, true)
  expect((await ann.get(imports.at(planned.id))).status).toBe(404)
  const left = await database.asOwner(
    'select 1 from import_rows where import_id = $1 union all select 1 from stored_chunks where file_id = $1',
    [planned.id],
  )
  expect(left).toEqual([])
  expect(await rows()).toHaveLength(1)
})
