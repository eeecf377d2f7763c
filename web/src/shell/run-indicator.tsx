// All running work of the workspace in one small mark; opens a list with progress.
import { useQuery } from '@tanstack/react-query'
import { useReducer } from 'react'
import { useEvents } from '../api/events.ts'
import { workbooksQuery } from '../features/columns/workbooks.queries.ts'
import { percent } from '../ui/format.ts'
import { lazyPart } from '../ui/lazy-part.tsx'
import { Popover } from '../ui/overlays/popover.tsx'
import { toast } from '../ui/overlays/toast.tsx'
import { useBackgroundWork } from './background-work.ts'
import { follow } from './running-work.ts'

const RunningList = lazyPart(async () => (await import('./running-list.tsx')).RunningList)

export function RunIndicator() {
  const [followed, hear] = useReducer(follow, [])
  const live = followed.filter((one) => !one.over)
  useEvents({ types: ['run.*'] }, hear)
  useEvents({ types: ['budget.reached'] }, ({ share }) =>
    toast(`A budget is ${share === 100 ? 'used up' : '80% used'}: see Budgets in the settings`, { stays: 10_000 }),
  )
  const workbooks = useQuery(workbooksQuery())
  const names = new Map(workbooks.data?.map((one) => [one.id, one.name]))
  const known = new Set(live.map((one) => one.workbook_id))
  const others = workbooks.data?.filter((one) => one.status === 'running' && !known.has(one.id)) ?? []
  const work = useBackgroundWork()
  const running = live.length + others.length + work.length
  if (running === 0) return null

  // Several kinds of work have no common progress.
  const total = live.reduce((sum, one) => sum + one.total, 0)
  const done = live.reduce((sum, one) => sum + one.done, 0)
  const share = total > 0 && work.length === 0 ? done / total : null
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
      <RunningList runs={live} work={work} others={others} names={names} />
    </Popover>
  )
}
