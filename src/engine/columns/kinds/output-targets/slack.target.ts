// A message to a channel of Slack, by an incoming webhook.
import { Type } from 'typebox'
import { shownAs } from '../../../../kernel/setting-form.ts'
import { SecretName, TemplateText } from '../../column-parts.schema.ts'
import { defineTarget } from './output-target.ts'

export const slack = defineTarget({
  place: 60,
  label: 'Slack',
  about: 'A message to a channel, by an incoming webhook.',
  schema: Type.Object(
    {
      kind: Type.Literal('slack'),
      secret: {
        ...SecretName,
        ...shownAs({
          title: 'Address of the incoming webhook',
          hint: 'Slack gives one for each channel; it begins with https://hooks.slack.com/.',
          editor: 'secret',
          sent_to: 'https://hooks.slack.com/',
          missing: 'Choose the secret that holds the address of the Slack webhook.',
        }),
      },
      text: {
        ...TemplateText,
        ...shownAs({
          title: 'Message',
          hint: 'Type / for a column. No mention or link is made of what a row says.',
          editor: 'template',
          placeholder: 'New lead: /Company',
          wide: true,
          missing: 'Write the message.',
        }),
      },
    },
    { description: 'A message; the secret holds the address of an incoming webhook.' },
  ),
})
