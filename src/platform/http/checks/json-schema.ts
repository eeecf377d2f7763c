// The part of JSON Schema 2020-12 that the contract may use, as the checker and the OpenAPI writer read it.
import type { TSchema } from 'typebox'

export interface JsonSchema {
  $id?: string
  $ref?: string
  $defs?: Record<string, JsonSchema>
  type?: string
  const?: unknown
  enum?: unknown[]
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  allOf?: JsonSchema[]
  properties?: Record<string, JsonSchema>
  required?: string[]
  patternProperties?: Record<string, JsonSchema>
  additionalProperties?: boolean | JsonSchema
  minProperties?: number
  maxProperties?: number
  items?: JsonSchema
  minItems?: number
  maxItems?: number
  minLength?: number
  maxLength?: number
  pattern?: string
  format?: string
  minimum?: number
  maximum?: number
  exclusiveMinimum?: number
  exclusiveMaximum?: number
  multipleOf?: number
  default?: unknown
  title?: string
  description?: string
  examples?: unknown[]
  deprecated?: boolean
  readOnly?: boolean
  writeOnly?: boolean
  'x-secret'?: boolean
  /**
   * For a list: an invalid item becomes an `ItemFault`, and the request is accepted all the same. As many are read; those after
   * them are faults unread, for a list that is refused by its length.
   */
  'x-item-faults'?: number
}

const KNOWN = new Set(
  `$id $ref $defs type const enum anyOf oneOf allOf properties required patternProperties additionalProperties
  minProperties maxProperties items minItems maxItems minLength maxLength pattern format minimum maximum exclusiveMinimum
  exclusiveMaximum multipleOf default title description examples deprecated readOnly writeOnly`.split(/\s+/),
)

/** TypeBox shapes are JSON Schema objects already; a keyword that nothing checks is a mistake found at start. */
export function asJsonSchema(schema: TSchema): JsonSchema {
  for (const key of Object.keys(schema)) {
    if (!KNOWN.has(key) && !key.startsWith('x-')) throw new Error(`schema keyword ${key} is not supported`)
  }
  return schema as JsonSchema
}

/** All shapes with an `$id` below the given ones, for `$ref` by name. Two different shapes under one name are a mistake. */
export function collectNamed(roots: readonly JsonSchema[]): Map<string, JsonSchema> {
  const named = new Map<string, JsonSchema>()
  const seen = new Set<JsonSchema>()
  const visit = (schema: JsonSchema) => {
    if (seen.has(schema)) return
    seen.add(schema)
    if (schema.$id !== undefined) {
      const other = named.get(schema.$id)
      if (other && JSON.stringify(other) !== JSON.stringify(schema)) {
        throw new Error(`two different schemas are called ${schema.$id}`)
      }
      named.set(schema.$id, schema)
    }
    for (const child of childrenOf(schema)) visit(child)
  }
  for (const root of roots) visit(root)
  return named
}

export function childrenOf(schema: JsonSchema): JsonSchema[] {
  const { $defs, properties, patternProperties, additionalProperties, items, anyOf, oneOf, allOf } = schema
  return [
    ...Object.values($defs ?? {}),
    ...Object.values(properties ?? {}),
    ...Object.values(patternProperties ?? {}),
    ...(typeof additionalProperties === 'object' ? [additionalProperties] : []),
    ...(items ? [items] : []),
    ...(anyOf ?? []),
    ...(oneOf ?? []),
    ...(allOf ?? []),
  ]
}
