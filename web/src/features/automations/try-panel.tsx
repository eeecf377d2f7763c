// The last real events beside a rule: which of them would start it, and what it would do on one, without effect.

import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { CircleCheck, CircleSlash, Play } from 'lucide-react'
import { useState } from 'react'
import { asProblem, describeProblem } from '../../api/problem.ts'
import type { Schemas } from '../../api/shapes.ts'
import { useAct } from '../../session/use-act.ts'
import { roleReaches, useWorkspace } from '../../session/workspace.ts'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/classes.ts'
import { money } from '../../ui/format.ts'
import { toast } from '../../ui/overlays/toast.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { TimeAgo } from '../../ui/time.tsx'
import { type Part, type RuleDraft, runNow, tryQuery } from './automations.api.ts'
import { faultsOf, idOf, type OfferedAction, wayWord } from './draft.logic.ts'
import { JsonView } from './json-view.tsx'

interface Props {
  draft: RuleDraft
  kinds: readonly OfferedAction[]
  events: UseQueryResult<Pick<Schemas['AutomationEvents'], 'items'>>
  isReady: boolean
  /** The first action that lacks a setting. */
  unfinished: Part | undefined
  /** The rule as it is saved; null while it differs. */
  rule: Schemas['Automation'] | null
}

export function TryPanel({ draft, kinds, events, isReady, unfinished, rule }: Props) {
  const [chosen, setChosen] = useState<string | null>(null)
  const items = events.data?.items ?? []
  const event = items.find((one) => one.event_key === chosen) ?? items[0]
  return (
    <aside aria-label="Try it on real events" className="flex min-w-0 flex-col gap-3 lg:border-l lg:pl-6">
      <h2 className="font-semibold">Try it on the last events</h2>
      {!isReady && <p className="text-ink-3 text-sm">Choose what starts it to see what has happened lately.</p>}
      {isReady && events.isError && <p className="text-bad text-sm">{describeProblem(events.error).what}</p>}
      {isReady && events.isPending && <Skeleton className="h-24" />}
      {events.data && items.length === 0 && (
        <p className="text-ink-3 text-sm">Nothing of the kind has happened yet. It starts with the first event.</p>
      )}
      <ul className="flex flex-col">
        {items.map((one) => {
          const isMet = one.matches !== false
          const Icon = isMet ? CircleCheck : CircleSlash
          return (
            <li key={one.event_key}>
              <button
                type="button"
                aria-pressed={one === event}
                className={cx(
                  'flex w-full items-center gap-2 rounded-md px-2 py-1.5 text-left hover:bg-hover pointer-coarse:min-h-11',
                  one === event && 'bg-accent-soft',
                )}
                onClick={() => setChosen(one.event_key)}
              >
                <Icon
                  aria-label={isMet ? 'Would start it' : 'Would not start it'}
                  className={cx('size-4 shrink-0', isMet ? 'text-ok' : 'text-ink-3')}
                />
                <span className="min-w-0 flex-1 truncate" dir="auto">
                  {one.title}
                </span>
                <span className="shrink-0 text-ink-3 text-xs">
                  <TimeAgo at={one.at} />
                </span>
              </button>
            </li>
          )
        })}
      </ul>
      {event && unfinished && (
        <p className="text-ink-3 text-sm">Fill in action {idOf(unfinished)} to see what would be done.</p>
      )}
      {event && !unfinished && draft.actions.length > 0 && (
        <Outcome draft={draft} kinds={kinds} eventKey={event.event_key} rule={rule} />
      )}
      {event && <JsonView title="What this event brings" value={event.facts} />}
    </aside>
  )
}

type ShownAction = Schemas['AutomationTestResult']['actions'][number]

/** How deep each stands inside of branches, and whether it is the first of its way. */
function levelled(actions: readonly ShownAction[]) {
  const levels = new Map<number, number>()
  const begun = new Set<string>()
  return actions.map((action) => {
    const level = action.way ? (levels.get(action.way.of) ?? 0) + 1 : 0
    levels.set(action.id, level)
    const way = action.way ? `${action.way.of} ${action.way.name}` : ''
    const isFirst = way !== '' && !begun.has(way)
    begun.add(way)
    return { action, level, isFirst }
  })
}

function Outcome({
  draft,
  kinds,
  eventKey,
  rule,
}: {
  draft: RuleDraft
  kinds: readonly OfferedAction[]
  eventKey: string
  rule: Schemas['Automation'] | null
}) {
  const workspace = useWorkspace()
  const mayEdit = roleReaches(workspace.role, 'admin')
  const tried = useQuery({ ...tryQuery(draft, eventKey), enabled: mayEdit })
  const [busy, act] = useAct()
  if (!mayEdit) return null
  const run = () =>
    rule &&
    act(async () => {
      await runNow(rule.id, eventKey)
      toast('It runs on this event', { tone: 'good' })
    }, 'Nothing was run.')
  if (tried.isError) {
    const { fields } = asProblem(tried.error)
    const words =
      Object.keys(fields).length > 0 ? faultsOf(draft.actions, kinds, fields) : describeProblem(tried.error).what
    return <p className="text-ink-3 text-sm">{words}</p>
  }
  if (!tried.data) return <Skeleton className="h-20" />
  return (
    <div className="flex flex-col gap-2 rounded-md border p-3">
      <p className="font-medium text-sm">
        {tried.data.matches ? 'It would do this' : 'The condition is not met; else it would do this'}
        {tried.data.estimate_usd > 0 && `, for about ${money(tried.data.estimate_usd)}`}
      </p>
      <ol className="flex flex-col gap-1.5 text-sm">
        {levelled(tried.data.actions).map(({ action, level, isFirst }) => (
          <li
            key={action.id}
            className="[overflow-wrap:anywhere]"
            style={{ paddingInlineStart: `${Math.min(level, 4) * 0.75}rem` }}
          >
            {isFirst && action.way && (
              <span className="block text-ink-3 text-xs">{wayWord(action.way.name, kinds)}</span>
            )}
            {action.text}
            {action.problem && <span className="block text-bad">{action.problem}</span>}
          </li>
        ))}
      </ol>
      <p className="text-ink-3 text-xs">Writes nothing and makes no calls.</p>
      {rule?.status === 'active' && (
        <Button size="sm" icon={Play} busy={busy} className="self-start" onClick={() => void run()}>
          Run it on this event
        </Button>
      )}
    </div>
  )
}
