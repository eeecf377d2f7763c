// Reads what a request asks of the rows, with the view it starts from.
import type { WorkspaceTx } from '../../platform/db/database.ts'
import type { QueriedWorkbook } from '../filters/found-rows.reads.ts'
import { bothFilters, type Question, type QuestionInput, readQuestion } from '../filters/question.logic.ts'
import { livingQuestion } from '../views/view.logic.ts'
import { mustReadView } from '../views/views.reads.ts'

export interface ResolvedQuestion {
  question: Question
  /** What the view alone asks; null without a view. */
  view: Question | null
  /** What of the view no longer counts, in words. */
  warnings: string[]
}

/**
 * The filter of the view and the one that was sent both have to match; an order or a search that was sent takes the place
 * of the view's. @throws Refusal `invalid` with all that is wrong, `not_found` for a view that the caller may not see
 */
export async function resolveAsked(
  tx: WorkspaceTx,
  { id, columns }: QueriedWorkbook,
  asked: QuestionInput & { view_id?: string | undefined },
  where: 'body' | 'query',
): Promise<ResolvedQuestion> {
  const ids = new Set(columns.map((column) => column.id))
  const sent = readQuestion(asked, (columnId) => ids.has(columnId), where)
  if (asked.view_id === undefined) return { question: sent, view: null, warnings: [] }
  const { config } = await mustReadView(tx, id, asked.view_id)
  const { filter, search, sort, warnings } = livingQuestion(config, (columnId) => ids.has(columnId))
  const view: Question = { filter, search, sorts: sort }
  const question: Question = {
    filter: bothFilters(filter, sent.filter),
    search: sent.search ?? search,
    sorts: sent.sorts.length > 0 ? sent.sorts : sort,
  }
  return { question, view, warnings }
}
