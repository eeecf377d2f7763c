// Decides whether a resource fits a filter, by the comparison rules of RFC 7644 and the case rules of each attribute.
import { type AttributePath, foldName } from './attributes.logic.ts'
import type { Literal, Operator, ScimFilter } from './filter-parser.logic.ts'

export function matchesFilter(filter: ScimFilter, resource: unknown): boolean {
  switch (filter.is) {
    case 'and':
      return matchesFilter(filter.left, resource) && matchesFilter(filter.right, resource)
    case 'or':
      return matchesFilter(filter.left, resource) || matchesFilter(filter.right, resource)
    case 'not':
      return !matchesFilter(filter.inner, resource)
    case 'present':
      return valuesAt(resource, filter.place).some(isPresent)
    case 'element':
      return valuesAt(resource, filter.place).some((one) => matchesFilter(filter.inner, one))
    case 'compare':
      return compares(filter, resource)
  }
}

function compares({ place, operator, value }: ScimFilter & { is: 'compare' }, resource: unknown): boolean {
  const found = valuesAt(resource, place).map(plainValue).filter(isPresent)
  if (operator === 'ne') return !compares({ is: 'compare', place, operator: 'eq', value }, resource)
  if (value === null) return operator === 'eq' && found.length === 0
  return found.some((one) => holds(one, operator, value, place))
}

function holds(actual: unknown, operator: Operator, value: NonNullable<Literal>, place: AttributePath): boolean {
  if (typeof actual === 'boolean') return operator === 'eq' && actual === asBoolean(value)
  if (typeof actual === 'number' && typeof value === 'number') return ordered(actual, operator, value)
  if (typeof actual !== 'string' || typeof value !== 'string') return false
  if (place.attribute?.type === 'dateTime' && !Number.isNaN(Date.parse(value)) && !isText(operator)) {
    return ordered(Date.parse(actual), operator, Date.parse(value))
  }
  const [left, right] = attributeOfValue(place)?.caseExact ? [actual, value] : [foldName(actual), foldName(value)]
  if (operator === 'co') return left.includes(right)
  if (operator === 'sw') return left.startsWith(right)
  if (operator === 'ew') return left.endsWith(right)
  return ordered(left, operator, right)
}

function ordered<T extends string | number>(left: T, operator: Operator, right: T): boolean {
  if (operator === 'eq') return left === right
  if (operator === 'gt') return left > right
  if (operator === 'ge') return left >= right
  if (operator === 'lt') return left < right
  return operator === 'le' && left <= right
}

function isText(operator: Operator): boolean {
  return operator === 'co' || operator === 'sw' || operator === 'ew'
}

/** Entra writes booleans as text. */
function asBoolean(value: NonNullable<Literal>): unknown {
  if (typeof value !== 'string') return value
  const word = value.toLowerCase()
  return word === 'true' ? true : word === 'false' ? false : value
}

// `emails eq "x"` means the values of the emails.
function attributeOfValue({ attribute }: AttributePath) {
  return attribute?.subAttributes?.find(({ name }) => name === 'value') ?? attribute
}

function plainValue(value: unknown): unknown {
  return typeof value === 'object' && value !== null ? memberOf(value, 'value') : value
}

function isPresent(value: unknown): boolean {
  if (value === null || value === undefined || value === '') return false
  if (Array.isArray(value)) return value.length > 0
  return typeof value !== 'object' || Object.keys(value).length > 0
}

/** All values at a place; lists on the way are walked through. */
function valuesAt(resource: unknown, { urn, names }: AttributePath): unknown[] {
  const start = urn === undefined ? resource : memberOf(resource, urn)
  return names
    .reduce<unknown[]>((from, name) => from.flatMap(flat).map((one) => memberOf(one, name)), [start])
    .flatMap(flat)
}

function flat(value: unknown): unknown[] {
  if (value === undefined || value === null) return []
  return Array.isArray(value) ? value : [value]
}

/** The member of that name, ignoring case. */
export function memberOf(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
  if (Object.hasOwn(value, name)) return (value as Record<string, unknown>)[name]
  const lower = name.toLowerCase()
  return Object.entries(value).find(([key]) => key.toLowerCase() === lower)?.[1]
}
