// What changes between two definitions of columns, a line each: in words first, with what each setting was and becomes.
import { Minus, MoveVertical, Pencil, Plus } from 'lucide-react'
import { cx } from '../../ui/classes.ts'
import { linesOf } from './difference.logic.ts'
import type { PlannedChange } from './workbook-settings.api.ts'

export type ColumnChange = Pick<PlannedChange, 'of' | 'kind' | 'name' | 'words' | 'warnings' | 'fields'>

export function ChangeList({ changes }: { changes: readonly ColumnChange[] }) {
  if (changes.length === 0) return null
  return (
    <ul className="flex flex-col divide-y rounded-md border">
      {changes.map((change) => (
        <Change key={`${change.of} ${change.kind} ${change.name}`} change={change} />
      ))}
    </ul>
  )
}

const MARKS = {
  add: { icon: Plus, tone: 'text-ok' },
  change: { icon: Pencil, tone: 'text-accent-ink' },
  rename: { icon: Pencil, tone: 'text-accent-ink' },
  reorder: { icon: MoveVertical, tone: 'text-accent-ink' },
  remove: { icon: Minus, tone: 'text-bad' },
} as const

function Change({ change }: { change: ColumnChange }) {
  const { kind, words, warnings, fields } = change
  const { icon: Icon, tone } = MARKS[kind]
  return (
    <li className="px-3 py-2">
      <details open={kind === 'change' || kind === 'reorder'} className="group">
        <summary className="flex items-start gap-2">
          <Icon aria-hidden className={cx('mt-0.5 size-4 shrink-0', tone)} strokeWidth={2} />
          <span className="min-w-0 flex-1">
            <span dir="auto" className="[overflow-wrap:anywhere]">
              {words}
            </span>
            {warnings.map((warning) => (
              <span key={warning} className="block text-sm text-warn">
                {warning}
              </span>
            ))}
          </span>
          {fields.length > 0 && kind !== 'rename' && (
            <span aria-hidden className="text-ink-3 text-xs group-open:hidden">
              Details
            </span>
          )}
        </summary>
        {kind !== 'rename' && fields.length > 0 && (
          <dl className="mt-1.5 flex flex-col gap-1.5 pl-6">
            {fields.map((field) => (
              <Difference key={field.name} {...field} />
            ))}
          </dl>
        )}
      </details>
    </li>
  )
}

function Difference({ name, from, to }: ColumnChange['fields'][number]) {
  const sides = [
    { sign: '−', said: 'was', lines: linesOf(from), look: 'bg-bad-soft text-bad' },
    { sign: '+', said: 'becomes', lines: linesOf(to), look: 'bg-ok-soft text-ok' },
  ].filter(({ lines }) => lines.length > 0)
  return (
    <div className="grid grid-cols-[7rem_minmax(0,1fr)] gap-2 text-sm max-sm:grid-cols-1 max-sm:gap-0.5">
      <dt className="truncate text-ink-3">{name}</dt>
      <dd className="overflow-hidden rounded-sm font-mono text-xs">
        {sides.map(({ sign, said, lines, look }) => (
          <div key={said} className={cx('flex gap-2 px-2 py-0.5', look)}>
            <span aria-hidden>{sign}</span>
            <span className="sr-only">{said}</span>
            <pre dir="auto" className="min-w-0 whitespace-pre-wrap font-mono [overflow-wrap:anywhere]">
              {lines.join('\n')}
            </pre>
          </div>
        ))}
      </dd>
    </div>
  )
}
