// What copying, pasting and filling blocks of cells have at hand: the table, what is selected, and the one way to write.
import type { GridColumn } from '../model/grid.types.ts'
import type { Selection } from '../model/selection.logic.ts'
import type { Rows } from '../rows/shown-rows.types.ts'
import type { GridWrite } from './write.logic.ts'

export interface BlockEditing {
  columns: GridColumn[]
  rows: Rows
  selection: Selection
  onSelection: (selection: Selection) => void
  editable: boolean
  onWrite: (write: GridWrite) => void
  onNotice: (text: string, tone?: 'plain' | 'bad') => void
}
