// Calls one lookup once: inputs checked, time limited, answer validated. Whatever happens, the caller gets an outcome.
import type { Outcome } from '../../engine/waterfall/outcome.ts'
import { onAbort } from '../../kernel/alarms.ts'
import type { JsonObject } from '../../kernel/json.ts'
import { checkAnswer } from './answer-check.ts'
import { withinTimeout } from './exchange.ts'
import {
  buildRequest,
  judgeFailure,
  judgePoll,
  judgeReply,
  missingAccountFields,
  readBody,
  readReply,
} from './http-ask.ts'
import {
  type AccountForm,
  type AnyLookup,
  type AskingCell,
  type Credentials,
  type CustomLookup,
  failed,
  type HttpLookup,
  type Inputs,
  type Lookup,
  type LookupAnswer,
  type VendorRequest,
  type VisitTools,
} from './kit.ts'
import { createTokens, type Tokens } from './oauth-tokens.ts'
import type { FetchFailure, HttpReply, Tools } from './outside.ts'
import { MAX_INPUT_LENGTH, missingInputs, normaliseInputs } from './requirements.ts'
import { allowedHosts, boundNowhere, hostRefusal } from './secret-hosts.ts'
import { maskReply, maskRequest, type RequestTrace, type ResponseTrace, secretsOf, withoutSecrets } from './trace.ts'

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
  account?: Credentials
  /** Milliseconds; wins over the declaration's timeout. */
  timeout_ms?: number
  /** For a custom lookup, which may take several exchanges: milliseconds for one. */
  exchange_ms?: number
  /** Where the answer to this very question may be brought, masked like a secret. */
  callback_url?: string
  /** Where minted tokens are kept; without it one is minted for this call alone. */
  tokens?: Tokens
  /** For a custom lookup: the attempt, where it is on record. */
  attempt_id?: string
  /** For a custom lookup: the cell that asks. */
  asked_by?: AskingCell
  /** For a custom lookup: the lead that the question is about, where no cell asks. */
  lead_id?: number
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
  return withTimeout(lookup, lookup.repeat_free, signal, options, (stop, trace) =>
    'act' in lookup
      ? act(lookup, lookup.listed ? inputs : values, tools, stop, options, trace)
      : ask(lookup, inputs, tools, stop, options, trace),
  )
}

/** Looks after an answer that was `pending`. Never rejects; asking twice costs nothing, so nothing is ever uncertain. */
export async function pollLookup(
  lookup: HttpLookup,
  handle: JsonObject,
  tools: Tools,
  signal: AbortSignal,
  options: CallOptions = {},
): Promise<CallResult> {
  const { poll } = lookup
  if (!poll) return { outcome: checkAnswer(lookup, failed('unmapped', 'This lookup cannot be polled.')) }
  return withTimeout(lookup, true, signal, options, async (stop, trace) => {
    const sent = await send(lookup, (account) => poll.ask(handle, account), tools, stop, options, trace)
    if ('kind' in sent) return sent
    return sent.ok ? judgePoll(poll, sent, handle, tools.now()) : judgeFailure({ repeat_free: true }, sent)
  })
}

/** Reads what a vendor brought by itself. Never throws; what makes no sense is `unmapped`. */
export function readCallback(lookup: HttpLookup, reply: HttpReply, handle: JsonObject): CallResult {
  const json = readBody(reply.body).value
  const response = maskReply(reply, {})
  try {
    if (!lookup.callback || json === undefined) throw new Error('it is not JSON')
    const answer = lookup.callback.read({ ...reply, text: reply.body, json }, handle)
    return { ...toCallResult(lookup, answer), response }
  } catch (error) {
    return { outcome: checkAnswer(lookup, unreadable(error)), response }
  }
}

/** Controllers of calls that ended by themselves, for reuse: a controller and its signal are expensive to make. */
const spare: AbortController[] = []

export async function withTimeout(
  lookup: AnyLookup,
  repeat_free: boolean,
  signal: AbortSignal,
  options: CallOptions,
  work: (stop: AbortSignal, trace: CallResult) => Promise<LookupAnswer>,
): Promise<CallResult> {
  const result: CallResult = { outcome: { kind: 'not_found' } }
  const timeoutMs = options.timeout_ms ?? lookup.timeout_ms
  // Linked by hand: AbortSignal.any leaves a trace on a signal that outlives thousands of calls.
  const stop = ('ask' in lookup ? spare.pop() : undefined) ?? new AbortController()
  let cut = () => {}
  const isCut = new Promise<void>((resolve) => {
    cut = resolve
  })
  const end = () => {
    stop.abort()
    cut()
  }
  const forget = onAbort(signal, end)
  const timer = 'answer' in lookup ? undefined : setTimeout(end, timeoutMs)
  if (signal.aborted) end()
  const stopped = () =>
    judgeFailure(
      { repeat_free },
      {
        ok: false,
        reason: signal.aborted ? 'aborted' : 'timeout',
        message: signal.aborted ? 'Stopped before the answer came.' : `No answer within ${timeoutMs / 1000} s.`,
        sent: result.request !== undefined,
      },
    )
  try {
    // The race is for a lookup or tool that ignores the signal: its late answer is dropped.
    const answer = stop.signal.aborted
      ? stopped()
      : await Promise.race([work(stop.signal, result), isCut.then(stopped)])
    Object.assign(result, toCallResult(lookup, answer))
  } catch (error) {
    result.outcome = checkAnswer(lookup, stop.signal.aborted ? stopped() : unreadable(error))
  } finally {
    clearTimeout(timer)
    forget()
    if ('ask' in lookup && !stop.signal.aborted) spare.push(stop)
  }
  return { ...result }
}

export function toCallResult(lookup: AnyLookup, answer: LookupAnswer): CallResult {
  const charged = 'charged_usd' in answer ? answer.charged_usd : undefined
  return {
    outcome: checkAnswer(lookup, answer),
    ...(charged !== undefined && charged >= 0 && { charged_usd: charged }),
  }
}

/** What was thrown while an answer was read. */
export function unreadable(error: unknown): LookupAnswer {
  const why = error instanceof Error ? error.message : String(error)
  return failed('unmapped', `The answer could not be read: ${why}`)
}

/** Why it cannot be called with this account; undefined when it can. */
export function lackingAccount(form: AccountForm | undefined, account: Credentials): LookupAnswer | undefined {
  const missing = form ? missingAccountFields(form, account) : []
  if (!form || missing.length === 0) return undefined
  const isAll = missing.length === form.fields.filter(({ required }) => required).length
  const labels = form.fields.flatMap(({ name, label }) => (missing.includes(name) ? [label] : []))
  const what = isAll ? 'is not entered' : `has no ${labels.join(', ')}`
  return failed('auth', `${form.name} ${what} in this workspace; it may have been taken away.`)
}

export function refuseInputs(lookup: AnyLookup, inputs: Inputs): LookupAnswer | undefined {
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
  options: CallOptions,
  trace: CallResult,
): Promise<LookupAnswer> {
  if ('answer' in lookup) {
    const company = lookup.colleagues_at?.(inputs)
    return lookup.answer(inputs, company ? await tools.colleagues?.(company) : [])
  }
  if ('ask' in lookup) return askHttp(lookup, inputs, tools, signal, options, trace)
  return lookup.visit(inputs, visitTools(lookup, tools, signal, options.account ?? {}, trace))
}

/** The tools of one visit: every request is traced, the first request and the last answer completely. */
function visitTools(
  lookup: AnyLookup,
  tools: Tools,
  signal: AbortSignal,
  account: Credentials,
  trace: CallResult,
): VisitTools {
  const begin = (url: string) => {
    const entry = { url, result: 'no answer' }
    trace.pages = [...(trace.pages ?? []), entry]
    return entry
  }
  const { smtp } = tools
  return {
    signal,
    now: tools.now,
    fetchPage: async (url, options = {}) => {
      trace.request ??= { method: 'GET', url }
      const entry = begin(url)
      const page = await tools.fetchPage(url, options, signal)
      entry.result = page.ok ? String(page.status) : page.reason
      if (page.ok) trace.response = maskReply(page, account)
      return page
    },
    ask: async (what, expected = {}) => {
      const request = buildRequest(what, undefined, {})
      trace.request ??= maskRequest(request, account)
      const entry = begin(request.url)
      const reply = await tools.http(request, signal)
      entry.result = reply.ok ? String(reply.status) : reply.reason
      if (!reply.ok) return { ok: false, answer: judgeFailure(lookup, reply) }
      trace.response = maskReply(reply, account)
      return readReply(reply, expected, tools.now(), false)
    },
    dns: (name, type) => tools.dns(name, type, signal),
    ...(smtp && { smtp: (probe) => smtp(probe, signal) }),
  }
}

async function act(
  lookup: CustomLookup,
  values: JsonObject,
  tools: Tools,
  signal: AbortSignal,
  options: CallOptions,
  trace: CallResult,
): Promise<LookupAnswer> {
  const { account: form, keyless } = lookup
  const { account = {}, attempt_id, asked_by, lead_id, exchange_ms } = options
  const lacking = keyless ? undefined : lackingAccount(form, account)
  if (lacking) return lacking
  const unbound = boundNowhere(form, account)
  if (unbound !== undefined) return failed('auth', unbound)
  const hosts = allowedHosts(form, account)
  return lookup.act(values, {
    ...visitTools(lookup, tools, signal, account, trace),
    account,
    ...(attempt_id !== undefined && { attempt_id }),
    ...(asked_by && { asked_by }),
    ...(lead_id !== undefined && { lead_id }),
    spend: (usd) => {
      trace.charged_usd = (trace.charged_usd ?? 0) + usd
    },
    note: (facts) => {
      trace.notes = { ...trace.notes, ...facts }
    },
    http: async (request, secrets = {}) => {
      const hidden = { ...secretsOf(form, account), ...secrets }
      const refused = hostRefusal(form, account, request.url)
      if (refused !== undefined) return { ok: false, reason: 'blocked', message: refused, sent: false }
      trace.request = maskRequest(request, hidden)
      const reply = await withinTimeout(exchange_ms, signal, (stop) =>
        tools.http(hosts ? { ...request, hosts } : request, stop),
      )
      if (!reply.ok) return reply
      trace.response = maskReply(reply, hidden)
      return withoutSecrets(reply, hidden)
    },
  })
}

const UNREACHABLE =
  'This vendor sends its answers to PUBLIC_URL, which is not set, so it was not asked. The operator of this service can set it.'

async function askHttp(
  lookup: HttpLookup,
  inputs: Inputs,
  tools: Tools,
  signal: AbortSignal,
  options: CallOptions,
  trace: CallResult,
): Promise<LookupAnswer> {
  const { integration, keyless } = lookup
  const { account = {}, callback_url } = options
  const lacking = keyless ? undefined : lackingAccount(integration, account)
  if (lacking) return lacking
  // Asked without an address, such a vendor would bill an answer that never comes.
  if (lookup.callback && !lookup.poll && callback_url === undefined) return failed('bad_input', UNREACHABLE)
  const asking = lookup.callback && callback_url !== undefined ? { callback_url } : {}
  const sent = await send(lookup, (opened) => lookup.ask(inputs, opened, asking), tools, signal, options, trace)
  if ('kind' in sent) return sent
  return sent.ok ? judgeReply(lookup, sent, inputs, account, tools.now()) : judgeFailure(lookup, sent)
}

/** The reply to one request, with a token if the vendor needs one; an answer with the failure when no token can be obtained. */
export async function send(
  { integration }: HttpLookup,
  what: (account: Credentials) => VendorRequest,
  tools: Tools,
  signal: AbortSignal,
  { account = {}, callback_url, tokens = createTokens() }: CallOptions,
  trace: CallResult,
): Promise<HttpReply | FetchFailure | LookupAnswer> {
  for (let attempt = 0; ; attempt++) {
    const opened = await tokens.open(integration, account, tools)
    if (!opened.ok) return opened.answer
    const request = buildRequest(what(opened.account), integration, opened.account)
    // The address is a credential: every client that knows it can send an answer.
    const secrets = { ...secretsOf(integration, opened.account), ...(callback_url !== undefined && { callback_url }) }
    trace.request = maskRequest(request, secrets)
    const reply = await tools.http(request, signal)
    if (reply.ok) trace.response = maskReply(reply, secrets)
    // A token may end early. A refused call had no effect, so it is repeated once with a new token.
    const isStale = reply.ok && reply.status === 401 && opened.kept && attempt === 0
    if (!isStale) return reply
    tokens.forget(integration, opened.account)
  }
}
