// Thin bars: progress of a piece of work, and a stacked bar of shares (found, unverified, not found, skipped, error).
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

export type Share = 'ok' | 'warn' | 'miss' | 'idle' | 'bad' | 'busy'

const tones: Record<Share, string> = {
  ok: 'bg-ok',
  warn: 'bg-warn-mark',
  miss: 'bg-line-strong',
  idle: 'bg-hover',
  bad: 'bg-bad',
  busy: 'bg-accent',
}

interface ShareBarProps {
  shares: { tone: Share; count: number; label: string }[]
  className?: string
}

export function ShareBar({ shares, className }: ShareBarProps) {
  const total = shares.reduce((sum, one) => sum + one.count, 0)
  const words = shares.filter((one) => one.count > 0).map((one) => `${one.count.toLocaleString()} ${one.label}`)
  return (
    <div
      role="img"
      aria-label={words.join(', ') || 'nothing yet'}
      title={words.join(' · ')}
      className={cx('flex h-1 gap-px overflow-hidden rounded-full bg-hover', className)}
    >
      {shares.map(
        (one) =>
          one.count > 0 && (
            <span key={one.label} className={tones[one.tone]} style={{ width: `${(one.count / total) * 100}%` }} />
          ),
      )}
    </div>
  )
}
