// What the forms of made columns share: a titled part, and a part that is closed at first.
import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'

export function Part({ title, about, children }: { title: string; about?: ReactNode; children: ReactNode }) {
  return (
    <section aria-label={title} className="flex flex-col gap-2.5">
      <div>
        <h3 className="font-medium text-ink-2 text-sm">{title}</h3>
        {about && <p className="mt-0.5 text-ink-3 text-xs">{about}</p>}
      </div>
      {children}
    </section>
  )
}

/** `summary` says what is set in it while it is closed. */
export function More({
  title,
  summary,
  open,
  children,
}: {
  title: string
  summary?: string
  open?: boolean
  children: ReactNode
}) {
  return (
    <details open={open} className="group/more rounded-md border">
      <summary className="flex min-h-9 list-none items-center gap-2 rounded-md px-2.5 hover:bg-hover [&::-webkit-details-marker]:hidden">
        <ChevronRight aria-hidden className="size-4 shrink-0 text-ink-3 group-open/more:rotate-90" />
        <span className="shrink-0">{title}</span>
        {summary && <span className="min-w-0 truncate text-ink-3 text-xs group-open/more:hidden">{summary}</span>}
      </summary>
      <div className="flex flex-col gap-4 border-t px-3 py-3">{children}</div>
    </details>
  )
}
