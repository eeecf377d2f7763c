// What can be done with the whole workbook: add a column, bring rows in and out, choose columns, run.
import { Columns3, Download, History, Play, Plus, Redo2, Undo2, Upload } from 'lucide-react'
import type { Column } from '../../api/shapes.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/field.tsx'
import { Popover } from '../../ui/popover.tsx'
import type { Undo } from '../history/use-undo.ts'

interface Props {
  columns: Column[]
  editable: boolean
  canRun: boolean
  onAddColumn: () => void
  onImport: () => void
  onExport: () => void
  onRun: () => void
  onHide: (column: Column, hidden: boolean) => void
  onActivity: () => void
  onUndo: Undo
}

export function Toolbar({
  columns,
  editable,
  canRun,
  onAddColumn,
  onImport,
  onExport,
  onRun,
  onHide,
  onActivity,
  onUndo,
}: Props) {
  const hidden = columns.filter((column) => column.hidden).length

  return (
    <div
      role="toolbar"
      aria-label="Workbook"
      className="flex h-11 shrink-0 items-center gap-1.5 overflow-x-auto border-b px-3 pointer-coarse:h-12"
    >
      {editable && (
        <Button size="sm" icon={Plus} onClick={onAddColumn}>
          Add column
        </Button>
      )}
      {editable && (
        <>
          <Button size="sm" look="quiet" icon={Upload} onClick={onImport} className="max-sm:hidden">
            Import
          </Button>
          <IconButton size="sm" icon={Upload} label="Import" onClick={onImport} className="sm:hidden" />
        </>
      )}
      <Button size="sm" look="quiet" icon={Download} onClick={onExport} className="max-sm:hidden">
        Export
      </Button>
      <IconButton size="sm" icon={Download} label="Export" onClick={onExport} className="sm:hidden" />
      {columns.length > 0 && (
        <Popover
          label="Columns"
          className="max-h-96 w-64"
          trigger={
            hidden > 0 ? (
              <Button size="sm" look="quiet" icon={Columns3}>
                {`${hidden} hidden`}
              </Button>
            ) : (
              <IconButton size="sm" icon={Columns3} label="Columns" />
            )
          }
        >
          <ul className="flex flex-col gap-2">
            {columns.map((column) => (
              <li key={column.id}>
                <Checkbox
                  label={column.name}
                  checked={!column.hidden}
                  disabled={!editable}
                  onChange={(on) => onHide(column, !on)}
                />
              </li>
            ))}
          </ul>
        </Popover>
      )}
      <span className="ml-auto" />
      {editable && (
        <IconButton size="sm" icon={Undo2} label="Undo" keys={['mod', 'z']} onClick={() => void onUndo('undo')} />
      )}
      {editable && (
        <IconButton
          size="sm"
          icon={Redo2}
          label="Redo"
          keys={['mod', 'shift', 'z']}
          onClick={() => void onUndo('redo')}
        />
      )}
      <IconButton size="sm" icon={History} label="Activity" onClick={onActivity} />
      {!editable && (
        <span className="truncate text-ink-3 text-sm">View only. Editors of this workspace can change it.</span>
      )}
      {canRun && (
        <Button size="sm" look="primary" icon={Play} onClick={onRun}>
          Run
        </Button>
      )}
    </div>
  )
}
