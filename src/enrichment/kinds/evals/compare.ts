// A look at several variants of a column on the same rows, side by side.
import type { Scope } from '../../../platform/ctx.ts'
import { readLookRows } from '../../../records/opening/look-rows.reads.ts'
import { openTry, prepareTry, type TryParts, tryColumns } from '../try/look.ts'
import type { TriedRow } from '../try/try.schema.ts'
import type { ColumnCompared, CompareRequest } from './evals.schema.ts'

const USUAL_ROWS = 5
/** @throws Refusal `not_found`; `invalid` for a variant that could not be saved */
export async function compareVariants(
  parts: TryParts,
  scope: Scope,
  workbook: string,
  { variants, row_ids, max_usd }: CompareRequest,
  signal: AbortSignal,
): Promise<ColumnCompared> {
  const { workbook_id, columns, rows } = await parts.database.inWorkspace(scope, async (tx) => {
    const ground = await openTry(parts, tx, workbook)
    const columns = variants.map((column, index) => prepareTry(ground, { column }, ['variants', index]))
    return { workbook_id: ground.id, columns, rows: await readLookRows(ground, row_ids, USUAL_ROWS) }
  })
  const { tried, cost_usd } = await tryColumns(parts, scope, { workbook_id, columns, rows, max_usd }, signal)
  return { variants: variants.map(({ model }, at) => ({ model, ...summed(tried[at] ?? []) })), cost_usd }
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
