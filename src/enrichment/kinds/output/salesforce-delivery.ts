// Delivers a row to Salesforce: one call where the key is an external id; else it is looked for, then changed or made.
import { textOf } from '../../../engine/values/value.ts'
import type { JsonObject } from '../../../kernel/json.ts'
import {
  changeRecord,
  createRecord,
  faultsIn,
  findByValues,
  foundRecords,
  salesforce,
  upsertByExternalId,
} from '../../../providers/crm/salesforce.ts'
import { buildRequest, judgeFailure, judgeStatus, MINTED, readBody } from '../../../providers/kit/http-ask.ts'
import { type ActTools, failed, found, type LookupAnswer, type VendorRequest } from '../../../providers/kit/kit.ts'
import type { Tokens } from '../../../providers/kit/oauth-tokens.ts'
import type { HttpReply } from '../../../providers/kit/outside.ts'
import { record, text } from '../../../providers/kit/reply-values.ts'
import { type DeliveryMeans, defineDelivery, type TargetOf } from './delivery.ts'
import { fillTemplates } from './filled.logic.ts'
import { readKeysOfRecord, same } from './keys-of-record.ts'

type Sent = { ok: true; reply: HttpReply } | { ok: false; answer: LookupAnswer }

export const salesforceDelivery = defineDelivery('salesforce', {
  account: () => salesforce,
  sketch(target, row) {
    const values = fillTemplates(target.values, row)
    const id = textOf(values[target.key] ?? null).trim()
    return id === '' ? noKey(target.key) : { object: target.object, key: target.key, id, values }
  },
  deliver: (target, row, tools, means) => deliverToSalesforce(target, row, tools, means),
})

async function deliverToSalesforce(
  { object, key, match, values: templates }: TargetOf<'salesforce'>,
  row: JsonObject,
  tools: ActTools,
  means: DeliveryMeans,
): Promise<LookupAnswer> {
  const { account } = tools
  const values = fillTemplates(templates, row)
  const own = textOf(values[key] ?? null).trim()
  if (own === '') return failed('bad_input', noKey(key))
  const write = (ask: VendorRequest) =>
    send(ask, tools, means.tokens, false).then((sent) => (sent.ok ? written(sent.reply) : sent.answer))
  const keys = await readKeysOfRecord(means, tools, own)
  const [shown = own] = keys
  if (match === 'external_id' && keys.length === 1)
    return write(upsertByExternalId(account, object, key, shown, values))
  const looked = await send(findByValues(account, object, key, keys), tools, means.tokens, true)
  if (!looked.ok) return looked.answer
  const records = foundRecords(readBody(looked.reply.body).value ?? null, key)
  if (!records) return failed('unmapped', 'Salesforce answered the search with something that is no list of records.')
  // With one key all that was found has it, however Salesforce writes it.
  const having = (wanted: string) => records.filter(({ value }) => keys.length === 1 || same(value, wanted))
  const id = keys.find((one) => having(one).length > 0) ?? shown
  if (match === 'external_id') return write(upsertByExternalId(account, object, key, id, values))
  const [known, other] = having(id)
  if (other !== undefined)
    return failed('bad_input', `Salesforce has more than one ${object} with this ${key}, so none of them was changed.`)
  const sent = keys.length === 1 ? values : { ...values, [key]: id }
  const answer = await write(
    known === undefined ? createRecord(account, object, sent) : changeRecord(account, object, known.id, sent),
  )
  return answer.kind === 'found' && known !== undefined
    ? { ...answer, values: { status: 'updated', record_id: known.id } }
    : answer
}

const noKey = (key: string) => `There is no value for ${key}, by which Salesforce knows it again.`

/** One call with a token, and once more with a new one when it was refused: what was refused was not done. */
async function send(ask: VendorRequest, tools: ActTools, tokens: Tokens, repeat_free: boolean): Promise<Sent> {
  const { account, now } = tools
  for (let renewed = false; ; renewed = true) {
    const opened = await tokens.open(salesforce, account, { http: (request) => tools.http(request), now })
    if (!opened.ok) return opened
    const token = opened.account[MINTED] ?? ''
    const reply = await tools.http(buildRequest(ask, salesforce, opened.account), { token })
    if (!reply.ok) return { ok: false, answer: judgeFailure({ repeat_free }, reply) }
    if (reply.status === 401 && opened.kept && !renewed) {
      tokens.forget(salesforce, opened.account)
      continue
    }
    const judged = judge(reply, tools.now())
    return judged ? { ok: false, answer: judged } : { ok: true, reply }
  }
}

/** What a refusal comes to; the faults of a row are told field by field. */
function judge(reply: HttpReply, now: number): LookupAnswer | undefined {
  const { words, codes } = faultsIn(readBody(reply.body).value ?? null)
  const said = words.slice(0, 5).join('; ')
  if (codes.includes('REQUEST_LIMIT_EXCEEDED'))
    return failed('quota', `Salesforce says the calls of the day are used up: ${said}`)
  if (reply.status === 300) return failed('bad_input', 'Salesforce has more than one record with this external id.')
  if (reply.status >= 400 && reply.status < 500 && ![401, 403, 408, 429].includes(reply.status))
    return failed('bad_input', `Salesforce refused the row: ${said || reply.status}`)
  const judged = judgeStatus({}, reply, now)
  // It may have been done: sending it again is for people to decide.
  return judged?.kind === 'failed'
    ? { ...judged, retryable: false, message: said ? `${judged.message} ${said}` : judged.message }
    : judged
}

function written(reply: HttpReply): LookupAnswer {
  const { id, created } = record(readBody(reply.body).value ?? null)
  const record_id = text(id)
  const status = reply.status === 201 || created === true ? 'created' : 'updated'
  return found({ status, ...(record_id !== undefined && { record_id }) }, 1, { verified: true })
}
