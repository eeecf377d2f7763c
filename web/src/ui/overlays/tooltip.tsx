// A short hint on hover and focus. Wrap the app once in TooltipProvider.
import { Tooltip as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { Keys } from '../kbd.tsx'

export function TooltipProvider({ children }: { children: ReactNode }) {
  return (
    <Radix.Provider delayDuration={400} skipDelayDuration={200}>
      {children}
    </Radix.Provider>
  )
}

/** Escape closes the hint and what is below it, such as the dialog of a close button: one press, as without a hint. */
function passOn({ target }: KeyboardEvent) {
  setTimeout(() =>
    target?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true })),
  )
}

interface Props {
  text: ReactNode
  keys?: string[] | undefined
  side?: 'top' | 'bottom' | 'left' | 'right'
  children: ReactNode
}

export function Tooltip({ text, keys, side = 'bottom', children }: Props) {
  return (
    <Radix.Root>
      <Radix.Trigger asChild>{children}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          side={side}
          sideOffset={6}
          collisionPadding={8}
          onEscapeKeyDown={passOn}
          className="z-50 flex max-w-72 animate-fade items-center gap-2 rounded-md bg-ink px-2 py-1 text-canvas text-xs"
        >
          {text}
          {keys && <Keys keys={keys} inverted />}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
