// Records of any HTTP API that answers JSON: five kinds of paging, the path of its items, incremental reading, a stored secret.
import { Type } from 'typebox'
import { answerAt, missingWords, NO_PATH, parsePath } from '../../engine/values/path.ts'
import type { Json, JsonObject } from '../../kernel/json.ts'
import { faultWords, readJson } from '../../kernel/read-json.ts'
import { showIf, shownAs } from '../../kernel/setting-form.ts'
import { errorByRule, usualError } from '../kit/error-rule.ts'
import type { VendorRequest } from '../kit/kit.ts'
import { findNext, itemsIn, type PagePosition, type PagingRule, pageAddress, strayHost } from '../kit/pager.ts'
import { record } from '../kit/reply-values.ts'
import { flatRecord } from './flat-record.ts'
import type { HttpSource, PageRequest, SourceFailure, SourcePage } from './source.ts'

const choice = (values: readonly string[], usual: string, more: object) =>
  Type.Unsafe<string>({ type: 'string', enum: [...values], default: usual, ...more })
const line = (title: string, more: object = {}) => Type.Optional(Type.String({ maxLength: 500, title, ...more }))

const SECRET_MEMBER = /^(?:authorization|cookie|x-api-key|api[-_]?key|apikey|access[-_]?token|token|secret|password)$/i

interface Settings {
  url: string
  method: 'GET' | 'POST'
  headers?: string
  body?: string
  items_path?: string
  id_path?: string
  paging: string
  page_param?: string
  first_page?: number
  size_param?: string
  size?: number
  cursor_path?: string
  cursor_param?: string
  next_path?: string
  total_path?: string
  error_path?: string
  error_values?: string
  since_path?: string
  since_param?: string
  auth: string
  auth_name?: string
  username?: string
  secret?: string
}
const of = (settings: JsonObject) => settings as unknown as Settings

export const httpApi: HttpSource = {
  id: 'http-api',
  title: 'HTTP API',
  group: 'data',
  place: 10,
  description: 'Any API that answers JSON, page by page.',
  method: 'api',
  license: 'unknown',
  docs_url: 'https://developer.mozilla.org/docs/Web/HTTP',
  lead_kind: 'company',
  page_size: 1000,
  fields: null,
  settings: Type.Object(
    {
      url: Type.String({
        minLength: 8,
        maxLength: 4000,
        pattern: '^https?://',
        ...shownAs({ title: 'Address', wide: true }),
        description: 'The first page, with its query parameters.',
      }),
      items_path: line('Path of the records', {
        description: 'Such as data.items. Empty: the answer is the list, or has a single one.',
      }),
      id_path: line('Path of the id', { description: 'In a record, such as id. Empty: its whole content tells.' }),
      paging: choice(['none', 'page', 'offset', 'cursor', 'next_url', 'link_header'], 'none', {
        ...shownAs({
          title: 'Further pages',
          labels: {
            none: 'None',
            page: 'Page number',
            offset: 'Offset',
            cursor: 'Cursor in the answer',
            next_url: 'Next address in the answer',
            link_header: 'Link header',
          },
        }),
      }),
      page_param: line('Page parameter', {
        ...showIf('paging', 'page', 'offset'),
        description: 'The query parameter, such as page or offset.',
      }),
      first_page: Type.Optional(
        Type.Integer({ minimum: 0, maximum: 1000, title: 'First page', default: 1, ...showIf('paging', 'page') }),
      ),
      size_param: line('Page size parameter', {
        ...showIf('paging', 'page', 'offset', 'cursor', 'next_url', 'link_header'),
        description: 'Empty: the API decides.',
      }),
      size: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: 1000,
          title: 'Records per page',
          default: 100,
          ...showIf('paging', 'page', 'offset', 'cursor', 'next_url', 'link_header'),
        }),
      ),
      cursor_path: line('Path of the cursor', {
        ...showIf('paging', 'cursor'),
        description: 'Such as meta.next_cursor',
      }),
      cursor_param: line('Cursor parameter', showIf('paging', 'cursor')),
      next_path: line('Path of the next address', {
        ...showIf('paging', 'next_url'),
        description: 'Such as links.next',
      }),
      total_path: line('Path of the total', {
        ...showIf('paging', 'page', 'offset', 'cursor', 'next_url', 'link_header'),
        description: 'Of how many records there are in all, such as meta.total. With it the end is certain.',
      }),
      since_path: line('Incremental field', {
        description: 'In a record, such as updated_at. Later runs bring only what is newer.',
      }),
      since_param: line('Incremental parameter', {
        description: 'The query parameter that gets the newest value of the last run, such as updated_since.',
      }),
      error_path: line('Path of an error', {
        description:
          'Something there fails the run, such as error. Empty: the usual shapes do where there is no record.',
      }),
      error_values: line('Values that are errors', {
        description: 'Only these at the path, with commas, such as error, fail. Empty: any.',
      }),
      auth: choice(['none', 'bearer', 'header', 'query', 'basic'], 'none', {
        ...shownAs({
          title: 'Authentication',
          labels: {
            none: 'None',
            bearer: 'Bearer token',
            header: 'Header',
            query: 'Query parameter',
            basic: 'Basic',
          },
        }),
      }),
      auth_name: line('Name of the header or parameter', showIf('auth', 'header', 'query')),
      username: line('User name', showIf('auth', 'basic')),
      secret: Type.Optional(
        Type.String({
          pattern: '^[A-Za-z][A-Za-z0-9_-]{0,59}$',
          ...shownAs({ title: 'Secret', list: { path: '/api/settings/secrets', value: 'name', label: 'name' } }),
          description: 'Name of a secret of the workspace that may be sent to this host.',
          ...showIf('auth', 'bearer', 'header', 'query', 'basic'),
        }),
      ),
      method: choice(['GET', 'POST'], 'GET', { title: 'Method' }),
      headers: Type.Optional(
        Type.String({
          maxLength: 4000,
          ...shownAs({ title: 'Headers', editor: 'multiline' }),
          description: 'One a line: Name: value',
        }),
      ),
      body: Type.Optional(
        Type.String({
          maxLength: 20_000,
          ...shownAs({ title: 'JSON body', editor: 'multiline' }),
          ...showIf('method', 'POST'),
        }),
      ),
    },
    { additionalProperties: false },
  ),
  secrets: (settings) => (of(settings).auth !== 'none' && of(settings).secret ? [of(settings).secret as string] : []),
  newest: (settings) => of(settings).since_path || undefined,
  check,
  ask,
  read,
}

function check(given: JsonObject): { setting: string; msg: string }[] {
  const settings = of(given)
  const wrong: { setting: string; msg: string }[] = []
  const needs = (when: boolean, setting: keyof Settings, msg: string) => {
    if (when && !settings[setting]) wrong.push({ setting, msg })
  }
  if (!URL.canParse(settings.url)) wrong.push({ setting: 'url', msg: 'This is not a web address' })
  else {
    const url = new URL(settings.url)
    const inSight = [...url.searchParams.keys()].find((name) => SECRET_MEMBER.test(name))
    if (inSight || url.username || url.password)
      wrong.push({ setting: 'url', msg: 'A key does not belong into the address. Store it as a secret and name it' })
  }
  const headers = headersOf(settings.headers)
  if (headers === undefined) wrong.push({ setting: 'headers', msg: 'Write one header a line, as Name: value' })
  else if (Object.keys(headers).some((name) => SECRET_MEMBER.test(name)))
    wrong.push({ setting: 'headers', msg: 'A key does not belong into the headers. Store it as a secret and name it' })
  const { fault } = readJson(settings.body || 'null')
  if (settings.method === 'POST' && fault)
    wrong.push({ setting: 'body', msg: `The body is not JSON: ${faultWords(fault)}` })
  for (const setting of [
    'items_path',
    'id_path',
    'cursor_path',
    'next_path',
    'total_path',
    'error_path',
    'since_path',
  ] as const)
    if (settings[setting] && parsePath(settings[setting] ?? '') === null)
      wrong.push({ setting, msg: `This path cannot be read: ${NO_PATH}` })
  needs(settings.paging === 'page' || settings.paging === 'offset', 'page_param', 'Name the query parameter')
  needs(settings.paging === 'cursor', 'cursor_path', 'Say where the cursor stands in the answer')
  needs(settings.paging === 'cursor', 'cursor_param', 'Name the query parameter')
  needs(settings.paging === 'next_url', 'next_path', 'Say where the next address stands in the answer')
  needs(settings.auth !== 'none', 'secret', 'Name a secret')
  needs(settings.auth === 'header' || settings.auth === 'query', 'auth_name', 'Name the header or parameter')
  needs(Boolean(settings.since_param), 'since_path', 'Say where the newest value stands in a record')
  return wrong
}

function headersOf(text = ''): Record<string, string> | undefined {
  const headers: Record<string, string> = {}
  for (const one of text.split(/\r?\n/)) {
    if (one.trim() === '') continue
    const [, name, value] = /^\s*([A-Za-z0-9!#$%&'*+.^_`|~-]+)\s*:\s*(.*?)\s*$/.exec(one) ?? []
    if (name === undefined || /^(?:host|content-length|connection)$/i.test(name)) return undefined
    headers[name] = value ?? ''
  }
  return headers
}

function ask(given: JsonObject, { at, since, account }: PageRequest): VendorRequest {
  const settings = of(given)
  const place = (at as PagePosition | null) ?? firstPlace(settings)
  const url = new URL(pageAddress(pagingOf(settings), settings.url, place))
  const set = (name: string | undefined, value: unknown) => {
    if (name && value !== undefined && value !== null) url.searchParams.set(name, String(value))
  }
  if (place?.url === undefined) {
    set(settings.size_param, sizeOf(settings))
    set(settings.since_param, since)
  }
  const key = settings.secret ? (account[settings.secret] ?? '') : ''
  const headers: Record<string, string> = { accept: 'application/json', ...headersOf(settings.headers) }
  if (settings.auth === 'bearer') headers.authorization = `Bearer ${key}`
  if (settings.auth === 'header' && settings.auth_name) headers[settings.auth_name.toLowerCase()] = key
  if (settings.auth === 'query') set(settings.auth_name, key)
  if (settings.auth === 'basic')
    headers.authorization = `Basic ${Buffer.from(`${settings.username ?? ''}:${key}`).toString('base64')}`
  const asked: VendorRequest = { method: settings.method, url: url.href, headers }
  return settings.method === 'POST' && settings.body ? { ...asked, json_text: settings.body } : asked
}

const sizeOf = ({ size_param, size = 100 }: Settings) => (size_param ? size : undefined)

function read({ json, headers }: Parameters<HttpSource['read']>[0], given: JsonObject, { at, since }: PageRequest) {
  const settings = of(given)
  const items = itemsIn(json, settings.items_path)
  const { error_path, error_values } = settings
  const values = error_values
    ?.split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '')
  const byRule = error_path ? errorByRule({ path: error_path, ...(values?.length && { values }) }, json) : null
  const usual = error_path ? null : usualError(json)
  // With records beside it, it may be a warning; without any it is no end.
  const said = byRule ?? ('lists' in items || items.list.length === 0 ? usual : null)
  if (said) return { failure: said.message.replace(/\.$/, ''), is_final: true }
  if ('lists' in items) return lackingItems(json, settings.items_path, items.lists)
  const { list } = items
  const place = (at as PagePosition | null) ?? firstPlace(settings)
  const answered = { json, headers, count: list.length, size: sizeOf(settings), total_path: settings.total_path }
  const { next, facts } = findNext(pagingOf(settings), settings.url, place, answered)
  const stray = strayHost(settings.url, next)
  if (stray !== null) return { failure: `The next page is said to be at another host, ${stray}`, is_final: true }
  const fresh = list.filter((item) => isNewer(settings, item, since))
  const page: SourcePage = {
    records: fresh.map((item) => ({
      record_id: settings.id_path ? idText(answerAt(item, settings.id_path)) : '',
      values: flatRecord(item),
    })),
    next: next as Json,
    facts,
    ...(usual && {
      unread: `The answer has records, and looks like an error at "${usual.rule.path}": ${usual.message.replace(/\.$/, '')}`,
    }),
    ...(facts.total !== undefined && { total: facts.total }),
  }
  return page
}

function lackingItems(json: Json, path: string | undefined, lists: number): SourceFailure {
  if (path) return { failure: missingWords(json, path) ?? `The answer has no list at "${path}"`, is_final: true }
  const names = Object.keys(record(json)).slice(0, 10).join(', ')
  return {
    failure: `Say where the records stand: the answer has ${lists} lists${names && ` among ${names}`}`,
    is_final: true,
  }
}

function isNewer({ since_path }: Settings, item: Json, since: string | null): boolean {
  const value = since_path && since !== null ? idText(answerAt(item, since_path)) : ''
  return value === '' || since === null || value > since || (Number(value) > Number(since) && /^\d+$/.test(value))
}

const idText = (value: Json) => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')

function pagingOf({
  paging,
  page_param = '',
  first_page = 1,
  cursor_path = '',
  cursor_param = '',
  next_path,
}: Settings): PagingRule {
  switch (paging) {
    case 'page':
      return { kind: 'number', param: page_param, first: first_page }
    case 'offset':
      return { kind: 'offset', param: page_param }
    case 'cursor':
      return { kind: 'cursor', path: cursor_path, param: cursor_param }
    case 'next_url':
      return { kind: 'next_link', path: next_path ?? '' }
    case 'link_header':
      return { kind: 'next_link' }
    default:
      return { kind: 'none' }
  }
}

/** The first page is asked for by its number, too. */
function firstPlace(settings: Settings): PagePosition | null {
  if (settings.paging === 'page') return { page: settings.first_page ?? 1 }
  return settings.paging === 'offset' ? { offset: 0 } : null
}
