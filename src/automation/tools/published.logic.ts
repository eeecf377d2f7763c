// The JSON Schema of a tool as clients and models read it: self-contained, with named shapes under `$defs`. What goes in is told briefly, since a model
// reads the arguments of all tools before it begins; the server checks by the whole schema.
import type { TSchema } from 'typebox'
import { FILTER_OPS } from '../../engine/filter/filter.schema.ts'
import type { Json, JsonObject } from '../../kernel/json.ts'
import { asJsonSchema, collectNamed } from '../../platform/http/checks/json-schema.ts'
import { type SchemaDirection, SchemaWriter } from '../../platform/http/docs/openapi-schema.ts'

const COMPONENTS = '#/components/schemas/'

export function publishedSchema(schema: TSchema, direction: SchemaDirection): JsonObject {
  const { $id: _, ...root } = asJsonSchema(schema)
  const writer = new SchemaWriter(collectNamed([root]), { isClosed: direction === 'in' })
  const written = writer.write(root, direction)
  const whole = Object.keys(writer.components).length > 0 ? { ...written, $defs: writer.components } : written
  return JSON.parse(JSON.stringify(whole).replaceAll(COMPONENTS, '#/$defs/')) as JsonObject
}

/** Bounds that a refusal names when they matter: they would be a third of what a model has to read. */
const UNSAID = new Set(['additionalProperties', 'minLength', 'maxLength', 'minimum', 'minItems', 'pattern'])
/** The largest whole number is a bound of JSON, not of an argument. */
const MOST_SAID = 1_000_000_000

/** What arguments mean that many tools take. Models read it once; the schemas in full at each tool would be a third of the list. */
export const SHARED_ARGUMENTS =
  'Ids come from the list_, search_ and query_ tools; a column is given by its name or id. ' +
  `Filter: {"field": "City", "op": "eq", "value": "Berlin"}, or {"and": [...]}, {"or": [...]}, {"not": {...}}; op: ${FILTER_OPS.join(', ')}; ` +
  '"on" asks for something else of an enriched cell than its value: status, reason, provider, confidence, cost_usd, updated_at, invalid; ' +
  'fields of every row: $created_at, $updated_at, $row_id, $lead_id, $source; times: a date, or -P30D for 30 days ago with gt, gte, lt, lte. ' +
  'Sort: [{"field": "City", "dir": "desc"}], with "on" as in filters; blanks are last. ' +
  'max_usd: the most a call may cost, in US dollars, required unless dry_run; 0: only what is free. dry_run: does nothing, and tells what would happen and what it would cost.'

const SHARED_SHAPES = new Set(['#/$defs/Filter', '#/$defs/FilterInput', '#/$defs/SortInput'])

/** The arguments of a tool as a model reads them: without bounds, and without null beside what may be left out. */
export function briefInput(schema: TSchema): JsonObject {
  const { $defs, ...root } = briefly(publishedSchema(schema, 'in')) as JsonObject
  const defs = Object.entries(($defs ?? {}) as JsonObject)
  const isUsed = (name: string, within: Json): boolean => JSON.stringify(within).includes(`"#/$defs/${name}"`)
  const used = defs.filter(
    ([name]) => isUsed(name, root) || defs.some(([other, def]) => other !== name && isUsed(name, def)),
  )
  return used.length === 0 ? root : { ...root, $defs: Object.fromEntries(used) }
}

function briefly(schema: Json): Json {
  if (Array.isArray(schema)) return schema.map(briefly)
  if (typeof schema !== 'object' || schema === null) return schema
  if (typeof schema.$ref === 'string' && SHARED_SHAPES.has(schema.$ref)) return { type: 'object' }
  const { anyOf, type, ...rest } = schema
  const kept = Object.fromEntries(
    Object.entries(rest).flatMap(([name, value]) =>
      UNSAID.has(name) || (name === 'maximum' && Number(value) > MOST_SAID)
        ? []
        : [[name, readWithin(name, value, briefly)]],
    ),
  )
  const others = Array.isArray(anyOf) ? anyOf.filter((one) => !isNull(one)) : []
  const types = Array.isArray(type) ? type.filter((one) => one !== 'null') : []
  const [only] = others
  if (others.length === 1) return { ...(briefly(only as Json) as JsonObject), ...kept }
  return {
    ...(type !== undefined && { type: types.length === 1 ? (types[0] as Json) : type }),
    ...(others.length > 1 && { anyOf: others.map(briefly) }),
    ...kept,
  }
}

const WORDS = new Set(['description', 'examples', 'default'])

/** What a tool answers, as clients check it: without words, which models do not need before they have the answer. */
export const briefOutput = (schema: TSchema): JsonObject => withoutWords(publishedSchema(schema, 'out')) as JsonObject

function withoutWords(schema: Json): Json {
  if (Array.isArray(schema)) return schema.map(withoutWords)
  if (typeof schema !== 'object' || schema === null) return schema
  return Object.fromEntries(
    Object.entries(schema).flatMap(([name, value]) =>
      WORDS.has(name) ? [] : [[name, readWithin(name, value, withoutWords)]],
    ),
  )
}

/** The members of `properties` are argument names, which may equal the name of a bound. */
function readWithin(name: string, value: Json, read: (schema: Json) => Json): Json {
  if (name !== 'properties' && name !== '$defs') return read(value)
  return Object.fromEntries(Object.entries(value as JsonObject).map(([key, one]) => [key, read(one)]))
}

const isNull = (schema: Json): boolean =>
  typeof schema === 'object' && schema !== null && !Array.isArray(schema) && schema.type === 'null'
