// Scans all leads of a workspace for pairs: keys what is not keyed, compares each kind, and merges what is sure where that is switched on.

import { bitsOf } from '../../engine/matching/score.ts'
import { newId } from '../../kernel/ids.ts'
import type { Database } from '../../platform/db/database.ts'
import { emit } from '../../platform/events/event.ts'
import { handleWorkspaceJob, type JobHandler, WorkFailed } from '../../platform/queue/job.ts'
import { openSteps } from '../../platform/queue/steps.ts'
import { ENTITY_KINDS, fieldsOfKind } from '../lead-facts/record-form.logic.ts'
import { dropOthers, type ScanRun, scanPairs } from '../matching/scan-pairs.ts'
import { mergeSurePairs, type SurePair } from './auto-merge.commands.ts'
import { pairsFound } from './entities.events.ts'
import { writeWaitingKeys } from './key-writing.jobs.ts'
import { groupByEntity, LEAD_PAIRS, type LeadEvidence, newLeadPair } from './lead-pairs.reads.ts'
import { keyingSteps, leadSteps, matchSome } from './match.jobs.ts'
import { parametersOf, writeModel } from './models.writes.ts'
import { holdEntities, keyLeads } from './records.writes.ts'
import { RESCAN, SCAN } from './scan.job.ts'
import { readRecordBatch, readUnkeyed, type ScannedRecord } from './scan.reads.ts'
import { type EntitySettings, readSettings } from './settings.reads.ts'

const KEYED = 2500
const READ = 5000
const MERGED = 1000

export function scanJobs(database: Database): JobHandler[] {
  return [
    handleWorkspaceJob(SCAN, (_, run) => scanLeads(database, run)),
    handleWorkspaceJob(RESCAN, (_, run) => scanLeads(database, run)),
  ]
}

export async function scanLeads(database: Database, run: ScanRun): Promise<void> {
  const { workspace_id } = run
  const stood = await keyAll(database, run)
  const scan = { table: LEAD_PAIRS, scanId: newId(), hold: holdEntities }
  let pairs = 0
  let merged = 0
  const standing: number[] = []
  for (const kind of ENTITY_KINDS) {
    const settings = await database.inWorkspace(workspace_id, readSettings)
    const sure: SurePair[] = []
    const done = await scanPairs<ScannedRecord, number, LeadEvidence>(database, run, {
      ...scan,
      subject: {
        fields: fieldsOfKind(kind),
        leastWeight: bitsOf(settings.review_threshold),
        what: kind === 'person' ? 'people' : 'companies',
        most: READ,
        async read(tx, size, before) {
          const batch = await readRecordBatch(tx, kind, before.at(-1)?.id ?? 0, size)
          const items = batch.map(({ id, entity_id }) => ({ id, entity_id }))
          return { items, message: { forms: `[${batch.map(({ form }) => form).join()}]` } }
        },
      },
      recordOf: groupByEntity,
      pairOf: (found, ids) => newLeadPair(kind, found, ids),
      // A pair goes with a record of it.
      levelsOf: () => undefined,
      learned: (tx, { model, frequencies }, decisions) =>
        writeModel(tx, kind, parametersOf(model, frequencies), decisions),
      found(some) {
        // Only what later steps need is kept of up to a million pairs.
        if (settings.auto_merge)
          for (const { left_id, right_id, weight } of some)
            if (weight >= bitsOf(settings.merge_threshold)) sure.push({ left_id, right_id, weight })
      },
    })
    const merging = await mergeSure(database, run, settings, sure)
    pairs += done.pairs
    merged += merging.merged
    for (const id of done.standing) standing.push(id)
    stood.push(...done.stood, ...merging.stood)
  }
  if (stood.length === 0) await dropOthers(database, run, scan, standing)
  await database.inWorkspace(workspace_id, async (tx) => {
    await run.progress(tx, { message: 'Done', counts: { pairs, merged } })
    await run.result(tx, { pairs, merged })
    if (pairs > 0) await emit(tx, pairsFound, { pairs })
  })
  if (stood.length > 0) throw new WorkFailed(stood.join('. '))
}

/** Leads that wait, and those that an earlier version keyed, or none. Returns what stood still. */
async function keyAll(database: Database, run: ScanRun): Promise<string[]> {
  const waiting = keyingSteps(database, run)
  while (await waiting.take((tx, step) => matchSome(tx, step, false)));
  const unkeyed = leadSteps(database, run, 'Preparing leads of an earlier version', KEYED)
  let prepared = 0
  for (let after: number | null = 0; after !== null; ) {
    const from: number = after
    after = await unkeyed.take(async (tx, step) => {
      await holdEntities(tx)
      const { ids, last } = await readUnkeyed(tx, from, step.size)
      const some = ids.filter((id) => !step.past.includes(id))
      if (some.length === 0) return last
      step.takes(some)
      await keyLeads(tx, some, 'later')
      prepared += some.length
      await run.progress(tx, { message: `Preparing ${prepared.toLocaleString('en')} leads` })
      return last
    })
  }
  await database.inWorkspace(run.workspace_id, (tx) => run.progress(tx, { message: 'Writing keys to compare by' }))
  const writing = await writeWaitingKeys(database, run)
  return [waiting.stood, unkeyed.stood, writing.stood].flatMap((stood) => stood() ?? [])
}

async function mergeSure(
  database: Database,
  { workspace_id: at, signal }: ScanRun,
  settings: EntitySettings,
  sure: SurePair[],
): Promise<{ merged: number; stood: string[] }> {
  const nameOf = ({ left_id, right_id }: SurePair) => `the pair of ${left_id} and ${right_id}`
  const merging = openSteps<SurePair>({ database, at, signal, what: 'Merging pairs', most: MERGED, nameOf })
  sure.sort((x, y) => y.weight - x.weight || x.left_id - y.left_id || x.right_id - y.right_id)
  const merged = await merging.each(sure, async (tx, next) => {
    await holdEntities(tx)
    return mergeSurePairs(tx, settings, next)
  })
  return { merged: merged.reduce((sum, n) => sum + n, 0), stood: [merging.stood() ?? []].flat() }
}
