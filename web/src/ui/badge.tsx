// A small word in a frame, and the marks that tell a cell's state at its right edge.
import {
  Ban,
  CircleSlash,
  Clock,
  Hourglass,
  LoaderCircle,
  Lock,
  type LucideIcon,
  Minus,
  Pause,
  Pencil,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from './classes.ts'

type Tone = 'plain' | 'accent' | 'ok' | 'warn' | 'bad'

const tones: Record<Tone, string> = {
  plain: 'bg-hover text-ink-2',
  accent: 'bg-accent-soft text-accent-ink',
  ok: 'bg-ok-soft text-ok',
  warn: 'bg-warn-soft text-warn',
  bad: 'bg-bad-soft text-bad',
}

export function Badge({ tone = 'plain', children }: { tone?: Tone; children: ReactNode }) {
  return (
    <span
      className={cx(
        'inline-flex h-5 items-center gap-1 whitespace-nowrap rounded-sm px-1.5 font-medium text-xs',
        tones[tone],
      )}
    >
      {children}
    </span>
  )
}

/** The cell states of the API. */
export type CellStatus =
  | 'pending'
  | 'queued'
  | 'running'
  | 'waiting'
  | 'throttled'
  | 'complete'
  | 'unverified'
  | 'not_found'
  | 'skipped'
  | 'error'
  | 'budget_stopped'
  | 'stale'
  | 'overridden'
  | 'cancelled'

interface Mark {
  words: string
  /** An icon, or a dot drawn filled or hollow; neither shows nothing. */
  icon?: LucideIcon
  dot?: 'full' | 'hollow'
  ink: string
  spin?: boolean
}

export const cellMarks: Record<CellStatus, Mark> = {
  pending: { words: 'Not run yet', ink: '' },
  queued: { words: 'Queued', icon: Hourglass, ink: 'text-ink-3' },
  running: { words: 'Running', icon: LoaderCircle, ink: 'text-accent', spin: true },
  waiting: { words: 'Waiting for the vendor to call back', icon: Clock, ink: 'text-ink-3' },
  throttled: { words: 'Throttled', icon: Pause, ink: 'text-ink-3' },
  complete: { words: 'Found', ink: '' },
  unverified: { words: 'Unverified', dot: 'full', ink: 'text-warn-mark' },
  not_found: { words: 'Not found', dot: 'hollow', ink: 'text-ink-3' },
  skipped: { words: 'Skipped', icon: Minus, ink: 'text-ink-3' },
  error: { words: 'Error', dot: 'full', ink: 'text-bad' },
  budget_stopped: { words: 'Stopped by a budget', icon: Lock, ink: 'text-warn' },
  stale: { words: 'Older than the age limit', icon: CircleSlash, ink: 'text-ink-3' },
  overridden: { words: 'Typed over by hand', icon: Pencil, ink: 'text-ink-3' },
  cancelled: { words: 'Cancelled', icon: Ban, ink: 'text-ink-3' },
}

/** The mark of one cell; `reason` is added to the words on hover. */
export function StatusMark({ status, reason, words }: { status: CellStatus; reason?: string; words?: boolean }) {
  const mark = cellMarks[status]
  const full = reason ? `${mark.words}: ${reason}` : mark.words
  return (
    <span
      className={cx('inline-flex items-center gap-1.5', words && 'text-ink-2 text-sm')}
      title={words ? undefined : full}
    >
      <span className={cx('inline-flex size-3.5 items-center justify-center', mark.ink)}>
        {mark.icon && (
          <mark.icon aria-hidden className={cx('size-3.5', mark.spin && 'animate-spinner')} strokeWidth={2} />
        )}
        {mark.dot && (
          <span
            aria-hidden
            className={cx('size-2 rounded-full border-[1.5px] border-current', mark.dot === 'full' && 'bg-current')}
          />
        )}
        {status === 'complete' && words && <span aria-hidden className="size-2 rounded-full bg-ok" />}
      </span>
      {words ? full : <span className="sr-only">{full}</span>}
    </span>
  )
}
