// Counts the rows that answer a question, as far as somebody wants to know.
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { countInIndex, indexOfFilter } from '../views/view-index.reads.ts'
import { takesLong, WHILE, type While, walkForAWhile } from './for-a-while.reads.ts'
import { type Counted, conditionSql, countInStretch, inTime, overAll, statementFor } from './found-rows.reads.ts'
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
      const { rows } = await (most > 20_000 ? overAll(tx, workbook.id, read) : read())
      return Math.min(rows[0]?.count ?? 0, most)
    },
    ms,
  )
}

export interface CountedSoFar {
  count: number
  /** How far it came, to go on behind it; null at the end, or with `most`. */
  reached: number | null
}

/** Counts for as long as somebody likes to wait: what reads cells of a large workbook is counted piece by piece. */
export async function countForAWhile(
  tx: WorkspaceTx,
  workbook: Counted,
  question: Omit<Question, 'sorts'>,
  most: number,
  { after, count: before }: { after?: number | undefined; count: number },
  lookFor: While = WHILE,
): Promise<CountedSoFar> {
  const asked = { ...question, sorts: [] }
  const isSmall = workbook.total_rows <= AT_ONCE && lookFor === WHILE
  if (after === undefined && (isSmall || !takesLong(workbook, asked) || (await hasIndex())))
    return { count: await countRowsUpTo(tx, workbook, question, most), reached: null }
  return inTime(tx, async () => {
    let count = before
    const reached = await walkForAWhile(tx, workbook.id, after, lookFor, async (from, to) => {
      count += await countInStretch(tx, workbook, asked, from, to)
      return count >= most
    })
    return { count: Math.min(count, most), reached }
  })

  async function hasIndex(): Promise<boolean> {
    return question.search === null && (await indexOfFilter(tx, workbook.id, question.filter)) !== null
  }
}

/** So many rows are looked at in one piece. */
const AT_ONCE = 100_000
