// The rows behind a count of an estimate: those whose cells a run would leave, skip, fill from the cache or ask for.
import { planRow } from '../../engine/cell.ts'
import { fateOf, walkOf } from '../../engine/estimate.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { decodeCursor, encodeCursor } from '../../platform/http/paging.ts'
import { justAbove, readRowsForRun } from '../../records/workbooks/rows.reads.ts'
import { readCache } from '../lookups/cache.reads.ts'
import { told } from './dry-run.reads.ts'
import { cachedSteps, keysOf } from './estimate.reads.ts'
import type { RunRows, RunRowsRequest } from './run.schema.ts'
import type { Prepared } from './run.scope.ts'

/** Looked at for one answer: rows are planned one by one. */
const LOOK_AT_MOST = 20_000
const BATCH = 500
const LIST = 'rows of a run'

export async function readRunRows(
  tx: WorkspaceTx,
  { workbook_id, scope, estimated }: Prepared,
  { fate, most, cursor }: Pick<RunRowsRequest, 'fate' | 'most' | 'cursor'>,
): Promise<RunRows> {
  const { specs, mode, now, factsOf } = estimated
  const nameOf = (id: string) => specs.find(({ column_id }) => column_id === id)?.column_name ?? id
  // Of the rows by id how many were looked at, else the position to go on from.
  let at = Number(decodeCursor(LIST, cursor, 'body')?.[0] ?? 0)
  const items: RunRows['items'] = []
  for (let seen = 0; seen < LOOK_AT_MOST; seen += BATCH) {
    const ids = 'row_ids' in scope ? scope.row_ids.slice(at, at + BATCH) : null
    const part = ids ? { row_ids: ids } : { from: at, to: Number.MAX_VALUE, limit: BATCH }
    const rows = ids?.length === 0 ? [] : await readRowsForRun(tx, workbook_id, part, null)
    const planned = rows.map((row) => planRow(specs, { row, mode, now, factsOf }))
    const known = await readCache(tx, [...new Set(planned.flat().flatMap((cell) => keysOf(cell, estimated)))])
    for (const [index, row] of rows.entries()) {
      const cell = planned[index]?.find((each) => {
        const looked = { ...each, cached: cachedSteps(each, known, estimated) }
        return fateOf(looked, walkOf(looked, factsOf)) === fate
      })
      if (cell) {
        const { why } = told(cell.decision, nameOf)
        items.push({ row_id: row.row_id, column_id: cell.spec.column_id, why })
      }
      at = ids ? at + 1 : justAbove(row.position)
      if (items.length >= most) return { items, next_cursor: encodeCursor(LIST, [at]) }
    }
    if ((ids ?? rows).length < BATCH) return { items, next_cursor: null }
  }
  return { items, next_cursor: encodeCursor(LIST, [at]) }
}
