// Promises of taking imports of leads back while they go on, and where an earlier try broke off.
import { expect, test } from 'vitest'
import { callerOf } from '../../../test/app.ts'
import { addWorkspace } from '../../../test/database.ts'
import { openTenant } from '../../../test/open-tenant.ts'
import type { Database } from '../../platform/db/database.ts'
import { testRun, workOff } from '../../platform/queue/run.fixture.ts'
import { personIn } from '../history/history.fixture.ts'
import { leadImportJobs } from './imports/lead-import.jobs.ts'
import { undoLeadImport } from './imports/undo-import.commands.ts'
import { leadTransferRoutes } from './lead-transfer.routes.ts'
import { leadRoutes } from './leads.routes.ts'
import { undoLeadsJobs } from './undo-leads.jobs.ts'

const now = () => new Date('2026-11-22T05:00:00Z')

const { database, app } = await openTenant((database) => [
  ...leadRoutes({ database, now }),
  ...leadTransferRoutes({ database, now }),
])

async function newcomer() {
  const workspace = await addWorkspace(database)
  const at = personIn(workspace, 1, 'Ann')
  const ann = callerOf(app, workspace)
  const total = async () => (await ann.get('/api/leads')).body.total
  return {
    at,
    ann,
    listed: async () => (await ann.get('/api/leads/imports')).body.items,
    total,
    undo: (id: string) => ann.post(`/api/leads/imports/${id}/undo`, {}),
    /** Takes in so many leads; `between`: when the first thousand is stored. */
    take: async (leads: number, between = async () => {}) => {
      const rows = Array.from({ length: leads }, (_, n) => ({ company: `Firm ${n}`, domain: `firm${n}.com` }))
      const { body: begun } = await ann.post('/api/leads/import', { rows, options: { wait_seconds: 0 } })
      let before = true
      const stored = watched(async () => {
        if (before && (await total()) > 0) {
          before = false
          await between()
        }
      })
      expect(await workOff(stored, leadImportJobs({ database: stored, now }))).toBe(1)
      return begun as { import_id: string }
    },
  }
}

/** The database, with something else done after each transaction; it gets how many there were. */
function watched(after: (count: number) => Promise<void>): Database {
  let count = 0
  return {
    ...database,
    inWorkspace: async (at, work) => {
      const result = await database.inWorkspace(at, work)
      await after(++count)
      return result
    },
  }
}

test('an import that goes on after it was taken back can be taken back again', async () => {
  const { take, listed, undo, total } = await newcomer()
  let early: unknown
  const done = await take(1001, async () => {
    const [{ id }] = await listed()
    early = (await undo(id)).body
    expect(await listed()).toMatchObject([{ undone_at: expect.any(String) }])
  })
  expect(early).toEqual({ deleted: 1000, restored: 0, kept: 0 })
  expect(await total()).toBe(1)
  expect(await listed()).toMatchObject([{ id: done.import_id, undone_at: null }])
  expect((await undo(done.import_id)).status).toBe(200)
  expect([await total(), (await listed())[0].undone_at]).toEqual([0, expect.any(String)])
})

test('what an import stores while it is being taken back is never called taken back', async () => {
  const { at, take, listed, undo, total } = await newcomer()
  let goOn = () => {}
  const held = new Promise<void>((resolve) => {
    goOn = resolve
  })
  let reached = () => {}
  const half = new Promise<void>((resolve) => {
    reached = resolve
  })
  const importing = take(1001, async () => {
    reached()
    await held
  })
  await half
  const [{ id }] = await listed()
  const between = watched(async (count) => {
    if (count > 1) return
    goOn()
    await importing
  })
  expect((await undoLeadImport(between, at, id)).deleted).toBe(1000)
  expect(await total()).toBe(1)
  expect(await listed()).toMatchObject([{ undone_at: null }])
  expect((await undo(id)).status).toBe(200)
  expect([await total(), (await listed())[0].undone_at]).toEqual([0, expect.any(String)])
})

test('taking an import back that broke off behind its last lead ends when it is sent again', async () => {
  const { at, take, listed, undo, total } = await newcomer()
  const { import_id } = await take(2)
  const breaking = watched(async (count) => {
    if (count === 2) throw new Error('killed')
  })
  await expect(undoLeadImport(breaking, at, import_id)).rejects.toThrow('killed')
  expect([await total(), (await listed())[0].undone_at]).toEqual([0, null])
  expect((await undo(import_id)).body).toEqual({ deleted: 0, restored: 0, kept: 0 })
  expect((await listed())[0].undone_at).toEqual(expect.any(String))
  const acts = await database.asOwner(
    "select after from audit_log where workspace_id = $1 and act = 'leads.import_undone'",
    [at.workspace_id],
  )
  expect(acts).toMatchObject([{ after: { import_id, deleted: 0 } }])
  expect((await undo(import_id)).status).toBe(404)
})

test('an import whose leads were deleted one by one can still be taken back, once', async () => {
  const { ann, take, listed, undo } = await newcomer()
  const { import_id } = await take(1)
  const [{ id }] = (await ann.get('/api/leads')).body.items
  await ann.delete(`/api/lead/${id}`)
  expect((await undo(import_id)).body).toEqual({ deleted: 0, restored: 0, kept: 0 })
  expect((await listed())[0].undone_at).toEqual(expect.any(String))
  expect((await undo(import_id)).status).toBe(404)
})

test('an import of very many leads is taken back by a job that tells how far it is, goes on after a crash and can be cancelled', async () => {
  const { at, ann, take, listed, undo, total } = await newcomer()
  const { import_id } = await take(2600)
  const begun = await undo(import_id)
  expect([begun.status, begun.body]).toEqual([202, { job_id: expect.any(String), deleted: 0, restored: 0, kept: 0 }])
  // Asked for again, it is the same job.
  expect((await undo(import_id)).body.job_id).toBe(begun.body.job_id)
  const { job_id } = begun.body
  const job = async () => {
    const [row] = await database.asOwner<Record<string, unknown>>(
      'select status, done::int, total::int, counts, result, checkpoint, payload from jobs where id = $1',
      [job_id],
    )
    return row
  }
  // A worker dies after the second batch: no signal reaches what it left.
  const dying = watched(async (count) => {
    if (count === 4) throw new Error('killed')
  })
  const { payload, checkpoint } = (await job()) as { payload: object; checkpoint: null }
  expect(checkpoint).toBeNull()
  const saved: Record<string, unknown>[] = []
  const attempt = (over: Database, since: unknown, signal = new AbortController().signal) => {
    const run = {
      ...testRun({ id: job_id, workspace_id: at.workspace_id }, now),
      signal,
      checkpoint: since as never,
      progress: async (_: unknown, progress: object) => void saved.push(progress as Record<string, unknown>),
    }
    return Promise.all(undoLeadsJobs({ database: over }).map(({ work }) => work(payload, run)))
  }
  await expect(attempt(dying, null)).rejects.toThrow('killed')
  const left = await total()
  expect([left, saved.length]).toEqual([2200, 2])
  expect((await listed())[0].undone_at).toBeNull()
  expect(saved.at(-1)).toMatchObject({ done: 400, total: 2600 })
  // Another goes on, and is cancelled in the middle.
  const stop = new AbortController()
  const stopping = watched(async (count) => {
    if (count === 3) stop.abort(new Error('cancelled'))
  })
  await expect(attempt(stopping, saved.at(-1)?.checkpoint, stop.signal)).rejects.toThrow('cancelled')
  expect(await total()).toBe(2000)
  await attempt(database, saved.at(-1)?.checkpoint)
  expect(await total()).toBe(0)
  expect(saved.at(-1)).toMatchObject({ done: 2600, total: 2600, counts: { deleted: 2600, restored: 0, kept: 0 } })
  expect((await listed())[0].undone_at).toEqual(expect.any(String))
  expect((await ann.get('/api/leads')).body.items).toEqual([])
})
