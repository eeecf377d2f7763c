// Writing leads in groups: the leads, the keys they are known by, what changed of them, and how many there are.
import { shortText } from '../../kernel/cut-text.ts'
import { newId } from '../../kernel/ids.ts'
import type { Json, JsonObject } from '../../kernel/json.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { inOrder, OF_ANY_WORKSPACE } from '../../platform/db/look-up.ts'
import { emit } from '../../platform/events/event.ts'
import { countChangedLeads } from '../lead-facts/counted.reads.ts'
import { leadStatusChanged } from '../lead-facts/lead.events.ts'
import { readLeadsById, type StoredLead } from '../lead-facts/lead.reads.ts'
import { KEY_FIELDS, knownKeysOf } from '../lead-facts/lead-keys.logic.ts'
import { enqueueLeadFieldColumns, enqueueSyncedRows } from '../lead-facts/lead-work.commands.ts'
import type { FieldChange } from '../lead-facts/merge.logic.ts'
import { readWithMerged } from '../lead-facts/one-lead.reads.ts'
import { evidenceOfEdits, recordEvidence } from '../lead-facts/source-evidence.commands.ts'
import { enqueueDirtyRows } from '../store/dirty-rows/dirty-rows.commands.ts'
import { leadMatching } from '../store/dirty-rows/dirty-rows.jobs.ts'
import { unlinkLeads } from '../store/rows/row-marks.writes.ts'
import { dropThreadsOfLeads } from '../store/threads.writes.ts'
import { changeMerged, showAsOne, showMerged } from './one-lead.commands.ts'

/** How many leads that share a domain or a telephone are compared; more share it only by mistake. */
const MOST_HOLDERS = 100

/** The leads known by these keys, and those that are named, locked; and by which key each is known: of one key several, the oldest first. */
export async function lockLeadsByKey(
  tx: WorkspaceTx,
  keys: readonly string[],
  named: readonly number[] = [],
): Promise<{ ids: Map<string, number[]>; leads: Map<number, StoredLead> }> {
  const { rows } = await tx.client.query<{ key: string; lead_id: number }>(
    `select k.key, x.lead_id from unnest($2::text[]) as k (key) cross join lateral (select lead_id from lead_keys
       where ${OF_ANY_WORKSPACE} and ${inOrder('key', 'k.key')}, lead_id limit ${MOST_HOLDERS}) x`,
    [tx.workspace_id, keys],
  )
  const ids = new Map<string, number[]>()
  for (const { key, lead_id } of rows) ids.set(key, [...(ids.get(key) ?? []), lead_id])
  return { ids, leads: await lockLeads(tx, [...new Set([...rows.map(({ lead_id }) => lead_id), ...named])]) }
}

export const lockLeads = (tx: WorkspaceTx, ids: readonly number[]) => readLeadsById(tx, ids, true)

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
      texts as (insert into lead_texts select $1, id, lead_text(lead -> 'data') from new),
      said as (insert into lead_provenance select $1, id, lead -> 'provenance' from new)
     select made.id, made.data, new.lead -> 'provenance' as provenance, made.created_at, made.updated_at
     from made join new using (id) order by new.place`,
    [tx.workspace_id, JSON.stringify(leads), { actor: whoOf(tx) }],
  )
  await keepKeys(tx, rows)
  const shown = rows.map(({ id }) => id)
  countChangedLeads(tx, { shown })
  await leaveForMatching(tx, shown)
  return rows
}

/** Leads that were written are compared with others in the background. */
const leaveForMatching = (tx: WorkspaceTx, lead_ids: readonly number[], detail?: { gone: true }) =>
  enqueueDirtyRows(tx, leadMatching, tx.workspace_id, { lead_ids }, detail && { detail })

export interface ChangedLead extends StoredLead {
  kind: 'updated' | 'status'
  fields: FieldChange[]
  note?: string | null
}

/** Writes the leads as they are to be, and what changed. They are locked. */
export async function updateLeads(tx: WorkspaceTx, changed: readonly ChangedLead[], source: JsonObject): Promise<void> {
  if (changed.length === 0) return
  const own = await changeMerged(tx, changed, source.kind === 'api')
  const alone = changed.filter(({ id }) => !own.has(id))
  // Compared with a column and not with what is taken out of JSON: that may tell what it sees, so that under row-level security
  // no index would be asked, and a million leads be read to change one.
  await tx.client.query(
    `with x as materialized (select * from jsonb_to_recordset($2::jsonb) as x (id bigint, data jsonb, provenance jsonb)),
       said as (insert into lead_provenance as p select $1, id, provenance from x
         on conflict (workspace_id, lead_id) do update set provenance = excluded.provenance where p.provenance <> excluded.provenance),
       texts as (insert into lead_texts as t select $1, id, lead_text(data) from x
         on conflict (workspace_id, lead_id) do update set text = excluded.text where t.text <> excluded.text)
     update leads l set data = x.data, provenance = '{}', updated_at = now() from x where l.workspace_id = $1 and l.id = x.id`,
    [tx.workspace_id, JSON.stringify(alone.map(({ id, data, provenance }) => ({ id, data, provenance })))],
  )
  await keepKeysAnew(
    tx,
    changed.map((lead) => ({ ...lead, data: own.get(lead.id) ?? lead.data })),
  )
  const ids = changed.map(({ id }) => id)
  countChangedLeads(tx, { changed: ids })
  await recordChanges(tx, changed, source)
  await recordEvidence(tx, evidenceOfEdits(changed))
  const fields = new Set(changed.flatMap((lead) => lead.fields.map(({ field }) => field)))
  await emitStatuses(tx, changed)
  await showAsOne(tx, [...own.keys()])
  await enqueueSyncedRows(tx, ids, [...fields])
  await leaveForMatching(tx, ids)
  await enqueueLeadFieldColumns(tx, ids)
}

const MAX_CHANGES = 500
const wordOf = (status: Json | undefined) => (typeof status === 'string' ? status : null)

/** Tells of each lead whose status changed, from what to what. */
async function emitStatuses(tx: WorkspaceTx, changed: readonly ChangedLead[]): Promise<void> {
  const changes = changed.flatMap(({ id, fields }) =>
    fields.flatMap(({ field, before, after }) =>
      field === 'status' && before !== after ? [{ lead_id: id, from: wordOf(before), to: wordOf(after) }] : [],
    ),
  )
  for (let at = 0; at < changes.length; at += MAX_CHANGES)
    await emit(tx, leadStatusChanged, { changes: changes.slice(at, at + MAX_CHANGES) })
}

const FORGET_KEYS = `delete from lead_keys k using (
    select f.key, f.lead_id from unnest($2::bigint[]) as wanted (id) cross join lateral (
      select l.key, l.lead_id from lead_keys l where l.workspace_id = $1 and ${inOrder('l.lead_id', 'wanted.id')} offset 0) f offset 0) f
  where k.workspace_id = $1 and k.key = f.key and k.lead_id = f.lead_id`

/** Only those of which something changed that leads are known by: most changes are of other fields. */
async function keepKeysAnew(tx: WorkspaceTx, changed: readonly ChangedLead[]): Promise<void> {
  const known = changed.filter(({ fields }) => fields.some(({ field }) => KEY_FIELDS.has(field)))
  if (known.length === 0) return
  await tx.client.query(FORGET_KEYS, [tx.workspace_id, known.map(({ id }) => id)])
  await keepKeys(tx, known)
}

/** Beside those that they have. */
export async function keepKeys(tx: WorkspaceTx, leads: readonly Pick<StoredLead, 'id' | 'data'>[]): Promise<void> {
  const keys = leads.flatMap(({ id, data }) => knownKeysOf(data).map(({ key }) => ({ id, key })))
  if (keys.length === 0) return
  await tx.client.query(
    `insert into lead_keys (workspace_id, key, lead_id) select $1, x.key, x.id
     from unnest($2::text[], $3::bigint[]) as x (key, id) on conflict do nothing`,
    [tx.workspace_id, keys.map(({ key }) => key), keys.map(({ id }) => id)],
  )
}

/** The longest text in the timeline; a longer one cannot be restored from there. */
export const LONGEST_SHOWN = 1000

async function recordChanges(tx: WorkspaceTx, changed: readonly ChangedLead[], source: JsonObject): Promise<void> {
  const lines = changed.map(({ id, kind, fields, note }) => ({
    lead_id: id,
    id: newId(),
    kind,
    note: note ?? null,
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

/** Takes leads away for good; returns how many there were. Those that were merged with them stay, and show what is left. */
export async function removeLeads(tx: WorkspaceTx, ids: readonly number[]): Promise<number> {
  const others = (await readWithMerged(tx, ids)).filter((id) => !ids.includes(id))
  await enqueueLeadFieldColumns(tx, ids)
  await unlinkLeads(tx, ids)
  await dropThreadsOfLeads(tx, ids)
  const { rows } = await tx.client.query<{ id: number; is_merged: boolean }>(
    `delete from leads where ${OF_ANY_WORKSPACE} and id = any($2::bigint[]) returning id, merged_into is not null as is_merged`,
    [tx.workspace_id, ids],
  )
  countChangedLeads(tx, { hidden: rows.flatMap(({ id, is_merged }) => (is_merged ? [] : [id])) })
  await leaveForMatching(tx, ids, { gone: true })
  await showMerged(tx, others)
  return rows.length
}
