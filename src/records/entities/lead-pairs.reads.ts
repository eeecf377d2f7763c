// The pairs of leads: where they are stored, and what of them was told apart.
import { apartOf, type GroupedRecord } from '../../engine/matching/decided.ts'
import type { FoundPair } from '../../engine/matching/deduplicate.ts'
import type { NormalRecord } from '../../engine/matching/prepared.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { inOrder } from '../../platform/db/look-up.ts'
import { type EntityKind, fieldsOfKind } from '../lead-facts/record-form.logic.ts'
import type { PairTable } from '../matching/pair-table.ts'
import { type NewPair, newPair } from '../matching/pairs.writes.ts'

/** The evidence of a pair: for each field of the kind, its level and its weight in bits. */
export interface LeadEvidence {
  levels: number[]
  weights: number[]
}

export interface NewLeadPair extends NewPair<number> {
  kind: EntityKind
}

export const newLeadPair = (kind: EntityKind, found: FoundPair, ids: readonly [number, number]): NewLeadPair => ({
  kind,
  ...newPair(fieldsOfKind(kind), found, ids, (levels, weights) => ({ levels, weights })),
})

/** The record of an id, looked up for each. */
const recordOf = (id: string) =>
  `(select entity_id from entity_records where workspace_id = $1 and ${inOrder('id', id)} offset 0)`
const RECORDS = `cross join lateral ${recordOf('p.left_id')} l cross join lateral ${recordOf('p.right_id')} r`

export const LEAD_PAIRS: PairTable<number> = {
  name: 'entity_pairs',
  sequence: 'entity_pair_ids',
  id_type: 'bigint',
  workbook_id: null,
  written: {
    made: `select x.*, (select count(*) from unnest(array[l.entity_id, r.entity_id]) own (id) cross join lateral (
        select from entity_records o where o.workspace_id = $1 and ${inOrder('o.entity_id', 'own.id')} offset 0) o)::int as settles
      from x cross join lateral ${recordOf('x.left_id')} l cross join lateral ${recordOf('x.right_id')} r
      where l.entity_id <> r.entity_id and $2::uuid is null`,
    key: 'left_id, right_id',
    columns: ', kind, doubt, settles',
    values: ', m.kind, round(abs(m.probability - 0.5) * 20)::smallint, m.settles',
    same: 'p.settles = m.settles',
    found_again: `'pending'`,
    renewed: ', doubt = excluded.doubt, settles = excluded.settles',
  },
  seen: (status) => ({
    page: `(select * from entity_pairs where workspace_id = $1 and $2::uuid is null and status = '${status}') p`,
    counted: `(select * from entity_pairs where workspace_id = $1 and $2::uuid is null and ${inOrder('status', `'${status}'`)} offset 0) p`,
  }),
  joined: `entity_pairs p ${RECORDS}`,
  status: 'p.status',
  groups: ['l.entity_id', 'r.entity_id'],
  decided: `(select * from entity_pairs where workspace_id = $1 and $2::uuid is null and status in ('merged', 'rejected')
    and decided_by is not null order by status offset 0) p`,
  learned: 'select max(decisions) from entity_models where workspace_id = $1',
  reopened: ', by_hand = true',
  readApart: readLeadsApart,
  readMembers: readLeadMembers,
}

/** What was told apart: by entities, and as pairs of records. */
async function readLeadsApart(tx: WorkspaceTx) {
  const { rows } = await tx.client.query<{ left_id: number; right_id: number; a: string; b: string }>(
    `select p.left_id, p.right_id, l.entity_id as a, r.entity_id as b
     from (select left_id, right_id from entity_pairs where workspace_id = $1 and ${inOrder('status', "'rejected'")} offset 0) p ${RECORDS}`,
    [tx.workspace_id],
  )
  const rejected = rows.map(({ left_id, right_id, a, b }) => {
    return [groupByEntity({ id: left_id, entity_id: a }), groupByEntity({ id: right_id, entity_id: b })] as const
  })
  return { ...apartOf(rejected), pairs: rows.map(({ left_id, right_id }) => [left_id, right_id] as const) }
}

async function readLeadMembers(tx: WorkspaceTx, ids: readonly number[]) {
  const { rows } = await tx.client.query<{ id: number; entity_id: string; kind: EntityKind; form: NormalRecord }>(
    `select o.id, o.entity_id, o.kind, o.form from entity_records r cross join lateral (select id, entity_id, kind, form
         from entity_records where workspace_id = $1 and ${inOrder('entity_id', 'r.entity_id')} offset 0) o
     where r.workspace_id = $1 and r.id = any($2::bigint[]) group by o.id, o.entity_id, o.kind, o.form order by o.id`,
    [tx.workspace_id, ids],
  )
  return rows.map(({ id, entity_id, kind, form }) => ({ id, fields: fieldsOfKind(kind), form, group: entity_id }))
}

/** Pairs whose left record is of this entity, with the entity of the right one as `other`. */
export const pairsOfEntity = (of: string): string => `(select p.id, p.status, r.entity_id as other
  from (select id from entity_records where workspace_id = $1 and ${inOrder('entity_id', of)} offset 0) l
    cross join lateral (select id, right_id, status from entity_pairs where workspace_id = $1 and ${inOrder('left_id', 'l.id')} offset 0) p
    cross join lateral ${recordOf('p.right_id')} r offset 0)`

/** A record stands for its entity. */
export const groupByEntity = ({ id, entity_id }: { id: number; entity_id: string }): GroupedRecord<number> => ({
  id,
  group: entity_id,
})
