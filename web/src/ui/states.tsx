// What a place shows when it has nothing yet, or could not be loaded.
import { Copy, type LucideIcon, RotateCw, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { describeProblem } from '../api/problem.ts'
import { Button } from './button.tsx'
import { cx } from './classes.ts'
import { copyText } from './copy.ts'
import { toast } from './overlays/toast.tsx'

interface EmptyProps {
  icon?: LucideIcon
  title: string
  /** Teaches the first step, in a sentence. */
  children?: ReactNode
  /** One button. */
  action?: ReactNode
  className?: string
}

export function EmptyState({ icon: Icon, title, children, action, className }: EmptyProps) {
  return (
    <div className={cx('mx-auto flex max-w-md flex-col items-center px-6 py-16 text-center', className)}>
      {Icon && <Icon aria-hidden className="mb-3 size-6 text-ink-3" strokeWidth={1.5} />}
      <h2 className="font-semibold text-lg">{title}</h2>
      {children && <div className="mt-1 text-ink-2">{children}</div>}
      {action && <div className="mt-4 flex flex-wrap justify-center gap-2">{action}</div>}
    </div>
  )
}

interface ErrorProps {
  error: unknown
  /** What could not be done: "Workbooks could not be loaded". */
  title: string
  /** What it means for the data: "Nothing was changed." */
  meaning?: string
  retry?: () => void
  className?: string
}

export function ErrorState({ error, title, meaning, retry, className }: ErrorProps) {
  const problem = describeProblem(error)
  return (
    <div role="alert" className={cx('mx-auto flex max-w-md flex-col items-start px-6 py-12', className)}>
      <TriangleAlert aria-hidden className="mb-3 size-5 text-bad" strokeWidth={1.75} />
      <h2 className="font-semibold text-lg">{title}</h2>
      <p className="mt-1 text-ink-2 [overflow-wrap:anywhere]">{problem.what}</p>
      <p className="mt-1 text-ink-2">
        {meaning ? `${meaning} ` : ''}
        {problem.next}
      </p>
      <div className="mt-4 flex gap-2">
        {retry && (
          <Button icon={RotateCw} onClick={retry}>
            Try again
          </Button>
        )}
        <Button
          look="quiet"
          icon={Copy}
          onClick={async () => {
            const done = await copyText(problem.details)
            toast(done ? 'Details copied' : 'The browser blocked the clipboard', { tone: done ? 'plain' : 'bad' })
          }}
        >
          Copy details
        </Button>
      </div>
    </div>
  )
}
