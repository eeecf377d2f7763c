// Reading leads: one of them or some by id, and queries of leads, with the filters and orders of rows.
import type { Filter } from '../../engine/filter/filter.schema.ts'
import { refuse } from '../../kernel/errors.ts'
import type { JsonObject } from '../../kernel/json.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { bothFilters, parseMember, type Question, readQuestion } from '../filters/question.logic.ts'
import type { LeadRecord } from './lead.schema.ts'
import { isLeadField, LEAD_FIELDS, type LeadKind, type LeadStatus } from './lead-field.logic.ts'

export interface StoredLead {
  id: number
  data: JsonObject
  provenance: Record<string, JsonObject>
  /** Absent for one that was made just now. */
  entity_id?: string | null
  /** The lead that stands for it, where it was merged. */
  merged_into?: number | null
  created_at: Date
  updated_at: Date
}

/** The columns of a lead `l`; the version before keeps provenance in the lead itself. */
const STORED = `l.id, l.data, coalesce((select p.provenance from lead_provenance p
    where p.workspace_id = l.workspace_id and p.lead_id = l.id), '{}') || l.provenance as provenance, (select e.entity_id from entity_records e
    where e.workspace_id = l.workspace_id and e.lead_id = l.id) as entity_id, l.merged_into, l.created_at, l.updated_at`
const NOTHING = Object.fromEntries(LEAD_FIELDS.map(({ name }) => [name, null]))

export function recordOf({
  id,
  data,
  provenance,
  entity_id,
  merged_into,
  created_at,
  updated_at,
}: StoredLead): LeadRecord {
  return {
    id,
    ...NOTHING,
    ...data,
    provenance,
    entity_id: entity_id ?? null,
    merged_into: merged_into ?? null,
    created_at: created_at.toISOString(),
    updated_at: updated_at.toISOString(),
  }
}

/** `kept`: it is not deleted until this transaction ends, so that all of it can be read. `locked`: nor changed. */
type Hold = 'kept' | 'locked'
const HOLDS = { kept: 'for key share of l', locked: 'for update of l' } as const

/** The lead of the workspace; undefined when there is none, or none any more. */
export async function findLead(tx: WorkspaceTx, id: number, hold?: Hold): Promise<StoredLead | undefined> {
  const { rows } = await tx.client.query<StoredLead>(
    `select ${STORED} from leads l where l.workspace_id = $1 and l.id = $2 ${hold ? HOLDS[hold] : ''}`,
    [tx.workspace_id, id],
  )
  return rows[0]
}

/** As {@link findLead}, or the 404 refusal. */
export async function mustReadLead(tx: WorkspaceTx, id: number, hold?: Hold): Promise<StoredLead> {
  return (await findLead(tx, id, hold)) ?? refuse('not_found', 'Lead not found')
}

/** Those that are there, by id. */
export async function readLeads(tx: WorkspaceTx, ids: readonly number[], locked = false): Promise<StoredLead[]> {
  if (ids.length === 0) return []
  const { rows } = await tx.client.query<StoredLead>(
    `select ${STORED} from leads l where l.workspace_id = $1 and l.id = any($2::bigint[]) order by l.id ${locked ? 'for update' : ''}`,
    [tx.workspace_id, ids],
  )
  return rows
}

export async function readLeadsById(
  tx: WorkspaceTx,
  ids: readonly number[],
  locked = false,
): Promise<Map<number, StoredLead>> {
  return new Map((await readLeads(tx, ids, locked)).map((lead) => [lead.id, lead]))
}

/** In the order of the ids. */
export async function readInOrder(tx: WorkspaceTx, ids: readonly number[]): Promise<StoredLead[]> {
  const leads = await readLeadsById(tx, ids)
  return ids.flatMap((id) => leads.get(id) ?? [])
}

export interface AskedOfLeads {
  filter?: string | undefined
  search?: string | undefined
  sort?: string | undefined
  status?: LeadStatus | undefined
  kind?: LeadKind | undefined
}

/** @throws Refusal `invalid` with all that is wrong */
export function readLeadQuestion({ filter, search, sort, status, kind }: AskedOfLeads): Question {
  const asked = { filter: parseMember('filter', filter), search, sort: parseMember('sort', sort) }
  const question = readQuestion(asked, isLeadField, 'query')
  const only = (field: string, value: string | undefined): Filter | null =>
    value === undefined ? null : { field, op: 'eq', value }
  return { ...question, filter: bothFilters(question.filter, bothFilters(only('status', status), only('kind', kind))) }
}
