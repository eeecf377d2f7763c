// The state of one cell outside the grid: the same mark as in the cell, with or without its words.

import { CircleSlash, Clock, LoaderCircle, Lock, type LucideIcon, Minus, Pause, Pencil } from 'lucide-react'
import type { Schemas } from '../../api/shapes.ts'
import { cx } from '../../ui/classes.ts'
import { type CellMark, markOf, STATUS_WORDS } from './marks.logic.ts'

const ICONS: Partial<Record<CellMark, { icon: LucideIcon; ink: string }>> = {
  spinner: { icon: LoaderCircle, ink: 'text-accent' },
  clock: { icon: Clock, ink: 'text-ink-3' },
  pause: { icon: Pause, ink: 'text-ink-3' },
  dash: { icon: Minus, ink: 'text-ink-3' },
  pencil: { icon: Pencil, ink: 'text-ink-3' },
  lock: { icon: Lock, ink: 'text-warn' },
  stale: { icon: CircleSlash, ink: 'text-ink-3' },
}

const DOTS: Partial<Record<CellMark, string>> = {
  amber_dot: 'border-warn-mark bg-warn-mark',
  hollow_dot: 'border-ink-3',
  red_dot: 'border-bad bg-bad',
}

export function StatusMark({ status, words }: { status: Schemas['EnrichmentOverlay']['status']; words?: boolean }) {
  const mark = markOf(status)
  const known = mark ? ICONS[mark] : undefined
  const dot = mark ? DOTS[mark] : status === 'complete' && words ? 'border-ok bg-ok' : undefined
  const said = STATUS_WORDS[status] ?? status
  return (
    <span
      className={cx('inline-flex items-center gap-1.5', words && 'text-ink-2 text-sm')}
      title={words ? undefined : said}
    >
      <span className="inline-flex size-3.5 items-center justify-center">
        {known && (
          <known.icon
            aria-hidden
            className={cx('size-3.5', known.ink, mark === 'spinner' && 'animate-spinner')}
            strokeWidth={2}
          />
        )}
        {dot && <span aria-hidden className={cx('size-2 rounded-full border-[1.5px]', dot)} />}
      </span>
      {words ? said : <span className="sr-only">{said}</span>}
    </span>
  )
}
