// What people do with whole workbooks: make, rename, delete.
import { refuse, refuseField } from '../../kernel/errors.ts'
import { newId } from '../../kernel/ids.ts'
import { audit } from '../../platform/audit/audit.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { enqueue } from '../../platform/queue/queue.ts'
import { callOffJobsOf } from '../../platform/queue/work.ts'
import { addColumns } from '../columns/columns.commands.ts'
import { enqueueRename } from '../computed/renaming.commands.ts'
import { endComputed } from '../computed/structure.commands.ts'
import { setLeadSync } from '../leads/lead-sync.commands.ts'
import { chooseLeads, showLeads, USUAL_COLUMNS } from '../leads/show-leads.commands.ts'
import { holdStructure } from '../opening/structure.lock.ts'
import { readFollowed } from '../store/follow.ts'
import { WORKBOOK_PURGE } from '../store/purges.ts'
import { emitWorkbook } from '../store/workbook.events.ts'
import type { WorkbookCreate, WorkbookResponse, WorkbookUpdate } from '../store/workbook.schema.ts'
import { mustFindWorkbook, mustReadWorkbook, workbookIdOf } from '../store/workbooks.reads.ts'

/** What a workbook may be made from; `function` is where the calls of a function run, and in no list. */
export type WorkbookMade = Omit<WorkbookCreate, 'sync_to_leads' | 'source_type'> & {
  sync_to_leads?: boolean
  source_type: WorkbookCreate['source_type'] | 'function'
}

/** Makes a workbook with its first columns. `actor` is the user who made it, null for the service itself. */
export async function createWorkbook(
  tx: WorkspaceTx,
  actor: number | null,
  input: WorkbookMade,
): Promise<WorkbookResponse> {
  const id = newId()
  const { name, description, source_type } = input
  refuseUnused(input)
  const { job_id } = input
  const isOfLeads = source_type === 'leads' || job_id !== undefined
  const from = isOfLeads ? await chooseLeads(tx, { ...input.leads, job_id }) : null
  const columns_config = input.columns_config ?? (from ? USUAL_COLUMNS : [])
  await tx.client.query(
    `insert into workbooks (workspace_id, id, name, description, source_type, created_by)
     values ($1, $2, $3, $4, $5, $6)`,
    [tx.workspace_id, id, shown(name), description, source_type, actor],
  )
  await addColumns(tx, id, columns_config, (index) => ['columns_config', index])
  if (from) await showLeads(tx, id, from)
  if (input.sync_to_leads) await setLeadSync(tx, id, true)
  await emitWorkbook(tx, 'workbook.created', id, { name: shown(name) })
  return mustReadWorkbook(tx, id)
}

export async function updateWorkbook(
  tx: WorkspaceTx,
  workbookId: string,
  { name, description, sync_to_leads }: WorkbookUpdate,
): Promise<WorkbookResponse> {
  const id = workbookIdOf(workbookId)
  // Before the workbook itself: the order in which every transaction locks.
  if (sync_to_leads !== undefined) await setLeadSync(tx, await mustFindWorkbook(tx, id), sync_to_leads)
  const { rowCount } = await tx.client.query(
    `update workbooks set updated_at = now(), name = coalesce($3, name), description = coalesce($4, description)
     where workspace_id = $1 and id = $2 and deleted_at is null`,
    [tx.workspace_id, id, name === undefined ? null : shown(name), description ?? null],
  )
  if (rowCount === 0) refuse('not_found', 'Workbook not found')
  if (name !== undefined) await enqueueRename(tx, id)
  await emitWorkbook(tx, 'workbook.updated', id)
  return mustReadWorkbook(tx, id)
}

/** What another kind of workbook is made from would be ignored. */
function refuseUnused({ source_type, job_id, template }: WorkbookMade): void {
  if (job_id !== undefined && source_type !== 'job')
    refuseField(['job_id'], 'value_error', 'Value error, this is used with source_type: job only', job_id)
  if (template !== undefined && source_type !== 'template')
    refuseField(['template'], 'value_error', 'Value error, this is used with source_type: template only', template)
}

/** What higher rooms have to end when a workbook goes, in the transaction in which it does. */
export type EndWork = (tx: WorkspaceTx, workbookId: string) => Promise<unknown>

/** Gone for all users at once; rows, cells and attempts are removed in the background. */
export async function deleteWorkbook(tx: WorkspaceTx, workbookId: string, endWork?: EndWork): Promise<void> {
  const id = await mustFindWorkbook(tx, workbookId)
  await holdStructure(tx, id)
  await endWork?.(tx, id)
  await callOffJobsOf(tx, id)
  await endComputed(tx, await readFollowed(tx, id))
  await tx.client.query('update workbooks set deleted_at = now() where workspace_id = $1 and id = $2', [
    tx.workspace_id,
    id,
  ])
  await audit(tx, { act: 'workbook.deleted', object: { type: 'workbook', id } })
  await enqueue(tx, WORKBOOK_PURGE, { workbook_id: id })
  await emitWorkbook(tx, 'workbook.deleted', id)
}

/** A name of blanks alone is no name. */
function shown(name: string): string {
  const text = name.trim()
  if (text !== '') return text
  const msg = 'String should have at least 1 character'
  return refuse('invalid', msg, {
    fields: [{ loc: ['body', 'name'], type: 'string_too_short', msg, input: name, ctx: { min_length: 1 } }],
  })
}
