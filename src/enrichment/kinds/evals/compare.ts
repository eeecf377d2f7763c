// Asks several variants of a column for the same rows, to see them side by side. Nothing is stored but what it cost.
import type { Scope } from '../../../platform/ctx.ts'
import { mustFindWorkbook } from '../../../records/store/workbooks.reads.ts'
import { payerOf } from '../try/ask-once.ts'
import type { TriedRow } from '../try/try.schema.ts'
import { prepareTry, readGround, readTriedRows, type TryParts } from '../try/try-column.ts'
import { tryRow } from '../try/try-row.ts'
import type { ColumnCompared, CompareRequest } from './evals.schema.ts'
import { mapConcurrent } from './map-concurrent.ts'

const USUAL_ROWS = 5
/** Calls under way: enough to be quick, too few to meet a vendor's limit by looking. */
export const AT_ONCE = 6

/** @throws Refusal `not_found`; `invalid` for a variant that could not be saved */
export async function compareVariants(
  parts: TryParts,
  scope: Scope,
  workbook: string,
  { variants, row_ids }: CompareRequest,
  signal: AbortSignal,
): Promise<ColumnCompared> {
  const { prepared, rows } = await parts.database.inWorkspace(scope, async (tx) => {
    const id = await mustFindWorkbook(tx, workbook)
    const ground = await readGround(parts, tx, id)
    const prepared = variants.map((column, index) => prepareTry(ground, { column }, ['variants', index]))
    return { prepared, rows: await readTriedRows(tx, id, row_ids, USUAL_ROWS) }
  })
  const payer = payerOf(workbook, scope.actor)
  const calls = rows.flatMap((row) => prepared.map((tryable) => ({ row, tryable })))
  const tried = await mapConcurrent(calls, AT_ONCE, ({ row, tryable }) =>
    tryRow(parts, scope.workspace_id, payer, tryable, row, signal),
  )
  const columns = variants.map(({ model }, at) => ({
    model,
    ...summed(tried.filter((_, index) => index % variants.length === at)),
  }))
  return { variants: columns, cost_usd: tried.reduce((sum, { cost_usd }) => sum + (cost_usd ?? 0), 0) }
}

function summed(rows: TriedRow[]) {
  const asked = rows.filter(({ status }) => status !== 'skipped')
  const times = asked.map(({ duration_ms }) => duration_ms).sort((a, b) => a - b)
  const isKnown = rows.every(({ cost_usd }) => cost_usd !== null)
  return {
    rows,
    answered: rows.filter(({ status }) => status === 'complete').length,
    cost_usd: isKnown ? rows.reduce((sum, { cost_usd }) => sum + (cost_usd ?? 0), 0) : null,
    duration_ms: times[Math.floor(times.length / 2)] ?? 0,
  }
}
