// The routes of the outreach settings: what holds for the whole workspace, country rules, and the bounce webhook.
import { refuseField } from '../../kernel/errors.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { defineRoute, type Route } from '../../platform/http/route.ts'
import { webhookSecret, writeWebhookToken } from '../keys/tokens.logic.ts'
import type { OutreachParts } from '../outreach.parts.ts'
import {
  rotateBounceWebhook,
  setCountryRules,
  updateBounceWebhook,
  updateOutreachSettings,
} from './outreach-settings.commands.ts'
import { readOutreachSettings } from './outreach-settings.reads.ts'
import {
  BounceWebhook,
  BounceWebhookUpdate,
  CountryRules,
  CountryRulesUpdate,
  OutreachSettings,
  OutreachSettingsUpdate,
} from './outreach-settings.schema.ts'

export function outreachSettingsRoutes({ database, vault, keys, publicUrl }: OutreachParts): Route[] {
  const read = { tag: 'Outreach', access: 'user', needs: 'outreach.view' } as const
  const edit = { tag: 'Outreach', access: 'user', needs: 'outreach.edit' } as const
  const showSettings = async (tx: WorkspaceTx) => ({
    ...(await readOutreachSettings(tx)).values,
    public_url_set: publicUrl !== undefined,
  })
  const showRules = async (tx: WorkspaceTx) => ({
    items: Object.entries((await readOutreachSettings(tx)).country_rules).map(([country, action]) => ({
      country,
      action,
    })),
    next_cursor: null,
  })
  const showWebhook = async (tx: WorkspaceTx) => {
    const key = await keys.of(tx)
    const { webhook_version, sealed_mailgun_key, sendgrid_public_key, sns_topic_arn } = await readOutreachSettings(tx)
    const token = writeWebhookToken(key, tx.workspace_id, webhook_version)
    return {
      url: `${publicUrl ?? ''}/api/outreach/webhooks/bounce?token=${token}`,
      secret: webhookSecret(key, webhook_version),
      mailgun_key_set: sealed_mailgun_key !== null,
      sendgrid_public_key,
      sns_topic_arn,
    }
  }
  return [
    defineRoute({
      ...read,
      method: 'GET',
      path: '/api/outreach/settings',
      id: 'get_outreach_settings',
      summary: 'What holds for all outreach of the workspace',
      description:
        'The postal address of messages, consent, and the rates of bounces and complaints at which sequences pause.',
      response: { 200: OutreachSettings },
      handler: ({ scope }) => database.inWorkspace(scope, showSettings),
    }),
    defineRoute({
      ...edit,
      method: 'PUT',
      path: '/api/outreach/settings',
      id: 'update_outreach_settings',
      summary: 'Change what holds for all outreach of the workspace',
      description: 'What is absent stays.',
      body: OutreachSettingsUpdate,
      response: { 200: OutreachSettings },
      handler: ({ scope }, { body }) =>
        database.inWorkspace(scope, async (tx) => {
          await updateOutreachSettings(tx, keys, body)
          return showSettings(tx)
        }),
    }),
    defineRoute({
      ...read,
      method: 'GET',
      path: '/api/outreach/country-rules',
      id: 'list_country_rules',
      summary: 'What is done with leads of each country',
      description: 'Countries without a rule follow `*`, and are allowed without one.',
      response: { 200: CountryRules },
      handler: ({ scope }) => database.inWorkspace(scope, showRules),
    }),
    defineRoute({
      ...edit,
      method: 'PUT',
      path: '/api/outreach/country-rules',
      id: 'set_country_rules',
      summary: 'Set the country rules',
      description: '`block` refuses enrollment and stops follow-ups, `warn` enrolls with a warning.',
      body: CountryRulesUpdate,
      response: { 200: CountryRules },
      handler: ({ scope }, { body }) =>
        database.inWorkspace(scope, async (tx) => {
          const rules = new Map(body.items.map(({ country, action }) => [country, action]))
          if (rules.size < body.items.length)
            refuseField(['items'], 'value_error', 'Value error, a country is named twice')
          await setCountryRules(tx, keys, Object.fromEntries(rules))
          return showRules(tx)
        }),
    }),
    defineRoute({
      ...edit,
      method: 'GET',
      path: '/api/outreach/webhooks/bounce/config',
      id: 'get_bounce_webhook',
      summary: 'Where mail services send bounces and complaints',
      description:
        'The address with its secret, and whose signatures can be checked; keys themselves are never answered.',
      response: { 200: BounceWebhook },
      handler: ({ scope }) => database.inWorkspace(scope, showWebhook),
    }),
    defineRoute({
      ...edit,
      method: 'PUT',
      path: '/api/outreach/webhooks/bounce/config',
      id: 'update_bounce_webhook',
      summary: 'Enter the keys that mail services sign with',
      description:
        'Members that are absent stay, null takes a key away. Unsigned messages of a service whose key is set are refused.',
      body: BounceWebhookUpdate,
      response: { 200: BounceWebhook },
      handler: ({ scope }, { body }) =>
        database.inWorkspace(scope, async (tx) => {
          await updateBounceWebhook(tx, vault, keys, body)
          return showWebhook(tx)
        }),
    }),
    defineRoute({
      ...edit,
      method: 'POST',
      path: '/api/outreach/webhooks/bounce/rotate',
      id: 'rotate_bounce_webhook',
      summary: 'Make a new secret for the bounce webhook',
      description: 'The address and the secret given out before stop working.',
      idempotent: true,
      response: { 200: BounceWebhook },
      handler: ({ scope }) =>
        database.inWorkspace(scope, async (tx) => {
          await rotateBounceWebhook(tx, keys)
          return showWebhook(tx)
        }),
    }),
  ]
}
