// What the API description says about the service as a whole.
import { capabilitiesFor } from '../identity/api-tokens/token-capabilities.logic.ts'
import type { ApiInfo } from '../platform/http/docs/openapi.ts'
import { ROOMS } from './rooms.ts'
import { VERSION } from './version.ts'

export const API_INFO: ApiInfo = {
  title: 'Millrace',
  version: VERSION,
  description:
    'Build and enrich lead data: workbooks of rows and columns, waterfalls of data providers, runs that can be estimated, ' +
    'watched, stopped and explained.\n\n' +
    'Log in with POST /auth/token and send the access token as `Authorization: Bearer …`. Programs send an access token of their own ' +
    '(`ycp_…`, POST /api/mcp/tokens): it acts in one workspace, opens the operations whose `x-token-capabilities` it has, and no others. Requests act in the workspace ' +
    'of the header `x-workspace-id`, else in the active one. Errors are `{detail}`; a request that does not fit gets 422 ' +
    'with every problem at once. Lists answer `{items, next_cursor}`.\n\n' +
    'Every address below `/api/workbooks` is served by the same operation below `/api/v2/workbooks`.',
  tokenUrl: '/auth/token',
  tokenNeeds: capabilitiesFor,
  events: ROOMS.flatMap(({ events }) => events ?? []),
  tags: ROOMS.flatMap(({ tags }) => tags ?? []),
}
