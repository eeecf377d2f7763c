// The doors of a workspace's own secrets.
import type { Database } from '../../platform/db/database.ts'
import { defineRoute, type Route } from '../../platform/http/route.ts'
import type { Vault } from '../../platform/secrets/vault.ts'
import { deleteSecret, putSecret } from './secrets.commands.ts'
import { readSecrets } from './secrets.reads.ts'
import { SecretList, SecretQuery, SecretResponse, SecretUpdate } from './secrets.schema.ts'

const PATH = '/api/settings/secrets'
const SETTINGS = { tag: 'Settings', access: 'user' } as const

export function secretRoutes({ database, vault }: { database: Database; vault: Vault }): Route[] {
  return [
    defineRoute({
      ...SETTINGS,
      method: 'GET',
      path: PATH,
      id: 'list_secrets',
      summary: 'Names of the secrets that columns may use',
      needs: 'settings.view',
      response: { 200: SecretList },
      async handler({ scope }) {
        const items = await database.inWorkspace(scope, readSecrets)
        return { items, next_cursor: null, total: items.length }
      },
    }),
    defineRoute({
      ...SETTINGS,
      method: 'PUT',
      path: PATH,
      id: 'put_secret',
      summary: 'Enter or replace a secret',
      description: 'Columns name it; its value goes only where such a column sends it, and is masked in every trace.',
      needs: 'settings.edit',
      body: SecretUpdate,
      errors: [409, 503],
      response: { 200: SecretResponse },
      handler: ({ scope }, { body }) =>
        database.inWorkspace(scope, (tx) => putSecret(tx, vault, body.name, body.value)),
    }),
    defineRoute({
      ...SETTINGS,
      method: 'DELETE',
      path: PATH,
      id: 'delete_secret',
      summary: 'Forget a secret',
      description: 'Rows of columns that name it are skipped from now on, for want of a key.',
      needs: 'settings.edit',
      query: SecretQuery,
      response: { 204: null },
      async handler({ scope }, { query }) {
        await database.inWorkspace(scope, (tx) => deleteSecret(tx, query.name))
        return undefined
      },
    }),
  ]
}
