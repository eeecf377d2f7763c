// Writes shapes the way OpenAPI 3.1 clients expect them: named ones once under components, referred to everywhere.
import { childrenOf, type JsonSchema } from '../checks/json-schema.ts'

export type EmittedSchema = Record<string, unknown>

/** `in` for what callers send, `out` for what they get: a default, a null or a bound may differ between the two. */
export type SchemaDirection = 'in' | 'out'

const ANNOTATIONS = ['title', 'description', 'examples', 'deprecated', 'readOnly', 'writeOnly'] as const
const BOUNDS = [
  ...([
    'minLength',
    'maxLength',
    'pattern',
    'format',
    'minimum',
    'maximum',
    'exclusiveMinimum',
    'exclusiveMaximum',
  ] as const),
  ...(['multipleOf', 'minItems', 'maxItems', 'minProperties', 'maxProperties'] as const),
]

export class SchemaWriter {
  /** What goes under `components.schemas`. */
  readonly components: Record<string, EmittedSchema> = {}
  readonly #named: ReadonlyMap<string, JsonSchema>
  readonly #ids = new Map<string, string>()

  readonly #isClosed: boolean

  /** Closed: what is sent says that other members than the declared are refused. Not where answers use the same shapes. */
  constructor(named: ReadonlyMap<string, JsonSchema>, { isClosed = false } = {}) {
    this.#named = named
    this.#isClosed = isClosed
  }

  write(schema: JsonSchema, direction: SchemaDirection): EmittedSchema {
    const id = schema.$ref ?? schema.$id
    if (id === undefined) return this.#inline(schema, direction)
    const target = schema.$defs?.[id] ?? this.#named.get(id) ?? schema
    return { $ref: `#/components/schemas/${this.#component(id, target, direction)}` }
  }

  // A shape that reads differently when sent gets a second name; most do not.
  #component(id: string, schema: JsonSchema, direction: SchemaDirection): string {
    const known = this.#ids.get(`${direction} ${id}`)
    if (known) return known
    const name = this.#differs(schema, new Set()) ? nameFor(id, direction) : id
    this.#ids.set(`${direction} ${id}`, name)
    if (!(name in this.components)) {
      this.components[name] = {}
      this.components[name] = this.#inline(schema, direction)
    }
    return name
  }

  #differs(schema: JsonSchema, seen: Set<JsonSchema>): boolean {
    if (seen.has(schema)) return false
    seen.add(schema)
    const required = new Set(schema.required)
    const members = Object.entries(schema.properties ?? {})
    if (
      members.some(([key, member]) =>
        'default' in member ? required.has(key) : !required.has(key) && !takesNull(member),
      )
    ) {
      return true
    }
    if (schema.type === 'integer' && isOpenInteger(schema)) return true
    const target = schema.$ref === undefined ? undefined : this.#named.get(schema.$ref)
    return [...childrenOf(schema), ...(target ? [target] : [])].some((child) => this.#differs(child, seen))
  }

  #inline(schema: JsonSchema, direction: SchemaDirection): EmittedSchema {
    const out: EmittedSchema = { ...this.#shape(schema, direction) }
    for (const key of [...ANNOTATIONS, ...BOUNDS]) if (schema[key] !== undefined) out[key] = schema[key]
    if (schema.default !== undefined) out.default = schema.default
    if (schema['x-secret'] && schema.type === 'string') out.format = 'password'
    // Larger ids are refused instead of rounded, and the description says so.
    if (direction === 'in' && schema.type === 'integer') {
      if (schema.minimum === undefined && schema.exclusiveMinimum === undefined) out.minimum = Number.MIN_SAFE_INTEGER
      if (schema.maximum === undefined && schema.exclusiveMaximum === undefined) out.maximum = Number.MAX_SAFE_INTEGER
    }
    return out
  }

  #shape(schema: JsonSchema, direction: SchemaDirection): EmittedSchema {
    const branches = schema.anyOf ?? schema.oneOf
    if (branches) return this.#union(branches, direction)
    if (schema.allOf) return { allOf: schema.allOf.map((part) => this.write(part, direction)) }
    if ('const' in schema) return { type: typeName(schema.const), const: schema.const }
    if (schema.enum) return enumOf(schema.enum)
    if (schema.type === 'array')
      return { type: 'array', items: schema.items ? this.write(schema.items, direction) : {} }
    if (schema.type === 'object') return this.#object(schema, direction)
    return schema.type === undefined ? {} : { type: schema.type }
  }

  #object(schema: JsonSchema, direction: SchemaDirection): EmittedSchema {
    const out: EmittedSchema = { type: 'object' }
    const members = Object.entries(schema.properties ?? {})
    const required = (schema.required ?? []).filter(
      (key) => direction === 'out' || !('default' in (schema.properties?.[key] ?? {})),
    )
    if (members.length > 0) {
      const written = members.map(([key, member]) => {
        const mayBeNull = direction === 'in' && !schema.required?.includes(key) && !('default' in member)
        return [key, mayBeNull ? this.#orNull(member, direction) : this.write(member, direction)]
      })
      out.properties = Object.fromEntries(written)
    }
    if (required.length > 0) out.required = required
    const free = Object.values(schema.patternProperties ?? {})[0]
    if (free) out.additionalProperties = this.write(free, direction)
    else if (typeof schema.additionalProperties === 'object') {
      out.additionalProperties = this.write(schema.additionalProperties, direction)
    } else if (schema.additionalProperties !== undefined) out.additionalProperties = schema.additionalProperties
    else if (this.#isClosed) out.additionalProperties = false
    return out
  }

  #union(branches: readonly JsonSchema[], direction: SchemaDirection): EmittedSchema {
    if (branches.every((branch) => 'const' in branch)) return enumOf(branches.map((branch) => branch.const))
    const others = branches.filter((branch) => branch.type !== 'null')
    const [only] = others
    const nullable = others.length < branches.length
    if (nullable && only && others.length === 1) return this.#orNull(only, direction)
    if (nullable && others.every((branch) => 'const' in branch)) {
      return { anyOf: [enumOf(others.map((branch) => branch.const)), { type: 'null' }] }
    }
    return { anyOf: branches.map((branch) => this.write(branch, direction)) }
  }

  #orNull(schema: JsonSchema, direction: SchemaDirection): EmittedSchema {
    const written = this.write(schema, direction)
    if (takesNull(schema)) return written
    if (typeof written.type === 'string' && !('enum' in written) && !('const' in written)) {
      return { ...written, type: [written.type, 'null'] }
    }
    return { anyOf: [written, { type: 'null' }] }
  }
}

// A shape named for what is sent keeps its name there; any other keeps it where it is answered.
function nameFor(id: string, direction: SchemaDirection): string {
  const isForInput = /(Input|Create|Update|Request|Form)$/.test(id)
  if (direction === 'in') return isForInput ? id : `${id}Input`
  return isForInput ? `${id}Output` : id
}

function takesNull(schema: JsonSchema): boolean {
  if (schema.type === 'null' || (schema.anyOf ?? schema.oneOf)?.some(takesNull)) return true
  return (
    schema.type === undefined &&
    !schema.$ref &&
    !schema.anyOf &&
    !schema.oneOf &&
    !schema.allOf &&
    !schema.enum &&
    !('const' in schema)
  )
}

function isOpenInteger(schema: JsonSchema): boolean {
  const { minimum, exclusiveMinimum, maximum, exclusiveMaximum } = schema
  return (minimum ?? exclusiveMinimum) === undefined || (maximum ?? exclusiveMaximum) === undefined
}

function enumOf(values: readonly unknown[]): EmittedSchema {
  const types = [...new Set(values.map(typeName))]
  return { type: types.length === 1 ? types[0] : types, enum: values }
}

function typeName(value: unknown): string {
  if (value === null) return 'null'
  return Number.isInteger(value) ? 'integer' : typeof value
}
