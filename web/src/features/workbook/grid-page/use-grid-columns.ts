// The columns of the grid: those that are shown, in their order, and marked where a run is still to fill them.
import { useMemo } from 'react'
import type { Workbook } from '../../../api/shapes.ts'
import type { GridColumn } from '../../../grid/model/grid.types.ts'
import { toGridColumn } from '../../columns/columns.logic.ts'
import { awaitedColumns } from '../../columns/run.logic.ts'
import type { Run } from '../../columns/workbook.shapes.ts'
import { shownColumns, type ViewState } from '../views/view-state.logic.ts'

export function useGridColumns(
  workbook: Workbook,
  look: ViewState,
  outputs: Map<string, string>,
  runs: readonly Run[],
): GridColumn[] {
  const awaited = [...awaitedColumns(runs, workbook.total_rows)].join()
  return useMemo(() => {
    const open = new Set(awaited.split(','))
    const made = shownColumns(workbook.columns_config, look).map((column) =>
      toGridColumn(column, outputs, workbook.total_rows),
    )
    return made.map((column) => (open.has(column.id) ? { ...column, awaited: true } : column))
  }, [workbook, outputs, awaited, look])
}
