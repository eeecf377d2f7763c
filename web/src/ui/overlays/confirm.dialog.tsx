// Asks once before something that cannot be undone; the button says what it does.
import type { ReactNode } from 'react'
import { Button } from '../button.tsx'
import { FormError } from '../forms/form-error.tsx'
import { useSubmit } from '../forms/use-submit.ts'
import { Dialog } from './dialog.tsx'

interface Props {
  title: string
  /** The button: a verb and what it is done to. */
  action: string
  /** Rejects when refused; the dialog stays and says why. */
  run: () => Promise<unknown>
  onClose: (done: boolean) => void
  disabled?: boolean
  /** What follows from it. */
  children: ReactNode
}

export function ConfirmDialog({ title, action, run, onClose, disabled, children }: Props) {
  const { busy, submit, words } = useSubmit()
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose(false)}
      size="sm"
      title={title}
      actions={
        <>
          <Button onClick={() => onClose(false)}>Cancel</Button>
          <Button
            look="danger"
            busy={busy}
            disabled={disabled}
            onClick={async () => {
              if (await submit(run)) onClose(true)
            }}
          >
            {action}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3 text-ink-2">
        {children}
        <FormError>{words}</FormError>
      </div>
    </Dialog>
  )
}
