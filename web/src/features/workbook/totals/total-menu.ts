// The menu of totals of a column, under the grid and in the menu of its header.
import type { GridColumn } from '../../../grid/model/grid.types.ts'
import type { MenuItem } from '../../../ui/overlays/menu.tsx'
import { type TotalKind, totalsFor, totalWords } from './totals.logic.ts'

export function totalMenu(
  column: Pick<GridColumn, 'kind' | 'computed'>,
  chosen: TotalKind | undefined,
  onChoose: (total: TotalKind | null) => void,
): MenuItem[] {
  return [
    ...totalsFor(column).map((total) => ({
      label: totalWords(total, column.kind),
      checked: total === chosen,
      onSelect: () => onChoose(total),
    })),
    'separator',
    { label: 'None', checked: chosen === undefined, onSelect: () => onChoose(null) },
  ]
}
