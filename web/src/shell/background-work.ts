// What is being done in the background of the workspace beside runs: read again when something of it is told, and while it goes on.

import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { api, currentWorkspace, take } from '../api/client.ts'
import { useEvents } from '../api/events.ts'
import { queries } from '../api/queries.ts'
import type { Schemas } from '../api/shapes.ts'

export type BackgroundWork = Schemas['WorkUnderWay']

const AGAIN_MS = 2_500
/** After a change of columns it takes so long until it is known whether formulas are stale. */
const LATER_MS = 3_000

/** What is computed within this is not worth a word. */
const SOON_MS = 2_000

const key = () => [currentWorkspace(), 'work'] as const

export function useBackgroundWork(): BackgroundWork[] {
  const { data, dataUpdatedAt } = useQuery({
    queryKey: key(),
    queryFn: () => take(api.GET('/api/work')),
    refetchInterval: (query) => (query.state.data?.items.length ? AGAIN_MS : false),
  })
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null)
  useEffect(() => () => clearTimeout(timer.current ?? undefined), [])
  const told = ['change.*', 'rows.import_progress', 'rows.imported', 'export.progress', 'workbook.updated', 'job.*']
  useEvents({ types: told }, (event) => {
    // Work that is listed already is read anyway.
    if (data?.items.length && event.type.endsWith('progress')) return
    const wait = event.type === 'workbook.updated' ? LATER_MS : 300
    timer.current ??= setTimeout(() => {
      timer.current = null
      void queries.invalidateQueries({ queryKey: key() })
    }, wait)
  })
  return (data?.items ?? []).filter(
    ({ kind, started_at }) => kind !== 'compute' || dataUpdatedAt - Date.parse(started_at) >= SOON_MS,
  )
}

/** Resolves when the service has accepted it; the list shows how it ends. */
export async function cancelWork({ id, job_id, kind, workbook_id }: BackgroundWork): Promise<void> {
  // Viewers export, and stop that, without the right to other jobs.
  if (kind === 'export' && workbook_id !== null)
    await take(
      api.POST('/api/workbooks/{workbook_id}/exports/{export_id}/cancel', {
        params: { path: { workbook_id, export_id: id } },
      }),
    )
  else if (job_id !== null) await take(api.POST('/api/jobs/{job_id}/cancel', { params: { path: { job_id } } }))
  else if (workbook_id !== null)
    await take(
      api.POST('/api/workbooks/{workbook_id}/work/{work_id}/cancel', {
        params: { path: { workbook_id, work_id: id } },
      }),
    )
  await queries.invalidateQueries({ queryKey: key() })
}

export async function cancelRun(workbookId: string, runId: string): Promise<void> {
  const path = { workbook_id: workbookId, run_id: runId }
  await take(api.POST('/api/workbooks/{workbook_id}/runs/{run_id}/cancel', { params: { path } }))
}
