// What people do with integrations: enter keys, take them away, and try them out.
import { type FieldError, Refusal, refuse } from '../../kernel/errors.ts'
import { audit } from '../../platform/audit/audit.ts'
import type { WorkspaceScope } from '../../platform/ctx.ts'
import type { AddressCheck, Database, WorkspaceTx } from '../../platform/db/database.ts'
import { emit } from '../../platform/events/event.ts'
import type { Vault } from '../../platform/secrets/vault.ts'
import { testAccount } from '../../providers/kit/account-test.ts'
import { missingAccountFields } from '../../providers/kit/http-ask.ts'
import type { Integration, Lookup } from '../../providers/kit/kit.ts'
import type { Tools } from '../../providers/kit/outside.ts'
import { integrationUpdated } from '../identity.events.ts'
import { forgetAccounts } from './forget-accounts.ts'
import { accountOf, openValues, valuePlace } from './integrations.reads.ts'
import type { IntegrationTest } from './integrations.schema.ts'

export interface Integrations {
  database: Database
  vault: Vault
  catalog: readonly Lookup[]
  http: Tools['http']
  now: () => Date
}

/** Stores what is entered; blank and absent values leave what is there. @throws Refusal `invalid` for unknown fields */
export async function updateIntegration(
  tx: WorkspaceTx,
  vault: Vault,
  integration: Integration,
  values: Record<string, string>,
): Promise<void> {
  const entered = checked(tx.addresses, integration, values)
  if (entered.length === 0) return
  await refuseMovedSecrets(tx, vault, integration, new Map(entered))
  for (const [field, text] of entered) {
    await tx.client.query(
      `insert into integration_values (workspace_id, integration_id, field, sealed) values ($1, $2, $3, $4)
        on conflict (workspace_id, integration_id, field) do update set sealed = excluded.sealed, updated_at = now()`,
      [tx.workspace_id, integration.id, field, await vault.seal(tx, valuePlace(integration.id, field), text)],
    )
  }
  await changed(tx, integration)
  const after = { entered: entered.map(([field]) => field) }
  await audit(tx, { act: 'integration.changed', object: objectOf(integration), after })
}

/** A stored secret goes to no other origin than the one it was entered for; a change of the address needs it again. */
async function refuseMovedSecrets(
  tx: WorkspaceTx,
  vault: Vault,
  { id, fields }: Integration,
  entered: ReadonlyMap<string, string>,
): Promise<void> {
  const moved = fields.find(({ name, kind }) => kind === 'url' && entered.has(name))
  if (!moved) return
  const { values, stored } = await openValues(tx, vault, id)
  const address = entered.get(moved.name) as string
  if (originOf(address) === originOf(values.get(id)?.[moved.name] ?? moved.default)) return
  const kept = fields.filter(({ name, secret }) => secret && !entered.has(name) && stored.some((o) => o.field === name))
  if (kept.length === 0) return
  const faults = kept.map(({ name, label }): FieldError => {
    const msg = `Value error, "${label}" was entered for another address. Enter it again to send it to ${originOf(address)}`
    return { loc: ['body', 'values', name], type: 'value_error', msg }
  })
  throw new Refusal('invalid', 'The request is not valid', { fields: faults })
}

const originOf = (address: string | undefined) =>
  address !== undefined && URL.canParse(address) ? new URL(address).origin : undefined

/** Forgets everything that was entered. Deleting twice changes nothing. */
export async function deleteIntegration(tx: WorkspaceTx, integration: Integration): Promise<void> {
  const { rowCount } = await tx.client.query(
    'delete from integration_values where workspace_id = $1 and integration_id = $2',
    [tx.workspace_id, integration.id],
  )
  if (!rowCount) return
  await changed(tx, integration)
  await audit(tx, { act: 'integration.deleted', object: objectOf(integration) })
}

const TEST_MS = 15_000

/** Makes the vendor's cheapest harmless call with what is stored. @throws Refusal `conflict` when a key is missing */
export async function testIntegration(
  { database, vault, http, now }: Integrations,
  { workspace_id: workspaceId, actor }: WorkspaceScope,
  integration: Integration,
  signal: AbortSignal,
): Promise<IntegrationTest> {
  const { values, stored } = await database.inWorkspace(workspaceId, (tx) => openValues(tx, vault, integration.id))
  const account = accountOf(integration, values.get(integration.id))
  if (!values.has(integration.id) || missingAccountFields(integration, account).length > 0)
    refuse('conflict', `There is no key of ${integration.name} to test; enter one first`)
  const started = now()
  const limited = AbortSignal.any([signal, AbortSignal.timeout(TEST_MS)])
  const answer = await testAccount(integration, account, http, limited, started.getTime())
  const test = { ...answer, latency_ms: now().getTime() - started.getTime(), tested_at: started.toISOString() }
  await database.inWorkspace({ workspace_id: workspaceId, actor }, async (tx) => {
    await audit(tx, { act: 'integration.tested', object: objectOf(integration), after: { ok: test.ok } })
    // Compares with the values stored now: the tested ones may have been replaced meanwhile.
    const { rows } = await tx.client.query<{ field: string; sealed: Buffer }>(
      'select field, sealed from integration_values where workspace_id = $1 and integration_id = $2 order by field for share',
      [workspaceId, integration.id],
    )
    const isSame = rows.length === stored.length && rows.every(({ sealed }, at) => stored[at]?.sealed.equals(sealed))
    if (!isSame) return
    await tx.client.query(
      `insert into integration_tests (workspace_id, integration_id, tested_at, ok, words, latency_ms) values ($1, $2, $3, $4, $5, $6)
        on conflict (workspace_id, integration_id) do update
        set tested_at = excluded.tested_at, ok = excluded.ok, words = excluded.words, latency_ms = excluded.latency_ms`,
      [workspaceId, integration.id, test.tested_at, test.ok, test.words, test.latency_ms],
    )
    await emit(tx, integrationUpdated, { integration_id: integration.id })
  })
  return test
}

function objectOf({ id, name }: Integration) {
  return { type: 'integration', id, name }
}

async function changed(tx: WorkspaceTx, { id }: Integration): Promise<void> {
  await tx.client.query('delete from integration_tests where workspace_id = $1 and integration_id = $2', [
    tx.workspace_id,
    id,
  ])
  await forgetAccounts(tx, tx.workspace_id)
  await emit(tx, integrationUpdated, { integration_id: id })
}

/** What was entered and is not blank, trimmed. Refuses every wrong member at once, and repeats no value. */
function checked(
  addresses: AddressCheck,
  integration: Integration,
  values: Record<string, string>,
): [string, string][] {
  const kinds = new Map(integration.fields.map(({ name, kind }) => [name, kind]))
  const faults: FieldError[] = []
  const entered = Object.entries(values).flatMap(([name, value]): [string, string][] => {
    const text = value.trim()
    const loc = ['body', 'values', name]
    if (!kinds.has(name)) faults.push({ loc, type: 'extra_forbidden', msg: 'Extra inputs are not permitted' })
    // Keys travel in headers and addresses; what does not print was copied along by mistake.
    else if (!/^[\x20-\x7e]*$/.test(text))
      faults.push({
        loc,
        type: 'value_error',
        msg: 'Value error, a key has only letters, digits and signs of ASCII; copy it again',
      })
    else if (text !== '' && kinds.get(name) === 'url' && !isServiceAddress(text))
      faults.push({
        loc,
        type: 'value_error',
        msg: 'Value error, an address begins with http:// or https:// and holds no user name, query or fragment',
      })
    else if (text !== '' && kinds.get(name) === 'url') {
      const words = addresses.web(text)
      if (words !== null) faults.push({ loc, type: 'value_error', msg: `Value error, ${words}` })
    }
    if (text === '') return []
    return [[name, kinds.get(name) === 'url' ? text.replace(/\/+$/, '') : text]]
  })
  if (faults.length > 0) throw new Refusal('invalid', 'The request is not valid', { fields: faults })
  return entered
}

function isServiceAddress(text: string): boolean {
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return false
  const { username, password, search, hash } = new URL(text)
  return `${username}${password}${search}${hash}` === ''
}
