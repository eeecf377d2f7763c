// Finds the errors of a column that makes its own lookup, when it is saved: hosts a row could change, secrets in plain sight, bodies that are no JSON.
import type { FieldError } from '../../kernel/errors.ts'
import { jsonTemplateProblem } from '../values/json-template.ts'
import { NO_PATH, parsePath } from '../values/path.ts'
import { hasReferences } from '../values/render.ts'
import type { HttpColumn } from './custom-columns.schema.ts'
import { fillTemplate, fixedHost } from './custom-columns.ts'
import type { CustomColumn } from './output-columns.schema.ts'
import type { ResearchColumn } from './research-columns.schema.ts'

type Fault = (loc: (string | number)[], msg: string) => void

/** Names under which keys travel. A literal there would show the key to every member who sees the column. */
const KEY_NAMES =
  /^(authorization|proxy-authorization|cookie|key|auth|sig|.*(api[-_]?key|token|secret|password|signature).*)$/i
/** Set by the connection itself; letting a column say them would let it speak for another request. */
const OWN_HEADERS = /^(host|content-length|transfer-encoding|connection|upgrade|te|trailer|expect|keep-alive)$/i
const HEADER_NAME = /^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/

/** Problems by their place in the column. */
export function customProblems(column: CustomColumn): FieldError[] {
  const problems: FieldError[] = []
  const fault: Fault = (loc, msg) => problems.push({ loc, type: 'value_error', msg: `Value error, ${msg}` })
  if (column.type === 'http') httpProblems(column, fault)
  if (column.type !== 'output' && column.type !== 'match') fieldProblems(column, fault)
  return problems
}

function fieldProblems(column: Exclude<CustomColumn, { type: 'output' | 'match' }>, fault: Fault): void {
  const names = column.fields.map(({ name }) => name)
  names.forEach((name, index) => {
    if (names.indexOf(name) < index) fault(['fields', index, 'name'], `two fields are called "${name}"`)
  })
  if (column.output !== undefined && !names.includes(column.output))
    fault(['output'], `there is no field "${column.output}"`)
  if (column.type === 'http') return
  if (column.type === 'research') tableProblems(column, fault)
  column.fields.forEach(({ type, options }, index) => {
    if (options && type !== 'text') fault(['fields', index, 'options'], 'only a text field has options')
  })
}

function tableProblems({ tables = [] }: ResearchColumn, fault: Fault): void {
  const names = tables.map(({ name }) => name)
  names.forEach((name, index) => {
    if (names.indexOf(name) < index) fault(['tables', index, 'name'], `two tables are called "${name}"`)
  })
}

function httpProblems(column: HttpColumn, fault: Fault): void {
  const { url, method, body, form, auth, any_host, pages, items } = column
  const host = fixedHost(url)
  if (host === null && !any_host) {
    fault(
      ['url'],
      'scheme and host have to be written out, with a / after them, before the first reference; or set any_host',
    )
  }
  if (any_host && auth)
    fault(['auth'], 'a secret is only sent to a host that is written out in the address; take any_host or auth away')
  const example = fillTemplate(url, {}, () => 'x')
  if (host !== null && !URL.canParse(example)) fault(['url'], 'this is not a web address')
  else if (host !== null) {
    for (const [name, value] of new URL(example).searchParams)
      if (KEY_NAMES.test(name) && value !== 'x')
        fault(
          ['url'],
          `"${name}" looks like a key, and every member who sees the column would see it; use auth with a secret`,
        )
  }
  for (const part of ['query', 'headers'] as const) {
    for (const [name, template] of Object.entries(column[part] ?? {})) {
      if (KEY_NAMES.test(name) && !hasReferences(template))
        fault(
          [part, name],
          'this looks like a key, and every member who sees the column would see it; use auth with a secret',
        )
      if (part === 'headers' && !HEADER_NAME.test(name)) fault([part, name], 'this is not the name of a header')
      if (part === 'headers' && OWN_HEADERS.test(name))
        fault([part, name], 'this header is set by the connection itself')
    }
  }
  if (body !== undefined && form !== undefined) fault(['form'], 'a request has a body or a form, not both')
  if (method === 'GET' && (body !== undefined || form !== undefined)) fault(['method'], 'a GET has no body')
  const wrong = body === undefined ? null : jsonTemplateProblem(body)
  if (wrong !== null) fault(['body'], `this is not JSON around the references: ${wrong}`)
  const paths: [(string | number)[], string | undefined][] = [
    ...column.fields.map(({ path }, index): [(string | number)[], string] => [['fields', index, 'path'], path]),
    [['items'], items],
    [['miss', 'empty'], column.miss?.empty],
    [['error', 'path'], column.error?.path],
    [['pages', 'path'], pages && 'path' in pages ? pages.path : undefined],
    [['pages', 'total'], pages && 'total' in pages ? pages.total : undefined],
  ]
  for (const [loc, path] of paths) if (path !== undefined && parsePath(path) === null) fault(loc, NO_PATH)
  if ((pages?.kind === 'number' || pages?.kind === 'offset') && items === undefined)
    fault(['items'], 'counted pages end where a page has no items, so it has to be said where those are')
  if (pages && method !== 'GET') fault(['pages'], 'only answers to GET have further pages')
}
