// Delivers a row to a channel of Slack, as a message by an incoming webhook.
import { fillTemplate } from '../../../engine/columns/template-parts.ts'
import { textOf } from '../../../engine/values/value.ts'
import { defineHook, secretOf } from './delivery.ts'

export const slackDelivery = defineHook('slack', {
  hidden: 'https://hooks.slack.com/•••',
  account: secretOf,
  request(target, row, account) {
    const address = account[target.secret] ?? ''
    if (!/^https:\/\/hooks\.slack\.com\/\S+$/.test(address)) return 'The secret is not the address of a Slack webhook.'
    // What a row says is shown as it stands: no mention, link or channel is made of it.
    const text = fillTemplate(target.text, row, (value) => escaped(textOf(value)))
    const body = JSON.stringify({ text })
    return { method: 'POST', url: address, headers: { 'content-type': 'application/json' }, body }
  },
})

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
