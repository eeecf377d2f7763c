// Reads one page of a source over HTTP: the request with its key, the usual statuses judged, everything that goes wrong a value.
import type { Json, JsonObject } from '../../kernel/json.ts'
import { buildRequest, missingAccountFields, readReply } from '../kit/http-ask.ts'
import type { AccountForm, Credentials, LookupAnswer } from '../kit/kit.ts'
import { createTokens, type Tokens } from '../kit/oauth-tokens.ts'
import type { Tools } from '../kit/outside.ts'
import { allowedHosts, boundNowhere, hostRefusal } from '../kit/secret-hosts.ts'
import type { HttpSource, Since, SourceFailure, SourcePage, Validators } from './source.ts'

export interface PageTools extends Pick<Tools, 'http' | 'now'> {
  account: Credentials
  /** What has to be entered before it can be called. */
  form: AccountForm | undefined
  tokens?: Tokens
  /** Validators of the document as the last run read it: an unchanged document is not sent again. */
  validators?: Validators | null | undefined
}

const final = (failure: string): SourceFailure => ({ failure, is_final: true })

/** Never rejects. */
export async function readHttpPage(
  source: HttpSource,
  settings: JsonObject,
  at: Json | null,
  since: Since,
  tools: PageTools,
  signal: AbortSignal,
): Promise<SourcePage | SourceFailure> {
  const { form, account } = tools
  const missing = form && !source.keyless ? missingAccountFields(form, account) : []
  if (form && missing.length > 0) return final(lacking(form, missing))
  const unbound = boundNowhere(form, account)
  if (unbound !== undefined) return final(unbound)
  const opened = await (tools.tokens ?? createTokens()).open(source.integration, account, tools)
  if (!opened.ok) return failureOf(source, opened.answer)
  try {
    const asked = { at, since, account: opened.account }
    const request = buildRequest(source.ask(settings, asked), source.integration, opened.account)
    const refused = hostRefusal(form, account, request.url)
    if (refused !== undefined) return final(refused)
    const hosts = allowedHosts(form, account)
    const isFirst = at === null && request.method === 'GET'
    if (isFirst) Object.assign(request.headers, conditionsOf(tools.validators))
    const reply = await tools.http(hosts ? { ...request, hosts } : request, signal)
    if (!reply.ok) {
      const { reason, message, sent } = reply
      const is_final = reason === 'blocked' || reason === 'too_large' || reason === 'robots'
      return { failure: message, is_final, may_be_billed: sent }
    }
    if (reply.status === 304 && isFirst) return UNCHANGED
    if (source.expects !== 'text' && reply.status < 300 && isWebPage(reply.body))
      return final(`${hostOf(request.url)} answered with a web page instead of data. Check the address and the sign-in`)
    const read = readReply(reply, source, tools.now(), Object.keys(account).length > 0)
    if (!read.ok) return { ...failureOf(source, read.answer), status: reply.status }
    const page = source.read(read.reply, settings, asked)
    // Only of a source that is one document do they tell whether anything changed.
    return isFirst && !('failure' in page) && page.next === null
      ? { ...page, validators: validatorsOf(reply.headers) }
      : page
  } catch (error) {
    return {
      ...final(`The answer of ${source.title} could not be read: ${(error as Error).message}`),
      may_be_billed: true,
    }
  }
}

/** The document is as it was: what it lists was brought by an earlier run. */
export const UNCHANGED = { records: [], next: null, is_unchanged: true } satisfies SourcePage

export function conditionsOf(validators: Validators | null | undefined): Record<string, string> {
  const { etag, last_modified } = validators ?? {}
  return { ...(etag && { 'if-none-match': etag }), ...(last_modified && { 'if-modified-since': last_modified }) }
}

export function validatorsOf(headers: Readonly<Record<string, string>>): Validators {
  const { etag, 'last-modified': last_modified } = headers
  return { ...(etag && { etag }), ...(last_modified && { last_modified }) }
}

export const isWebPage = (body: string) =>
  /^\s*(?:<!--[\s\S]*?-->\s*)*<(?:!doctype html|html)\b/i.test(body.slice(0, 2_000))

const hostOf = (url: string) => new URL(url).host

function lacking(form: AccountForm, missing: readonly string[]): string {
  const labels = form.fields.flatMap(({ name, label }) => (missing.includes(name) ? [label] : []))
  const where = form.bound ? 'Secrets' : 'Integrations'
  return `${form.name}: ${labels.join(', ')} is not entered. An admin can enter it under Settings, ${where}`
}

function failureOf(source: HttpSource, answer: LookupAnswer): SourceFailure {
  if (answer.kind === 'later') return { failure: `${source.title} asks to wait`, wait_ms: answer.retry_in_ms }
  if (answer.kind !== 'failed') return final(`${source.title} knows nothing under this address`)
  return { failure: answer.message.replace(/\.$/, ''), is_final: !answer.retryable }
}
