// The job that brings the records of a source into its workbook: page by page, each in one transaction with the checkpoint.
import type { Payer } from '../../engine/budget.ts'
import { Refusal } from '../../kernel/errors.ts'
import { newId, type WorkspaceId } from '../../kernel/ids.ts'
import type { JsonObject } from '../../kernel/json.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { handleWorkspaceJob, type JobHandler, type JobKind, type JobRun, WorkFailed } from '../../platform/queue/job.ts'
import { removeSchedule } from '../../platform/queue/schedules.ts'
import type { RejectedRecord, Source } from '../../providers/sources/source.ts'
import { type BroughtRecord, bringRows, countNew, reserveForRecords } from '../../records/ingest/brought.commands.ts'
import { takeGone } from '../../records/ingest/gone.commands.ts'
import { readErased } from '../../records/lead-facts/erasure.reads.ts'
import { deleteRows } from '../../records/rows/rows.commands.ts'
import { sleep } from '../lookups/sleep.ts'
import { openSource, type SourceParts } from './open-source.ts'
import { type Checkpoint, keepPlace, runPages, type Step } from './run-pages.ts'
import { isRunning, SOURCE_DUE, SOURCE_RUN, startSourceRun } from './sources.commands.ts'
import { mustFindSource, type StoredSource } from './sources.reads.ts'

interface RunParts extends SourceParts {
  sources: readonly Source[]
  now: () => Date
}
type Run = JobRun & { workspace_id: WorkspaceId }

/** What the checkpoint keeps beside the place in the source. */
interface More {
  change_id: string
  /** The line of the change is there. */
  is_recorded: boolean
  rejects: number
  /** All pages are stored; rows of a mirror that are gone are being deleted. */
  is_read: boolean
  capped: boolean
}

/** Of a run; what is beyond is counted and not kept. */
const MOST_REJECTS = 10_000
const KEPT_RUNS = 10
const GONE_BATCH = 500
const BUSY_TRIES = 60

export function sourceJobs(parts: RunParts): JobHandler[] {
  return [
    handleWorkspaceJob(SOURCE_RUN, async ({ workbook_id, source_id, bring_back }, run) => {
      const stored = await found(parts, run.workspace_id, workbook_id, source_id)
      const source = parts.sources.find(({ id }) => id === stored?.adapter)
      if (!stored) throw new WorkFailed('The source or its workbook is not there any more')
      if (!source) throw new WorkFailed(`This version has no source "${stored.adapter}"`)
      await bring(parts, run, stored, source, bring_back)
    }),
    handleWorkspaceJob(SOURCE_DUE, async ({ workbook_id, source_id }, { workspace_id }) => {
      await parts.database.inWorkspace(workspace_id, async (tx) => {
        const stored = await find(tx, workbook_id, source_id)
        if (!stored?.enabled) return removeSchedule(tx, SOURCE_DUE as JobKind, source_id)
        if (!(await isRunning(tx, stored))) await startSourceRun(tx, workbook_id, source_id, { bring_back: false })
        return undefined
      })
    }),
  ]
}

const found = ({ database }: RunParts, at: WorkspaceId, workbook: string, id: string) =>
  database.inWorkspace(at, (tx) => find(tx, workbook, id))

async function find(tx: WorkspaceTx, workbook: string, id: string): Promise<StoredSource | undefined> {
  try {
    return await mustFindSource(tx, workbook, id)
  } catch (error) {
    if (error instanceof Refusal && error.code === 'not_found') return undefined
    throw error
  }
}

async function bring(
  parts: RunParts,
  run: Run,
  stored: StoredSource,
  source: Source,
  bring_back: boolean,
): Promise<void> {
  const reading = {
    settings: stored.settings,
    since: stored.since,
    kept_as: run.id,
    payer: payerOf(stored, run.id),
  }
  const work: Work = { parts, run, stored, source, bring_back }
  let at = run.checkpoint as unknown as Checkpoint | null
  if (!moreOf(at).is_read) {
    const reader = await openSource(parts, run.workspace_id, source, reading)
    const newest = 'newest' in source ? source.newest?.(stored.settings) : undefined
    const begin = at ?? { newest: stored.since }
    try {
      at = await runPages({
        ...{ reader, max_records: stored.max_rows, newest, ends_by_repeating: source.ends_by_repeating },
        run: { checkpoint: begin as never, signal: run.signal },
        keep: (at) => keepPlace(parts.database, run, at),
        store: (step) => whenFree(run.signal, () => storeStep(work, step)),
      })
    } finally {
      reader.close()
    }
  }
  if (at && stored.mode === 'mirror') await deleteGone(work, at)
}

/** While existing rows get their keys, no row can be upserted. */
async function whenFree<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  for (let tries = 0; ; tries++) {
    try {
      return await work()
    } catch (error) {
      const isBusy = error instanceof Refusal && error.code === 'unavailable'
      if (error instanceof Refusal && !isBusy)
        throw new WorkFailed(`${error.message}. What was brought until then stays.`)
      if (!isBusy || tries >= BUSY_TRIES) throw error
      await sleep(2_000, signal)
    }
  }
}

/** Runs count against the user who added the source, not the one who starts the run. */
const payerOf = ({ workbook_id, created_by }: StoredSource, run_id: string): Payer => ({
  ...{ workbook_id, run_id, user_id: created_by, token_id: null },
})

const moreOf = (at: Pick<Checkpoint, 'more'> | null): More =>
  (at?.more as unknown as More | undefined) ?? {
    change_id: newId(),
    is_recorded: false,
    rejects: 0,
    is_read: false,
    capped: false,
  }

interface Work {
  parts: RunParts
  run: Run
  stored: StoredSource
  source: Source
  bring_back: boolean
}

async function storeStep({ parts, run, stored, source, bring_back }: Work, step: Step): Promise<Checkpoint> {
  const { database, now } = parts
  const { records, page, after, total, isCapped, isLast } = step
  const more = moreOf(after)
  const fresh = await database.inWorkspace(run.workspace_id, (tx) => countNew(tx, stored.id, records))
  const reserved =
    fresh > 0
      ? await reserveForRecords(database, { workspace_id: run.workspace_id }, stored.workbook_id, fresh)
      : { next: 0, left: 0 }
  return database.inWorkspace(run.workspace_id, async (tx) => {
    const fetched_at = now().toISOString()
    const { outcomes, changed } = await bringRows(
      tx,
      stored.workbook_id,
      records,
      {
        ...{ source_id: stored.id, job_id: run.id, label: stored.name, mapping: stored.mapping },
        ...{ mode: stored.mode, existing: stored.existing, again: bring_back },
        change: { id: more.change_id, is_known: more.is_recorded },
        provenance: ({ record_id }: BroughtRecord): JsonObject => ({
          ...{ provider: source.id, source_id: stored.id, record_id, fetched_at, license: source.license },
          source_url: records.find((one) => one.record_id === record_id)?.source_url ?? null,
        }),
      },
      reserved,
    )
    const rejected: RejectedRecord[] = [
      ...step.rejected,
      ...records.flatMap(({ record_id, values }, index) => {
        const { outcome, reason } = outcomes[index] ?? { outcome: 'unchanged' as const, reason: null }
        return outcome === 'rejected' ? [{ record_id, reason: reason ?? '', values }] : []
      }),
    ]
    const kept = await keepRejects(tx, stored.id, run.id, more.rejects, rejected)
    if (more.rejects === 0 && after.pages <= 1) await forgetOldRejects(tx, stored.id, run.id)
    const counts = { ...after.counts }
    const count = (outcome: string, by = 1) => {
      counts[outcome] = (counts[outcome] ?? 0) + by
    }
    for (const { outcome } of outcomes) count(outcome)
    if (step.rejected.length > 0) count('rejected', step.rejected.length)
    if (page.note) await run.log(tx, 'warning', page.note)
    if (kept < rejected.length && more.rejects + kept === MOST_REJECTS)
      await run.log(tx, 'warning', `Of the rejected records the first ${MOST_REJECTS} are kept`)
    if (isCapped) await run.log(tx, 'warning', `Stopped at the cap of ${stored.max_rows} records; the source has more`)
    const isOver = isLast && (stored.mode !== 'mirror' || isCapped)
    if (isLast && isCapped && stored.mode === 'mirror')
      await run.log(tx, 'warning', 'No row was deleted: a run that stops at its cap does not know what is gone')
    const saved: Checkpoint = {
      ...after,
      counts,
      more: {
        change_id: more.change_id,
        is_recorded: more.is_recorded || changed,
        rejects: more.rejects + kept,
        is_read: isLast,
        capped: isCapped,
      },
    }
    await run.progress(tx, {
      done: after.stored,
      total,
      checkpoint: saved as never,
      counts,
      message: `Page ${after.pages}`,
    })
    if (isLast) await endReading(tx, run.id, stored.id, isCapped ? null : after.newest)
    if (isOver) await run.result(tx, { ...counts, pages: after.pages, capped: isCapped })
    return saved
  })
}

/** The cursor moves on only when nothing was left out. */
async function endReading(tx: WorkspaceTx, jobId: string, sourceId: string, newest: string | null): Promise<void> {
  if (newest !== null)
    await tx.client.query('update workbook_sources set since = $3 where workspace_id = $1 and id = $2', [
      ...[tx.workspace_id, sourceId, newest],
    ])
  await tx.client.query('delete from stored_chunks where workspace_id = $1 and file_id = $2', [tx.workspace_id, jobId])
}

/** Rows that were made for records which the source has no longer. Undo brings them back. */
async function deleteGone({ parts, run, stored }: Work, at: Checkpoint): Promise<void> {
  const result = (counts: Checkpoint['counts']) => ({ ...counts, pages: at.pages, capped: false })
  if (moreOf(at).capped) return
  let counts = at.counts
  const isSafe = at.stored > 0
  for (let more = true; more; ) {
    run.signal.throwIfAborted()
    more = await parts.database.inWorkspace(run.workspace_id, async (tx) => {
      if (!isSafe) {
        await run.log(tx, 'warning', 'The source had no record, so no row was deleted')
        await run.result(tx, result(counts))
        return false
      }
      const { row_ids, more: left } = await takeGone(tx, stored.id, run.id, GONE_BATCH)
      const { deleted } = await deleteRows(tx, stored.workbook_id, row_ids)
      if (deleted > 0) counts = { ...counts, deleted: (counts.deleted ?? 0) + deleted }
      await run.progress(tx, { checkpoint: { ...at, counts } as never, counts, message: 'Deleting rows that are gone' })
      if (!left) await run.result(tx, result(counts))
      return left
    })
  }
}

async function keepRejects(
  tx: WorkspaceTx,
  sourceId: string,
  jobId: string,
  from: number,
  rejected: readonly RejectedRecord[],
): Promise<number> {
  const kept = rejected.slice(0, Math.max(0, MOST_REJECTS - from))
  if (kept.length === 0) return 0
  // As one value each, so that an id which is an address is looked at too.
  const told = kept.map(({ record_id, values }) => ({ id: record_id.slice(0, 500), record: shortened(values ?? {}) }))
  // Nothing of an erased person is stored.
  const erased = await readErased(tx, told)
  const lines = kept.map(({ reason }, index) => {
    const one = told[index]
    const { id, record } = one && !erased.has(one) ? one : { id: '', record: {} }
    return { seq: from + index, record_id: id, reason: reason.slice(0, 1000), record }
  })
  await tx.client.query(
    `insert into source_rejects (workspace_id, source_id, job_id, seq, record_id, reason, record)
       select $1, $2, $3, x.seq, x.record_id, x.reason, x.record
       from jsonb_to_recordset($4::jsonb) as x (seq int, record_id text, reason text, record jsonb)`,
    [tx.workspace_id, sourceId, jobId, JSON.stringify(lines)],
  )
  return kept.length
}

/** A record of megabytes is not kept whole. */
function shortened(values: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(values)
      .slice(0, 100)
      .map(([name, value]) => [name, typeof value === 'string' ? value.slice(0, 1000) : value]),
  )
}

async function forgetOldRejects(tx: WorkspaceTx, sourceId: string, jobId: string): Promise<void> {
  await tx.client.query(
    `delete from source_rejects where workspace_id = $1 and source_id = $2 and job_id < coalesce((
       select min(id::text)::uuid from (select j.id from jobs j where j.workspace_id = $1 and j.kind = $3 and j.subject ->> 'source_id' = $2::text
         and j.id <= $4 order by j.id desc limit ${KEPT_RUNS}) newest), $4)`,
    [tx.workspace_id, sourceId, SOURCE_RUN.name, jobId],
  )
}
