// What people do with the secrets of a workspace: enter one under a name, replace it, take it away.
import { refuse, refuseField } from '../../kernel/errors.ts'
import { audit } from '../../platform/audit/audit.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { ring } from '../../platform/events/outbox.ts'
import type { Vault } from '../../platform/secrets/vault.ts'
import { forgetAccounts } from '../integrations/accounts.reads.ts'
import { valuePlace } from '../integrations/integrations.reads.ts'
import { MOST_SECRETS, readSecrets, SECRETS } from './secrets.reads.ts'

/** @throws Refusal `invalid` for a value that cannot travel, `conflict` when there are too many */
export async function putSecret(tx: WorkspaceTx, vault: Vault, name: string, value: string): Promise<void> {
  const text = value.trim()
  // Secrets travel in headers and addresses; what does not print was copied along by mistake.
  if (!/^[\x20-\x7e]+$/.test(text))
    refuseField(
      ['value'],
      'value_error',
      'Value error, a secret has only letters, digits and signs of ASCII; copy it again',
    )
  const there = await readSecrets(tx)
  const isNew = !there.some((secret) => secret.name === name)
  if (isNew && there.length >= MOST_SECRETS)
    refuse('conflict', `A workspace keeps at most ${MOST_SECRETS} secrets; delete one that is not used any more`)
  await tx.client.query(
    `insert into integration_values (workspace_id, integration_id, field, sealed) values ($1, $2, $3, $4)
      on conflict (workspace_id, integration_id, field) do update set sealed = excluded.sealed, updated_at = now()`,
    [tx.workspace_id, SECRETS, name, await vault.seal(tx, valuePlace(SECRETS, name), text)],
  )
  await changed(tx)
  await audit(tx, { act: 'secret.changed', object: { type: 'secret', id: name, name }, after: { new: isNew } })
}

/** Deleting twice changes nothing. */
export async function deleteSecret(tx: WorkspaceTx, name: string): Promise<void> {
  const { rowCount } = await tx.client.query(
    'delete from integration_values where workspace_id = $1 and integration_id = $2 and field = $3',
    [tx.workspace_id, SECRETS, name],
  )
  if (!rowCount) return
  await changed(tx)
  await audit(tx, { act: 'secret.deleted', object: { type: 'secret', id: name, name } })
}

async function changed(tx: WorkspaceTx): Promise<void> {
  await forgetAccounts(tx, tx.workspace_id)
  await ring(tx, { type: 'integration.updated', integration_id: SECRETS })
}
