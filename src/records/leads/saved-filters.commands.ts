// Saved filters over leads: a person's own, and those that are shared with the workspace.
import { checkFilter } from '../../engine/filter/filter-check.ts'
import { checkSorts } from '../../engine/filter/sort-check.ts'
import {
  mayChange,
  mustBeChangeable,
  mustBePublishable,
  type Sharable,
  type SharingScope,
  type Viewer,
} from '../../identity/sharing.logic.ts'
import { type FieldError, refuse } from '../../kernel/errors.ts'
import { isUuid, newId } from '../../kernel/ids.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { isLeadField } from '../lead-facts/lead-field.logic.ts'
import type { FindFilterUses } from '../lead-facts/saved-question.reads.ts'
import type { LeadFilter, LeadFilterUpdate, LeadFilterWrite } from './saved-filters.schema.ts'

const MOST = 200
const INSTEAD = 'Save one of your own in its place.'
const PARTS = ['search', 'filter', 'sort', 'status', 'kind'] as const

interface Stored extends Sharable {
  id: string
  name: string
  question: Partial<LeadFilterWrite>
  created_at: Date
  updated_at: Date
}

const SCOPE = `case when not is_shared then 'personal' when is_locked then 'locked' else 'shared' end`
const COLUMNS = `id, name, question, ${SCOPE} as scope, user_id as made_by, created_at, updated_at`
const EDITS = 'leads.edit'

/** The filters that the caller may see, by name. */
export async function listFilters(tx: WorkspaceTx, viewer: Viewer): Promise<LeadFilter[]> {
  const { rows } = await tx.client.query<Stored>(
    `select ${COLUMNS} from lead_filters where workspace_id = $1 and (is_shared or user_id = $2) order by lower(name), id limit ${MOST}`,
    [tx.workspace_id, viewer.principal.user_id],
  )
  return rows.map((row) => recordOf(row, viewer))
}

/** @throws Refusal `not_found` for one that is not there or belongs to another person */
export async function mustReadFilter(tx: WorkspaceTx, id: string, viewer: Viewer): Promise<LeadFilter> {
  return recordOf(await mustFind(tx, id, viewer), viewer)
}

export async function addFilter(
  tx: WorkspaceTx,
  viewer: Viewer,
  { name, scope = 'personal', ...question }: LeadFilterWrite,
): Promise<LeadFilter> {
  mustBePublishable(scope, viewer, EDITS, 'filters')
  mustBeSound(question)
  const { rows: counted } = await tx.client.query<{ count: number }>(
    'select count(*)::int as count from lead_filters where workspace_id = $1 and user_id = $2',
    [tx.workspace_id, viewer.principal.user_id],
  )
  if ((counted[0]?.count ?? 0) >= MOST) refuse('too_large', `A person saves at most ${MOST} filters`)
  const id = newId()
  await tx.client.query(
    'insert into lead_filters (workspace_id, id, name, question, is_shared, is_locked, user_id) values ($1, $2, $3, $4, $5, $6, $7)',
    [tx.workspace_id, id, name.trim() || name, JSON.stringify(question), ...marksOf(scope), viewer.principal.user_id],
  )
  return mustReadFilter(tx, id, viewer)
}

export async function updateFilter(
  tx: WorkspaceTx,
  id: string,
  viewer: Viewer,
  update: LeadFilterUpdate,
  uses: readonly FindFilterUses[],
): Promise<LeadFilter> {
  const stored = await mustFindToChange(tx, id, viewer)
  const { name = stored.name, scope = stored.scope, ...parts } = update
  if (scope !== stored.scope) {
    // Others' filters cannot be taken away by making them personal.
    if (scope === 'personal' && stored.made_by !== viewer.principal.user_id)
      refuse('forbidden', `Only who made a filter can make it personal. ${INSTEAD}`)
    mustBePublishable(scope, viewer, EDITS, 'filters')
    if (scope === 'personal') await mustBeUnused(tx, stored, uses, 'It stays shared as long as it is.')
  }
  const question = { ...stored.question, ...parts }
  mustBeSound(question)
  await tx.client.query(
    'update lead_filters set name = $3, question = $4, is_shared = $5, is_locked = $6, updated_at = now() where workspace_id = $1 and id = $2',
    [tx.workspace_id, stored.id, name, JSON.stringify(question), ...marksOf(scope)],
  )
  return mustReadFilter(tx, id, viewer)
}

/** Refuses (409) to delete a filter in use, naming its uses, unless forced. */
export async function deleteFilter(
  tx: WorkspaceTx,
  id: string,
  viewer: Viewer,
  { force, uses }: { force: boolean; uses: readonly FindFilterUses[] },
): Promise<void> {
  const stored = await mustFindToChange(tx, id, viewer)
  if (!force) await mustBeUnused(tx, stored, uses, 'Choose another filter there first, or delete with force=true.')
  await tx.client.query('delete from lead_filters where workspace_id = $1 and id = $2', [tx.workspace_id, stored.id])
}

async function mustBeUnused(
  tx: WorkspaceTx,
  { id, name }: Stored,
  uses: readonly FindFilterUses[],
  instead: string,
): Promise<void> {
  const dependants = []
  for (const find of uses) dependants.push(...(await find(tx, id)))
  if (dependants.length === 0) return
  const names = dependants.slice(0, 5).map((one) => `"${one.name}"`)
  refuse('conflict', `"${name}" is used by ${names.join(', ')}. ${instead}`, { extra: { dependants } })
}

/** @throws Refusal `forbidden` for one that the caller sees and may not change */
async function mustFindToChange(tx: WorkspaceTx, id: string, viewer: Viewer): Promise<Stored> {
  const stored = await mustFind(tx, id, viewer, 'for update')
  mustBeChangeable(stored, viewer, EDITS, INSTEAD)
  return stored
}

async function mustFind(tx: WorkspaceTx, id: string, viewer: Viewer, lock: '' | 'for update' = ''): Promise<Stored> {
  if (!isUuid(id)) return refuse('not_found', 'Filter not found')
  const { rows } = await tx.client.query<Stored>(
    `select ${COLUMNS} from lead_filters where workspace_id = $1 and id = $2 and (is_shared or user_id = $3) ${lock}`,
    [tx.workspace_id, id, viewer.principal.user_id],
  )
  return rows[0] ?? refuse('not_found', 'Filter not found')
}

function mustBeSound({ filter, sort }: Partial<LeadFilterWrite>): void {
  const at = (member: string) => (problem: FieldError) => ({ ...problem, loc: ['body', member, ...problem.loc] })
  const fields = [
    ...(filter ? checkFilter(filter, isLeadField).map(at('filter')) : []),
    ...(sort ? checkSorts(sort, isLeadField).map(at('sort')) : []),
  ]
  if (fields.length > 0) refuse('invalid', fields[0]?.msg ?? '', { fields })
}

/** The scope as `is_shared` and `is_locked` store it. */
const marksOf = (scope: SharingScope) => [scope !== 'personal', scope === 'locked'] as const

function recordOf({ question, created_at, updated_at, ...stored }: Stored, viewer: Viewer): LeadFilter {
  const parts = Object.fromEntries(PARTS.map((part) => [part, question[part] ?? (part === 'sort' ? [] : null)]))
  return {
    id: stored.id,
    name: stored.name,
    scope: stored.scope,
    is_mine: stored.made_by === viewer.principal.user_id,
    may_change: mayChange(stored, viewer, EDITS),
    ...(parts as Pick<LeadFilter, (typeof PARTS)[number]>),
    created_at: created_at.toISOString(),
    updated_at: updated_at.toISOString(),
  }
}
