// Reads SCIM filters and patch paths (RFC 7644, sections 3.4.2.2 and 3.5.2) into a tree, within limits of length and depth.

import { readJson } from '../../kernel/read-json.ts'
import { type AttributePath, placeOf, type ResourceKind } from './attributes.logic.ts'
import { type ScimType, scimFault } from './scim.error.ts'

const OPERATORS = ['eq', 'ne', 'co', 'sw', 'ew', 'gt', 'ge', 'lt', 'le'] as const
export type Operator = (typeof OPERATORS)[number]
export type Literal = string | number | boolean | null

export type ScimFilter =
  | { is: 'and' | 'or'; left: ScimFilter; right: ScimFilter }
  | { is: 'not'; inner: ScimFilter }
  | { is: 'present'; place: AttributePath }
  | { is: 'compare'; place: AttributePath; operator: Operator; value: Literal }
  /** Some element of a list fits: `emails[type eq "work"]`. Places inside are relative to the element. */
  | { is: 'element'; place: AttributePath; inner: ScimFilter }

export interface PatchPath {
  place: AttributePath
  /** Chooses elements of a list. */
  elements: ScimFilter | undefined
  /** The member of the chosen elements that is meant. */
  member: string | undefined
}

const MAX_LENGTH = 4_000
const MAX_DEPTH = 20
const MAX_TERMS = 100

/** Throws 400 `invalidFilter`, with the position of the fault. */
export function parseFilter(kind: ResourceKind, text: string): ScimFilter {
  const parser = new Parser(kind, text, 'invalidFilter')
  const filter = parser.either(0, undefined)
  parser.end()
  return filter
}

/** `emails[type eq "work"].value`, `name.familyName`, `urn:…:User:department`. Throws 400 `invalidPath`. */
export function parsePath(kind: ResourceKind, text: string): PatchPath {
  const parser = new Parser(kind, text, 'invalidPath')
  const place = parser.place(undefined)
  let elements: ScimFilter | undefined
  let member: string | undefined
  if (parser.takes('[')) {
    elements = parser.either(0, place)
    parser.expect(']')
    member = parser.member(place)
  }
  parser.end()
  return { place, elements, member }
}

const SPACE = /[ \t\r\n]*/y
const NAME = /[A-Za-z$_][\w$:.-]*/y
const STRING = /"(?:[^"\\]|\\.)*"/y
const WORD = /[^\s()[\]"]+/y

class Parser {
  readonly #kind: ResourceKind
  readonly #text: string
  readonly #fault: ScimType
  #at = 0
  #terms = 0

  constructor(kind: ResourceKind, text: string, fault: ScimType) {
    this.#kind = kind
    this.#text = text
    this.#fault = fault
    if (text.length > MAX_LENGTH) this.#fail(`longer than ${MAX_LENGTH} characters`)
    // The database cannot hold it, so nothing could match.
    if (text.includes('\0')) this.#fail('has a NUL character')
  }

  either(depth: number, within: AttributePath | undefined): ScimFilter {
    let left = this.#both(depth, within)
    while (this.#keyword('or')) left = { is: 'or', left, right: this.#both(depth, within) }
    return left
  }

  #both(depth: number, within: AttributePath | undefined): ScimFilter {
    let left = this.#one(depth, within)
    while (this.#keyword('and')) left = { is: 'and', left, right: this.#one(depth, within) }
    return left
  }

  #one(depth: number, within: AttributePath | undefined): ScimFilter {
    if (depth > MAX_DEPTH) this.#fail(`deeper than ${MAX_DEPTH} levels`)
    if (++this.#terms > MAX_TERMS) this.#fail(`more than ${MAX_TERMS} terms`)
    if (this.takes('(')) return this.#group(depth, within)
    const before = this.#at
    if (this.#keyword('not')) {
      if (this.takes('(')) return { is: 'not', inner: this.#group(depth, within) }
      this.#at = before
    }
    const place = this.place(within)
    if (within === undefined && this.takes('[')) return this.#element(depth, place)
    return this.#comparison(place)
  }

  #group(depth: number, within: AttributePath | undefined): ScimFilter {
    const inner = this.either(depth + 1, within)
    this.expect(')')
    return inner
  }

  #element(depth: number, place: AttributePath): ScimFilter {
    const inner = this.either(depth + 1, place)
    this.expect(']')
    const member = this.member(place)
    if (member === undefined) return { is: 'element', place, inner }
    // Not in the grammar of filters, but what Entra sends: emails[type eq "work"].value eq "a@example.com".
    const right = this.#comparison(below(inside(place), member))
    return { is: 'element', place, inner: { is: 'and', left: inner, right } }
  }

  #comparison(place: AttributePath): ScimFilter {
    const word = this.#take(WORD)?.toLowerCase()
    if (word === 'pr') return { is: 'present', place }
    const operator = OPERATORS.find((one) => one === word)
    if (!operator) return this.#fail('expected an operator')
    const value = this.#literal()
    if (operator !== 'eq' && operator !== 'ne') this.#mustOrder(operator, value, place)
    return { is: 'compare', place, operator, value }
  }

  #mustOrder(operator: Operator, value: Literal, place: AttributePath): void {
    const isText = operator === 'co' || operator === 'sw' || operator === 'ew'
    if (place.attribute?.type === 'boolean') this.#fail(`true and false cannot be compared by ${operator}`)
    if (typeof value === 'string') {
      const isMoment = place.attribute?.type === 'dateTime' && !isText
      if (isMoment && Number.isNaN(Date.parse(value))) this.#fail('expected a date and time')
    } else if (isText || typeof value !== 'number') this.#fail(`this value cannot be compared by ${operator}`)
  }

  #literal(): Literal {
    const text = this.#take(STRING)
    const word = text ?? (this.#take(WORD) ?? '').replace(/^(true|false|null)$/i, (word) => word.toLowerCase())
    const { value, fault } = readJson(word, { as_it_is: true })
    if (!fault && (value === null || typeof value !== 'object')) return value
    return this.#fail('expected a value: a text in double quotes, a number, true, false or null')
  }

  place(within: AttributePath | undefined): AttributePath {
    const name = this.#take(NAME)
    if (name === undefined || name.endsWith('.') || name.includes('..')) return this.#fail('expected an attribute')
    if (within === undefined) return placeOf(this.#kind, name)
    return name.split('.').reduce(below, inside(within))
  }

  /** `.value` after a closing bracket. */
  member(place: AttributePath): string | undefined {
    if (this.#text[this.#at] !== '.') return undefined
    this.#at++
    const name = this.#take(NAME)
    if (name === undefined || name.includes('.')) return this.#fail('expected a sub-attribute')
    return below(place, name).names.at(-1)
  }

  takes(sign: string): boolean {
    this.#take(SPACE)
    if (this.#text[this.#at] !== sign) return false
    this.#at++
    return true
  }

  expect(sign: string): void {
    if (!this.takes(sign)) this.#fail(`expected ${sign}`)
  }

  end(): void {
    this.#take(SPACE)
    if (this.#at < this.#text.length) this.#fail('expected the end')
  }

  #keyword(word: string): boolean {
    this.#take(SPACE)
    const found = this.#text.slice(this.#at, this.#at + word.length)
    const next = this.#text[this.#at + word.length]
    if (found.toLowerCase() !== word || (next !== undefined && !/[\s(]/.test(next))) return false
    this.#at += word.length
    return true
  }

  #take(pattern: RegExp): string | undefined {
    if (pattern !== SPACE) this.#take(SPACE)
    pattern.lastIndex = this.#at
    const [found] = pattern.exec(this.#text) ?? []
    if (found !== undefined) this.#at += found.length
    return found
  }

  #fail(why: string): never {
    const what = this.#fault === 'invalidFilter' ? 'filter' : 'path'
    return scimFault(this.#fault, `The ${what} cannot be read at character ${this.#at + 1}: ${why}`)
  }
}

/** The element of a list as the beginning of places. */
function inside(list: AttributePath): AttributePath {
  return { ...list, urn: undefined, names: [] }
}

function below(place: AttributePath, name: string): AttributePath {
  const found = place.attribute?.subAttributes?.find((one) => one.name.toLowerCase() === name.toLowerCase())
  return { urn: place.urn, names: [...place.names, found?.name ?? name], attribute: found }
}
