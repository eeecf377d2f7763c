// Writing leads in groups: the leads, the keys they are known by, what changed of them, and how many there are.
import { shortText } from '../../kernel/cut-text.ts'
import { newId } from '../../kernel/ids.ts'
import type { Json, JsonObject } from '../../kernel/json.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { tellChanges } from './counted.reads.ts'
import { readLeadsById, type StoredLead } from './lead.reads.ts'
import { hashOf, KEY_FIELDS, keysOf } from './lead-keys.logic.ts'
import { tellLeadFields, tellRows } from './lead-work.writes.ts'
import type { FieldChange } from './merge.logic.ts'

/**
 * Whoever makes leads or changes what they are known by holds the store of the workspace: two that bring the same lead at
 * once make one. First of all locks, before those of workbooks and rows.
 */
export async function holdLeads(tx: WorkspaceTx): Promise<void> {
  await tx.client.query("select pg_advisory_xact_lock(hashtextextended('leads ' || $1::text, 0))", [tx.workspace_id])
}

/** The leads known by these keys, locked, and by which key each is known. */
export async function lockLeadsByKey(
  tx: WorkspaceTx,
  keys: readonly string[],
): Promise<{ ids: Map<string, number>; leads: Map<number, StoredLead> }> {
  const { rows } = await tx.client.query<{ key: string; lead_id: number }>(
    'select key, lead_id from lead_keys where workspace_id = $1 and key = any($2::text[])',
    [tx.workspace_id, keys],
  )
  const ids = new Map(rows.map(({ key, lead_id }) => [key, lead_id]))
  return { ids, leads: await lockLeads(tx, [...new Set(ids.values())]) }
}

export const lockLeads = (tx: WorkspaceTx, ids: readonly number[]) => readLeadsById(tx, ids, true)

/** Those of the keys that belong to a lead that was erased. */
export async function suppressedKeys(tx: WorkspaceTx, keys: readonly string[]): Promise<Set<string>> {
  if (keys.length === 0) return new Set()
  const hashes = keys.map((key) => hashOf(tx.workspace_id, key))
  const { rows } = await tx.client.query<{ place: number }>(
    `select w.place::int as place from unnest($2::bytea[]) with ordinality as w (hash, place)
     where exists (select from lead_suppressions s where s.workspace_id = $1 and s.key_hash = w.hash)`,
    [tx.workspace_id, hashes],
  )
  return new Set(rows.map(({ place }) => keys[place - 1] ?? ''))
}

/** Null for the service itself. */
function whoOf({ actor }: WorkspaceTx): { user_id: number | null; name: string } | null {
  return actor === null || actor.kind === 'machine' ? null : { user_id: actor.user_id, name: actor.name }
}

export interface NewLead {
  data: JsonObject
  provenance: Record<string, JsonObject>
  source: JsonObject
}

/** Stores new leads; returns them in their order. */
export async function insertLeads(tx: WorkspaceTx, leads: readonly NewLead[]): Promise<StoredLead[]> {
  if (leads.length === 0) return []
  const { rows } = await tx.client.query<StoredLead>(
    `with new as (select nextval('lead_ids') as id, x.* from (
        select * from jsonb_array_elements($2::jsonb) with ordinality as e (lead, place) order by place) x),
      made as (insert into leads (workspace_id, id, data, source)
        select $1, id, lead -> 'data', (lead -> 'source') || $3 from new returning id, data, created_at, updated_at),
      said as (insert into lead_provenance select $1, id, lead -> 'provenance' from new)
     select made.id, made.data, new.lead -> 'provenance' as provenance, made.created_at, made.updated_at
     from made join new using (id) order by new.place`,
    [tx.workspace_id, JSON.stringify(leads), { actor: whoOf(tx) }],
  )
  await keepKeys(tx, rows)
  tellChanges(tx, rows.length)
  return rows
}

export interface ChangedLead extends StoredLead {
  kind: 'updated' | 'status'
  fields: FieldChange[]
  note?: string | null
}

/** Writes the leads as they are to be, and what changed. They are locked. */
export async function updateLeads(tx: WorkspaceTx, changed: readonly ChangedLead[], source: JsonObject): Promise<void> {
  if (changed.length === 0) return
  // Compared with a column and not with what is taken out of JSON: that may tell what it sees, so that under row-level security
  // no index would be asked, and a million leads be read to change one.
  await tx.client.query(
    `with x as materialized (select * from jsonb_to_recordset($2::jsonb) as x (id bigint, data jsonb, provenance jsonb)),
       said as (insert into lead_provenance as p select $1, id, provenance from x
         on conflict (workspace_id, lead_id) do update set provenance = excluded.provenance where p.provenance <> excluded.provenance)
     update leads l set data = x.data, provenance = '{}', updated_at = now() from x where l.workspace_id = $1 and l.id = x.id`,
    [tx.workspace_id, JSON.stringify(changed.map(({ id, data, provenance }) => ({ id, data, provenance })))],
  )
  await keepKeysAnew(tx, changed)
  tellChanges(tx, 0)
  await recordChanges(tx, changed, source)
  const fields = new Set(changed.flatMap((lead) => lead.fields.map(({ field }) => field)))
  const ids = changed.map(({ id }) => id)
  await tellRows(tx, ids, [...fields])
  await tellLeadFields(tx, ids)
}

/** Only those of which something changed that leads are known by: most changes are of other fields. */
async function keepKeysAnew(tx: WorkspaceTx, changed: readonly ChangedLead[]): Promise<void> {
  const known = changed.filter(({ fields }) => fields.some(({ field }) => KEY_FIELDS.has(field)))
  if (known.length === 0) return
  await tx.client.query('delete from lead_keys where workspace_id = $1 and lead_id = any($2::bigint[])', [
    tx.workspace_id,
    known.map(({ id }) => id),
  ])
  await keepKeys(tx, known)
}

/** Beside those that they have. A key that another lead has already stays with it. */
export async function keepKeys(tx: WorkspaceTx, leads: readonly Pick<StoredLead, 'id' | 'data'>[]): Promise<void> {
  const keys = leads.flatMap(({ id, data }) => keysOf(data).map(({ key }) => ({ id, key })))
  if (keys.length === 0) return
  await tx.client.query(
    `insert into lead_keys (workspace_id, key, lead_id) select $1, x.key, x.id
     from unnest($2::text[], $3::bigint[]) as x (key, id) on conflict (workspace_id, key) do nothing`,
    [tx.workspace_id, keys.map(({ key }) => key), keys.map(({ id }) => id)],
  )
}

/** Of a text in the timeline; one that is longer cannot be put back from there. */
export const LONGEST_SHOWN = 1000

async function recordChanges(tx: WorkspaceTx, changed: readonly ChangedLead[], source: JsonObject): Promise<void> {
  const lines = changed.map(({ id, kind, fields, note }) => ({
    ...{ lead_id: id, id: newId(), kind, note: note ?? null },
    fields: fields.map(({ field, before, after, from }) => ({
      field,
      before: short(before),
      after: short(after),
      from,
    })),
  }))
  await tx.client.query(
    `insert into lead_changes (workspace_id, lead_id, id, kind, fields, note, source, user_id, actor_name)
     select $1, x.lead_id, x.id, x.kind, x.fields, x.note, $3, $4, $5
     from jsonb_to_recordset($2::jsonb) as x (lead_id bigint, id uuid, kind text, fields jsonb, note text)`,
    [
      tx.workspace_id,
      JSON.stringify(lines),
      JSON.stringify(source),
      whoOf(tx)?.user_id ?? null,
      whoOf(tx)?.name ?? null,
    ],
  )
}

function short(value: Json): Json {
  return typeof value === 'string' ? shortText(value, LONGEST_SHOWN) : value
}

/** Takes leads away for good; returns how many there were. */
export async function removeLeads(tx: WorkspaceTx, ids: readonly number[]): Promise<number> {
  await tellLeadFields(tx, ids)
  await tx.client.query(
    'update workbook_rows set lead_id = null where workspace_id = $1 and lead_id = any($2::bigint[])',
    [tx.workspace_id, ids],
  )
  const { rowCount } = await tx.client.query('delete from leads where workspace_id = $1 and id = any($2::bigint[])', [
    tx.workspace_id,
    ids,
  ])
  tellChanges(tx, -(rowCount ?? 0))
  return rowCount ?? 0
}
