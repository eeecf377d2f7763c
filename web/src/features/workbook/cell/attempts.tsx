// The attempts behind a cell as a timeline: who was asked, what came of it, when, how long and at what cost.
import { costWords, tookWords } from '../../../ui/format.ts'
import { TimeAgo } from '../../../ui/time.tsx'
import type { Attempt } from '../workbook.shapes.ts'
import { type CellPlace, ReportAnswer } from './report-answer.tsx'
import { attemptWords, isTurn } from './trace.logic.ts'

const DOTS = {
  ok: 'bg-ok border-ok',
  warn: 'bg-warn-mark border-warn-mark',
  bad: 'bg-bad border-bad',
  plain: 'border-idle',
}

export function Attempts({ attempts, at, editable }: { attempts: Attempt[]; at: CellPlace; editable: boolean }) {
  return (
    <ol className="flex flex-col">
      {attempts.map((attempt, index) => {
        const { words, tone, why } = attemptWords(attempt)
        const facts = [
          attempt.duration_ms !== null ? tookWords(attempt.duration_ms) : '',
          attempt.cached ? 'from cache, no cost' : attempt.outcome === 'skipped' ? '' : costWords(attempt.cost_usd),
          attempt.verified === true ? 'verified' : '',
          attempt.confidence !== null && !isTurn(attempt) ? `${Math.round(attempt.confidence * 100)}% confidence` : '',
        ].filter(Boolean)
        return (
          <li key={attempt.id} className="relative flex gap-3 pb-4 last:pb-0">
            {index < attempts.length - 1 && (
              <span aria-hidden className="absolute top-4 bottom-0 left-[4.5px] w-px bg-line-strong" />
            )}
            <span aria-hidden className={`mt-1.5 size-2.5 shrink-0 rounded-full border-[1.5px] ${DOTS[tone]}`} />
            <div className="min-w-0 flex-1">
              <p className="flex flex-wrap items-baseline justify-between gap-x-3">
                <span className="font-medium">{attempt.label}</span>
                <span className="text-ink-3 text-xs tabular-nums">{facts.join(' · ')}</span>
              </p>
              <p className="text-ink-2 text-sm">
                {words}
                {why && `: ${why}`}
                <span className="text-ink-3">
                  {' · '}
                  <TimeAgo at={attempt.started_at} />
                </span>
              </p>
              {(attempt.request != null || attempt.response != null) && (
                <details className="mt-1 text-xs">
                  <summary className="text-ink-3 hover:text-ink">Request and answer</summary>
                  <pre className="mt-1 max-h-60 overflow-auto rounded-md bg-sunken p-2 font-mono">
                    {JSON.stringify({ request: attempt.request, response: attempt.response }, null, 2)}
                  </pre>
                  {editable && attempt.outcome !== 'skipped' && <ReportAnswer at={at} attempt={attempt} />}
                </details>
              )}
            </div>
          </li>
        )
      })}
    </ol>
  )
}
