// From a selection on the grid to the rows and columns that an action is about.
import type { Bounds, GridColumn } from '../../grid/grid.types.ts'
import type { RowStore } from '../../grid/rows.store.ts'
import { rectsOf, rowsOf, type Selection, spanLength } from '../../grid/selection.logic.ts'
import { count } from '../../ui/format.ts'
import { toast } from '../../ui/toast.tsx'
import { complain } from './complain.ts'
import type { RunMode, RunScope } from './workbook.shapes.ts'

/** Most rows that an action names one by one. */
const MAX_NAMED_ROWS = 10_000

export function scopeOf(rows: RowStore, columns: GridColumn[]) {
  const bounds: Bounds = { cols: columns.length, rows: rows.total }

  /** The ids of the selected rows, loaded when needed; null after saying why not. `what` ends "At most 10,000 rows can be". */
  async function rowIds(selection: Selection, what: string): Promise<string[] | null> {
    const spans = rowsOf(selection, bounds)
    if (spanLength(spans) > MAX_NAMED_ROWS) {
      toast(`At most ${count(MAX_NAMED_ROWS)} rows can be ${what}. Nothing was changed.`, { tone: 'bad' })
      return null
    }
    try {
      const ids: string[] = []
      for (const span of spans) ids.push(...(await rows.ensure(span.first, span.last)).map((row) => row.row_id))
      return ids
    } catch (error) {
      complain(error, 'Nothing was changed.')
      return null
    }
  }

  /** Columns of the selection that a run can fill. */
  function computed(selection: Selection): string[] {
    const touched = rectsOf(selection, bounds).flatMap((rect) => columns.slice(rect.x, rect.x + rect.width))
    return [...new Set(touched.filter((column) => column.computed).map((column) => column.id))]
  }

  return {
    rowIds,
    computed,
    counts: (selection: Selection) => ({
      rows: spanLength(rowsOf(selection, bounds)),
      cells: rectsOf(selection, bounds).reduce((sum, rect) => sum + rect.width * rect.height, 0),
      computed: computed(selection).length,
    }),
    /** The scope of a run over the selected cells; null after saying why there is none. */
    run: async (selection: Selection, mode: RunMode): Promise<RunScope | null> => {
      const columnIds = computed(selection)
      if (columnIds.length === 0) {
        toast('Select cells of a column that can run')
        return null
      }
      const ids = await rowIds(selection, 'run by selection; run the whole column instead')
      return ids && { column_ids: columnIds, row_ids: ids, mode }
    },
  }
}
