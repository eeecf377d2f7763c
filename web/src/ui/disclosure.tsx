// A part of a page under a line that says what is in it, closed until the user opens it.
import { ChevronRight } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { cx } from './classes.ts'

interface Props {
  /** What the part is called, where its title says less. */
  name?: string
  title: string
  about: ReactNode
  className?: string
  /** From the beginning. */
  open?: boolean
  children: ReactNode
}

export function Disclosure({ name, title, about, className, open: isOpen = false, children }: Props) {
  const [open, setOpen] = useState(isOpen)
  return (
    <section aria-label={name ?? title} className={cx('rounded-md border', className)}>
      <button
        type="button"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        className="flex w-full items-start gap-2 rounded-md px-3 py-2.5 text-left hover:bg-hover"
      >
        <ChevronRight aria-hidden className={cx('mt-0.5 size-4 shrink-0 text-ink-3', open && 'rotate-90')} />
        <span className="min-w-0">
          <span className="block font-medium">{title}</span>
          <span className="block text-ink-3 text-sm">{about}</span>
        </span>
      </button>
      {open && <div className="border-t px-3 py-3">{children}</div>}
    </section>
  )
}
