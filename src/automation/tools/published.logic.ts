// The JSON Schema of a tool as clients and models read it: self-contained, with named shapes under `$defs`.
import type { TSchema } from 'typebox'
import type { JsonObject } from '../../kernel/json.ts'
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
