// What the inbox of notices asks of the API, and what it changes.

import { api, take } from '../../api/client.ts'
import { invalidateSoon, keys, queries } from '../../api/queries.ts'
import type { Schemas } from '../../api/shapes.ts'

export type Preferences = Schemas['NoticePreferences']
export type PreferencesUpdate = Schemas['NoticePreferencesUpdate']

const key = (name: string) => keys.settings(`notices ${name}`)

export const noticesQuery = () => ({
  queryKey: key('list'),
  initialPageParam: '',
  queryFn: ({ pageParam }: { pageParam: string }) =>
    take(api.GET('/api/notices', { params: { query: { limit: 50, ...(pageParam && { cursor: pageParam }) } } })),
  getNextPageParam: (last: { next_cursor: string | null }) => last.next_cursor,
})

export const unreadQuery = () => ({
  queryKey: key('unread'),
  queryFn: async () => (await take(api.GET('/api/notices', { params: { query: { limit: 1, unread: true } } }))).unread,
})

export const preferencesQuery = () => ({
  queryKey: key('preferences'),
  queryFn: () => take(api.GET('/api/notices/preferences')),
})

export function forgetNoticesSoon() {
  for (const name of ['list', 'unread']) invalidateSoon(key(name))
}

/** Without ids all of them. */
export async function mark(read: boolean, ids?: string[]) {
  const { unread } = await take(api.POST('/api/notices/mark', { body: { read, ...(ids && { ids }) } }))
  queries.setQueryData(unreadQuery().queryKey, unread)
  await queries.invalidateQueries({ queryKey: key('list') })
}

export async function savePreferences(body: PreferencesUpdate) {
  queries.setQueryData(preferencesQuery().queryKey, await take(api.PUT('/api/notices/preferences', { body })))
}
