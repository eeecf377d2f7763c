// What the start page, the palette and the tour ask of the API.

import { keepPreviousData } from '@tanstack/react-query'
import { api, currentWorkspace, take } from '../../api/client.ts'
import { queries } from '../../api/queries.ts'
import type { Schemas } from '../../api/shapes.ts'

export type Setup = Schemas['HomeSetup']

export const homeKey = () => [currentWorkspace(), 'home'] as const

export function homeQuery() {
  return { queryKey: homeKey(), queryFn: () => take(api.GET('/api/home')) }
}

/** Records whose name contains the text. */
export function foundQuery(q: string) {
  return {
    queryKey: [currentWorkspace(), 'search', q] as const,
    queryFn: async ({ signal }: { signal: AbortSignal }) =>
      (await take(api.GET('/api/search', { params: { query: { q } }, signal }))).items,
    placeholderData: keepPreviousData,
  }
}

const keep = (tour: Schemas['Tour']) => {
  queries.setQueryData<Schemas['Home']>(homeKey(), (home) => home && { ...home, tour })
  return tour
}

export const beginTour = async () => keep(await take(api.POST('/api/home/tour')))

export const updateTour = async (body: { dismissed?: boolean; estimated?: true }) =>
  keep(await take(api.PATCH('/api/home/tour', { body })))
