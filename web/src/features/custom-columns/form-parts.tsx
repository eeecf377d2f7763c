// What the forms of made columns share: a titled part, a part that is closed at first, and a number as it is typed.
import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { Field, Input } from '../../ui/forms/field.tsx'

export function Part({ title, about, children }: { title: string; about?: ReactNode; children: ReactNode }) {
  return (
    <section aria-label={title} className="flex flex-col gap-2.5">
      <div>
        <h3 className="font-medium text-ink-2 text-sm">{title}</h3>
        {about && <p className="mt-0.5 text-ink-3 text-xs">{about}</p>}
      </div>
      {children}
    </section>
  )
}

/** `summary` says what is set in it while it is closed. */
export function More({
  title,
  summary,
  open,
  children,
}: {
  title: string
  summary?: string
  open?: boolean
  children: ReactNode
}) {
  return (
    <details open={open} className="group/more rounded-md border">
      <summary className="flex min-h-9 list-none items-center gap-2 rounded-md px-2.5 hover:bg-hover [&::-webkit-details-marker]:hidden">
        <ChevronRight aria-hidden className="size-4 shrink-0 text-ink-3 group-open/more:rotate-90" />
        <span className="shrink-0">{title}</span>
        {summary && <span className="min-w-0 truncate text-ink-3 text-xs group-open/more:hidden">{summary}</span>}
      </summary>
      <div className="flex flex-col gap-4 border-t px-3 py-3">{children}</div>
    </details>
  )
}

interface NumberProps {
  label: string
  hint?: string
  value: string
  placeholder?: string
  error?: string | undefined
  onChange: (value: string) => void
}

export function Amount({ label, hint, value, placeholder, error, onChange }: NumberProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      <Input
        inputMode="decimal"
        className="tabular-nums"
        placeholder={placeholder}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </Field>
  )
}

type Figure<Member extends string> = { member: Member } & Pick<NumberProps, 'label' | 'hint' | 'placeholder'>

/** Numbers side by side, each under its name. */
export function Amounts<Member extends string>({
  figures,
  values,
  errors,
  columns = 2,
  onChange,
}: {
  figures: readonly Figure<Member>[]
  values: Record<Member, string>
  errors: Partial<Record<string, string>>
  columns?: 2 | 3
  onChange: (part: Partial<Record<Member, string>>) => void
}) {
  return (
    <div className={columns === 2 ? 'grid gap-4 sm:grid-cols-2' : 'grid grid-cols-3 gap-2'}>
      {figures.map(({ member, ...figure }) => (
        <Amount
          key={member}
          {...figure}
          value={values[member]}
          error={errors[member]}
          onChange={(value) => onChange({ [member]: value } as Partial<Record<Member, string>>)}
        />
      ))}
    </div>
  )
}
