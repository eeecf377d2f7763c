// The row an open panel is about: the one on the grid when it is loaded, else fetched by its id.
import { useQuery } from '@tanstack/react-query'
import { useEffect, useReducer } from 'react'
import type { GridRow } from '../../../grid/model/grid.types.ts'
import type { Rows } from '../../../grid/rows/shown-rows.types.ts'
import { rowQuery } from '../../columns/workbook.queries.ts'
import type { Panel } from './use-panel.ts'

export function usePanelRow(
  workbookId: string,
  rows: Rows,
  panel: Panel | null,
): { row: GridRow; index: number | undefined } | null {
  const [, redraw] = useReducer((count: number) => count + 1, 0)
  const rowId = panel?.kind === 'cell' || panel?.kind === 'row' ? panel.rowId : null
  useEffect(() => {
    if (!rowId) return
    return rows.subscribe((change) => {
      const index = rows.indexOf(rowId)
      if ('all' in change || (index !== undefined && change.rows.includes(index))) redraw()
    })
  }, [rows, rowId])
  const index = rowId === null ? undefined : rows.indexOf(rowId)
  const here = index === undefined ? undefined : rows.row(index)
  const fetched = useQuery({ ...rowQuery(workbookId, rowId ?? ''), enabled: rowId !== null && here === undefined })
  if (here) return { row: here, index }
  if (rowId !== null && fetched.data?.row_id === rowId)
    return { row: fetched.data as unknown as GridRow, index: undefined }
  return null
}
