// A plan: what would happen step by step, at what cost, and the buttons that decide.

import { Check, CircleDashed, Send, Undo2, X } from 'lucide-react'
import { useState } from 'react'
import type { Schemas } from '../../api/shapes.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { money } from '../../ui/format.ts'
import { FormError } from '../../ui/forms/form-error.tsx'
import { useSubmit } from '../../ui/forms/use-submit.ts'
import { planActs, refresh } from './assistant.queries.ts'

const STATUS: Record<
  Schemas['AssistantPlan']['status'],
  [text: string, tone: 'plain' | 'accent' | 'ok' | 'warn' | 'bad']
> = {
  proposed: ['Needs approval', 'accent'],
  running: ['Running', 'accent'],
  done: ['Done', 'ok'],
  failed: ['Failed', 'bad'],
  stopped: ['Stopped', 'warn'],
  rejected: ['Rejected', 'plain'],
  undone: ['Undone', 'plain'],
}

const ICONS = { waiting: CircleDashed, done: Check, failed: X, undone: Undo2 }

export function PlanCard({ plan }: { plan: Schemas['AssistantPlan'] }) {
  const { busy, submit, words } = useSubmit()
  const [text, tone] = STATUS[plan.status]
  const act = (verb: keyof typeof planActs) =>
    void submit(async () => {
      await planActs[verb](plan.id)
      await refresh()
    })
  const hasEnded = plan.status === 'done' || plan.status === 'failed' || plan.status === 'stopped'
  return (
    <section aria-label={`Plan: ${plan.title}`} className="flex flex-col gap-3 rounded-md border p-3">
      <header className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h3 className="min-w-0 flex-1 font-medium" dir="auto">
          {plan.autopilot ? 'Autopilot: ' : ''}
          {plan.title}
        </h3>
        <Badge tone={tone}>{text}</Badge>
      </header>
      <ol className="flex flex-col gap-2">
        {plan.steps.map((step, at) => {
          const Icon = ICONS[step.status]
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: steps are only ever added at the end
            <li key={at} className="flex items-start gap-2 text-sm">
              <Icon aria-label={step.status} className="mt-0.5 size-3.5 shrink-0 text-ink-3" />
              <div className="min-w-0 flex-1">
                <p className="break-words" dir="auto">
                  {step.says}
                </p>
                {step.changes
                  .filter((change) => !isSame(change, step.says))
                  .map((change) => (
                    <p key={change} className="break-words text-ink-2 text-xs" dir="auto">
                      {change}
                    </p>
                  ))}
                <StepSettings step={step} />
                {step.error && <p className="text-bad text-xs">{step.error}</p>}
                {step.undo_problem && <p className="text-warn text-xs">Not undone: {step.undo_problem}</p>}
              </div>
              {step.max_usd !== null && (
                <span className="shrink-0 text-ink-3 text-xs tabular-nums">at most {money(step.max_usd)}</span>
              )}
            </li>
          )
        })}
      </ol>
      <footer className="flex flex-wrap items-center gap-2">
        <span className="min-w-0 flex-1 text-ink-3 text-sm">{costWords(plan)}</span>
        {plan.status === 'proposed' && (
          <>
            <Button size="sm" onClick={() => act('reject')} disabled={busy}>
              Reject
            </Button>
            <Button size="sm" look="primary" busy={busy} onClick={() => act('approve')}>
              Approve and run
            </Button>
          </>
        )}
        {plan.status === 'running' && (
          <Button size="sm" look="danger" busy={busy} onClick={() => act('stop')}>
            Stop
          </Button>
        )}
        {hasEnded && plan.steps.some(({ status }) => status === 'done') && (
          <Button size="sm" icon={Undo2} busy={busy} onClick={() => act('undo')}>
            Undo this plan
          </Button>
        )}
      </footer>
      {plan.error && plan.status !== 'done' && <p className="text-bad text-sm">{plan.error}</p>}
      <FormError>{words}</FormError>
    </section>
  )
}

/** The number of settings that are shown open; more are folded. */
const FEW = 10

/** All that a step sets, before it is approved: who gets data first, then addresses, prompts, formulas and values. */
function StepSettings({ step }: { step: Schemas['AssistantPlan']['steps'][number] }) {
  const [isOpen, setOpen] = useState(false)
  const leaving = step.sets.filter(({ sends_to }) => sends_to !== null)
  const receivers = [...new Set(leaving.map(({ sends_to }) => sends_to))].join(', ')
  const shown = isOpen ? step.sets : step.sets.slice(0, Math.max(FEW, leaving.length))
  const more = step.sets.length - shown.length
  return (
    <>
      {receivers !== '' && (
        <p className="mt-0.5 flex items-start gap-1 break-words text-warn text-xs">
          <Send aria-hidden className="mt-0.5 size-3 shrink-0" />
          <span dir="auto" className="min-w-0 [overflow-wrap:anywhere]">
            Sends data to {receivers}
          </span>
        </p>
      )}
      {receivers === '' && step.reaches.includes('outside') && (
        <p className="mt-0.5 text-warn text-xs">Services outside of this install take part</p>
      )}
      {step.reaches.includes('people') && <p className="mt-0.5 text-warn text-xs">Writes to people</p>}
      {shown.length > 0 && (
        <dl
          aria-label="Settings"
          className="mt-1 flex flex-col gap-0.5 text-xs sm:grid sm:grid-cols-[10rem_1fr] sm:gap-x-3"
        >
          {shown.map(({ name, value, sends_to }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the settings of a step never change
            <div key={at} className="contents">
              <dt className="text-ink-3 [overflow-wrap:anywhere]" dir="auto">
                {name}
              </dt>
              <dd
                dir="auto"
                className={`min-w-0 whitespace-pre-wrap max-sm:pb-1.5 [overflow-wrap:anywhere] ${sends_to === null ? 'text-ink' : 'text-warn'}`}
              >
                {value}
              </dd>
            </div>
          ))}
        </dl>
      )}
      {(more > 0 || isOpen) && (
        <Button size="sm" className="mt-1" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? 'Show fewer settings' : `Show ${more} more settings`}
        </Button>
      )}
      {isOpen && step.unshown > 0 && (
        <p className="text-ink-3 text-xs">{step.unshown} more, none of which sends data, are in the plan of the API.</p>
      )}
    </>
  )
}

/** A step with one change often says it in its own line already. */
function isSame(change: string, says: string): boolean {
  const plain = (text: string) => text.replace(/[“”"]/g, '"').replace(/\.$/, '')
  return plain(change) === plain(says)
}

function costWords({ status, expected_usd, max_usd, spent_usd }: Schemas['AssistantPlan']): string {
  if (status !== 'proposed' && spent_usd === 0 && max_usd === 0)
    return status === 'running' ? 'Costs nothing' : 'It cost nothing'
  if (status !== 'proposed') return `Spent ${money(spent_usd)} of at most ${money(max_usd)}`
  if (max_usd === 0) return 'Costs nothing'
  return expected_usd === null
    ? `Costs at most ${money(max_usd)}`
    : `Costs about ${money(expected_usd)}, at most ${money(max_usd)}`
}
