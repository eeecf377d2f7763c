// The rows of a scope that have something to run: the first so many, or so many from all over it.
import { planRow } from '../../engine/cell.ts'
import type { Row } from '../../engine/row.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { readRowsForRun } from '../../records/workbooks/rows.reads.ts'
import type { Estimated } from './estimate.reads.ts'
import { type RowsInScope, restOfRows, rowsAfter, rowsInOrder, rowsOf, stretchesOf } from './scope-rows.reads.ts'

type Planning = Pick<Estimated, 'specs' | 'mode' | 'now' | 'factsOf'>

const LOOK_AT_MOST = 50_000
const BATCH = 500

/** The first rows with at least one cell that would be asked. */
export async function firstToRun(
  tx: WorkspaceTx,
  workbookId: string,
  scope: RowsInScope,
  limit: number,
  e: Planning,
): Promise<string[]> {
  const found: string[] = []
  let seen = 0
  for await (const rows of rowsInOrder(tx, workbookId, scope, BATCH)) {
    found.push(...rows.filter(({ row }) => hasWork(row, e)).map(({ row }) => row.row_id))
    seen += BATCH
    if (seen >= LOOK_AT_MOST || found.length >= limit) break
  }
  return found.slice(0, limit)
}

/** One row in each of so many stretches of the scope, where there is one; in the order of the scope. */
export async function sampleToRun(
  tx: WorkspaceTx,
  workbookId: string,
  scope: RowsInScope,
  size: number,
  e: Planning,
): Promise<string[]> {
  const found = new Map<string, number>()
  for await (const rows of stretches(tx, workbookId, scope, size)) {
    const row = rows.find((each) => hasWork(each, e))
    if (row) found.set(row.row_id, row.position)
  }
  // Work may lie close together: then the sample is filled up from the beginning.
  const more = found.size < size ? await firstToRun(tx, workbookId, scope, size, e) : []
  const others = more.filter((id) => !found.has(id)).slice(0, size - found.size)
  return [...[...found].sort(([, one], [, other]) => one - other).map(([id]) => id), ...others]
}

/** So many rows are looked at in each stretch. */
const STRETCH_ROWS = 40

async function* stretches(
  tx: WorkspaceTx,
  workbookId: string,
  scope: RowsInScope,
  size: number,
): AsyncGenerator<Row[]> {
  const { row_ids, rest } = 'row_ids' in scope ? scope : { row_ids: [], rest: undefined }
  const listed = Math.round((size * row_ids.length) / Math.max(1, rowsOf(scope)))
  for (let n = 0; n < listed; n++) {
    const [from, to] = [Math.floor((row_ids.length * n) / listed), Math.floor((row_ids.length * (n + 1)) / listed)]
    const ids = row_ids.slice(from, Math.min(to, from + STRETCH_ROWS))
    if (ids.length > 0) yield readRowsForRun(tx, workbookId, { row_ids: ids }, null)
  }
  if (listed === size) return
  for (const { after, to } of await stretchesOf(tx, workbookId, size - listed, rest?.after ?? null)) {
    const rows = rest
      ? await restOfRows(tx, workbookId, rest, after ?? rest.after, STRETCH_ROWS)
      : await rowsAfter(tx, workbookId, after, STRETCH_ROWS)
    yield rows.filter(({ position }) => position <= to)
  }
}

function hasWork(row: Row, { specs, mode, now, factsOf }: Planning): boolean {
  return planRow(specs, { row, mode, now, factsOf }).some(({ decision }) => decision.kind === 'ask')
}
