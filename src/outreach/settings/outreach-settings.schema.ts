// Wire shapes of the outreach settings of a workspace, its country rules and the keys of its bounce webhook.
import { type Static, Type } from 'typebox'
import { nullable } from '../../platform/http/checks/nullable.ts'

export const RULES = ['allow', 'warn', 'block'] as const
export type CountryAction = (typeof RULES)[number]

const settings = {
  postal_address: nullable(
    Type.String({ maxLength: 1000 }),
    'The name and postal address of the sender. Added below every message; no sequence starts without it.',
  ),
  consent_required: Type.Boolean({ description: 'Refuse to enroll leads without a `consent_source`.' }),
  bounce_rate_limit: Type.Number({
    minimum: 0.001,
    maximum: 1,
    description: 'Share of hard bounces among the last 100 messages that pauses a sequence or mailbox.',
  }),
  complaint_rate_limit: Type.Number({ minimum: 0.0001, maximum: 1, description: 'The same for complaints.' }),
  model: nullable(
    Type.String({ maxLength: 200 }),
    'Model that drafts and classifies, as in Settings > Models; null uses none.',
  ),
}

export const OutreachSettingsShape = Type.Object(settings)
export type OutreachSettingsValues = Static<typeof OutreachSettingsShape>
export const SETTINGS_DEFAULTS: OutreachSettingsValues = {
  postal_address: null,
  consent_required: false,
  bounce_rate_limit: 0.03,
  complaint_rate_limit: 0.003,
  model: null,
}

export const OutreachSettings = Type.Object(
  {
    ...settings,
    public_url_set: Type.Boolean({
      description: 'Whether PUBLIC_URL is set, so that links in messages lead back here.',
    }),
  },
  { $id: 'OutreachSettings' },
)
export const OutreachSettingsUpdate = Type.Object(Type.Partial(OutreachSettingsShape).properties, {
  $id: 'OutreachSettingsUpdate',
  additionalProperties: false,
})
export type OutreachSettingsUpdate = Static<typeof OutreachSettingsUpdate>

const Rule = Type.Object({
  country: Type.String({
    pattern: '^(?:[A-Z]{2}|\\*)$',
    examples: ['DE'],
    description: 'ISO 3166 code; `*` is every other country and leads without one.',
  }),
  action: Type.Unsafe<CountryAction>({ type: 'string', enum: [...RULES] }),
})
export const CountryRules = Type.Object({ items: Type.Array(Rule), next_cursor: Type.Null() }, { $id: 'CountryRules' })
export const CountryRulesUpdate = Type.Object(
  { items: Type.Array(Rule, { maxItems: 300, description: 'All rules; those not named are removed.' }) },
  { $id: 'CountryRulesUpdate', additionalProperties: false },
)

export const BounceWebhook = Type.Object(
  {
    url: Type.String({
      description: 'Where mail services send bounces and complaints. The token in it is the secret of this workspace.',
    }),
    secret: Type.String({ description: 'For senders of their own that sign each request (Standard Webhooks).' }),
    mailgun_key_set: Type.Boolean(),
    sendgrid_public_key: nullable(Type.String()),
    sns_topic_arn: nullable(Type.String()),
  },
  { $id: 'BounceWebhook' },
)
export const BounceWebhookUpdate = Type.Object(
  {
    mailgun_signing_key: Type.Optional(
      Type.String({ maxLength: 200, 'x-secret': true, description: 'Write-only. Blank keeps the stored one.' }),
    ),
    sendgrid_public_key: Type.Optional(
      nullable(Type.String({ maxLength: 1000 }), 'The verification key of the signed event webhook; null removes it.'),
    ),
    sns_topic_arn: Type.Optional(
      nullable(Type.String({ maxLength: 300 }), 'The topic that SES publishes to; null removes it.'),
    ),
  },
  { $id: 'BounceWebhookUpdate', additionalProperties: false },
)
export type BounceWebhookUpdate = Static<typeof BounceWebhookUpdate>
