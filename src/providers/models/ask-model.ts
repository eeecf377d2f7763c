// Asks a model once for JSON: held to the schema where the vendor can, by less where it cannot, with what it used.
import type { Json } from '../../kernel/json.ts'
import { buildRequest, judgeFailure, judgeStatus, readBody } from '../kit/http-ask.ts'
import { type ActTools, failed, type LookupAnswer } from '../kit/kit.ts'
import type { ModelQuestion, ModelReply, ModelVendor, ResponseFormat } from './model-kit.ts'

/** The request format that each model accepts, learned from its refusals; kept so that only one row pays for it. */
export type Manners = Map<string, { hold: ResponseFormat; temperature: boolean }>

const NEXT: Record<ResponseFormat, ResponseFormat | null> = { schema: 'json', json: 'words', words: null }

export type ModelCallResult = { ok: true; reply: ModelReply } | { ok: false; answer: LookupAnswer }

export async function askModel(
  vendor: ModelVendor,
  question: Omit<ModelQuestion, 'hold'>,
  tools: Pick<ActTools, 'http' | 'account' | 'now'>,
  manners: Manners,
): Promise<ModelCallResult> {
  const place = `${vendor.integration.id}/${question.model}`
  for (;;) {
    const { hold, temperature } = manners.get(place) ?? { hold: 'schema', temperature: true }
    const asked = { ...question, hold, temperature: temperature ? question.temperature : null }
    const reply = await tools.http(buildRequest(vendor.ask(asked, tools.account), vendor.integration, tools.account))
    if (!reply.ok) return { ok: false, answer: judgeFailure({ repeat_free: vendor.own }, reply) }
    if (reply.status === 400 || reply.status === 422) {
      const lesson = lessonOf(reply.body, hold, temperature)
      if (!lesson) return { ok: false, answer: refused(reply.status, reply.body) }
      manners.set(place, lesson)
      continue
    }
    const judged = judgeStatus({}, reply, tools.now())
    if (judged) return { ok: false, answer: judged }
    const json = readBody(reply.body).value
    const read = json === undefined ? null : vendor.read(json as Json)
    if (!read)
      return {
        ok: false,
        answer: failed('unmapped', `${vendor.integration.name} answered what is no answer of a model.`),
      }
    return { ok: true, reply: read }
  }
}

/** What to leave out next time; null when the refusal is about something else. */
function lessonOf(
  body: string,
  hold: ResponseFormat,
  temperature: boolean,
): { hold: ResponseFormat; temperature: boolean } | null {
  if (temperature && /temperature/i.test(body)) return { hold, temperature: false }
  const next = NEXT[hold]
  return next && /schema|response_?format|\bformat\b|\bjson\b|mime|tool/i.test(body)
    ? { hold: next, temperature }
    : null
}

function refused(status: number, body: string): LookupAnswer {
  const said = /"message"\s*:\s*"((?:[^"\\]|\\.){1,200})/.exec(body)?.[1]
  return failed('bad_input', `The model refused the question (${status})${said ? `: ${said}` : ''}.`)
}
