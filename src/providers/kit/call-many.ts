// Asks a vendor many questions in one call: each gets its own outcome, cost and trace, as if it had been asked alone.
import type { JsonObject } from '../../kernel/json.ts'
import { checkAnswer } from './answer-check.ts'
import {
  type CallOptions,
  type CallResult,
  lackingAccount,
  refuseInputs,
  send,
  toCallResult,
  unreadable,
  withTimeout,
} from './call.ts'
import { buildRequest, judgeFailure, judgeReply, readReply } from './http-ask.ts'
import { type AskMany, failed, type HttpLookup, type Inputs, type LookupAnswer, notFound } from './kit.ts'
import type { HttpReply, Tools } from './outside.ts'
import { normaliseInputs } from './requirements.ts'
import { maskReply, maskRequest, secretsOf } from './trace.ts'

type Asking = HttpLookup & { many: AskMany }

/** The answers of one lookup in the order of the questions. Never rejects; `signal` stops all of it. */
export async function callMany(
  lookup: HttpLookup,
  all: readonly JsonObject[],
  tools: Tools,
  signal: AbortSignal,
  options: CallOptions = {},
): Promise<CallResult[]> {
  if (!takesMany(lookup)) throw new TypeError(`${lookup.id} is called one by one`)
  const questions = all.map((values) => normaliseInputs(lookup, values))
  const refusals = questions.map((inputs) => refuseInputs(lookup, inputs))
  const sent = questions.filter((_, index) => !refusals[index])
  const results = sent.length === 0 ? [] : await ask(lookup, sent, tools, signal, options)
  return refusals.map((refusal) =>
    refusal ? { outcome: checkAnswer(lookup, refusal) } : (results.shift() as CallResult),
  )
}

const takesMany = (lookup: HttpLookup): lookup is Asking => lookup.many !== undefined

async function ask(
  lookup: Asking,
  questions: readonly Inputs[],
  tools: Tools,
  signal: AbortSignal,
  options: CallOptions,
): Promise<CallResult[]> {
  const { integration, many } = lookup
  const { account = {} } = options
  let parts: CallResult[] | undefined
  const whole = await withTimeout(lookup, lookup.repeat_free, signal, options, async (stop, trace) => {
    const lacking = lookup.keyless ? undefined : lackingAccount(integration, account)
    if (lacking) return lacking
    const reply = await send(lookup, (opened) => many.ask(questions, opened), tools, stop, options, trace)
    if ('kind' in reply) return reply
    if (!reply.ok) return judgeFailure(lookup, reply)
    const split = splitReply(lookup, reply, questions.length, tools.now())
    if ('kind' in split) return split
    parts = split.map((part, index) => readPart(lookup, part, questions[index] ?? {}, options, tools.now()))
    return notFound()
  })
  const requestOf = (inputs: Inputs) =>
    maskRequest(buildRequest(many.ask([inputs], account), integration, account), secretsOf(integration, account))
  const notes = { asked_together: questions.length }
  return questions.map((inputs, index) => ({
    ...(parts?.[index] ?? whole),
    // The trace shows this question alone: questions of the same call are on their own traces.
    ...(whole.request && { request: requestOf(inputs), notes }),
  }))
}

/** The parts of a reply by question; one answer for all when the reply cannot be split. */
function splitReply(lookup: Asking, reply: HttpReply, count: number, nowMs: number): HttpReply[] | LookupAnswer {
  // No status counts as a miss here, because it would be a miss for every question of the call.
  const judged = readReply(reply, { statuses: { ...lookup.statuses, miss: [] } }, nowMs)
  if (!judged.ok) return judged.answer
  if (judged.reply.status >= 300) return lookup.read(judged.reply, {}, {})
  const parts = lookup.many.split(judged.reply)
  if (parts.length !== count)
    return failed('unmapped', `The provider was sent ${count} questions at once and answered ${parts.length}.`)
  return parts.map(({ status, json }) => ({ ok: true, status, headers: reply.headers, body: JSON.stringify(json) }))
}

function readPart(
  lookup: Asking,
  part: HttpReply,
  inputs: Inputs,
  { account = {} }: CallOptions,
  nowMs: number,
): CallResult {
  const response = maskReply(part, secretsOf(lookup.integration, account))
  try {
    return { ...toCallResult(lookup, judgeReply(lookup, part, inputs, account, nowMs)), response }
  } catch (error) {
    return { outcome: checkAnswer(lookup, unreadable(error)), response }
  }
}
