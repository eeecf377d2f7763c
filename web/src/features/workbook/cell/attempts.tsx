// The attempts of a cell as a timeline: provider, outcome, time, duration and cost.
import type { Schemas } from '../../../api/shapes.ts'
import { costWords, counted, tookWords } from '../../../ui/format.ts'
import { TimeAgo } from '../../../ui/time.tsx'
import { attemptWords, isTurn, turnWords, withTurns } from './trace.logic.ts'

const DOTS = {
  ok: 'bg-ok border-ok',
  warn: 'bg-warn-mark border-warn-mark',
  bad: 'bg-bad border-bad',
  plain: 'border-idle',
}

export function Attempts({ attempts }: { attempts: Schemas['TraceAttempt'][] }) {
  const told = withTurns(attempts)
  return (
    <ol className="flex flex-col">
      {told.map(({ attempt, turns }, index) => {
        const { words, tone, why } = attemptWords(attempt)
        return (
          <li key={attempt.id} className="relative flex gap-3 pb-4 last:pb-0">
            {index < told.length - 1 && (
              <span aria-hidden className="absolute top-4 bottom-0 left-[4.5px] w-px bg-line-strong" />
            )}
            <span aria-hidden className={`mt-1.5 size-2.5 shrink-0 rounded-full border-[1.5px] ${DOTS[tone]}`} />
            <div className="min-w-0 flex-1">
              <p className="flex flex-wrap items-baseline justify-between gap-x-3">
                <span className="font-medium">{attempt.label}</span>
                <span className="text-ink-3 text-xs tabular-nums">{factsOf(attempt, turns).join(' · ')}</span>
              </p>
              <p className="text-ink-2 text-sm">
                {words}
                {why && `: ${why}`}
                <span className="text-ink-3">
                  {' · '}
                  <TimeAgo at={attempt.started_at} />
                </span>
              </p>
              {turns.length > 0 ? <Turns turns={turns} /> : <Exchange attempt={attempt} className="mt-1" />}
            </div>
          </li>
        )
      })}
    </ol>
  )
}

/** What one research did, step by step. */
function Turns({ turns }: { turns: Schemas['TraceAttempt'][] }) {
  return (
    <details className="mt-1 text-sm">
      <summary className="text-ink-3 text-xs hover:text-ink">{counted(turns.length, 'step')}</summary>
      <ol className="mt-1.5 flex flex-col gap-2 border-l pl-3">
        {turns.map((turn) => {
          const { words, why, tone } = attemptWords(turn)
          return (
            <li key={turn.id}>
              <p className="[overflow-wrap:anywhere]" dir="auto">
                {turnWords(turn)}
              </p>
              <p className="text-ink-3 text-xs tabular-nums">
                {tone === 'plain' && words === 'Answered' ? '' : `${words}${why ? `: ${why}` : ''} · `}
                {factsOf(turn, []).join(' · ')}
              </p>
              <Exchange attempt={turn} />
            </li>
          )
        })}
      </ol>
    </details>
  )
}

function Exchange({ attempt, className }: { attempt: Schemas['TraceAttempt']; className?: string }) {
  if (attempt.request == null && attempt.response == null) return null
  return (
    <details className={`text-xs ${className ?? ''}`}>
      <summary className="text-ink-3 hover:text-ink">Request and answer</summary>
      <pre className="mt-1 max-h-60 overflow-auto rounded-md bg-sunken p-2 font-mono">
        {JSON.stringify({ request: attempt.request, response: attempt.response }, null, 2)}
      </pre>
    </details>
  )
}

/** What it took; of a research its steps say what it cost. */
function factsOf(attempt: Schemas['TraceAttempt'], turns: Schemas['TraceAttempt'][]): string[] {
  const cost = attempt.cached
    ? 'from cache, no cost'
    : attempt.outcome === 'skipped' || turns.length > 0
      ? ''
      : costWords(attempt.cost_usd)
  // A step of a research has no confidence of its own.
  const isSure = attempt.confidence !== null && !isTurn(attempt)
  return [
    attempt.duration_ms !== null ? tookWords(attempt.duration_ms) : '',
    cost,
    attempt.verified === true ? 'verified' : '',
    isSure ? `${Math.round((attempt.confidence ?? 0) * 100)}% confidence` : '',
  ].filter(Boolean)
}
