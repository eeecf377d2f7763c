// Editing many leads at once: values set or cleared, tags added and removed, of leads by id or of all that a filter finds.
import type { Static } from 'typebox'
import type { Filter } from '../../engine/filter/filter.schema.ts'
import { refuse, refuseField } from '../../kernel/errors.ts'
import type { Json, JsonObject } from '../../kernel/json.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { defineJob } from '../../platform/queue/job.ts'
import { startWork } from '../../platform/queue/work.ts'
import { tryWithTimeout, withTimeout } from '../filters/found-rows.reads.ts'
import { readQuestion } from '../filters/question.logic.ts'
import type { StoredLead } from '../lead-facts/lead.reads.ts'
import { countFound } from '../lead-facts/lead-count.reads.ts'
import { isLeadField, MAX_ITEMS } from '../lead-facts/lead-field.logic.ts'
import { IDENTIFYING } from '../lead-facts/lead-keys.logic.ts'
import { readLeadsInOrder } from '../lead-facts/lead-page.reads.ts'
import { mergeLead } from '../lead-facts/merge.logic.ts'
import { readSavedQuestion } from '../lead-facts/saved-question.reads.ts'
import { EditFound, type LeadBulkEdit, type LeadChanges, type LeadsChanged } from './bulk-edit.schema.ts'
import { holdLeads } from './hold-leads.commands.ts'
import { byHand, deleteWhole, readValues } from './lead.commands.ts'
import { type ChangedLead, lockLeads, updateLeads } from './lead.writes.ts'
import { addJobLeads } from './take-in.commands.ts'
import { undoLeadsOfJob } from './undo-leads.commands.ts'
import { emitLeads, workOf } from './upsert.commands.ts'

/** Leads per transaction of the job. */
const AT_ONCE = 200
/** Ids that are looked through in one: of a filter that finds little, all leads at once would take longer than a statement may. */
const IDS_AT_ONCE = 50_000

/** Its handler is in bulk-edit.jobs.ts. */
export const EDIT_FOUND = defineJob({
  name: 'leads.edit',
  payload: EditFound,
  attempts: 20,
  lane: 'long',
  undo: undoLeadsOfJob,
})

/**
 * Changes leads by id at once, all or none, or those that a filter finds in a job. @throws Refusal `not_found` when one of them is not there,
 * `invalid` for values that many cannot share
 */
export async function bulkEdit(tx: WorkspaceTx, edit: LeadBulkEdit, now: Date): Promise<LeadsChanged> {
  const { lead_ids, which, set, add_tags, remove_tags } = edit
  const changes = { set, add_tags, remove_tags }
  if ((lead_ids === undefined) === (which === undefined))
    return refuseField(['lead_ids'], 'value_error', 'Value error, say which leads: by `lead_ids` or by `which`', null)
  const { data } = readValues(set ?? {}, true)
  const shared = Object.keys(data).find((field) => IDENTIFYING.has(field) && data[field] !== null)
  if (shared !== undefined && (which || new Set(lead_ids).size > 1))
    refuseField(['set', shared], 'value_error', `Several leads cannot have the same ${shared}`, null)
  if (which) return { changed: 0, job_id: await startEdit(tx, which, changes) }
  await holdLeads(tx)
  const changed = await changeLeads(tx, await mustLock(tx, lead_ids ?? []), changes, now, { kind: 'api', bulk: true })
  return { changed: changed.length, job_id: null }
}

async function startEdit(
  tx: WorkspaceTx,
  { search, filter, filter_id }: NonNullable<LeadBulkEdit['which']>,
  changes: LeadChanges,
): Promise<string> {
  if (filter_id !== undefined && (search || filter))
    refuseField(['which', 'filter_id'], 'value_error', 'Value error, a saved filter is named alone', filter_id)
  const question =
    filter_id === undefined
      ? readQuestion({ search: search ?? undefined, filter }, isLeadField, ['body', 'which'])
      : await readSavedQuestion(tx, filter_id, ['which', 'filter_id'])
  const total = await tryWithTimeout(tx, () => withTimeout(tx, () => countFound(tx, question)))
  const payload = { search: question.search, filter: question.filter, last_id: await readLastLead(tx), ...changes }
  const title = total === null ? 'Edit leads' : `Edit ${total} lead${total === 1 ? '' : 's'}`
  return startWork(tx, EDIT_FOUND, payload, { title, ...(total !== null && { total }) })
}

/** Leads that come while the job works are not changed: its own changes might bring them. */
async function readLastLead(tx: WorkspaceTx): Promise<number> {
  const { rows } = await tx.client.query<{ id: number }>(
    `select id from leads where workspace_id = $1 order by id desc limit 1`,
    [tx.workspace_id],
  )
  return rows[0]?.id ?? 0
}

/** The next leads of the job after the id `after`, and how far it has looked then. */
export async function editNext(
  tx: WorkspaceTx,
  { search, filter, last_id, ...changes }: Static<typeof EditFound>,
  { job_id, after, now }: { job_id: string; after: number; now: Date },
): Promise<{ after: number; looked: number; changed: number; isOver: boolean }> {
  const question = { search, filter: filter as Filter | null, sorts: [] }
  const upTo = Math.min(after + IDS_AT_ONCE, last_id)
  const read = () => readLeadsInOrder(tx, question, after, AT_ONCE, upTo)
  if ((await read()).length === 0) return { after: upTo, looked: 0, changed: 0, isOver: upTo === last_id }
  await holdLeads(tx)
  // What another change has taken from the filter meanwhile stays as it is.
  const found = await read()
  const leads = await lockLeads(
    tx,
    found.map(({ id }) => id),
  )
  const changed = await changeLeads(tx, [...leads.values()], changes, now, { kind: 'api', bulk: true, job_id })
  await addJobLeads(tx, job_id, new Map(changed.map((id) => [id, 'updated'])))
  const last = found.length < AT_ONCE ? upTo : (found.at(-1)?.id ?? upTo)
  return { after: last, looked: found.length, changed: changed.length, isOver: last === last_id }
}

/** The leads are locked. Returns the ids of those that changed. */
async function changeLeads(
  tx: WorkspaceTx,
  leads: readonly StoredLead[],
  { set = {}, add_tags = [], remove_tags = [] }: LeadChanges,
  now: Date,
  source: JsonObject,
): Promise<number[]> {
  const { data } = readValues(set, true)
  const provenance = { '': byHand(now) }
  const changed = leads.flatMap((lead): ChangedLead[] => {
    const tags = tagsAfter(lead.data.tags, add_tags, remove_tags)
    const merged = mergeLead(lead, { data: { ...data, ...tags }, provenance }, 'replace')
    const kind = merged.fields.every(({ field }) => field === 'status') ? 'status' : 'updated'
    return merged.fields.length === 0 ? [] : [{ ...lead, ...merged, kind }]
  })
  const ids = changed.map(({ id }) => id)
  await updateLeads(tx, changed, source)
  await emitLeads(tx, [], ids, workOf(source))
  return ids
}

/** Deletes them for good, all or none. */
export async function bulkDelete(tx: WorkspaceTx, ids: readonly number[]): Promise<number> {
  await holdLeads(tx)
  const leads = await mustLock(tx, ids)
  await deleteWhole(
    tx,
    leads.map(({ id }) => id),
  )
  return leads.length
}

async function mustLock(tx: WorkspaceTx, ids: readonly number[]): Promise<StoredLead[]> {
  const wanted = [...new Set(ids)]
  const leads = await lockLeads(tx, wanted)
  if (leads.size < wanted.length) refuse('not_found', 'Lead not found')
  return [...leads.values()]
}

function tagsAfter(stored: Json | undefined, add: readonly string[], remove: readonly string[]): JsonObject {
  if (add.length === 0 && remove.length === 0) return {}
  const key = (tag: string) => tag.toLowerCase()
  const gone = new Set(remove.map(key))
  const before = (Array.isArray(stored) ? stored : []).map(String).filter((tag) => !gone.has(key(tag)))
  const known = new Set(before.map(key))
  const tags = [...before, ...add.filter((tag) => !known.has(key(tag)))].slice(0, MAX_ITEMS)
  return { tags: tags.length === 0 ? null : tags }
}
