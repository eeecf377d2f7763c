// Cuts an answer down to its declared schema, so that a column added to a row never leaks by itself.
import type { TSchema } from 'typebox'
import { bySchema } from './checks/by-schema.ts'
import { asJsonSchema, collectNamed, type JsonSchema } from './checks/json-schema.ts'
import { compileChecker } from './checks/validate.ts'

type Cut = (value: unknown) => unknown

const whole: Cut = (value) => value

/** JSON text of a value with undeclared members left out, at every depth where the schema names members. */
export const compileAnswer = bySchema((schema): ((value: unknown) => string) => {
  const root = asJsonSchema(schema)
  const cut = compileCut(root, collectNamed([root]))
  return (value) => JSON.stringify(cut(value)) ?? 'null'
})

function compileCut(root: JsonSchema, named: ReadonlyMap<string, JsonSchema>): Cut {
  const done = new Map<JsonSchema, Cut>()
  const compile = (part: JsonSchema): Cut => {
    const known = done.get(part)
    if (known) return known
    done.set(part, (value) => (done.get(part) as Cut)(value))
    const cut = build(part)
    done.set(part, cut)
    return cut
  }
  const build = (part: JsonSchema): Cut => {
    if (part.$ref !== undefined) {
      const target = part.$defs?.[part.$ref] ?? named.get(part.$ref)
      if (!target) throw new Error(`no schema is called ${part.$ref}`)
      return compile(target)
    }
    const branches = part.anyOf ?? part.oneOf
    if (branches)
      return branchCut(
        branches.map((one) => (one.$ref ? (named.get(one.$ref) ?? one) : one)),
        compile,
      )
    if (part.allOf)
      return objectCut(
        part.allOf.map((one) => (one.$ref ? (named.get(one.$ref) ?? one) : one)),
        compile,
      )
    if (part.type === 'array' && part.items) return listCut(compile(part.items))
    if (part.type === 'object') return objectCut([part], compile)
    return whole
  }
  return compile(root)
}

function listCut(item: Cut): Cut {
  if (item === whole) return whole
  return (value) => (Array.isArray(value) ? value.map(item) : value)
}

function objectCut(parts: readonly JsonSchema[], compile: (part: JsonSchema) => Cut): Cut {
  const members = parts.flatMap((part) => Object.entries(part.properties ?? {}))
  const cuts = members.map(([key, member]) => ({ key, cut: compile(member) }))
  const declared = new Set(cuts.map(({ key }) => key))
  const rest = parts.map((part) => restCut(part, compile)).find((one) => one !== undefined)
  return (value) => {
    if (typeof value !== 'object' || value === null || value instanceof Date) return value
    const input = value as Record<string, unknown>
    const out: Record<string, unknown> = {}
    for (const { key, cut } of cuts) {
      if (input[key] !== undefined && Object.hasOwn(input, key)) out[key] = cut(input[key])
    }
    if (!rest) return out
    const others = Object.entries(input).filter(([key]) => !declared.has(key))
    return { ...out, ...Object.fromEntries(others.map(([key, item]) => [key, rest(item)])) }
  }
}

function restCut(part: JsonSchema, compile: (part: JsonSchema) => Cut): Cut | undefined {
  const pattern = Object.values(part.patternProperties ?? {})[0]
  if (pattern) return compile(pattern)
  if (typeof part.additionalProperties === 'object') return compile(part.additionalProperties)
  return part.additionalProperties === true ? whole : undefined
}

function branchCut(branches: readonly JsonSchema[], compile: (part: JsonSchema) => Cut): Cut {
  const shaped = branches.filter((branch) => branch.$ref || branch.properties || branch.items || branch.allOf)
  const only = shaped[0]
  if (!only) return whole
  if (shaped.length === 1) {
    const cut = compile(only)
    return (value) => (typeof value === 'object' && value !== null ? cut(value) : value)
  }
  const choices = shaped.map((branch) => ({
    checker: compileChecker(branch as TSchema, 'dropped'),
    cut: compile(branch),
  }))
  return (value) => {
    if (typeof value !== 'object' || value === null) return value
    const plain: unknown = JSON.parse(JSON.stringify(value))
    const choice = choices.find(({ checker }) => checker.exact(plain).length === 0)
    if (!choice) throw new Error('the answer fits no branch of its schema')
    return choice.cut(value)
  }
}
