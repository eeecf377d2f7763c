// What researches went by, kept beside the cells that they filled: pages of them would be slower with it.
import type { WorkspaceTx } from '../../../platform/db/database.ts'
import type { CellPlace, CellWrite } from '../cell.logic.ts'

const WRITE = {
  name: 'evidence_write',
  text: `insert into cell_evidence (workspace_id, workbook_id, row_id, column_id, run_id, evidence)
    select $1, $2, x.row_id, x.column_id, x.run_id, x.research
    from jsonb_to_recordset($3::jsonb) as x(row_id uuid, column_id text, run_id uuid, research jsonb)
    on conflict (workspace_id, workbook_id, row_id, column_id, run_id) do update set evidence = excluded.evidence`,
}

/** Each belongs to the run that filled the cell, so that undoing a run brings back what the value before went by. */
export async function writeEvidence(
  tx: WorkspaceTx,
  workbookId: string,
  cells: readonly CellWrite[],
  except: readonly CellPlace[],
): Promise<void> {
  const left = new Set(except.map(({ row_id, column_id }) => `${row_id} ${column_id}`))
  const written = cells.flatMap(({ row_id, column_id, run_id, research }) =>
    research && run_id && !left.has(`${row_id} ${column_id}`) ? [{ row_id, column_id, run_id, research }] : [],
  )
  if (written.length === 0) return
  await tx.client.query({ ...WRITE, values: [tx.workspace_id, workbookId, JSON.stringify(written)] })
}
