// Asked before rows or a column are deleted; a column that others refer to names them first.
import { useState } from 'react'
import { asProblem, describeProblem } from '../../api/problem.ts'
import type { Column } from '../../api/shapes.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { counted } from '../../ui/format.ts'
import { deleteColumn } from './workbook.api.ts'

interface RowsProps {
  count: number
  onCancel: () => void
  onDelete: () => Promise<void>
}

export function DeleteRowsDialog({ count, onCancel, onDelete }: RowsProps) {
  const [busy, setBusy] = useState(false)
  return (
    <Dialog
      open
      size="sm"
      title={`Delete ${counted(count, 'row')}?`}
      onOpenChange={(open) => !open && onCancel()}
      actions={
        <>
          <Button onClick={onCancel}>Cancel</Button>
          <Button
            look="danger"
            busy={busy}
            onClick={() => {
              setBusy(true)
              void onDelete()
            }}
          >
            {`Delete ${counted(count, 'row')}`}
          </Button>
        </>
      }
    >
      <p className="text-ink-2">
        Their values and everything found for them go too. Undo brings all of it back for 30 days.
      </p>
    </Dialog>
  )
}

interface ColumnProps {
  workbookId: string
  column: Column
  onCancel: () => void
  onDeleted: () => void
}

export function DeleteColumnDialog({ workbookId, column, onCancel, onDeleted }: ColumnProps) {
  const [busy, setBusy] = useState(false)
  const [dependants, setDependants] = useState<string[] | null>(null)
  const [error, setError] = useState<unknown>(null)

  async function remove() {
    setBusy(true)
    setError(null)
    try {
      await deleteColumn(workbookId, column.id, dependants !== null)
      onDeleted()
    } catch (problem) {
      const { status, body } = asProblem(problem)
      if (status === 409 && dependants === null) setDependants(namesIn(body))
      else setError(problem)
      setBusy(false)
    }
  }

  return (
    <Dialog
      open
      size="sm"
      title={`Delete “${column.name}”?`}
      onOpenChange={(open) => !open && onCancel()}
      actions={
        <>
          <Button onClick={onCancel}>Cancel</Button>
          <Button look="danger" busy={busy} onClick={remove}>
            {dependants ? 'Delete anyway' : 'Delete column'}
          </Button>
        </>
      }
    >
      {dependants ? (
        <div className="text-ink-2">
          <p>
            {dependants.length === 0
              ? 'Other columns use this column and will miss it.'
              : 'These columns use it and will miss it:'}
          </p>
          <ul className="mt-2 list-disc pl-5">
            {dependants.map((name) => (
              <li key={name}>{name}</li>
            ))}
          </ul>
        </div>
      ) : (
        <p className="text-ink-2">Its values go with it in every row. Undo brings all of it back for 30 days.</p>
      )}
      {error !== null && (
        <p role="alert" className="mt-3 text-bad text-sm">
          The column was not deleted. {describeProblem(error).what} {describeProblem(error).next}
        </p>
      )}
    </Dialog>
  )
}

/** The names of the dependants in a 409 answer. */
function namesIn(body: unknown): string[] {
  const list = (body as { dependants?: unknown } | null)?.dependants
  if (!Array.isArray(list)) return []
  return list
    .map((one) => (typeof one === 'string' ? one : String((one as { name?: unknown }).name ?? '')))
    .filter(Boolean)
}
