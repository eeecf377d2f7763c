// Asked before many rows are deleted.
import { Button } from '../../../ui/button.tsx'
import { counted } from '../../../ui/format.ts'
import { useSubmit } from '../../../ui/forms/use-submit.ts'
import { Dialog } from '../../../ui/overlays/dialog.tsx'

interface Props {
  count: number
  onCancel: () => void
  onDelete: () => Promise<void>
}

export function DeleteRowsDialog({ count, onCancel, onDelete }: Props) {
  const { busy, submit } = useSubmit()
  return (
    <Dialog
      open
      size="sm"
      title={`Delete ${counted(count, 'row')}?`}
      onOpenChange={(open) => !open && onCancel()}
      actions={
        <>
          <Button onClick={onCancel}>Cancel</Button>
          <Button look="danger" busy={busy} onClick={() => void submit(onDelete)}>
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
