// Stands for a list, or for a page, until it is there.
import { cx } from './classes.ts'
import { Skeleton } from './skeleton.tsx'

/** The list's own layout in grey while it loads. */
export function ListSkeleton({ rows = 8 }: { rows?: number }) {
  return (
    <div aria-busy="true" className="pt-8">
      {Array.from({ length: rows }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows of a skeleton are all alike
        <div key={index} className="flex h-11 items-center gap-6 border-b px-4">
          <Skeleton className={cx('h-3.5', index % 3 === 0 ? 'w-52' : index % 3 === 1 ? 'w-36' : 'w-64')} />
          <Skeleton className="ml-auto h-3.5 w-16" />
          <Skeleton className="hidden h-3.5 w-24 sm:block" />
        </div>
      ))}
    </div>
  )
}
