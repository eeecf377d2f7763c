// Checks of objects: declared members, free-form members, and what happens to undeclared members.
import type { TSchema } from 'typebox'
import { nearest } from '../../../kernel/nearest.ts'
import { anyCheck, type Check, type Compile, safeKey, type UndeclaredPolicy } from './any.check.ts'
import type { Findings } from './findings.ts'
import { asJsonSchema, type JsonSchema } from './json-schema.ts'
import { pythonText } from './scalar.check.ts'

interface Member {
  key: string
  check: Check
  required: boolean
  hasDefault: boolean
  defaultValue: unknown
}

export function objectCheck(
  part: JsonSchema,
  compile: Compile,
  named: ReadonlyMap<string, JsonSchema>,
  undeclared: UndeclaredPolicy,
): Check {
  const schema = merged(part, named)
  const required = new Set(schema.required)
  const members = Object.entries(schema.properties ?? {}).map(([key, member]): Member => {
    const hasDefault = 'default' in member
    return { key, check: compile(member), required: required.has(key), hasDefault, defaultValue: member.default }
  })
  const rest = restCheck(schema, compile, undeclared)
  const declared = new Set(members.map((member) => member.key))
  const isModel = members.length > 0
  return (value, found) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      return isModel
        ? found.add(
            'model_attributes_type',
            'Input should be a valid dictionary or object to extract fields from',
            value,
          )
        : found.add('dict_type', 'Input should be a valid dictionary', value)
    }
    const input = value as Record<string, unknown>
    const out: Record<string, unknown> = {}
    for (const member of members) {
      if (found.full) return undefined
      readMember(member, input, out, found)
    }
    if (rest) readRest(rest, declared, input, out, found)
    return checkSize(schema, out, value, found)
  }
}

function readMember(
  member: Member,
  input: Record<string, unknown>,
  out: Record<string, unknown>,
  found: Findings,
): void {
  const { key } = member
  const value = Object.hasOwn(input, key) ? input[key] : undefined
  if (value === undefined) {
    if (member.hasDefault && !found.exact) out[key] = structuredClone(member.defaultValue)
    else if (member.required) found.add('missing', 'Field required', found.flat ? null : input, undefined, key)
    return
  }
  if (value === null && !member.required && !member.hasDefault && !found.exact) {
    const takesNull = found.trial(true)
    if (member.check(null, takesNull) === null && takesNull.errors.length === 0) out[key] = null
    return
  }
  found.at.push(key)
  out[key] = member.check(value, found)
  found.at.pop()
}

type Rest = (key: string) => Check | 'drop' | 'forbid'

function restCheck(schema: JsonSchema, compile: Compile, undeclared: UndeclaredPolicy): Rest | undefined {
  const patterns = Object.entries(schema.patternProperties ?? {}).map(([pattern, part]) => {
    return { pattern: new RegExp(pattern, 'su'), check: compile(part) }
  })
  const others = schema.additionalProperties
  const isClosed = others === false || (others === undefined && undeclared === 'refused')
  if (patterns.length === 0 && others === undefined && !isClosed) return undefined
  const otherwise = isClosed ? 'forbid' : others === undefined ? 'drop' : others === true ? anyCheck : compile(others)
  return (key) => patterns.find(({ pattern }) => pattern.test(key))?.check ?? otherwise
}

function readRest(
  rest: Rest,
  declared: ReadonlySet<string>,
  input: Record<string, unknown>,
  out: Record<string, unknown>,
  found: Findings,
): void {
  for (const key of Object.keys(input)) {
    if (found.full) return
    if (declared.has(key)) continue
    const check = rest(key)
    if (check === 'drop') continue
    if (check === 'forbid') {
      const meant = nearest(key, [...declared])
      const words = meant === undefined ? '' : `; did you mean ${pythonText(meant)}?`
      found.add(
        'extra_forbidden',
        `Extra inputs are not permitted${words}`,
        input[key],
        meant === undefined ? undefined : { nearest: meant },
        key,
      )
      continue
    }
    found.at.push(key)
    if (found.odd) safeKey(key, found)
    const read = check(input[key], found)
    if (key !== '__proto__') out[key] = read
    found.at.pop()
  }
}

function checkSize(schema: JsonSchema, out: object, value: unknown, found: Findings): unknown {
  const { minProperties, maxProperties } = schema
  if (minProperties === undefined && maxProperties === undefined) return out
  const size = Object.keys(out).length
  const fault = (type: string, words: string, bound: number, ctx: Record<string, unknown>) => {
    const msg = `Dictionary should have at ${words} ${bound} item${bound === 1 ? '' : 's'} after validation, not ${size}`
    return found.add(type, msg, value, { field_type: 'Dictionary', ...ctx, actual_length: size })
  }
  if (maxProperties !== undefined && size > maxProperties) {
    return fault('too_long', 'most', maxProperties, { max_length: maxProperties })
  }
  if (minProperties !== undefined && size < minProperties) {
    return fault('too_short', 'least', minProperties, { min_length: minProperties })
  }
  return out
}

/** `allOf` of objects read as one object. */
function merged(part: JsonSchema, named: ReadonlyMap<string, JsonSchema>): JsonSchema {
  if (!part.allOf) return part
  const { allOf, ...own } = part
  const parts = [...allOf, own].map((one) => {
    const target = one.$ref === undefined ? one : named.get(one.$ref)
    if (!target) throw new Error(`no schema is called ${one.$ref}`)
    return merged(asJsonSchema(target as TSchema), named)
  })
  return {
    ...Object.assign({}, ...parts),
    properties: Object.assign({}, ...parts.map((one) => one.properties)),
    required: parts.flatMap((one) => one.required ?? []),
  }
}
