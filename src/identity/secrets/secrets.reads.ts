// The secrets that a workspace's columns name: which there are, and the form under which they are opened for a call.
import type { WorkspaceTx } from '../../platform/db/database.ts'
import type { Vault } from '../../platform/secrets/vault.ts'
import type { AccountForm, Credentials } from '../../providers/kit/kit.ts'
import { HOSTS, NOT_FOR_COLUMN } from '../../providers/kit/secret-hosts.ts'
import { valuePlace } from '../integrations/integrations.reads.ts'
import type { SecretResponse } from './secrets.schema.ts'

/** Secrets are stored beside the keys of integrations, and sealed, rotated and deleted in the same way. */
export const SECRETS = 'workspace-secrets'

/** The most secrets of a workspace; more are a mistake of a program. */
export const MOST_SECRETS = 200

/** The form in which these secrets are required; undefined without any. */
export function secretsForm(names: readonly string[]): AccountForm | undefined {
  if (names.length === 0) return undefined
  const fields = names.map((name) => ({ name, label: name, secret: true, required: true, help: '' }))
  return { id: SECRETS, name: `The secret ${names.join(', ')}`, fields, bound: true }
}

export async function readSecrets(tx: WorkspaceTx): Promise<Omit<SecretResponse, 'used_by' | 'providers'>[]> {
  const { rows } = await tx.client.query<{
    field: string
    updated_at: Date
    hosts: string[]
    columns: string[] | null
  }>(
    'select field, updated_at, hosts, columns from integration_values where workspace_id = $1 and integration_id = $2 order by field',
    [tx.workspace_id, SECRETS],
  )
  return rows.map(({ field, updated_at, hosts, columns }) => ({
    name: field,
    hosts,
    updated_at: updated_at.toISOString(),
    columns: columns?.map(placeOfColumn) ?? null,
  }))
}

/** A column as a binding names it. */
export interface SecretColumn {
  workbook_id: string
  column_id: string
}

export const textOfColumn = ({ workbook_id, column_id }: SecretColumn) => `${workbook_id}/${column_id}`

function placeOfColumn(text: string): SecretColumn {
  const [workbook_id = '', column_id = ''] = text.split('/')
  return { workbook_id, column_id }
}

export interface SecretBinding {
  hosts: readonly string[]
  columns: readonly string[] | null
}

/** The hosts that an account with these secrets may call: with several secrets, the hosts that all allow. */
export function bindingOf(
  { fields }: AccountForm,
  bindings: ReadonlyMap<string, SecretBinding>,
  askedBy: SecretColumn | undefined,
): Credentials {
  const bound = fields.map(({ name }) => bindings.get(name) ?? { hosts: [], columns: null })
  const [first, ...others] = bound
  const hosts = first?.hosts.filter((host) => others.every((one) => one.hosts.includes(host))) ?? []
  const column = askedBy && textOfColumn(askedBy)
  const isForColumn = bound.every(({ columns }) => !columns || (column !== undefined && columns.includes(column)))
  return { [HOSTS]: hosts.join(' '), ...(!isForColumn && { [NOT_FOR_COLUMN]: 'true' }) }
}

/** The value before the last replacement, as long as it still signs beside the new one. */
export async function openEarlierSecret(
  tx: WorkspaceTx,
  vault: Vault,
  name: string,
  now: Date,
): Promise<string | null> {
  const { rows } = await tx.client.query<{ old_sealed: Buffer }>(
    `select old_sealed from integration_values where workspace_id = $1 and integration_id = $2 and field = $3
       and old_sealed is not null and old_until > $4`,
    [tx.workspace_id, SECRETS, name, now],
  )
  const sealed = rows[0]?.old_sealed
  return sealed ? ((await vault.open(tx, [{ place: valuePlace(SECRETS, name), sealed }]))[0] ?? null) : null
}
