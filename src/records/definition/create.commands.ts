// Makes a workbook from a definition.
import type { Viewer } from '../../identity/sharing.logic.ts'
import { refuseField } from '../../kernel/errors.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import type { WorkbookResponse } from '../store/workbook.schema.ts'
import { mustReadWorkbook } from '../store/workbooks.reads.ts'
import { createWorkbook, type WorkbookMade } from '../workbooks/workbooks.commands.ts'
import { applyDefinition } from './apply.commands.ts'
import { readText } from './definition-text.logic.ts'

export async function createFromDefinition(
  tx: WorkspaceTx,
  viewer: Viewer,
  { definition, columns_config, ...rest }: WorkbookMade,
): Promise<WorkbookResponse> {
  if (columns_config !== undefined)
    refuseField(['columns_config'], 'value_error', 'Send either columns or a definition, not both')
  if (rest.source_type === 'leads')
    refuseField(['source_type'], 'value_error', 'A workbook over the lead store has columns, not a definition')
  if (rest.job_id !== undefined)
    refuseField(['job_id'], 'value_error', 'A workbook of leads has columns, not a definition', rest.job_id)
  // The name asked for counts.
  const { name: _, ...file } = readText(definition)
  const { id } = await createWorkbook(tx, viewer.principal.user_id, rest)
  await applyDefinition(tx, id, file, viewer, null)
  return mustReadWorkbook(tx, id)
}
