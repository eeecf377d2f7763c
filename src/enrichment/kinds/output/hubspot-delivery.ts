// Delivers a row to HubSpot, which creates or updates by key.
import { textOf } from '../../../engine/values/value.ts'
import type { JsonObject } from '../../../kernel/json.ts'
import { hubspot, hubspotFind, hubspotFound, hubspotUpsert, readHubspot } from '../../../providers/crm/hubspot.ts'
import { buildRequest, judgeFailure, judgeStatus, readBody } from '../../../providers/kit/http-ask.ts'
import { type ActTools, type Credentials, failed, found, type LookupAnswer } from '../../../providers/kit/kit.ts'
import type { HttpReply, HttpRequest } from '../../../providers/kit/outside.ts'
import { type DeliveryMeans, defineDelivery, shownRequest, type TargetOf } from './delivery.ts'
import { fillTemplates } from './filled.logic.ts'
import { readKeysOfRecord, same } from './keys-of-record.ts'

export const hubspotDelivery = defineDelivery('hubspot', {
  account: () => hubspot,
  sketch(target, row) {
    const sent = requestOf(target, fillTemplates(target.values, row), { access_token: '•••' })
    return typeof sent === 'string' ? sent : shownRequest(sent)
  },
  deliver: (target, row, tools, means) => deliverToHubspot(target, row, tools, means),
})

async function deliverToHubspot(
  target: TargetOf<'hubspot'>,
  row: JsonObject,
  tools: ActTools,
  means: DeliveryMeans,
): Promise<LookupAnswer> {
  const values = fillTemplates(target.values, row)
  const id = await idOf(target, values, tools, means)
  if (typeof id === 'object') return id
  const sent = requestOf(target, id === undefined ? values : { ...values, [target.key]: id }, tools.account)
  if (typeof sent === 'string') return failed('bad_input', sent)
  const reply = await tools.http(sent)
  return reply.ok ? read(reply, tools.now()) : judgeFailure({ repeat_free: false }, reply)
}

/** The key under which HubSpot has one of the records of a merged lead; undefined where the row's own key is the one; or why it is not known. */
async function idOf(
  { object, key }: TargetOf<'hubspot'>,
  values: JsonObject,
  tools: ActTools,
  means: DeliveryMeans,
): Promise<string | undefined | LookupAnswer> {
  const own = textOf(values[key] ?? null).trim()
  if (own === '') return undefined
  const keys = await readKeysOfRecord(means, tools, own)
  if (keys.length < 2) return undefined
  const reply = await tools.http(buildRequest(hubspotFind(object, key, keys), hubspot, tools.account))
  if (!reply.ok) return judgeFailure({ repeat_free: true }, reply)
  const judged = judgeStatus({ read: [207] }, reply, tools.now())
  if (judged) return judged
  const known = hubspotFound(readBody(reply.body).value ?? null, key)
  if (known === undefined) return failed('unmapped', 'HubSpot answered without a list of what it knows.')
  return keys.find((one) => known.some((other) => same(one, other))) ?? keys[0]
}

function requestOf(
  { object, key }: TargetOf<'hubspot'>,
  values: JsonObject,
  account: Credentials,
): HttpRequest | string {
  if (values[key] === undefined) return `There is no value for ${key}, by which HubSpot knows it again.`
  return buildRequest(hubspotUpsert(object, key, values), hubspot, account)
}

function read(reply: HttpReply, now: number): LookupAnswer {
  const judged = judgeStatus({ read: [207, 400, 409] }, reply, now)
  if (judged) return judged
  const read = readHubspot(readBody(reply.body).value ?? null)
  if ('faults' in read) return failed('bad_input', `HubSpot refused the row: ${read.faults.join('; ')}`)
  return found({ status: read.created ? 'created' : 'updated', record_id: read.id }, 1, { verified: true })
}
