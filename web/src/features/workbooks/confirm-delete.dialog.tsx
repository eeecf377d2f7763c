// Asks before workbooks are deleted, with what goes named and counted.
import type { Workbook } from '../../api/shapes.ts'
import { useAct } from '../../session/use-act.ts'
import { Button } from '../../ui/button.tsx'
import { counted } from '../../ui/format.ts'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { toast } from '../../ui/overlays/toast.tsx'
import { deleteWorkbooks } from './workbooks.queries.ts'

interface Props {
  workbooks: Workbook[]
  onClose: (deleted: boolean) => void
}

export function ConfirmDeleteDialog({ workbooks, onClose }: Props) {
  const [busy, act] = useAct()
  const rows = workbooks.reduce((sum, one) => sum + one.total_rows, 0)
  const [first] = workbooks
  const what = workbooks.length === 1 ? `“${first?.name}”` : counted(workbooks.length, 'workbook')
  const running = workbooks.filter((one) => one.status === 'running').length

  async function go() {
    const done = await act(async () => {
      await deleteWorkbooks(workbooks.map((one) => one.id))
      toast(`${what} deleted`)
    }, 'Not everything was deleted.')
    onClose(done)
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose(false)}
      size="sm"
      title={`Delete ${what}?`}
      actions={
        <>
          <Button onClick={() => onClose(false)}>Keep</Button>
          <Button look="danger" busy={busy} onClick={() => void go()}>
            {rows > 0
              ? `Delete ${counted(rows, 'row')}`
              : workbooks.length === 1
                ? 'Delete workbook'
                : `Delete ${counted(workbooks.length, 'workbook')}`}
          </Button>
        </>
      }
    >
      <p className="text-ink-2">
        {rows > 0
          ? `${counted(rows, 'row')} and everything found for them go with ${workbooks.length === 1 ? 'it' : 'them'}. `
          : ''}
        {running > 0 ? 'Running work is stopped first. ' : ''}This cannot be undone.
      </p>
      {workbooks.length > 1 && (
        <ul className="mt-3 max-h-48 overflow-y-auto rounded-md border">
          {workbooks.map((one) => (
            <li key={one.id} className="flex justify-between gap-3 border-b px-3 py-1.5 text-sm last:border-b-0">
              <span className="truncate" dir="auto">
                {one.name}
              </span>
              <span className="shrink-0 text-ink-3 tabular-nums">{counted(one.total_rows, 'row')}</span>
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  )
}
