// What the command palette and the key sheet know about an open workbook.
import { useCommands } from '../../shell/commands.ts'

interface Actions {
  editable: boolean
  canRun: boolean
  onAddColumn: () => void
  onImport: () => void
  onRun: () => void
}

const GRID_KEYS: [string, string, string[]][] = [
  ['edit', 'Edit the cell, or just type', ['enter']],
  ['details', 'Explain the cell', ['space']],
  ['row', 'Open the row', ['shift', 'enter']],
  ['edge', 'Jump to the edge of the data', ['mod', 'down']],
  ['all', 'Select everything', ['mod', 'a']],
  ['copy', 'Copy', ['mod', 'c']],
  ['paste', 'Paste', ['mod', 'v']],
  ['fill', 'Fill down', ['mod', 'd']],
  ['run', 'Run the selected cells again', ['mod', 'enter']],
]

export function useWorkbookCommands({ editable, canRun, onAddColumn, onImport, onRun }: Actions) {
  const group = 'Workbook'
  useCommands([
    ...(editable ? [{ id: 'add-column', group, title: 'Add a column', words: 'enrich find', run: onAddColumn }] : []),
    ...(editable ? [{ id: 'import', group, title: 'Import a file', words: 'csv', run: onImport }] : []),
    ...(canRun ? [{ id: 'run', group, title: 'Run', words: 'start enrich', run: onRun }] : []),
    ...GRID_KEYS.map(([id, title, keys]) => ({ id: `grid-${id}`, group: 'Grid', title, keys, hidden: true })),
  ])
}
