// A small word in a frame.
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
