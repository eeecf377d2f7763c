// Says a JavaScript expression as a template, or as a condition of a column; what cannot be said so is refused.
import type { Filter, FilterLeaf, FilterOp } from '../../engine/filter/filter.schema.ts'
import { type TemplatePart, writeReference, writeTemplate } from '../../engine/values/template.ts'
import { isBlank, numberIn, pathOf, type ReferenceResolver, SAME } from './script-formula.logic.ts'
import { NotRead, type Script } from './script-syntax.logic.ts'

/** Text with references: for prompts, addresses and bodies. */
export function templateOf(script: Script, resolve: ReferenceResolver): string {
  return writeTemplate(partsOf(script, resolve))
}

function partsOf(script: Script, resolve: ReferenceResolver): TemplatePart[] {
  const known = pathOf(script)
  if (known) return [{ ref: resolve(known.ref, known.path) }]
  if (script.is === 'text') return [script.value]
  if (script.is === 'number') return [String(script.value)]
  if (script.is === 'name') return isBlank(script) ? [] : [script.name]
  if (script.is === 'texts') return script.parts.flatMap((one) => partsOf(one, resolve))
  if (script.is === 'two' && script.op === '+')
    return [...partsOf(script.left, resolve), ...partsOf(script.right, resolve)]
  // A blank is nothing in a template by itself.
  if (script.is === 'two' && (script.op === '||' || script.op === '??') && isBlank(script.right))
    return partsOf(script.left, resolve)
  if (script.is === 'call' && script.args.length >= 1 && isPassing(script.of))
    return partsOf(script.args[0] as Script, resolve)
  throw new NotRead('it computes a part of the text')
}

/** Functions that hand a value on as it is; references encode themselves where they stand. */
const isPassing = (of: Script) =>
  (of.is === 'name' && /^(String|encodeURIComponent)$/.test(of.name)) ||
  (of.is === 'member' &&
    of.of.is === 'name' &&
    /^(Clay\.formatFor\w+|JSON\.stringify)$/.test(`${of.of.name}.${of.name}`))

const OPS: Record<string, FilterOp> = { '=': 'eq', '<>': 'ne', '<': 'lt', '>': 'gt', '<=': 'lte', '>=': 'gte' }
const TURNED: Record<string, string> = { '<': '>', '>': '<', '<=': '>=', '>=': '<=' }
const HELD: Record<string, FilterOp> = { includes: 'contains', startsWith: 'starts_with', endsWith: 'ends_with' }

/** What a reference names: a column that holds text, one whose values may be false or 0, or no whole column. */
export type KindOf = (ref: string) => 'text' | 'other' | null

/** The condition as a filter; null when it takes a formula to say it. */
export function conditionOf(script: Script, resolve: ReferenceResolver, kindOf: KindOf): Filter | null {
  const leaf = (of: Script, op: FilterOp, value?: FilterLeaf['value']): Filter | null => {
    const bare = of.is === 'call' && of.of.is === 'member' && /^(toLowerCase|trim)$/.test(of.of.name) ? of.of.of : of
    const known = pathOf(bare)
    const ref = known && resolve(known.ref, known.path)
    const kind = ref === null ? null : kindOf(ref)
    // What is false or 0 is filled and yet does not hold.
    const isKnown = kind === 'text' || (kind === 'other' && value !== undefined)
    return ref !== null && isKnown ? { field: writeReference(ref), op, ...(value !== undefined && { value }) } : null
  }
  const inner = (one: Script) => conditionOf(one, resolve, kindOf)
  if (script.is === 'one' && script.op === '!') {
    const of = script.of.is === 'one' && script.of.op === '!' ? inner(script.of.of) : null
    if (of) return of
    const direct = leaf(script.of, 'is_empty')
    const turned = direct ? null : inner(script.of)
    return direct ?? (turned && { not: turned })
  }
  if (script.is === 'two' && /^(&&|\|\|)$/.test(script.op)) {
    const [left, right] = [inner(script.left), inner(script.right)]
    return left && right && (script.op === '&&' ? { and: [left, right] } : { or: [left, right] })
  }
  if (script.is === 'two') {
    const isTurned = literalOf(script.left) !== undefined
    const [of, other] = isTurned ? [script.right, script.left] : [script.left, script.right]
    const sign = SAME[script.op] ?? (isTurned ? (TURNED[script.op] ?? script.op) : script.op)
    const op = OPS[sign]
    if (op === undefined) return null
    if (isBlank(other) && /^(eq|ne)$/.test(op)) return leaf(of, op === 'eq' ? 'is_empty' : 'not_empty')
    const value = literalOf(other)
    return value === undefined ? null : leaf(of, op, value)
  }
  if (script.is === 'call' && script.of.is === 'member') {
    const op = Object.hasOwn(HELD, script.of.name) ? HELD[script.of.name] : undefined
    const value = script.args[0] && literalOf(script.args[0])
    return op !== undefined && value !== undefined ? leaf(script.of.of, op, value) : null
  }
  if (script.is === 'call' && script.of.is === 'name' && script.of.name === 'Boolean' && script.args[0])
    return inner(script.args[0])
  return leaf(script, 'not_empty')
}

function literalOf(script: Script): string | number | boolean | undefined {
  if (script.is === 'text' && script.value !== '') return script.value
  if (script.is === 'name' && /^(true|false)$/.test(script.name)) return script.name === 'true'
  return numberIn(script)
}
