// What users do with pairs of leads: merge two entities, keep them apart permanently, revoke that, and merge all pairs above a probability.
import { refuse } from '../../kernel/errors.ts'
import { audit } from '../../platform/audit/audit.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { emit } from '../../platform/events/event.ts'
import { enqueue } from '../../platform/queue/queue.ts'
import { holdLeads } from '../leads/hold-leads.commands.ts'
import { showMerged } from '../leads/one-lead.commands.ts'
import {
  type Decision,
  decidePair,
  type LikelyMerger,
  type LikelyWanted,
  mergeLikely,
  type PairDecider,
  reopenPair,
} from '../matching/pairs.commands.ts'
import { rejectPairs } from '../matching/pairs.writes.ts'
import { planMerges, type SurePair } from './auto-merge.commands.ts'
import { pairDecided } from './entities.events.ts'
import { LEAD_PAIRS, pairsOfEntity } from './lead-pairs.reads.ts'
import { mergeEntities } from './merge.commands.ts'
import { holdEntities } from './records.writes.ts'
import { RESCAN } from './scan.job.ts'

export interface LeadPairDecision {
  pair_id: number
  status: 'merged' | 'rejected'
  entity_id: string
  merge_id: string | null
}

const DECIDER: PairDecider<number, LeadPairDecision> = {
  table: LEAD_PAIRS,
  async hold(tx, decision) {
    if (decision === 'merge') await holdLeads(tx)
    await holdEntities(tx)
  },
  async merge(tx, { id: pair_id, left_group: a, right_group: b }) {
    const { entity_id, absorbed } = await survivorOf(tx, a, b)
    await mustNotBeApart(tx, a, b)
    const merge_id = await mergeEntities(tx, { survivor: entity_id, absorbed, pair_id, is_automatic: false })
    return tell(tx, { pair_id, status: 'merged', entity_id, merge_id })
  },
  /** Also decides every other pending pair between the two entities. */
  async reject(tx, { id: pair_id, left_group: a, right_group: b }) {
    const { entity_id } = await survivorOf(tx, a, b)
    await rejectPairs(tx, LEAD_PAIRS, [pair_id, ...(await readBetween(tx, a, b, 'pending'))])
    return tell(tx, { pair_id, status: 'rejected', entity_id, merge_id: null })
  },
  scan: (tx) => enqueue(tx, RESCAN, {}, { key: 'all' }),
}

export const decideLeadPair = (tx: WorkspaceTx, pairId: number, decision: Decision): Promise<LeadPairDecision> =>
  decidePair(tx, DECIDER, pairId, decision)

export const reopenLeadPair = (tx: WorkspaceTx, pairId: number): Promise<void> => reopenPair(tx, DECIDER, pairId)

async function tell(tx: WorkspaceTx, done: LeadPairDecision): Promise<LeadPairDecision> {
  const { pair_id, status } = done
  await audit(tx, { act: `entity_pair.${status}`, object: { type: 'entity_pair', id: String(pair_id) } })
  await emit(tx, pairDecided, { pair_id, decision: status === 'merged' ? 'merge' : 'reject' })
  return done
}

/** The older entity survives: it is the one that others may point to. */
async function survivorOf(tx: WorkspaceTx, a: string, b: string): Promise<{ entity_id: string; absorbed: string }> {
  const { rows } = await tx.client.query<{ id: string }>(
    `select e.id from entities e where e.workspace_id = $1 and e.id = any($2::uuid[])
     order by (select count(*) from entity_records r where r.workspace_id = $1 and r.entity_id = e.id) desc, e.created_at, e.id
     for update`,
    [tx.workspace_id, [a, b]],
  )
  const [first, second] = rows
  if (!first || !second) return refuse('conflict', 'The two were merged meanwhile. Reload the list of pairs.')
  return { entity_id: first.id, absorbed: second.id }
}

/** Two entities with a rejected pair of records stay separate until that decision is revoked. */
async function mustNotBeApart(tx: WorkspaceTx, a: string, b: string): Promise<void> {
  const [pair_id] = await readBetween(tx, a, b, 'rejected')
  if (pair_id === undefined) return
  const msg = `Other records of these two were marked as different (pair ${pair_id}). Reopen that pair first.`
  refuse('conflict', msg, { extra: { pair_id } })
}

/** The pairs between the records of two entities. */
async function readBetween(tx: WorkspaceTx, a: string, b: string, status: string): Promise<number[]> {
  const { rows } = await tx.client.query<{ id: number }>(
    `select p.id from (select id, status from ${pairsOfEntity('$2')} a where other = $3
       union all select id, status from ${pairsOfEntity('$3')} b where other = $2) p where p.status = $4`,
    [tx.workspace_id, a, b, status],
  )
  return rows.map(({ id }) => id)
}

/** Merges per call: each takes a handful of statements, and a request must be short. */
const MOST_AT_ONCE = 500

const MERGER: LikelyMerger<number, { pairs: number }, object> = {
  what: 'leads',
  table: LEAD_PAIRS,
  hold: DECIDER.hold,
  async plan(tx, likely, probability) {
    const { planned, merge } = await planMerges(tx, likely)
    return {
      count: planned.length,
      told: { pairs: likely.length },
      async merge() {
        const some = planned.slice(0, MOST_AT_ONCE)
        await merge(some)
        if (some.length > 0) await showMerged(tx, await leadsOfPairs(tx, some))
        const object = { type: 'workspace', id: tx.workspace_id } as const
        await audit(tx, { act: 'entity_pairs.accepted', object, after: { probability, merged: some.length } })
        return { merged: some.length, left: planned.length - some.length }
      },
    }
  },
}

/** Merges pending pairs, the most probable first, like an automatic merge but in the name of the caller. */
export const acceptLeadPairs = (tx: WorkspaceTx, wanted: LikelyWanted, most?: number) =>
  mergeLikely(tx, MERGER, wanted, most)

async function leadsOfPairs(tx: WorkspaceTx, pairs: readonly SurePair[]): Promise<number[]> {
  const { rows } = await tx.client.query<{ lead_id: number }>(
    'select lead_id from entity_records where workspace_id = $1 and id = any($2::bigint[]) order by lead_id',
    [tx.workspace_id, pairs.flatMap(({ left_id, right_id }) => [left_id, right_id])],
  )
  return rows.map(({ lead_id }) => lead_id)
}
