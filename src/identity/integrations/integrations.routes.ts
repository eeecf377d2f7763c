// Routes of a workspace's integrations.

import { Type } from 'typebox'
import { refuse } from '../../kernel/errors.ts'
import type { Scope } from '../../platform/ctx.ts'
import { defineRoute, type Route } from '../../platform/http/route.ts'
import { LIMITS } from '../../platform/limits/limits.ts'
import { integrationsOf } from '../../providers/catalog.ts'
import { hubspot } from '../../providers/crm/hubspot.ts'
import { salesforce } from '../../providers/crm/salesforce.ts'
import { MODEL_INTEGRATIONS } from '../../providers/models/model-vendors.ts'
import { scopeCovers } from '../api-tokens/token-capabilities.logic.ts'
import { deleteIntegration, type Integrations, testIntegration, updateIntegration } from './integrations.commands.ts'
import { readIntegrations } from './integrations.reads.ts'
import {
  IntegrationList,
  type IntegrationResponse as IntegrationRecord,
  IntegrationResponse,
  IntegrationTest,
  IntegrationUpdate,
} from './integrations.schema.ts'

const PATH = '/api/settings/workspace-integrations'
const ONE = `${PATH}/:integration_id`
const SETTINGS = { tag: 'Settings', access: 'user' } as const
const params = Type.Object({ integration_id: Type.String() })

export function integrationRoutes(parts: Integrations): Route[] {
  const { database, vault, catalog } = parts
  const all = [...integrationsOf(catalog), ...MODEL_INTEGRATIONS, hubspot, salesforce]
  const find = (id: string) => all.find((one) => one.id === id) ?? refuse('not_found', 'Integration not found')

  async function show(scope: Scope, which: typeof all): Promise<IntegrationRecord[]> {
    const hints = scopeCovers(scope, 'settings.edit')
    return database.inWorkspace(scope.workspace_id, (tx) => readIntegrations(tx, vault, which, catalog, hints))
  }
  const showOne = async (scope: Scope, id: string) => (await show(scope, [find(id)]))[0] as IntegrationRecord

  return [
    defineRoute({
      ...SETTINGS,
      method: 'GET',
      path: PATH,
      id: 'list_workspace_integrations',
      summary: 'The vendors that lookups take keys of, and which of them are set up',
      description:
        'Each with the fields that have to be entered and whether they are; what was entered is never answered.',
      needs: 'settings.view',
      response: { 200: IntegrationList },
      async handler({ scope }) {
        const items = await show(scope, all)
        return { items, next_cursor: null, total: items.length }
      },
    }),
    defineRoute({
      ...SETTINGS,
      method: 'GET',
      path: ONE,
      id: 'get_workspace_integration',
      summary: 'One integration',
      description:
        'Its fields, the lookups that take its key, and how the last test of it went; what was entered is never answered.',
      needs: 'settings.view',
      params,
      response: { 200: IntegrationResponse },
      handler: ({ scope }, req) => showOne(scope, req.params.integration_id),
    }),
    defineRoute({
      ...SETTINGS,
      method: 'PUT',
      path: ONE,
      id: 'update_workspace_integration',
      summary: 'Enter keys',
      description:
        'Values are sealed before they are stored and are never given out again. Blank and absent ones leave what is stored. ' +
        'Another address of the service needs its secrets again.',
      needs: 'settings.edit',
      params,
      body: IntegrationUpdate,
      errors: [503],
      response: { 200: IntegrationResponse },
      async handler({ scope }, req) {
        const integration = find(req.params.integration_id)
        await database.inWorkspace(scope, (tx) => updateIntegration(tx, vault, integration, req.body.values))
        return showOne(scope, integration.id)
      },
    }),
    defineRoute({
      ...SETTINGS,
      method: 'DELETE',
      path: ONE,
      id: 'delete_workspace_integration',
      summary: 'Forget what was entered for an integration',
      description: 'Lookups that take its key are passed over as `no_key` from now on; values that were found stay.',
      needs: 'settings.edit',
      params,
      response: { 204: null },
      async handler({ scope }, req) {
        const integration = find(req.params.integration_id)
        await database.inWorkspace(scope, (tx) => deleteIntegration(tx, integration))
        return undefined
      },
    }),
    defineRoute({
      ...SETTINGS,
      method: 'POST',
      path: `${ONE}/test`,
      id: 'test_workspace_integration',
      summary: 'Try the stored key out',
      description: "Makes the vendor's cheapest harmless call, which costs nothing. 409 when no key is stored.",
      needs: 'settings.edit',
      params,
      limit: LIMITS.integration_test,
      errors: [409],
      response: { 200: IntegrationTest },
      handler: ({ scope, signal }, req) => testIntegration(parts, scope, find(req.params.integration_id), signal),
    }),
  ]
}
