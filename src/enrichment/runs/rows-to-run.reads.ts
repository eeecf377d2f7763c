// The rows of a scope that have something to run: the first so many, or so many from all over it.
import { planRow } from '../../engine/cell.ts'
import type { Row } from '../../engine/row.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { justAbove, readRowsForRun } from '../../records/workbooks/rows.reads.ts'
import type { Estimated, RowsInScope } from './estimate.reads.ts'

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
  let from = 0
  for (let seen = 0; seen < LOOK_AT_MOST && found.length < limit; seen += BATCH) {
    const part =
      'row_ids' in scope
        ? { row_ids: scope.row_ids.slice(seen, seen + BATCH) }
        : { from, to: Number.MAX_VALUE, limit: BATCH }
    const rows = await readRowsForRun(tx, workbookId, part, null)
    const last = rows.at(-1)
    if (!last) break
    found.push(...rows.filter((row) => hasWork(row, e)).map((row) => row.row_id))
    from = justAbove(last.position)
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
  for (const stretch of await stretches(tx, workbookId, scope, size)) {
    const rows = await readRowsForRun(tx, workbookId, stretch, null)
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

async function stretches(tx: WorkspaceTx, workbookId: string, scope: RowsInScope, size: number) {
  if ('row_ids' in scope) {
    const { row_ids } = scope
    return Array.from({ length: size }, (_, n) => {
      const [from, to] = [Math.floor((row_ids.length * n) / size), Math.floor((row_ids.length * (n + 1)) / size)]
      return { row_ids: row_ids.slice(from, Math.min(to, from + STRETCH_ROWS)) }
    }).filter(({ row_ids }) => row_ids.length > 0)
  }
  const { rows } = await tx.client.query('select next_position from workbooks where workspace_id = $1 and id = $2', [
    tx.workspace_id,
    workbookId,
  ])
  const end = rows[0].next_position as number
  return Array.from({ length: size }, (_, n) => ({
    from: (end / size) * n,
    to: (end / size) * (n + 1) * (1 - Number.EPSILON),
    limit: STRETCH_ROWS,
  }))
}

function hasWork(row: Row, { specs, mode, now, factsOf }: Planning): boolean {
  return planRow(specs, { row, mode, now, factsOf }).some(({ decision }) => decision.kind === 'ask')
}
