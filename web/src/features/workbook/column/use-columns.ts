// Changes of columns from the grid itself, shown at once: width, hiding, order.
import { useCallback } from 'react'
import { queries } from '../../../api/queries.ts'
import type { Column, Workbook } from '../../../api/shapes.ts'
import type { GridColumn } from '../../../grid/model/grid.types.ts'
import { showError } from '../../../session/show-error.ts'
import { arrayMove } from '../../../ui/array-move.ts'
import { toast } from '../../../ui/overlays/toast.tsx'
import { beside, freeName, type Side } from '../../columns/columns.logic.ts'
import { memberColumn } from '../../columns/values/value-path.logic.ts'
import { addColumn, patchColumn, reorderColumns } from '../../columns/workbook.api.ts'
import { workbookQuery } from '../../columns/workbook.queries.ts'
import { newestChange } from '../../history/history.api.ts'
import { tellUndoable } from '../../history/use-undo.ts'
import { duplicateColumn } from './columns.api.ts'

export function useColumns(workbook: Workbook, shown: GridColumn[]) {
  const { id, columns_config: configs } = workbook
  const key = workbookQuery(id).queryKey
  const refresh = useCallback(() => void queries.invalidateQueries({ queryKey: workbookQuery(id).queryKey }), [id])

  function put(next: Column[]) {
    queries.setQueryData(key, (page) =>
      page ? { ...page, workbook: { ...page.workbook, columns_config: next } } : page,
    )
  }

  async function reorder(order: string[]) {
    put(order.flatMap((one) => configs.find((column) => column.id === one) ?? []))
    try {
      await reorderColumns(id, order)
    } catch (error) {
      showError(error, 'The order stays as it was.')
      refresh()
    }
  }

  return {
    refresh,
    change: async (columnId: string, change: Partial<Column>) => {
      put(configs.map((column) => (column.id === columnId ? { ...column, ...change } : column)))
      try {
        await patchColumn(id, columnId, change)
      } catch (error) {
        showError(error, 'The column stays as it was.')
        refresh()
      }
    },
    /** Adds a column that takes a member out of the values of another; answers its id. */
    addMember: async (column: Column, path: string[]): Promise<string | null> => {
      const member = memberColumn(column.name, path)
      try {
        const name = freeName(member.name, configs)
        const made = await addColumn(id, { type: 'formula', name, expression: member.expression })
        refresh()
        toast(`Column “${name}” added`)
        return made.id
      } catch (error) {
        showError(error, 'No column was added.')
        return null
      }
    },
    /** Adds a column of text at one side of another; answers its id. */
    insert: async (columnId: string, side: Side): Promise<string | null> => {
      try {
        const made = await addColumn(id, { type: 'input', name: freeName('New column', configs), input_type: 'text' })
        const order = configs.map((column) => column.id)
        await reorderColumns(id, beside(order, columnId, side, made.id))
        await queries.invalidateQueries({ queryKey: key })
        return made.id
      } catch (error) {
        showError(error, 'No column was added where it was meant to be.')
        refresh()
        return null
      }
    },
    /** A copy right after the column, with its values or without. */
    duplicate: async (columnId: string, values: boolean) => {
      try {
        const made = await duplicateColumn(id, columnId, values)
        refresh()
        tellUndoable(`The column “${made.name}” was added`, [await newestChange(id, 'add_columns')])
      } catch (error) {
        showError(error, 'No column was added.')
      }
    },
    /** Moves a column among the shown ones; hidden columns keep their places. */
    move: async (from: number, to: number) => {
      const ids = arrayMove(
        shown.map((column) => column.id),
        from,
        to,
      )
      await reorder(configs.map((column) => (column.hidden ? column.id : (ids.shift() ?? column.id))))
    },
    /** All columns in this order, the hidden ones too. */
    reorder,
  }
}
