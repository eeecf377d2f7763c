// What can be done with the whole workbook: add a column, change how it is looked at, bring rows in and out, run.
import { DatabaseZap, Download, Ellipsis, History, ListChecks, Play, Plus, Redo2, Undo2, Upload } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button, IconButton } from '../../../ui/button.tsx'
import { Menu, type MenuItem } from '../../../ui/overlays/menu.tsx'
import { useMedia } from '../../../ui/use-media.ts'
import type { Undo } from '../../history/use-undo.ts'

interface Props {
  editable: boolean
  canRun: boolean
  onAddColumn: () => void
  onImport: () => void
  onSources: () => void
  onExport: () => void
  onRun: () => void
  onActivity: () => void
  /** What was run before. */
  onRuns: () => void
  /** What else can be done with the workbook. */
  more: MenuItem[]
  onUndo: Undo
  /** How the rows are looked at: filter, order, columns. */
  children: ReactNode
}

export function Toolbar({
  editable,
  canRun,
  onAddColumn,
  onImport,
  onSources,
  onExport,
  onRun,
  onActivity,
  onRuns,
  more: items,
  onUndo,
  children,
}: Props) {
  // The words of all buttons have no room.
  const narrow = useMedia('(max-width: 767px)')
  const more: MenuItem[] = [
    ...(narrow && editable ? [{ label: 'Import', icon: Upload, onSelect: onImport }] : []),
    ...(narrow ? [{ label: 'Export', icon: Download, onSelect: onExport }, 'separator' as const] : []),
    ...(narrow && editable
      ? [
          { label: 'Undo', icon: Undo2, onSelect: () => void onUndo('undo') },
          { label: 'Redo', icon: Redo2, onSelect: () => void onUndo('redo') },
        ]
      : []),
    ...(narrow ? [{ label: 'Sources', icon: DatabaseZap, onSelect: onSources }] : []),
    { label: 'Runs', icon: ListChecks, onSelect: onRuns },
    ...(narrow ? [{ label: 'Activity', icon: History, onSelect: onActivity }] : []),
    ...(narrow && items.length > 0 ? ['separator' as const] : []),
    ...items,
  ]
  return (
    <div
      role="toolbar"
      aria-label="Workbook"
      className="flex min-h-11 shrink-0 items-center gap-1.5 border-b px-3 pointer-coarse:min-h-12 max-[30rem]:flex-wrap max-[30rem]:py-1"
    >
      {editable &&
        (narrow ? (
          <IconButton size="sm" look="plain" icon={Plus} label="Add column" onClick={onAddColumn} />
        ) : (
          <Button size="sm" icon={Plus} onClick={onAddColumn}>
            Add column
          </Button>
        ))}
      {/* On a phone they have a line of their own. */}
      <div className="@container min-w-0 flex-1 max-[30rem]:order-last max-[30rem]:basis-full">
        <div className="flex items-center gap-1.5 overflow-x-auto [scrollbar-width:none]">{children}</div>
      </div>
      <span className="flex-1 min-[30rem]:hidden" />
      {!narrow && (
        <Button size="sm" look="quiet" icon={DatabaseZap} onClick={onSources}>
          Sources
        </Button>
      )}
      {!narrow && editable && (
        <Button size="sm" look="quiet" icon={Upload} onClick={onImport}>
          Import
        </Button>
      )}
      {!narrow && (
        <Button size="sm" look="quiet" icon={Download} onClick={onExport}>
          Export
        </Button>
      )}
      {!narrow && editable && (
        <>
          <IconButton size="sm" icon={Undo2} label="Undo" keys={['mod', 'z']} onClick={() => void onUndo('undo')} />
          <IconButton
            size="sm"
            icon={Redo2}
            label="Redo"
            keys={['mod', 'shift', 'z']}
            onClick={() => void onUndo('redo')}
          />
        </>
      )}
      {!narrow && <IconButton size="sm" icon={History} label="Activity" onClick={onActivity} />}
      {!narrow && !editable && (
        <span className="truncate text-ink-3 text-sm">View only. Editors of this workspace can change it.</span>
      )}
      {more.length > 0 && (
        <Menu
          align="end"
          items={more}
          trigger={<IconButton size="sm" icon={Ellipsis} label="More about this workbook" />}
        />
      )}
      {canRun && (
        <Button size="sm" look="primary" icon={Play} onClick={onRun}>
          Run
        </Button>
      )}
    </div>
  )
}
