// Looks for rows in the order of the workbook for no longer than somebody likes to wait, and says where to go on.
//
// Nothing but reading them tells whether a text is in ten million cells; that takes ten seconds of one process. Whoever
// asked sees what was found so far, and the cursor goes on behind the last row that was looked at. What a condition on
// cells leaves to be looked at goes in one more piece, by all processes, which takes two seconds of a million rows.
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { readsRowsOnly } from './driver-sql.logic.ts'
import {
  type Asking,
  endOfStretch,
  type FoundRow,
  findInStretch,
  findRows,
  type Place,
  type Portion,
} from './found-rows.reads.ts'
import type { Question } from './question.logic.ts'

/** How long, and how many rows to begin with; how fast it goes is known after them. */
export interface While {
  ms: number
  first: number
}

const WHILE: While = { ms: 700, first: 4_000 }
const LEAST = 1_000
const MOST = 200_000

export interface Looked {
  rows: FoundRow[]
  /** The place up to which was looked; null when the page is full or nothing is left. */
  reached: Place | null
}

/** Whether values of cells have to be read to know which rows answer. */
export function takesLong({ columns }: Asking, { filter, search }: Question): boolean {
  const known = { columns: new Map(columns.map((column) => [column.id, column])) }
  return search !== null || (filter !== null && !readsRowsOnly(known, filter))
}

/** Stands in a place where all that is left is to be looked at in one piece. */
const REST = 'rest'

export async function findForAWhile(
  tx: WorkspaceTx,
  workbook: Asking,
  question: Question,
  { after, limit }: Pick<Portion, 'after' | 'limit'>,
  { ms, first }: While = WHILE,
): Promise<Looked> {
  if (after?.keys.includes(REST)) {
    const rows = await findRows(tx, workbook, question, { after, limit, stretches: [] })
    return { rows, reached: null }
  }
  const end = performance.now() + ms
  const keys = question.search === null ? [REST] : []
  const rows: FoundRow[] = []
  let from = after?.position ?? Number.NEGATIVE_INFINITY
  for (let stretch = first; ; ) {
    const begun = performance.now()
    const to = await endOfStretch(tx, workbook.id, from, stretch)
    rows.push(...(await findInStretch(tx, workbook, question, from, to, limit - rows.length)))
    if (rows.length >= limit || to === null) return { rows, reached: null }
    from = to
    const now = performance.now()
    const more = (stretch / Math.max(now - begun, 0.1)) * (end - now)
    if (more < LEAST) return { rows, reached: { position: to, keys } }
    // Not all of it at once: the next rows may be longer.
    stretch = Math.min(MOST, Math.ceil(more * 0.7))
  }
}
