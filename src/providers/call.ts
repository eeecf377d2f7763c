// Calls one lookup once: inputs checked, time limited, answer validated. Whatever happens, the caller gets an outcome.
import type { Outcome } from '../engine/outcome.ts'
import type { JsonObject } from '../kernel/json.ts'
import { checkAnswer } from './answer-check.ts'
import { buildRequest, judgeFailure, judgeReply, missingAccountFields } from './http-ask.ts'
import {
  type Account,
  type Answer,
  type AnyLookup,
  failed,
  type HttpLookup,
  type Inputs,
  type Lookup,
  type MadeLookup,
  type NetFailure,
  type Tools,
  type VisitTools,
} from './kit.ts'
import { MAX_INPUT_LENGTH, missingInputs, normaliseInputs } from './requirements.ts'
import { maskReply, maskRequest, type RequestTrace, type ResponseTrace } from './trace.ts'

export interface CallResult {
  outcome: Outcome
  /** What the vendor says it cost. */
  charged_usd?: number
  /** What was sent, secrets masked; of a visit, the first page asked for. */
  request?: RequestTrace
  /** What came back, cut; of a visit, the last page read. */
  response?: ResponseTrace
  /** Addresses of the pages a visit asked for, in order, with the status or the reason for none. */
  pages?: { url: string; result: string }[]
  /** What a made lookup tells about its answer. */
  notes?: JsonObject
}

export interface CallOptions {
  account?: Account
  /** Milliseconds; wins over the declaration's timeout. */
  timeout_ms?: number
}

/** One answer of one lookup. Never rejects; `signal` stops it and gives `failed{timeout}` or, if it may have been billed, `failed{uncertain}`. */
export async function callLookup(
  lookup: AnyLookup,
  values: JsonObject,
  tools: Tools,
  signal: AbortSignal,
  options: CallOptions = {},
): Promise<CallResult> {
  const inputs = normaliseInputs(lookup, values)
  const refusal = refuseInputs(lookup, inputs)
  if (refusal) return { outcome: checkAnswer(lookup, refusal) }

  const result: CallResult = { outcome: { kind: 'not_found' } }
  const timeoutMs = options.timeout_ms ?? lookup.timeout_ms
  // Linked by hand: AbortSignal.any leaves a trace on a signal that outlives thousands of calls.
  const stop = new AbortController()
  const onAbort = () => stop.abort()
  signal.addEventListener('abort', onAbort, { once: true })
  const timer = 'answer' in lookup ? undefined : setTimeout(onAbort, timeoutMs)
  if (signal.aborted) stop.abort()
  const stopped = (): NetFailure => ({
    ok: false,
    reason: signal.aborted ? 'aborted' : 'timeout',
    message: signal.aborted ? 'Stopped before the answer came.' : `No answer within ${timeoutMs / 1000} s.`,
    sent: result.request !== undefined,
  })
  try {
    // The race is for a lookup or tool that ignores the signal: its late answer is dropped.
    const answer = stop.signal.aborted
      ? judgeFailure(lookup, stopped())
      : await Promise.race([
          'act' in lookup
            ? act(lookup, values, tools, stop.signal, options.account ?? {}, result)
            : ask(lookup, inputs, tools, stop.signal, options.account ?? {}, result),
          aborted(stop.signal).then(() => judgeFailure(lookup, stopped())),
        ])
    result.outcome = checkAnswer(lookup, answer)
    if ('charged_usd' in answer && answer.charged_usd !== undefined && answer.charged_usd >= 0)
      result.charged_usd = answer.charged_usd
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    result.outcome = stop.signal.aborted
      ? checkAnswer(lookup, judgeFailure(lookup, stopped()))
      : checkAnswer(lookup, failed('unmapped', `The answer could not be read: ${why}`))
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', onAbort)
  }
  return { ...result }
}

function refuseInputs(lookup: AnyLookup, inputs: Inputs): Answer | undefined {
  const missing = missingInputs(lookup, inputs)
  if (missing.length > 0) return failed('bad_input', `Missing input: ${missing.join(', ')}.`)
  const most = 'act' in lookup ? lookup.longest_input : MAX_INPUT_LENGTH
  const long = Object.keys(inputs).find((name) => (inputs[name] ?? '').length > most)
  return long ? failed('bad_input', `The input "${long}" is longer than ${most} characters.`) : undefined
}

async function ask(
  lookup: Lookup,
  inputs: Inputs,
  tools: Tools,
  signal: AbortSignal,
  account: Account,
  trace: CallResult,
): Promise<Answer> {
  if ('answer' in lookup) return lookup.answer(inputs)
  if ('ask' in lookup) return askHttp(lookup, inputs, tools, signal, account, trace)
  return lookup.visit(inputs, visitTools(tools, signal, account, trace))
}

function visitTools(tools: Tools, signal: AbortSignal, account: Account, trace: CallResult): VisitTools {
  return {
    signal,
    now: tools.now,
    fetchPage: async (url, options = {}) => {
      trace.request ??= { method: 'GET', url }
      const entry = { url, result: 'no answer' }
      trace.pages = [...(trace.pages ?? []), entry]
      const page = await tools.fetchPage(url, options, signal)
      entry.result = page.ok ? String(page.status) : page.reason
      if (page.ok) trace.response = maskReply(page, account)
      return page
    },
  }
}

async function act(
  lookup: MadeLookup,
  values: JsonObject,
  tools: Tools,
  signal: AbortSignal,
  account: Account,
  trace: CallResult,
): Promise<Answer> {
  const { integration, keyless } = lookup
  const missing = integration && !keyless ? missingAccountFields(integration, account) : []
  if (missing.length > 0) return failed('auth', `The account lacks: ${missing.join(', ')}.`)
  return lookup.act(values, {
    ...visitTools(tools, signal, account, trace),
    account,
    note: (facts) => {
      trace.notes = { ...trace.notes, ...facts }
    },
    http: async (request, secrets = {}) => {
      const hidden = { ...account, ...secrets }
      trace.request ??= maskRequest(request, hidden)
      const reply = await tools.http(request, signal)
      if (reply.ok) trace.response = maskReply(reply, hidden)
      return reply
    },
  })
}

async function askHttp(
  lookup: HttpLookup,
  inputs: Inputs,
  tools: Tools,
  signal: AbortSignal,
  account: Account,
  trace: CallResult,
): Promise<Answer> {
  const { integration, keyless } = lookup
  const missing = integration && !keyless ? missingAccountFields(integration, account) : []
  if (missing.length > 0) return failed('auth', `The account lacks: ${missing.join(', ')}.`)
  const request = buildRequest(lookup.ask(inputs, account), integration, account)
  trace.request = maskRequest(request, account)
  const reply = await tools.http(request, signal)
  if (!reply.ok) return judgeFailure(lookup, reply)
  trace.response = maskReply(reply, account)
  return judgeReply(lookup, reply, inputs, tools.now())
}

function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve()
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
}
