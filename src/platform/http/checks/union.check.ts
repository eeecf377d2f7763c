// Checks of values that may have one of several shapes: null, a fixed word, a tagged object, or whatever fits best.
import type { Check, Compile } from './any.check.ts'
import type { Findings } from './findings.ts'
import type { JsonSchema } from './json-schema.ts'
import { literalCheck, pythonText } from './scalar.check.ts'

export function unionCheck(branches: readonly JsonSchema[], compile: Compile): Check {
  const others = branches.filter((branch) => branch.type !== 'null')
  const takesNull = others.length < branches.length
  const check = othersCheck(others, compile)
  return takesNull ? (value, found) => (value === null ? null : check(value, found)) : check
}

function othersCheck(branches: readonly JsonSchema[], compile: Compile): Check {
  const only = branches[0]
  if (branches.length === 1 && only) return compile(only)
  if (branches.every((branch) => 'const' in branch)) return literalCheck(branches.map((branch) => branch.const))
  const tag = tagOf(branches)
  if (tag !== undefined) return taggedCheck(tag, branches, compile)
  return bestFitCheck(branches, compile)
}

/** The required member whose constant tells the branches apart. */
function tagOf(branches: readonly JsonSchema[]): string | undefined {
  const first = branches[0]?.properties ?? {}
  return Object.keys(first).find((key) => {
    const tags = branches.map((branch) =>
      branch.required?.includes(key) ? branch.properties?.[key]?.const : undefined,
    )
    return tags.every((value) => typeof value === 'string') && new Set(tags).size === branches.length
  })
}

function taggedCheck(tag: string, branches: readonly JsonSchema[], compile: Compile): Check {
  const checks = new Map(branches.map((branch) => [String(branch.properties?.[tag]?.const), compile(branch)]))
  const expected = [...checks.keys()].map(pythonText).join(', ')
  const discriminator = pythonText(tag)
  return (value, found) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      return found.add(
        'model_attributes_type',
        'Input should be a valid dictionary or object to extract fields from',
        value,
      )
    }
    const named = Object.hasOwn(value, tag) ? (value as Record<string, unknown>)[tag] : undefined
    if (named === undefined) {
      const msg = `Unable to extract tag using discriminator ${discriminator}`
      return found.add('union_tag_not_found', msg, value, { discriminator })
    }
    const check = typeof named === 'string' ? checks.get(named) : undefined
    if (!check) {
      const msg = `Input tag ${pythonText(String(named))} found using ${discriminator} does not match any of the expected tags: ${expected}`
      return found.add('union_tag_invalid', msg, value, { discriminator, tag: String(named), expected_tags: expected })
    }
    found.at.push(String(named))
    const read = check(value, found)
    found.at.pop()
    return read
  }
}

// First the branch that fits as it is, then the first that fits after conversion, else the faults of all.
function bestFitCheck(branches: readonly JsonSchema[], compile: Compile): Check {
  const checks = branches.map((branch) => ({ name: branchName(branch), check: compile(branch) }))
  const modes = { exact: { isExact: true }, lenient: { isExact: false } }
  const tryAll = (value: unknown, found: Findings, mode: { isExact: boolean }): { read: unknown } | undefined => {
    const mismatches = found.mismatches.get(mode) ?? new WeakSet()
    found.mismatches.set(mode, mismatches)
    const isObject = typeof value === 'object' && value !== null
    if (isObject && mismatches.has(value)) return undefined
    for (const { check } of checks) {
      const trial = found.trial(mode.isExact)
      const read = check(value, trial)
      if (trial.errors.length === 0) return { read }
    }
    if (isObject) mismatches.add(value)
    return undefined
  }
  return (value, found) => {
    const best = tryAll(value, found, modes.exact) ?? (found.exact ? undefined : tryAll(value, found, modes.lenient))
    if (best) return best.read
    if (found.isTrial) return found.add('union', 'No branch fits', undefined)
    for (const { name, check } of checks) {
      found.at.push(name)
      check(value, found)
      found.at.pop()
    }
    return undefined
  }
}

const NAMES: Record<string, string> = { string: 'str', integer: 'int', number: 'float', boolean: 'bool' }

function branchName(branch: JsonSchema): string {
  if (branch.$id ?? branch.$ref) return String(branch.$id ?? branch.$ref)
  if ('const' in branch) return `literal[${pythonText(branch.const)}]`
  if (branch.enum) return `literal[${branch.enum.map(pythonText).join(',')}]`
  if (branch.type === 'array') return `list[${branch.items ? branchName(branch.items) : 'any'}]`
  if (branch.type === 'object') return branch.properties ? 'model' : 'dict[str,any]'
  return NAMES[branch.type ?? ''] ?? 'any'
}
