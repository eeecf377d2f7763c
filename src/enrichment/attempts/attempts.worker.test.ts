import { expect, it } from 'vitest'
import { addWorkspace } from '../../../test/database.ts'
import { openTenant } from '../../../test/open-tenant.ts'
import { newId } from '../../kernel/ids.ts'
import { attemptOf, markNotCalled } from './attempts.logic.ts'
import { type AttemptRecord, writeAttempts } from './attempts.writes.ts'

const { database } = await openTenant()

const record = attemptOf(newId(), 'c2', 's1', 'paid', new Date())
const made: AttemptRecord = { ...record, outcome: 'found', cost_micro: 30_000 }

it.each([
  ['an answer of the cache', { ...record, outcome: 'found', cached: true }],
  ['a call that was never made', markNotCalled(record)],
])('keeps what a call cost when a worker that takes over tells of %s', async (_, later) => {
  const workspace = await addWorkspace(database)
  const write = (attempt: AttemptRecord) =>
    database.inWorkspace(workspace, (tx) => writeAttempts(tx, newId(), newId(), [attempt]))
  const read = () =>
    database.asOwner(
      `select outcome, cached, cost_micro, (select sum(cost_micro)::int from lookup_usage where workspace_id = $1) as days
        from attempts where workspace_id = $1`,
      [workspace],
    )
  await write({ ...record, state: 'reserved' })
  await write(made)
  await write(later)
  expect(await read()).toEqual([{ outcome: 'found', cached: false, cost_micro: 30_000, days: 30_000 }])
})
