// What a saved filter asks of leads, read at each use, so that everything that names the filter follows its changes.
import { Refusal, refuseField } from '../../kernel/errors.ts'
import { isUuid } from '../../kernel/ids.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import type { Question } from '../filters/question.logic.ts'
import { type AskedOfLeads, readLeadQuestion } from './lead.reads.ts'
import { leadStatement, selectAmongAll } from './lead-statement.reads.ts'

/** Something that names a saved filter, for a person who is about to delete it. */
export interface FilterUse {
  kind: 'watch_group' | 'refresh_policy' | 'rule'
  id: string
  name: string
}

/** Something in a room above the leads that uses the filter. */
export type FindFilterUses = (tx: WorkspaceTx, filterId: string) => Promise<FilterUse[]>

interface StoredQuestion {
  question: { search?: string | null; filter?: unknown; status?: string | null; kind?: string | null }
}

/**
 * The leads that a saved filter means now; its order says nothing about which. Only filters that are shared: what all members see goes by none
 * that one person may take away.
 *
 * @throws Refusal `invalid` for a deleted or personal filter, at `loc` of the body
 */
export async function readSavedQuestion(
  tx: WorkspaceTx,
  filterId: string,
  loc: (string | number)[] = ['filter_id'],
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

/** Those of the leads that the saved filter means now; none where it is gone or personal. */
export async function keepFilteredLeads(
  tx: WorkspaceTx,
  filterId: string,
  ids: readonly number[],
): Promise<Set<number>> {
  const question = await readSavedQuestion(tx, filterId).catch(noneWhereGone)
  if (question === null || ids.length === 0) return new Set()
  const statement = leadStatement(tx)
  const { from, condition } = selectAmongAll(statement, question)
  const { rows } = await tx.client.query<{ lead_id: number }>(
    `select r.lead_id from ${from} where ${condition} and r.lead_id = any(${statement.param([...ids], 'bigint[]')})`,
    statement.values as unknown[],
  )
  return new Set(rows.map(({ lead_id }) => lead_id))
}

function noneWhereGone(error: unknown): null {
  if (error instanceof Refusal && error.code === 'invalid') return null
  throw error
}
