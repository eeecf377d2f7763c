// Form controls: a Field ties a label, a hint and an error to one control; the controls share one frame.
import { Check, ChevronDown, Minus } from 'lucide-react'
import { type ComponentProps, createContext, type ReactNode, use, useId } from 'react'
import { cx } from '../classes.ts'

interface Tie {
  id: string
  describedBy: string | undefined
  invalid: boolean
}

const TieContext = createContext<Tie | null>(null)

/** What a control of another make passes on to be named and described by its Field. */
export function useTie() {
  const tie = use(TieContext)
  if (!tie) return {}
  return { id: tie.id, 'aria-describedby': tie.describedBy, 'aria-invalid': tie.invalid || undefined }
}

interface FieldProps {
  label: ReactNode
  hint?: ReactNode
  error?: ReactNode
  /** Reads the label aloud without showing it. */
  hideLabel?: boolean
  className?: string
  children: ReactNode
}

export function Field({ label, hint, error, hideLabel, className, children }: FieldProps) {
  const id = useId()
  const note = error ?? hint
  return (
    <TieContext value={{ id, describedBy: note ? `${id}-note` : undefined, invalid: Boolean(error) }}>
      <div className={cx('flex min-w-0 flex-col gap-1', className)}>
        <label htmlFor={id} className={hideLabel ? 'sr-only' : 'font-medium text-ink-2 text-sm'}>
          {label}
        </label>
        {children}
        {note && (
          <p
            id={`${id}-note`}
            role={error ? 'alert' : undefined}
            className={cx('text-xs', error ? 'text-bad' : 'text-ink-3')}
          >
            {note}
          </p>
        )}
      </div>
    </TieContext>
  )
}

const frame =
  'w-full min-w-0 rounded-md border border-line-strong bg-surface px-2.5 text-ink transition-colors hover:border-ink-3 ' +
  'focus-visible:border-accent focus-visible:outline-1 focus-visible:outline-offset-0 disabled:opacity-50 aria-invalid:border-bad'

export function Input({ className, ...rest }: ComponentProps<'input'>) {
  return (
    <input {...useTie()} {...rest} className={cx(frame, 'h-8 pointer-coarse:h-10 pointer-coarse:text-lg', className)} />
  )
}

export function Textarea({ className, ...rest }: ComponentProps<'textarea'>) {
  return <textarea rows={4} {...useTie()} {...rest} className={cx(frame, 'py-1.5 pointer-coarse:text-lg', className)} />
}

/** A native select: quick, and the phone's own picker on a phone. `className` places the whole. */
export function Select({ className, children, ...rest }: ComponentProps<'select'>) {
  return (
    <span className={cx('relative inline-flex min-w-0', className)}>
      <select {...useTie()} {...rest} className={cx(frame, 'h-8 appearance-none truncate pr-7 pointer-coarse:h-10')}>
        {children}
      </select>
      <ChevronDown
        aria-hidden
        className="pointer-events-none absolute top-1/2 right-2 size-3.5 -translate-y-1/2 text-ink-3"
      />
    </span>
  )
}

interface TickProps extends Omit<ComponentProps<'input'>, 'type' | 'onChange'> {
  label: ReactNode
  hint?: ReactNode
  /** Only the box is shown; the label is read aloud. */
  bare?: boolean
  indeterminate?: boolean
  onChange?: (checked: boolean) => void
}

export function Checkbox({ label, hint, bare, indeterminate, onChange, className, ...rest }: TickProps) {
  return (
    <label className={cx('inline-flex items-start gap-2', className)}>
      <span className="relative mt-0.5 inline-flex size-4 shrink-0">
        <input
          {...rest}
          type="checkbox"
          ref={(box) => {
            if (box) box.indeterminate = Boolean(indeterminate)
          }}
          onChange={(event) => onChange?.(event.target.checked)}
          className="peer absolute inset-0 m-0 size-full cursor-pointer appearance-none rounded-sm border border-line-strong bg-surface transition-colors checked:border-accent checked:bg-accent indeterminate:border-accent indeterminate:bg-accent hover:border-ink-3 disabled:opacity-50"
        />
        <Check
          aria-hidden
          strokeWidth={3}
          className="pointer-events-none invisible absolute inset-0.5 size-3 text-on-accent peer-checked:visible peer-indeterminate:invisible"
        />
        <Minus
          aria-hidden
          strokeWidth={3}
          className="pointer-events-none invisible absolute inset-0.5 size-3 text-on-accent peer-indeterminate:visible"
        />
      </span>
      <span className={bare ? 'sr-only' : ''}>
        {label}
        {hint && <span className="block text-ink-3 text-xs">{hint}</span>}
      </span>
    </label>
  )
}

export function Switch({ label, hint, bare, indeterminate: _, onChange, className, ...rest }: TickProps) {
  return (
    <label className={cx('inline-flex items-start gap-2', className)}>
      <span className="relative mt-px inline-flex h-4.5 w-8 shrink-0">
        <input
          {...rest}
          type="checkbox"
          role="switch"
          aria-checked={rest.checked}
          onChange={(event) => onChange?.(event.target.checked)}
          className="peer absolute inset-0 m-0 size-full cursor-pointer appearance-none rounded-full border border-line-strong bg-sunken transition-colors checked:border-accent checked:bg-accent disabled:opacity-50"
        />
        <span className="pointer-events-none absolute top-0.75 left-0.75 size-3 rounded-full bg-ink-3 transition-transform peer-checked:translate-x-3.5 peer-checked:bg-on-accent" />
      </span>
      <span className={bare ? 'sr-only' : ''}>
        {label}
        {hint && <span className="block text-ink-3 text-xs">{hint}</span>}
      </span>
    </label>
  )
}
