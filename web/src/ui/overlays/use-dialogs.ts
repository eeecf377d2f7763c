// The dialogs that one place can open, at most one at a time: each is drawn from what is true now for what it was opened with.
import { type ReactNode, useState } from 'react'

// biome-ignore lint/suspicious/noExplicitAny: each dialog says itself what it is opened with
type Dialogs = Record<string, (close: () => void, ...about: any[]) => ReactNode>
type AboutOf<Draw> = Draw extends (close: () => void, ...about: infer About) => ReactNode ? About : never

export function useDialogs<Named extends Dialogs>(dialogs: Named) {
  const [open, setOpen] = useState<{ name: keyof Named; about: unknown[] } | null>(null)
  // What a dialog has sent may end after another one was opened, which stays.
  const closeThis = () => setOpen((now) => (now === open ? null : now))
  const openers = Object.fromEntries(
    Object.keys(dialogs).map((name) => [name, (...about: unknown[]) => setOpen({ name, about })]),
  ) as unknown as { [Name in keyof Named]: (...about: AboutOf<Named[Name]>) => void }
  return {
    /** Opens one, in place of another. */
    open: openers,
    /** The open one, to be drawn; null where none is. */
    dialog: open && dialogs[open.name]?.(closeThis, ...open.about),
    isOpen: open !== null,
    close: () => setOpen(null),
  }
}
