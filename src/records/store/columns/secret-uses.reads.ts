// Which columns and own providers name which secrets of the workspace.

import { fixedHost } from '../../../engine/columns/template-parts.ts'
import type { WorkspaceTx } from '../../../platform/db/database.ts'
import { secretOf } from '../../own-providers/own-provider.logic.ts'
import { readOwnProviders } from '../../own-providers/own-providers.reads.ts'
import { SECRET_TYPES } from '../column-types.logic.ts'

export interface SecretUse {
  secret: string
  workbook_id: string
  workbook: string
  column_id: string
  column: string
  /** Where the column sends it, as far as its settings tell. */
  hosts: string[]
}

export interface ProviderSecretUse {
  secret: string
  id: string
  name: string
  hosts: string[]
}

export async function readSecretUses(
  tx: WorkspaceTx,
): Promise<{ columns: SecretUse[]; providers: ProviderSecretUse[] }> {
  const providers = (await readOwnProviders(tx)).flatMap(({ id, name, definition }): ProviderSecretUse[] => {
    const used = secretOf(definition)
    return used ? [{ secret: used.name, id, name, hosts: hostsOf(used.urls) }] : []
  })
  return { columns: await readColumnUses(tx), providers }
}

export const hostsOf = (urls: readonly (string | null)[]) => [
  ...new Set(urls.flatMap((url) => (url === null ? [] : (fixedHost(url) ?? [])))),
]

/** The addresses that the settings of a column `c` name. */
export const COLUMN_URLS = `array[c.config->>'url', c.config->'auth'->>'token_url', c.config->'target'->>'url',
  case when c.config->'target'->>'kind' = 'slack' then 'https://hooks.slack.com/' end]`

async function readColumnUses(tx: WorkspaceTx): Promise<SecretUse[]> {
  const { rows } = await tx.client.query<Omit<SecretUse, 'hosts'> & { urls: (string | null)[] }>(
    `select s.secret, c.workbook_id, w.name as workbook, c.id as column_id, c.name as column,
       ${COLUMN_URLS} as urls
     from workbook_columns c
     join workbooks w on w.workspace_id = $1 and w.id = c.workbook_id and w.deleted_at is null
     cross join lateral (select coalesce(c.config->'auth'->>'secret', c.config->'target'->>'secret') as secret) s
     where c.workspace_id = $1 and c.type in ${SECRET_TYPES} and s.secret is not null
     order by w.name, c.name, c.workbook_id, c.id`,
    [tx.workspace_id],
  )
  return rows.map(({ urls, ...use }) => ({ ...use, hosts: hostsOf(urls) }))
}
