// Scans all leads of a workspace for pairs: keys what is not keyed, compares in a thread, writes what it found batch by batch.
//
// Safe to start again at any point: keys and pairs are written over what is there, and what this scan no longer finds goes last.

import { bitsOf } from '../../engine/matching/score.ts'
import { newId, type WorkspaceId } from '../../kernel/ids.ts'
import type { Database } from '../../platform/db/database.ts'
import { inOrder } from '../../platform/db/look-up.ts'
import { emit } from '../../platform/events/event.ts'
import { handleWorkspaceJob, type JobHandler, type JobRun, WorkFailed } from '../../platform/queue/job.ts'
import { openSteps } from '../../platform/queue/steps.ts'
import { mergeSurePairs, type SurePair } from './auto-merge.commands.ts'
import { type ComparisonResult, compareAll, type Subject } from './compare-apart.ts'
import { pairsFound } from './entities.events.ts'
import { keyingSteps, leadSteps, matchSome } from './match.jobs.ts'
import { parametersOf, writeModel } from './models.writes.ts'
import { grouped, type NewPair, newPair, readApart, writePairs } from './pairs.writes.ts'
import { ENTITY_KINDS, type EntityKind, fieldsOfKind } from './record-form.logic.ts'
import { holdEntities, keyLeads } from './records.writes.ts'
import { RESCAN, SCAN } from './scan.job.ts'
import { readDecided, readRecordBatch, readUnkeyed, type ScannedRecord } from './scan.reads.ts'
import { readSettings } from './settings.reads.ts'

/** Many at once: the more keys are written together, the fewer pages of their index each touches again. */
const KEYED = 2500
const READ = 5000
const WRITTEN = 5000
const MERGED = 1000
/** Pairs that are found no more. */
const DROPPED = 10_000

export function scanJobs(database: Database): JobHandler[] {
  return [
    handleWorkspaceJob(SCAN, (_, run) => scanLeads(database, run)),
    handleWorkspaceJob(RESCAN, (_, run) => scanLeads(database, run)),
  ]
}

type Run = JobRun & { workspace_id: WorkspaceId }

export async function scanLeads(database: Database, run: Run): Promise<void> {
  const { workspace_id, signal } = run
  const leads = await keyAll(database, run)
  const scanId = newId()
  let pairs = 0
  let merged = 0
  const stood = [...leads]
  for (const kind of ENTITY_KINDS) {
    const { decided, decisions, least } = await database.inWorkspace(workspace_id, async (tx) => ({
      ...(await readDecided(tx, kind)),
      least: (await readSettings(tx)).review_threshold,
    }))
    const subject: Subject<ScannedRecord> = {
      fields: fieldsOfKind(kind),
      leastWeight: bitsOf(least),
      what: kind === 'person' ? 'people' : 'companies',
      most: READ,
      async read(tx, size, before) {
        const batch = await readRecordBatch(tx, kind, before.at(-1)?.id ?? 0, size)
        const items = batch.map(({ id, entity_id }) => ({ id, entity_id }))
        return { items, message: { forms: `[${batch.map(({ form }) => form).join()}]` } }
      },
      idOf: ({ id }) => id,
      decided,
    }
    await compareAll(database, run, subject, async (records, compared) => {
      signal.throwIfAborted()
      await database.inWorkspace(workspace_id, (tx) =>
        writeModel(tx, kind, parametersOf(compared.model, compared.frequencies), decisions),
      )
      const done = await writeAll(database, run, { kind, records, compared, scanId })
      pairs += done.pairs
      merged += done.merged
      stood.push(...done.stood)
    })
  }
  // What was not written is not there to be found, though it was.
  if (stood.length === 0) await dropOthers(database, run, scanId)
  await database.inWorkspace(workspace_id, async (tx) => {
    await run.progress(tx, { message: 'Done', counts: { pairs, merged } })
    await run.result(tx, { pairs, merged })
    if (pairs > 0) await emit(tx, pairsFound, { pairs })
  })
  if (stood.length > 0) throw new WorkFailed(stood.join('. '))
}

/** Leads that wait, and those that an earlier version keyed, or none. Returns what stood still. */
async function keyAll(database: Database, run: Run): Promise<string[]> {
  const waiting = keyingSteps(database, run)
  while (await waiting.take((tx, step) => matchSome(tx, step, false)));
  const unkeyed = leadSteps(database, run, 'Preparing leads of an earlier version', KEYED)
  for (let after: number | null = 0; after !== null; ) {
    const from: number = after
    after = await unkeyed.take(async (tx, step) => {
      await holdEntities(tx)
      const ids = await readUnkeyed(tx, from, step.size)
      if (ids.length === 0) return null
      const some = ids.filter((id) => !step.past.includes(id))
      step.takes(some)
      await keyLeads(tx, some)
      await run.progress(tx, { message: 'Preparing leads' })
      return ids.at(-1) ?? null
    })
  }
  return [waiting.stood, unkeyed.stood].flatMap((stood) => stood() ?? [])
}

/** Ids are in the order of time: what a write or another scan found since this one began stays. */
async function dropOthers(database: Database, { workspace_id: at, signal }: Run, scanId: string): Promise<void> {
  const steps = openSteps({ database, at, signal, what: 'Removing pairs that are found no more', most: DROPPED })
  for (let gone = 1; gone > 0; )
    gone = await steps.take(async (tx, { size }) => {
      await holdEntities(tx)
      const { rowCount } = await tx.client.query(
        `delete from entity_pairs where workspace_id = $1 and id = any(array(select id from entity_pairs where workspace_id = $1
           and ${inOrder('status', "'pending'", 'and workbook_id is null and (scan_id is null or scan_id < $2)')} limit $3))`,
        [tx.workspace_id, scanId, size],
      )
      return rowCount ?? 0
    })
}

interface ToWrite {
  kind: EntityKind
  records: readonly ScannedRecord[]
  compared: ComparisonResult
  scanId: string
}

async function writeAll(database: Database, run: Run, { kind, records, compared, scanId }: ToWrite) {
  const { apart, settings } = await database.inWorkspace(run.workspace_id, async (tx) => ({
    apart: await readApart(tx),
    settings: await readSettings(tx),
  }))
  const { workspace_id: at, signal } = run
  const nameOf = ({ left_id, right_id }: SurePair) => `the pair of records ${left_id} and ${right_id}`
  const writing = openSteps<NewPair>({ database, at, signal, what: 'Writing pairs', most: WRITTEN, nameOf })
  const merging = openSteps<SurePair>({ database, at, signal, what: 'Merging pairs', most: MERGED, nameOf })
  const fields = fieldsOfKind(kind)
  const sure: SurePair[] = []
  let pairs = 0
  let done = 0
  for await (const some of compared.pairs()) {
    const found = some.flatMap((pair): NewPair[] => {
      const [left, right] = [records[pair.a] as ScannedRecord, records[pair.b] as ScannedRecord]
      if (left.entity_id === right.entity_id || !apart.allows(grouped(left), grouped(right))) return []
      return [newPair(fields, kind, pair, [left.id, right.id])]
    })
    const written = await writing.each(found, async (tx, next, from) => {
      await holdEntities(tx)
      const message = 'Writing pairs'
      await run.progress(tx, {
        done: Math.min(compared.count, done + from + next.length),
        total: compared.count,
        message,
      })
      return writePairs(tx, next, scanId)
    })
    done += some.length
    pairs += sumOf(written)
    // Of a million pairs only what is needed again is kept.
    if (settings.auto_merge)
      for (const { left_id, right_id, weight } of found)
        if (weight >= bitsOf(settings.merge_threshold)) sure.push({ left_id, right_id, weight })
  }
  sure.sort((x, y) => y.weight - x.weight || x.left_id - y.left_id || x.right_id - y.right_id)
  const merged = await merging.each(sure, async (tx, next) => {
    await holdEntities(tx)
    return mergeSurePairs(tx, settings, next)
  })
  return { pairs, merged: sumOf(merged), stood: [writing.stood, merging.stood].flatMap((stood) => stood() ?? []) }
}

const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, n) => sum + n, 0)
