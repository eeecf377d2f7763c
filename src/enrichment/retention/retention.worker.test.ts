// What retention deletes, what it leaves, and that the counts of use outlive it all.

import { describe, expect, it } from 'vitest'
import { callerOf } from '../../../test/app.ts'
import { addWorkspace } from '../../../test/database.ts'
import { openTenant } from '../../../test/open-tenant.ts'
import { newId, type WorkspaceId } from '../../kernel/ids.ts'
import { testRun } from '../../platform/queue/run.fixture.ts'
import { type AttemptRecord, writeAttempts } from '../attempts/attempts.writes.ts'
import { usageRoutes } from '../usage/usage.routes.ts'
import { planSweeps, RETENTION_SWEEP, retentionJobs } from './retention.jobs.ts'
import { retentionRoutes } from './retention.routes.ts'

const NOW = new Date('2026-06-30T12:00:00Z')
const DAY = 86_400_000
const daysAgo = (days: number) => new Date(NOW.getTime() - days * DAY)

const { database, app, newcomer } = await openTenant((database) => [
  ...retentionRoutes(database),
  ...usageRoutes(database, () => NOW),
])

/** An id as it would have been made then. */
function idOf(moment: Date): string {
  const hex = moment.getTime().toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}${newId().slice(13)}`
}

const attempt = (started_at: Date, more: Partial<AttemptRecord> = {}): AttemptRecord => ({
  id: idOf(started_at),
  row_id: newId(),
  column_id: 'c1',
  step_id: 's1',
  provider: 'hunter',
  state: 'settled',
  outcome: 'found',
  reason: null,
  detail: null,
  confidence: null,
  cached: false,
  cost_micro: 1000,
  started_at,
  duration_ms: 1,
  request: { q: 'x' },
  response: { a: 'y' },
  answer: { kind: 'not_found' },
  ...more,
})
const write = (workspace: WorkspaceId, attempts: AttemptRecord[], run = newId(), workbook = newId()) =>
  database.inWorkspace(workspace, (tx) => writeAttempts(tx, workbook, run, attempts))

async function sweep(workspace: WorkspaceId, signal = new AbortController().signal): Promise<void> {
  const [kind] = retentionJobs(database, () => NOW)
  await kind?.work({} as never, testRun({ id: newId(), workspace_id: workspace, signal }))
}
const plannedSweeps = (workspace: WorkspaceId) =>
  database.asOwner<{ soon: boolean }>(
    'select run_at <= now() as soon from queue where workspace_id = $1 and kind = $2',
    [workspace, RETENTION_SWEEP.name],
  )

describe('retention', () => {
  it('has usual values, takes what is in range, keeps what is absent and refuses the rest', async () => {
    const workspace = await addWorkspace(database)
    const admin = callerOf(app, workspace, 'admin')
    const path = '/api/settings/retention'
    expect((await admin.get(path)).body).toEqual({ attempt_days: 90, lookup_cache_days: 365, page_cache_days: 30 })
    expect((await admin.put(path, { attempt_days: 7 })).body).toMatchObject({ attempt_days: 7, page_cache_days: 30 })
    expect((await admin.put(path, { attempt_days: 0, page_cache_days: 366 })).body.detail).toHaveLength(2)
    expect((await callerOf(app, workspace, 'editor').put(path, { attempt_days: 8 })).status).toBe(403)
    expect((await admin.get(path)).body.attempt_days).toBe(7)
    expect(await plannedSweeps(workspace)).toEqual([{ soon: true }])
  })

  it('clears requests and responses that are too old, batch by batch, and nothing else', async () => {
    const [workspace, other] = [await addWorkspace(database), await addWorkspace(database)]
    const old = Array.from({ length: 4100 }, (_, n) => attempt(new Date(daysAgo(100).getTime() + n)))
    const young = attempt(daysAgo(80))
    const run = newId()
    const book = newId()
    await database.asOwner(`insert into workbooks (workspace_id, id, name) values ($1, $2, 'Book')`, [workspace, book])
    await database.asOwner(
      `insert into runs (workspace_id, id, workbook_id, status, mode, column_ids, scope, max_position, rows, cells)
        values ($1, $2, $3, 'paused', 'missing', '{c1}', '{}', 1, 1, 1)`,
      [workspace, run, book],
    )
    const waiting = attempt(daysAgo(100))
    await write(workspace, [...old, young])
    await write(workspace, [waiting], run, book)
    await write(other, [attempt(daysAgo(100))])
    const held = () =>
      database.asOwner(
        `select workspace_id = '${workspace}' as ours, id, request is not null as request, answer is not null as answer from attempts
         where workspace_id in ('${workspace}', '${other}') and (request is not null or answer is not null) order by id`,
      )
    // The process ends after the first batch; what it did stays done, and the next sweep goes on from there.
    let batches = 0
    const ending = {
      throwIfAborted() {
        if (++batches > 1) throw new Error('the process ends')
      },
    } as AbortSignal
    await expect(sweep(workspace, ending)).rejects.toThrow('the process ends')
    // One of the batch of 2000 is the waiting one, whose answer stays.
    expect(await held()).toHaveLength(old.length + 3 - 1999)
    await sweep(workspace)
    expect(await held()).toEqual(
      expect.arrayContaining([
        { ours: true, id: young.id, request: true, answer: true },
        { ours: true, id: waiting.id, request: false, answer: true },
        { ours: false, id: expect.any(String), request: true, answer: true },
      ]),
    )
    expect(await held()).toHaveLength(3)
    const [{ n } = { n: 0 }] = await database.asOwner<{ n: number }>(
      'select count(*)::int as n from attempts where workspace_id = $1',
      [workspace],
    )
    expect(n).toBe(old.length + 2)
  })

  it('deletes what the caches may not answer any more', async () => {
    const workspace = await addWorkspace(database)
    for (const [age, life] of [
      [1, 30],
      [50, 400],
      [20, 10],
      [400, 500],
    ] as const) {
      const dates = [daysAgo(age), new Date(daysAgo(age).getTime() + life * DAY)]
      await database.asOwner(
        `insert into lookup_cache (workspace_id, key, provider, outcome, fetched_at, expires_at) values ($1, sha256($2::text::bytea), 'p', '{}', $3, $4)`,
        [workspace, age, ...dates],
      )
      await database.asOwner(
        `insert into page_cache (workspace_id, url_hash, url, status, headers, body, truncated, fetched_at, expires_at)
         values ($1, sha256($2::text::bytea), $2, 200, '{}', '', false, $3, $4)`,
        [workspace, age, ...dates],
      )
    }
    await sweep(workspace)
    const ages = async (table: string) =>
      (
        await database.asOwner<{ age: number }>(
          `select extract(day from $2::timestamptz - fetched_at)::int as age from ${table} where workspace_id = $1 order by 1`,
          [workspace, NOW],
        )
      ).map(({ age }) => age)
    expect(await ages('lookup_cache')).toEqual([1, 50])
    expect(await ages('page_cache')).toEqual([1])
  })

  it('deletes icons of companies that are out of date', async () => {
    const workspace = await addWorkspace(database)
    await database.asOwner(
      `insert into company_icons (workspace_id, domain, state, expires_at) values ($1, 'old.com', 'none', $2), ($1, 'fresh.com', 'none', $3)`,
      [workspace, daysAgo(1), daysAgo(-1)],
    )
    await sweep(workspace)
    expect(await database.asOwner('select domain from company_icons where workspace_id = $1', [workspace])).toEqual([
      { domain: 'fresh.com' },
    ])
  })

  it('comes once a day to every workspace, and not twice', async () => {
    const workspace = await addWorkspace(database)
    await database.inControl(planSweeps)
    await database.inControl(planSweeps)
    expect(await plannedSweeps(workspace)).toEqual([{ soon: true }])
    await database.asOwner('delete from queue where workspace_id = $1', [workspace])
    await sweep(workspace)
    await sweep(workspace)
    expect(await plannedSweeps(workspace)).toHaveLength(1)
  })
})

describe('the use of providers', () => {
  it('counts every attempt once, however it comes to be written, and outlives the attempts', async () => {
    const workspace = await addWorkspace(database)
    const viewer = callerOf(app, workspace, 'viewer')
    const day = daysAgo(1)
    const run = newId()
    const book = newId()
    const call = attempt(day, { state: 'reserved', outcome: null, cost_micro: null })
    await write(workspace, [call], run, book)
    expect((await viewer.get('/api/settings/usage')).body.items).toEqual([])
    const settled: AttemptRecord = { ...call, state: 'settled', outcome: 'found', cost_micro: 2500 }
    await write(workspace, [settled], run, book)
    await write(workspace, [settled], run, book)
    await write(workspace, [
      attempt(day, { outcome: 'not_found' }),
      attempt(day, { outcome: 'failed', reason: 'timeout', cost_micro: null }),
      attempt(day, { state: 'uncertain', outcome: 'failed', cost_micro: null }),
      attempt(day, { cached: true, cost_micro: 0 }),
      attempt(day, { outcome: 'skipped', cost_micro: 0 }),
      attempt(day, { provider: 'website' }),
      attempt(daysAgo(3)),
      attempt(daysAgo(40)),
    ])
    await database.asOwner('delete from attempts where workspace_id = $1', [workspace])
    const sums = { calls: 5, hits: 2, misses: 1, errors: 2, cached: 1, cost_usd: 0.0045, unpriced: 2 }
    const two = (await viewer.get('/api/settings/usage')).body
    expect(two).toEqual({
      items: [
        { day: '2026-06-29', provider: null, ...sums },
        {
          day: '2026-06-27',
          provider: null,
          calls: 1,
          hits: 1,
          misses: 0,
          errors: 0,
          cached: 0,
          cost_usd: 0.001,
          unpriced: 0,
        },
      ],
      next_cursor: null,
    })
    const all: string[] = []
    for (let cursor = ''; cursor !== null; ) {
      const { body } = await viewer.get(
        `/api/settings/usage?group=day_provider&from=2026-01-01&limit=1&cursor=${cursor}`,
      )
      for (const item of body.items) all.push(`${item.day} ${item.provider} ${item.calls}`)
      cursor = body.next_cursor
    }
    expect(all).toEqual(['2026-06-29 hunter 4', '2026-06-29 website 1', '2026-06-27 hunter 1', '2026-05-21 hunter 1'])
    const byProvider = (await viewer.get('/api/settings/usage?group=provider&to=2026-06-28')).body.items
    expect(byProvider).toMatchObject([{ day: null, provider: 'hunter', calls: 1 }])
    expect((await viewer.get('/api/settings/usage?from=soon&group=x')).body.detail).toHaveLength(2)
    expect((await (await newcomer()).get('/api/settings/usage')).body.items).toEqual([])
  })
})
