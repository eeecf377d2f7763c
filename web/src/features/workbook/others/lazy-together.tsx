// What there is to see of the others as a chunk of its own, fetched when the workbook stands.
import { lazy, Suspense } from 'react'
import type { TogetherProps } from './together.tsx'

const Together = lazy(async () => ({ default: (await import('./together.tsx')).Together }))

export function LazyTogether(props: TogetherProps) {
  return (
    <Suspense fallback={null}>
      <Together {...props} />
    </Suspense>
  )
}
