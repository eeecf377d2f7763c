// Marks answers as stale: they keep their value, and runs of what is missing or stale take them up.
import { Type } from 'typebox'
import type { ColumnConfig } from '../../../engine/columns/columns.schema.ts'
import { ageLimits, answersMadeFrom, changedQuestions, type StaleReason } from '../../../engine/columns/freshness.ts'
import { canonicalJson } from '../../../kernel/json.ts'
import type { Database, WorkspaceTx } from '../../../platform/db/database.ts'
import { defineJob, handleWorkspaceJob, type JobHandler } from '../../../platform/queue/job.ts'
import { enqueue } from '../../../platform/queue/queue.ts'
import { postponeSchedule, removeSchedule, setSchedule } from '../../../platform/queue/schedules.ts'
import { openSteps } from '../../../platform/queue/steps.ts'
import { type Follow, type FollowedWorkbook, setFollow, type TouchedRows } from '../follow.ts'
import { idsOf, lateral } from '../lateral.logic.ts'
import { differences } from '../recorder.ts'
import { emitCellRows } from '../workbook.events.ts'
import { readColumns } from '../workbooks.reads.ts'
import { ENRICHED, lockRows, SETTLE } from './cells.writes.ts'

const ANSWERED = `('complete', 'unverified', 'not_found')`

// An answer that is on its way keeps the reason until it is here; what this very run has written was made from what is there now.
export const MARK = `with ${ENRICHED},
  before as materialized (
    select r.* from ${lateral(idsOf(3), { table: 'cells', by: 'row_id', columns: 'ctid as place, row_id, column_id, status, run_id, updated_at' })}),
  awaited as (
    update cells c set reason = $5 from before b where c.ctid = b.place and b.column_id = any($4) and b.status = 'waiting'),
  moved as materialized (
    update cells c set status = 'stale', reason = $5 from before b
    where c.ctid = b.place and b.column_id = any($4) and b.status in ${ANSWERED} and b.run_id is distinct from $6::uuid
      and ($7::timestamptz is null or b.updated_at < $7)
    returning c.row_id, c.column_id, b.status as old_status, c.status as new_status),
  ${SETTLE}
  select distinct row_id from moved`

interface Marking {
  column_ids: readonly string[]
  reason: StaleReason
  run_id?: string | undefined
  /** Only answers that are older. */
  before?: Date | undefined
}

const marking = (tx: WorkspaceTx, workbookId: string, rowIds: readonly string[], m: Marking) => ({
  name: 'cells_mark_stale',
  text: MARK,
  values: [tx.workspace_id, workbookId, rowIds, m.column_ids, m.reason, m.run_id ?? null, m.before ?? null],
})

/** A follower of writes: the rows are locked. It goes with the commit, and costs nothing where no answer was made from what was written. */
export function markReaders(tx: WorkspaceTx, { id, follow }: FollowedWorkbook, touched: TouchedRows): void {
  const reads = follow?.reads
  if (!reads) return
  const byColumns = new Map<string, { column_ids: string[]; rows: string[] }>()
  for (const { rows, columns } of editedOf(touched, reads)) {
    const column_ids = [...new Set(columns.flatMap((column) => reads[column] ?? []))].sort()
    if (column_ids.length === 0) continue
    const key = column_ids.join('\n')
    const group = byColumns.get(key) ?? { column_ids, rows: [] }
    group.rows.push(...rows)
    byColumns.set(key, group)
  }
  for (const { column_ids, rows } of byColumns.values())
    tx.lastly.push(marking(tx, id, rows, { column_ids, reason: 'input_changed', run_id: touched.run_id ?? undefined }))
}

/** Of rows whose values are known, only columns that are read are compared. */
function editedOf(
  { rows, columns, known, edited }: TouchedRows,
  reads: NonNullable<Follow['reads']>,
): NonNullable<TouchedRows['edited']> {
  if (edited) return edited
  if (known) {
    const names = Object.keys(reads).filter((name) => columns === 'all' || columns.includes(name))
    if (names.length === 0) return []
    return known.flatMap(({ id, before, after }) => {
      const differs = before && differences(before, after, names)
      return differs ? [{ rows: [id], columns: Object.keys(differs.after) }] : []
    })
  }
  return columns === 'all' || 'from' in rows ? [] : [{ rows, columns }]
}

const BATCH = 2_000

// Row after row by the primary key, so that a batch begins where the last one ended.
export const CANDIDATES = `select distinct row_id from cells
  where workspace_id = $1 and workbook_id = $2 and column_id = any($3) and status in ${ANSWERED} and updated_at < $4 and row_id > $5
  order by row_id limit $6`

const MARK_STALE = defineJob({
  name: 'workbook.mark_stale',
  payload: Type.Object({
    workbook_id: Type.String(),
    column_ids: Type.Array(Type.String()),
    before: Type.String(),
    /** Absent: the settings of the columns changed. */
    reason: Type.Optional(Type.Literal('input_changed')),
  }),
  attempts: 20,
  lane: 'long',
})
const AGE = defineJob({
  name: 'workbook.age',
  payload: Type.Object({ workbook_id: Type.String() }),
  attempts: 3,
  lane: 'long',
})
/** Answers of one run fall due one after the other: those of two seconds are marked together. */
const AGE_GAP_MS = 2_000
/** Looking through a large workbook takes longer: then this many times as long passes before the next time. */
const AGE_REST = 20
/** At the latest: an undo brings back an answer of long ago. */
const AGE_EVERY_SECONDS = 3_600
const FIRST = '00000000-0000-0000-0000-000000000000'
const DAY_MS = 86_400_000

/** Marks the answers of these rows, which it locks. */
export async function markRows(
  tx: WorkspaceTx,
  workbookId: string,
  rowIds: readonly string[],
  m: Marking,
): Promise<void> {
  await lockRows(tx, workbookId, [...rowIds])
  const { rows } = await tx.client.query<{ row_id: string }>(marking(tx, workbookId, rowIds, m))
  if (rows.length > 0)
    await emitCellRows(
      tx,
      workbookId,
      rows.map(({ row_id }) => row_id),
    )
}

/** In the background, the answers of these columns that are there now: what they were made from is gone. */
export async function enqueueOutdated(
  tx: WorkspaceTx,
  workbookId: string,
  column_ids: readonly string[],
): Promise<void> {
  const { rows } = await tx.client.query<{ now: Date }>('select clock_timestamp() as now')
  const before = (rows[0]?.now ?? new Date(0)).toISOString()
  await enqueue(tx, MARK_STALE, {
    workbook_id: workbookId,
    column_ids: [...column_ids],
    before,
    reason: 'input_changed',
  })
}

/** Marks the next batch; where it ended, or null when nothing is left. */
async function markBatch(
  tx: WorkspaceTx,
  workbookId: string,
  m: Marking & { before: Date },
  after: string,
  most = BATCH,
): Promise<string | null> {
  const values = [tx.workspace_id, workbookId, m.column_ids, m.before, after, most]
  const { rows } = await tx.client.query<{ row_id: string }>({ name: 'cells_to_mark', text: CANDIDATES, values })
  const ids = rows.map(({ row_id }) => row_id)
  if (ids.length === 0) return null
  await markRows(tx, workbookId, ids, m)
  return ids.length < most ? null : (ids.at(-1) ?? null)
}

/** Call it after the columns of a workbook were written, while its structure is held for change. */
export async function settleFreshness(
  tx: WorkspaceTx,
  workbookId: string,
  before: readonly ColumnConfig[],
  after: readonly ColumnConfig[],
): Promise<void> {
  const reads = answersMadeFrom(after)
  if (canonicalJson(reads) !== canonicalJson(answersMadeFrom(before)))
    await setFollow(tx, workbookId, 'reads', Object.keys(reads).length > 0 ? reads : undefined)
  const [limits, old] = [ageLimits(after), ageLimits(before)]
  const column_ids = changedQuestions(before, after)
  if (column_ids.length === 0 && limits.length === 0 && old.length === 0) return
  const { rows } = await tx.client.query<{ now: Date }>('select clock_timestamp() as now')
  const now = rows[0]?.now ?? new Date(0)
  if (limits.length > 0) {
    const timing = { every_seconds: AGE_EVERY_SECONDS }
    const changed = JSON.stringify(limits) !== JSON.stringify(old)
    await setSchedule(tx, AGE, {
      subject: workbookId,
      payload: { workbook_id: workbookId },
      timing,
      jitter_seconds: 600,
      now,
      ...(changed && { first_at: now }),
    })
  } else if (old.length > 0) await removeSchedule(tx, AGE, workbookId)
  if (column_ids.length === 0) return
  // A workbook of ordinary size is marked when the change is answered.
  const next = await markBatch(tx, workbookId, { column_ids, reason: 'settings_changed', before: now }, FIRST)
  if (next !== null) await enqueue(tx, MARK_STALE, { workbook_id: workbookId, column_ids, before: now.toISOString() })
}

const OLDEST = `select min(updated_at) as oldest from cells
  where workspace_id = $1 and workbook_id = $2 and column_id = $3 and status in ${ANSWERED}`

/**
 * When the next answer passes the limit of its column. One that is written from now on does so a whole limit from now, so no write has to
 * tell of it.
 */
async function readNextDue(
  tx: WorkspaceTx,
  workbookId: string,
  limits: readonly [columnId: string, days: number][],
  now: Date,
  took_ms: number,
): Promise<Date> {
  let due = Number.POSITIVE_INFINITY
  for (const [columnId, days] of limits) {
    const { rows } = await tx.client.query<{ oldest: Date | null }>(OLDEST, [tx.workspace_id, workbookId, columnId])
    due = Math.min(due, Math.min(rows[0]?.oldest?.getTime() ?? now.getTime(), now.getTime()) + days * DAY_MS)
  }
  const latest = Math.min(due, now.getTime() + AGE_EVERY_SECONDS * 1000)
  return new Date(Math.max(latest, now.getTime() + Math.max(AGE_GAP_MS, took_ms * AGE_REST)))
}

export function staleJobs(database: Database, now: () => Date): JobHandler[] {
  return [
    handleWorkspaceJob(MARK_STALE, ({ workbook_id, column_ids, before, reason }, { workspace_id, signal }) =>
      markAll(
        workspace_id,
        workbook_id,
        { column_ids, reason: reason ?? 'settings_changed', before: new Date(before) },
        signal,
      ),
    ) as JobHandler,
    handleWorkspaceJob(AGE, async ({ workbook_id }, { workspace_id, signal }) => {
      const began = performance.now()
      const limits = await database.inWorkspace(workspace_id, async (tx) => {
        const found = ageLimits(await readColumns(tx, workbook_id))
        if (found.length === 0) await removeSchedule(tx, AGE, workbook_id)
        return found
      })
      for (const [id, days] of limits)
        await markAll(
          workspace_id,
          workbook_id,
          { column_ids: [id], reason: 'expired', before: new Date(now().getTime() - days * DAY_MS) },
          signal,
        )
      if (limits.length > 0)
        await database.inWorkspace(workspace_id, async (tx) => {
          const due = await readNextDue(tx, workbook_id, limits, now(), performance.now() - began)
          await postponeSchedule(tx, AGE, workbook_id, due)
        })
    }) as JobHandler,
  ]

  async function markAll(
    workspaceId: WorkspaceTx['workspace_id'],
    workbookId: string,
    marked: Marking & { before: Date },
    signal: AbortSignal,
  ): Promise<void> {
    const steps = openSteps({
      database,
      at: workspaceId,
      signal,
      what: 'Marking answers that are out of date',
      most: BATCH,
    })
    for (let after: string | null = FIRST; after !== null; ) {
      const from: string = after
      after = await steps.take((tx, { size }) => markBatch(tx, workbookId, marked, from, size))
    }
  }
}
