// The lookup of an `http` column: the request for a row, its further pages, and what is kept of the answer.

import { settingsAnswerPart } from '../../../engine/columns/answer-settings.ts'
import { fixedHost } from '../../../engine/columns/template-parts.ts'
import { answerAt, hasPlaceFor, missingWords, type Path, withValueAt } from '../../../engine/values/path.ts'
import { textOf } from '../../../engine/values/value.ts'
import { secretsForm } from '../../../identity/secrets/secrets.reads.ts'
import { isEmpty, type Json, type JsonObject } from '../../../kernel/json.ts'
import {
  type ErrorRule,
  errorByRule,
  failedBy,
  isErrorOnly,
  type SaidError,
  usualError,
} from '../../../providers/kit/error-rule.ts'
import { judgeFailure, judgeStatus, readBody, unreadBody } from '../../../providers/kit/http-ask.ts'
import {
  type AccountForm,
  type ActTools,
  type CustomLookup,
  failed,
  found,
  type LookupAnswer,
  notFound,
} from '../../../providers/kit/kit.ts'
import { requestPrice } from '../../../providers/kit/lookup-price.ts'
import type { Tokens } from '../../../providers/kit/oauth-tokens.ts'
import type { HttpReply, HttpRequest } from '../../../providers/kit/outside.ts'
import {
  findNext,
  itemKeys,
  itemsIn,
  LIMIT,
  openPages,
  type PagePosition,
  type PagesEnd,
  pageAddress,
  strayHost,
} from '../../../providers/kit/pager.ts'
import { hostRefusal } from '../../../providers/kit/secret-hosts.ts'
import { customLookup, fingerprintOf } from '../custom-settings.ts'
import { outputsOf, readFields } from './http-answer.logic.ts'
import { dropToken, signRequest } from './http-auth.ts'
import { pagingOf } from './http-pages.logic.ts'
import { BadValue, buildHttpRequest, type HttpSettings } from './http-request.logic.ts'

/** The answer of an API is not verified. */
const CONFIDENCE = 0.8
const LONGEST_INPUT = 100_000

/** What is made of an answer that has values, given the whole of it. */
type Judge = (answer: Json, found: Extract<LookupAnswer, { kind: 'found' }>) => LookupAnswer

export function httpLookup(
  settings: HttpSettings,
  provider: string,
  { tokens, judge }: { tokens: Tokens; judge?: Judge },
): CustomLookup {
  const { method, price_usd, per_second, concurrency } = settings
  const host = fixedHost(settings.url) ?? 'any host'
  const repeat_free = settings.repeat_safe ?? (method === 'GET' && !price_usd)
  const account = secretsForm(settings.auth ? [settings.auth.secret] : [])
  return customLookup(settings, {
    id: provider,
    provider: host,
    label: `HTTP request to ${host}`,
    outputs: outputsOf(settings),
    price: requestPrice(settings),
    method: 'api',
    repeat_free,
    alone: method !== 'GET',
    cache_days: method === 'GET' ? settings.cache_days : 0,
    limits: { ...(per_second !== undefined && { per_second }), ...(concurrency !== undefined && { concurrency }) },
    timeout_ms: settings.timeout_seconds * 1000,
    ...(account && { account }),
    fingerprint: fingerprintOf(settingsAnswerPart('http', settings) as JsonObject),
    longest_input: LONGEST_INPUT,
    act: (values, tools) => askHttp(settings, values, tools, { tokens, repeat_free, account, judge }),
  })
}

interface Manner {
  account: AccountForm | undefined
  tokens: Tokens
  repeat_free: boolean
  judge: Judge | undefined
}

async function askHttp(
  settings: HttpSettings,
  values: JsonObject,
  tools: ActTools,
  manner: Manner,
): Promise<LookupAnswer> {
  try {
    return await askAllPages(settings, buildHttpRequest(settings, values), tools, manner)
  } catch (error) {
    if (error instanceof BadValue) return failed('bad_input', error.message)
    throw error
  }
}

async function askAllPages(
  settings: HttpSettings,
  first: HttpRequest,
  tools: ActTools,
  manner: Manner,
): Promise<LookupAnswer> {
  const paging = pagingOf(settings)
  const total_path = settings.pages && 'total' in settings.pages ? settings.pages.total : undefined
  const pages = openPages()
  const items: Json[] = []
  let whole: Json = null
  let steps: Path | undefined
  let place: PagePosition | null = null
  for (let requests = 1; ; requests++) {
    const circle = pages.enter(place as Json)
    if (circle) return ended(circle)
    const got = await send(settings, { ...first, url: pageAddress(paging, first.url, place) }, tools, manner)
    if ('answer' in got) {
      const past = pages.refuse(place as Json, got.status)
      return past ? ended(past) : got.answer
    }
    tools.note({ requests })
    const found = itemsIn(got.json, settings.items)
    const list = 'list' in found ? found.list : []
    const page = { json: got.json, headers: got.headers, count: 'list' in found ? list.length : undefined, total_path }
    const { next, facts } = findNext(paging, first.url, place, page)
    const { fresh, end } = pages.take({ keys: itemKeys(list), next: next as Json, facts })
    items.push(...fresh.map((index) => list[index] as Json))
    if (requests === 1) {
      whole = got.json
      steps = 'list' in found ? found.steps : undefined
    }
    if (end) return ended(end)
    const stray = strayHost(first.url, next)
    if (stray !== null)
      return failed('unmapped', `The next page is said to be at another host, ${stray}; it was not asked.`)
    // Without a list to continue, further pages would be asked for nothing.
    if (steps === undefined) return ended(LIMIT('The answer has no list for further pages to continue'))
    if (requests >= settings.max_pages)
      return ended(LIMIT(`Reading stopped after ${requests} ${requests === 1 ? 'page' : 'pages'}, and there are more`))
    place = next
  }

  function ended(end: PagesEnd): LookupAnswer {
    if (settings.pages) tools.note({ pages: { end: end.reason, is_certain: end.is_certain, says: end.words } })
    const answer = settings.pages && steps !== undefined ? withValueAt(whole, steps, items) : whole
    const read = readAnswer(settings, answer)
    return read.kind === 'found' && manner.judge ? manner.judge(answer, read) : read
  }
}

export interface HttpAnswer {
  json: Json
  headers: HttpReply['headers']
}

/** One request with its credentials, and again with a new token when an old one was refused. */
async function send(
  settings: HttpSettings,
  request: HttpRequest,
  tools: ActTools,
  manner: Manner,
): Promise<HttpAnswer | { answer: LookupAnswer; status?: number }> {
  const { auth, price_usd, billing } = settings
  for (let renewed = false; ; renewed = true) {
    const signed = auth ? await signRequest(request, auth, tools, manner.tokens) : { request, secrets: {} }
    if ('refused' in signed) return { answer: signed.refused }
    const refused = hostRefusal(manner.account, tools.account, signed.request.url)
    if (refused !== undefined) return { answer: failed('auth', refused) }
    const reply = await tools.http(signed.request, signed.secrets)
    if (!reply.ok) return { answer: judgeFailure(manner, reply) }
    if (reply.status === 401 && !renewed && dropToken(auth, tools.account, manner.tokens)) continue
    const judged = judgeStatus({ miss: settings.miss?.statuses ?? [404] }, reply, tools.now())
    const { status } = reply
    const { value, fault } = readBody(reply.body)
    const said =
      judged && !settings.error?.statuses?.includes(status) ? null : errorIn(settings, fault ? null : value, status)
    if (said) {
      tools.note({ error_rule: { ...said.rule } as JsonObject })
      return { answer: failedBy(said), status }
    }
    // A request that was refused, put off or failed is not billed; an answer is, and so is a miss.
    if (
      typeof price_usd === 'number' &&
      price_usd > 0 &&
      billing !== 'on_hit' &&
      (!judged || judged.kind === 'not_found')
    )
      tools.spend(price_usd)
    if (judged?.kind === 'failed' && !manner.repeat_free) return { answer: { ...judged, retryable: false }, status }
    if (judged) return { answer: judged, status }
    if (fault && (fault.is_limit || settings.fields.some(({ path }) => path !== '')))
      return {
        answer: failed(
          'unmapped',
          `The answer (${status}) is ${unreadBody(reply.body, fault)}. No field was taken from it.`,
        ),
      }
    return { json: fault ? reply.body : value, headers: reply.headers }
  }
}

/** The error that an answer is: by the rule of the column, else by its shape where it has no value for the column. */
export function errorIn(settings: HttpSettings, answer: Json, status?: number): SaidError | null {
  const byRule = errorByRule(settings.error as ErrorRule | undefined, answer, status)
  if (byRule) return byRule
  const usual = settings.error ? null : usualError(answer)
  if (usual === null || hasData(settings, answer)) return null
  // What the column calls a miss is one, unless the words tell of a quota or a key.
  const isMiss = settings.miss?.empty !== undefined && isEmpty(answerAt(answer, settings.miss.empty))
  return isMiss && usual.class === 'vendor_error' ? null : usual
}

function hasData(settings: HttpSettings, answer: Json): boolean {
  if (settings.fields.length === 0) return !isErrorOnly(answer)
  const read = readFields(settings, answer)
  return 'wrong' in read || Object.keys(read.values).length > 0
}

/** What the column makes of a whole answer. */
export function readAnswer(settings: HttpSettings, answer: Json): LookupAnswer {
  const { miss } = settings
  // A sign-in page, say: never a miss.
  if (typeof answer === 'string' && settings.fields.some(({ path }) => path !== ''))
    return failed('unmapped', 'The answer is text and no JSON, so there are no fields to take from it.')
  const said = errorIn(settings, answer)
  if (said) return failedBy(said)
  if (miss?.empty !== undefined && isEmpty(answerAt(answer, miss.empty))) return notFound(`Nothing at ${miss.empty}`)
  const fields = readFields(settings, answer)
  if ('wrong' in fields) return failed('unmapped', `The answer was not understood: ${fields.wrong}.`)
  if (Object.keys(fields.values).length > 0) return found(fields.values, CONFIDENCE)
  const words = textOf(answer).slice(0, 80)
  const [first] = settings.fields
  // What the API calls a miss may look like that too; then a path of `miss` says so.
  if (first && !settings.fields.some(({ path }) => hasPlaceFor(answer, path)))
    return failed(
      'unmapped',
      `${missingWords(answer, first.path) ?? `"${first.path}" has no value in the answer`}. The API may have changed, or nothing was found: ${words}`,
    )
  const missing = first ? missingWords(answer, first.path) : null
  return notFound(`${missing ?? 'Nothing in the answer'}: ${words}`)
}
