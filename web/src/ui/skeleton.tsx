// A grey bar in the place of something that is loading. Give it the size of the real thing.
import { cx } from './classes.ts'

export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden className={cx('block animate-breathe rounded-sm bg-hover', className)} />
}
