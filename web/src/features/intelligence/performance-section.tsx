// The folded part of a column's panel that tells how its providers did; what is in it is fetched when it is opened.
import { ChevronRight } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { cx } from '../../ui/classes.ts'
import { Skeleton } from '../../ui/skeleton.tsx'

const Figures = lazy(async () => ({ default: (await import('./column-figures.tsx')).ColumnFigures }))

export interface PerformanceProps {
  workbookId: string
  columnId: string
  /** How many steps it has; where there are several, orders of them can be tried on paper. */
  steps: number
}

export function PerformanceSection(props: PerformanceProps) {
  const [open, setOpen] = useState(false)
  return (
    <section aria-label="How it performs" className="mt-6 rounded-md border">
      <button
        type="button"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        className="flex w-full items-start gap-2 rounded-md px-3 py-2.5 text-left hover:bg-hover"
      >
        <ChevronRight aria-hidden className={cx('mt-0.5 size-4 shrink-0 text-ink-3', open && 'rotate-90')} />
        <span className="min-w-0">
          <span className="block font-medium">How it performs</span>
          <span className="block text-ink-3 text-sm">
            What was found, what it cost and how long it took{props.steps > 1 && '; other orders tried on paper'}
          </span>
        </span>
      </button>
      {open && (
        <div className="border-t px-3 py-3">
          <Suspense fallback={<Skeleton className="h-32 w-full" />}>
            <Figures {...props} />
          </Suspense>
        </div>
      )}
    </section>
  )
}
