// Changing the outreach settings of a workspace.
import { createPublicKey } from 'node:crypto'
import { refuseField } from '../../kernel/errors.ts'
import { audit } from '../../platform/audit/audit.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import type { Vault } from '../../platform/secrets/vault.ts'
import type { OutreachKeys } from '../keys/workspace-key.ts'
import { type CountryRuleMap, mailgunPlace, readOutreachSettings } from './outreach-settings.reads.ts'
import type { BounceWebhookUpdate, OutreachSettingsUpdate } from './outreach-settings.schema.ts'

const OBJECT = { type: 'outreach', id: 'settings' }

export async function updateOutreachSettings(tx: WorkspaceTx, keys: OutreachKeys, update: OutreachSettingsUpdate) {
  // The row holds the key, so there is none without it.
  await keys.of(tx)
  const before = (await readOutreachSettings(tx)).values
  const entered = Object.fromEntries(Object.entries(update).filter(([, value]) => value !== undefined))
  const after = {
    ...before,
    ...entered,
    ...(update.postal_address !== undefined && { postal_address: update.postal_address?.trim() || null }),
  }
  await tx.client.query('update outreach_settings set settings = $2, updated_at = now() where workspace_id = $1', [
    tx.workspace_id,
    after,
  ])
  await audit(tx, { act: 'outreach.settings_changed', object: OBJECT, before: { ...before }, after: { ...after } })
}

export async function setCountryRules(tx: WorkspaceTx, keys: OutreachKeys, rules: CountryRuleMap): Promise<void> {
  await keys.of(tx)
  const before = (await readOutreachSettings(tx)).country_rules
  await tx.client.query('update outreach_settings set country_rules = $2, updated_at = now() where workspace_id = $1', [
    tx.workspace_id,
    rules,
  ])
  await audit(tx, { act: 'outreach.country_rules_changed', object: OBJECT, before, after: rules })
}

export async function updateBounceWebhook(
  tx: WorkspaceTx,
  vault: Vault,
  keys: OutreachKeys,
  update: BounceWebhookUpdate,
) {
  await keys.of(tx)
  const { mailgun_signing_key, sendgrid_public_key, sns_topic_arn } = update
  const key =
    typeof sendgrid_public_key === 'string'
      ? sendgrid_public_key.replace(/-----[^-]+-----|\s/g, '')
      : sendgrid_public_key
  if (key && !isPublicKey(key))
    refuseField(['sendgrid_public_key'], 'value_error', 'Value error, this is not a public key as SendGrid shows it')
  if (sns_topic_arn && !/^arn:aws[a-z-]*:sns:[a-z0-9-]+:\d{12}:[\w.-]+$/.test(sns_topic_arn))
    refuseField(['sns_topic_arn'], 'value_error', 'Value error, this is not the ARN of an SNS topic', sns_topic_arn)
  const set = (column: string, value: unknown) =>
    tx.client.query(`update outreach_settings set ${column} = $2, updated_at = now() where workspace_id = $1`, [
      tx.workspace_id,
      value,
    ])
  if (mailgun_signing_key?.trim())
    await set('sealed_mailgun_key', await vault.seal(tx, mailgunPlace, mailgun_signing_key.trim()))
  if (key !== undefined) await set('sendgrid_public_key', key)
  if (sns_topic_arn !== undefined) await set('sns_topic_arn', sns_topic_arn)
  await audit(tx, { act: 'outreach.webhook_changed', object: OBJECT, after: { entered: Object.keys(update) } })
}

/** The addresses that mail services were given before stop working. */
export async function rotateBounceWebhook(tx: WorkspaceTx, keys: OutreachKeys): Promise<void> {
  await keys.of(tx)
  await tx.client.query(
    'update outreach_settings set webhook_version = webhook_version + 1, updated_at = now() where workspace_id = $1',
    [tx.workspace_id],
  )
  await audit(tx, { act: 'outreach.webhook_rotated', object: OBJECT })
}

export function isPublicKey(base64: string): boolean {
  try {
    return (
      createPublicKey({ key: Buffer.from(base64, 'base64'), format: 'der', type: 'spki' }).asymmetricKeyType === 'ec'
    )
  } catch {
    return false
  }
}
