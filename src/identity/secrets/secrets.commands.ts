// What people do with the secrets of a workspace: enter one under a name, replace it, take it away.
import { refuse, refuseField } from '../../kernel/errors.ts'
import { audit } from '../../platform/audit/audit.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { emit } from '../../platform/events/event.ts'
import { hostPattern } from '../../platform/net/allowed-hosts.logic.ts'
import type { Vault } from '../../platform/secrets/vault.ts'
import { integrationUpdated } from '../identity.events.ts'
import { forgetAccounts } from '../integrations/forget-accounts.ts'
import { valuePlace } from '../integrations/integrations.reads.ts'
import { MOST_SECRETS, readSecrets, SECRETS, textOfColumn } from './secrets.reads.ts'
import type { SecretUpdate } from './secrets.schema.ts'

const KEEP_HOURS = 24

/**
 * What is absent stays as it is; a new secret without hosts is sent nowhere.
 *
 * @throws Refusal `invalid` for a value that cannot travel or a host that is none, `conflict` when there are too many
 */
export async function putSecret(tx: WorkspaceTx, vault: Vault, given: SecretUpdate): Promise<void> {
  const { name } = given
  const text = given.value?.trim()
  // Secrets travel in headers and addresses; what does not print was copied along by mistake.
  if (text !== undefined && !/^[\x20-\x7e]+$/.test(text))
    refuseField(
      ['value'],
      'value_error',
      'Value error, a secret has only letters, digits and signs of ASCII; copy it again',
    )
  const there = await readSecrets(tx)
  const old = there.find((secret) => secret.name === name)
  if (!old && text === undefined) refuseField(['value'], 'missing', 'Field required')
  if (!old && there.length >= MOST_SECRETS)
    refuse('conflict', `A workspace keeps at most ${MOST_SECRETS} secrets; delete one that is not used any more`)
  const hosts = given.hosts === undefined ? (old?.hosts ?? []) : hostsOf(given.hosts)
  const columns = given.columns === undefined ? (old?.columns ?? null) : given.columns
  const place = [tx.workspace_id, SECRETS, name, hosts, columns?.map(textOfColumn) ?? null]
  if (text === undefined)
    await tx.client.query(
      `update integration_values set hosts = $4, columns = $5
        where workspace_id = $1 and integration_id = $2 and field = $3`,
      place,
    )
  else
    await tx.client.query(
      // The one before signs beside it for a while, so that a receiver can be changed after this.
      `insert into integration_values as v (workspace_id, integration_id, field, hosts, columns, sealed) values ($1, $2, $3, $4, $5, $6)
        on conflict (workspace_id, integration_id, field) do update
        set old_sealed = v.sealed, old_until = now() + make_interval(hours => $7), sealed = excluded.sealed, hosts = excluded.hosts, columns = excluded.columns, updated_at = now()`,
      [...place, await vault.seal(tx, valuePlace(SECRETS, name), text), given.keep_hours ?? KEEP_HOURS],
    )
  await changed(tx)
  const after = { new: !old, value: text !== undefined, hosts: [...hosts], columns: columns?.map(textOfColumn) ?? null }
  const before = old && { hosts: [...old.hosts], columns: old.columns?.map(textOfColumn) ?? null }
  await audit(tx, {
    act: 'secret.changed',
    object: { type: 'secret', id: name, name },
    ...(before && { before }),
    after,
  })
}

function hostsOf(given: readonly string[]): string[] {
  const hosts = given.map((text, place) => {
    const host = hostPattern(text)
    return (
      host ??
      refuseField(
        ['hosts', place],
        'value_error',
        'Value error, name a host such as api.example.com, api.example.com:8443 or *.example.com',
        text,
      )
    )
  })
  return [...new Set(hosts)]
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
  await emit(tx, integrationUpdated, { integration_id: SECRETS })
}
