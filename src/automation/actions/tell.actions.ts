// Actions that tell others: a webhook, people of the workspace, a CRM.
import { type Static, Type } from 'typebox'
import { OutputTarget } from '../../engine/columns/kinds/output.kind.ts'
import { parseTemplate, references, writeReference } from '../../engine/values/template.ts'
import { askOnce } from '../../enrichment/kinds/try/ask-once.ts'
import { readEntered } from '../../identity/integrations/integrations.reads.ts'
import { notify } from '../../identity/notices/notices.commands.ts'
import { queueWebhook } from '../../identity/webhooks/webhooks.commands.ts'
import { mustReadEndpoint } from '../../identity/webhooks/webhooks.reads.ts'
import { refuse, refuseField } from '../../kernel/errors.ts'
import { isEmpty, type Json, type JsonObject } from '../../kernel/json.ts'
import { hubspot } from '../../providers/crm/hubspot.ts'
import { salesforce } from '../../providers/crm/salesforce.ts'
import { type ActionContext, defineAction, quoted } from './action.ts'

const SendWebhook = Type.Object({
  endpoint_id: Type.String({ minLength: 1, maxLength: 100, description: 'One of the endpoints of the workspace.' }),
  type: Type.String({
    default: 'automation.event',
    pattern: '^[a-z][a-z0-9_.]{0,99}$',
    description: 'The `type` of the message.',
  }),
  data: Type.Optional(
    Type.Record(Type.String({ minLength: 1, maxLength: 200 }), Type.String({ maxLength: 20_000 }), {
      description: 'The values to send, by name. Absent: all values of the event.',
    }),
  ),
})

function messageOf({ type, data }: Static<typeof SendWebhook>, { rule, run_id, facts, object }: ActionContext) {
  const sent: Json = data ? Object.fromEntries(Object.entries(data).filter(([, value]) => !isEmpty(value))) : facts
  return { type, data: sent, source: { kind: 'automation', automation_id: rule.id, run_id }, object }
}

export const sendWebhook = defineAction({
  kind: 'webhook',
  label: 'Send a webhook',
  description:
    'Posts a signed message to an endpoint, with retries for a day. Messages about one object arrive in their order: one that fails ' +
    'holds back later ones about the same object until it is delivered or given up, and no others.',
  settings: SendWebhook,
  words: (_, name) => `send a webhook${quoted(' to', name('endpoint_id'))}`,
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

const Notify = Type.Object({
  to: Type.Union([
    Type.String({ enum: ['admins', 'editors', 'members'] }),
    Type.Array(Type.Integer(), { minItems: 1, maxItems: 100, description: 'Members by user id.' }),
  ]),
  title: Type.String({ minLength: 1, maxLength: 300 }),
  text: Type.Optional(Type.String({ maxLength: 5_000 })),
  severity: Type.Unsafe<'info' | 'warning' | 'error'>({
    type: 'string',
    enum: ['info', 'warning', 'error'],
    default: 'info',
  }),
})

const describeRecipients = (to: string | number[]) =>
  typeof to === 'string' ? `all ${to}` : `${to.length} ${to.length === 1 ? 'person' : 'people'}`

export const notifyPeople = defineAction({
  kind: 'notify',
  label: 'Notify people',
  description: 'Adds a notice to their inbox; mail and chat follow the settings of each user.',
  settings: Notify,
  words: ({ to }) => `notify ${describeRecipients(to as string | number[])}`,
  plain: ['to', 'severity'],
  preview: async (_, { to, title }) => ({ text: `Would tell ${describeRecipients(to)}: ${title ?? ''}` }),
  async act(tx, { to, title, text, severity }, { run_id, object, facts, now }) {
    const shown = String(title ?? '').trim()
    if (shown === '') refuse('conflict', 'The title of the notice is blank: its variables have no value')
    const link = linkOf(object, facts)
    await notify(
      tx,
      {
        topic: 'rules' as const,
        severity,
        to: to as 'admins' | number[],
        title: shown,
        ...(text !== undefined && { text: String(text ?? '') }),
        ...(link !== null && { link }),
        key: `automation:${run_id}:${shown}`,
      },
      now,
    )
    return { output: { told: describeRecipients(to) } }
  },
})

function linkOf(object: string, { workbook }: JsonObject): string | null {
  if (object.startsWith('lead:')) return `/leads?lead=${object.slice(5)}`
  if (workbook !== null && typeof workbook === 'object' && !Array.isArray(workbook))
    return `/workbooks/${String(workbook.id)}`
  return null
}

const CRM_KINDS: ReadonlySet<string> = new Set(['hubspot', 'salesforce'])
const targets = (OutputTarget as unknown as { anyOf: Parameters<typeof Type.Union>[0] }).anyOf.filter((branch) =>
  CRM_KINDS.has((branch as unknown as { properties: { kind: { const: string } } }).properties.kind.const),
)

const CrmPush = Type.Object({
  target: Type.Unsafe<Extract<Static<typeof OutputTarget>, { kind: 'hubspot' | 'salesforce' }>>(
    Type.Union(targets as never),
  ),
})

export const crmPush = defineAction({
  kind: 'crm_push',
  label: 'Push to the CRM',
  description: 'Creates or updates a record in HubSpot or Salesforce, by its key.',
  settings: CrmPush,
  words: ({ target }) =>
    `push to ${(target as { kind?: string } | undefined)?.kind === 'salesforce' ? 'Salesforce' : 'HubSpot'}`,
  async preview(tx, { target }) {
    const isEntered = (await readEntered(tx))(target.kind === 'hubspot' ? hubspot : salesforce)
    const shown = JSON.stringify(target.values).slice(0, 300)
    const text = `Would create or update ${target.object} by ${target.key} in ${target.kind === 'hubspot' ? 'HubSpot' : 'Salesforce'} with ${shown}`
    return { text, ...(!isEntered && { problem: `${target.kind} is not connected in Settings` }) }
  },
  async ask({ target }, acting, { workspace_id, signal }) {
    const { parts, fill } = acting
    const refs = [
      ...new Set(Object.values(target.values).flatMap((text) => references(parseTemplate(text)).map(({ ref }) => ref))),
    ]
    const inputs: JsonObject = {}
    for (const ref of refs) {
      const value = fill(writeReference(ref))
      if (!isEmpty(value)) inputs[ref] = value
    }
    const lookup = await parts.database.inWorkspace(workspace_id, async (tx) => {
      const make = await parts.columnFactory.open(tx)
      const made = {
        kind: 'output' as const,
        target: target as unknown as Json,
        timeout_seconds: 30,
        refs,
        required: [],
        any: [],
      }
      return make(made, `output:${target.kind}`, await readEntered(tx))
    })
    if (!lookup) return refuse('conflict', 'This version cannot push to that CRM')
    const asked = await askOnce(
      parts,
      workspace_id,
      { workbook_id: null, run_id: null, user_id: null, token_id: null },
      { lookup, inputs, row_id: null, column_id: null },
      signal,
    )
    if ('over_budget' in asked) return refuse('conflict', asked.over_budget)
    const { outcome, cost_micro } = asked
    if (outcome.kind === 'found') return { output: outcome.values as Json, cost_micro: cost_micro ?? 0 }
    const message = 'message' in outcome ? String(outcome.message) : `It ended as ${outcome.kind}`
    const isLater = outcome.kind === 'later' || ('retryable' in outcome && outcome.retryable === true)
    return refuse(isLater ? 'unavailable' : 'conflict', message)
  },
})
