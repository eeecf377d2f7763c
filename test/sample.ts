// The smallest value that fits a schema of the API description, so that a law can knock at every door with a valid request.

export interface Schema {
  $ref?: string
  type?: string | string[]
  const?: unknown
  enum?: unknown[]
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: boolean | Schema
  items?: Schema
  minItems?: number
  minLength?: number
  minimum?: number
  exclusiveMinimum?: number
  format?: string
  pattern?: string
  examples?: unknown[]
}

const FORMATS: Record<string, string> = {
  'date-time': '2026-01-01T00:00:00Z',
  date: '2026-01-01',
  email: 'ann@example.com',
  uri: 'https://example.com/',
  uuid: '00000000-0000-4000-8000-000000000000',
}

/** `schemas` are the components of the document. Only what is required is filled in. */
export function sampleOf(schema: Schema, schemas: Record<string, Schema>): unknown {
  if (schema.examples?.length) return schema.examples[0]
  if (schema.$ref) return sampleOf(schemas[schema.$ref.replace('#/components/schemas/', '')] ?? {}, schemas)
  if ('const' in schema) return schema.const
  if (schema.enum) return schema.enum[0]
  const choice = (schema.anyOf ?? schema.oneOf)?.[0]
  if (choice) return sampleOf(choice, schemas)
  if (schema.allOf) return Object.assign({}, ...schema.allOf.map((part) => sampleOf(part, schemas)))
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type
  switch (type) {
    case 'object':
      return Object.fromEntries(
        (schema.required ?? []).map((name) => [name, sampleOf(schema.properties?.[name] ?? {}, schemas)]),
      )
    case 'array':
      return Array.from({ length: schema.minItems ?? 0 }, () => sampleOf(schema.items ?? {}, schemas))
    case 'integer':
    case 'number':
      return schema.minimum ?? (schema.exclusiveMinimum ?? 0) + 1
    case 'boolean':
      return false
    case 'null':
      return null
    default:
      return textOf(schema)
  }
}

function textOf({ format, pattern, minLength = 1 }: Schema): string {
  const text = (format && FORMATS[format]) || 'x'.repeat(minLength)
  if (pattern && !new RegExp(pattern, 'u').test(text)) throw new Error(`give ${pattern} an example in its schema`)
  return text
}
