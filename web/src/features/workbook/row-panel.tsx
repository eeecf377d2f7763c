// One row with all its columns below each other; a click on a computed one explains it.
import { ChevronDown, ChevronUp, Trash2 } from 'lucide-react'
import { cellOf, type GridColumn, type GridRow } from '../../grid/grid.types.ts'
import { StatusMark } from '../../grid/status-mark.tsx'
import { IconButton } from '../../ui/button.tsx'
import { count } from '../../ui/format.ts'
import { SidePanel } from '../../ui/side-panel.tsx'
import { ValueView } from './value-view.tsx'

interface Props {
  row: GridRow
  index: number
  total: number
  columns: GridColumn[]
  editable: boolean
  onClose: () => void
  onStep: (to: number) => void
  onOpenCell: (columnId: string) => void
  onDelete: () => void
}

export function RowPanel({ row, index, total, columns, editable, onClose, onStep, onOpenCell, onDelete }: Props) {
  return (
    <SidePanel
      title={`Row ${count(index + 1)}`}
      name="row"
      onClose={onClose}
      actions={
        <>
          <IconButton
            size="sm"
            icon={ChevronUp}
            label="Row above"
            disabled={index === 0}
            onClick={() => onStep(index - 1)}
          />
          <IconButton
            size="sm"
            icon={ChevronDown}
            label="Row below"
            disabled={index >= total - 1}
            onClick={() => onStep(index + 1)}
          />
          {editable && <IconButton size="sm" icon={Trash2} label="Delete row" onClick={onDelete} />}
        </>
      }
    >
      <dl className="flex flex-col gap-4">
        {columns.map((column) => {
          const { value, enrichment } = cellOf(row, column)
          return (
            <div key={column.id}>
              <dt className="flex items-center gap-2 text-ink-3 text-xs">
                <button
                  type="button"
                  className="rounded-sm hover:text-ink hover:underline"
                  onClick={() => onOpenCell(column.id)}
                >
                  {column.name}
                </button>
                {enrichment && enrichment.status !== 'complete' && <StatusMark status={enrichment.status} />}
              </dt>
              <dd className="mt-0.5">
                <ValueView value={value} kind={column.kind} />
              </dd>
            </div>
          )
        })}
      </dl>
    </SidePanel>
  )
}
