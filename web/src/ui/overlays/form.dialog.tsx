// A dialog around one form: its fields, Cancel, and the button that sends it, also by Enter.
import { type ReactNode, useId } from 'react'
import { Button } from '../button.tsx'
import { Dialog } from './dialog.tsx'

interface Props {
  title: ReactNode
  about?: ReactNode
  size?: 'sm' | 'md' | 'lg'
  /** The button: a verb and its object. */
  action: ReactNode
  busy: boolean
  /** While the form is not complete. */
  disabled?: boolean
  /** Buttons at the other end of the foot. */
  aside?: ReactNode
  /** Class of the form; without one, fields are stacked. */
  layout?: string
  onSubmit: () => unknown
  onClose: () => void
  children: ReactNode
}

export function FormDialog({
  action,
  busy,
  disabled,
  aside,
  layout = 'flex flex-col gap-4',
  onSubmit,
  onClose,
  children,
  ...dialog
}: Props) {
  const form = useId()
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      {...dialog}
      actions={
        <>
          {aside}
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={form} look="primary" busy={busy} disabled={disabled}>
            {action}
          </Button>
        </>
      }
    >
      <form
        id={form}
        noValidate
        className={layout}
        onSubmit={(event) => {
          event.preventDefault()
          void onSubmit()
        }}
      >
        {children}
      </form>
    </Dialog>
  )
}
