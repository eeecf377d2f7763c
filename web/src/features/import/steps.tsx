// Where an import stands: the file, the plan, the rows.
import { cx } from '../../ui/classes.ts'

const steps = [
  ['file', 'Columns'],
  ['plan', 'Plan'],
  ['work', 'Import'],
] as const

export function Steps({ stage }: { stage: 'file' | 'plan' | 'work' | 'result' }) {
  const at = stage === 'result' ? steps.length : steps.findIndex(([name]) => name === stage)
  return (
    <ol aria-label="Steps of the import" className="mb-4 flex gap-4 text-sm">
      {steps.map(([name, label], index) => (
        <li
          key={name}
          aria-current={index === at ? 'step' : undefined}
          className={cx('flex items-center gap-1.5', index === at ? 'font-medium' : 'text-ink-3')}
        >
          <span
            aria-hidden
            className={cx(
              'flex size-5 items-center justify-center rounded-full border text-xs tabular-nums',
              index === at && 'border-accent bg-accent text-on-accent',
              index < at && 'border-line-strong',
            )}
          >
            {index < at ? '✓' : index + 1}
          </span>
          {label}
        </li>
      ))}
    </ol>
  )
}
