// All running work of the workspace in one small mark; opens a list with progress.
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useReducer } from 'react'
import { type LiveEvent, useEvents } from '../api/events.ts'
import { workbooksQuery } from '../features/workbooks/workbooks.queries.ts'
import { count, duration, percent } from '../ui/format.ts'
import { Popover } from '../ui/popover.tsx'
import { Progress } from '../ui/progress.tsx'
import { useWorkspace } from './workspace.ts'

export interface RunningWork {
  run_id: string
  workbook_id: string
  done: number
  total: number
  eta_seconds: number | null
}

const ended = [
  'run.done',
  'run.done_with_errors',
  'run.finished',
  'run.completed',
  'run.cancelled',
  'run.failed',
  'run.budget_stopped',
  'run.paused',
]

/** What is running after one more event. */
export function follow(running: RunningWork[], event: LiveEvent): RunningWork[] {
  const { run_id, workbook_id } = event
  if (!run_id || !workbook_id) return running
  const others = running.filter((one) => one.run_id !== run_id)
  if (ended.includes(event.type)) return others.length === running.length ? running : others
  const before = running.find((one) => one.run_id === run_id)
  const number = (value: unknown, otherwise: number) => (typeof value === 'number' ? value : otherwise)
  return [
    ...others,
    {
      run_id,
      workbook_id,
      done: number(event.done, before?.done ?? 0),
      total: number(event.total, before?.total ?? 0),
      eta_seconds: typeof event.eta_seconds === 'number' ? event.eta_seconds : null,
    },
  ]
}

export function RunIndicator() {
  const workspace = useWorkspace()
  const [live, hear] = useReducer(follow, [])
  useEvents({ types: ['run.*'] }, hear)
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
