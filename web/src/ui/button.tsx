// Buttons: one with words, one with only an icon. Both keep their size while busy.
import { LoaderCircle, type LucideIcon } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { cx } from './classes.ts'
import { Tooltip } from './overlays/tooltip.tsx'

type Look = 'primary' | 'plain' | 'quiet' | 'danger'

const looks: Record<Look, string> = {
  primary: 'bg-accent text-on-accent hover:bg-accent-hover',
  plain: 'border bg-surface text-ink hover:bg-hover',
  quiet: 'text-ink-2 hover:bg-hover hover:text-ink',
  danger: 'border border-bad/40 bg-surface text-bad hover:bg-bad-soft',
}

const frame =
  'relative inline-flex shrink-0 select-none items-center justify-center gap-1.5 rounded-md font-medium whitespace-nowrap ' +
  'transition-colors duration-75 disabled:pointer-events-none disabled:opacity-50 aria-disabled:opacity-50'

interface ButtonProps extends Omit<ComponentProps<'button'>, 'children'> {
  look?: Look
  /** `sm` is 28 px high, `md` 32 px; both grow for fingers. */
  size?: 'sm' | 'md'
  icon?: LucideIcon
  busy?: boolean
  children: ReactNode
}

export function Button({ look = 'plain', size = 'md', icon: Icon, busy, className, children, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      aria-busy={busy || undefined}
      disabled={rest.disabled || busy}
      className={cx(
        frame,
        looks[look],
        size === 'sm' ? 'h-7 px-2 text-sm pointer-coarse:h-9' : 'h-8 px-3 pointer-coarse:h-10',
        className,
      )}
    >
      {/* Not `invisible`: a hidden word is no name, and a busy button would have none for a screen reader. */}
      <span className={cx('inline-flex items-center gap-1.5', busy && 'opacity-0')}>
        {Icon && <Icon aria-hidden className="size-4" strokeWidth={1.75} />}
        {children}
      </span>
      {busy && <LoaderCircle aria-hidden className="absolute size-4 animate-spinner" />}
    </button>
  )
}

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children'> {
  icon: LucideIcon
  /** What it does; read aloud and shown on hover. */
  label: string
  look?: Look
  size?: 'sm' | 'md'
  busy?: boolean
  /** Keys that do the same, shown in the tooltip: `['mod', 'k']`. */
  keys?: string[]
  pressed?: boolean
}

export function IconButton({
  icon: Icon,
  label,
  look = 'quiet',
  size = 'md',
  busy,
  keys,
  pressed,
  className,
  ...rest
}: IconButtonProps) {
  const Shown = busy ? LoaderCircle : Icon
  return (
    <Tooltip text={label} keys={keys}>
      <button
        type="button"
        {...rest}
        aria-label={label}
        aria-pressed={pressed}
        aria-busy={busy || undefined}
        disabled={rest.disabled || busy}
        className={cx(
          frame,
          looks[look],
          size === 'sm' ? 'size-7 pointer-coarse:size-9' : 'size-8 pointer-coarse:size-10',
          pressed && 'bg-hover text-ink',
          className,
        )}
      >
        <Shown aria-hidden className={cx('size-4', busy && 'animate-spinner')} strokeWidth={1.75} />
      </button>
    </Tooltip>
  )
}
