// What went wrong in a run and what waits, by cause: each group with advice, its rows, and a retry where that can help.

import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Filter as FilterIcon, RotateCw } from 'lucide-react'
import type { Schemas } from '../../api/shapes.ts'
import { useWorkspace } from '../../session/workspace.ts'
import { Button } from '../../ui/button.tsx'
import { count, counted } from '../../ui/format.ts'
import { PanelPart } from '../../ui/panel-part.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { ErrorState } from '../../ui/states.tsx'
import { providerName } from '../columns/provider-name.ts'
import { isOver } from '../columns/run.logic.ts'
import { providersQuery } from '../columns/workbook.queries.ts'
import type { Filter, Run, RunRequestParts } from '../columns/workbook.shapes.ts'
import type { RunActs } from './run-acts.ts'
import { listErrors, panelKey } from './runs.api.ts'

interface Props extends Pick<RunActs, 'canRun' | 'onStart' | 'onFilter'> {
  workbookId: string
  run: Run
  show: (runId: string | null) => void
}

export function RunErrors({ workbookId, run, canRun, onStart, onFilter, show }: Props) {
  const over = isOver(run.status)
  // Cells that wait are in no count until the run is through with them.
  const troubled = !over || ['error', 'throttled', 'budget_stopped'].some((status) => (run.counts?.[status] ?? 0) > 0)
  const found = useQuery({
    queryKey: [...panelKey(workbookId), run.run_id, 'errors'],
    queryFn: ({ signal }) => listErrors(workbookId, run.run_id, signal),
    enabled: troubled,
  })
  const groups = found.data?.items ?? []
  const waiting = over ? [] : groups.filter(({ status }) => status === 'throttled')
  const wrong = groups.filter((group) => !waiting.includes(group))
  if (!troubled || (!over && groups.length === 0 && !found.isError)) return null
  const retry = async (group: Schemas['ErrorGroup']) => {
    if (await onStart(group.retry as RunRequestParts)) show(null)
  }
  return (
    <>
      {waiting.length > 0 && (
        <PanelPart title="What waits for a provider">
          <Groups groups={waiting} onFilter={onFilter} />
        </PanelPart>
      )}
      {(wrong.length > 0 || waiting.length === 0) && (
        <PanelPart title="What went wrong">
          {found.isPending && <Skeleton className="h-24" />}
          {found.isError && (
            <ErrorState
              title="The errors could not be loaded"
              error={found.error}
              retry={() => void found.refetch()}
              className="px-0 py-0"
            />
          )}
          {found.data && wrong.length === 0 && (
            <p className="text-ink-2 text-sm">
              None of these cells is as this run left it: they were run again or changed since.
            </p>
          )}
          <Groups groups={wrong} onFilter={onFilter} onRetry={canRun ? retry : undefined} />
        </PanelPart>
      )}
    </>
  )
}

interface GroupsProps {
  groups: Schemas['ErrorGroup'][]
  onFilter: (filter: Filter) => void
  onRetry?: ((group: Schemas['ErrorGroup']) => Promise<void>) | undefined
}

const OF_THE_PROVIDER = new Set(['circuit_open', 'vendor_error', 'timeout', 'auth', 'quota'])

function Groups({ groups, onFilter, onRetry }: GroupsProps) {
  const workspace = useWorkspace()
  const providers = useQuery(providersQuery())
  const labels = new Map(providers.data?.map((one) => [one.id, one.label]))
  const labelOf = (id: string | null) => (id ? providerName(id, labels) : null)
  return (
    <ul className="flex flex-col gap-3">
      {groups.map((group) => (
        <li
          key={`${group.column_id} ${group.provider} ${group.status} ${group.reason}`}
          className="rounded-md border px-3 py-2"
        >
          <p className="flex justify-between gap-3">
            <span className="font-medium">
              {[group.column_name, labelOf(group.provider)].filter(Boolean).join(' · ')}
            </span>
            <span className="whitespace-nowrap text-ink-2 tabular-nums">{counted(group.cells, 'cell')}</span>
          </p>
          {group.message && (
            <p
              className={`mt-1 text-sm [overflow-wrap:anywhere] ${group.status === 'error' ? 'text-bad' : 'text-ink-2'}`}
            >
              {group.message}
            </p>
          )}
          <p className="mt-1 text-ink-2 text-sm">{group.advice}</p>
          <div className="mt-2 flex flex-wrap items-center gap-2">
            {onRetry && (
              <Button size="sm" icon={RotateCw} onClick={() => void onRetry(group)}>
                {`Retry ${count(group.cells)}`}
              </Button>
            )}
            <Button size="sm" look="quiet" icon={FilterIcon} onClick={() => onFilter(group.retry.filter as Filter)}>
              Show the rows
            </Button>
            {group.provider && (group.status === 'throttled' || OF_THE_PROVIDER.has(group.reason ?? '')) && (
              <Link
                to="/w/$workspace/settings/providers"
                params={{ workspace: workspace.slug }}
                className="rounded-sm px-1 text-ink-2 text-sm hover:text-ink hover:underline"
              >
                How it is doing
              </Link>
            )}
          </div>
        </li>
      ))}
    </ul>
  )
}
