// What is running in the workspace, as its events tell it.
import type { LiveEvent } from '../api/events.ts'

export interface RunningWork {
  run_id: string
  workbook_id: string
  done: number
  total: number
  eta_seconds: number | null
  /** Ended or paused: kept, so that progress told a moment late does not bring it back. */
  over?: boolean
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
  const before = running.find((one) => one.run_id === run_id)
  if (ended.includes(event.type))
    return [...others, { done: 0, total: 0, eta_seconds: null, ...before, run_id, workbook_id, over: true }]
  if (before?.over && event.type === 'run.progress') return running
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
