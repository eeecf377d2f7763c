// Every workspace of the user at a glance.
import { api, take } from '../../api/client.ts'
import { everyItem, keys } from '../../api/queries.ts'
import type { Schemas } from '../../api/shapes.ts'

const place = [...keys.workspaces, 'overview']

export const overviewQuery = () => ({
  queryKey: place,
  queryFn: () =>
    everyItem<Schemas['WorkspaceOverview']>((page) =>
      take(api.GET('/api/workspaces/overview', { params: { query: { ...page, limit: 50 } } })),
    ),
})
