// Makes a workbook show leads: which of them, and under which columns.
import { isComputed } from '../../engine/columns.ts'
import type { Filter } from '../../engine/filter.schema.ts'
import { refuseField } from '../../kernel/errors.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { readQuestion } from '../filters/question.logic.ts'
import { readLeads } from '../lead-facts/lead.reads.ts'
import { LEAD_COLUMNS, LEAD_FIELDS } from '../lead-facts/lead-field.logic.ts'
import { countChosen, type LeadsFrom } from '../opening/over-leads.reads.ts'
import { AT_ONCE, settleLeads } from '../opening/settle-leads.commands.ts'
import { leaveWork, WHOLE } from '../store/work.writes.ts'
import type { NewColumn } from '../store/workbook.schema.ts'
import { readColumns } from '../store/workbooks.reads.ts'

const SHOWN = [
  ...['company', 'domain', 'website', 'contact_person', 'contact_title', 'email', 'phone', 'linkedin_url', 'city'],
  ...['country', 'specialization', 'company_size', 'technologies', 'tags', 'score', 'status', 'notes'],
]

export const USUAL_COLUMNS: NewColumn[] = LEAD_FIELDS.filter(({ name }) => SHOWN.includes(name)).map(
  ({ label, type, options }): NewColumn => ({
    ...{ type: 'input', name: label, input_type: type },
    ...(options && { options: [...options] }),
  }),
)

/** Refuses (422) a filter that is wrong and leads that are not there. */
export async function chooseLeads(
  tx: WorkspaceTx,
  { filter, search, lead_ids }: { filter?: Filter; search?: string; lead_ids?: number[] },
): Promise<LeadsFrom> {
  const question = readQuestion({ filter, search }, [...LEAD_COLUMNS.values()], 'body')
  if (lead_ids) {
    const there = new Set((await readLeads(tx, lead_ids)).map(({ id }) => id))
    const unknown = lead_ids.findIndex((id) => !there.has(id))
    if (unknown !== -1) refuseField(['leads', 'lead_ids', unknown], 'value_error', 'Lead not found', lead_ids[unknown])
  }
  const chosen = { filter: question.filter, search: question.search, lead_ids: lead_ids ?? null, rows: null }
  const isAll = chosen.filter === null && chosen.search === null && chosen.lead_ids === null
  return { ...chosen, rows: isAll ? null : await countChosen(tx, chosen) }
}

/** So many leads of very many are there as rows with the answer. */
const FIRST = 1_000

/**
 * A computed column works on rows, so that with one of those the leads become rows at once; so they do where there are so
 * many that the first write would have to wait for them.
 */
export async function showLeads(tx: WorkspaceTx, workbookId: string, from: LeadsFrom): Promise<void> {
  await tx.client.query('update workbooks set leads_from = $3 where workspace_id = $1 and id = $2', [
    tx.workspace_id,
    workbookId,
    from,
  ])
  const columns = await readColumns(tx, workbookId)
  const many = (await countChosen(tx, from)) > AT_ONCE
  if (!many && columns.every(({ type }) => type === 'input')) return
  await settleLeads(tx, workbookId, columns, many ? FIRST : AT_ONCE)
  if (columns.some(isComputed)) await leaveWork(tx, workbookId, WHOLE, 'all')
}
