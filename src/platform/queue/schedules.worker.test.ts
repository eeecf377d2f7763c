// Promises of durable schedules on a real database: each due item is enqueued once, by whatever process looks.
import { Type } from 'typebox'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { addWorkspace } from '../../../test/database.ts'
import { openTenant } from '../../../test/open-tenant.ts'
import type { WorkspaceId } from '../../kernel/ids.ts'
import { defineJob } from './job.ts'
import {
  enqueueDue,
  postponeSchedule,
  readSchedules,
  removeSchedule,
  runScheduleNow,
  setSchedule,
} from './schedules.ts'

let workspace: WorkspaceId
const { database } = await openTenant()
beforeAll(async () => {
  workspace = (await addWorkspace(database)) as WorkspaceId
})
beforeEach(async () => {
  await database.asOwner('delete from schedules')
  await database.asOwner('delete from queue')
})

const poll = defineJob({ name: 'test.poll', payload: Type.Object({ item: Type.String() }) })
const now = new Date('2026-05-01T10:00:00Z')
const later = (seconds: number) => new Date(now.getTime() + seconds * 1000)
const set = (subject: string, more: object = {}) =>
  database.inWorkspace(workspace, (tx) =>
    setSchedule(tx, poll, { subject, payload: { item: subject }, timing: { every_seconds: 3_600 }, now, ...more }),
  )
const tick = (at: Date) => database.inSystem((tx) => enqueueDue(tx, at))
const state = async (subject: string) =>
  (await database.inWorkspace(workspace, (tx) => readSchedules(tx, poll, [subject]))).get(subject)
const tickets = () => database.asOwner<{ payload: object }>('select payload from queue order by payload::text')

test('two processes that look at the same moment enqueue each due item once', async () => {
  for (let n = 0; n < 30; n++) await set(`item-${n}`, { first_at: later(n < 20 ? -5 : 60) })
  const counts = await Promise.all([tick(now), tick(now), tick(now)])
  expect(counts.reduce((sum, one) => sum + one)).toBe(20)
  expect(await tickets()).toHaveLength(20)
  expect(await tick(now)).toBe(0)
})

test('an item that was missed for days is due once, then again at its own time', async () => {
  await set('late', { first_at: later(-3 * 86_400 + 60) })
  expect(await tick(now)).toBe(1)
  expect(await state('late')).toMatchObject({ next_at: later(60), last_at: now })
  expect(await tickets()).toEqual([{ payload: { item: 'late' } }])
})

test('an item that is due again while its ticket waits is not enqueued twice', async () => {
  await set('slow', { first_at: now })
  await tick(now)
  await tick(later(3_600))
  expect(await tickets()).toHaveLength(1)
})

test('a schedule keeps its time when it is set again alike, and loses it with another timing', async () => {
  await set('kept', { first_at: later(100) })
  await set('kept')
  expect((await state('kept'))?.next_at).toEqual(later(100))
  await set('kept', { timing: { every_seconds: 60 } })
  expect((await state('kept'))?.next_at).toEqual(later(60))
})

test('a schedule can be postponed, run now and removed', async () => {
  await set('one')
  await database.inWorkspace(workspace, (tx) => postponeSchedule(tx, poll, 'one', later(9_999)))
  expect((await state('one'))?.next_at).toEqual(later(9_999))
  await database.inWorkspace(workspace, (tx) => runScheduleNow(tx, poll, 'one'))
  // The database tells the time more finely than this process.
  expect(await tick(new Date(Date.now() + 1000))).toBe(1)
  await database.inWorkspace(workspace, (tx) => removeSchedule(tx, poll, 'one'))
  expect(await state('one')).toBeUndefined()
})

test('schedules of another workspace are not seen', async () => {
  const other = (await addWorkspace(database)) as WorkspaceId
  await set('ours')
  const seen = await database.inWorkspace(other, (tx) => tx.client.query('select 1 from schedules'))
  expect(seen.rowCount).toBe(0)
})
