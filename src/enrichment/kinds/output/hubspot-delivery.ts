// Delivers a row to HubSpot, which creates or updates by key.
import { hubspot, hubspotUpsert, readHubspot } from '../../../providers/crm/hubspot.ts'
import { buildRequest, judgeStatus, readBody } from '../../../providers/kit/http-ask.ts'
import { failed, found } from '../../../providers/kit/kit.ts'
import { defineHook } from './delivery.ts'
import { fillTemplates } from './filled.logic.ts'

export const hubspotDelivery = defineHook('hubspot', {
  hidden: '•••',
  account: () => hubspot,
  request(target, row, account) {
    const values = fillTemplates(target.values, row)
    if (values[target.key] === undefined) return `There is no value for ${target.key}, by which HubSpot knows it again.`
    return buildRequest(hubspotUpsert(target.object, target.key, values), hubspot, account)
  },
  read(reply, now) {
    const judged = judgeStatus({ read: [207, 400, 409] }, reply, now)
    if (judged) return judged
    const read = readHubspot(readBody(reply.body).value ?? null)
    if ('faults' in read) return failed('bad_input', `HubSpot refused the row: ${read.faults.join('; ')}`)
    return found({ status: read.created ? 'created' : 'updated', record_id: read.id }, 1, { verified: true })
  },
})
