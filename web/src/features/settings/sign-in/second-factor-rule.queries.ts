// Whether a workspace lets in a password alone, and whether the login of this tab gets in.
import { api, take } from '../../../api/client.ts'

export const ruleQuery = (id: string) => ({
  queryKey: ['second-factor-rule', id] as const,
  queryFn: () => take(api.GET('/api/workspaces/{ws_id}/second-factor', { params: { path: { ws_id: id } } })),
  staleTime: 30_000,
})

export const putRule = (id: string, required: boolean) =>
  take(api.PUT('/api/workspaces/{ws_id}/second-factor', { params: { path: { ws_id: id } }, body: { required } }))
