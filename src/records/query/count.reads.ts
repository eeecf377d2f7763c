// Counts the rows that match a query, up to the limit asked for.
import type { WorkspaceTx } from '../../platform/db/database.ts'
import {
  type CountedWorkbook,
  conditionSql,
  countInRange,
  statementFor,
  withSeqScan,
  withTimeout,
} from '../filters/found-rows.reads.ts'
import type { Question } from '../filters/question.logic.ts'
import { countInIndex, indexOfFilter } from '../views/view-index.reads.ts'
import { readsCells, readWithinLimit, TIME_LIMIT, type TimeLimit } from './time-limit.reads.ts'

type Asked = Omit<Question, 'sorts'>

/** At most `most`. @throws Refusal `unavailable` when it takes too long */
export async function countRowsUpTo(
  tx: WorkspaceTx,
  workbook: CountedWorkbook,
  { filter, search }: Asked,
  most: number,
  ms?: number,
): Promise<number> {
  if (filter === null && search === null) return Math.min(workbook.total_rows, most)
  const index = search === null ? await indexOfFilter(tx, workbook.id, filter) : null
  if (index !== null) return countInIndex(tx, index, most)
  return withTimeout(
    tx,
    async () => {
      // Few are counted by walking on until there are enough, many by all processes at once, which no limit allows.
      if (most <= 20_000) return countOf(tx, workbook, { filter, search }, most)
      return withSeqScan(tx, workbook.id, async () => {
        const sure = await countSure(tx, workbook, { filter, search })
        return Math.min(sure ?? (await countOf(tx, workbook, { filter, search }, null)), most)
      })
    },
    ms,
  )
}

async function countOf(tx: WorkspaceTx, workbook: CountedWorkbook, asked: Asked, most: number | null): Promise<number> {
  const statement = statementFor(tx, workbook)
  const condition = conditionSql(statement, asked)
  const limit = most === null ? '' : `limit ${statement.param(most, 'int')}`
  const { rows } = await tx.client.query<{ count: number }>(
    `select count(*) as count from (
       select 1 from workbook_rows r ${statement.joins('all')} where ${OF_WORKBOOK} and ${condition} ${limit}) few`,
    statement.values,
  )
  return rows[0]?.count ?? 0
}

/** By several processes, which may not look into lists; null when some list is in question. */
async function countSure(tx: WorkspaceTx, workbook: CountedWorkbook, asked: Asked): Promise<number | null> {
  const statement = statementFor(tx, workbook)
  const [match, miss] = [conditionSql(statement, asked, 'match'), conditionSql(statement, asked, 'miss')]
  const { rows } = await tx.client.query<{ sure: number; open: number }>(
    `select count(*) filter (where ${miss}) as sure, count(*) filter (where not ${miss}) as open
     from workbook_rows r ${statement.joins('all')} where ${OF_WORKBOOK} and ${match}`,
    statement.values,
  )
  return rows[0]?.open === 0 ? rows[0].sure : null
}

const OF_WORKBOOK = 'r.workspace_id = $1 and r.workbook_id = $2'

export interface CountedSoFar {
  count: number
  /** How far it came, to continue after it; null at the end, or with `most`. */
  reached: number | null
}

/** Counts within a time limit: counts that read cells of a large workbook go in parts. */
export async function countWithinLimit(
  tx: WorkspaceTx,
  workbook: CountedWorkbook,
  question: Omit<Question, 'sorts'>,
  most: number,
  { after, count: before }: { after?: number | undefined; count: number },
  lookFor: TimeLimit = TIME_LIMIT,
): Promise<CountedSoFar> {
  const asked = { ...question, sorts: [] }
  const isSmall = workbook.total_rows <= AT_ONCE && lookFor === TIME_LIMIT
  if (after === undefined && (isSmall || !readsCells(workbook, asked) || (await hasIndex())))
    return { count: await countRowsUpTo(tx, workbook, question, most), reached: null }
  return withTimeout(tx, async () => {
    let count = before
    const reached = await readWithinLimit(tx, workbook.id, after, lookFor, async (from, to) => {
      count += await countInRange(tx, workbook, asked, from, to)
      return count >= most
    })
    return { count: Math.min(count, most), reached }
  })

  async function hasIndex(): Promise<boolean> {
    return question.search === null && (await indexOfFilter(tx, workbook.id, question.filter)) !== null
  }
}

/** Rows that one statement reads. */
const AT_ONCE = 100_000
