// A dialog over the page: title, body that scrolls, actions at the foot; full screen on a phone, or a sheet when small. Never opened from another dialog.
import { X } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { IconButton } from '../button.tsx'
import { cx } from '../classes.ts'
import { useReturnFocus } from '../focus-home.ts'

interface Props {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: ReactNode
  /** One sentence under the title. */
  about?: ReactNode
  size?: keyof typeof sizes
  /** Buttons, the main one last. */
  actions?: ReactNode
  /** No close button and no closing by Esc or a click outside: for work that must not be lost. */
  sticky?: boolean
  children: ReactNode
}

const sizes = {
  sm: 'sm:max-w-sm',
  md: 'sm:max-w-lg',
  lg: 'sm:max-w-3xl',
  // Wide ones show what is read while they are open: of one height, so that no button moves away under a press.
  xl: 'sm:h-[80vh] sm:max-w-5xl',
  full: 'sm:h-[80vh] sm:max-w-7xl',
}

export function Dialog({ open, onOpenChange, title, about, size = 'md', actions, sticky, children }: Props) {
  const returnFocus = useReturnFocus(open)
  const keep = (event: Event) => sticky && event.preventDefault()
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 animate-fade bg-scrim" />
        <Radix.Content
          onEscapeKeyDown={keep}
          onInteractOutside={keep}
          onCloseAutoFocus={returnFocus}
          onOpenAutoFocus={(event) => {
            // The first field if there is one, else the dialog itself: never the close button.
            event.preventDefault()
            const content = event.currentTarget as HTMLElement
            const field = content.querySelector<HTMLElement>('[data-body] :is(input, textarea):not(:disabled)')
            ;(field ?? content).focus()
          }}
          {...(about ? {} : { 'aria-describedby': undefined })}
          className={cx(
            'fixed z-40 flex flex-col bg-raised shadow-lift focus:outline-none',
            'sm:inset-x-4 sm:top-[10vh] sm:bottom-auto sm:mx-auto sm:max-h-[80vh] sm:animate-rise sm:rounded-lg sm:border',
            size === 'sm'
              ? 'inset-x-0 bottom-0 max-h-[90dvh] rounded-t-lg border-t max-sm:pb-[env(safe-area-inset-bottom)]'
              : 'inset-0',
            sizes[size],
          )}
        >
          <header className="flex items-start gap-2 px-5 pt-4 pb-3">
            <div className="min-w-0 flex-1">
              <Radix.Title className="font-semibold text-lg">{title}</Radix.Title>
              {about && <Radix.Description className="mt-0.5 text-ink-3 text-sm">{about}</Radix.Description>}
            </div>
            {!sticky && (
              <Radix.Close asChild>
                <IconButton icon={X} label="Close" size="sm" className="-mr-2" />
              </Radix.Close>
            )}
          </header>
          <div data-body className="min-h-0 flex-1 overflow-y-auto px-5 pb-5">
            {children}
          </div>
          {actions && (
            <footer className="flex flex-wrap items-center justify-end gap-2 border-t px-5 py-3">{actions}</footer>
          )}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
