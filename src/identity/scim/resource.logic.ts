// Normalizes resources (case, null, lists), reports what is wrong in them, and reduces answers to the requested attributes.
import type { FieldError } from '../../kernel/errors.ts'
import { canonicalJson, type Json } from '../../kernel/json.ts'
import {
  type Attribute,
  type AttributePath,
  foldName,
  placeOf,
  type ResourceKind,
  type Schema,
} from './attributes.logic.ts'
import { memberOf } from './filter.logic.ts'

export type Resource = Record<string, unknown>

const MAX_BYTES = 64 * 1024
/** Read-only attributes: values from clients are ignored. */
const OURS = new Set(['id', 'schemas', 'meta', 'groups'])

export function isObject(value: unknown): value is Resource {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/**
 * Names as the standard writes them; nulls and empty lists left out, since they mean "not assigned"; Entra's texts for
 * booleans and its three forms of `manager` read. What no schema knows stays as it was sent.
 */
export function normalizeResource(kind: ResourceKind, body: unknown): unknown {
  if (!isObject(body)) return body
  return tidyMembers(body, kind.attributes, kind.extensions)
}

function tidyMembers(value: Resource, known: readonly Attribute[], extensions?: ReadonlyMap<string, Schema>): Resource {
  const out: [string, unknown][] = []
  for (const [key, member] of Object.entries(value)) {
    const lower = key.toLowerCase()
    const schema = extensions?.get(lower)
    const attribute = known.find((one) => one.name.toLowerCase() === lower)
    const read = attribute
      ? tidyValue(member, attribute)
      : schema && isObject(member)
        ? orNothing(tidyMembers(member, schema.attributes))
        : member
    // An empty list is nothing only where there may be several.
    const isEmptyOne = attribute?.multiValued === false && Array.isArray(read)
    if (!isUnassigned(read) || isEmptyOne) out.push([schema?.id ?? attribute?.name ?? key, read])
  }
  return Object.fromEntries(out)
}

function tidyValue(value: unknown, attribute: Attribute): unknown {
  // A single value of a list attribute is read as a list; the schemas of a resource may not be guessed.
  if (attribute.multiValued && (attribute.name !== 'schemas' || Array.isArray(value) || !isAssigned(value)))
    return (Array.isArray(value) ? value : [value]).map((one) => tidyOne(one, attribute)).filter(isAssigned)
  return tidyOne(attribute.type === 'complex' && Array.isArray(value) ? value[0] : value, attribute)
}

function tidyOne(value: unknown, { type, subAttributes }: Attribute): unknown {
  if (type === 'boolean') return readBoolean(value)
  if (type !== 'complex' || !subAttributes) return value
  const takesValue = subAttributes.some(({ name }) => name === 'value')
  if (typeof value === 'string' && takesValue) return value === '' ? undefined : { value }
  return isObject(value) ? orNothing(tidyMembers(value, subAttributes)) : value
}

/** Entra writes "True" and "False"; any other text stays and is found wrong. */
function readBoolean(value: unknown): unknown {
  if (typeof value !== 'string') return value
  const word = value.toLowerCase()
  return word === 'true' ? true : word === 'false' ? false : value
}

function orNothing(value: Resource): Resource | undefined {
  return Object.keys(value).length === 0 ? undefined : value
}

function isUnassigned(value: unknown): boolean {
  return value === null || value === undefined || (Array.isArray(value) && value.length === 0)
}

function isAssigned(value: unknown): boolean {
  return !isUnassigned(value)
}

/** Without what the service says itself. */
/** Names of the members that differ. */
export function changedNames(before: Resource, after: Resource): string[] {
  const text = (value: unknown) => (value === undefined ? '' : canonicalJson(value as Json))
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (name) => text(before[name]) !== text(after[name]),
  )
}

export function withoutOurs(resource: Resource): Resource {
  return Object.fromEntries(Object.entries(resource).filter(([key]) => !OURS.has(key)))
}

/** PUT drops misspelt names silently; extensions, and names it was made with, stay. */
export function withoutUnknown(kind: ResourceKind, resource: Resource, before: Resource): Resource {
  const isKnown = (key: string) =>
    key.toLowerCase().startsWith('urn:') ||
    key in before ||
    key === 'password' ||
    kind.attributes.some(({ name }) => name === key)
  return Object.fromEntries(Object.entries(resource).filter(([key]) => isKnown(key)))
}

/** What is wrong in a tidy resource, in the words of a 422. */
export function faultsOf(kind: ResourceKind, resource: Resource): FieldError[] {
  const faults = membersFaults(resource, kind.attributes, ['body'])
  for (const schema of kind.extensions.values()) {
    const extension = resource[schema.id]
    if (extension === undefined) continue
    if (isObject(extension)) faults.push(...membersFaults(extension, schema.attributes, ['body', schema.id]))
    else faults.push(fault(['body', schema.id], 'dict_type', 'Input should be an object'))
  }
  if (Buffer.byteLength(JSON.stringify(resource)) > MAX_BYTES + membersBytes(resource)) {
    faults.push(fault(['body'], 'value_error', `Value error, a resource has at most ${MAX_BYTES} bytes`))
  }
  return faults
}

// Members of a group are rows of their own and do not count.
function membersBytes({ members }: Resource): number {
  return members === undefined ? 0 : Buffer.byteLength(JSON.stringify(members))
}

type Loc = (string | number)[]

function fault(loc: Loc, type: string, msg: string): FieldError {
  return { loc, type, msg }
}

function membersFaults(value: Resource, known: readonly Attribute[], loc: Loc): FieldError[] {
  return known.flatMap((attribute) => {
    const member = value[attribute.name]
    const here = [...loc, attribute.name]
    if (attribute.required && (member === undefined || (typeof member === 'string' && member.trim() === ''))) {
      return [fault(here, 'missing', 'Field required')]
    }
    return member === undefined || OURS.has(attribute.name) ? [] : valueFaults(member, attribute, here)
  })
}

function valueFaults(value: unknown, attribute: Attribute, loc: Loc): FieldError[] {
  if (!attribute.multiValued) return oneFault(value, attribute, loc)
  const list = Array.isArray(value) ? value : [value]
  const faults = list.flatMap((one, index) => oneFault(one, attribute, [...loc, index]))
  const primaries = list.filter((one) => memberOf(one, 'primary') === true).length
  if (primaries > 1) faults.push(fault(loc, 'value_error', 'Value error, at most one may be primary'))
  return faults
}

function oneFault(value: unknown, attribute: Attribute, loc: Loc): FieldError[] {
  if (attribute.type === 'complex') {
    if (!isObject(value)) return [fault(loc, 'dict_type', 'Input should be an object')]
    return membersFaults(value, attribute.subAttributes ?? [], loc)
  }
  if (attribute.type === 'boolean') {
    return typeof value === 'boolean' ? [] : [fault(loc, 'bool_parsing', 'Input should be a valid boolean')]
  }
  if (typeof value !== 'string') return [fault(loc, 'string_type', 'Input should be a valid string')]
  const isKey = attribute.uniqueness === 'server' || attribute.name === 'externalId'
  return isKey && value.length > 256 ? [fault(loc, 'string_too_long', 'String should have at most 256 characters')] : []
}

/** The comma-separated names of `attributes` or `excludedAttributes`. */
export function placesIn(kind: ResourceKind, list: string | undefined): AttributePath[] {
  const names = (list ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
  return names.slice(0, 100).map((name) => placeOf(kind, name))
}

/** Only the requested attributes; `id` and `schemas` always stay (RFC 7644, section 3.9). */
export function cutTo(
  resource: Resource,
  wanted: readonly AttributePath[],
  unwanted: readonly AttributePath[],
): Resource {
  if (wanted.length > 0) {
    const out: Resource = { schemas: resource.schemas, id: resource.id }
    for (const place of wanted) copyInto(out, resource, pathOf(place))
    return out
  }
  return unwanted.reduce((left, place) => {
    const path = pathOf(place)
    return path[0] === 'id' || path[0] === 'schemas' ? left : without(left, path)
  }, resource)
}

function pathOf({ urn, names }: AttributePath): string[] {
  return urn === undefined ? names : [urn, ...names]
}

function keyIn(value: Resource, name: string): string | undefined {
  if (Object.hasOwn(value, name)) return name
  return Object.keys(value).find((key) => key.toLowerCase() === name.toLowerCase())
}

function copyInto(out: Resource, from: Resource, [name, ...rest]: string[]): void {
  const key = name === undefined ? undefined : keyIn(from, name)
  if (key === undefined) return
  const value = from[key]
  if (rest.length === 0) {
    out[key] = value
  } else if (Array.isArray(value)) {
    const before = Array.isArray(out[key]) ? (out[key] as unknown[]) : []
    out[key] = value.map((one, index) => (isObject(one) ? picked(before[index], one, rest) : one))
  } else if (isObject(value)) {
    out[key] = picked(out[key], value, rest)
  }
}

function picked(before: unknown, from: Resource, rest: string[]): Resource {
  const out = isObject(before) ? { ...before } : {}
  copyInto(out, from, rest)
  return out
}

function without(value: Resource, [name, ...rest]: string[]): Resource {
  const key = name === undefined ? undefined : keyIn(value, name)
  if (key === undefined) return value
  const { [key]: member, ...others } = value
  if (rest.length === 0) return others
  if (Array.isArray(member)) return { ...value, [key]: member.map((one) => (isObject(one) ? without(one, rest) : one)) }
  return isObject(member) ? { ...value, [key]: without(member, rest) } : value
}

/** The folded addresses of a user, for finding them. */
export function emailKeys(resource: Resource): string[] {
  const emails = Array.isArray(resource.emails) ? resource.emails : []
  const values = emails.map((one) => memberOf(one, 'value')).filter((one) => typeof one === 'string')
  return [...new Set(values.map(foldName))]
}
