// The secrets that a workspace's columns name: which there are, and the form under which they are opened for a call.
import type { WorkspaceTx } from '../../platform/db/database.ts'
import type { AccountForm } from '../../providers/kit.ts'
import type { SecretResponse } from './secrets.schema.ts'

/** They lie beside the keys of integrations, sealed, rotated and forgotten in the same way. */
export const SECRETS = 'workspace-secrets'

/** Of a workspace; more than this many are a mistake of a program. */
export const MOST_SECRETS = 200

/** These secrets as something that has to be entered; undefined for none. */
export function secretsForm(names: readonly string[]): AccountForm | undefined {
  if (names.length === 0) return undefined
  const fields = names.map((name) => ({ name, label: name, secret: true, required: true, help: '' }))
  return { id: SECRETS, name: `The secret ${names.join(', ')}`, fields }
}

export async function readSecrets(tx: WorkspaceTx): Promise<Omit<SecretResponse, 'used_by'>[]> {
  const { rows } = await tx.client.query<{ field: string; updated_at: Date }>(
    'select field, updated_at from integration_values where workspace_id = $1 and integration_id = $2 order by field',
    [tx.workspace_id, SECRETS],
  )
  return rows.map(({ field, updated_at }) => ({ name: field, updated_at: updated_at.toISOString() }))
}
