// All running work of the workspace in one small mark; opens a list with progress.
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useReducer } from 'react'
import { useEvents } from '../api/events.ts'
import { workbooksQuery } from '../features/workbooks/workbooks.queries.ts'
import { count, duration, percent } from '../ui/format.ts'
import { Popover } from '../ui/popover.tsx'
import { Progress } from '../ui/progress.tsx'
import { toast } from '../ui/toast.tsx'
import { follow } from './running-work.ts'
import { useWorkspace } from './workspace.ts'

export function RunIndicator() {
  const workspace = useWorkspace()
  const [followed, hear] = useReducer(follow, [])
  const live = followed.filter((one) => !one.over)
  useEvents({ types: ['run.*'] }, hear)
  useEvents({ types: ['budget.reached'] }, ({ share }) =>
    toast(`A budget is ${share === 100 ? 'used up' : 'used to 80 %'}: see Budgets in the settings`, { stays: 10_000 }),
  )
  const workbooks = useQuery(workbooksQuery())
  const names = new Map(workbooks.data?.map((one) => [one.id, one.name]))
  const known = new Set(live.map((one) => one.workbook_id))
  const others = workbooks.data?.filter((one) => one.status === 'running' && !known.has(one.id)) ?? []
  const running = live.length + others.length
  if (running === 0) return null

  const total = live.reduce((sum, one) => sum + one.total, 0)
  const done = live.reduce((sum, one) => sum + one.done, 0)
  const share = total > 0 ? done / total : null
  return (
    <Popover
      align="end"
      label="Running work"
      className="w-80"
      trigger={
        <button
          type="button"
          className="mr-1 flex h-7 shrink-0 items-center gap-2 rounded-md border px-2 text-ink-2 text-sm hover:bg-hover"
        >
          <span aria-hidden className="size-2 animate-breathe rounded-full bg-accent" />
          <span className="tabular-nums">{share === null ? `${running} running` : percent(share)}</span>
        </button>
      }
    >
      <ul className="flex flex-col gap-3">
        {live.map((one) => (
          <li key={one.run_id}>
            <Link
              to="/w/$workspace/workbooks/$workbookId"
              params={{ workspace: workspace.slug, workbookId: one.workbook_id }}
              className="block rounded-md hover:text-accent-ink"
            >
              <span className="block truncate font-medium">{names.get(one.workbook_id) ?? 'Workbook'}</span>
              <Progress
                className="my-1.5"
                label={names.get(one.workbook_id) ?? 'Run'}
                value={one.total ? one.done / one.total : null}
              />
              <span className="flex justify-between text-ink-3 text-xs tabular-nums">
                <span>
                  {count(one.done)} of {count(one.total)} cells
                </span>
                {one.eta_seconds !== null && <span>{duration(one.eta_seconds)} left</span>}
              </span>
            </Link>
          </li>
        ))}
        {others.map((one) => (
          <li key={one.id}>
            <Link
              to="/w/$workspace/workbooks/$workbookId"
              params={{ workspace: workspace.slug, workbookId: one.id }}
              className="block rounded-md hover:text-accent-ink"
            >
              <span className="block truncate font-medium">{one.name}</span>
              <Progress className="my-1.5" label={one.name} value={null} />
            </Link>
          </li>
        ))}
      </ul>
    </Popover>
  )
}
