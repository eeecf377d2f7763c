// The confirmation before a column is deleted: lists its dependents by kind and name.
import { useQuery } from '@tanstack/react-query'
import { describeProblem } from '../../../api/problem.ts'
import { keys } from '../../../api/queries.ts'
import type { Column, Schemas } from '../../../api/shapes.ts'
import { Button } from '../../../ui/button.tsx'
import { counted } from '../../../ui/format.ts'
import { FormError } from '../../../ui/forms/form-error.tsx'
import { useSubmit } from '../../../ui/forms/use-submit.ts'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { deleteColumn } from '../../columns/workbook.api.ts'
import { newestChange } from '../../history/history.api.ts'
import { tellUndoable } from '../../history/use-undo.ts'
import { listDependants } from './columns.api.ts'

interface Props {
  workbookId: string
  column: Column
  rows: number
  onCancel: () => void
  onDeleted: () => void
}

export function DeleteColumnDialog({ workbookId, column, rows, onCancel, onDeleted }: Props) {
  const { busy, submit, problem } = useSubmit()
  const asked = useQuery({
    queryKey: [...keys.workbook(workbookId), 'dependants', column.id],
    queryFn: ({ signal }) => listDependants(workbookId, column.id, signal),
    staleTime: 0,
  })
  const items = asked.data?.items ?? []
  const isNeeded = items.some(({ blocks }) => blocks)

  async function remove() {
    const done = await submit(async () => {
      await deleteColumn(workbookId, column.id, isNeeded)
      onDeleted()
      tellUndoable(`The column “${column.name}” was deleted`, [await newestChange(workbookId, 'delete_column')])
    })
    // Refused: another column has begun to use it meanwhile.
    if (!done) void asked.refetch()
  }

  const error = problem ?? asked.error
  const refused = error && describeProblem(error)
  return (
    <Dialog
      open
      size="sm"
      title={<span dir="auto">{`Delete “${column.name}”?`}</span>}
      onOpenChange={(open) => !open && onCancel()}
      actions={
        <>
          <Button onClick={onCancel}>Cancel</Button>
          <Button look="danger" busy={busy} disabled={asked.isFetching} onClick={remove}>
            {isNeeded ? 'Delete anyway' : 'Delete column'}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3 text-ink-2">
        {asked.isPending && <Skeleton className="h-16 w-full" />}
        {KINDS.map(({ kind, words }) => (
          <Missing key={kind} words={words} items={items.filter((one) => one.kind === kind)} />
        ))}
        {items.some(({ kind }) => kind === 'identity') && (
          <p>It is part of the duplicate key. Without a key every imported or ingested row is added as a new one.</p>
        )}
        <p>
          {rows > 0 ? `Its values in ${counted(rows, 'row')} go with it. ` : ''}
          Undo brings all of it back for 30 days.
        </p>
        <FormError>{refused && `The column was not deleted. ${refused.what} ${refused.next}`}</FormError>
      </div>
    </Dialog>
  )
}

const KINDS: { kind: Schemas['ColumnDependant']['kind']; words: string }[] = [
  { kind: 'column', words: 'These columns are computed from it and will have no new values:' },
  { kind: 'lookup', words: 'Columns of other workbooks look it up and will find nothing:' },
  { kind: 'view', words: 'These views filter, sort, group or color by it and go on without:' },
  { kind: 'run', words: 'Running work will no longer fill it:' },
]

const SHOWN = 6

function Missing({ words, items }: { words: string; items: Schemas['ColumnDependant'][] }) {
  if (items.length === 0) return null
  return (
    <div>
      <p>{words}</p>
      <ul className="mt-1 list-disc pl-5 text-ink">
        {items.slice(0, SHOWN).map(({ id, name }) => (
          <li key={`${id} ${name}`} dir="auto" className="[overflow-wrap:anywhere]">
            {name}
          </li>
        ))}
        {items.length > SHOWN && <li className="text-ink-3">and {items.length - SHOWN} more</li>}
      </ul>
    </div>
  )
}
