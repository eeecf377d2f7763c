// What the command palette and the key sheet know about an open workbook.
import type { RefObject } from 'react'
import type { GridHandle } from '../../../grid/grid.tsx'
import type { GridColumn, Point } from '../../../grid/model/grid.types.ts'
import type { Seek } from '../../../grid/model/keyboard.logic.ts'
import { type Selection, selectCell } from '../../../grid/model/selection.logic.ts'
import { type PaletteCommand, useCommands } from '../../../session/commands.ts'
import { actionsIn, type MenuItem } from '../../../ui/overlays/menu.tsx'
import type { RunRequestParts } from '../../columns/workbook.shapes.ts'
import { REPLACE_KEYS } from '../find/replace-keys.ts'
import type { GridActs } from './use-grid-acts.ts'

interface Actions {
  editable: boolean
  canRun: boolean
  onAddColumn: () => void
  onImport: (file?: File) => void
  onExport: () => void
  onRun: (scope?: RunRequestParts) => void
  /** Takes a run back as one step. */
  onUndo: (changeId: string) => void
  seek: (what: Seek) => void
  acts: GridActs
  grid: RefObject<GridHandle | null>
  selection: Selection
  openCell: (at: Point) => void
  openRow: (row: number) => void
  columns: readonly GridColumn[]
  /** What else the menu of the workbook offers. */
  more: MenuItem[]
  onColumns: () => void
}

/** Keys of the grid that are no acts of their own in the palette: on the key sheet only. */
const GRID_KEYS: [string, string, string[]][] = [
  ['edit', 'Edit the cell, or just type', ['enter']],
  ['cancel', 'Cancel edit', ['esc']],
  ['next', 'Save and go right', ['tab']],
  ['back', 'Save and go left', ['shift', 'tab']],
  ['newline', 'New line inside a cell', ['alt', 'enter']],
  ['everywhere', 'Put what you type into all selected cells', ['mod', 'enter']],
  ['today', 'Insert today’s date', ['mod', ';']],
  ['edge', 'Jump to the edge of the data', ['mod', 'down']],
  ['row-ends', 'To the first or last column', ['Home / End']],
  ['table-ends', 'To the first or last cell', ['mod', 'Home / End']],
  ['page', 'One screen up or down', ['PgUp / PgDn']],
  ['group', 'Open or close the group whose header has the cursor', ['Right / Left']],
  ['extend', 'Extend the selection, with any of these', ['shift', 'down']],
  ['all', 'Select everything', ['mod', 'a']],
  ['select-row', 'Select the row', ['shift', 'space']],
  ['select-column', 'Select the column', ['ctrl', 'space']],
  ['clear', 'Clear the cells', ['delete']],
  ['copy', 'Copy', ['mod', 'c']],
  ['cut', 'Cut', ['mod', 'x']],
  ['paste', 'Paste', ['mod', 'v']],
  ['paste-plain', 'Paste as plain text', ['mod', 'shift', 'v']],
  ['menu', 'Menu of the cell', ['shift', 'F10']],
  ['column-menu', 'Menu of the column', ['alt', 'down']],
  ['column-left', 'Move the column left', ['alt', 'shift', 'left']],
  ['column-right', 'Move the column right', ['alt', 'shift', 'right']],
  ['scroll-back', 'Back to the active cell', ['mod', 'backspace']],
]

export function useWorkbookCommands(actions: Actions) {
  const { editable, canRun, onAddColumn, onImport, onRun, onUndo, seek, acts, grid, selection, openCell, openRow } =
    actions
  const { cell } = selection
  const column = cell ? actions.columns[cell.col] : undefined
  const columnItems = cell && column ? acts.itemsOf({ on: 'header', col: cell.col }) : []
  const inGrid = (id: string, title: string, keys: string[], run: () => void, words = ''): PaletteCommand[] =>
    cell
      ? [{ id: `grid-${id}`, group: 'Grid', title, keys, words, run, hearsItself: true }]
      : [{ id: `grid-${id}`, group: 'Grid', title, keys }]
  const group = 'Workbook'
  useCommands([
    ...(editable ? [{ id: 'add-column', group, title: 'Add a column', words: 'enrich find', run: onAddColumn }] : []),
    ...(editable
      ? [{ id: 'add-row', group, title: 'Add a row', words: 'insert new', run: () => void acts.appendRow() }]
      : []),
    ...(editable
      ? [
          {
            id: 'import',
            group,
            title: 'Import a file',
            words: 'csv',
            run: (file?: unknown) => onImport(file instanceof File ? file : undefined),
          },
        ]
      : []),
    { id: 'export', group, title: 'Export', words: 'csv excel xlsx json download file', run: actions.onExport },
    ...(canRun
      ? [
          {
            id: 'run',
            group,
            title: 'Run',
            words: 'start enrich',
            run: (scope?: unknown) => onRun(scope as RunRequestParts | undefined),
          },
        ]
      : []),
    ...(editable
      ? [
          {
            id: 'undo-change',
            group,
            title: 'Undo a change',
            hidden: true,
            run: (id?: unknown) => typeof id === 'string' && onUndo(id),
          },
        ]
      : []),
    {
      id: 'find',
      group,
      title: 'Find in this workbook',
      words: 'search text',
      keys: ['mod', 'f'],
      // A dialog over the workbook leaves the key to the browser's own search.
      run: () => document.querySelector('[role=dialog]') === null && seek('find'),
    },
    { id: 'find-next', group, title: 'Next match', keys: ['F3'], run: () => seek('next') },
    { id: 'find-previous', group, title: 'Previous match', keys: ['shift', 'F3'], run: () => seek('previous') },
    ...(editable
      ? [
          {
            id: 'replace',
            group,
            title: 'Find and replace',
            words: 'substitute change text everywhere',
            keys: REPLACE_KEYS,
            run: () => document.querySelector('[role=dialog]') === null && seek('replace'),
          },
        ]
      : []),
    {
      id: 'go-to-row',
      group,
      title: 'Go to a row by its number',
      words: 'jump line',
      keys: ['mod', 'g'],
      run: () => document.querySelector('[role=dialog]') === null && seek('row'),
    },
    ...inGrid('details', 'Explain the cell', ['space'], () => cell && openCell(cell), 'why provenance details'),
    ...inGrid('row', 'Open the row', ['shift', 'enter'], () => cell && openRow(cell.row), 'expand record'),
    ...(editable
      ? [
          ...inGrid('fill', 'Fill down', ['mod', 'd'], () => grid.current?.fill('down')),
          ...inGrid('fill-right', 'Fill right', ['mod', 'r'], () => grid.current?.fill('right')),
        ]
      : []),
    ...(canRun
      ? [
          ...inGrid(
            'run',
            'Run the cell again',
            ['mod', 'enter'],
            () => cell && void acts.run(selectCell(cell), 'all'),
          ),
          ...inGrid(
            'run-selection',
            'Run the selected cells again',
            ['mod', 'shift', 'enter'],
            () => void acts.run(selection, 'all'),
          ),
          {
            id: 'grid-stop',
            group: 'Grid',
            title: 'Stop what is running here',
            keys: ['mod', '.'],
            run: acts.stop,
            hearsItself: true,
          },
        ]
      : []),
    ...(editable && cell
      ? [{ id: 'delete-rows', group: 'Grid', title: 'Delete the selected rows', run: () => void acts.remove() }]
      : []),
    { id: 'columns', group, title: 'Columns', words: 'show hide order pin rename', run: actions.onColumns },
    ...asCommands(group, actions.more),
    ...asCommands(`Column “${column?.name ?? ''}”`, columnItems),
    ...GRID_KEYS.filter(([id]) => editable || !EDITS.has(id)).map(([id, title, keys]) => ({
      id: `grid-${id}`,
      group: 'Grid',
      title,
      keys,
      hidden: true,
    })),
  ])
}

/** What a menu offers, for the palette. */
function asCommands(group: string, items: readonly MenuItem[]): PaletteCommand[] {
  return actionsIn(items).map(({ label, icon, keys, onSelect }) => ({
    id: `menu-${group}-${label}`,
    group,
    title: label,
    ...(icon ? { icon } : {}),
    ...(keys ? { keys, hearsItself: true } : {}),
    run: onSelect,
  }))
}

const EDITS: ReadonlySet<string> = new Set([
  'edit',
  'cancel',
  'next',
  'back',
  'newline',
  'everywhere',
  'today',
  'clear',
  'cut',
  'paste',
  'paste-plain',
  'column-left',
  'column-right',
])
