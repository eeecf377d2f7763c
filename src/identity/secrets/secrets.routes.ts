// Routes of a workspace's own secrets.
import type { Database, WorkspaceTx } from '../../platform/db/database.ts'
import { defineRoute, type Route } from '../../platform/http/route.ts'
import type { Vault } from '../../platform/secrets/vault.ts'
import { deleteSecret, putSecret } from './secrets.commands.ts'
import { readSecrets } from './secrets.reads.ts'
import { SecretList, SecretQuery, SecretResponse, SecretUpdate } from './secrets.schema.ts'

type Use<Of extends 'used_by' | 'providers'> = { secret: string } & SecretResponse[Of][number]

/** A read of a higher room: the columns and providers that name secrets. */
type SecretUses = (tx: WorkspaceTx) => Promise<{ columns: Use<'used_by'>[]; providers: Use<'providers'>[] }>

const PATH = '/api/settings/secrets'
const SETTINGS = { tag: 'Settings', access: 'user' } as const

export function secretRoutes(parts: { database: Database; vault: Vault; usesOfSecrets: SecretUses }): Route[] {
  const { database, vault, usesOfSecrets } = parts
  const readAll = async (tx: WorkspaceTx) => {
    const { columns, providers } = await usesOfSecrets(tx)
    const used = (name: string) => ({
      used_by: columns.flatMap(({ secret, ...use }) => (secret === name ? [use] : [])),
      providers: providers.flatMap(({ secret, ...use }) => (secret === name ? [use] : [])),
    })
    const items: SecretResponse[] = (await readSecrets(tx)).map((secret) => ({ ...secret, ...used(secret.name) }))
    const absent = new Set([...columns, ...providers].map(({ secret }) => secret))
    for (const { name } of items) absent.delete(name)
    return { items, missing: [...absent].sort().map((name) => ({ name, ...used(name) })) }
  }
  return [
    defineRoute({
      ...SETTINGS,
      method: 'GET',
      path: PATH,
      id: 'list_secrets',
      summary: 'Names of the secrets that columns and providers may use, and which do',
      description:
        'Values are never returned. `missing` lists names that columns or providers use and that have no value.',
      needs: 'settings.view',
      response: { 200: SecretList },
      async handler({ scope }) {
        const { items, missing } = await database.inWorkspace(scope, readAll)
        return { items, next_cursor: null, total: items.length, missing }
      },
    }),
    defineRoute({
      ...SETTINGS,
      method: 'PUT',
      path: PATH,
      id: 'put_secret',
      summary: 'Enter or replace a secret, or say where it may go',
      description:
        'Columns refer to it by name; its value is sent only to the hosts that are allowed for it, from the columns that may ' +
        'use it, and is masked in every trace.',
      needs: 'settings.edit',
      body: SecretUpdate,
      errors: [409, 503],
      response: { 200: SecretResponse },
      handler: ({ scope }, { body }) =>
        database.inWorkspace(scope, async (tx) => {
          await putSecret(tx, vault, body)
          return (await readAll(tx)).items.find(({ name }) => name === body.name) as SecretResponse
        }),
    }),
    defineRoute({
      ...SETTINGS,
      method: 'DELETE',
      path: PATH,
      id: 'delete_secret',
      summary: 'Forget a secret',
      description: 'Columns that name it skip their rows from now on, because the key is missing.',
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
