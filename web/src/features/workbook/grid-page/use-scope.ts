// From a selection on the grid to the rows and columns that an action is about.
import type { Bounds, GridColumn } from '../../../grid/model/grid.types.ts'
import { rectsOf, rowsOf, type Selection, spanLength, tableOf } from '../../../grid/model/selection.logic.ts'
import type { Rows } from '../../../grid/rows/shown-rows.types.ts'
import { showError } from '../../../session/show-error.ts'
import { count } from '../../../ui/format.ts'
import { toast } from '../../../ui/overlays/toast.tsx'
import { isRun } from '../../columns/columns.logic.ts'
import type { Filter, RowsAsked, RunMode, RunRequestParts, ShownRows } from '../../columns/workbook.shapes.ts'
import { type ViewQuestion, whichRows } from '../views/view-state.logic.ts'

/** Most rows that an action names one by one. */
const MAX_NAMED_ROWS = 10_000
/** Most rows that a deletion names by id; more are deleted by ranges of positions. */
const MAX_DELETED_BY_ID = 5_000
/** Most ranges of one deletion. */
const MAX_RANGES = 50

/** `question` is what the rows on the grid answer; null when they are all rows in their order. */
export function scopeOf(rows: Rows, columns: GridColumn[], question: ViewQuestion | null) {
  const bounds: Bounds = { cols: columns.length, rows: rows.total }

  /** Whether this many rows are all rows of the query, so that none is hidden in a closed group. */
  const isAll = (count: number) =>
    count === rows.total && (rows.bands?.list ?? []).every(({ isOpen, count: rest }) => isOpen || rest === 0)

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
      showError(error, 'Nothing was changed.')
      return null
    }
  }

  /** What to delete for a selection, in one call; null after saying why not. */
  async function deletion(selection: Selection): Promise<{ asked: RowsAsked; count: number } | null> {
    const spans = rowsOf(selection, bounds)
    const total = spanLength(spans)
    if (total === 0) return null
    if (total <= MAX_DELETED_BY_ID) {
      const ids = await rowIds(selection, 'deleted at once')
      return ids && { asked: { row_ids: ids }, count: ids.length }
    }
    if (isAll(total))
      return {
        asked: { filter: { and: [] }, ...(question && whichRows(question)), expected_count: total },
        count: total,
      }
    if (question) {
      toast(
        `Under a filter or an order at most ${count(MAX_DELETED_BY_ID)} rows can be deleted at once, or all of them. Nothing was deleted.`,
        { tone: 'bad' },
      )
      return null
    }
    if (spans.length > MAX_RANGES) {
      toast(`At most ${MAX_RANGES} ranges of rows can be deleted at once. Nothing was deleted.`, { tone: 'bad' })
      return null
    }
    try {
      return { asked: { filter: await whereLying(spans), expected_count: total }, count: total }
    } catch (error) {
      showError(error, 'Nothing was deleted.')
      return null
    }
  }

  /** Rows by their positions, in their order. */
  async function whereLying(spans: readonly { first: number; last: number }[]): Promise<Filter> {
    const ranges: Filter[] = []
    for (const span of spans) {
      const [from] = await rows.ensure(span.first, span.first)
      const [to] = await rows.ensure(span.last, span.last)
      if (!from || !to) throw new Error('the rows are gone')
      ranges.push({
        and: [
          { field: '$position', op: 'gte', value: from.position },
          { field: '$position', op: 'lte', value: to.position },
        ],
      })
    }
    return { or: ranges }
  }

  /** Columns of the selection that a run can fill. */
  function computed(selection: Selection): string[] {
    const touched = rectsOf(selection, bounds).flatMap((rect) => columns.slice(rect.x, rect.x + rect.width))
    return [...new Set(touched.filter(isRun).map((column) => column.id))]
  }

  return {
    rowIds,
    deletion,
    computed,
    counts: (selection: Selection) => ({
      rows: spanLength(rowsOf(selection, bounds)),
      cells: rectsOf(selection, bounds).reduce((sum, rect) => sum + rect.width * rect.height, 0),
      computed: computed(selection).length,
    }),
    /** The scope of a run over the selected cells; null after saying why there is none. */
    run: async (selection: Selection, mode: RunMode): Promise<RunRequestParts | null> => {
      const columnIds = computed(selection)
      if (columnIds.length === 0) {
        toast('Select cells of a column that can run')
        return null
      }
      if (rows.total === 0) {
        toast('There are no rows to run yet')
        return null
      }
      const spans = tableOf(selection, bounds)?.rows
      if (!spans) {
        toast('Only ranges of the same rows or of the same columns can be run together')
        return null
      }
      const selected = spanLength(spans)
      if (isAll(selected) && selected > MAX_NAMED_ROWS)
        return { column_ids: columnIds, ...(question && (whichRows(question) as ShownRows['which'])), mode }
      if (!question && selected > MAX_NAMED_ROWS && spans.length <= MAX_RANGES)
        try {
          return {
            column_ids: columnIds,
            filter: (await whereLying(spans)) as NonNullable<RunRequestParts['filter']>,
            mode,
          }
        } catch (error) {
          showError(error, 'Nothing was run.')
          return null
        }
      const ids = await rowIds(selection, 'run by selection; run the whole column instead')
      return ids && { column_ids: columnIds, row_ids: ids, mode }
    },
  }
}
