// Posts a signed message to an endpoint of the workspace.
import { type Static, Type } from 'typebox'
import { queueWebhook } from '../../identity/webhooks/webhooks.commands.ts'
import { mustReadEndpoint } from '../../identity/webhooks/webhooks.reads.ts'
import { refuseField } from '../../kernel/errors.ts'
import { isEmpty, type Json } from '../../kernel/json.ts'
import { shownAs } from '../../kernel/setting-form.ts'
import { SUBJECTS } from '../subjects.ts'
import { type ActionContext, defineAction, quoted } from './action.ts'

const SendWebhook = Type.Object({
  endpoint_id: Type.String({
    minLength: 1,
    maxLength: 100,
    description: 'One of the endpoints of the workspace.',
    ...shownAs({ ...SUBJECTS.endpoint_id.form, hint: '' }),
  }),
  type: Type.String({
    default: 'automation.event',
    pattern: '^[a-z][a-z0-9_.]{0,99}$',
    description: 'The `type` of the message.',
    ...shownAs({ hint: 'By it the receiver tells messages apart.' }),
  }),
  data: Type.Optional(
    Type.Record(Type.String({ minLength: 1, maxLength: 200 }), Type.String({ maxLength: 20_000 }), {
      description: 'The values to send, by name. Absent: all values of the event.',
      ...shownAs({ hint: 'By name. Without any, all values of the event are sent.' }),
    }),
  ),
})

function messageOf({ type, data }: Static<typeof SendWebhook>, { rule, run_id, facts, object }: ActionContext) {
  const sent: Json = data ? Object.fromEntries(Object.entries(data).filter(([, value]) => !isEmpty(value))) : facts
  return { type, data: sent, source: { kind: 'automation', automation_id: rule.id, run_id }, object }
}

export const webhookAction = defineAction({
  kind: 'webhook',
  place: 60,
  label: 'Send a webhook',
  description:
    'Posts a signed message to an endpoint, with retries for a day. Messages about one object arrive in their order: one that fails ' +
    'holds back later ones about the same object until it is delivered or given up, and no others.',
  settings: SendWebhook,
  words: (_, { name }) => `send a webhook${quoted(' to', name('endpoint_id'))}`,
  plain: ['endpoint_id', 'type'],
  async check(tx, { endpoint_id }, loc) {
    await mustReadEndpoint(tx, endpoint_id).catch(() =>
      refuseField([...loc, 'endpoint_id'], 'value_error', 'Value error, there is no such endpoint', endpoint_id),
    )
  },
  async preview(tx, input, acting) {
    const { url, enabled } = await mustReadEndpoint(tx, input.endpoint_id)
    const text = `Would post ${JSON.stringify(messageOf(input, acting).data).slice(0, 300)} to ${url}`
    return { text, ...(!enabled && { problem: 'The endpoint is disabled' }) }
  },
  async act(tx, input, acting) {
    const delivery_id = await queueWebhook(tx, input.endpoint_id, messageOf(input, acting), acting.now)
    return { output: { delivery_id } }
  },
})
