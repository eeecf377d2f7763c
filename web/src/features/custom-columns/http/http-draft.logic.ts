// The draft of an HTTP column: what a new one begins with, how a stored one is read, what is sent, and what it still lacks.
import type { Column } from '../../../api/shapes.ts'
import type { AuthDraft, HttpDraft, HttpField, PagesDraft } from '../../columns/custom.shapes.ts'
import { isItem, nameIn, stepsIn } from '../../columns/values/path.logic.ts'
import type { DraftOf } from '../../columns/workbook.shapes.ts'
import {
  BLANK,
  isNumber,
  numberAt,
  problemOfNames,
  problemOfPairs,
  readCommon,
  readPairs,
  settle,
  textAt,
  writeCommon,
  writeNumber,
  writePairs,
} from '../draft-parts.logic.ts'

export const NO_AUTH: AuthDraft = {
  kind: 'none',
  secret: '',
  name: '',
  prefix: '',
  username: '',
  token_url: '',
  client_id: '',
  scope: '',
  credentials_in: 'body',
}
const NO_PAGES: PagesDraft = { kind: 'none', path: '', param: '', first: '1', total: '' }

export function newHttp(name: string): HttpDraft {
  return {
    ...BLANK,
    kind: 'http',
    name,
    method: 'GET',
    url: '',
    any_host: false,
    query: [],
    headers: [],
    sends: 'nothing',
    body: '',
    form: [],
    auth: NO_AUTH,
    pages: NO_PAGES,
    items: '',
    max_pages: '5',
    fields: [],
    output: '',
    miss_statuses: '',
    miss_empty: '',
    error_path: '',
    error_values: '',
    error_statuses: '',
    price_usd: '',
    billing: 'per_call',
    per_second: '',
    concurrency: '',
    timeout_seconds: '30',
    cache_days: '1',
    repeat_safe: 'usual',
  }
}

export function readHttp(column: Column): HttpDraft {
  const auth = (column.auth ?? {}) as Partial<AuthDraft>
  const pages = (column.pages ?? {}) as { first?: number } & Partial<Omit<PagesDraft, 'first'>>
  const miss = (column.miss ?? {}) as { statuses?: number[]; empty?: string }
  const error = (column.error ?? {}) as { statuses?: number[]; path?: string; values?: string[] }
  return {
    ...newHttp(column.name),
    ...readCommon(column),
    method: (textAt(column, 'method') || 'GET') as HttpDraft['method'],
    url: textAt(column, 'url'),
    any_host: column.any_host === true,
    query: readPairs(column.query),
    headers: readPairs(column.headers),
    sends: column.form ? 'form' : typeof column.body === 'string' ? 'json' : 'nothing',
    body: textAt(column, 'body'),
    form: readPairs(column.form),
    auth: { ...NO_AUTH, ...auth },
    pages: { ...NO_PAGES, ...pages, first: numberAt(pages, 'first', '1') },
    items: textAt(column, 'items'),
    max_pages: numberAt(column, 'max_pages', '5'),
    fields: (column.fields as HttpField[] | undefined) ?? [],
    output: textAt(column, 'output'),
    miss_statuses: miss.statuses?.join(', ') ?? '',
    miss_empty: miss.empty ?? '',
    error_path: error.path ?? '',
    error_values: error.values?.join('\n') ?? '',
    error_statuses: error.statuses?.join(', ') ?? '',
    price_usd: textAt(column, 'price_usd') === 'unknown' ? 'unknown' : numberAt(column, 'price_usd'),
    billing: column.billing === 'on_hit' ? 'on_hit' : 'per_call',
    per_second: numberAt(column, 'per_second'),
    concurrency: numberAt(column, 'concurrency'),
    timeout_seconds: numberAt(column, 'timeout_seconds', '30'),
    cache_days: numberAt(column, 'cache_days', '1'),
    repeat_safe: typeof column.repeat_safe === 'boolean' ? (column.repeat_safe ? 'yes' : 'no') : 'usual',
  }
}

function writeAuth({ kind, secret, name, prefix, username, token_url, client_id, scope, credentials_in }: AuthDraft) {
  switch (kind) {
    case 'none':
      return undefined
    case 'bearer':
      return { kind, secret }
    case 'header':
      return { kind, name: name.trim(), secret, ...(prefix ? { prefix } : {}) }
    case 'query':
      return { kind, name: name.trim(), secret }
    case 'basic':
      return { kind, username, secret }
    case 'oauth_client': {
      const asked = scope.trim() ? { scope: scope.trim() } : {}
      return { kind, token_url: token_url.trim(), client_id: client_id.trim(), secret, credentials_in, ...asked }
    }
  }
}

function writePages({ kind, path, param, first, total }: PagesDraft) {
  const sum = total.trim() ? { total: total.trim() } : {}
  switch (kind) {
    case 'none':
      return undefined
    case 'next_link':
      return { kind, ...(path.trim() ? { path: path.trim() } : {}) }
    case 'cursor':
      return { kind, path: path.trim(), param: param.trim() }
    case 'number':
      return { kind, param: param.trim(), first: writeNumber(first) ?? 1, ...sum }
    case 'offset':
      return { kind, param: param.trim(), ...sum }
  }
}

const statusesIn = (typed: string) => typed.split(/[\s,;]+/).filter((part) => part !== '')

function writeMiss({ miss_statuses, miss_empty }: HttpDraft) {
  const statuses = statusesIn(miss_statuses).map(Number)
  const empty = miss_empty.trim()
  if (statuses.length === 0 && empty === '') return undefined
  return { ...(statuses.length > 0 ? { statuses } : {}), ...(empty ? { empty } : {}) }
}

/** "something at error", "false at success". */
export const ruleWords = (path: string, values: readonly string[]) =>
  `${values.length > 0 ? values.join(' or ') : 'something'} at ${path}`

const valuesIn = (typed: string) =>
  typed
    .split('\n')
    .map((one) => one.trim())
    .filter((one) => one !== '')

/** What means an error, for the line of the part that is closed. */
export function errorWords({ error_path, error_values, error_statuses }: HttpDraft): string {
  const path = error_path.trim()
  const statuses = statusesIn(error_statuses)
  if (path === '' && statuses.length === 0) return 'the usual shapes, without a value'
  return [path && ruleWords(path, valuesIn(error_values)), statuses.length > 0 && `status ${statuses.join(', ')}`]
    .filter(Boolean)
    .join(' · ')
}

function writeError({ error_path, error_values, error_statuses }: HttpDraft) {
  const path = error_path.trim()
  const values = valuesIn(error_values)
  const statuses = statusesIn(error_statuses).map(Number)
  if (path === '' && statuses.length === 0) return undefined
  return {
    ...(statuses.length > 0 ? { statuses } : {}),
    ...(path ? { path } : {}),
    ...(path && values.length > 0 ? { values } : {}),
  }
}

/** The URL alone already asks for nothing more than its host; the parts that other choices hide are not sent. */
export function writeHttp(draft: HttpDraft, isStored: boolean): DraftOf<'http'> {
  const sends = draft.method === 'GET' ? 'nothing' : draft.sends
  const pages = draft.method === 'GET' ? writePages(draft.pages) : undefined
  const price = draft.price_usd === 'unknown' ? 'unknown' : writeNumber(draft.price_usd)
  return settle(
    {
      ...writeCommon(draft),
      type: 'http',
      method: draft.method,
      url: draft.url.trim(),
      any_host: draft.any_host || undefined,
      query: writePairs(draft.query),
      headers: writePairs(draft.headers),
      body: sends === 'json' ? draft.body : undefined,
      form: sends === 'form' ? (writePairs(draft.form) ?? {}) : undefined,
      auth: writeAuth(draft.auth),
      pages,
      items: pages && draft.items.trim() ? draft.items.trim() : undefined,
      max_pages: writeNumber(draft.max_pages) ?? 5,
      fields: draft.fields.map(({ name, path, type }) => ({ name: name.trim(), path: path.trim(), type })),
      output: draft.fields.length > 1 && draft.output ? draft.output : undefined,
      miss: writeMiss(draft),
      error: writeError(draft),
      price_usd: price === 0 ? undefined : price,
      billing: draft.billing,
      per_second: writeNumber(draft.per_second),
      concurrency: writeNumber(draft.concurrency),
      timeout_seconds: writeNumber(draft.timeout_seconds) ?? 30,
      cache_days: writeNumber(draft.cache_days) ?? 1,
      repeat_safe: draft.repeat_safe === 'usual' ? undefined : draft.repeat_safe === 'yes',
    },
    isStored,
  )
}

/** Scheme and host as every row asks them; null while a row could choose, or nothing is written yet. */
export function hostOf(url: string): string | null {
  const found = /^https?:\/\/([^/?#\\\s@{}]+)(?=[/?#]|$)/i.exec(url.trim())
  return found?.[1]?.toLowerCase() ?? null
}

/** The texts with references that are really sent. */
export const templatesOf = ({ url, query, headers, body, form, sends, method }: HttpDraft): string[] => [
  url,
  ...[...query, ...headers].map(({ value }) => value),
  ...(method === 'GET' ? [] : sends === 'json' ? [body] : sends === 'form' ? form.map(({ value }) => value) : []),
]

/** Test data makes no calls, so the secret need not be chosen yet. */
export const onTestHttp = (draft: HttpDraft): HttpDraft => ({
  ...draft,
  auth: draft.auth.secret === '' ? { ...draft.auth, secret: 'none' } : draft.auth,
})

/** Why it cannot be saved or tried yet; null when it can. */
export function problemOfHttp(draft: HttpDraft): string | null {
  const { url, auth, fields } = draft
  if (draft.name.trim() === '') return 'Give the column a name.'
  if (url.trim() === '') return 'Write the address to ask, or paste a curl command.'
  if (!draft.any_host && hostOf(url) === null)
    return 'The address begins with https:// and a host that is written out, then a /.'
  if (draft.any_host && auth.kind !== 'none') return 'A secret is sent to one written-out host only.'
  if (auth.kind !== 'none' && auth.secret === '') return 'Choose the secret that the request carries.'
  if ((auth.kind === 'header' || auth.kind === 'query') && auth.name.trim() === '')
    return `Name the ${auth.kind === 'header' ? 'header' : 'parameter'} that carries the secret.`
  if (auth.kind === 'oauth_client' && (auth.token_url.trim() === '' || auth.client_id.trim() === ''))
    return 'The token is fetched with an address and a client id.'
  if (draft.method !== 'GET' && draft.sends === 'json' && draft.body.trim() === '') return 'Write the JSON to send.'
  const pairs = problemOfPairs(draft.query, 'parameter') ?? problemOfPairs(draft.headers, 'header')
  if (pairs) return pairs
  const misnamed = problemOfNames(fields, 'fields')
  if (misnamed) return misnamed
  const price = draft.price_usd === 'unknown' ? '' : draft.price_usd
  const numbers = [price, draft.per_second, draft.concurrency, draft.timeout_seconds, draft.cache_days]
  if (!numbers.every(isNumber)) return 'One of the numbers under “More” is not a number.'
  if (statusesIn(draft.miss_statuses).some((part) => !/^[1-5]\d\d$/.test(part)))
    return 'Statuses that mean “nothing found” are numbers such as 404.'
  if (statusesIn(draft.error_statuses).some((part) => !/^[1-5]\d\d$/.test(part)))
    return 'Statuses that mean an error are numbers such as 202.'
  if (draft.error_values.trim() !== '' && draft.error_path.trim() === '')
    return 'Say at which path the values stand that mean an error.'
  if (
    draft.method === 'GET' &&
    draft.pages.kind === 'cursor' &&
    (!draft.pages.path.trim() || !draft.pages.param.trim())
  )
    return 'Say where the cursor stands and as which parameter it is sent.'
  const isCounted = draft.pages.kind === 'number' || draft.pages.kind === 'offset'
  if (draft.method === 'GET' && isCounted && (!draft.pages.param.trim() || !draft.items.trim()))
    return 'Counted pages need the name of their parameter, and where the items stand.'
  return null
}

/** A name for a field at a path: its last word, with a number when it is taken. */
export function fieldName(path: string, taken: readonly string[]): string {
  const words = (stepsIn(path) ?? [])
    .filter((step) => !isItem(step))
    .map(nameIn)
    .filter(Boolean)
  const plain =
    (words.at(-1) ?? 'value')
      .replace(/[^A-Za-z0-9_]+/g, '_')
      .replace(/^_+(?=[A-Za-z])/, '')
      .replace(/^(\d)/, '_$1')
      .slice(0, 50) || 'value'
  let name = plain
  for (let number = 2; taken.includes(name); number += 1) name = `${plain}_${number}`
  return name
}
