// Looks for rows in the order of the workbook within a time limit, and says where to continue.
//
// Nothing but reading them tells whether a text is in ten million cells; that takes ten seconds of one process. The
// caller gets the rows found so far, and the cursor continues after the last row that was read. What a condition on
// cells leaves to be looked at goes in one more piece, by all processes, which takes two seconds of a million rows; where
// that takes too long after all, it goes on bit by bit too.
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { readsRowsOnly } from '../filters/driver-sql.logic.ts'
import {
  endOfRange,
  type FoundRow,
  findInRange,
  findRows,
  type Portion,
  type QueriedWorkbook,
  type RowPosition,
  SECONDS,
} from '../filters/found-rows.reads.ts'
import type { Question } from '../filters/question.logic.ts'

/** How long, and how many rows to begin with; how fast it goes is known after them. */
export interface TimeLimit {
  ms: number
  first: number
  /** How long all that is left may take in one piece. */
  rest: number
}

export const TIME_LIMIT: TimeLimit = { ms: 700, first: 4_000, rest: 5_000 }
const LEAST = 1_000
const MOST = 200_000

export interface RowsRead {
  rows: FoundRow[]
  /** The place up to which was looked; null when the page is full or nothing is left. */
  reached: RowPosition | null
}

/** Whether values of cells have to be read to know which rows answer. */
export function readsCells({ columns }: QueriedWorkbook, { filter, search }: Question): boolean {
  const known = { columns: new Map(columns.map((column) => [column.id, column])) }
  return search !== null || (filter !== null && !readsRowsOnly(known, filter))
}

/** Marks in a cursor: the remaining rows are searched in one piece (`rest`), or were too many for that (`bits`). */
const REST = 'rest'
const BITS = 'bits'

export async function findWithinLimit(
  tx: WorkspaceTx,
  workbook: QueriedWorkbook,
  question: Question,
  { after, limit }: Pick<Portion, 'after' | 'limit'>,
  { ms, first, rest }: TimeLimit = TIME_LIMIT,
): Promise<RowsRead> {
  const [how] = after?.keys ?? []
  const all = how === REST ? await findRest(tx, workbook, question, { after, limit }, rest) : null
  if (all) return { rows: all, reached: null }
  const keys = question.search === null ? [how === undefined ? REST : BITS] : []
  const rows: FoundRow[] = []
  const reached = await readWithinLimit(tx, workbook.id, after?.position, { ms, first }, async (from, to) => {
    rows.push(...(await findInRange(tx, workbook, question, from, to, limit - rows.length)))
    return rows.length >= limit
  })
  return { rows, reached: reached === null ? null : { position: reached, keys } }
}

/**
 * Looks at range after range after a position, for so long or until there is enough; the ranges grow to what can be
 * done in the time. Returns how far it came; null at the end, or with enough.
 */
export async function readWithinLimit(
  tx: WorkspaceTx,
  workbookId: string,
  after: number | undefined,
  { ms, first }: Pick<TimeLimit, 'ms' | 'first'>,
  look: (from: number, to: number | null) => Promise<boolean>,
): Promise<number | null> {
  const end = performance.now() + ms
  let from = after ?? Number.NEGATIVE_INFINITY
  for (let range = first; ; ) {
    const begun = performance.now()
    const to = await endOfRange(tx, workbookId, from, range)
    if ((await look(from, to)) || to === null) return null
    from = to
    const now = performance.now()
    const more = (range / Math.max(now - begun, 0.1)) * (end - now)
    if (more < LEAST) return to
    // Not all of it at once: the next rows may be longer.
    range = Math.min(MOST, Math.ceil(more * 0.7))
  }
}

/** All that is left at once; null when that takes too long. */
async function findRest(
  tx: WorkspaceTx,
  workbook: QueriedWorkbook,
  question: Question,
  portion: Pick<Portion, 'after' | 'limit'>,
  ms: number,
): Promise<FoundRow[] | null> {
  await tx.client.query(`savepoint rest; set local statement_timeout = ${ms}`)
  try {
    const rows = await findRows(tx, workbook, question, { ...portion, ranges: [] })
    await tx.client.query(`set local statement_timeout = '${SECONDS}s'`)
    return rows
  } catch (error) {
    if ((error as { code?: unknown }).code !== '57014') throw error
    await tx.client.query('rollback to rest')
    return null
  }
}
