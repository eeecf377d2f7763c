// Counts the rows that answer a question, as far as somebody wants to know.
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { countInIndex, indexOfFilter } from '../views/view-index.reads.ts'
import { conditionSql, inTime, overAll, statementFor } from './found-rows.reads.ts'
import type { Counted } from './query.reads.ts'
import type { Question } from './question.logic.ts'

/** At most `most`. @throws Refusal `unavailable` when it takes too long */
export async function countRowsUpTo(
  tx: WorkspaceTx,
  workbook: Counted,
  { filter, search }: Omit<Question, 'sorts'>,
  most: number,
  ms?: number,
): Promise<number> {
  if (filter === null && search === null) return Math.min(workbook.total_rows, most)
  const index = search === null ? await indexOfFilter(tx, workbook.id, filter) : null
  if (index !== null) return countInIndex(tx, index, most)
  return inTime(
    tx,
    async () => {
      const statement = statementFor(tx, workbook)
      const condition = conditionSql(statement, { filter, search })
      // Few are counted by walking on until there are enough, many by all processes at once, which no limit allows.
      const from = `from workbook_rows r ${statement.joins('all')} where r.workspace_id = $1 and r.workbook_id = $2 and ${condition}`
      const text =
        most > 20_000
          ? `select count(*) as count ${from}`
          : `select count(*) as count from (select 1 ${from} limit ${statement.param(most, 'int')}) few`
      const read = () => tx.client.query<{ count: number }>(text, statement.values)
      const { rows } = await (most > 20_000 ? overAll(tx, read) : read())
      return Math.min(rows[0]?.count ?? 0, most)
    },
    ms,
  )
}
