// The menus of the grid: what can be done with the selected cells and rows, and with a column.
import {
  ArrowDownToLine,
  ArrowDownWideNarrow,
  ArrowLeft,
  ArrowRight,
  ArrowUpNarrowWide,
  BetweenHorizontalEnd,
  BetweenHorizontalStart,
  BetweenVerticalStart,
  ChartBarDecreasing,
  ChevronsLeftRight,
  ChevronsRightLeft,
  ClipboardPaste,
  Columns2,
  Copy,
  CopyPlus,
  Download,
  Eraser,
  ExternalLink,
  EyeOff,
  Group,
  Info,
  ListFilter,
  MessageSquare,
  PanelRight,
  Pencil,
  Pin,
  PinOff,
  Play,
  Replace,
  RotateCw,
  Scissors,
  Send,
  Settings2,
  Share,
  Sigma,
  TextCursorInput,
  Trash2,
  TriangleAlert,
} from 'lucide-react'
import { linkOf } from '../../../grid/marks/display.logic.ts'
import type { CellContent, GridColumn } from '../../../grid/model/grid.types.ts'
import { counted } from '../../../ui/format.ts'
import type { MenuAction, MenuItem } from '../../../ui/overlays/menu.tsx'
import { isRun, type Side } from '../../columns/columns.logic.ts'
import type { RunMode } from '../../columns/workbook.shapes.ts'

interface CellMenu {
  column: GridColumn
  content: CellContent | undefined
  selected: { rows: number; cells: number; computed: number }
  editable: boolean
  canRun: boolean
  onEdit: () => void
  onCopy: () => void
  onCut: () => void
  onPaste: () => void
  onFill: () => void
  onClear: () => void
  onDetails: () => void
  onRow: () => void
  onComment: () => void
  onRun: (mode: RunMode) => void
  /** Absent where rows have no place of their own, as under an order. */
  onInsert?: ((where: 'before' | 'after') => void) | undefined
  onDelete: () => void
}

export function cellMenu(menu: CellMenu): MenuItem[] {
  const { selected, column, content } = menu
  const many = selected.cells > 1
  const link = content ? linkOf(content.value, column.kind) : null
  const items: MenuItem[] = [
    { label: 'Cell details', icon: Info, keys: ['space'], onSelect: menu.onDetails },
    { label: 'Open row', icon: PanelRight, keys: ['shift', 'enter'], onSelect: menu.onRow },
    { label: 'Comment', icon: MessageSquare, onSelect: menu.onComment },
  ]
  if (link)
    items.push({
      label: 'Open link',
      icon: ExternalLink,
      onSelect: () => void window.open(link, '_blank', 'noopener,noreferrer'),
    })
  items.push('separator', {
    label: many ? `Copy ${counted(selected.cells, 'cell')}` : 'Copy',
    icon: Copy,
    keys: ['mod', 'c'],
    onSelect: menu.onCopy,
  })
  if (menu.editable) {
    items.push({ label: 'Cut', icon: Scissors, keys: ['mod', 'x'], onSelect: menu.onCut })
    items.push({ label: 'Paste', icon: ClipboardPaste, keys: ['mod', 'v'], onSelect: menu.onPaste })
    if (selected.rows > 1)
      items.push({ label: 'Fill down', icon: ArrowDownToLine, keys: ['mod', 'd'], onSelect: menu.onFill })
    items.push('separator')
    items.push({ label: column.computed ? 'Override' : 'Edit', icon: Pencil, keys: ['enter'], onSelect: menu.onEdit })
    items.push({
      label: many ? `Clear ${counted(selected.cells, 'cell')}` : 'Clear',
      icon: Eraser,
      keys: ['delete'],
      onSelect: menu.onClear,
    })
  }
  const runs = runItems(menu)
  if (runs.length > 0) items.push('separator', ...runs)
  if (menu.editable) {
    items.push('separator')
    const { onInsert } = menu
    if (onInsert)
      for (const [side, icon, where] of [
        ['above', BetweenHorizontalEnd, 'before'],
        ['below', BetweenHorizontalStart, 'after'],
      ] as const)
        items.push({ label: `Insert ${counted(selected.rows, 'row')} ${side}`, icon, onSelect: () => onInsert(where) })
    items.push(deletion(menu))
  }
  return items
}

type RowMenu = Pick<CellMenu, 'selected' | 'editable' | 'canRun' | 'onRun' | 'onDelete'>
type SelectedRowsMenu = RowMenu & {
  onEnroll: () => void
  onSend: () => void
  onDuplicates: () => void
  onExport: () => void
}

/** What can be done with rows that are selected as a whole, beside what the menu of a cell has. */
export const rowItems = (menu: SelectedRowsMenu): MenuAction[] => [
  ...runItems(menu),
  ...(menu.editable
    ? [
        { label: 'Enroll', icon: Send, onSelect: menu.onEnroll },
        { label: 'Send to', icon: Share, onSelect: menu.onSend },
      ]
    : []),
  { label: 'Find duplicates', icon: Copy, onSelect: menu.onDuplicates },
  { label: 'Export', icon: Download, onSelect: menu.onExport },
  ...(menu.editable ? [deletion(menu)] : []),
]

function runItems({ selected, canRun, onRun }: RowMenu): MenuAction[] {
  if (!canRun || selected.computed === 0) return []
  const again = { icon: RotateCw, onSelect: () => onRun('all') }
  if (selected.rows === 1) return [{ label: 'Run again', keys: ['mod', 'enter'], ...again }]
  const rows = counted(selected.rows, 'row')
  return [
    { label: `Run ${rows}`, icon: Play, onSelect: () => onRun('missing') },
    { label: `Run ${rows} again`, keys: ['mod', 'shift', 'enter'], ...again },
  ]
}

const deletion = ({ selected, onDelete }: RowMenu): MenuAction => ({
  label: `Delete ${counted(selected.rows, 'row')}`,
  icon: Trash2,
  danger: true,
  onSelect: onDelete,
})

interface HeaderMenu {
  column: GridColumn
  editable: boolean
  canRun: boolean
  errors: number
  /** At the left or right end, where it cannot move on. */
  first: boolean
  last: boolean
  onSettings: () => void
  onRename: () => void
  /** Absent for columns that are not filled by hand. */
  onType?: (() => void) | undefined
  onInsert: (side: Side) => void
  onDuplicate: (values: boolean) => void
  onRun: (mode: RunMode) => void
  onHide: () => void
  onPin: () => void
  onMove: (by: -1 | 1) => void
  onResize: (by: -1 | 1) => void
  onSelect: () => void
  /** Absent where the rows have only one order or filter. */
  look?: ColumnLook | undefined
  onDelete: () => void
}

/** What a column can do to which rows are shown, and where. */
export interface ColumnLook {
  onFilter: () => void
  onStats: () => void
  onSort: (dir: 'asc' | 'desc') => void
  /** Shows the values that are not of the type; absent where any value is. */
  onInvalidValues?: (() => void) | undefined
  /** How many there are, once that has been counted. */
  invalidValues?: { count: number; is_exact: boolean } | undefined
  /** Whether rows are grouped by it, and whether they can be. */
  group: 'grouped' | 'none' | 'more' | 'full'
  onGroup: () => void
  /** The totals that it can have, `checked` what it has. */
  totals: MenuItem[]
}

function invalidItem({ onInvalidValues, invalidValues }: ColumnLook): MenuItem[] {
  if (!onInvalidValues) return []
  const some =
    invalidValues &&
    invalidValues.count > 0 &&
    `${counted(invalidValues.count, 'value')}${invalidValues.is_exact ? '' : ' or more'} that do not fit`
  const label = invalidValues?.count === 0 ? 'All values fit' : some || 'Values that do not fit'
  return [{ label, icon: TriangleAlert, disabled: invalidValues?.count === 0, onSelect: onInvalidValues }]
}

const GROUP_WORDS: Record<ColumnLook['group'], string> = {
  grouped: 'Do not group by it',
  none: 'Group by this column',
  more: 'Then group by this column',
  full: 'Group by this column',
}

export function headerMenu(menu: HeaderMenu): MenuItem[] {
  const items: MenuItem[] = [
    { label: 'Select column', icon: Columns2, keys: ['ctrl', 'space'], onSelect: menu.onSelect },
    'separator',
  ]
  if (menu.look) {
    const { onFilter, onStats, onSort, group, onGroup, totals } = menu.look
    items.push(
      { label: 'Values and figures', icon: ChartBarDecreasing, onSelect: onStats },
      { label: 'Filter by this column', icon: ListFilter, onSelect: onFilter },
      ...invalidItem(menu.look),
      { label: 'Sort ascending', icon: ArrowUpNarrowWide, onSelect: () => onSort('asc') },
      { label: 'Sort descending', icon: ArrowDownWideNarrow, onSelect: () => onSort('desc') },
      { label: GROUP_WORDS[group], icon: Group, disabled: group === 'full', onSelect: onGroup },
      { label: 'Total', icon: Sigma, items: totals },
      'separator',
    )
  }
  if (menu.canRun && isRun(menu.column)) {
    items.push({ label: 'Run cells without a value', icon: Play, onSelect: () => menu.onRun('missing') })
    if (menu.errors > 0)
      items.push({
        label: `Re-run ${counted(menu.errors, 'failed cell')}`,
        icon: RotateCw,
        onSelect: () => menu.onRun('failed'),
      })
    items.push({ label: 'Run all cells again', icon: RotateCw, onSelect: () => menu.onRun('all') }, 'separator')
  }
  if (menu.editable) {
    items.push({ label: 'Column settings', icon: Settings2, onSelect: menu.onSettings })
    items.push({ label: 'Rename column', icon: TextCursorInput, onSelect: menu.onRename })
    if (menu.onType) items.push({ label: 'Change type', icon: Replace, onSelect: menu.onType })
    items.push({
      label: 'Insert column',
      icon: BetweenVerticalStart,
      items: [
        { label: 'On the left', onSelect: () => menu.onInsert('left') },
        { label: 'On the right', onSelect: () => menu.onInsert('right') },
      ],
    })
    items.push(
      menu.column.computed
        ? { label: 'Duplicate column', icon: CopyPlus, onSelect: () => menu.onDuplicate(true) }
        : {
            label: 'Duplicate column',
            icon: CopyPlus,
            items: [
              { label: 'With its values', onSelect: () => menu.onDuplicate(true) },
              { label: 'Without values', onSelect: () => menu.onDuplicate(false) },
            ],
          },
      'separator',
    )
    const { pinned } = menu.column
    items.push({ label: pinned ? 'Unpin column' : 'Pin column', icon: pinned ? PinOff : Pin, onSelect: menu.onPin })
    items.push({ label: 'Hide column', icon: EyeOff, onSelect: menu.onHide })
    items.push({
      label: 'Place and width',
      icon: ChevronsLeftRight,
      items: [
        {
          label: 'Move left',
          icon: ArrowLeft,
          keys: ['alt', 'shift', 'left'],
          disabled: menu.first,
          onSelect: () => menu.onMove(-1),
        },
        {
          label: 'Move right',
          icon: ArrowRight,
          keys: ['alt', 'shift', 'right'],
          disabled: menu.last,
          onSelect: () => menu.onMove(1),
        },
        { label: 'Wider', icon: ChevronsLeftRight, onSelect: () => menu.onResize(1) },
        { label: 'Narrower', icon: ChevronsRightLeft, onSelect: () => menu.onResize(-1) },
      ],
    })
    items.push('separator', { label: 'Delete column', icon: Trash2, danger: true, onSelect: menu.onDelete })
  }
  return items
}
