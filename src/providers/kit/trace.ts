// What is kept of a call for people to look at: secrets masked, long text cut.
import { storable } from '../../kernel/cut-text.ts'
import { hiderOf, isSecretName, maskAddresses } from '../../kernel/mask.ts'
import { MINTED } from './http-ask.ts'
import type { AccountForm, Credentials } from './kit.ts'
import type { FetchedPage, HttpReply, HttpRequest } from './outside.ts'

const MASK = '•••'
const LONGEST_BODY = 4000
/** Letters. What is shorter may stand in an answer by chance. */
const SURELY_SECRET = 8

/** A token that was just issued: its value is not known yet, so it is found by its name. */
const TOKEN_IN_BODY = /("(?:access_token|refresh_token|id_token)"\s*:\s*)"[^"]*"/g

export interface RequestTrace {
  method: string
  url: string
  headers?: Record<string, string>
  body?: string
}

export interface ResponseTrace {
  status: number
  headers?: Record<string, string>
  body: string
  truncated: boolean
}

/** The secret values of an account; addresses and switches may be shown. */
export function secretsOf(integration: AccountForm | undefined, account: Credentials): Credentials {
  const open = new Set(integration?.fields.filter(({ secret }) => !secret).map(({ name }) => name))
  return Object.fromEntries(Object.entries(account).filter(([name]) => name === MINTED || !open.has(name)))
}

/** The request as it may be shown: no account value appears in it, in any encoding the kit sends. */
export function maskRequest(request: HttpRequest, account: Credentials): RequestTrace {
  const hide = masker(account)
  return {
    method: request.method,
    url: hide(maskAddresses(request.url)),
    headers: maskHeaders(request.headers, hide),
    ...(request.body === undefined ? {} : { body: cut(hide(request.body)) }),
  }
}

export function maskReply(reply: HttpReply | FetchedPage, account: Credentials): ResponseTrace {
  const hide = masker(account)
  return {
    status: reply.status,
    headers: maskHeaders(reply.headers, hide),
    body: cut(hide(reply.body).replace(TOKEN_IN_BODY, `$1"${MASK}"`)),
    truncated: reply.body.length > LONGEST_BODY,
  }
}

function maskHeaders(
  headers: Readonly<Record<string, string>>,
  hide: (text: string) => string,
): Record<string, string> {
  const shown: Record<string, string> = {}
  for (const name in headers) shown[name] = isSecretName(name) ? MASK : cut(hide(String(headers[name])))
  return shown
}

/** A reply without the secrets of its request, if it repeats them: they are kept out of values and messages too. */
export function withoutSecrets<R extends { body: string }>(reply: R, account: Credentials): R {
  const long = Object.entries(account).filter(([, value]) => value.length >= SURELY_SECRET)
  return { ...reply, body: masker(Object.fromEntries(long))(reply.body) }
}

const maskers = new WeakMap<Credentials, (text: string) => string>()

/** Made once for the request and the reply of a call, which are masked with one and the same account. */
function masker(account: Credentials): (text: string) => string {
  const hide = maskers.get(account) ?? hiderOf(Object.values(account))
  maskers.set(account, hide)
  return hide
}

function cut(text: string): string {
  return storable(text.length > LONGEST_BODY ? text.slice(0, LONGEST_BODY) : text)
}
