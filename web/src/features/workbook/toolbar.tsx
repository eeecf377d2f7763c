// What can be done with the whole workbook: add a column, change how it is looked at, bring rows in and out, run.
import { Download, History, Play, Plus, Redo2, Undo2, Upload } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button, IconButton } from '../../ui/button.tsx'
import type { Undo } from '../history/use-undo.ts'

interface Props {
  editable: boolean
  canRun: boolean
  onAddColumn: () => void
  onImport: () => void
  onExport: () => void
  onRun: () => void
  onActivity: () => void
  onUndo: Undo
  /** How the rows are looked at: filter, order, columns. */
  children: ReactNode
}

export function Toolbar({
  editable,
  canRun,
  onAddColumn,
  onImport,
  onExport,
  onRun,
  onActivity,
  onUndo,
  children,
}: Props) {
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
      {children}
      <span className="ml-auto" />
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
