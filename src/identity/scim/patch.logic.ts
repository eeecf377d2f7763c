// Applies a PATCH (RFC 7644, section 3.5.2) to a resource, in all the forms in which Okta and Entra really write it.
import { canonicalJson, type Json } from '../../kernel/json.ts'
import { type AttributePath, placeOf, type ResourceKind } from './attributes.logic.ts'
import { matchesFilter, memberOf } from './filter.logic.ts'
import { type PatchPath, parsePath, type ScimFilter } from './filter-parser.logic.ts'
import { isObject, normalizeResource, type Resource } from './resource.logic.ts'
import { ScimError, type ScimType, scimFault } from './scim.error.ts'

export interface PatchOperation {
  op: string
  path?: string | undefined
  value?: unknown
}

type Verb = 'add' | 'replace' | 'remove'

/** A new, tidy resource with the operations applied in order; throws 400 when one cannot be. `id` is that of the resource. */
export function applyPatch(
  kind: ResourceKind,
  id: string,
  before: Resource,
  operations: readonly PatchOperation[],
): Resource {
  const resource = structuredClone(before)
  for (const operation of operations) applyOne(kind, id, resource, operation)
  return onePrimary(normalizeResource(kind, resource) as Resource, before)
}

function applyOne(kind: ResourceKind, id: string, resource: Resource, { op, path, value }: PatchOperation): void {
  const verb = op.toLowerCase()
  if (verb !== 'add' && verb !== 'replace' && verb !== 'remove') {
    scimFault('invalidSyntax', `The operation ${JSON.stringify(op.slice(0, 50))} is none of add, replace and remove`)
  }
  if (path !== undefined && path.trim() !== '') {
    change(resource, id, parsePath(kind, path), verb, value)
    return
  }
  if (verb === 'remove') scimFault('noTarget', 'A remove operation needs a path')
  if (!isObject(value)) throw fault('invalidValue', 'Without a path the value must be an object')
  for (const [name, member] of Object.entries(value)) {
    const place = isObject(member) && /^urn:/i.test(name) ? extensionAt(kind, name) : placeOf(kind, name)
    // Entra names elements in members too, as `emails[type eq "work"].value`.
    const isPath = place.attribute === undefined && name.includes('[')
    change(
      resource,
      id,
      isPath ? parsePath(kind, name) : { place, elements: undefined, member: undefined },
      verb,
      member,
    )
  }
}

// A whole extension, even one whose URN looks like that of an attribute.
function extensionAt(kind: ResourceKind, name: string): AttributePath {
  const place = placeOf(kind, name)
  return place.attribute || kind.extensions.has(name.toLowerCase()) ? place : { ...place, urn: name, names: [] }
}

function change(resource: Resource, id: string, path: PatchPath, verb: Verb, value: unknown): void {
  const { urn, names } = path.place
  const [name, second, ...more] = names
  if (more.length > 0 || names.includes('__proto__') || urn === '__proto__')
    scimFault('invalidPath', 'No such attribute')
  if (urn === undefined && isOurs(name, id, verb, value)) return
  if (value === undefined && verb !== 'remove') scimFault('invalidValue', `A value is needed to ${verb}`)
  // An explicit null means "not assigned".
  const act = value === null ? 'remove' : verb
  const holder = urn === undefined ? resource : extensionOf(resource, urn, act)
  if (!holder) return
  if (name === undefined) changeExtension(resource, holder, urn, act, value)
  else if (path.elements) changeElements(holder, name, path.elements, path.member ?? second, act, value)
  else if (second !== undefined) changeMember(holder, path.place, name, second, act, value)
  else changeWhole(holder, path.place, name, act, value)
}

function isOurs(name: string | undefined, id: string, verb: Verb, value: unknown): boolean {
  // Okta repeats the id of the group in the value.
  if (name === 'id' && verb !== 'remove' && value === id) return true
  if (name === 'id' || name === 'meta') scimFault('mutability', `The attribute ${name} is given by the service`)
  return name === 'schemas' || name === 'groups'
}

function extensionOf(resource: Resource, urn: string, act: Verb): Resource | undefined {
  const known = memberOf(resource, urn)
  if (isObject(known)) return known
  if (act === 'remove') return undefined
  const made: Resource = {}
  resource[urn] = made
  return made
}

function changeExtension(
  resource: Resource,
  holder: Resource,
  urn: string | undefined,
  act: Verb,
  value: unknown,
): void {
  if (urn === undefined) throw fault('invalidPath', 'No such attribute')
  if (act === 'remove') {
    for (const key of Object.keys(resource)) if (resource[key] === holder) delete resource[key]
    return
  }
  if (!isObject(value)) throw fault('invalidValue', 'An extension is an object')
  Object.assign(holder, value)
}

function changeElements(
  holder: Resource,
  name: string,
  elements: ScimFilter,
  member: string | undefined,
  act: Verb,
  value: unknown,
): void {
  const list = listAt(holder, name)
  const chosen = meant(
    list.filter((one) => matchesFilter(elements, one)),
    member,
    act,
  )
  if (act === 'remove') {
    const gone = new Set(chosen)
    holder[name] = member === undefined ? list.filter((one) => !gone.has(one)) : list
    if (member !== undefined) for (const one of chosen) if (isObject(one)) delete one[member]
    return
  }
  if (chosen.length === 0) {
    const made = elementFrom(elements)
    list.push(made)
    chosen.push(made)
  }
  const given = member === undefined ? (Array.isArray(value) ? value[0] : value) : { [member]: plain(value) }
  if (!isObject(given)) throw fault('invalidValue', `An element of ${name} is an object`)
  for (const one of chosen) if (isObject(one)) Object.assign(one, given)
  holder[name] = list
}

/** One value is written to one element: of several that fit, to the primary one, else the first. */
function meant(chosen: unknown[], member: string | undefined, act: Verb): unknown[] {
  if (act === 'remove' || member !== 'value' || chosen.length < 2) return chosen
  return [chosen.find((one) => memberOf(one, 'primary') === true) ?? chosen[0]]
}

/** The element that a filter such as `type eq "work" and primary eq true` describes. */
function elementFrom(filter: ScimFilter): Resource {
  if (filter.is === 'and') return { ...elementFrom(filter.left), ...elementFrom(filter.right) }
  const [name, ...more] = filter.is === 'compare' && filter.operator === 'eq' ? filter.place.names : []
  if (filter.is !== 'compare' || name === undefined || more.length > 0 || name === '__proto__') {
    return scimFault('noTarget', 'Nothing fits the filter in the path')
  }
  return { [name]: filter.value }
}

function changeMember(
  holder: Resource,
  place: AttributePath,
  name: string,
  member: string,
  act: Verb,
  value: unknown,
): void {
  const current = holder[name]
  if (Array.isArray(current) || LISTS.has(name)) {
    const list = listAt(holder, name)
    if (list.length === 0 && act !== 'remove') list.push({})
    for (const one of list) if (isObject(one)) setMember(one, member, act, value)
    holder[name] = list
    return
  }
  const whole = isObject(current) ? current : typeof current === 'string' ? { value: current } : {}
  setMember(whole, member, act, place.attribute?.type === 'complex' ? value : plain(value))
  if (Object.keys(whole).length === 0) delete holder[name]
  else holder[name] = whole
}

const LISTS = new Set([
  'emails',
  'phoneNumbers',
  'ims',
  'photos',
  'addresses',
  'entitlements',
  'roles',
  'x509Certificates',
  'members',
])

function setMember(whole: Resource, member: string, act: Verb, value: unknown): void {
  if (act === 'remove') delete whole[member]
  else whole[member] = value
}

function changeWhole(holder: Resource, place: AttributePath, name: string, act: Verb, value: unknown): void {
  const current = holder[name]
  const isList = place.attribute ? place.attribute.multiValued : Array.isArray(current) || Array.isArray(value)
  if (isList) {
    changeList(holder, name, act, value)
    return
  }
  if (act === 'remove') {
    if (name === 'active') scimFault('invalidValue', 'active is true or false and cannot be removed')
    delete holder[name]
    return
  }
  if (place.attribute?.type !== 'complex')
    holder[name] = isObject(value) && place.attribute === undefined ? value : plain(value)
  else if (isObject(current) && isObject(value)) holder[name] = { ...current, ...value }
  else holder[name] = value
}

function changeList(holder: Resource, name: string, act: Verb, value: unknown): void {
  const given = value === undefined || value === null ? [] : (Array.isArray(value) ? value : [value]).map(asElement)
  const list = listAt(holder, name)
  if (act === 'replace') holder[name] = distinct(given)
  else if (act === 'add') holder[name] = distinct([...list, ...given])
  else if (given.length === 0) delete holder[name]
  else {
    // Entra's older form: remove with a path and the elements to remove as the value.
    const gone = new Set(given.map(keyOf))
    holder[name] = list.filter((one) => !gone.has(keyOf(one)) && !gone.has(canonicalJson(one as Json)))
  }
}

function asElement(value: unknown): unknown {
  return typeof value === 'string' ? { value } : value
}

/** What an element is found again by: its value, else all of it. */
function keyOf(element: unknown): string {
  const value = memberOf(element, 'value')
  const type = memberOf(element, 'type')
  if (typeof value !== 'string') return canonicalJson(element as Json)
  return typeof type === 'string' && type.toLowerCase() !== 'user' ? `${type}\n${value}` : `\n${value}`
}

function distinct(list: unknown[]): unknown[] {
  return [...new Map(list.map((one) => [keyOf(one), one])).values()]
}

function listAt(holder: Resource, name: string): unknown[] {
  const current = holder[name]
  return current === undefined ? [] : Array.isArray(current) ? current : [current]
}

// Entra's older form of a plain value: [{"value": "x"}].
function plain(value: unknown): unknown {
  const [only, ...others] = Array.isArray(value) ? value : []
  return others.length === 0 && isObject(only) && 'value' in only ? only.value : value
}

// The last value made primary stays primary; the one before is primary no more.
function onePrimary(resource: Resource, before: Resource): Resource {
  for (const [name, list] of Object.entries(resource)) {
    if (!Array.isArray(list)) continue
    const primaries = list.filter((one) => memberOf(one, 'primary') === true)
    if (primaries.length < 2) continue
    const old = new Set(
      listAt(before, name)
        .filter((one) => memberOf(one, 'primary') === true)
        .map(keyOf),
    )
    const fresh = primaries.filter((one) => !old.has(keyOf(one)))
    if (fresh.length === 1) for (const one of primaries) if (one !== fresh[0] && isObject(one)) one.primary = false
  }
  return resource
}

function fault(scimType: ScimType, detail: string): ScimError {
  return new ScimError(400, detail, scimType)
}
