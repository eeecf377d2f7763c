// The rows of a scope that have something to run: the first so many, or so many from all over it.

import type { Row } from '../../../engine/values/row.ts'
import { NO_OUTCOME, planRow } from '../../../engine/waterfall/cell.ts'
import type { WorkspaceTx } from '../../../platform/db/database.ts'
import { EVERY_ROW, justAbove, justBelow, readRowsForRun } from '../../../records/store/rows/rows.reads.ts'
import type { EstimateContext } from './estimate.reads.ts'
import {
  type RowsInScope,
  rangesOf,
  restOfRows,
  rowsAfter,
  rowsInOrder,
  rowsOf,
  type ScopePlace,
} from './scope-rows.reads.ts'

interface Planning extends Pick<EstimateContext, 'specs' | 'mode' | 'now' | 'factsOf'> {
  /** The one column that rows are looked for; absent: all. */
  column_id?: string
}

const LOOK_AT_MOST = 50_000
const BATCH = 500

/** Rows to run, in the order of the scope. */
export interface RowsToRun {
  row_ids: string[]
  /** More were wanted, and not all of the scope was looked through: so many rows were. */
  looked_at?: number
}

/** The first rows with at least one cell that would be called for. */
export async function firstToRun(
  tx: WorkspaceTx,
  workbookId: string,
  scope: RowsInScope,
  limit: number,
  e: Planning,
  { most, batch } = { most: LOOK_AT_MOST, batch: BATCH },
): Promise<RowsToRun> {
  const row_ids: string[] = []
  const canSkip = e.mode === 'missing' && !('row_ids' in scope)
  let seen = 0
  for (let place: ScopePlace | undefined = { listed: 0, after: null }; place; ) {
    let isFruitless = false
    for await (const rows of rowsInOrder(tx, workbookId, scope, batch, place)) {
      const some = rows.filter(({ row }) => hasWork(row, e)).slice(0, limit - row_ids.length)
      row_ids.push(...some.map(({ row }) => row.row_id))
      if (row_ids.length >= limit) return { row_ids }
      seen += rows.length
      if (seen >= most) return { row_ids, looked_at: seen }
      place = rows.at(-1)?.after
      isFruitless = canSkip && rows.length > 0 && some.length === 0
      if (isFruitless) break
    }
    if (!isFruitless || !place) return { row_ids }
    // The first hundred thousand may all have their answers: those are passed over by the database, twenty times as quick.
    const next = await nextOpen(tx, workbookId, place.after, e)
    place = next === null ? undefined : { listed: 0, after: justBelow(next) }
  }
  return { row_ids }
}

const OPEN = `select r.position from workbook_rows r where r.workspace_id = $1 and r.workbook_id = $2 and r.position >= $3
    and (select count(*) from cells c where c.workspace_id = $1 and c.workbook_id = $2 and c.row_id = r.id
      and c.column_id = any($4) and c.status <> all($5) and not (c.status = 'stale' and c.reason = 'input_changed')) < $6
  order by r.position limit 1`

/** The position of the next row, after a position, in which some column that is looked for has no outcome. */
async function nextOpen(
  tx: WorkspaceTx,
  workbookId: string,
  after: number | null,
  { specs, column_id }: Planning,
): Promise<number | null> {
  const columns = column_id === undefined ? specs.map((spec) => spec.column_id) : [column_id]
  const from = after === null ? EVERY_ROW.from : justAbove(after)
  const values = [tx.workspace_id, workbookId, from, columns, [...NO_OUTCOME], columns.length]
  const { rows } = await tx.client.query<{ position: number }>({ name: 'rows_next_open', text: OPEN, values })
  return rows[0]?.position ?? null
}

/** One row in each of so many ranges of the scope, where there is one; in the order of the scope. */
export async function sampleToRun(
  tx: WorkspaceTx,
  workbookId: string,
  scope: RowsInScope,
  size: number,
  e: Planning,
): Promise<RowsToRun> {
  const found = new Map<string, number>()
  for await (const rows of ranges(tx, workbookId, scope, size)) {
    const row = rows.find((each) => hasWork(each, e))
    if (row) found.set(row.row_id, row.position)
  }
  // Work may lie close together: then the sample is filled up from the beginning.
  const more = found.size < size ? await firstToRun(tx, workbookId, scope, size, e) : { row_ids: [] }
  const others = more.row_ids.filter((id) => !found.has(id)).slice(0, size - found.size)
  const spread = [...found].sort(([, one], [, other]) => one - other).map(([id]) => id)
  return { ...more, row_ids: [...spread, ...others] }
}

/** Rows that are read in each range. */
const BATCH_ROWS = 40

async function* ranges(tx: WorkspaceTx, workbookId: string, scope: RowsInScope, size: number): AsyncGenerator<Row[]> {
  const { row_ids, rest } = 'row_ids' in scope ? scope : { row_ids: [], rest: undefined }
  const listed = Math.round((size * row_ids.length) / Math.max(1, rowsOf(scope)))
  for (let n = 0; n < listed; n++) {
    const [from, to] = [Math.floor((row_ids.length * n) / listed), Math.floor((row_ids.length * (n + 1)) / listed)]
    const ids = row_ids.slice(from, Math.min(to, from + BATCH_ROWS))
    if (ids.length > 0) yield readRowsForRun(tx, workbookId, { row_ids: ids }, null)
  }
  if (listed === size) return
  for (const { after, to } of await rangesOf(tx, workbookId, size - listed, rest?.after ?? null)) {
    const rows = rest
      ? await restOfRows(tx, workbookId, rest, after ?? rest.after, BATCH_ROWS)
      : await rowsAfter(tx, workbookId, after, BATCH_ROWS)
    yield rows.filter(({ position }) => position <= to)
  }
}

function hasWork(row: Row, { specs, mode, now, factsOf, column_id }: Planning): boolean {
  const planned = planRow(specs, { row, mode, now, factsOf })
  if (column_id === undefined) return planned.some(({ decision }) => decision.kind === 'ask')
  // What waits for another column of the run is likely to ask once that is there.
  const own = planned.find(({ spec }) => spec.column_id === column_id)
  return own?.decision.kind === 'ask' || own?.decision.kind === 'wait'
}
