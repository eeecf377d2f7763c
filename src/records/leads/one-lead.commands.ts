// Shows the leads of a merged entity as one: decides which lead stands for them, and writes the values that all of them show.
import { canonicalJson, type JsonObject } from '../../kernel/json.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { OF_ANY_WORKSPACE } from '../../platform/db/look-up.ts'
import { emit } from '../../platform/events/event.ts'
import { countChangedLeads } from '../lead-facts/counted.reads.ts'
import { leadsStored } from '../lead-facts/lead.events.ts'
import { enqueueLeadFieldColumns, enqueueSyncedRows } from '../lead-facts/lead-work.commands.ts'
import type { FieldChange } from '../lead-facts/merge.logic.ts'
import { changeOwn, fieldsSaid, oneLeadOf, removalOf } from '../lead-facts/one-lead.logic.ts'
import { readWithMerged } from '../lead-facts/one-lead.reads.ts'

interface GroupedLead {
  id: number
  record_id: number | null
  entity_id: string | null
  merged_into: number | null
  /** The record's own values, which may differ from the shown ones. */
  data: JsonObject
  provenance: Record<string, JsonObject>
  shown: JsonObject
  is_merged: boolean
}

interface ShownLead {
  id: number
  head_id: number | null
  own: Pick<GroupedLead, 'data' | 'provenance'>
  data: JsonObject
  provenance: Record<string, JsonObject>
}

/**
 * Brings what is shown in line with the entities of these leads and of all that are or were merged with them: the oldest lead of an entity
 * stands for the others, and a lead that is alone shows its own values again. Hold the leads. Safe to repeat. Returns the leads that changed.
 */
export async function showAsOne(tx: WorkspaceTx, leadIds: readonly number[]): Promise<number[]> {
  if (leadIds.length === 0) return []
  const leads = await lockGrouped(tx, leadIds)
  const groups = new Map<string, GroupedLead[]>()
  for (const lead of leads) {
    const key = lead.entity_id ?? `lead ${lead.id}`
    groups.set(key, [...(groups.get(key) ?? []), lead])
  }
  const winners = await readWinners(tx, [...groups.keys()])
  const lines: ShownLead[] = []
  for (const [entity, group] of groups) {
    const [head] = group
    if (!head || (group.length === 1 && !head.is_merged)) continue
    const records = group.map(({ id, record_id, data, provenance }) => ({ record: record_id ?? -id, data, provenance }))
    const shown = group.length === 1 ? head : withScoreOf(head, oneLeadOf(records, winners.get(entity) ?? {}))
    for (const { id, data, provenance } of group) {
      const head_id = group.length === 1 ? null : head.id
      lines.push({ id, head_id, own: { data, provenance }, data: shown.data, provenance: shown.provenance })
    }
  }
  return writeShown(tx, leads, lines)
}

/** The score is of the one lead, unless a person or a file gave one. */
function withScoreOf({ shown }: GroupedLead, one: ReturnType<typeof oneLeadOf>): ReturnType<typeof oneLeadOf> {
  if (one.provenance.score) return one
  const { score: _, score_tier: __, ...data } = one.data
  const kept = Object.fromEntries(
    ['score', 'score_tier'].flatMap((field) => (field in shown ? [[field, shown[field]]] : [])),
  )
  return { ...one, data: { ...data, ...(kept as JsonObject) } }
}

/** These leads, those of their entities, and those that are shown as one with any of them at this moment. */
async function lockGrouped(tx: WorkspaceTx, leadIds: readonly number[]): Promise<GroupedLead[]> {
  const shown = await readWithMerged(tx, leadIds)
  const { rows: near } = await tx.client.query<{ lead_id: number }>(
    `select r.lead_id from entity_records r where ${OF_ANY_WORKSPACE} and r.lead_id is not null and r.entity_id = any(array(
       select entity_id from entity_records where ${OF_ANY_WORKSPACE} and lead_id = any($2::bigint[]) and entity_id is not null))`,
    [tx.workspace_id, leadIds],
  )
  const { rows } = await tx.client.query<GroupedLead>(
    `select l.id, r.id as record_id, r.entity_id, l.merged_into, coalesce(m.data, l.data) as data, coalesce(m.provenance,
       coalesce(p.provenance, '{}') || l.provenance) as provenance, l.data as shown, m.lead_id is not null as is_merged
     from leads l left join merged_leads m on m.workspace_id = $1 and m.lead_id = l.id
       left join entity_records r on r.workspace_id = $1 and r.lead_id = l.id
       left join lead_provenance p on p.workspace_id = $1 and p.lead_id = l.id
     where l.workspace_id = $1 and l.id = any($2::bigint[]) order by l.id for update of l`,
    [tx.workspace_id, [...new Set([...shown, ...near.map(({ lead_id }) => Number(lead_id))])]],
  )
  return rows
}

async function readWinners(
  tx: WorkspaceTx,
  entityIds: readonly string[],
): Promise<Map<string, Record<string, number>>> {
  const { rows } = await tx.client.query<{ id: string; winners: Record<string, number> }>(
    'select id, winners from entities where workspace_id = $1 and id::text = any($2::text[])',
    [tx.workspace_id, entityIds],
  )
  return new Map(rows.map(({ id, winners }) => [id, winners]))
}

async function writeShown(
  tx: WorkspaceTx,
  before: readonly GroupedLead[],
  lines: readonly ShownLead[],
): Promise<number[]> {
  if (lines.length === 0) return []
  const byId = new Map(before.map((lead) => [lead.id, lead]))
  const json = JSON.stringify(
    lines.map(({ own, ...line }) => ({ ...line, own_data: own.data, own_provenance: own.provenance })),
  )
  await tx.client.query(
    `with x as materialized (select * from jsonb_to_recordset($2::jsonb)
         as x (id bigint, head_id bigint, data jsonb, provenance jsonb, own_data jsonb, own_provenance jsonb)),
       gone as (delete from merged_leads m using x where m.workspace_id = $1 and m.lead_id = x.id and x.head_id is null),
       kept as (insert into merged_leads as m (workspace_id, lead_id, head_id, data, provenance)
         select $1, id, head_id, own_data, own_provenance from x where head_id is not null
         on conflict (workspace_id, lead_id) do update set head_id = excluded.head_id where m.head_id <> excluded.head_id),
       said as (insert into lead_provenance as p select $1, id, provenance from x
         on conflict (workspace_id, lead_id) do update set provenance = excluded.provenance where p.provenance <> excluded.provenance),
       -- Searches find the one lead by what each of them says, and the others not at all.
       texts as (insert into lead_texts as t select $1, x.id, concat_ws(' ', lead_text(x.data),
           (select string_agg(lead_text(o.own_data), ' ' order by o.id) from x o where o.head_id = x.id)) from x
           where x.head_id is null or x.head_id = x.id
         on conflict (workspace_id, lead_id) do update set text = excluded.text where t.text <> excluded.text),
       silent as (delete from lead_texts t using x where t.workspace_id = $1 and t.lead_id = x.id and x.head_id <> x.id)
     update leads l set data = x.data, provenance = '{}', merged_into = nullif(x.head_id, x.id), updated_at = now() from x
     where l.workspace_id = $1 and l.id = x.id and (l.data <> x.data or l.merged_into is distinct from nullif(x.head_id, x.id))`,
    [tx.workspace_id, json],
  )
  const changed: number[] = []
  const shown: number[] = []
  const hidden: number[] = []
  const fields = new Set<string>()
  for (const { id, head_id, data } of lines) {
    const lead = byId.get(id)
    if (!lead) continue
    const isHidden = head_id !== null && head_id !== id
    if (isHidden !== (lead.merged_into !== null)) (isHidden ? hidden : shown).push(id)
    const other = [...new Set([...Object.keys(lead.shown), ...Object.keys(data)])].filter(
      (field) => canonicalJson(lead.shown[field] ?? null) !== canonicalJson(data[field] ?? null),
    )
    for (const field of other) fields.add(field)
    if (other.length > 0 || isHidden !== (lead.merged_into !== null)) changed.push(id)
  }
  // For each record, also for those whose shown values did not change: a search finds the lead by the values of any of its records.
  countChangedLeads(tx, { changed: lines.map(({ id }) => id), shown, hidden })
  if (changed.length === 0) return []
  await enqueueSyncedRows(tx, changed, [...fields])
  await enqueueLeadFieldColumns(tx, changed)
  return changed
}

/** As {@link showAsOne}, and emits events, so that clients update the leads that they show. */
export async function showMerged(tx: WorkspaceTx, leadIds: readonly number[]): Promise<void> {
  const lead_ids = await showAsOne(tx, leadIds)
  if (lead_ids.length > 0)
    await emit(tx, leadsStored, { created: 0, updated: lead_ids.length, lead_ids, created_ids: [] })
}

interface ChangedShown {
  id: number
  fields: readonly FieldChange[]
  provenance: Readonly<Record<string, JsonObject>>
}

/**
 * Writes what changed of merged leads to the own values of the record that was named, and shows the one lead again. What a person enters wins
 * over the other records, and what a person clears goes from all of them. Returns own values as they are now, by lead; others are absent.
 */
export async function changeMerged(
  tx: WorkspaceTx,
  changed: readonly ChangedShown[],
  byPerson: boolean,
): Promise<Map<number, JsonObject>> {
  const wanted = await readWithMerged(
    tx,
    changed.map(({ id }) => id),
  )
  const { rows } = await tx.client.query<{
    lead_id: number
    head_id: number
    data: JsonObject
    provenance: Record<string, JsonObject>
  }>(
    `select m.lead_id, m.head_id, m.data, m.provenance from merged_leads m
     where ${OF_ANY_WORKSPACE} and m.lead_id = any($2::bigint[]) order by m.lead_id for update`,
    [tx.workspace_id, wanted],
  )
  const own = new Map(rows.map((row) => [Number(row.lead_id), row]))
  if (own.size === 0) return new Map()
  const pins: { lead_id: number; field: string }[] = []
  for (const { id, fields, provenance } of changed) {
    const line = own.get(id)
    if (!line) continue
    Object.assign(line, changeOwn(line, fields, provenance))
    if (fields.length === 0)
      confirm([line, ...[...own.values()].filter((one) => one.head_id === line.head_id)], provenance)
    for (const { field, before, after } of fields) {
      if (provenance[field]?.method === 'manual')
        for (const name of fieldsSaid({ field, before, after })) pins.push({ lead_id: id, field: name })
      const removal = byPerson ? removalOf({ field, before, after }) : undefined
      if (removal === undefined) continue
      for (const other of own.values())
        if (other.head_id === line.head_id) Object.assign(other, changeOwn(other, [removal], {}))
    }
  }
  await tx.client.query(
    `update merged_leads m set data = x.data, provenance = x.provenance
     from jsonb_to_recordset($2::jsonb) as x (lead_id bigint, data jsonb, provenance jsonb)
     where m.workspace_id = $1 and m.lead_id = x.lead_id and (m.data <> x.data or m.provenance <> x.provenance)`,
    [tx.workspace_id, JSON.stringify([...own.values()])],
  )
  if (pins.length > 0)
    await tx.client.query(
      `update entities e set winners = e.winners || p.pins from (
         select r.entity_id, jsonb_object_agg(x.field, r.id) as pins from jsonb_to_recordset($2::jsonb) as x (lead_id bigint, field text)
           join entity_records r on r.workspace_id = $1 and r.lead_id = x.lead_id group by r.entity_id) p
       where e.workspace_id = $1 and e.id = p.entity_id`,
      [tx.workspace_id, JSON.stringify(pins)],
    )
  return new Map(changed.flatMap(({ id }) => (own.has(id) ? [[id, own.get(id)?.data ?? {}] as const] : [])))
}

interface OwnLine {
  data: JsonObject
  provenance: Record<string, JsonObject>
}

/** Values that were found again are as new as they are now, with the record that has them: the one named, else one of the others. */
function confirm(lines: readonly OwnLine[], from: Readonly<Record<string, JsonObject>>): void {
  for (const [field, now] of Object.entries(from)) {
    const line = lines.find(({ data }) => data[field] !== undefined)
    const before = line?.provenance[field]?.fetched_at
    if (line && String(now.fetched_at ?? '') > String(before ?? ''))
      line.provenance = { ...line.provenance, [field]: now }
  }
}

/** Each with its own values in place of those that it shows as part of a merged lead. */
export async function withOwnValues<T extends { id: number; data: JsonObject; provenance: Record<string, JsonObject> }>(
  tx: WorkspaceTx,
  leads: readonly T[],
): Promise<T[]> {
  const { rows } = await tx.client.query<{
    lead_id: number
    data: JsonObject
    provenance: Record<string, JsonObject>
  }>(`select lead_id, data, provenance from merged_leads where ${OF_ANY_WORKSPACE} and lead_id = any($2::bigint[])`, [
    tx.workspace_id,
    leads.map(({ id }) => id),
  ])
  const own = new Map(rows.map(({ lead_id, ...values }) => [Number(lead_id), values]))
  return leads.map((lead) => ({ ...lead, ...own.get(lead.id) }))
}
