// Widths, order and hiding of columns: of the workbook on "All rows" for its editors, else of the view that is looked at.
import type { Column, Workbook } from '../../../api/shapes.ts'
import type { GridColumn } from '../../../grid/model/grid.types.ts'
import { showError } from '../../../session/show-error.ts'
import { beside } from '../../columns/columns.logic.ts'
import { patchColumn } from '../../columns/workbook.api.ts'
import { useColumns } from '../column/use-columns.ts'
import type { OpenView } from './use-view-state.ts'
import { hiddenIn, moveColumn } from './view-state.logic.ts'

type Layout = ReturnType<typeof useColumns>

export type ViewLayout = ReturnType<typeof useLayout>

export function useLayout(workbook: Workbook, shown: GridColumn[], looking: OpenView, editable: boolean) {
  const own = useColumns(workbook, shown)
  const { view, look } = looking
  const configs = workbook.columns_config
  const isOwn = editable && view === null
  const hide = (ids: readonly string[], hidden: boolean) => {
    const before = hiddenIn(configs, look).filter((id) => !ids.includes(id))
    looking.change({ hidden: hidden ? [...before, ...ids] : before })
  }

  const ofView: Pick<Layout, 'change' | 'move' | 'reorder' | 'insert'> = {
    change: async (columnId: string, { hidden, width, pinned, ...rest }: Partial<Column>) => {
      if (hidden !== undefined) hide([columnId], hidden === true)
      if (typeof width === 'number') looking.change({ widths: { ...look.widths, [columnId]: width } })
      if (pinned !== undefined) {
        const before = pinnedIn(configs, look.pinned).filter((id) => id !== columnId)
        looking.change({ pinned: pinned ? [...before, columnId] : before })
      }
      if (Object.keys(rest).length > 0) await own.change(columnId, rest)
    },
    reorder: async (column_order: string[]) => looking.change({ column_order }),
    insert: async (columnId, side) => {
      const made = await own.insert(columnId, side)
      if (made && look.column_order) looking.change({ column_order: beside(look.column_order, columnId, side, made) })
      return made
    },
    move: async (from: number, to: number) => {
      looking.change(
        moveColumn(
          configs,
          look,
          shown.map((column) => column.id),
          from,
          to,
        ),
      )
    },
  }
  return {
    ...own,
    ...(isOwn ? {} : ofView),
    pinned: pinnedIn(configs, look.pinned),
    hidden: hiddenIn(configs, look),
    /** Several columns at once. */
    hide: (ids: string[], hidden: boolean) => {
      if (!isOwn) return hide(ids, hidden)
      const changing = configs.filter((column) => ids.includes(column.id) && (column.hidden === true) !== hidden)
      if (changing.length === 1 && changing[0]) void own.change(changing[0].id, { hidden })
      else void hideEach(workbook.id, changing, hidden).finally(own.refresh)
    },
  }
}

async function hideEach(workbookId: string, columns: readonly Column[], hidden: boolean) {
  try {
    for (const column of columns) await patchColumn(workbookId, column.id, { hidden })
  } catch (error) {
    showError(error, 'Some columns stay as they were.')
  }
}

function pinnedIn(columns: readonly Column[], pinned: readonly string[] | undefined): string[] {
  return pinned ? [...pinned] : columns.filter((column) => column.pinned === true).map((column) => column.id)
}
