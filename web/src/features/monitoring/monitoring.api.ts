// Every call of the pages of signals and watches, and the keys under which answers are kept.

import { api, currentWorkspace, once, take } from '../../api/client.ts'
import { queries } from '../../api/queries.ts'
import type { Schemas } from '../../api/shapes.ts'

export type WatchKindInfo = Schemas['WatchKindList']['items'][number]

export const monitoringKey = (...more: unknown[]) => [currentWorkspace(), 'monitoring', ...more] as const

const ALL = 'new,seen,snoozed,actioned,dismissed'
const PAGE = 50

const nextOf = (page: { next_cursor: string | null }) => page.next_cursor

export interface FeedSearch {
  status: 'open' | Schemas['Signal']['status']
  type: Schemas['Signal']['type'] | ''
  search: string
}

export const feedQuery = ({ status, type, search }: FeedSearch) => ({
  queryKey: monitoringKey('signals', status, type, search),
  initialPageParam: null as string | null,
  queryFn: ({ pageParam }: { pageParam: string | null }) =>
    take(
      api.GET('/api/signals', {
        params: {
          query: {
            limit: PAGE,
            status: status === 'open' ? 'new,seen' : status,
            ...(type && { type }),
            ...(search && { search }),
            ...(pageParam && { cursor: pageParam }),
          },
        },
      }),
    ),
  getNextPageParam: nextOf,
})

export const timelineQuery = (company: string) => ({
  queryKey: monitoringKey('signals', 'company', company),
  queryFn: () => take(api.GET('/api/signals', { params: { query: { company, status: ALL, limit: 100 } } })),
})

export const intentQuery = (lead_id: number) => ({
  queryKey: monitoringKey('signals', 'intent', lead_id),
  queryFn: () => take(api.GET('/api/signals/intent', { params: { query: { lead_ids: String(lead_id) } } })),
})

export const analyticsQuery = (weeks: number) => ({
  queryKey: monitoringKey('signals', 'analytics', weeks),
  queryFn: () => take(api.GET('/api/signals/analytics', { params: { query: { weeks } } })),
})

/** One at a time or many; returns when the server has it. The page shows it before that, so it is sent also when the page is left. */
export async function mark(signal_ids: string[], status: Schemas['Signal']['status']): Promise<void> {
  await take(api.POST('/api/signals/mark', { body: { signal_ids, status }, keepalive: true }))
}

export const forgetSignals = () => queries.invalidateQueries({ queryKey: monitoringKey('signals') })
export const forgetWatches = () => queries.invalidateQueries({ queryKey: monitoringKey('watches') })

export const startScan = () => take(api.POST('/api/signals/scan', { params: once() }))

export const kindsQuery = () => ({
  queryKey: monitoringKey('kinds'),
  queryFn: async () => (await take(api.GET('/api/watches/kinds'))).items,
  staleTime: Number.POSITIVE_INFINITY,
})

export const watchesQuery = (search: string) => ({
  queryKey: monitoringKey('watches', search),
  initialPageParam: null as string | null,
  queryFn: ({ pageParam }: { pageParam: string | null }) =>
    take(
      api.GET('/api/watches', {
        params: { query: { limit: 100, ...(search && { search }), ...(pageParam && { cursor: pageParam }) } },
      }),
    ),
  getNextPageParam: nextOf,
})

export const watchQuery = (watch_id: string) => ({
  queryKey: monitoringKey('watches', 'one', watch_id),
  queryFn: () => take(api.GET('/api/watches/{watch_id}', { params: { path: { watch_id } } })),
})

export const pollsQuery = (watch_id: string) => ({
  queryKey: monitoringKey('watches', 'one', watch_id, 'polls'),
  queryFn: () =>
    take(api.GET('/api/watches/{watch_id}/polls', { params: { path: { watch_id }, query: { limit: 20 } } })),
})

export const createWatch = (body: Schemas['WatchCreate']) => take(api.POST('/api/watches', { body }))
export const patchWatch = (watch_id: string, body: Schemas['WatchUpdate']) =>
  take(api.PATCH('/api/watches/{watch_id}', { params: { path: { watch_id } }, body }))
export const removeWatch = (watch_id: string) =>
  take(api.DELETE('/api/watches/{watch_id}', { params: { path: { watch_id } } }))
export const pollNow = (watch_id: string) =>
  take(api.POST('/api/watches/{watch_id}/poll', { params: { path: { watch_id } } }))
export const tryWatch = (body: Schemas['WatchPreviewAskInput']) => take(api.POST('/api/watches/preview', { body }))

export const groupsQuery = () => ({
  queryKey: monitoringKey('watches', 'groups'),
  queryFn: async () => (await take(api.GET('/api/watches/groups', { params: { query: { limit: 100 } } }))).items,
})
export const createGroup = (body: Schemas['WatchGroupCreate']) => take(api.POST('/api/watches/groups', { body }))
export const removeGroup = (group_id: string) =>
  take(api.DELETE('/api/watches/groups/{group_id}', { params: { path: { group_id } } }))
export const syncGroup = (group_id: string) =>
  take(api.POST('/api/watches/groups/{group_id}/sync', { params: { path: { group_id } } }))
