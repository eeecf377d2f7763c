// Reading the outreach settings of a workspace.
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { type CountryAction, type OutreachSettingsValues, SETTINGS_DEFAULTS } from './outreach-settings.schema.ts'

export type CountryRuleMap = Record<string, CountryAction>

export interface StoredSettings {
  values: OutreachSettingsValues
  country_rules: CountryRuleMap
  webhook_version: number
  sealed_mailgun_key: Buffer | null
  sendgrid_public_key: string | null
  sns_topic_arn: string | null
}

export async function readOutreachSettings(tx: WorkspaceTx): Promise<StoredSettings> {
  const { rows } = await tx.client.query<
    Omit<StoredSettings, 'values'> & { settings: Partial<OutreachSettingsValues> }
  >(
    `select settings, country_rules, webhook_version, sealed_mailgun_key, sendgrid_public_key, sns_topic_arn
     from outreach_settings where workspace_id = $1`,
    [tx.workspace_id],
  )
  const row = rows[0]
  if (!row)
    return {
      values: SETTINGS_DEFAULTS,
      country_rules: {},
      webhook_version: 1,
      sealed_mailgun_key: null,
      sendgrid_public_key: null,
      sns_topic_arn: null,
    }
  const { settings, ...rest } = row
  return { values: { ...SETTINGS_DEFAULTS, ...settings }, ...rest }
}

export const mailgunPlace = ['outreach', 'mailgun signing key']
