// The values that a column or a part of its cells has, the most frequent first, to be picked instead of typed.
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { api, take } from '../../../api/client.ts'
import { freshFor, keys } from '../../../api/queries.ts'
import { runsQuery } from '../workbook.queries.ts'
import type { FilterLeaf } from '../workbook.shapes.ts'

const REST_MS = 250
const MOMENT = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' })
const SHOWN = 30

export interface KnownValues {
  value: string
  label: string
  rows: number
}

/** `typed` is what they have to hold. None while they are not known, where they cannot be read in time, and on pages of no workbook. */
export function useKnownValues({ field, on }: FilterLeaf, typed: string, enabled: boolean): KnownValues[] {
  const { workbookId = '' } = useParams({ strict: false })
  const rested = useRested(typed.trim())
  const place = { field, ...(on ? { on } : {}) }
  const { data: runs } = useQuery({
    ...runsQuery(workbookId),
    enabled: enabled && workbookId !== '' && on === 'run_id',
  })
  const { data } = useQuery({
    queryKey: [...keys.workbook(workbookId), 'known values', field, on ?? 'value', rested],
    queryFn: ({ signal }) =>
      take(
        api.POST('/api/workbooks/{workbook_id}/rows/groups', {
          params: { path: { workbook_id: workbookId } },
          body: {
            group: { ...place, dir: 'desc' },
            by: 'count',
            limit: SHOWN,
            ...(rested && { filter: { ...place, op: 'contains', value: rested } }),
          },
          signal,
        }),
      ),
    enabled: enabled && workbookId !== '' && field !== '',
    staleTime: freshFor(30_000),
    retry: false,
    placeholderData: (before) => before,
  })
  return (data?.items ?? []).flatMap(({ value, count }) => {
    if (typeof value !== 'string' && typeof value !== 'number') return []
    const run = on === 'run_id' ? runs?.items.find(({ run_id }) => run_id === value) : undefined
    return [
      {
        value: String(value),
        label: run?.started_at ? `Run of ${MOMENT.format(Date.parse(run.started_at))}` : String(value),
        rows: count,
      },
    ]
  })
}

function useRested(text: string): string {
  const [rested, setRested] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setRested(text), REST_MS)
    return () => clearTimeout(timer)
  }, [text])
  return rested
}
