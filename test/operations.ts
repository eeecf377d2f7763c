// The operations of the API description, each with a way to knock at it: valid in everything that is not asked for wrong.

import { type Place, textPlaces } from './places.ts'
import { type Schema, sampleOf } from './sample.ts'
import type { Ids } from './tenant.ts'

interface Spec {
  operationId: string
  tags?: string[]
  summary?: string
  description?: string
  security?: unknown[]
  parameters?: { name: string; in: string; required?: boolean; schema: Schema }[]
  requestBody?: { required?: boolean; content: Record<string, { schema: Schema }> }
  responses: Record<string, { content?: Record<string, { schema?: object }> }>
  'x-capability'?: string
  'x-platform-admin'?: boolean
}

export interface Knock {
  token: string | undefined
  ids: Ids
  workspace?: string
  query?: Record<string, string>
  /** Sent instead of a valid body. */
  raw?: string | FormData
}

export interface Reply {
  status: number
  headers: Headers
  text: string
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  json(): any
}

export interface Operation {
  /** Its id, for the names of tests. */
  name: string
  spec: Spec
  isPublic: boolean
  /** For platform administrators only. */
  isAdmin: boolean
  /** Anything but reading. */
  changes: boolean
  capability: string | undefined
  /** The kind of token that opens it in place of a session, under its name in the description. */
  tokenKind: string | undefined
  /** Whether `x-workspace-id` says where it acts. */
  takesWorkspace: boolean
  /** Names of the ids in the path, outermost first. */
  ids: (keyof Ids)[]
  body: 'json' | 'form' | 'upload' | undefined
  knock(url: string, how: Knock): Promise<Reply>
  /** Texts that cannot be its body, with the error type of each. */
  wrongBodies(): [string, string][]
  /** A valid body with one member more; undefined where a body takes members of any name. */
  bodyWith(member: string): string | undefined
  /** Valid bodies that name something by its id, for each id that can stand there. */
  bodiesNaming(ids: Ids): [string, string][]
  /** Where a text may stand in the body. */
  textPlaces(): Place[]
  /** Query parameters that name something by its id. */
  queryIds: (keyof Ids)[]
  /** Query parameters that take no plain text. */
  typedQuery(): string[]
}

type Parameter = NonNullable<Spec['parameters']>[number]

interface Document {
  /** What holds for operations that say nothing of their own. */
  security?: unknown[]
  paths: Record<string, Record<string, Spec>>
  components: { schemas: Record<string, Schema>; parameters?: Record<string, Parameter> }
}

export function operationsOf(document: Document): Operation[] {
  return specsOf(document).map(({ path, method, spec }) => operation(path, method, spec, document.components.schemas))
}

/** The operations as the description means them: what they share with others stands in each. */
export function specsOf<S extends { security?: unknown[]; parameters?: object[] }>(document: {
  security?: unknown[]
  paths: Record<string, Record<string, S>>
  components: { parameters?: Record<string, object> }
}): { path: string; method: string; spec: S }[] {
  const shared = document.components.parameters ?? {}
  const resolved = (one: object) => ('$ref' in one ? shared[String(one.$ref).split('/').at(-1) ?? ''] : one)
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, spec]) => {
      const { security = document.security, parameters } = spec
      const whole = {
        ...spec,
        ...(security && { security }),
        ...(parameters && { parameters: parameters.map(resolved) }),
      }
      return { path, method: method.toUpperCase(), spec: whole }
    }),
  )
}

function operation(path: string, method: string, spec: Spec, schemas: Record<string, Schema>): Operation {
  const media = spec.requestBody?.content ?? {}
  const body = bodyKind(Object.keys(media))
  const schema = Object.values(media)[0]?.schema ?? {}
  const queryOf = (spec.parameters ?? []).filter((parameter) => parameter.in === 'query')
  return {
    name: spec.operationId,
    spec,
    isPublic: !spec.security?.length || spec.security.some((way) => Object.keys(way as object).length === 0),
    isAdmin: spec['x-platform-admin'] === true,
    changes: method !== 'GET',
    capability: spec['x-capability'],
    tokenKind: (spec.security ?? [])
      .flatMap((way) => Object.keys(way as object))
      .find((name) => name.endsWith('Token')),
    takesWorkspace: (spec.parameters ?? []).some((parameter) => parameter.name === 'x-workspace-id'),
    ids: [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as keyof Ids),
    body,
    async knock(url, { token, ids, workspace, query = {}, raw }) {
      const address = path.replace(/\{(\w+)\}/g, (_all, name) => encodeURIComponent(idOf(ids, name)))
      const needed = queryOf.filter(({ required }) => required).map((one) => [one.name, sampleOf(one.schema, schemas)])
      const search = new URLSearchParams({ ...Object.fromEntries(needed), ...query })
      const content = raw ?? (body && validBody(body, sampleOf(schema, schemas)))
      const headers: Record<string, string> = {
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(workspace === undefined ? {} : { 'x-workspace-id': workspace }),
        ...(typeof content === 'string' ? { 'content-type': MEDIA[body ?? 'json'] } : {}),
      }
      const ending = new AbortController()
      const answer = await fetch(`${url}${address}?${search}`, {
        method,
        headers,
        signal: ending.signal,
        ...(content === undefined ? {} : { body: content }),
      })
      // A stream never ends by itself; that it began is all a law wants to know.
      const isStream = answer.headers.get('content-type')?.startsWith('text/event-stream')
      const text = isStream ? '' : await answer.text()
      if (isStream) ending.abort()
      return { status: answer.status, headers: answer.headers, text, json: () => JSON.parse(text) }
    },
    wrongBodies() {
      const wrong: [string, string][] = [['{"a":', 'json_invalid']]
      const isObject = (resolve(schema, schemas).type ?? 'object') === 'object'
      if (refusesNull(resolve(schema, schemas))) wrong.push(['null', 'missing'])
      const [missing] = resolve(schema, schemas).required ?? []
      if (isObject && missing) wrong.push(['{}', 'missing'])
      return wrong
    },
    bodyWith(member) {
      const { type, properties, additionalProperties = false } = resolve(schema, schemas)
      if (body !== 'json' || type !== 'object' || !properties || additionalProperties !== false) return undefined
      return JSON.stringify({ ...(sampleOf(schema, schemas) as object), [member]: 1 })
    },
    bodiesNaming(ids) {
      const { properties = {} } = resolve(schema, schemas)
      const valid = body === 'json' ? (sampleOf(schema, schemas) as Record<string, unknown>) : {}
      return Object.entries(body === 'json' ? properties : {}).flatMap(([name, part]) => {
        const id = ids[name.replace(/s$/, '') as keyof Ids]
        // Columns are numbered in each workbook again, so columns of other workspaces have the same ids.
        if (id === undefined || !/_ids?$/.test(name) || name.startsWith('column_id')) return []
        const own = [part, ...(part.anyOf ?? [])].map((one) => resolve(one, schemas))
        const isList = own.some(({ type }) => [type].flat().includes('array'))
        const isNumber = own.some(({ type }) => [type].flat().includes('integer'))
        const value = isNumber ? Number(id) : id
        return [[name, JSON.stringify({ ...valid, [name]: isList ? [value] : value })] as [string, string]]
      })
    },
    textPlaces: () => (body === 'json' ? textPlaces(schema, schemas) : []),
    queryIds: queryOf.map(({ name }) => name as keyof Ids).filter((name) => /_id$/.test(name)),
    typedQuery: () => queryOf.filter(({ schema: one }) => refusesText(resolve(one, schemas))).map(({ name }) => name),
  }
}

const MEDIA = { json: 'application/json', form: 'application/x-www-form-urlencoded', upload: 'multipart/form-data' }

function bodyKind(media: string[]): Operation['body'] {
  if (media.includes('application/json')) return 'json'
  if (media.includes('application/x-www-form-urlencoded')) return 'form'
  return media.includes('multipart/form-data') ? 'upload' : undefined
}

function validBody(kind: 'json' | 'form' | 'upload', value: unknown): string | FormData {
  if (kind === 'json') return JSON.stringify(value)
  const fields = Object.entries(value as Record<string, unknown>)
  if (kind === 'form')
    return new URLSearchParams(fields.map(([name, one]): [string, string] => [name, String(one)])).toString()
  const form = new FormData()
  for (const [name, one] of fields)
    if (name !== 'file') form.set(name, typeof one === 'string' ? one : JSON.stringify(one))
  form.set('file', new Blob(['Website\nexample.com\n'], { type: 'text/csv' }), 'companies.csv')
  return form
}

function idOf(ids: Ids, name: string): string {
  const id = ids[name as keyof Ids]
  if (id === undefined) throw new Error(`test/tenant.ts makes nothing that could stand for {${name}}`)
  return id
}

function resolve(schema: Schema, schemas: Record<string, Schema>): Schema {
  return schema.$ref ? (schemas[schema.$ref.replace('#/components/schemas/', '')] ?? {}) : schema
}

/** False for a body of which nothing is said, and for one that may be null. */
function refusesNull({ type, anyOf = [] }: Schema): boolean {
  return type === undefined ? anyOf.length > 0 && anyOf.every(refusesNull) : ![type].flat().includes('null')
}

function refusesText({ type, enum: choices }: Schema): boolean {
  return choices !== undefined || type === 'integer' || type === 'number' || type === 'boolean'
}
