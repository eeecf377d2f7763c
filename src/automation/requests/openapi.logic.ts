// Reads an OpenAPI (3.x) or Swagger (2.0) description as the requests it offers, each with what it needs to be said.
import type { Json, JsonObject } from '../../kernel/json.ts'
import { readJson } from '../../kernel/read-json.ts'
import { readYaml } from '../../kernel/read-yaml.ts'
import { type HttpAuth, isMethod, secretNameOf } from './http-column.logic.ts'

export interface OpenApiParameter {
  name: string
  in: 'path' | 'query' | 'header' | 'body'
  required: boolean
  /** Taken where no column fits. */
  usual: string | null
}

export interface OpenApiOperation {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Address with `{name}` for each parameter of the path. */
  url: string
  id: string
  /** What people call it. */
  title: string
  words: string
  parameters: OpenApiParameter[]
  /** What the body is sent as. */
  sends: 'json' | 'form' | null
  auth: HttpAuth | null
  /** Members of the answer that are plain values. */
  answers: { name: string; path: string; type: 'text' | 'number' | 'boolean' }[]
}

const MOST_JSON = 4_000_000
/** YAML is read some thirty times more slowly than JSON, and nothing else happens meanwhile. */
const MOST_YAML = 256 * 1024
const MOST_OPERATIONS = 2_000

export class UnreadableDescription extends Error {}

/** Null when the text is no description of an API. @throws UnreadableDescription when it is one that cannot be used */
export function readOpenApi(text: string, base?: string): OpenApiOperation[] | null {
  const root = treeOf(text)
  if (root === null || !(typeof root.openapi === 'string' || typeof root.swagger === 'string')) return null
  const server = serverOf(root, base)
  if (server === null) throw new UnreadableDescription('The description does not say at which host the API is reached')
  const found: OpenApiOperation[] = []
  for (const [path, item] of Object.entries(object(root.paths))) {
    const shared = list(object(item).parameters)
    for (const [method, raw] of Object.entries(object(item))) {
      const upper = method.toUpperCase()
      if (!isMethod(upper)) continue
      if (found.length >= MOST_OPERATIONS) return found
      found.push(operationOf(root, upper, server + path, object(raw), shared))
    }
  }
  if (found.length === 0) throw new UnreadableDescription('The description names no request')
  return found
}

function treeOf(text: string): JsonObject | null {
  const isJson = text.trimStart().startsWith('{')
  if (text.length > MOST_JSON) throw new UnreadableDescription('The description is larger than 4 MB')
  try {
    if (isJson) {
      const { value, fault } = readJson(text)
      return fault ? null : object(value)
    }
    if (!/^\s*(openapi|swagger)\s*:/m.test(text)) return null
    if (text.length > MOST_YAML)
      throw new UnreadableDescription(
        'The description is larger than 256 KiB: give it as JSON, or only the part that is meant',
      )
    return object(readYaml(text) as Json)
  } catch (error) {
    if (error instanceof UnreadableDescription) throw error
    return null
  }
}

const object = (value: Json | undefined): JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {}
const list = (value: Json | undefined): Json[] => (Array.isArray(value) ? value : [])
const textOf = (value: Json | undefined): string => (typeof value === 'string' ? value : '')

/** What a `$ref` of the same file points to; anything else is what it is. */
function resolved(root: JsonObject, value: Json | undefined, depth = 0): JsonObject {
  const ref = textOf(object(value).$ref)
  if (!ref.startsWith('#/') || depth > 8) return object(value)
  let at: Json | undefined = root
  for (const part of ref.slice(2).split('/')) at = object(at)[part.replaceAll('~1', '/').replaceAll('~0', '~')]
  return resolved(root, at, depth + 1)
}

function serverOf(root: JsonObject, base: string | undefined): string | null {
  if (typeof root.swagger === 'string') {
    const host = textOf(root.host) || (base ? new URL(base).host : '')
    const scheme = list(root.schemes).includes('https') || list(root.schemes).length === 0 ? 'https' : 'http'
    return host ? `${scheme}://${host}${textOf(root.basePath).replace(/\/$/, '')}` : null
  }
  const first = object(list(root.servers)[0])
  const url = textOf(first.url).replace(
    /\{(\w+)\}/g,
    (whole, name) => textOf(object(object(first.variables)[name]).default) || whole,
  )
  const whole = URL.canParse(url) ? url : base && URL.canParse(url || '/', base) ? new URL(url || '/', base).href : ''
  return /^https?:\/\/[^{]+$/.test(whole) ? whole.replace(/\/$/, '') : null
}

function operationOf(
  root: JsonObject,
  method: OpenApiOperation['method'],
  url: string,
  raw: JsonObject,
  shared: Json[],
): OpenApiOperation {
  const own = [...shared, ...list(raw.parameters)].map((one) => resolved(root, one))
  const parameters = own.flatMap((one): OpenApiParameter[] => {
    const place = textOf(one.in)
    if (place !== 'path' && place !== 'query' && place !== 'header') return []
    return [
      { name: textOf(one.name), in: place, required: place === 'path' || one.required === true, usual: usualOf(one) },
    ]
  })
  const { sends, schema } = bodyOf(root, raw, own)
  const needed = list(schema.required)
  const members = Object.entries(object(schema.properties)).map(
    ([name, member]): OpenApiParameter => ({
      name,
      in: 'body',
      required: needed.includes(name),
      usual: usualOf(resolved(root, member)),
    }),
  )
  const id = textOf(raw.operationId)
  const title = textOf(raw.summary) || id || `${method} ${new URL(url.replace(/[{}]/g, '')).pathname}`
  const words = [id, title, textOf(raw.description), url, ...list(raw.tags).map(textOf)].join(' ')
  return {
    method,
    url,
    id,
    title,
    words,
    sends,
    parameters: [...parameters, ...(sends ? members : [])].slice(0, 50),
    auth: authOf(root, raw, url),
    answers: answersOf(root, raw),
  }
}

function usualOf(one: JsonObject): string | null {
  const schema = object(one.schema)
  const usual = schema.default ?? one.default ?? (list(schema.enum).length === 1 ? list(schema.enum)[0] : undefined)
  return usual === undefined || usual === null || typeof usual === 'object' ? null : String(usual)
}

function bodyOf(
  root: JsonObject,
  raw: JsonObject,
  own: readonly JsonObject[],
): { sends: OpenApiOperation['sends']; schema: JsonObject } {
  const content = object(resolved(root, raw.requestBody).content)
  const json = Object.entries(content).find(([type]) => /json/.test(type))
  if (json) return { sends: 'json', schema: resolved(root, object(json[1]).schema) }
  const form = content['application/x-www-form-urlencoded']
  if (form) return { sends: 'form', schema: resolved(root, object(form).schema) }
  const body = own.find((one) => one.in === 'body')
  if (body) return { sends: 'json', schema: resolved(root, body.schema) }
  return { sends: null, schema: {} }
}

function authOf(root: JsonObject, raw: JsonObject, url: string): HttpAuth | null {
  const schemes = { ...object(root.securityDefinitions), ...object(object(root.components).securitySchemes) }
  const asked = Array.isArray(raw.security) ? raw.security : list(root.security)
  // An empty requirement means that no credentials are needed.
  if (asked.some((one) => Object.keys(object(one)).length === 0)) return null
  const secret = secretNameOf(url)
  for (const name of asked.flatMap((one) => Object.keys(object(one)))) {
    const scheme = resolved(root, schemes[name])
    const type = textOf(scheme.type)
    if (type === 'apiKey' && (scheme.in === 'query' || scheme.in === 'header'))
      return { kind: scheme.in, name: textOf(scheme.name), secret }
    if (type === 'basic' || (type === 'http' && /basic/i.test(textOf(scheme.scheme))))
      return { kind: 'basic', username: '', secret }
    if (type === 'http' || type === 'oauth2' || type === 'openIdConnect') return { kind: 'bearer', secret }
  }
  return null
}

const MOST_ANSWERS = 12
const KINDS: Record<string, 'text' | 'number' | 'boolean'> = {
  string: 'text',
  number: 'number',
  integer: 'number',
  boolean: 'boolean',
}

/** Plain members of the answer, those of one object below it too: `data.email`. */
function answersOf(root: JsonObject, raw: JsonObject): OpenApiOperation['answers'] {
  const responses = object(raw.responses)
  const response = resolved(root, responses['200'] ?? responses['201'] ?? responses.default)
  const json = Object.entries(object(response.content)).find(([type]) => /json/.test(type))
  const schema = resolved(root, json ? object(json[1]).schema : response.schema)
  const found: OpenApiOperation['answers'] = []
  const walk = (node: JsonObject, path: string, depth: number) => {
    for (const [name, member] of Object.entries(object(node.properties))) {
      if (found.length >= MOST_ANSWERS || !/^[A-Za-z_][A-Za-z0-9_-]*$/.test(name)) continue
      const shape = resolved(root, member)
      const kind = KINDS[textOf(shape.type)]
      if (kind) found.push({ name: fieldName(name, found), path: `${path}${name}`, type: kind })
      else if (depth < 1) walk(shape, `${path}${name}.`, depth + 1)
    }
  }
  walk(schema, '', 0)
  return found
}

function fieldName(name: string, found: readonly { name: string }[]): string {
  const plain = name.replaceAll('-', '_').slice(0, 55)
  for (let number = 1; ; number++) {
    const free = number === 1 ? plain : `${plain}_${number}`
    if (!found.some((one) => one.name === free)) return free
  }
}
