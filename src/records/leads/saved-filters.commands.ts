// Saved filters over leads: a person's own, and those that are shared with the workspace.
import { checkFilter } from '../../engine/filter-check.ts'
import { checkSorts } from '../../engine/sort-check.ts'
import { type FieldError, refuse } from '../../kernel/errors.ts'
import { isUuid, newId } from '../../kernel/ids.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { LEAD_COLUMNS } from '../lead-facts/lead-field.logic.ts'
import type { LeadFilter, LeadFilterUpdate, LeadFilterWrite } from './saved-filters.schema.ts'

const MOST = 200
const PARTS = ['search', 'filter', 'sort', 'status', 'kind'] as const

interface Stored {
  id: string
  name: string
  question: Partial<LeadFilterWrite>
  is_shared: boolean
  user_id: number
  created_at: Date
  updated_at: Date
}

const COLUMNS = 'id, name, question, is_shared, user_id, created_at, updated_at'

const callerOf = ({ actor }: WorkspaceTx) => actor?.user_id ?? 0

/** Those that the caller sees, by name. */
export async function listFilters(tx: WorkspaceTx): Promise<LeadFilter[]> {
  const { rows } = await tx.client.query<Stored>(
    `select ${COLUMNS} from lead_filters where workspace_id = $1 and (is_shared or user_id = $2) order by lower(name), id limit ${MOST}`,
    [tx.workspace_id, callerOf(tx)],
  )
  return rows.map((row) => recordOf(tx, row))
}

/** @throws Refusal `not_found` for one that is not there or belongs to another person */
export async function mustReadFilter(tx: WorkspaceTx, id: string): Promise<LeadFilter> {
  return recordOf(tx, await mustFind(tx, id))
}

export async function addFilter(
  tx: WorkspaceTx,
  { name, is_shared, ...question }: LeadFilterWrite,
): Promise<LeadFilter> {
  mustBeSound(question)
  const { rows: counted } = await tx.client.query<{ count: number }>(
    'select count(*)::int as count from lead_filters where workspace_id = $1 and user_id = $2',
    [tx.workspace_id, callerOf(tx)],
  )
  if ((counted[0]?.count ?? 0) >= MOST) refuse('too_large', `A person saves at most ${MOST} filters`)
  const id = newId()
  await tx.client.query(
    'insert into lead_filters (workspace_id, id, name, question, is_shared, user_id) values ($1, $2, $3, $4, $5, $6)',
    [tx.workspace_id, id, name.trim() || name, JSON.stringify(question), is_shared, callerOf(tx)],
  )
  return mustReadFilter(tx, id)
}

export async function updateFilter(tx: WorkspaceTx, id: string, update: LeadFilterUpdate): Promise<LeadFilter> {
  const stored = await mustFind(tx, id, true)
  const { name = stored.name, is_shared = stored.is_shared, ...parts } = update
  const question = { ...stored.question, ...parts }
  mustBeSound(question)
  await tx.client.query(
    'update lead_filters set name = $3, is_shared = $4, question = $5, updated_at = now() where workspace_id = $1 and id = $2',
    [tx.workspace_id, stored.id, name, is_shared, JSON.stringify(question)],
  )
  return mustReadFilter(tx, id)
}

export async function deleteFilter(tx: WorkspaceTx, id: string): Promise<void> {
  const stored = await mustFind(tx, id, true)
  await tx.client.query('delete from lead_filters where workspace_id = $1 and id = $2', [tx.workspace_id, stored.id])
}

async function mustFind(tx: WorkspaceTx, id: string, locked = false): Promise<Stored> {
  if (!isUuid(id)) return refuse('not_found', 'Filter not found')
  const { rows } = await tx.client.query<Stored>(
    `select ${COLUMNS} from lead_filters where workspace_id = $1 and id = $2 and (is_shared or user_id = $3) ${locked ? 'for update' : ''}`,
    [tx.workspace_id, id, callerOf(tx)],
  )
  return rows[0] ?? refuse('not_found', 'Filter not found')
}

function mustBeSound({ filter, sort }: Partial<LeadFilterWrite>): void {
  const isField = (name: string) => LEAD_COLUMNS.has(name)
  const at = (member: string) => (problem: FieldError) => ({ ...problem, loc: ['body', member, ...problem.loc] })
  const fields = [
    ...(filter ? checkFilter(filter, isField).map(at('filter')) : []),
    ...(sort ? checkSorts(sort, isField).map(at('sort')) : []),
  ]
  if (fields.length > 0) refuse('invalid', fields[0]?.msg ?? '', { fields })
}

function recordOf(
  tx: WorkspaceTx,
  { id, name, question, is_shared, user_id, created_at, updated_at }: Stored,
): LeadFilter {
  const parts = Object.fromEntries(PARTS.map((part) => [part, question[part] ?? (part === 'sort' ? [] : null)]))
  return {
    ...{ id, name, is_shared, is_mine: user_id === callerOf(tx) },
    ...(parts as Pick<LeadFilter, (typeof PARTS)[number]>),
    ...{ created_at: created_at.toISOString(), updated_at: updated_at.toISOString() },
  }
}
