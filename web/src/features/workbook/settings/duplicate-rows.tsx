// What can be done with rows that repeat another: show them alone, merge them into the first of each group, or delete them.

import { Filter as FilterIcon, Merge, Trash2 } from 'lucide-react'
import type { Schemas } from '../../../api/shapes.ts'
import { Button } from '../../../ui/button.tsx'
import { count, counted } from '../../../ui/format.ts'
import { FormError } from '../../../ui/forms/form-error.tsx'
import { useSubmit } from '../../../ui/forms/use-submit.ts'
import { ConfirmDialog } from '../../../ui/overlays/confirm.dialog.tsx'
import { useDialogs } from '../../../ui/overlays/use-dialogs.ts'
import type { Filter } from '../../columns/workbook.shapes.ts'
import { findDuplicates, settleDuplicates } from '../../columns/workbook-settings.api.ts'
import { tellUndoable } from '../../history/use-undo.ts'

type Settlement = 'merge' | 'delete'

interface Props {
  workbookId: string
  columns: Schemas['IdentityColumn'][]
  /** Rows that repeat an earlier one. */
  repeats: number
  editable: boolean
  /** Shows these rows only. */
  onShow: (filter: Filter) => void
  /** Called after rows were deleted. */
  onSettled: () => void
}

export function DuplicateRows({ workbookId, columns, repeats, editable, onShow, onSettled }: Props) {
  const { busy, busyBy: doing, submit, words } = useSubmit()

  const show = () =>
    submit(async () => {
      const { row_ids } = await findDuplicates(workbookId, columns)
      onShow({ field: '$row_id', op: 'in', value: row_ids })
    }, 'show')

  async function settle(act: Settlement) {
    const { deleted, left, change_id } = await settleDuplicates(workbookId, columns, act, repeats)
    const rest = left > 0 ? ` ${count(left)} are left: do it once more.` : ''
    const done = act === 'merge' ? 'Merged' : 'Deleted'
    tellUndoable(`${done} ${counted(deleted, 'duplicate row')}.${rest}`, [change_id])
  }

  const { open, dialog } = useDialogs({
    settle: (close, act: Settlement) => (
      <ConfirmDialog
        title={`${act === 'merge' ? 'Merge' : 'Delete'} ${counted(repeats, 'row')}?`}
        action={`${act === 'merge' ? 'Merge' : 'Delete'} ${counted(repeats, 'row')}`}
        run={() => settle(act)}
        onClose={(isDone) => {
          close()
          if (isDone) onSettled()
        }}
      >
        <p>
          {act === 'merge'
            ? 'The first row of each group takes what it lacks from the later ones, and these are deleted.'
            : 'The first row of each group stays as it is, and the later ones are deleted.'}{' '}
          What columns found for the deleted rows goes with them. One undo brings all of it back.
        </p>
      </ConfirmDialog>
    ),
  })

  return (
    <div className="mt-3 flex flex-col gap-2">
      <div className="flex flex-wrap gap-2">
        <Button size="sm" icon={FilterIcon} busy={doing === 'show'} disabled={busy} onClick={() => void show()}>
          Show them
        </Button>
        {editable && (
          <>
            <Button size="sm" icon={Merge} disabled={busy} onClick={() => open.settle('merge')}>
              {`Merge ${counted(repeats, 'row')} into the first`}
            </Button>
            <Button size="sm" look="danger" icon={Trash2} disabled={busy} onClick={() => open.settle('delete')}>
              {`Delete ${counted(repeats, 'row')}`}
            </Button>
          </>
        )}
      </div>
      {editable && (
        <p className="text-ink-3 text-sm">
          Merging fills what the first row of a group lacks from the later ones, which are deleted then. What was found
          for them by columns goes with them. Both are undone in one step.
        </p>
      )}
      <FormError>{words}</FormError>
      {dialog}
    </div>
  )
}
