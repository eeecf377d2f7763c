// Decides a pair of the review queue: merges its two entities, or remembers for good that they are two.
import { isTimeToLearn } from '../../engine/matching/learning.ts'
import { refuse } from '../../kernel/errors.ts'
import { audit } from '../../platform/audit/audit.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { inOrder } from '../../platform/db/look-up.ts'
import { emit } from '../../platform/events/event.ts'
import { enqueue } from '../../platform/queue/queue.ts'
import { holdLeads } from '../leads/hold-leads.commands.ts'
import { pairDecided } from './entities.events.ts'
import { mergeEntities } from './merge.commands.ts'
import { pairsOfEntity, recordOf } from './pairs.writes.ts'
import { holdEntities } from './records.writes.ts'
import { RESCAN } from './scan.job.ts'
import { DECIDED_PAIRS } from './scan.reads.ts'

export const DECISIONS = ['merge', 'reject'] as const
export type Decision = (typeof DECISIONS)[number]

export interface PairDecision {
  pair_id: number
  status: 'merged' | 'rejected'
  entity_id: string
  merge_id: string | null
}

/**
 * Refuses (404) an unknown pair and (409) one that is decided. One at a time in a workspace: of two reviewers who decide a
 * pair at once the second meets a decided one.
 */
export async function decidePair(tx: WorkspaceTx, pairId: number, decision: Decision): Promise<PairDecision> {
  if (decision === 'merge') await holdLeads(tx)
  await holdEntities(tx)
  const { rows } = await tx.client.query<{ status: string; left_id: number; right_id: number; a: string; b: string }>(
    `select p.status, p.left_id, p.right_id, l.entity_id as a, r.entity_id as b from entity_pairs p
       cross join lateral ${recordOf('p.left_id')} l cross join lateral ${recordOf('p.right_id')} r
     where p.workspace_id = $1 and ${inOrder('p.id', '$2')} for update of p`,
    [tx.workspace_id, pairId],
  )
  const pair = rows[0] ?? refuse('not_found', 'Pair not found')
  if (pair.status !== 'pending') refuse('conflict', `This pair is decided already: ${pair.status}.`)
  const { entity_id, absorbed } = await survivorOf(tx, pair.a, pair.b)
  const done: PairDecision = { pair_id: pairId, status: 'rejected', entity_id, merge_id: null }
  if (decision === 'merge') {
    await mustNotBeApart(tx, pair.a, pair.b)
    done.merge_id = await mergeEntities(tx, { survivor: entity_id, absorbed, pair_id: pairId, is_automatic: false })
    done.status = 'merged'
  } else await reject(tx, pairId, pair.a, pair.b)
  await audit(tx, { act: `entity_pair.${done.status}`, object: { type: 'entity_pair', id: String(pairId) } })
  await emit(tx, pairDecided, { pair_id: pairId, decision })
  await learnNowAndThen(tx)
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
  if (!first || !second) return refuse('conflict', 'The two are one entity already.')
  return { entity_id: first.id, absorbed: second.id }
}

/** Two entities of which some records were told apart stay two, until that decision is taken back. */
async function mustNotBeApart(tx: WorkspaceTx, a: string, b: string): Promise<void> {
  const { rows } = await tx.client.query<{ id: number }>(`${BETWEEN} where p.status = 'rejected' limit 1`, [
    tx.workspace_id,
    a,
    b,
  ])
  if (rows[0])
    refuse(
      'conflict',
      `Other records of these two were marked as different (pair ${rows[0].id}). Reopen that pair first.`,
      {
        extra: { pair_id: rows[0].id },
      },
    )
}

const BETWEEN = `select p.id from (select id, status from ${pairsOfEntity('$2')} a where other = $3
   union all select id, status from ${pairsOfEntity('$3')} b where other = $2) p`

/** With every other pending pair between the two: they are answered by it. */
async function reject(tx: WorkspaceTx, pairId: number, a: string, b: string): Promise<void> {
  await tx.client.query(
    `update entity_pairs set status = 'rejected', decided_by = $5, decided_name = $6, decided_at = now()
     where workspace_id = $1 and (id = $4 or id in (${BETWEEN} where p.status = 'pending'))`,
    [tx.workspace_id, a, b, pairId, tx.actor?.user_id ?? null, tx.actor?.name ?? null],
  )
}

/** Takes a rejection back: the pair is pending again. Refuses (404, 409). */
export async function reopenPair(tx: WorkspaceTx, pairId: number): Promise<void> {
  await holdEntities(tx)
  const { rows } = await tx.client.query<{ status: string }>(
    'select status from entity_pairs where workspace_id = $1 and id = $2 for update',
    [tx.workspace_id, pairId],
  )
  const status = rows[0]?.status ?? refuse('not_found', 'Pair not found')
  if (status !== 'rejected') refuse('conflict', `Only a rejected pair can be reopened; this one is ${status}.`)
  await tx.client.query(
    `update entity_pairs set status = 'pending', decided_by = null, decided_name = null, decided_at = null, by_hand = true
     where workspace_id = $1 and id = $2`,
    [tx.workspace_id, pairId],
  )
}

async function learnNowAndThen(tx: WorkspaceTx): Promise<void> {
  const { rows } = await tx.client.query<{ decided: number; learned: number }>(
    `select (select count(*) from ${DECIDED_PAIRS} p)::int as decided,
      coalesce((select max(decisions) from entity_models where workspace_id = $1), 0) as learned`,
    [tx.workspace_id],
  )
  if (rows[0] && isTimeToLearn(rows[0])) await enqueue(tx, RESCAN, {}, { key: 'all' })
}
