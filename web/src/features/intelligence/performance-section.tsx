// The folded part of a column's panel that tells how its providers did; what is in it is fetched when it is opened.
import { lazy, Suspense } from 'react'
import { Fold } from '../../ui/fold.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import type { WaterfallMode } from '../columns/workbook.shapes.ts'

const Figures = lazy(async () => ({ default: (await import('./column-figures.tsx')).ColumnFigures }))

export interface PerformanceProps {
  workbookId: string
  columnId: string
  /** How many steps it has; where there are several, orders of them can be tried on paper. */
  steps: number
  /** The stop rule, as the column is stored. */
  mode: WaterfallMode
  /** Puts the steps of the form in this order, and turns off those that are not in it. */
  onOrder: (order: string[]) => void
}

export function PerformanceSection(props: PerformanceProps) {
  return (
    <Fold
      className="mt-6"
      title="How it performs"
      about={`What was found, what it cost and how long it took${props.steps > 1 ? '; other orders tried on paper' : ''}`}
    >
      <Suspense fallback={<Skeleton className="h-32 w-full" />}>
        <Figures {...props} />
      </Suspense>
    </Fold>
  )
}
