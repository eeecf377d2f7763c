// Converts a request of another program to an HTTP column: keys in it are left out and replaced by the name of a secret.
import type { HttpColumn } from '../../engine/columns/kinds/http.kind.ts'
import { fixedHost } from '../../engine/columns/template-parts.ts'
import { hasReferences } from '../../engine/values/render.ts'
import type { NewColumn } from '../../records/store/workbook.schema.ts'

export type HttpAuth = NonNullable<HttpColumn['auth']>

export interface HttpColumnRequest {
  name: string
  method: HttpColumn['method']
  url: string
  query: Record<string, string>
  headers: Record<string, string>
  body?: string
  form?: Record<string, string>
  auth: HttpAuth | null
  fields?: HttpColumn['fields']
}

export interface BuiltRequest {
  column: NewColumn
  /** The secrets that the column names; the caller checks whether the workspace has them. */
  secrets: string[]
  notes: string[]
}

const KEY_NAMES =
  /^(authorization|proxy-authorization|cookie|key|auth|sig|.*(api[-_]?key|token|secret|password|signature).*)$/i
/** Set by the connection itself. */
const OWN_HEADERS =
  /^(host|content-length|transfer-encoding|connection|upgrade|te|trailer|expect|keep-alive|accept-encoding)$/i

export const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

export const isMethod = (text: string): text is HttpColumn['method'] => METHODS.some((one) => one === text)

export function buildRequest({
  name,
  method,
  url,
  query,
  headers,
  body,
  form,
  auth,
  fields = [],
}: HttpColumnRequest): BuiltRequest {
  const notes: string[] = []
  const secret = secretNameOf(url)
  let access = auth
  const without = (pairs: Record<string, string>, authOf: (name: string, value: string) => HttpAuth, where: string) =>
    Object.fromEntries(
      Object.entries(pairs).filter(([key, value]) => {
        if (value === '' || (where === 'header' && OWN_HEADERS.test(key))) return false
        // A reference is a value of the row and no key of the workspace.
        if (!KEY_NAMES.test(key) || hasReferences(value)) return true
        if (access === null) access = authOf(key, value)
        notes.push(`The value of the ${where} ${key} was left out: enter it as a secret, bound to the host.`)
        return false
      }),
    )
  const { address, inUrl } = splitQuery(url)
  const kept = without({ ...inUrl, ...query }, (key) => ({ kind: 'query', name: key, secret }), 'parameter')
  const sent = without(headers, (key, value) => headerAuth(key, value, secret), 'header')
  const hasBody = method !== 'GET'
  const written = body === undefined ? undefined : withoutKeys(body, notes)
  const formed =
    form &&
    Object.fromEntries(
      Object.entries(form).map(([key, value]) => [key, isWrittenKey(key, value) ? noted(key, notes) : value]),
    )
  const column = {
    type: 'http',
    name,
    method,
    url: address,
    query: kept,
    headers: sent,
    fields,
    ...(hasBody && written !== undefined && { body: written }),
    ...(hasBody && written === undefined && form && { form: formed }),
    ...(access && { auth: access }),
    max_pages: 5,
    billing: 'per_call',
    timeout_seconds: 30,
    cache_days: 1,
  }
  return { column: column as NewColumn, secrets: access === null ? [] : [(access as HttpAuth).secret], notes }
}

const isWrittenKey = (name: string, value: string) => value !== '' && KEY_NAMES.test(name) && !hasReferences(value)

function noted(name: string, notes: string[]): string {
  notes.push(`The value of ${name} in the body was left out: a column cannot keep a key there.`)
  return ''
}

/** A body without the keys that are written into it as members of JSON. */
const withoutKeys = (body: string, notes: string[]): string =>
  body.replace(
    /"((?:[^"\\]|\\.){1,100})"(\s*:\s*)"((?:[^"\\]|\\.)+)"/g,
    (whole, name: string, colon: string, value: string) =>
      isWrittenKey(name, value) ? `"${name}"${colon}"${noted(name, notes)}"` : whole,
  )

/** `Bearer …` and `Basic …` are ways of their own; anything else before a blank stays as a prefix. */
function headerAuth(name: string, value: string, secret: string): HttpAuth {
  const [, scheme = ''] = /^(\S{1,40})\s+\S/.exec(value) ?? []
  if (/^authorization$/i.test(name) && /^bearer$/i.test(scheme)) return { kind: 'bearer', secret }
  if (/^authorization$/i.test(name) && /^basic$/i.test(scheme)) return { kind: 'basic', username: '', secret }
  return { kind: 'header', name, secret, ...(scheme && { prefix: `${scheme} ` }) }
}

/** Parameters of an address without a fragment, as templates; an address that a reference cuts through stays whole. */
function splitQuery(url: string): { address: string; inUrl: Record<string, string> } {
  const [whole = ''] = url.split('#')
  const at = whole.indexOf('?')
  if (at < 0) return { address: whole, inUrl: {} }
  const inUrl: Record<string, string> = {}
  for (const pair of whole.slice(at + 1).split('&')) {
    const [name = '', ...rest] = pair.split('=')
    if (name !== '') inUrl[decoded(name)] = decoded(rest.join('='))
  }
  return { address: whole.slice(0, at), inUrl }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return text
  }
}

/** `https://api.example.com/v1` gives `EXAMPLE_KEY`. */
export function secretNameOf(url: string): string {
  const host = fixedHost(url)?.split(':')[0] ?? ''
  const labels = host.split('.').filter((label) => /^[a-z][a-z0-9-]*$/i.test(label))
  const own = (labels.length > 1 ? labels.at(-2) : labels[0]) ?? 'API'
  return `${own.toUpperCase().replaceAll('-', '_').slice(0, 50)}_KEY`
}

/** A name that a secret may have, from any words. */
export function asSecretName(words: string): string {
  const plain = words
    .normalize('NFKD')
    .replace(/[^A-Za-z0-9]+/g, '_')
    .replace(/^[^A-Za-z]+|_+$/g, '')
  return plain.slice(0, 60).toUpperCase() || 'API_KEY'
}
