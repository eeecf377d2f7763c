// A look at one column on a few rows, saved or not.
import { isComputed } from '../../../engine/columns/columns.ts'
import { mayDo } from '../../../identity/capabilities.logic.ts'
import { refuse } from '../../../kernel/errors.ts'
import type { Json } from '../../../kernel/json.ts'
import type { Scope } from '../../../platform/ctx.ts'
import type { ColumnPreview } from '../../../records/computed/computed.schema.ts'
import { previewColumn } from '../../../records/computed/preview.reads.ts'
import { readLookRows } from '../../../records/opening/look-rows.reads.ts'
import { openToRead } from '../../../records/opening/open.reads.ts'
import { pathsIn } from './answer-paths.logic.ts'
import { proposeErrorRule } from './error-proposal.ts'
import { openTry, prepareTry, type TryParts, tryColumns, type WantedColumn } from './look.ts'
import { type ColumnTry, MOST_TRIED, type SavedTryRequest, type TryRequest } from './try.schema.ts'

/** @throws Refusal as {@link prepareTry}, and `invalid` for a row that is not there */
export async function tryColumn(
  parts: TryParts,
  scope: Scope,
  workbook: string,
  wanted: WantedColumn,
  { row_ids, test, max_usd }: Omit<TryRequest, 'column'>,
  signal: AbortSignal,
): Promise<ColumnTry> {
  const { workbook_id, tryable, rows } = await parts.database.inWorkspace(scope, async (tx) => {
    const ground = await openTry(parts, tx, workbook, test)
    const tryable = prepareTry(ground, wanted)
    return { workbook_id: ground.id, tryable, rows: await readLookRows(ground, row_ids, MOST_TRIED) }
  })
  const { tried, cost_usd } = await tryColumns(
    parts,
    scope,
    { workbook_id, columns: [tryable], rows, test, max_usd },
    signal,
  )
  const [shown = []] = tried
  return {
    rows: shown,
    cost_usd,
    paths: pathsIn(shown.flatMap(({ answer }) => (answer === null ? [] : [answer as Json]))),
    error_proposal: tryable.http && !tryable.http.error ? proposeErrorRule(shown) : null,
  }
}

/** Computes a computed column for viewers; asks for other columns, which needs the right to run them. @throws Refusal `conflict` for any other */
export async function previewSaved(
  parts: TryParts,
  scope: Scope,
  { workbook_id, column_id }: { workbook_id: string; column_id: string },
  body: SavedTryRequest,
  signal: AbortSignal,
): Promise<ColumnPreview | ColumnTry> {
  const preview = await parts.database.inWorkspace(scope, async (tx) => {
    const { columns } = await openToRead(tx, workbook_id)
    const column = columns.find(({ id }) => id === column_id) ?? refuse('not_found', 'Column not found')
    if (!isComputed(column) || column.type === 'lead_field') return null
    const { row_ids } = body
    return previewColumn(tx, workbook_id, { column, ...(row_ids && { row_ids }) }, parts.now(), MOST_TRIED)
  })
  if (preview) return preview
  mayDo(scope.role, 'runs.execute')
  return tryColumn(parts, scope, workbook_id, { column_id }, body, signal)
}
