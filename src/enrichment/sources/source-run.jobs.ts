// The job that brings the records of a source into its workbook: page by page, each in one transaction with the checkpoint.
import type { Payer } from '../../engine/money/budget.ts'
import { Refusal } from '../../kernel/errors.ts'
import type { WorkspaceId } from '../../kernel/ids.ts'
import type { JsonObject } from '../../kernel/json.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { handleWorkspaceJob, type JobHandler, type JobKind, type JobRun, WorkFailed } from '../../platform/queue/job.ts'
import { removeSchedule } from '../../platform/queue/schedules.ts'
import { readJobPlace } from '../../platform/queue/work.ts'
import type {
  RejectedRecord,
  SourceAdapter,
  SourcePage,
  SourceRecord,
  Validators,
} from '../../providers/sources/source.ts'
import {
  type BroughtRecord,
  bringRows,
  countNew,
  keepRejected,
  reserveForRecords,
  useKnownIds,
} from '../../records/ingest/brought.commands.ts'
import { claimGoneRows } from '../../records/ingest/gone.commands.ts'
import { logEnd, logPart, type OutcomeCounts } from '../../records/intake/delivery.ts'
import { deleteRows } from '../../records/rows/rows.commands.ts'
import { sleep } from '../lookups/sleep.ts'
import { readBilled } from '../money/billed.reads.ts'
import { openSource } from './open-source.ts'
import { type Checkpoint, capWords, type PageStep, runPages, saveCheckpoint } from './run-pages.ts'
import type { SourceParts } from './source-reader.ts'
import { isRunning, SOURCE_DUE, SOURCE_RUN, startSourceRun } from './sources.commands.ts'
import { mustFindSource, type StoredSource } from './sources.reads.ts'

interface RunParts extends SourceParts {
  sources: readonly SourceAdapter[]
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
  /** The document was not sent again. */
  not_modified: boolean
  /** What a person should know of the run. */
  warnings: string[]
  /** Fields of the records so far. */
  fields: string[]
}

const MOST_WARNINGS = 50
const MOST_FIELDS = 1_000
const KEPT_RUNS = 10
const GONE_BATCH = 500
const BUSY_TRIES = 60

export function sourceJobs(parts: RunParts): JobHandler[] {
  return [
    handleWorkspaceJob(SOURCE_RUN, async ({ workbook_id, source_id, bring_back, is_scheduled = false }, run) => {
      const stored = await found(parts, run.workspace_id, workbook_id, source_id)
      const source = parts.sources.find(({ id }) => id === stored?.adapter)
      if (!stored) throw new WorkFailed('The source or its workbook is not there any more')
      if (!source) throw new WorkFailed(`This version has no source "${stored.adapter}"`)
      await bring(parts, run, stored, source, { bring_back, is_scheduled })
    }),
    handleWorkspaceJob(SOURCE_DUE, async ({ workbook_id, source_id }, { workspace_id }) => {
      await parts.database.inWorkspace(workspace_id, async (tx) => {
        const stored = await find(tx, workbook_id, source_id)
        if (!stored?.enabled) return removeSchedule(tx, SOURCE_DUE as JobKind, source_id)
        if (!(await isRunning(tx, stored)))
          await startSourceRun(tx, workbook_id, source_id, { bring_back: false, is_scheduled: true })
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
  source: SourceAdapter,
  { bring_back, is_scheduled }: { bring_back: boolean; is_scheduled: boolean },
): Promise<void> {
  const reading = {
    validators: bring_back ? null : await usableValidators(parts, run.workspace_id, stored, is_scheduled),
    settings: stored.settings,
    since: stored.since,
    kept_as: run.id,
    payer: await payerOf(parts, stored, run),
  }
  const work: Work = { parts, run, stored, source, bring_back }
  let at = run.checkpoint as unknown as Checkpoint | null
  if (!moreOf(at, run.id).is_read) {
    const reader = await openSource(parts, run.workspace_id, source, reading)
    const newest = 'newest' in source ? source.newest?.(stored.settings) : undefined
    const begin = at ?? { newest: stored.since }
    try {
      at = await runPages({
        reader,
        max_records: stored.max_rows,
        newest,
        ends_by_repeating: source.ends_by_repeating,
        run: { checkpoint: begin as never, signal: run.signal },
        keep: (at) => saveCheckpoint(parts.database, run, at),
        store: (step) => whenFree(run.signal, () => storeStep(work, step)),
      })
    } finally {
      reader.close()
    }
  }
  if (at) await deleteGone(work, at)
}

/** What an unchanged document is known by. A run by hand reads it again when a row or column was changed since: it may put back what is gone. */
async function usableValidators(
  { database }: RunParts,
  workspaceId: WorkspaceId,
  { workbook_id, validators }: StoredSource,
  isScheduled: boolean,
): Promise<Validators | null> {
  if (validators === null || isScheduled) return validators
  const { rowCount } = await database.inWorkspace(workspaceId, (tx) =>
    tx.client.query(
      `select from changes where workspace_id = $1 and workbook_id = $2 and id <> $4 and (created_at > $3 or flipped_at > $3) limit 1`,
      [workspaceId, workbook_id, validators.at, validators.change_id],
    ),
  )
  return rowCount === 0 ? validators : null
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

/** Runs count against the user who added the source, not the one who starts the run; and against the token that starts it, or added it. */
async function payerOf({ database }: RunParts, stored: StoredSource, { id, workspace_id }: Run): Promise<Payer> {
  const { workbook_id, created_by: user_id, token_id } = stored
  const { actor } = await database.inWorkspace(workspace_id, (tx) => readJobPlace(tx, id))
  return { workbook_id, run_id: id, user_id, token_id: actor.token_id ?? token_id }
}

const moreOf = (at: Pick<Checkpoint, 'more'> | null, runId: string): More => ({
  change_id: runId,
  is_recorded: false,
  rejects: 0,
  is_read: false,
  capped: false,
  not_modified: false,
  warnings: [],
  fields: [],
  ...(at?.more as unknown as Partial<More> | undefined),
})

interface Work {
  parts: RunParts
  run: Run
  stored: StoredSource
  source: SourceAdapter
  bring_back: boolean
}

async function storeStep({ parts, run, stored, source, bring_back }: Work, step: PageStep): Promise<Checkpoint> {
  const { database, now } = parts
  const { page, after, total, isCapped, isLast } = step
  const more = moreOf(after, run.id)
  const { records, fresh } = await database.inWorkspace(run.workspace_id, async (tx) => {
    const known = await useKnownIds(tx, stored.id, step.records)
    return { records: known, fresh: await countNew(tx, stored.id, known) }
  })
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
        source_id: stored.id,
        job_id: run.id,
        label: stored.name,
        mapping: stored.mapping,
        mode: stored.mode,
        existing: stored.existing,
        again: bring_back,
        is_file: source.id === 'file',
        change: { id: more.change_id, is_known: more.is_recorded },
        provenance: ({ record_id }: BroughtRecord): JsonObject => ({
          provider: source.id,
          source_id: stored.id,
          record_id,
          fetched_at,
          license: source.license,
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
    const unread = step.rejected.filter(({ is_repeat }) => !is_repeat)
    await keepRejected(
      tx,
      stored.id,
      run.id,
      unread.map(({ record_id }) => record_id),
    )
    const came: { [outcome: string]: number } = {}
    const counts = { ...after.counts }
    const count = (outcome: string, by = 1) => {
      counts[outcome] = (counts[outcome] ?? 0) + by
      came[outcome] = (came[outcome] ?? 0) + by
    }
    for (const { outcome } of outcomes) count(outcome)
    if (step.rejected.length > 0) count('rejected', step.rejected.length)
    const part = { part: after.pages, name: `Page ${after.pages}`, counts: came, refused: rejected }
    const told = await logPart(tx, run, part, more.rejects, stored.id)
    if (more.rejects === 0 && after.pages <= 1) await forgetOldRejects(tx, stored.id, run.id)
    const fields = source.fields ? [] : fieldsSeen(more.fields, page, records)
    const warnings = [
      page.note,
      ...told.warnings,
      isCapped ? capWords(stored.max_rows, 'records', step) : undefined,
      ...(isLast ? lastWords(stored, source, page, after, fields) : []),
    ].filter((words) => words !== undefined)
    for (const words of warnings) await run.log(tx, 'warning', words)
    if (page.is_unchanged) await run.log(tx, 'info', 'Not modified since the run before, so nothing was read')
    const isOver = isLast && !deletes(stored, after)
    const saved: Checkpoint = {
      ...after,
      counts,
      more: {
        change_id: more.change_id,
        is_recorded: more.is_recorded || changed,
        rejects: told.kept,
        is_read: isLast,
        capped: isCapped,
        not_modified: page.is_unchanged === true,
        warnings: [...new Set([...more.warnings, ...warnings])].slice(0, MOST_WARNINGS),
        fields,
      },
    }
    await run.progress(tx, {
      done: after.stored,
      total,
      checkpoint: saved as never,
      counts,
      message: `Page ${after.pages}`,
    })
    if (isLast) {
      await endReading(tx, run.id, stored.id, isCapped ? null : after.newest)
      await keepKnown(tx, run.id, stored, { page, after: saved }, fields)
    }
    if (isOver) await endRun(tx, run, stored, saved)
    return saved
  })
}

/** What the last step adds to the warnings: why nothing is deleted, and the fields that came and went. */
function lastWords(
  stored: StoredSource,
  source: SourceAdapter,
  page: SourcePage,
  { end, stored: records }: Checkpoint,
  fields: readonly string[],
): string[] {
  const words: string[] = []
  if (page.is_unchanged) return words
  const isCapped = end?.reason === 'limit'
  if (stored.mode === 'mirror') {
    if (isCapped) words.push(`No row was deleted: a run that stops at its cap does not know what is gone`)
    else if (!end?.is_certain)
      words.push(`No row was deleted, since it is not certain that all records were read. ${end?.words ?? ''}`)
    else if (records === 0)
      words.push('No row was deleted: the source had no record. If nothing is left of it, delete its rows by hand')
  } else if (end && !end.is_certain && !isCapped && end.words !== page.note) words.push(end.words)
  if (!isCapped || page.fields) words.push(...fieldWords(stored, source, page, records, fields))
  return words
}

function fieldsSeen(before: readonly string[], page: SourcePage, records: readonly SourceRecord[]): string[] {
  const seen = new Set([...before, ...(page.fields ?? [])])
  if (!page.fields) for (const { values } of records) for (const name of Object.keys(values)) seen.add(name)
  return [...seen].slice(0, MOST_FIELDS)
}

/** Mapped fields that are gone, and fields that are new, since the last complete run. */
function fieldWords(
  { mapping, known_fields, since }: StoredSource,
  source: SourceAdapter,
  page: SourcePage,
  records: number,
  fields: readonly string[],
): string[] {
  // Without a record an API does not tell what it has; a run for what is newer may have none of it.
  if (source.fields || (!page.fields && (records === 0 || since !== null))) return []
  const isTable = page.fields !== undefined
  const [what, whats] = isTable ? ['column', 'columns'] : ['field', 'fields']
  const named = (names: readonly string[]) => {
    const shown = names
      .slice(0, 10)
      .map((name) => `"${name}"`)
      .join(', ')
    const rest = names.length > 10 ? ` and ${names.length - 10} more` : ''
    return `${names.length === 1 ? what : whats} ${shown}${rest}`
  }
  const mapped = mapping.map(({ field }) => field)
  const expected = isTable && known_fields ? [...new Set([...known_fields, ...mapped])] : mapped
  const gone = expected.filter((name) => !fields.includes(name))
  const fresh =
    known_fields === null ? [] : fields.filter((name) => !known_fields.includes(name) && !mapped.includes(name))
  const words: string[] = []
  if (gone.length > 0)
    words.push(
      `The source no longer has the ${named(gone)}. Values that were brought before stay. Edit the source if a name has changed`,
    )
  if (fresh.length > 0)
    words.push(
      `The source has the new ${named(fresh)}, which ${fresh.length === 1 ? 'goes' : 'go'} to no column yet. Edit the source to bring ${fresh.length === 1 ? 'it' : 'them'}`,
    )
  return words
}

/** What the next run compares with. Fields of an API may be left out where they are blank, so that those known stay known. */
async function keepKnown(
  tx: WorkspaceTx,
  runId: string,
  { id, known_fields }: StoredSource,
  { page, after }: Pick<PageStep, 'page' | 'after'>,
  fields: readonly string[],
): Promise<void> {
  if (page.is_unchanged) return
  const known = page.fields ? fields : [...new Set([...(known_fields ?? []), ...fields])].slice(0, MOST_FIELDS)
  const hasSome = page.validators && Object.keys(page.validators).length > 0
  const isWhole = after.end?.is_certain === true && hasSome
  await tx.client.query(
    `update workbook_sources set known_fields = coalesce($3, known_fields), validators = $4::jsonb || jsonb_build_object('at', clock_timestamp(), 'change_id', $5::text)
       where workspace_id = $1 and id = $2`,
    [
      tx.workspace_id,
      id,
      known.length > 0 ? JSON.stringify(known) : null,
      isWhole ? JSON.stringify(page.validators) : null,
      runId,
    ],
  )
}

/** Deletions follow only from a run that certainly read everything and found at least one record. */
const deletes = ({ mode }: StoredSource, { end, stored }: Checkpoint) =>
  mode === 'mirror' && end?.is_certain === true && stored > 0

const resultOf = (at: Checkpoint, runId: string): JsonObject => ({
  ...at.counts,
  pages: at.pages,
  capped: moreOf(at, runId).capped,
  read_to_end: at.end?.is_certain === true,
  warnings: moreOf(at, runId).warnings,
  not_modified: moreOf(at, runId).not_modified,
})

async function endRun(tx: WorkspaceTx, run: Run, { workbook_id }: StoredSource, at: Checkpoint): Promise<void> {
  await run.result(tx, resultOf(at, run.id))
  const counts: OutcomeCounts = at.counts
  await logEnd(tx, run, { counts, pages: at.pages, billed: await readBilled(tx, workbook_id, run.id) })
}

/** The cursor moves on only when nothing was left out. */
async function endReading(tx: WorkspaceTx, jobId: string, sourceId: string, newest: string | null): Promise<void> {
  if (newest !== null)
    await tx.client.query('update workbook_sources set since = $3 where workspace_id = $1 and id = $2', [
      tx.workspace_id,
      sourceId,
      newest,
    ])
  await tx.client.query('delete from stored_chunks where workspace_id = $1 and file_id = $2', [tx.workspace_id, jobId])
}

/** Rows that were made for records which the source has no longer. Undo brings them back. */
async function deleteGone({ parts, run, stored }: Work, at: Checkpoint): Promise<void> {
  if (!deletes(stored, at)) return
  let counts = at.counts
  for (let more = true; more; ) {
    run.signal.throwIfAborted()
    more = await parts.database.inWorkspace(run.workspace_id, async (tx) => {
      const { row_ids, more: left } = await claimGoneRows(tx, stored.id, run.id, GONE_BATCH)
      const { deleted } = await deleteRows(tx, stored.workbook_id, row_ids)
      if (deleted > 0) counts = { ...counts, deleted: (counts.deleted ?? 0) + deleted }
      const now = { ...at, counts }
      await run.progress(tx, { checkpoint: now as never, counts, message: 'Deleting rows that are gone' })
      if (!left) await endRun(tx, run, stored, now)
      return left
    })
  }
}

async function forgetOldRejects(tx: WorkspaceTx, sourceId: string, jobId: string): Promise<void> {
  await tx.client.query(
    `delete from job_rejects where workspace_id = $1 and source_id = $2 and job_id < coalesce((
       select min(id::text)::uuid from (select j.id from jobs j where j.workspace_id = $1 and j.kind = $3 and j.subject ->> 'source_id' = $2::text
         and j.id <= $4 order by j.id desc limit ${KEPT_RUNS}) newest), $4)`,
    [tx.workspace_id, sourceId, SOURCE_RUN.name, jobId],
  )
}
