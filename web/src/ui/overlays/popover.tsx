// A small floating panel tied to its trigger, or to a point on the page.
import { Popover as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { cx } from '../classes.ts'

interface Props {
  trigger?: ReactNode
  /** Opens at a point of the viewport instead of at a trigger (px). */
  at?: { x: number; y: number; width?: number; height?: number } | null
  open?: boolean
  onOpenChange?: (open: boolean) => void
  side?: 'top' | 'bottom' | 'left' | 'right'
  align?: 'start' | 'center' | 'end'
  label?: string
  className?: string
  children: ReactNode
}

export const floating =
  'z-50 animate-fade rounded-md border bg-raised text-ink shadow-lift focus:outline-none max-h-(--radix-popper-available-height) max-w-[calc(100vw-1rem)]'

export function Popover({
  trigger,
  at,
  open,
  onOpenChange,
  side = 'bottom',
  align = 'start',
  label,
  className,
  children,
}: Props) {
  const control = { ...(open === undefined ? {} : { open }), ...(onOpenChange ? { onOpenChange } : {}) }
  return (
    <Radix.Root {...control}>
      {trigger && <Radix.Trigger asChild>{trigger}</Radix.Trigger>}
      {at && (
        <Radix.Anchor
          className="pointer-events-none fixed"
          style={{ left: at.x, top: at.y, width: at.width ?? 0, height: at.height ?? 0 }}
        />
      )}
      <Radix.Portal>
        <Radix.Content
          side={side}
          align={align}
          sideOffset={4}
          collisionPadding={8}
          // On a narrow screen the button can be scrolled half out of sight; the panel stays whole.
          sticky="always"
          aria-label={label}
          className={cx(floating, 'overflow-auto p-3', className)}
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
