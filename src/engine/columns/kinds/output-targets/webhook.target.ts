// A webhook of the user, signed after Standard Webhooks.
import { Type } from 'typebox'
import { shownAs } from '../../../../kernel/setting-form.ts'
import { SecretName } from '../../column-parts.schema.ts'
import { defineTarget, PROPERTIES, Url, Values } from './output-target.ts'

export const webhook = defineTarget({
  place: 10,
  label: 'Webhook',
  about: 'A signed POST of JSON to an address of yours (Standard Webhooks).',
  schema: Type.Object(
    {
      kind: Type.Literal('webhook'),
      url: Url,
      secret: {
        ...SecretName,
        ...shownAs({
          title: 'Signing secret',
          hint: 'Deliveries are signed with it, so that the receiver knows they are yours (webhook-signature).',
          editor: 'secret',
          sent_to: '{url}',
          missing: 'Choose the secret that deliveries are signed with.',
        }),
      },
      values: Values(PROPERTIES, {
        title: 'What is sent',
        hint: 'A name for each value. What is blank in a row is left out.',
      }),
    },
    {
      description:
        'POST of JSON, signed after Standard Webhooks with the secret. A delivery that the receiver does not accept at once ' +
        'stays in the queue of its endpoint and is retried for a day under the same `webhook-id`; the cell shows the result.',
    },
  ),
})
