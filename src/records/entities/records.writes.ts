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
import {
  answeredName,
  type EntityKind,
  FORM_VERSION,
  formOf,
  hashShownRecord,
  keyNumbers,
  recordNumber,
  watchedNumbers,
} from '../lead-facts/record-form.logic.ts'
import { enqueueDirtyRows } from '../store/dirty-rows/dirty-rows.commands.ts'
import { leadKeys } from '../store/dirty-rows/dirty-rows.jobs.ts'
import { dropKeys, dropRecords, writeKeys } from '../store/entity-records.writes.ts'
import { enqueueMovedKeys, type MatchSource, readMatching } from '../store/rows/matched-rows.writes.ts'
import { enqueueShowAsOne } from './merged.jobs.ts'

/** Takes the lock for merging, splitting and keying records of a workspace. It is taken after the lock of leads and before those of rows. */
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
}

/** Records per step. A step takes some hundredths of a second, and requests are answered between steps. */
const MADE_AT_ONCE = 500

/** When a job writes keys that were left for later, in case the job that made the records did not end. */
const WRITTEN_AFTER_MS = 10 * 60_000

interface LeadToKey {
  id: number
  data: JsonObject
}

function recordOf({ id, data }: LeadToKey): MadeRecord {
  const kind = kindOf(data)
  const form = formOf(kind, data)
  const [name, keys, told] = [answeredName(kind, data), keyNumbers(kind, form), hashShownRecord(kind, form, data)]
  return { lead_id: id, kind, form, name, entity_id: newId(), keys, told }
}

interface KnownRecord {
  id: number
  lead_id: number
  kind: EntityKind
  entity_id: string
  told: number | null
  keys: number[]
}

/**
 * Rebuilds the records of these leads and deletes those of deleted leads. Returns the current records. The caller holds the entities. Keys of many
 * leads are written `later`, in the order of their index, by the caller or else by a job (key-writing.jobs.ts).
 */
export async function keyLeads(
  tx: WorkspaceTx,
  leadIds: readonly number[],
  when: 'now' | 'later' = 'now',
): Promise<KeyedRecord[]> {
  const { rows: leads } = await tx.client.query<LeadToKey>(
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
    for (const lead of leads.slice(at, at + MADE_AT_ONCE)) made.push(recordOf(lead))
  const known = await readKnown(tx, made)
  await tellMatched(tx, leads, made, known)
  const { rows } = await tx.client.query<{ id: number; entity_id: string; lead_id: number }>(
    `with x as materialized (select * from jsonb_to_recordset($2::jsonb)
        as x (lead_id bigint, kind text, form jsonb, name text, entity_id uuid, told int, keys bigint[], is_new boolean)),
      fresh as (insert into entities (workspace_id, id, kind, name, name_text)
        select $1, x.entity_id, x.kind, x.name, lower(x.name) from x where x.is_new)
     insert into entity_records (workspace_id, id, kind, lead_id, entity_id, form, version, told, keys)
     select $1, nextval('entity_record_ids'), x.kind, x.lead_id, x.entity_id, x.form, $3, x.told, x.keys from x
     on conflict (workspace_id, lead_id) where lead_id is not null
       do update set form = excluded.form, version = excluded.version, told = excluded.told, keys = excluded.keys, keyed_at = now()
     returning id, entity_id, lead_id`,
    [tx.workspace_id, JSON.stringify(made.map((one) => ({ ...one, is_new: !known.has(one.lead_id) }))), FORM_VERSION],
  )
  await nameEntities(tx, made, known)
  const ids = new Map(rows.map((row) => [row.lead_id, row]))
  const keyed = made.flatMap(({ lead_id, kind, form, keys }) => {
    const row = ids.get(lead_id)
    return row
      ? [{ id: row.id, entity_id: row.entity_id, kind, form, before: known.get(lead_id)?.keys ?? [], keys }]
      : []
  })
  await dropKeys(tx, keyed)
  if (when === 'now') await writeKeys(tx, keyed)
  else {
    const lead_ids = made.map(({ lead_id }) => lead_id)
    await enqueueDirtyRows(
      tx,
      leadKeys,
      tx.workspace_id,
      { lead_ids },
      { run_at: new Date(Date.now() + WRITTEN_AFTER_MS) },
    )
  }
  return keyed
}

/** The stored records. A lead that changed from a company to a person gets a new record, because decisions were about the old one. */
async function readKnown(tx: WorkspaceTx, made: readonly MadeRecord[]): Promise<Map<number, KnownRecord>> {
  const { rows } = await tx.client.query<KnownRecord>(
    'select id, lead_id, kind, entity_id, told, keys from entity_records where workspace_id = $1 and lead_id = any($2::bigint[])',
    [tx.workspace_id, made.map(({ lead_id }) => lead_id)],
  )
  const known = new Map(rows.map((row) => [row.lead_id, row]))
  const turned = made.flatMap(({ lead_id, kind }) => ((known.get(lead_id)?.kind ?? kind) === kind ? [] : [lead_id]))
  await dropRecordsOfLeads(tx, turned)
  for (const lead_id of turned) known.delete(lead_id)
  return known
}

/** Entities without a name take that of their record. */
async function nameEntities(
  tx: WorkspaceTx,
  made: readonly MadeRecord[],
  known: ReadonlyMap<number, KnownRecord>,
): Promise<void> {
  const named = made.flatMap(({ lead_id, name }) => {
    const id = known.get(lead_id)?.entity_id
    return id === undefined || name === null ? [] : [{ id, name }]
  })
  if (named.length === 0) return
  await tx.client.query(
    `update entities e set name = x.name, name_text = lower(x.name), updated_at = now()
     from unnest($2::uuid[], $3::text[]) as x (id, name)
     where e.workspace_id = $1 and e.id = any($2::uuid[]) and e.id = x.id and e.name is null`,
    [tx.workspace_id, named.map(({ id }) => id), named.map(({ name }) => name)],
  )
}

/** Cells that were matched with leads hear of those that now say something else, or are new. Before their keys are written. */
async function tellMatched(
  tx: WorkspaceTx,
  leads: readonly LeadToKey[],
  made: readonly MadeRecord[],
  known: ReadonlyMap<number, KnownRecord>,
): Promise<void> {
  if ((await readMatching(tx, null)).length === 0) return
  const changed = made.flatMap((one, at) =>
    known.get(one.lead_id)?.told === one.told ? [] : [{ ...one, data: leads[at]?.data ?? {} }],
  )
  await enqueueChangedKeys(
    tx,
    null,
    changed.flatMap(({ lead_id }) => known.get(lead_id)?.id ?? []),
    changed.flatMap(({ kind, form, data }) => watchedNumbers(kind, form, data)),
  )
}

/** Enqueues the match cells of these records, by their old and new keys. */
export async function enqueueChangedKeys(
  tx: WorkspaceTx,
  source: MatchSource,
  recordIds: readonly number[],
  keys: readonly number[] = [],
): Promise<void> {
  const { rows } = await tx.client.query<{ key: number }>(
    'select distinct unnest(keys) as key from entity_records where workspace_id = $1 and id = any($2::bigint[])',
    [tx.workspace_id, recordIds],
  )
  await enqueueMovedKeys(tx, source, [...rows.map(({ key }) => key), ...recordIds.map(recordNumber), ...keys])
}

/** Enqueues the match cells of records that moved to another entity, because their values name the entity. */
export async function enqueueMovedRecords(tx: WorkspaceTx, recordIds: readonly number[]): Promise<void> {
  if ((await readMatching(tx, null)).length > 0) await enqueueMovedKeys(tx, null, recordIds.map(recordNumber))
}

/** Deletes records with their keys and pairs, and entities that have no record left. */
export async function dropRecordsOfLeads(tx: WorkspaceTx, leadIds: readonly number[]): Promise<void> {
  if (leadIds.length === 0) return
  await tellOfGone(tx, leadIds)
  const dropped = await dropRecords(tx, 'lead_id = any($2::bigint[])', [leadIds])
  const entities = dropped.flatMap(({ entity_id }) => entity_id ?? [])
  await enqueueShowAsOne(tx, (await readWithMerged(tx, leadIds)).length > leadIds.length ? entities : [])
  await dropEmptyEntities(tx, entities)
}

async function tellOfGone(tx: WorkspaceTx, leadIds: readonly number[]): Promise<void> {
  if ((await readMatching(tx, null)).length === 0) return
  const { rows } = await tx.client.query<{ id: number }>(
    'select id from entity_records where workspace_id = $1 and lead_id = any($2::bigint[])',
    [tx.workspace_id, leadIds],
  )
  await enqueueChangedKeys(
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
