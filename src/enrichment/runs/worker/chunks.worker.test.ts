// Whose turn it is, asked of the database itself.
import { describe, expect, it } from 'vitest'
import { addWorkspace } from '../../../../test/database.ts'
import { openTenant } from '../../../../test/open-tenant.ts'
import { newId, type WorkspaceId } from '../../../kernel/ids.ts'
import { oneRow } from '../../../platform/db/sql-client.ts'
import { QUEUES, type QueueKind } from '../../../platform/queue/lease.ts'
import { openTurns } from '../../../platform/queue/turns.ts'
import { ANY_CHUNK } from '../run-stage.fixture.ts'
import { claimChunk, lockHeldChunks, releaseChunk, renewLeases } from './chunks.writes.ts'
import { endRun } from './run.ending.ts'

const { database } = await openTenant()

async function addRun(workspace: WorkspaceId, workbook: string, columns: string[]): Promise<string> {
  const id = newId()
  await database.asOwner(
    `insert into workbooks (workspace_id, id, name) values ($1, $2, 'Book') on conflict do nothing`,
    [workspace, workbook],
  )
  await database.asOwner(
    `insert into runs (workspace_id, id, workbook_id, status, mode, column_ids, scope, max_position, rows, cells)
      values ($1, $2, $3, 'queued', 'missing', $4, '{}', 1, 1, 1)`,
    [workspace, id, workbook, columns],
  )
  await database.asOwner(
    'insert into run_chunks (workspace_id, run_id, seq, from_position, to_position) values ($1, $2, 1, 0, 256)',
    [workspace, id],
  )
  return id
}
const claim = async (worker: string) => (await claimChunk(database, worker, ANY_CHUNK, []))?.run_id

describe('taking a chunk', () => {
  it('lets a run wait for an older one of the same column, and not for one of other columns', async () => {
    const workspace = await addWorkspace(database)
    const workbook = newId()
    const older = await addRun(workspace, workbook, ['c2', 'c3'])
    const same = await addRun(workspace, workbook, ['c3', 'c4'])
    const other = await addRun(workspace, workbook, ['c5'])
    const taken = [await claim(newId()), await claim(newId()), await claim(newId())]
    expect(new Set(taken)).toEqual(new Set([older, other, undefined]))
    await database.asOwner(`update runs set status = 'done' where id = $1`, [older])
    expect(await claim(newId())).toBe(same)
  })

  it('takes over a chunk whose lease ran out, but never from a worker that still holds it', async () => {
    const workspace = await addWorkspace(database)
    const worker = newId()
    const run = await addRun(workspace, newId(), ['c2'])
    expect(await claim(worker)).toBe(run)
    await database.asOwner(`update run_chunks set lease_until = now() - interval '1 second' where run_id = $1`, [run])
    expect(
      await claimChunk(database, worker, ANY_CHUNK, [{ workspace_id: workspace, run_id: run, seq: 1 }]),
    ).toBeUndefined()
    expect(await claimChunk(database, newId(), ANY_CHUNK, [])).toMatchObject({ run_id: run, leases: 2 })
  })

  it('says that a worker was gone, and not that one gave a chunk back', async () => {
    const workspace = await addWorkspace(database)
    const run = await addRun(workspace, newId(), ['c2'])
    const [first, second] = [newId(), newId()]
    const given = await claimChunk(database, first, ANY_CHUNK, [])
    if (!given) throw new Error('no chunk')
    await database.inWorkspace(workspace, (tx) => releaseChunk(tx, given, first, 'ready'))
    expect(await claimChunk(database, second, ANY_CHUNK, [])).toMatchObject({ leases: 2, taken_over: false })
    await database.asOwner(`update run_chunks set lease_until = now() - interval '1 second' where run_id = $1`, [run])
    expect(await claimChunk(database, newId(), ANY_CHUNK, [])).toMatchObject({ run_id: run, taken_over: true })
    await database.asOwner(`update runs set status = 'done' where id = $1`, [run])
  })

  it('waits for no transaction that writes cells of the chunk, and no other worker takes it meanwhile', async () => {
    const workspace = await addWorkspace(database)
    const worker = newId()
    const run = await addRun(workspace, newId(), ['c2'])
    expect(await claim(worker)).toBe(run)
    const chunk = { workspace_id: workspace, run_id: run, seq: 1 }
    await database.inWorkspace(workspace, async (tx) => {
      expect(await lockHeldChunks(tx, run, worker, [1])).toEqual(new Set([1]))
      expect(await renewLeases(database, worker, [chunk])).toEqual(new Map([[run, 'running']]))
      expect(await claimChunk(database, newId(), ANY_CHUNK, [])).toBeUndefined()
    })
  })

  it('serves workspaces in turn, and in each the run that was served longest ago', async () => {
    const workspaces = [await addWorkspace(database), await addWorkspace(database), await addWorkspace(database)].sort()
    const runs = new Map<string, WorkspaceId>()
    for (const workspace of workspaces)
      for (const _ of [1, 2]) runs.set(await addRun(workspace, newId(), ['c2']), workspace)
    const turns = openTurns<'runs'>()
    const worker = newId()
    const taken: string[] = []
    for (const _ of runs) {
      const lease = await claimChunk(database, worker, { ...ANY_CHUNK, after: turns.after('runs') }, [])
      if (!lease) break
      turns.served('runs', [lease.workspace_id])
      taken.push(lease.run_id)
    }
    expect(taken.map((id) => runs.get(id))).toEqual([...workspaces, ...workspaces])
    expect(new Set(taken).size).toBe(runs.size)
    await database.asOwner(`update runs set status = 'done' where id = any($1)`, [[...runs.keys()]])
  })

  it('takes nothing of a workspace that is busy, and no more of a run that is full', async () => {
    const [busy, other] = [await addWorkspace(database), await addWorkspace(database)]
    const runs = [
      await addRun(busy, newId(), ['c2']),
      await addRun(other, newId(), ['c2']),
      await addRun(other, newId(), ['c2']),
    ]
    const [, full, free] = runs as [string, string, string]
    const wish = { ...ANY_CHUNK, busy: [busy], full: [full] }
    expect((await claimChunk(database, newId(), wish, []))?.run_id).toBe(free)
    expect(await claimChunk(database, newId(), wish, [])).toBeUndefined()
    await database.asOwner(`update runs set status = 'done' where id = any($1)`, [runs])
  })

  it('looks at as much with three thousand active runs as with one', async () => {
    const read = async () => {
      const { claim: text } = QUEUES.get('run_chunks') as QueueKind
      const values = [newId(), [], '[]', ANY_CHUNK.after, []]
      return database.inSystem(async (tx) => {
        const { rows } = await tx.client.query<{ 'QUERY PLAN': [{ Plan: { [key: string]: number } }] }>(
          `explain (analyze, buffers, format json) ${text}`,
          values,
        )
        const [{ Plan: plan }] = oneRow(rows)['QUERY PLAN']
        expect(plan['Actual Rows']).toBe(1)
        return (plan['Shared Hit Blocks'] ?? 0) + (plan['Shared Read Blocks'] ?? 0)
      })
    }
    const first = await addRun(await addWorkspace(database), newId(), ['c2'])
    const alone = await read()
    await database.asOwner(
      `with w as (insert into workspaces (id, name, slug) select gen_random_uuid(), 'Many', gen_random_uuid() from generate_series(1, 3000) returning id),
        b as (insert into workbooks (workspace_id, id, name) select id, gen_random_uuid(), 'Many' from w returning workspace_id, id),
        r as (insert into runs (workspace_id, id, workbook_id, status, mode, column_ids, scope, max_position, rows, cells)
          select workspace_id, gen_random_uuid(), id, 'queued', 'missing', '{c2}', '{}', 1, 1, 1 from b returning workspace_id, id)
        insert into run_chunks (workspace_id, run_id, seq, from_position, to_position) select workspace_id, id, 1, 0, 256 from r`,
    )
    await database.asOwner(`update run_chunks set state = 'ready' where run_id = $1`, [first])
    expect(await read()).toBeLessThan(alone * 3 + 50)
    await database.asOwner(`update runs set status = 'done' where status in ('queued', 'running')`)
  })

  it('renews the other leases of a worker while a transaction deletes one of its chunks', async () => {
    const workspace = await addWorkspace(database)
    const worker = newId()
    const runs = [await addRun(workspace, newId(), ['c2']), await addRun(workspace, newId(), ['c2'])]
    for (const _ of runs) expect(runs).toContain(await claim(worker))
    const [deleted, other] = runs
    await database.asOwner(`update run_chunks set lease_until = now() - interval '1 second' where worker_id = $1`, [
      worker,
    ])
    await database.inSystem(async (deleting) => {
      await deleting.client.query('delete from run_chunks where run_id = $1', [deleted])
      const held = runs.map((run_id) => ({ workspace_id: workspace, run_id, seq: 1 }))
      await renewLeases(database, worker, held)
      const rows = await database.asOwner(
        'select run_id from run_chunks where worker_id = $1 and lease_until > now()',
        [worker],
      )
      expect(rows).toEqual([{ run_id: other }])
    })
    await database.asOwner(`update runs set status = 'done' where id = any($1)`, [runs])
  })

  it('does not hold up the end of its run, and a run that has ended is not handed out', async () => {
    const workspace = await addWorkspace(database)
    const workbook = newId()
    const run = await addRun(workspace, workbook, ['c2'])
    await database.inSystem(async (taking) => {
      await taking.client.query('select from run_chunks where run_id = $1 for update', [run])
      expect(await database.inWorkspace(workspace, (tx) => endRun(tx, run, workbook, 'cancelled'))).toBe(true)
    })
    expect(await claim(newId())).toBeUndefined()
  })
})
