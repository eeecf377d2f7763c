// Joins two entities into one and takes that back: records move with the merge that moved them on record.
import { refuse } from '../../kernel/errors.ts'
import { newId } from '../../kernel/ids.ts'
import type { JsonObject } from '../../kernel/json.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { inOrder, OF_ANY_WORKSPACE } from '../../platform/db/look-up.ts'
import { emit } from '../../platform/events/event.ts'
import { enqueue } from '../../platform/queue/queue.ts'
import { showMerged } from '../leads/one-lead.commands.ts'
import { entityMerged, entitySplit } from './entities.events.ts'
import { readLeadsOfEntity } from './entities-of.reads.ts'
import { pairsOfEntity } from './lead-pairs.reads.ts'
import { enqueueShowAsOne, LEADS_MERGED } from './merged.jobs.ts'
import { enqueueMovedRecords } from './records.writes.ts'

export interface Merge {
  survivor: string
  absorbed: string
  pair_id: number | null
  is_automatic: boolean
}

/** Moves the records of the absorbed entity, and closes the pairs that are inside one entity now. Hold the leads, then the entities. */
export async function mergeEntities(
  tx: WorkspaceTx,
  { survivor, absorbed, pair_id, is_automatic }: Merge,
): Promise<string> {
  const id = newId()
  const { rows: moved } = await tx.client.query<{ id: number }>(
    `update entity_records set entity_id = $3 where workspace_id = $1 and entity_id = $2 returning id`,
    [tx.workspace_id, absorbed, survivor],
  )
  const { rows: gone } = await tx.client.query<JsonObject>(
    'delete from entities where workspace_id = $1 and id = $2 returning id, kind, name, name_text, winners, created_at',
    [tx.workspace_id, absorbed],
  )
  const status = is_automatic ? 'auto_merged' : 'merged'
  const { rows: closed } = await tx.client.query<{ id: number }>(
    `update entity_pairs set status = $3, merge_id = $4, decided_by = $5, decided_name = $6, decided_at = now()
     where workspace_id = $1 and id = any(array(select p.id from ${pairsOfEntity('$2')} p where p.other = $2 and p.status = 'pending'))
     returning id`,
    [tx.workspace_id, survivor, status, id, tx.actor?.user_id ?? null, tx.actor?.name ?? null],
  )
  await tx.client.query(
    `insert into entity_merges (workspace_id, id, entity_id, absorbed, record_ids, pair_id, closed, is_automatic, user_id, actor_name, chosen)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, coalesce((select winners from entities where workspace_id = $1 and id = $3), '{}'))`,
    [
      tx.workspace_id,
      id,
      survivor,
      JSON.stringify(gone[0] ?? {}),
      moved.map((record) => record.id),
      pair_id,
      closed.map((pair) => pair.id),
      is_automatic,
      tx.actor?.user_id ?? null,
      tx.actor?.name ?? null,
    ],
  )
  // What was chosen of either stays chosen, what of the one that stays first.
  await tx.client.query(
    'update entities set winners = $3::jsonb || winners, updated_at = now() where workspace_id = $1 and id = $2',
    [tx.workspace_id, survivor, JSON.stringify(gone[0]?.winners ?? {})],
  )
  await enqueueMovedRecords(
    tx,
    moved.map((record) => record.id),
  )
  await emit(tx, entityMerged, { entity_id: survivor, absorbed_id: absorbed, automatic: is_automatic })
  await enqueue(tx, LEADS_MERGED, { entity_id: survivor }, { key: survivor })
  // What compares holds the entities and not the leads, which many wait for.
  if (is_automatic) await enqueueShowAsOne(tx, [survivor])
  else await showMerged(tx, await readLeadsOfEntity(tx, survivor))
  return id
}

export interface Split {
  entity_id: string
  merge_id: string
  records: number
}

/** Undoes a merge of the entity exactly: the newest, or the one named. Refuses (404, 409). Hold the leads, then the entities. */
export async function splitEntity(tx: WorkspaceTx, entityId: string, mergeId: string | undefined): Promise<Split> {
  const { rows } = await tx.client.query<{
    id: string
    absorbed: JsonObject
    record_ids: number[]
    closed: number[]
    chosen: Record<string, number>
    undone: boolean
  }>(
    `select id, absorbed, record_ids, closed, chosen, undone_at is not null as undone from entity_merges
     where workspace_id = $1
       and ${inOrder('entity_id', '$2', 'and ($3::uuid is null and undone_at is null or id = $3)')} desc, id desc limit 1`,
    [tx.workspace_id, entityId, mergeId ?? null],
  )
  const merge = rows[0]
  if (!merge) {
    if (mergeId !== undefined) return refuse('not_found', 'Merge not found')
    return refuse('conflict', 'This entity was not merged with another. There is nothing to undo.')
  }
  if (merge.undone) return refuse('conflict', 'This merge was undone already.')
  const place = [tx.workspace_id, merge.id]
  await tx.client.query(
    `insert into entities (workspace_id, id, kind, name, name_text, winners, created_at)
     select $1, x.id, x.kind, x.name, x.name_text, x.winners, x.created_at
     from entity_merges m, jsonb_to_record(m.absorbed)
       as x (id uuid, kind text, name text, name_text text, winners jsonb, created_at timestamptz)
     where m.workspace_id = $1 and m.id = $2`,
    place,
  )
  const { rowCount } = await tx.client.query(
    'update entity_records set entity_id = $3 where workspace_id = $1 and entity_id = $2 and id = any($4::bigint[])',
    [tx.workspace_id, entityId, merge.absorbed.id, merge.record_ids],
  )
  await splitChoices(tx, entityId, merge)
  await tx.client.query(
    `update entity_pairs set status = 'pending', merge_id = null, by_hand = true, decided_by = null, decided_name = null, decided_at = null
     where ${OF_ANY_WORKSPACE} and id = any($2::bigint[]) and merge_id = $3`,
    [tx.workspace_id, merge.closed, merge.id],
  )
  await tx.client.query('update entity_merges set undone_at = now() where workspace_id = $1 and id = $2', place)
  const restored = String(merge.absorbed.id)
  // Those that stay too: an answer that named one of them may be one of two now.
  const { rows: stayed } = await tx.client.query<{ id: number }>(
    'select id from entity_records where workspace_id = $1 and entity_id = $2',
    [tx.workspace_id, entityId],
  )
  await enqueueMovedRecords(tx, [...merge.record_ids, ...stayed.map(({ id }) => id)])
  await showMerged(tx, [...(await readLeadsOfEntity(tx, entityId)), ...(await readLeadsOfEntity(tx, restored))])
  await emit(tx, entitySplit, { entity_id: entityId, restored_id: restored })
  return { entity_id: restored, merge_id: merge.id, records: rowCount ?? 0 }
}

/** Each side keeps the choices among its own records; where a record of the other side was chosen, the earlier choice applies again. */
async function splitChoices(
  tx: WorkspaceTx,
  entityId: string,
  { absorbed, record_ids, chosen }: { absorbed: JsonObject; record_ids: number[]; chosen: Record<string, number> },
): Promise<void> {
  await tx.client.query(
    `update entities e set winners = before.winners || coalesce((
         select jsonb_object_agg(now.field, now.record) from entities k, jsonb_each(k.winners) now (field, record)
         where k.workspace_id = $1 and k.id = $2 and ((now.record #>> '{}')::bigint = any($4::bigint[])) = before.went
           and (not before.went or cardinality($4::bigint[]) > 1)), '{}')
     from (values ($2::uuid, $5::jsonb, false), ($3::uuid, $6::jsonb, true)) before (id, winners, went)
     where e.workspace_id = $1 and e.id = before.id`,
    [
      tx.workspace_id,
      entityId,
      absorbed.id,
      record_ids,
      JSON.stringify(chosen),
      JSON.stringify(absorbed.winners ?? {}),
    ],
  )
}
