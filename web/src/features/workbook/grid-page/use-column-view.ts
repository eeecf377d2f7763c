// What the menu of a column can do to which rows are shown: filter, sort, group, and find the values that are not of its type.
import { useQuery } from '@tanstack/react-query'
import { freshFor, keys } from '../../../api/queries.ts'
import type { Workbook } from '../../../api/shapes.ts'
import type { GridColumn } from '../../../grid/model/grid.types.ts'
import { isTyped } from '../../columns/columns.logic.ts'
import { alsoAsking } from '../../columns/filters/tree.logic.ts'
import { countRows } from '../../columns/workbook.api.ts'
import type { Filter } from '../../columns/workbook.shapes.ts'
import { totalMenu } from '../totals/total-menu.ts'
import { withTotal } from '../totals/totals.logic.ts'
import type { OpenView } from '../views/use-view-state.ts'
import { groupedBy, groupLevels, MAX_LEVELS, type Order } from '../views/view-state.logic.ts'
import type { ColumnLook } from './grid-menus.ts'

/** Values that do not fit are counted no further. */
const UP_TO = 10_000

const invalidValuesIn = (columnId: string): Filter => ({ field: columnId, on: 'invalid', op: 'not_empty' })

/** `openId` is the column whose menu is open; for that one the values that do not fit are counted. */
export function useColumnView(
  { id, columns_config }: Workbook,
  columns: readonly GridColumn[],
  { look, change }: OpenView,
  openId: string | undefined,
  onFilter: (columnId: string) => void,
): (columnId: string) => Omit<ColumnLook, 'onStats'> {
  const typed = columns_config.filter(isTyped).map((column) => column.id)
  const counted = openId !== undefined && typed.includes(openId) ? openId : ''
  const invalidValues = useQuery({
    queryKey: [...keys.workbook(id), 'invalid-values', counted],
    queryFn: ({ signal }) => countRows(id, { filter: invalidValuesIn(counted), up_to: UP_TO }, signal),
    enabled: counted !== '',
    staleTime: freshFor(2_000),
    retry: false,
  })
  const levels = groupLevels(look)
  return (columnId) => {
    const isHere = (one: Order) => one.field === columnId
    const column = columns.find((one) => one.id === columnId)
    return {
      onSort: (dir) => change({ sort: [{ field: columnId, dir }] }),
      onFilter: () => onFilter(columnId),
      group: levels.some(isHere)
        ? 'grouped'
        : levels.length === 0
          ? 'none'
          : levels.length < MAX_LEVELS
            ? 'more'
            : 'full',
      onGroup: () => {
        const others = levels.filter((one) => !isHere(one))
        change(groupedBy(others.length < levels.length ? others : [...levels, { field: columnId, dir: 'asc' }]))
      },
      totals: column
        ? totalMenu(column, look.totals?.[columnId], (total) =>
            change({ totals: withTotal(look.totals, columnId, total) }),
          )
        : [],
      ...(typed.includes(columnId)
        ? {
            onInvalidValues: () => change({ filter: alsoAsking(look.filter, invalidValuesIn(columnId)) }),
            invalidValues: columnId === counted ? invalidValues.data : undefined,
          }
        : {}),
    }
  }
}
