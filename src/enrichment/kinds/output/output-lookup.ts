// The lookup of an `output` column: delivers one row, and is never sure twice.
import type { OutputTarget } from '../../../engine/columns/kinds/output.kind.ts'
import { textOf } from '../../../engine/values/value.ts'
import { secretsForm } from '../../../identity/secrets/secrets.reads.ts'
import type { JsonObject } from '../../../kernel/json.ts'
import { hubspot, readHubspot } from '../../../providers/crm/hubspot.ts'
import { salesforce } from '../../../providers/crm/salesforce.ts'
import { judgeFailure, judgeStatus, readBody } from '../../../providers/kit/http-ask.ts'
import {
  type AccountForm,
  type ActTools,
  type CustomLookup,
  failed,
  found,
  type LookupAnswer,
} from '../../../providers/kit/kit.ts'
import type { Tokens } from '../../../providers/kit/oauth-tokens.ts'
import type { HttpReply } from '../../../providers/kit/outside.ts'
import { customLookup } from '../custom-settings.ts'
import { deliveryOf, filled, type OutputSettings, webhookRequest } from './delivery.logic.ts'
import { deliverToSalesforce, noKey, type SalesforceTarget } from './salesforce-delivery.ts'
import type { DeliverToSequence } from './sequence-delivery.ts'
import type { DeliverToWebhook } from './webhook-delivery.ts'
import type { DeliverToWorkbook } from './workbook-delivery.ts'

const LABELS: Record<OutputTarget['kind'], string> = {
  webhook: 'Webhook',
  sheet: 'Sheet',
  slack: 'Slack',
  hubspot: 'HubSpot',
  salesforce: 'Salesforce',
  workbook: 'Workbook',
  sequence: 'Sequence',
}
const LONGEST_INPUT = 100_000

export interface OutputMeans {
  tokens: Tokens
  toWorkbook: DeliverToWorkbook
  toSequence: DeliverToSequence
  toWebhook: DeliverToWebhook
}

export function outputLookup(settings: OutputSettings, provider: string, means: OutputMeans): CustomLookup {
  const { target, timeout_seconds } = settings
  const account = accountOf(target)
  return customLookup(settings, {
    id: provider,
    provider: 'url' in target ? new URL(target.url).host : target.kind,
    label: LABELS[target.kind],
    outputs: [
      { field: 'status', label: 'Status', type: 'text' },
      { field: 'record_id', label: 'Record id', type: 'text' },
    ],
    price: { usd: 0, rule: 'free' },
    license: 'user-provided',
    method: 'api',
    // A row of a workbook is known by its identity, a lead is in a sequence once: doing it again changes nothing.
    repeat_free: target.kind === 'workbook' || target.kind === 'sequence',
    alone: true,
    cache_days: 0,
    limits: {},
    // The queue of a webhook's endpoint settles by itself what takes longer than the request may.
    timeout_ms: timeout_seconds * 1000 + (target.kind === 'webhook' ? 10_000 : 0),
    ...(account && { account }),
    fingerprint: '',
    longest_input: LONGEST_INPUT,
    act: (row, tools) => deliver(settings, row, tools, means),
  })
}

function accountOf(target: OutputTarget): AccountForm | undefined {
  if (target.kind === 'hubspot') return hubspot
  if (target.kind === 'salesforce') return salesforce
  if (target.kind === 'workbook' || target.kind === 'sequence') return undefined
  return secretsForm(target.secret === undefined ? [] : [target.secret])
}

/** What would be sent for a row, with words in the place of secrets; or why nothing would be. */
export function sketchOf({ target }: OutputSettings, row: JsonObject, at: number): JsonObject | string {
  if (target.kind === 'workbook') return { workbook_id: target.workbook_id, row: filled(target.values, row) }
  if (target.kind === 'sequence')
    return { sequence_id: target.sequence_id, consent_source: target.consent_source, lead: filled(target.values, row) }
  if (target.kind === 'salesforce') return sketchOfSalesforce(target, row)
  const hidden = target.kind === 'slack' ? 'https://hooks.slack.com/•••' : '•••'
  const secret = 'secret' in target ? target.secret : undefined
  const account = Object.fromEntries(
    [...hubspot.fields.map(({ name }) => name), secret ?? ''].map((name) => [name, hidden]),
  )
  const request = target.kind === 'webhook' ? webhookRequest(target, row, at) : deliveryOf(target, row, account)
  if (typeof request === 'string') return request
  const { method, url, headers, body = '' } = request
  return { method, url, headers, body: readBody(body).value ?? body }
}

function sketchOfSalesforce(target: SalesforceTarget, row: JsonObject): JsonObject | string {
  const values = filled(target.values, row)
  const id = textOf(values[target.key] ?? null).trim()
  return id === '' ? noKey(target.key) : { object: target.object, key: target.key, id, values }
}

async function deliver(
  { target, timeout_seconds }: OutputSettings,
  row: JsonObject,
  tools: ActTools,
  means: OutputMeans,
): Promise<LookupAnswer> {
  if (target.kind === 'webhook') return means.toWebhook(target, row, tools, timeout_seconds * 1000)
  if (target.kind === 'workbook') return means.toWorkbook(target, row)
  if (target.kind === 'sequence') return means.toSequence(target, row)
  if (target.kind === 'salesforce') return deliverToSalesforce(target, row, tools, means.tokens)
  const request = deliveryOf(target, row, tools.account)
  if (typeof request === 'string') return failed('bad_input', request)
  const reply = await tools.http(request)
  if (!reply.ok) return judgeFailure({ repeat_free: false }, reply)
  return target.kind === 'hubspot' ? inHubspot(reply, tools.now()) : atHook(reply, tools.now())
}

function atHook(reply: HttpReply, now: number): LookupAnswer {
  const judged = judgeStatus({}, reply, now)
  if (!judged) return found({ status: 'delivered' }, 1, { verified: true })
  if (judged.kind !== 'failed') return judged
  const said = reply.body.trim().slice(0, 200)
  // Nothing there is known again: a second try could be a second message.
  return {
    ...judged,
    message: said ? `${judged.message} ${said}` : judged.message,
    retryable: false,
  }
}

function inHubspot(reply: HttpReply, now: number): LookupAnswer {
  const judged = judgeStatus({ read: [207, 400, 409] }, reply, now)
  if (judged) return judged
  const read = readHubspot(readBody(reply.body).value ?? null)
  if ('faults' in read) return failed('bad_input', `HubSpot refused the row: ${read.faults.join('; ')}`)
  return found({ status: read.created ? 'created' : 'updated', record_id: read.id }, 1, { verified: true })
}
