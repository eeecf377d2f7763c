// A thin bar: progress of a piece of work.
import { cx } from './classes.ts'

interface ProgressProps {
  /** 0..1; null when the end is not known. */
  value: number | null
  label: string
  className?: string
}

export function Progress({ value, label, className }: ProgressProps) {
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      {...(value === null ? {} : { 'aria-valuenow': Math.round(value * 100) })}
      className={cx('h-1.5 overflow-hidden rounded-full bg-hover', className)}
    >
      {value === null ? (
        <div className="h-full w-2/5 animate-drift rounded-full bg-accent" />
      ) : (
        <div
          className="h-full origin-left rounded-full bg-accent transition-[width] duration-150"
          style={{ width: `${Math.min(100, Math.max(0, value * 100))}%` }}
        />
      )}
    </div>
  )
}
