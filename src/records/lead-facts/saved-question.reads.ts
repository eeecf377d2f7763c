// What a saved filter asks of leads, read at each use, so that everything that names the filter follows its changes.
import { refuseField } from '../../kernel/errors.ts'
import { isUuid } from '../../kernel/ids.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import type { Question } from '../filters/question.logic.ts'
import { type AskedOfLeads, readLeadQuestion } from './lead.reads.ts'

/** Something that names a saved filter, for a person who is about to delete it. */
export interface FilterUse {
  kind: 'watch_group' | 'refresh_policy'
  id: string
  name: string
}

/** What a room above the leads keeps that goes by the filter. */
export type FindFilterUses = (tx: WorkspaceTx, filterId: string) => Promise<FilterUse[]>

interface StoredQuestion {
  question: { search?: string | null; filter?: unknown; status?: string | null; kind?: string | null }
}

/**
 * The leads that a saved filter means now; its order says nothing about which. Only filters that are shared: what all members see goes by none
 * that one person may take away.
 *
 * @throws Refusal `invalid` for a filter that is gone or personal, at `loc` of the body
 */
export async function readSavedQuestion(
  tx: WorkspaceTx,
  filterId: string,
  loc: string[] = ['filter_id'],
): Promise<Question> {
  const { rows } = isUuid(filterId)
    ? await tx.client.query<StoredQuestion>(
        'select question from lead_filters where workspace_id = $1 and id = $2 and is_shared for share',
        [tx.workspace_id, filterId],
      )
    : { rows: [] }
  const [found] = rows
  if (!found)
    return refuseField(
      loc,
      'value_error',
      'Value error, there is no shared filter with this id; share it first',
      filterId,
    )
  const { search, filter, status, kind } = found.question
  const asked: AskedOfLeads = {
    filter: filter ? JSON.stringify(filter) : undefined,
    search: search ?? undefined,
    status: (status ?? undefined) as AskedOfLeads['status'],
    kind: (kind ?? undefined) as AskedOfLeads['kind'],
  }
  return { ...readLeadQuestion(asked), sorts: [] }
}
