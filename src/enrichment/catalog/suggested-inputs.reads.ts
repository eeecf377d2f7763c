// Suggests inputs for lookups of the catalog: from the first rows of a workbook, or from the fields of leads.

import type { ColumnConfig } from '../../engine/columns/columns.schema.ts'
import { readEntered } from '../../identity/integrations/integrations.reads.ts'
import { displayText } from '../../kernel/csv-text.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { isReady, type ListedLookup } from '../../providers/catalog.ts'
import { LEAD_COLUMNS } from '../../records/lead-facts/lead-field.logic.ts'
import type { SampledColumn } from '../../records/reading/column-meaning.logic.ts'
import { EVERY_ROW, readRowsForRun } from '../../records/store/rows/rows.reads.ts'
import { readColumns } from '../../records/store/workbooks.reads.ts'
import type { Askable } from '../money/facts.ts'
import { nextSteps, type OutcomeSteps } from './next-steps.logic.ts'
import { type MeantColumns, meantColumns, type SuggestedInputs, suggestInputs } from './suggest-inputs.logic.ts'

/** Rows of the sample: enough to recognize a column's content, few enough to read each time a form opens. */
const SAMPLED_ROWS = 200

export interface CatalogSuggestions {
  meant: MeantColumns
  providers: (SuggestedInputs & { provider: string })[]
  outcomes: OutcomeSteps[]
}

/** The columns of a workbook with what they stand for, judged by its first rows. */
export async function readMeantColumns(tx: WorkspaceTx, workbookId: string): Promise<MeantColumns> {
  const columns = await readColumns(tx, workbookId)
  const rows = await readRowsForRun(tx, workbookId, { ...EVERY_ROW, limit: SAMPLED_ROWS }, null)
  const readText = (row: (typeof rows)[number], { id, type }: ColumnConfig) =>
    displayText(type === 'input' ? row.data[id] : row.cells[id]?.value)
  return meantColumns(
    columns.map((column) =>
      sampled(
        column,
        rows.map((row) => readText(row, column)),
      ),
    ),
    rows.length,
  )
}

/** The fields of leads, as the columns that lead actions read. */
export function meantLeadFields(): MeantColumns {
  return meantColumns(
    [...LEAD_COLUMNS.values()].map((column) => sampled(column, [])),
    0,
  )
}

function sampled(column: ColumnConfig, values: readonly string[]): SampledColumn {
  const { id, name } = column
  if (column.type === 'input') return { id, name, values, input_type: column.input_type }
  const output = 'output' in column && typeof column.output === 'string' ? column.output : null
  // A formula or lookup of another workbook is called by what it holds, as columns that people fill are.
  const isComputed = column.type === 'formula' || column.type === 'lookup'
  return isComputed ? { id, name, values } : { id, name, values, output }
}

export async function suggestForCatalog(
  tx: WorkspaceTx,
  { catalog, columnFactory }: Askable,
  meant: MeantColumns,
  self?: string,
): Promise<CatalogSuggestions> {
  const entered = await readEntered(tx)
  const own = (await columnFactory?.own(tx)) ?? []
  const lookups: ListedLookup[] = [...own, ...catalog]
  const providers = lookups.map((lookup) => ({ provider: lookup.id, ...suggestInputs(lookup, meant, self) }))
  const known = lookups.map((lookup, index) => ({
    lookup,
    ready: isReady(lookup, entered),
    missing: providers[index]?.missing ?? [],
  }))
  return { meant, providers, outcomes: nextSteps(known, meant, self) }
}
