// The run of this workbook in one line: progress, rate and time left, results by status, and what can be done about it.
import { Pause, Play, RotateCw, Square, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { Column } from '../../../api/shapes.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { count, counted, duration, money } from '../../../ui/format.ts'
import { Progress } from '../../../ui/progress.tsx'
import {
  type DoneSample,
  failures,
  isOver,
  keepRecent,
  leftOver,
  outcomes,
  recentPace,
  shareDone,
  standing,
  statusSentence,
} from '../../columns/run.logic.ts'
import { rowsWith } from '../../columns/runs.logic.ts'
import type { Filter, Run } from '../../columns/workbook.shapes.ts'

interface Props {
  run: Run
  columns: readonly Column[]
  /** It waits for another run of the workbook. */
  isWaiting: boolean
  canRun: boolean
  onSteer: (what: 'cancel' | 'pause' | 'resume') => void
  onRerunFailed: () => void
  onRunRest: () => void
  onDetails: () => void
  onRows: (filter: Filter) => void
  onClose: () => void
}

const TONES: Record<string, string> = {
  complete: 'bg-ok',
  unverified: 'bg-warn-mark',
  not_found: 'bg-line-strong',
  skipped: 'bg-idle/50',
  error: 'bg-bad',
  budget_stopped: 'bg-warn-mark',
  cancelled: 'bg-idle/50',
  untouched: 'bg-hover border',
}

export function RunBar({
  run: whole,
  columns,
  isWaiting,
  canRun,
  onSteer,
  onRerunFailed,
  onRunRest,
  onDetails,
  onRows,
  onClose,
}: Props) {
  const run = standing(whole)
  const share = shareDone(run)
  const over = isOver(run.status)
  const failed = failures(run)
  const rest = leftOver(whole)
  const total = run.cells
  const pace = useRecentPace(whole.run_id, run.done ?? 0, run.cells, over || run.status !== 'running')
  const rate = pace?.rate ?? run.rate
  const left = pace ? pace.eta_seconds : run.eta_seconds
  const facts = [
    total ? `${count(over ? Math.max(run.done ?? total, 0) : (run.done ?? 0))} of ${counted(total, 'cell')}` : '',
    !over && rate && rate >= 0.5 ? `${count(Math.round(rate))}/s` : '',
    !over && run.status === 'running' && left ? `${duration(left)} left` : '',
    run.cost_usd ? money(run.cost_usd) : '',
  ].filter(Boolean)
  return (
    <section
      aria-label="Run"
      className="flex shrink-0 flex-wrap items-center gap-x-4 gap-y-1 border-b bg-canvas px-3 py-1.5 text-sm"
    >
      <div className="flex min-w-0 flex-1 items-center gap-2 md:flex-none">
        <span className="whitespace-nowrap font-medium" role="status">
          {isWaiting ? 'Waiting for the run before it' : statusSentence(whole)}
        </span>
        {!over && <Progress value={share} label="Progress of the run" className="w-16 shrink-0 sm:w-44" />}
        {run.test && <span className="whitespace-nowrap text-warn">Test run: outside calls are simulated</span>}
        <span className="truncate text-ink-2 tabular-nums">{facts.join(' · ')}</span>
      </div>
      <ul
        className="order-last flex w-full min-w-0 flex-wrap gap-x-3 text-ink-2 tabular-nums md:order-none md:w-auto"
        aria-label="Results"
      >
        {outcomes(run, columns).map((one) => (
          <li key={one.status} className="flex items-center gap-1.5 whitespace-nowrap">
            <span aria-hidden className={`size-2 rounded-full ${TONES[one.status]}`} />
            {one.status === 'untouched' ? (
              `${count(one.count)} ${one.words}`
            ) : (
              <button
                type="button"
                className="hover:underline"
                title="Show these rows"
                onClick={() => onRows(rowsWith(run, one.status))}
              >
                {`${count(one.count)} ${one.words}`}
              </button>
            )}
          </li>
        ))}
      </ul>
      <div className="ml-auto flex items-center gap-1.5">
        {canRun && !over && run.status !== 'paused' && (
          <Button size="sm" icon={Pause} onClick={() => onSteer('pause')}>
            Pause
          </Button>
        )}
        {canRun && run.status === 'paused' && (
          <Button size="sm" look="primary" icon={Play} onClick={() => onSteer('resume')}>
            Resume
          </Button>
        )}
        {canRun && !over && (
          <Button size="sm" icon={Square} onClick={() => onSteer('cancel')}>
            Stop
          </Button>
        )}
        {canRun && over && failed > 0 && (
          <Button size="sm" icon={RotateCw} onClick={onRerunFailed}>
            <span>
              Re-run<span className="max-sm:sr-only"> {count(failed)} failed</span>
            </span>
          </Button>
        )}
        {canRun && rest > 0 && (
          <Button size="sm" icon={Play} onClick={onRunRest}>
            Run {count(rest)} left
          </Button>
        )}
        <Button size="sm" look="quiet" onClick={onDetails}>
          Details
        </Button>
        {over && <IconButton size="sm" icon={X} label="Hide" onClick={onClose} />}
      </div>
    </section>
  )
}

/** What the last seconds did: looked at each second, so that a run that stands still shows it. */
function useRecentPace(runId: string, done: number, cells: number | null | undefined, isIdle: boolean) {
  const [samples, setSamples] = useState<{ runId: string; seen: DoneSample[] }>({ runId, seen: [] })
  const latest = useRef(done)
  latest.current = done
  useEffect(() => {
    if (isIdle) return
    const look = () =>
      setSamples((before) => ({
        runId,
        seen: keepRecent(before.runId === runId ? before.seen : [], { at: Date.now(), done: latest.current }),
      }))
    look()
    const timer = setInterval(look, 1000)
    return () => {
      clearInterval(timer)
      setSamples({ runId, seen: [] })
    }
  }, [runId, isIdle])
  return isIdle || samples.runId !== runId ? null : recentPace(samples.seen, cells, samples.seen.at(-1)?.at ?? 0)
}
