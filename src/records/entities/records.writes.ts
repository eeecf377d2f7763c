// Keeps the record of each lead as it is compared: its normal form, its blocking keys, and the entity it belongs to.
import { setImmediate as pause } from 'node:timers/promises'
import type { NormalRecord } from '../../engine/matching/prepared.ts'
import { newId } from '../../kernel/ids.ts'
import type { JsonObject } from '../../kernel/json.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { hold } from '../../platform/db/hold.ts'
import { inOrder } from '../../platform/db/look-up.ts'
import { kindOf } from '../lead-facts/lead-keys.logic.ts'
import { readWithMerged } from '../lead-facts/one-lead.reads.ts'
import { leaveMoved, type MatchSource, readMatching } from '../store/rows/matched-rows.writes.ts'
import { leaveShowing } from './merged.jobs.ts'
import {
  answeredName,
  type EntityKind,
  FORM_VERSION,
  formOf,
  keyNumbers,
  recordNumber,
  toldOf,
  watchedNumbers,
} from './record-form.logic.ts'

/** Held to merge, split or key records of a workspace. Taken after the lock of leads, before those of rows. */
export async function holdEntities(tx: WorkspaceTx): Promise<void> {
  await hold(tx, `entities ${tx.workspace_id}`)
}

export interface KeyedRecord {
  id: number
  kind: EntityKind
  entity_id: string
  form: NormalRecord
}

interface MadeRecord {
  lead_id: number
  kind: EntityKind
  form: NormalRecord
  name: string | null
  entity_id: string
  keys: number[]
  told: number
  /** The numbers by which it is watched. */
  watched: number[]
}

/** So many take some hundredths of a second; requests are answered between. */
const MADE_AT_ONCE = 500

function recordOf(lead_id: number, data: JsonObject): MadeRecord {
  const kind = kindOf(data)
  const form = formOf(kind, data)
  return {
    lead_id,
    kind,
    form,
    name: answeredName(kind, data),
    entity_id: newId(),
    keys: keyNumbers(kind, form),
    told: toldOf(kind, form, data),
    watched: watchedNumbers(kind, form, data),
  }
}

/** Makes the records of these leads anew; those of leads that are gone go. Returns what is there now. Hold the entities. */
export async function keyLeads(tx: WorkspaceTx, leadIds: readonly number[]): Promise<KeyedRecord[]> {
  const { rows: leads } = await tx.client.query<{ id: number; data: JsonObject }>(
    `select l.id, coalesce(m.data, l.data) as data from leads l
       left join merged_leads m on m.workspace_id = $1 and m.lead_id = l.id
     where l.workspace_id = $1 and l.id = any($2::bigint[]) order by l.id`,
    [tx.workspace_id, leadIds],
  )
  const found = new Set(leads.map(({ id }) => id))
  await dropRecordsOfLeads(
    tx,
    leadIds.filter((id) => !found.has(id)),
  )
  const made: MadeRecord[] = []
  for (let at = 0; at < leads.length; at += MADE_AT_ONCE, await pause())
    for (const { id, data } of leads.slice(at, at + MADE_AT_ONCE)) made.push(recordOf(id, data))
  await changeKinds(tx, made)
  await tellMatched(tx, made)
  const { rows } = await tx.client.query<{ id: number; entity_id: string; lead_id: number }>(
    `with x as materialized (select * from jsonb_to_recordset($2::jsonb)
        as x (lead_id bigint, kind text, form jsonb, name text, entity_id uuid, told int)),
      known as materialized (select lead_id, entity_id from entity_records where workspace_id = $1 and lead_id = any($4::bigint[])),
      fresh as (insert into entities (workspace_id, id, kind, name, name_text)
        select $1, x.entity_id, x.kind, x.name, lower(x.name) from x
        where not exists (select from known k where k.lead_id = x.lead_id)),
      named as (update entities e set name = x.name, name_text = lower(x.name), updated_at = now()
        from x join known k on k.lead_id = x.lead_id
        where e.workspace_id = $1 and e.id = any(array(select entity_id from known)) and e.id = k.entity_id
          and e.name is null and x.name is not null)
     insert into entity_records (workspace_id, id, kind, lead_id, entity_id, form, version, told)
     select $1, nextval('entity_record_ids'), x.kind, x.lead_id, x.entity_id, x.form, $3, x.told from x
     on conflict (workspace_id, lead_id) where lead_id is not null
       do update set form = excluded.form, version = excluded.version, told = excluded.told, keyed_at = now()
     returning id, entity_id, lead_id`,
    [
      tx.workspace_id,
      JSON.stringify(made.map(({ keys: _, watched: __, ...record }) => record)),
      FORM_VERSION,
      made.map(({ lead_id }) => lead_id),
    ],
  )
  const ids = new Map(rows.map((row) => [row.lead_id, row]))
  const keyed = made.flatMap(({ lead_id, kind, form, keys }) => {
    const row = ids.get(lead_id)
    return row ? [{ id: row.id, entity_id: row.entity_id, kind, form, keys }] : []
  })
  await writeKeys(tx, keyed)
  return keyed
}

/** Cells that were matched with leads hear of those that now say something else, or are new. Before their keys are written. */
async function tellMatched(tx: WorkspaceTx, made: readonly MadeRecord[]): Promise<void> {
  if ((await readMatching(tx, null)).length === 0) return
  const { rows } = await tx.client.query<{ id: number; lead_id: number; told: number | null }>(
    'select id, lead_id, told from entity_records where workspace_id = $1 and lead_id = any($2::bigint[])',
    [tx.workspace_id, made.map(({ lead_id }) => lead_id)],
  )
  const known = new Map(rows.map((row) => [row.lead_id, row]))
  const changed = made.filter(({ lead_id, told }) => known.get(lead_id)?.told !== told)
  await tellOf(
    tx,
    null,
    changed.flatMap(({ lead_id }) => known.get(lead_id)?.id ?? []),
    changed.flatMap(({ watched }) => watched),
  )
}

/** Cells that were matched with these records, by the keys they have and those they will have. */
export async function tellOf(
  tx: WorkspaceTx,
  source: MatchSource,
  recordIds: readonly number[],
  keys: readonly number[] = [],
): Promise<void> {
  const { rows } = await tx.client.query<{ key: number }>(
    'select distinct key from entity_keys where workspace_id = $1 and record_id = any($2::bigint[])',
    [tx.workspace_id, recordIds],
  )
  await leaveMoved(tx, source, [...rows.map(({ key }) => key), ...recordIds.map(recordNumber), ...keys])
}

/** Records that went to another entity: answers name it. */
export async function tellMovedRecords(tx: WorkspaceTx, recordIds: readonly number[]): Promise<void> {
  if ((await readMatching(tx, null)).length > 0) await leaveMoved(tx, null, recordIds.map(recordNumber))
}

export async function writeKeys(tx: WorkspaceTx, keyed: readonly { id: number; keys: number[] }[]): Promise<void> {
  // In the order of their index, so that neighbors in it are written together.
  const lines = keyed.flatMap(({ id, keys }) => keys.map((key) => [id, key] as const)).sort(([, x], [, y]) => x - y)
  const wanted = [tx.workspace_id, keyed.map(({ id }) => id), lines.map(([id]) => id), lines.map(([, key]) => key)]
  await tx.client.query(
    `with x as materialized (select * from unnest($3::bigint[], $4::bigint[]) as x (record_id, key)),
       gone as (delete from entity_keys k where k.workspace_id = $1 and k.record_id = any($2::bigint[])
         and not exists (select from x where x.record_id = k.record_id and x.key = k.key))
     insert into entity_keys (workspace_id, key, record_id) select $1, x.key, x.record_id from x on conflict do nothing`,
    wanted,
  )
}

/** A lead that turned from a company into a person is a new record: what was decided of it was about the other. */
async function changeKinds(tx: WorkspaceTx, made: readonly { lead_id: number; kind: string }[]): Promise<void> {
  const { rows } = await tx.client.query<{ lead_id: number }>(
    `select r.lead_id from entity_records r join unnest($2::bigint[], $3::text[]) as x (lead_id, kind) using (lead_id)
     where r.workspace_id = $1 and r.kind <> x.kind`,
    [tx.workspace_id, made.map(({ lead_id }) => lead_id), made.map(({ kind }) => kind)],
  )
  await dropRecordsOfLeads(
    tx,
    rows.map(({ lead_id }) => lead_id),
  )
}

/** With keys and pairs, and with entities that are left without a record. */
export async function dropRecordsOfLeads(tx: WorkspaceTx, leadIds: readonly number[]): Promise<void> {
  if (leadIds.length === 0) return
  await tellOfGone(tx, leadIds)
  const { rows } = await tx.client.query<{ entity_id: string }>(
    'delete from entity_records where workspace_id = $1 and lead_id = any($2::bigint[]) returning entity_id',
    [tx.workspace_id, leadIds],
  )
  await leaveShowing(
    tx,
    (await readWithMerged(tx, leadIds)).length > leadIds.length ? rows.map(({ entity_id }) => entity_id) : [],
  )
  await dropEmptyEntities(
    tx,
    rows.map(({ entity_id }) => entity_id),
  )
}

async function tellOfGone(tx: WorkspaceTx, leadIds: readonly number[]): Promise<void> {
  if ((await readMatching(tx, null)).length === 0) return
  const { rows } = await tx.client.query<{ id: number }>(
    'select id from entity_records where workspace_id = $1 and lead_id = any($2::bigint[])',
    [tx.workspace_id, leadIds],
  )
  await tellOf(
    tx,
    null,
    rows.map(({ id }) => id),
  )
}

export async function dropEmptyEntities(tx: WorkspaceTx, ids: readonly string[]): Promise<void> {
  await tx.client.query(
    `delete from entities where workspace_id = $1 and id = any(array(select w.id from unnest($2::uuid[]) w (id)
       where not coalesce((select true from entity_records where workspace_id = $1 and ${inOrder('entity_id', 'w.id')} limit 1), false)))`,
    [tx.workspace_id, ids],
  )
}
