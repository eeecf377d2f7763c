// The folded part of a column's panel that tells how its providers did; what is in it is fetched when it is opened.
import { lazy, Suspense } from 'react'
import { Disclosure } from '../../ui/disclosure.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import type { FiguresProps } from './column-figures.tsx'

const Figures = lazy(async () => ({ default: (await import('./column-figures.tsx')).ColumnFigures }))

interface PerformanceProps extends FiguresProps {
  /** How many steps it has; where there are several, orders of them can be tried on paper. */
  steps: number
}

export function PerformanceSection({ steps, ...figures }: PerformanceProps) {
  return (
    <Disclosure
      className="mt-6"
      title="How it performs"
      about={`What was found, what it cost and how long it took${steps > 1 ? '; other orders tried on paper' : ''}`}
    >
      <Suspense fallback={<Skeleton className="h-32 w-full" />}>
        <Figures {...figures} />
      </Suspense>
    </Disclosure>
  )
}
