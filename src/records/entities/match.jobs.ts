// Matches leads as they are written: keys them, compares them with those that share a key, and writes the pairs that may be the same.

import { MAX_BLOCK } from '../../engine/matching/blocking.ts'
import { exchangeOf } from '../../engine/matching/compare.ts'
import { type NormalRecord, tableOf } from '../../engine/matching/prepared.ts'
import { bitsOf, scorer } from '../../engine/matching/score.ts'
import { newId, type WorkspaceId } from '../../kernel/ids.ts'
import type { Database, WorkspaceTx } from '../../platform/db/database.ts'
import { inOrder, OF_ANY_WORKSPACE } from '../../platform/db/look-up.ts'
import { emit } from '../../platform/events/event.ts'
import { handleWorkspaceJob, type JobHandler } from '../../platform/queue/job.ts'
import { enqueue } from '../../platform/queue/queue.ts'
import { openSteps, type QueueStep, type Steps } from '../../platform/queue/steps.ts'
import { keepBlocksSoon } from '../lead-facts/lead-blocks.reads.ts'
import { ENTITY_KINDS, type EntityKind, fieldsOfKind } from '../lead-facts/record-form.logic.ts'
import { writePairs } from '../matching/pairs.writes.ts'
import {
  areManyToMatch,
  claimDirty,
  type DirtyLine,
  endDirty,
  settleDirty,
} from '../store/dirty-rows/dirty-rows.commands.ts'
import { leadMatching, MATCH_LEADS } from '../store/dirty-rows/dirty-rows.jobs.ts'
import { mergeSurePairs } from './auto-merge.commands.ts'
import { pairsFound } from './entities.events.ts'
import { writeWaitingKeys } from './key-writing.jobs.ts'
import { groupByEntity, LEAD_PAIRS, type NewLeadPair, newLeadPair } from './lead-pairs.reads.ts'
import { type KnownModel, readModel } from './models.writes.ts'
import { holdEntities, type KeyedRecord, keyLeads } from './records.writes.ts'
import { RESCAN } from './scan.job.ts'
import { type EntitySettings, readSettings } from './settings.reads.ts'

const BATCH = 200
const FEW_LINES = 10
/** Those that are only keyed: their keys are written later. */
const KEYED = 2_500
/** With more than these waiting, as after an import, all are compared at once by a scan. */
const MANY = 3000
const SCAN_AFTER_MS = 10 * 60_000

export function matchJob(database: Database): JobHandler {
  return handleWorkspaceJob(MATCH_LEADS, async (_, { workspace_id, signal }) => {
    const comparing = leadSteps(database, { workspace_id, signal }, 'Matching leads', BATCH)
    const keying = keyingSteps(database, { workspace_id, signal })
    let isMany = false
    for (let more = true; more; ) {
      // Asked each time: an import goes on writing while its first leads are compared.
      isMany ||= await database.inWorkspace(workspace_id, (tx) => areManyToMatch(tx, MANY))
      more = isMany ? await keying.take(keySome) : await comparing.take((tx, step) => matchSome(tx, step, true))
    }
    const writing = isMany ? await writeWaitingKeys(database, { workspace_id, signal }) : null
    // After the keys are written, which the scan would write as well.
    if (isMany) await database.inWorkspace(workspace_id, (tx) => enqueue(tx, RESCAN, {}, { key: 'all' }))
    writing?.end()
    await database.inWorkspace(workspace_id, keepBlocksSoon)
    for (const steps of [comparing, keying]) steps.end()
  })
}

/** What is only keyed leaves a scan with it, for when this job does not come to its end, which calls that scan at once. */
async function keySome(tx: WorkspaceTx, step: QueueStep<number>): Promise<boolean> {
  const more = await matchSome(tx, step, false)
  if (more) await enqueue(tx, RESCAN, {}, { key: 'all', run_at: new Date(Date.now() + SCAN_AFTER_MS) })
  return more
}

type At = { workspace_id: WorkspaceId; signal: AbortSignal }
export const leadSteps = (
  database: Database,
  { workspace_id: at, signal }: At,
  what: string,
  most: number,
): Steps<number> => openSteps({ database, at, signal, what, most, nameOf: (id) => `lead ${id}` })

/** Leads are keyed without being compared; a scan compares them. */
export const keyingSteps = (database: Database, at: At): Steps<number> =>
  leadSteps(database, at, 'Preparing leads', KEYED)

/** One batch of waiting leads; false when none waits. */
export async function matchSome(tx: WorkspaceTx, step: QueueStep<number>, compares: boolean): Promise<boolean> {
  await holdEntities(tx)
  const ids = await takeLeads(tx, step)
  if (ids === null) return false
  step.takes(ids)
  const keyed = await keyLeads(tx, ids, compares ? 'now' : 'later')
  if (compares && keyed.length > 0) await matchRecords(tx, keyed)
  return true
}

/**
 * The leads that wait longest, each once however often it was written; null when none is free. Those that took too long alone (`past`) stay in
 * lines that are passed over until the next job.
 */
async function takeLeads(tx: WorkspaceTx, { past, size }: QueueStep<number>): Promise<number[] | null> {
  const lines = await claimLeads(tx, size, new Set(past))
  const taken = new Set<number>()
  const done: DirtyLine[] = []
  for (const line of lines) {
    const others = leadsOf(line).filter((id) => !taken.has(id))
    const now = others.filter((id) => !past.includes(id)).slice(0, size - taken.size)
    for (const id of now) taken.add(id)
    const left = others.filter((id) => !taken.has(id))
    if (left.length === 0) done.push(line)
    else if (now.length > 0) await settleDirty(tx, line, { lead_ids: left })
  }
  await endDirty(tx, done)
  return lines.length === 0 ? null : [...taken]
}

/** Lines with leads enough that are not `past`: an import leaves many in each, single writes one, so few lines are tried first. */
async function claimLeads(tx: WorkspaceTx, size: number, past: ReadonlySet<number>): Promise<DirtyLine[]> {
  const claim = (limit: number) => claimDirty(tx, leadMatching, tx.workspace_id, { limit })
  const fresh = (lines: readonly DirtyLine[]) => lines.filter((line) => leadsOf(line).some((id) => !past.has(id)))
  const few = await claim(FEW_LINES)
  const leads = fresh(few).reduce((sum, line) => sum + leadsOf(line).length, 0)
  if (few.length < FEW_LINES || leads >= size + past.size) return fresh(few)
  return fresh(await claim(FEW_LINES + size + past.size))
}

const leadsOf = ({ rows }: DirtyLine): readonly number[] => ('lead_ids' in rows ? rows.lead_ids : [])

const PAIR = 'id, left_id, right_id, status'

/** Finds the pairs of these records again; those that were pending and are no longer found go. */
export async function matchRecords(tx: WorkspaceTx, records: readonly KeyedRecord[]): Promise<void> {
  const settings = await readSettings(tx)
  const found: NewLeadPair[] = []
  for (const kind of ENTITY_KINDS) {
    const own = records.filter((record) => record.kind === kind)
    if (own.length > 0) found.push(...(await pairsOf(tx, kind, own, settings)))
  }
  await tx.client.query(
    `delete from entity_pairs where workspace_id = $1 and id = any(array(
       select p.id from unnest($2::bigint[]) own (id) cross join lateral (
         (select ${PAIR} from entity_pairs where workspace_id = $1 and ${inOrder('left_id', 'own.id')})
         union all (select ${PAIR} from entity_pairs where workspace_id = $1 and ${inOrder('right_id', 'own.id')})) p
       where p.status = 'pending'
         and not exists (select from unnest($3::bigint[], $4::bigint[]) as x (l, r) where x.l = p.left_id and x.r = p.right_id)))`,
    [
      tx.workspace_id,
      records.map(({ id }) => id),
      found.map((pair) => pair.left_id),
      found.map((pair) => pair.right_id),
    ],
  )
  const { pending } = await writePairs(tx, LEAD_PAIRS, found, newId(), 'change')
  await mergeSurePairs(tx, settings, found)
  if (pending > 0) await emit(tx, pairsFound, { pairs: pending })
}

async function pairsOf(
  tx: WorkspaceTx,
  kind: EntityKind,
  own: readonly KeyedRecord[],
  settings: EntitySettings,
): Promise<NewLeadPair[]> {
  const candidates = await candidatesOf(
    tx,
    own.map(({ id }) => id),
  )
  const known = await readModel(tx, kind)
  const apart = await LEAD_PAIRS.readApart(tx)
  const others = await readRecords(tx, [...new Set([...candidates.values()].flatMap((ids) => [...ids]))])
  const all = [...others.values()]
  const placeOf = new Map(all.map(({ id }, at) => [id, at]))
  const { score, detail } = scorerOf(
    kind,
    known,
    all.map(({ form }) => form),
  )
  const least = bitsOf(settings.review_threshold)
  const pairs: NewLeadPair[] = []
  for (const record of own)
    for (const id of candidates.get(record.id) ?? []) {
      const other = others.get(id)
      const [a, b] = [placeOf.get(record.id), placeOf.get(id)]
      if (!other || a === undefined || b === undefined || other.entity_id === record.entity_id) continue
      if (score(a, b) < least || !apart.allows(groupByEntity(record), groupByEntity(other))) continue
      pairs.push(newLeadPair(kind, { a, b, ...detail(a, b) }, [record.id, id]))
    }
  return [...new Map(pairs.map((pair) => [`${pair.left_id} ${pair.right_id}`, pair])).values()]
}

export function scorerOf(kind: EntityKind, { model, frequencies }: KnownModel, forms: readonly NormalRecord[]) {
  const table = tableOf(fieldsOfKind(kind), forms, frequencies)
  return scorer(table, model, exchangeOf(table))
}

/** The records that share a key with each of these; a key of very many tells nothing. */
async function candidatesOf(tx: WorkspaceTx, ids: readonly number[]): Promise<Map<number, Set<number>>> {
  const { rows } = await tx.client.query<{ id: number; others: number[] }>(
    `select own.id, o.ids as others from unnest($2::bigint[]) own (id) cross join lateral (
       select unnest(keys) as key from entity_records where ${OF_ANY_WORKSPACE} and ${inOrder('id', 'own.id')} offset 0) k cross join lateral (
       select array_agg(x.record_id) as ids from (select record_id from entity_keys
         where ${OF_ANY_WORKSPACE} and ${inOrder('key', 'k.key')} limit ${MAX_BLOCK + 1}) x) o
     where cardinality(o.ids) between 2 and ${MAX_BLOCK}`,
    [tx.workspace_id, ids],
  )
  const candidates = new Map<number, Set<number>>()
  for (const { id, others } of rows) {
    const set = candidates.get(id) ?? new Set<number>()
    for (const other of others) if (other !== id) set.add(other)
    set.size > 0 && candidates.set(id, set)
  }
  for (const [id, set] of candidates) set.add(id)
  return candidates
}

async function readRecords(tx: WorkspaceTx, ids: readonly number[]): Promise<Map<number, KeyedRecord>> {
  const { rows } = await tx.client.query<KeyedRecord>(
    `select id, kind, entity_id, form from entity_records where workspace_id = $1 and id = any($2::bigint[]) order by id`,
    [tx.workspace_id, ids],
  )
  return new Map(rows.map((row) => [row.id, row]))
}
