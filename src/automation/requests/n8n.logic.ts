// Reads an n8n workflow as a workbook definition: its HTTP Request nodes become HTTP columns, what they read becomes input columns.

import { fixedHost } from '../../engine/columns/template-parts.ts'
import { nameKey, writeReference } from '../../engine/values/template.ts'
import type { Json, JsonObject } from '../../kernel/json.ts'
import { readJson } from '../../kernel/read-json.ts'
import { asSecretName, buildRequest, type HttpAuth, isMethod, METHODS, secretNameOf } from './http-column.logic.ts'

export interface ConvertedWorkflow {
  name: string
  columns: JsonObject[]
  /** Secrets that columns name. */
  secrets: string[]
  /** What was left out or has to be looked at, in words. */
  notes: string[]
}

interface Node {
  name: string
  type: string
  parameters: JsonObject
  credentials: JsonObject
}

const object = (value: Json | undefined): JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {}
const list = (value: Json | undefined): Json[] => (Array.isArray(value) ? value : [])
const text = (value: Json | undefined): string =>
  typeof value === 'string' ? value : typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''

const HTTP = 'n8n-nodes-base.httpRequest'
const MOST_NODES = 500
/** Where a workflow begins, and what holds notes: nothing is lost without them. */
const SILENT =
  /\.(manualTrigger|stickyNote|noOp|start|webhook|scheduleTrigger|respondToWebhook|formTrigger|splitInBatches)$/

/** Null when this is no workflow of n8n. `refused` says by name of a column why it cannot be saved: its node is left out. */
export function readN8n(file: JsonObject, refused: ReadonlyMap<string, string> = new Map()): ConvertedWorkflow | null {
  if (!Array.isArray(file.nodes) || typeof file.connections !== 'object') return null
  const nodes = file.nodes.slice(0, MOST_NODES).map((one): Node => {
    const { name, type, parameters, credentials, disabled } = object(one)
    const isOff = disabled === true
    return {
      name: text(name),
      type: isOff ? '' : text(type),
      parameters: object(parameters),
      credentials: object(credentials),
    }
  })
  const notes: string[] = []
  const secrets = new Set<string>()
  const inputs = new Map<string, string>()
  const requests: JsonObject[] = []
  const before = previousOf(object(file.connections))
  const asking = inOrder(
    nodes.filter(({ type }) => type === HTTP),
    before,
  )
  const free = uniqueNames()
  const names = new Map<string, string | null>(asking.map(({ name }) => [name, free(columnName(name))]))
  for (const node of asking) {
    const column_name = names.get(node.name) ?? columnName(node.name)
    const read = new Map(inputs)
    const reader = referenceReader(node.name, { names, before, inputs: read, free })
    try {
      const reason = refused.get(column_name)
      if (reason !== undefined) throw new NotConverted(reason)
      const { column, secrets: named, notes: more } = requestOf(node, column_name, reader)
      requests.push(column as unknown as JsonObject)
      for (const [key, name] of read) inputs.set(key, name)
      for (const one of named) secrets.add(one)
      notes.push(...more.map((note) => `${node.name}: ${note}`))
    } catch (error) {
      if (!(error instanceof NotConverted)) throw error
      names.set(node.name, null)
      notes.push(`${node.name} was left out: ${error.message}.`)
    }
  }
  for (const { name, type } of nodes)
    if (type !== HTTP && type !== '' && !SILENT.test(type))
      notes.push(`${name} was left out: only HTTP Request nodes are read, and this is ${type.split('.').at(-1)}.`)
  const off = nodes.filter(({ type }) => type === '').length
  if (off > 0) notes.push(`${off === 1 ? 'One node is' : `${off} nodes are`} turned off in the workflow and left out.`)
  const columns: JsonObject[] = [...inputs.values()].map((name) => ({ type: 'input', name, input_type: 'text' }))
  return { name: text(file.name) || 'From n8n', columns: [...columns, ...requests], secrets: [...secrets], notes }
}

class NotConverted extends Error {}

const columnName = (name: string) =>
  name.replace(/[.{}]/g, ' ').replace(/\s+/g, ' ').trim().slice(0, 200) || 'HTTP request'

/** Gives each name once: names of columns differ in more than case. */
function uniqueNames(): (name: string) => string {
  const taken = new Set<string>()
  return (name) => {
    let free = name
    for (let count = 2; taken.has(nameKey(free)); count++) free = `${name} ${count}`
    taken.add(nameKey(free))
    return free
  }
}

/** Which node comes before each, by its main connection. */
function previousOf(connections: JsonObject): Map<string, string> {
  const before = new Map<string, string>()
  for (const [from, { main }] of Object.entries(connections).map(([from, to]) => [from, object(to)] as const))
    for (const branch of list(main))
      for (const to of list(branch)) {
        const name = text(object(to).node)
        if (name && !before.has(name)) before.set(name, from)
      }
  return before
}

/** Columns read only columns before them, so the inputs of a request come first. */
function inOrder(nodes: readonly Node[], before: ReadonlyMap<string, string>): Node[] {
  const depth = ({ name }: Node) => {
    const seen = new Set<string>()
    let at: string | undefined = name
    while (at !== undefined && !seen.has(at)) {
      seen.add(at)
      at = before.get(at)
    }
    return seen.size
  }
  return [...nodes].sort((a, b) => depth(a) - depth(b))
}

interface Places {
  /** The column of each request; null where it was left out, so that what is read of it has to be typed in. */
  names: ReadonlyMap<string, string | null>
  before: ReadonlyMap<string, string>
  /** Input columns by key, added as they are met. */
  inputs: Map<string, string>
  free: (name: string) => string
}

type Reader = (template: Json | undefined) => string

const STEP = `(?:\\.[A-Za-z_$][\\w$]*|\\[\\s*(?:\\d+|"[^"\\]]*"|'[^'\\]]*')\\s*\\])`
const OWN = new RegExp(`^\\$json(${STEP}+)$`)
const OF_NODE = new RegExp(
  `^(?:\\$\\(\\s*["']([^"']+)["']\\s*\\)\\.(?:item|first\\(\\)|last\\(\\))\\.json|\\$node\\[\\s*["']([^"']+)["']\\s*\\]\\.json)(${STEP}+)$`,
)

/** Values as templates. A value that begins with `=` is an expression; in it only plain references are understood. */
function referenceReader(node: string, { names, before, inputs, free }: Places): Reader {
  const sourceOf = (from: string | undefined, steps: string[]): string => {
    // Nodes between two requests hand their items on.
    let at = from
    const seen = new Set<string>()
    while (at !== undefined && !names.has(at) && !seen.has(at)) {
      seen.add(at)
      at = before.get(at)
    }
    const column = at === undefined ? undefined : names.get(at)
    if (typeof column === 'string') return writeReference([column, ...steps].join('.'))
    const [first = '', ...rest] = steps.filter((step) => !/^(body|query|params)$/.test(step) || steps.length === 1)
    const wanted = columnName(first)
    const name = inputs.get(nameKey(wanted)) ?? free(wanted)
    inputs.set(nameKey(wanted), name)
    return writeReference([name, ...rest].join('.'))
  }
  return (given) => {
    const value = text(given)
    if (!value.startsWith('=')) return value.replaceAll('{{', '\\{{')
    return value.slice(1).replace(/\{\{([\s\S]*?)\}\}/g, (_, expression: string) => {
      const plain = expression.trim()
      const own = OWN.exec(plain)
      if (own) return sourceOf(before.get(node), stepsOf(own[1] ?? ''))
      const other = OF_NODE.exec(plain)
      if (other && (other[1] ?? other[2]) === node) throw new NotConverted('it reads its own earlier answer')
      if (other) return sourceOf(other[1] ?? other[2], stepsOf(other[3] ?? ''))
      throw new NotConverted(`the expression {{ ${plain.slice(0, 80)} }} is more than a reference`)
    })
  }
}

const stepsOf = (path: string): string[] =>
  [...path.matchAll(/\.([A-Za-z_$][\w$]*)|\[\s*(?:(\d+)|"([^"\]]*)"|'([^'\]]*)')\s*\]/g)].map(
    ([, name, index, quoted, single]) => name ?? index ?? quoted ?? single ?? '',
  )

function requestOf({ parameters, credentials }: Node, name: string, read: Reader) {
  const method = (text(parameters.method) || text(parameters.requestMethod) || 'GET').toUpperCase()
  if (!isMethod(method)) throw new NotConverted(`the method ${method} is none of ${METHODS.join(', ')}`)
  const url = read(parameters.url)
  if (!/^https?:\/\//.test(url) || fixedHost(url) === null)
    throw new NotConverted('its address does not begin with a host that is written out')
  // Versions 1 and 2 of the node call the same things by other names.
  const isOn = (flag: string, older: string) => parameters[flag] === true || parameters[older] !== undefined
  const query = isOn('sendQuery', 'queryParametersUi')
    ? pairs(parameters, 'Query', 'queryParameters', 'queryParametersUi', read)
    : {}
  const headers = isOn('sendHeaders', 'headerParametersUi')
    ? pairs(parameters, 'Headers', 'headerParameters', 'headerParametersUi', read)
    : {}
  const { auth, note } = accessOf(parameters, credentials, url)
  const made = buildRequest({
    name,
    method,
    url,
    query,
    headers,
    auth,
    ...(method === 'GET' ? {} : bodyOf(parameters, read)),
  })
  return { ...made, notes: note === null ? made.notes : [note, ...made.notes] }
}

function pairs(
  parameters: JsonObject,
  what: string,
  member: string,
  older: string,
  read: Reader,
): Record<string, string> {
  if (parameters[`specify${what}`] === 'json') {
    const json = read(parameters[`json${what}`])
    const { value: named, fault } = readJson(json)
    if (fault) throw new NotConverted(`its ${what.toLowerCase()} are JSON that cannot be read without running it`)
    return Object.fromEntries(Object.entries(object(named)).map(([key, value]) => [key, text(value)]))
  }
  const given = [...list(object(parameters[member]).parameters), ...list(object(parameters[older]).parameter)]
  return Object.fromEntries(
    given.flatMap((one) => {
      const key = text(object(one).name)
      return key === '' ? [] : [[key, read(object(one).value)]]
    }),
  )
}

function bodyOf(parameters: JsonObject, read: Reader): { body?: string; form?: Record<string, string> } {
  if (
    parameters.sendBody !== true &&
    parameters.bodyParametersUi === undefined &&
    parameters.bodyParametersJson === undefined
  )
    return {}
  const type = text(parameters.contentType) || text(parameters.bodyContentType) || 'json'
  if (!/^(json|form-urlencoded|raw)$/.test(type)) throw new NotConverted(`it sends ${type}, which a column cannot`)
  if (parameters.specifyBody === 'json' || parameters.bodyParametersJson !== undefined)
    return { body: read(parameters.jsonBody ?? parameters.bodyParametersJson) }
  if (type === 'raw') return { body: read(parameters.body) }
  const members = pairs(parameters, 'Body', 'bodyParameters', 'bodyParametersUi', read)
  return type === 'json' ? { body: JSON.stringify(members, null, 2) } : { form: members }
}

/** Keys stand in credentials, which no file of n8n holds: the column names a secret after them. */
function accessOf(
  parameters: JsonObject,
  credentials: JsonObject,
  url: string,
): { auth: HttpAuth | null; note: string | null } {
  const way = text(parameters.authentication)
  const [[type = '', credential] = []] = Object.entries(credentials)
  const kind = text(parameters.genericAuthType) || text(parameters.nodeCredentialType) || type || way
  if ((way === '' || way === 'none') && type === '') return { auth: null, note: null }
  const named = text(object(credential).name)
  const secret = named ? asSecretName(named) : secretNameOf(url)
  const enter = `Enter the key of “${named || kind}” as the secret ${secret}, bound to the host`
  if (/basic/i.test(kind))
    return { auth: { kind: 'basic', username: '', secret }, note: `${enter}, and its user name in the column.` }
  if (/query/i.test(kind))
    return { auth: { kind: 'query', name: 'api_key', secret }, note: `${enter}, and check the name of the parameter.` }
  if (/header/i.test(kind))
    return {
      auth: { kind: 'header', name: 'Authorization', secret },
      note: `${enter}, and check the name of the header.`,
    }
  if (/digest|oAuth1|custom|ssl/i.test(kind))
    throw new NotConverted(`its way to sign in (${kind}) is none that a column has`)
  return { auth: { kind: 'bearer', secret }, note: `${enter}; it is sent as a bearer token.` }
}
