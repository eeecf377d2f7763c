// Makes a workbook show leads: which of them, and under which columns.
import { isComputed } from '../../engine/columns/columns.ts'
import type { Filter } from '../../engine/filter/filter.schema.ts'
import { refuseField } from '../../kernel/errors.ts'
import { isUuid } from '../../kernel/ids.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { readQuestion } from '../filters/question.logic.ts'
import { readLeads } from '../lead-facts/lead.reads.ts'
import { isLeadField, LEAD_FIELDS } from '../lead-facts/lead-field.logic.ts'
import { countChosen, type LeadsFrom } from '../opening/lead-backed.reads.ts'
import { AT_ONCE, materializeLeads } from '../opening/materialize-leads.commands.ts'
import { enqueueDirtyRows, WHOLE } from '../store/dirty-rows/dirty-rows.commands.ts'
import { computing } from '../store/dirty-rows/dirty-rows.jobs.ts'
import type { NewColumn } from '../store/workbook.schema.ts'
import { readColumns } from '../store/workbooks.reads.ts'

const SHOWN = [
  'company',
  'domain',
  'website',
  'contact_person',
  'contact_title',
  'email',
  'phone',
  'linkedin_url',
  'city',
  'country',
  'specialization',
  'company_size',
  'technologies',
  'tags',
  'score',
  'status',
  'notes',
]

export const USUAL_COLUMNS: NewColumn[] = LEAD_FIELDS.filter(({ name }) => SHOWN.includes(name)).map(
  ({ label, type, options }): NewColumn => ({
    type: 'input',
    name: label,
    input_type: type,
    ...(options && { options: [...options] }),
  }),
)

/** Refuses (422) a filter that is wrong and leads that are not there. */
export async function chooseLeads(
  tx: WorkspaceTx,
  {
    filter,
    search,
    lead_ids,
    job_id,
  }: { filter?: Filter; search?: string; lead_ids?: number[]; job_id?: string | undefined },
): Promise<LeadsFrom> {
  const question = readQuestion({ filter, search }, isLeadField, 'body')
  if (lead_ids) {
    const there = new Set((await readLeads(tx, lead_ids)).map(({ id }) => id))
    const unknown = lead_ids.findIndex((id) => !there.has(id))
    if (unknown !== -1) refuseField(['leads', 'lead_ids', unknown], 'value_error', 'Lead not found', lead_ids[unknown])
  }
  if (job_id !== undefined && !(await isJob(tx, job_id)))
    refuseField(['job_id'], 'value_error', 'Value error, there is no such job in this workspace', job_id)
  const which = { filter: question.filter, search: question.search, lead_ids: lead_ids ?? null }
  const chosen = { ...which, ...(job_id !== undefined && { job_id }), rows: null }
  const isAll = job_id === undefined && Object.values(which).every((one) => one === null)
  return { ...chosen, rows: isAll ? null : await countChosen(tx, chosen) }
}

async function isJob(tx: WorkspaceTx, id: string): Promise<boolean> {
  if (!isUuid(id)) return false
  const { rowCount } = await tx.client.query('select 1 from jobs where workspace_id = $1 and id = $2', [
    tx.workspace_id,
    id,
  ])
  return rowCount !== 0
}

/** Leads that become rows within the request; a job adds the others. */
const FIRST = 1_000

/**
 * A computed column works on rows, so that with one of those the leads become rows at once; so they do where there are so
 * many that the first write would have to wait for them, and leads of a job, which may be deleted.
 */
export async function showLeads(tx: WorkspaceTx, workbookId: string, from: LeadsFrom): Promise<void> {
  await tx.client.query('update workbooks set leads_from = $3 where workspace_id = $1 and id = $2', [
    tx.workspace_id,
    workbookId,
    from,
  ])
  const columns = await readColumns(tx, workbookId)
  const many = (await countChosen(tx, from)) > AT_ONCE
  if (!many && from.job_id === undefined && columns.every(({ type }) => type === 'input')) return
  await materializeLeads(tx, workbookId, columns, many ? FIRST : AT_ONCE)
  if (columns.some(isComputed)) await enqueueDirtyRows(tx, computing, workbookId, WHOLE)
}
