// Templates of actions: `{{name}}` means the same as in a column, over what the event brought.
import { bindTemplate, renderTemplate } from '../../engine/values/render.ts'
import { nameKey, parseTemplate, references, renameReference, resolveReference } from '../../engine/values/template.ts'
import type { Json, JsonObject } from '../../kernel/json.ts'
import type { TriggerVariable } from '../triggers/trigger.ts'
import { factAt } from './condition.logic.ts'

/** What earlier actions of a run answered, by their ids: `{{actions.1.lead_id}}`. A variable of the trigger called so comes first. */
export const EARLIER = { id: 'actions', name: 'actions' }

export type FindVariable = (name: string) => string | undefined

/** Finds the id of a variable by its name, in any case. */
export function createVariableFinder(variables: readonly Pick<TriggerVariable, 'id' | 'name'>[]): FindVariable {
  const ids = new Map([EARLIER, ...variables].map(({ id, name }) => [nameKey(name), id]))
  return (name) => ids.get(nameKey(name))
}

/** A template that is one reference keeps its type; an empty one is null. */
export function fill(template: string, facts: JsonObject, find: FindVariable): Json {
  return renderTemplate(bindTemplate(template, find), (id) => factAt(facts, id))
}

type Loc = (string | number)[]

/** Places of settings that are taken as they stand, and yet hold a reference. */
export function plainReferences(settings: JsonObject, plain: readonly string[]): { loc: Loc; text: string }[] {
  const own = Object.fromEntries(Object.entries(settings).filter(([name]) => plain.includes(name)))
  return templatesIn(own, []).filter(({ text }) => references(parseTemplate(text)).length > 0)
}

/** Every text of the settings that may hold references, with its place. `plain` members hold none. */
export function templatesIn(settings: JsonObject, plain: readonly string[]): { loc: Loc; text: string }[] {
  const found: { loc: Loc; text: string }[] = []
  walk(settings, plain, (text, loc) => {
    found.push({ loc, text })
    return text
  })
  return found
}

/** The places of settings whose templates read one of these columns, as it is or as a change left it. */
export function placesReading(
  settings: JsonObject,
  plain: readonly string[],
  columns: Json,
  find: FindVariable,
): Loc[] {
  if (!Array.isArray(columns) || columns.length === 0) return []
  const ids = new Set(columns.flatMap((id) => [id, `after.${String(id)}`]))
  const reads = (text: string) =>
    bindTemplate(text, find).parts.some((part) => typeof part === 'object' && ids.has(part.column_id))
  return templatesIn(settings, plain).flatMap(({ text, loc }) => (reads(text) ? [loc] : []))
}

/** The settings with each template filled in. */
export function fillSettings(settings: JsonObject, plain: readonly string[], facts: JsonObject, find: FindVariable) {
  return walk(settings, plain, (text) => (text.includes('{{') ? fill(text, facts, find) : text))
}

/** The settings with references to columns that were renamed written again. */
export function renameIn(settings: JsonObject, plain: readonly string[], renamed: ReadonlyMap<string, string>) {
  if (renamed.size === 0) return settings
  return walk(settings, plain, (text) => {
    let next = text
    for (const [from, to] of renamed) next = renameReference(next, from, to)
    return next
  })
}

function walk(settings: JsonObject, plain: readonly string[], change: (text: string, loc: Loc) => Json): JsonObject {
  const visit = (value: Json, loc: Loc): Json => {
    if (typeof value === 'string') return change(value, loc)
    if (Array.isArray(value)) return value.map((item, index) => visit(item, [...loc, index]))
    if (value === null || typeof value !== 'object') return value
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, visit(item, [...loc, name])]))
  }
  return Object.fromEntries(
    Object.entries(settings).map(([name, value]) => [
      name,
      name === 'kind' || plain.includes(name) ? value : visit(value, [name]),
    ]),
  )
}

const RESULT = /^actions\.([^.[]+)/i

/** The action that a reference to an answer names; undefined where it is no such reference. */
export const actionNamed = (reference: string): string | undefined => RESULT.exec(reference)?.[1]

/** References that name no variable or an action that does not come before, and templates with a slip in them. */
export function faultsOf(
  text: string,
  find: FindVariable,
  idsBefore: ReadonlySet<number>,
  variables: readonly TriggerVariable[],
): string[] {
  const template = parseTemplate(text)
  const unknown = references(template).filter(({ ref }) => !resolveReference(ref, (name) => find(name) !== undefined))
  const early = references(template).flatMap(({ ref }) => {
    const id = find('actions') === EARLIER.id ? actionNamed(ref) : undefined
    return id !== undefined && !idsBefore.has(Number(id)) ? [ref] : []
  })
  const whole = new Map(
    variables.flatMap(({ id, members, is_whole }) => (is_whole && members ? [[id, new Set(members)] as const] : [])),
  )
  const absent = references(template).flatMap(({ ref }) => {
    const found = resolveReference(ref, (name) => find(name) !== undefined)
    const [member] = found?.path ?? []
    const known = found && whole.get(find(found.name) ?? '')
    return known && typeof member === 'string' && !known.has(member) ? [{ ref, member, of: found.name }] : []
  })
  return [
    ...template.problems,
    ...absent.map(({ ref, member, of }) => `"${ref}" names nothing: "${of}" has no "${member}"`),
    ...unknown.map(({ ref }) => `the event has no "${ref}"`),
    ...early.map((ref) => `no action that "${ref}" names comes before this one`),
  ]
}
