// How far a workbook is, in a word and in a bar.
import type { Workbook, WorkbookStatus } from '../../api/shapes.ts'
import { Badge } from '../../ui/badge.tsx'
import { count, percent } from '../../ui/format.ts'
import { Progress } from '../../ui/progress.tsx'

export function WorkbookBadge({ status }: { status: WorkbookStatus }) {
  if (status === 'running')
    return (
      <Badge tone="accent">
        <span aria-hidden className="size-1.5 animate-breathe rounded-full bg-current" />
        Running
      </Badge>
    )
  if (status === 'complete') return <Badge tone="ok">Complete</Badge>
  if (status === 'paused') return <Badge tone="warn">Paused</Badge>
  return <Badge>Draft</Badge>
}

export function Completion({ workbook }: { workbook: Workbook }) {
  const { total_rows, completed_rows } = workbook
  const enriched = workbook.columns_config.some((column) => column.type !== 'input')
  if (total_rows === 0 || !enriched) return <span className="text-ink-3">–</span>
  const share = Math.min(1, completed_rows / total_rows)
  return (
    <span className="flex items-center gap-2" title={`${count(completed_rows)} of ${count(total_rows)} rows complete`}>
      <Progress className="w-20" label={`${workbook.name} complete`} value={share} />
      <span className="w-9 text-right text-ink-2 text-sm tabular-nums">{percent(share)}</span>
    </span>
  )
}
