// Turns a schema into a function that reads a value the way Pydantic would and notes every fault in Pydantic's words.
import type { TSchema } from 'typebox'
import { type FieldError, Refusal } from '../../../kernel/errors.ts'
import { anyCheck, type Check, type Compile, type UndeclaredPolicy } from './any.check.ts'
import { bySchema } from './by-schema.ts'
import { Findings, type InputTraits, type ShapeNames } from './findings.ts'
import { ItemFault } from './item-fault.ts'
import { asJsonSchema, childrenOf, collectNamed, type JsonSchema } from './json-schema.ts'
import { objectCheck } from './object.check.ts'
import { booleanCheck, integerCheck, literalCheck, nullCheck, numberCheck, textCheck } from './scalar.check.ts'
import { unionCheck } from './union.check.ts'

export interface Checker {
  /** The value as the handler should see it, or every fault, each `loc` beginning with `place`. */
  read(value: unknown, place: string, how: InputTraits): { value: unknown; errors: FieldError[] }
  /** Faults of a value that must match without any conversion, as answers must. */
  exact(value: unknown): FieldError[]
}

const CHECKERS: Record<UndeclaredPolicy, (schema: TSchema) => Checker> = {
  refused: bySchema((schema) => makeChecker(schema, 'refused')),
  dropped: bySchema((schema) => makeChecker(schema, 'dropped')),
}

/** Compiles once, at start. Throws for a schema with a keyword, a format or a reference that could not be checked. */
export const compileChecker = (schema: TSchema, undeclared: UndeclaredPolicy = 'refused'): Checker =>
  CHECKERS[undeclared](schema)

function makeChecker(schema: TSchema, undeclared: UndeclaredPolicy): Checker {
  const root = asJsonSchema(schema)
  const named = collectNamed([root])
  const names = namesOf(root)
  const done = new Map<JsonSchema, Check>()
  const compile: Compile = (part) => {
    const known = done.get(part)
    if (known) return known
    // A shape that holds itself finds this stand-in while it is being compiled.
    done.set(part, (value, found) => (done.get(part) as Check)(value, found))
    const check = build(part, compile, named, undeclared)
    done.set(part, check)
    return check
  }
  const check = compile(root)
  const run = (value: unknown, found: Findings) => ({ value: check(value, found), errors: found.errors })
  return {
    read: (value, place, how) => {
      const found = new Findings(how, names)
      found.at.push(place)
      return run(value, found)
    },
    exact: (value) => {
      const found = new Findings({ odd: false, flat: false }, names)
      found.exact = true
      return run(value, found).errors
    },
  }
}

/** Reads one value by a schema, for routes that get their parts one by one; throws the 422 refusal. */
export function mustRead(checker: Checker, value: unknown, place: string): unknown {
  const result = checker.read(value, place, { odd: true, flat: true })
  if (result.errors.length > 0) throw invalid(result.errors)
  return result.value
}

export function invalid(fields: FieldError[]): Refusal {
  return new Refusal('invalid', 'The request is not valid', { fields })
}

function namesOf(root: JsonSchema): ShapeNames {
  const [secrets, declared, seen] = [new Set<string>(), new Set<string>(), new Set<JsonSchema>()]
  const visit = (schema: JsonSchema) => {
    if (seen.has(schema)) return
    seen.add(schema)
    for (const [name, part] of Object.entries(schema.properties ?? {})) {
      declared.add(name)
      if (part['x-secret']) secrets.add(name)
    }
    for (const child of childrenOf(schema)) visit(child)
  }
  visit(root)
  return { secrets, declared }
}

function build(
  part: JsonSchema,
  compile: Compile,
  named: ReadonlyMap<string, JsonSchema>,
  undeclared: UndeclaredPolicy,
): Check {
  const schema = asJsonSchema(part as TSchema)
  if (schema.$ref !== undefined) {
    const target = schema.$defs?.[schema.$ref] ?? named.get(schema.$ref)
    if (!target) throw new Error(`no schema is called ${schema.$ref}`)
    return compile(target)
  }
  if ('const' in schema) return literalCheck([schema.const])
  if (schema.enum) return literalCheck(schema.enum)
  const branches = schema.anyOf ?? schema.oneOf
  if (branches) return unionCheck(branches, compile)
  if (schema.allOf || schema.type === 'object') return objectCheck(schema, compile, named, undeclared)
  switch (schema.type) {
    case 'string':
      return textCheck(schema)
    case 'integer':
      return integerCheck(schema)
    case 'number':
      return numberCheck(schema)
    case 'boolean':
      return booleanCheck
    case 'null':
      return nullCheck
    case 'array':
      return listCheck(schema, compile)
    case undefined:
      return anyCheck
    default:
      throw new Error(`schema type ${schema.type} is not supported`)
  }
}

const UNREAD = new ItemFault({ type: 'too_long', loc: [], msg: 'The list is too long for this item to be read' }, 0)

function listCheck(schema: JsonSchema, compile: Compile): Check {
  const item = schema.items ? compile(schema.items) : anyCheck
  const { minItems, maxItems, 'x-item-faults': apart } = schema
  return (value, found) => {
    if (!Array.isArray(value)) return found.add('list_type', 'Input should be a valid list', value)
    const size = value.length
    if (maxItems !== undefined && size > maxItems) {
      const msg = `List should have at most ${maxItems} item${maxItems === 1 ? '' : 's'} after validation, not ${size}`
      return found.add('too_long', msg, value, { field_type: 'List', max_length: maxItems, actual_length: size })
    }
    const before = found.errors.length
    const out: unknown[] = []
    for (let i = 0; i < size && !found.full; i++) {
      if (apart !== undefined && i >= apart) {
        out.push(UNREAD)
        continue
      }
      found.at.push(i)
      const known = found.errors.length
      const read = item(value[i], found)
      const [fault] = apart !== undefined ? found.errors.splice(known) : []
      out.push(fault ? new ItemFault(fault, found.at.length) : read)
      found.at.pop()
    }
    if (minItems !== undefined && size < minItems && found.errors.length === before) {
      const msg = `List should have at least ${minItems} item${minItems === 1 ? '' : 's'} after validation, not ${size}`
      return found.add('too_short', msg, value, { field_type: 'List', min_length: minItems, actual_length: size })
    }
    return out
  }
}
