// The background work of computed columns: works through what writes left for it in batches, each a short transaction of its own.

import { Type } from 'typebox'
import type { WorkspaceId } from '../../kernel/ids.ts'
import type { Database, WorkspaceTx } from '../../platform/db/database.ts'
import { defineJob, type JobHandler } from '../../platform/queue/job.ts'
import { enqueue } from '../../platform/queue/queue.ts'
import { openSteps, type Steps } from '../../platform/queue/steps.ts'
import { shareStructure } from '../opening/structure.lock.ts'
import { lockRows } from '../store/cells/cells.writes.ts'
import {
  affectedColumns,
  isVolatile,
  lookupsOf,
  ownerOf,
  type PlannedColumn,
  planComputed,
} from '../store/columns/computed.logic.ts'
import {
  batchOf,
  callConsumer,
  claimDirty,
  type DirtyRows,
  enqueueAllRows,
  enqueueDirtyRows,
  gatherKeys,
  halveDirty,
  markStoppedRows,
  settleDirty,
} from '../store/dirty-rows/dirty-rows.commands.ts'
import { COMPUTE, computing } from '../store/dirty-rows/dirty-rows.jobs.ts'
import { type FollowedWorkbook, readFollowed } from '../store/follow.ts'
import { computeDependents } from './after-write.ts'
import { waitForLookups } from './lookups.reads.ts'
import { lookupField, rowsOfKeys, sourceField } from './match-keys.writes.ts'
import { renameRangesJob } from './ranges.jobs.ts'

export const COMPUTE_DAILY = defineJob({
  name: 'workbook.compute_daily',
  payload: Type.Object({ workbook_id: Type.String(), chain: Type.String() }),
  attempts: 500,
})
export const FORGET_KEYS = defineJob({
  name: 'workbook.forget_keys',
  payload: Type.Object({ workbook_id: Type.String(), field: Type.String() }),
  attempts: 20,
})

const BATCH = 1_000
/** Batches of a turn before a second worker is let in, and how many rows must be left for it. */
const ALONE = 4
const SHARED_ROWS = 20_000
/** A job that goes on for longer lets the others of the queue have their turn first. */
const TURN_MS = 10_000
const KEYS_BATCH = 5_000

/** `sharedRows`: how many rows must be left for a second worker; tests have smaller workbooks. */
export function computedJobs(database: Database, now: () => Date, sharedRows = SHARED_ROWS): JobHandler[] {
  const compute: JobHandler<typeof COMPUTE.payload> = {
    kind: COMPUTE,
    async work({ workbook_id }, { workspace_id, signal }) {
      const workspaceId = owned(workspace_id)
      const until = now().getTime() + TURN_MS
      const waited = new Set<string>()
      const waitForReaders = () => database.inWorkspace(workspaceId, (tx) => waitForLookups(tx, workbook_id))
      const opened: Steps<string>[] = []
      /** Works until nothing is free (false), or its turn is over. */
      async function work(afterBatch?: (batch: number) => Promise<void>): Promise<boolean> {
        const steps = openSteps<string>({
          database,
          at: workspaceId,
          signal,
          what: 'Computing columns',
          most: BATCH,
          nameOf: (id) => `row ${id}`,
        })
        opened.push(steps)
        for (let batch = 1; await workOnce(steps, workbook_id, waited, waitForReaders); batch++) {
          if (now().getTime() >= until) return true
          await afterBatch?.(batch)
        }
        return false
      }
      // The database reads and writes one batch while this process computes another. Most work is over before that is worth it.
      let beside: Promise<boolean> | undefined
      const mine = work(async (batch) => {
        if (batch !== ALONE) return
        // Between two batches: a claim beside this one would find its line held.
        const isShared = await database.inWorkspace(workspaceId, (tx) =>
          halveDirty(tx, computing, workbook_id, sharedRows),
        )
        if (!isShared) return
        beside = work()
        // It is looked at when both have ended.
        beside.catch(() => {})
      })
      const [first] = await Promise.allSettled([mine])
      const [second] = await Promise.allSettled([beside])
      for (const end of [first, second]) if (end.status === 'rejected') throw end.reason
      if ((await mine) || (await beside))
        await database.inWorkspace(workspaceId, (tx) => callConsumer(tx, computing, workbook_id))
      for (const steps of opened) steps.end()
    },
  }
  const daily: JobHandler<typeof COMPUTE_DAILY.payload> = {
    kind: COMPUTE_DAILY,
    async work({ workbook_id, chain }, { workspace_id }) {
      await database.inWorkspace(owned(workspace_id), async (tx) => {
        const { follow, columns } = await readFollowed(tx, workbook_id)
        if (follow?.daily !== chain) return
        const plan = planComputed(workbook_id, columns ?? [])
        const idOf = ({ column }: PlannedColumn) => column.id
        const ageing = plan.order.filter(isVolatile).map(idOf)
        if (ageing.length > 0) await enqueueAllRows(tx, workbook_id, ageing, affectedColumns(plan, ageing).map(idOf))
        await enqueueDaily(tx, workbook_id, chain, now())
      })
    },
  }
  const forget: JobHandler<typeof FORGET_KEYS.payload> = {
    kind: FORGET_KEYS,
    async work({ workbook_id, field }, { workspace_id, signal }) {
      const steps = openSteps({
        database,
        at: owned(workspace_id),
        signal,
        what: 'Removing keys of a column',
        most: KEYS_BATCH,
      })
      for (let gone = 1; gone > 0; )
        gone = await steps.take(async (tx, { size }) => {
          await shareStructure(tx, workbook_id)
          // Another formula may need them by now.
          if (isNeeded(await readFollowed(tx, workbook_id), field)) return 0
          const { rowCount } = await tx.client.query(
            `delete from match_keys where ctid = any (array(select ctid from match_keys
               where workspace_id = $1 and workbook_id = $2 and field = $3 limit $4))`,
            [tx.workspace_id, workbook_id, field, size],
          )
          return rowCount ?? 0
        })
    },
  }
  return [compute, daily, forget, renameRangesJob(database)]
}

function isNeeded({ id, follow, columns }: FollowedWorkbook, field: string): boolean {
  const looksUp = lookupsOf(planComputed(id, columns ?? [])).some((lookup) => lookupField(lookup) === field)
  return looksUp || (follow?.links ?? []).some((link) => sourceField(link) === field)
}

/** Computes what ages again shortly after midnight UTC, again and again until the workbook says otherwise. */
export async function enqueueDaily(tx: WorkspaceTx, workbookId: string, chain: string, now: Date): Promise<void> {
  const next = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1))
  const payload = { workbook_id: workbookId, chain }
  await enqueue(tx, COMPUTE_DAILY, payload, { run_at: next })
}

function owned(workspaceId: WorkspaceId | null): WorkspaceId {
  if (workspaceId === null) throw new Error('computed columns belong to a workspace')
  return workspaceId
}

/** One batch of the oldest work; false when there is none, or all of it is in other hands. `waited`: see below. */
async function workOnce(
  steps: Steps<string>,
  workbookId: string,
  waited: Set<string>,
  waitForLookups: () => Promise<void>,
): Promise<boolean> {
  const wait = await steps.take(async (tx, step) => {
    await shareStructure(tx, workbookId)
    const [line] = await claimDirty(tx, computing, workbookId)
    if (!line) return undefined
    const followed = await readFollowed(tx, workbookId)
    const plan = planComputed(workbookId, followed.columns ?? [])
    if (lookupsOf(plan).length > 0 && !waited.has(line.id)) {
      await gatherKeys(tx, line)
      return line.id
    }
    const batch = await nextBatch(tx, workbookId, line.rows, step.size)
    const ids = batch.ids.filter((id) => !step.past.includes(id))
    step.takes(ids)
    if (followed.follow !== null && ids.length < batch.ids.length)
      await markStoppedRows(
        tx,
        line,
        batch.ids.filter((id) => step.past.includes(id)),
        affectedColumns(plan, line.columns).map(({ column }) => column.id),
      )
    if (followed.follow !== null && ids.length > 0) {
      const there = await lockRows(tx, workbookId, ids)
      await computeDependents(tx, followed, plan, there, line.columns, true)
    }
    await settleDirty(tx, line, followed.follow === null ? null : batch.left)
    return null
  })
  if (typeof wait === 'string') {
    await waitForLookups()
    waited.add(wait)
  }
  return wait !== undefined
}

async function nextBatch(
  tx: WorkspaceTx,
  workbookId: string,
  rows: DirtyRows,
  most: number,
): Promise<{ ids: readonly string[]; left: DirtyRows | null }> {
  if ('field' in rows) return nextByKey(tx, workbookId, rows.field, [...rows.keys], most)
  if ('lead_ids' in rows) throw new Error('leads are not computed')
  return batchOf(tx, workbookId, rows, most)
}

/** All rows of as many keys as fill no batch; a key that alone fills one, by their positions. */
async function nextByKey(
  tx: WorkspaceTx,
  workbookId: string,
  field: string,
  keys: string[],
  most: number,
): Promise<{ ids: string[]; left: DirtyRows | null }> {
  for (let count = keys.length; count > 0; count = count > 1 ? Math.ceil(count / 2) : 0) {
    const some = await rowsOfKeys(tx, workbookId, field, keys.slice(0, count), Number.NEGATIVE_INFINITY, most)
    if (some.length === most) continue
    const left = count < keys.length ? { field, keys: keys.slice(count) } : null
    return { ids: some.map(({ row_id }) => row_id), left }
  }
  return oneKey(tx, workbookId, field, keys)
}

/** A key that a batch and more of rows have: its rows are put on record by id, then the other keys have their turn. */
async function oneKey(
  tx: WorkspaceTx,
  workbookId: string,
  field: string,
  [key = '', ...others]: string[],
): Promise<{ ids: string[]; left: DirtyRows | null }> {
  let after = Number.NEGATIVE_INFINITY
  for (;;) {
    const rows = await rowsOfKeys(tx, workbookId, field, [key], after, 5 * BATCH)
    const last = rows.at(-1)
    if (!last) break
    const ids = rows.map(({ row_id }) => row_id)
    await enqueueDirtyRows(tx, computing, workbookId, ids, { columns: [ownerOf(field.slice(1))] })
    after = last.position
  }
  return { ids: [], left: others.length === 0 ? null : { field, keys: others } }
}
