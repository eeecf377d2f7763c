// The saved filters over leads that a member sees: their own and the shared ones.
import { api, currentWorkspace, take } from '../../api/client.ts'

export const filtersKey = () => [currentWorkspace(), 'lead-filters'] as const
export const filtersQuery = () => ({
  queryKey: filtersKey(),
  queryFn: async () => (await take(api.GET('/api/leads/filters'))).items,
})
