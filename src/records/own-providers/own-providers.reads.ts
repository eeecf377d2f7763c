// A workspace's own providers as they are stored, what steps of columns may name, and which columns name them.
import type { OwnProviderDefinition } from '../../engine/columns/own-provider.schema.ts'
import { refuse } from '../../kernel/errors.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { catalog, lookupById } from '../../providers/catalog.ts'
import { type DeclaredProvider, declaredBy } from './own-provider.logic.ts'

export interface OwnProvider {
  id: string
  name: string
  definition: OwnProviderDefinition
  version: number
  created_at: Date
  updated_at: Date
}

const COLUMNS = 'id, name, definition, version, created_at, updated_at'

export async function readOwnProviders(tx: WorkspaceTx): Promise<OwnProvider[]> {
  const { rows } = await tx.client.query<OwnProvider>({
    name: 'own_providers',
    text: `select ${COLUMNS} from own_providers where workspace_id = $1 order by lower(name), id`,
    values: [tx.workspace_id],
  })
  return rows
}

/** @throws Refusal `not_found` */
export async function mustReadOwnProvider(tx: WorkspaceTx, id: string, lock = false): Promise<OwnProvider> {
  const { rows } = await tx.client.query<OwnProvider>(
    `select ${COLUMNS} from own_providers where workspace_id = $1 and id = $2 ${lock ? 'for update' : ''}`,
    [tx.workspace_id, id],
  )
  return rows[0] ?? refuse('not_found', 'There is no such provider in this workspace')
}

/** What a step may name: a lookup of the built-in catalog, or a provider of the workspace. */
export type DeclaredOf = (id: string) => DeclaredProvider | undefined

export async function readDeclared(tx: WorkspaceTx): Promise<DeclaredOf> {
  return declaredIn(await readOwnProviders(tx))
}

/** Everything a step may name, the workspace's own first. */
export async function readListed(tx: WorkspaceTx): Promise<DeclaredProvider[]> {
  const own = (await readOwnProviders(tx)).map(({ id, name, definition }) => declaredBy(id, name, definition))
  return [...own, ...catalog]
}

export function declaredIn(own: readonly Pick<OwnProvider, 'id' | 'name' | 'definition'>[]): DeclaredOf {
  const byId = new Map(own.map(({ id, name, definition }) => [id, declaredBy(id, name, definition)]))
  return (id) => byId.get(id) ?? lookupById(id)
}

export interface ColumnUse {
  provider: string
  workbook_id: string
  workbook: string
  column_id: string
  column: string
  /** The workbook holds the columns of a function. */
  is_function: boolean
}

/** The columns that name own providers, as a step or a verifier. */
export async function readColumnUses(tx: WorkspaceTx, id: string | null = null): Promise<ColumnUse[]> {
  const { rows } = await tx.client.query<ColumnUse>(
    `select distinct p.provider, c.workbook_id, w.name as workbook, c.id as column_id, c.name as column,
       w.source_type = 'function' as is_function
     from workbook_columns c
     join workbooks w on w.workspace_id = $1 and w.id = c.workbook_id and w.deleted_at is null
     cross join lateral (
       select c.config->>'provider' as provider
       union all select c.config->'verify'->>'provider'
       union all select jsonb_path_query(c.config, '$.steps[*].provider')#>>'{}'
       union all select jsonb_path_query(c.config, '$.steps[*].verify.provider')#>>'{}') p
     where c.workspace_id = $1 and c.type in ('enrichment', 'waterfall')
       and p.provider in (select o.id from own_providers o where o.workspace_id = $1 and ($2::text is null or o.id = $2))
     order by w.name, c.name, c.workbook_id, c.id`,
    [tx.workspace_id, id],
  )
  return rows
}
