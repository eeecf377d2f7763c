// Reading leads: one of them or some by id, and what is asked of them, in the language of filters and orders of rows.
import type { Filter } from '../../engine/filter.schema.ts'
import { refuse } from '../../kernel/errors.ts'
import type { JsonObject } from '../../kernel/json.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { bothFilters, parseMember, type Question, readQuestion } from '../query/question.logic.ts'
import type { LeadRecord } from './lead.schema.ts'
import { LEAD_COLUMNS, LEAD_FIELDS, type LeadKind, type LeadStatus } from './lead-field.logic.ts'

export interface StoredLead {
  id: number
  data: JsonObject
  provenance: Record<string, JsonObject>
  created_at: Date
  updated_at: Date
}

const STORED = 'id, data, provenance, created_at, updated_at'
const NOTHING = Object.fromEntries(LEAD_FIELDS.map(({ name }) => [name, null]))

export function recordOf({ id, data, provenance, created_at, updated_at }: StoredLead): LeadRecord {
  return {
    ...{ id, ...NOTHING, ...data, provenance },
    ...{ created_at: created_at.toISOString(), updated_at: updated_at.toISOString() },
  }
}

/** The lead of the workspace, or the 404 refusal. With `locked` nobody else changes it until the transaction ends. */
export async function mustReadLead(tx: WorkspaceTx, id: number, locked = false): Promise<StoredLead> {
  const { rows } = await tx.client.query<StoredLead>(
    `select ${STORED} from leads where workspace_id = $1 and id = $2 ${locked ? 'for update' : ''}`,
    [tx.workspace_id, id],
  )
  return rows[0] ?? refuse('not_found', 'Lead not found')
}

export async function readLeads(tx: WorkspaceTx, ids: readonly number[]): Promise<StoredLead[]> {
  const { rows } = await tx.client.query<StoredLead>(
    `select ${STORED} from leads where workspace_id = $1 and id = any($2::bigint[]) order by id`,
    [tx.workspace_id, ids],
  )
  return rows
}

export interface AskedOfLeads {
  filter?: string | undefined
  search?: string | undefined
  sort?: string | undefined
  status?: LeadStatus | undefined
  kind?: LeadKind | undefined
}

const COLUMNS = [...LEAD_COLUMNS.values()]

/** @throws Refusal `invalid` with all that is wrong */
export function readLeadQuestion({ filter, search, sort, status, kind }: AskedOfLeads): Question {
  const asked = { filter: parseMember('filter', filter), search, sort: parseMember('sort', sort) }
  const question = readQuestion(asked, COLUMNS, 'query')
  const only = (field: string, value: string | undefined): Filter | null =>
    value === undefined ? null : { field, op: 'eq', value }
  return { ...question, filter: bothFilters(question.filter, bothFilters(only('status', status), only('kind', kind))) }
}
