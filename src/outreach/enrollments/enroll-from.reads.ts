// Which leads a filter of leads or the rows of a workbook mean.
import { refuse, refuseField } from '../../kernel/errors.ts'
import { isUuid } from '../../kernel/ids.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { findRows, withTimeout } from '../../records/filters/found-rows.reads.ts'
import { readLeadQuestion } from '../../records/lead-facts/lead.reads.ts'
import { leadStatement, selectAmongAll } from '../../records/lead-facts/lead-statement.reads.ts'
import { readSavedQuestion } from '../../records/lead-facts/saved-question.reads.ts'
import { openToRead } from '../../records/opening/open.reads.ts'
import { resolveAsked } from '../../records/query/asked.reads.ts'
import type { EnrollFromRequest } from './enrollment.schema.ts'

const MOST = 100_000

/** Refuses (404) an unknown workbook or view, (413) more than 100,000 leads, (422) a filter that does not fit and no leads at all. */
export async function leadsOf(tx: WorkspaceTx, asked: EnrollFromRequest): Promise<number[]> {
  const ids = asked.workbook_id === undefined ? await byFilter(tx, asked) : await byRows(tx, asked.workbook_id, asked)
  if (ids.length > MOST) refuse('too_large', `At most ${MOST} leads can be enrolled at once; narrow the filter`)
  if (ids.length === 0 && asked.workbook_id !== undefined)
    refuseField(
      ['workbook_id'],
      'value_error',
      'Value error, none of these rows is linked to a lead. Turn on "Sync with leads" for the workbook first',
    )
  if (ids.length === 0) refuseField(['filter'], 'value_error', 'Value error, no lead matches, so none can be enrolled')
  return ids
}

async function byFilter(tx: WorkspaceTx, { filter, search, filter_id }: EnrollFromRequest): Promise<number[]> {
  if (filter === undefined && search === undefined && filter_id === undefined)
    refuseField(['filter'], 'missing', 'Field required where no workbook is named')
  if (filter_id !== undefined && (filter !== undefined || search !== undefined))
    refuseField(['filter_id'], 'value_error', 'Value error, send either a saved filter or a filter and search')
  const question =
    filter_id === undefined
      ? readLeadQuestion({ filter: filter === undefined ? undefined : JSON.stringify(filter), search })
      : await readSavedQuestion(tx, filter_id)
  return withTimeout(tx, async () => {
    const statement = leadStatement(tx)
    const { from, condition } = selectAmongAll(statement, question)
    const { rows } = await tx.client.query<{ lead_id: number }>(
      `select r.lead_id from ${from} where ${condition} order by r.lead_id limit ${MOST + 1}`,
      statement.values as unknown[],
    )
    return rows.map(({ lead_id }) => lead_id)
  })
}

async function byRows(tx: WorkspaceTx, workbookId: string, { row_ids, view_id }: EnrollFromRequest): Promise<number[]> {
  const workbook = await openToRead(tx, workbookId)
  const rowIds = row_ids ? row_ids.filter(isUuid) : await ofView()
  const { rows } = await workbook.through.client.query<{ lead_id: number }>(
    `select distinct lead_id from workbook_rows where workspace_id = $1 and workbook_id = $2 and lead_id is not null
       and ($3::uuid[] is null or id = any($3::uuid[])) limit ${MOST + 1}`,
    [tx.workspace_id, workbook.id, rowIds],
  )
  return rows.map(({ lead_id }) => lead_id)

  async function ofView(): Promise<string[] | null> {
    if (view_id === undefined) return null
    const { question } = await resolveAsked(tx, workbook, { view_id }, 'body')
    const found = await withTimeout(tx, () =>
      findRows(workbook.through, workbook, { ...question, sorts: [] }, { limit: MOST + 1 }),
    )
    return found.map(({ id }) => id)
  }
}
