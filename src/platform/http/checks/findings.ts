// Collects what is wrong with a request: where, in which words, and as much of the input as may be shown again.
import type { FieldError } from '../../../kernel/errors.ts'
import { HIDDEN, isSecretName, maskAddresses } from '../../../kernel/mask.ts'
import { keptNumber } from './json-text.ts'

const MAX_FINDINGS = 500
/** How much input all items of one answer may repeat, in characters and values. */
const ECHO_BUDGET = 20_000

export interface InputTraits {
  /** Strings need a look for NUL, lone surrogates and kept number tokens. */
  odd: boolean
  /** Parts of an address, header or form: the input of a missing field is null and not the whole. */
  flat: boolean
}

/** The members of a shape, by name. */
export interface ShapeNames {
  /** Marked as secrets. */
  secrets: ReadonlySet<string>
  /** All that are declared anywhere in it. */
  declared: ReadonlySet<string>
}

export class Findings {
  readonly errors: FieldError[] = []
  /** Where the walker is: keys and indexes from the root. */
  readonly at: (string | number)[] = []
  readonly odd: boolean
  readonly flat: boolean
  /** One fault is enough: a union asks whether a branch fits. */
  isTrial = false
  /** No conversion at all: 1 for a boolean or "7" for a number is wrong. Used to choose union branches and for answers. */
  exact = false
  /** Per union and mode, the values no branch of it fits: without this a union that holds itself is tried again at each level. */
  mismatches = new Map<object, WeakSet<object>>()
  readonly #names: ShapeNames
  #budget = ECHO_BUDGET

  constructor(how: InputTraits, names: ShapeNames) {
    this.odd = how.odd
    this.flat = how.flat
    this.#names = names
  }

  get full(): boolean {
    return this.errors.length >= (this.isTrial ? 1 : MAX_FINDINGS)
  }

  /** Notes a fault at the current place; `last` adds one more step to its place. */
  add(type: string, msg: string, input: unknown, ctx?: Record<string, unknown>, last?: string | number): undefined {
    if (this.full) return
    const item: FieldError = { type, loc: last === undefined ? [...this.at] : [...this.at, last], msg }
    const shown = this.#isSecretPlace(item.loc) ? undefined : this.#echo(input)
    if (shown !== undefined) item.input = shown
    if (ctx) item.ctx = ctx
    this.errors.push(item)
  }

  /** A note-book for trying a union branch without committing to it; its faults are counted and not shown. */
  trial(exact: boolean): Findings {
    const copy = new Findings(this, this.#names)
    copy.isTrial = true
    copy.mismatches = this.mismatches
    copy.exact = exact
    return copy
  }

  /** A member that a shape with secrets does not know may be a misspelt secret. */
  #isSecret(name: string): boolean {
    const { secrets, declared } = this.#names
    return secrets.has(name) || isSecretName(name) || (secrets.size > 0 && !declared.has(name))
  }

  // A body of the wrong shape may be the secret itself, so text in the place of a form with secrets is not repeated.
  #isSecretPlace(loc: (string | number)[]): boolean {
    const { secrets } = this.#names
    if (loc.length === 1) return secrets.size > 0
    return loc.some((step) => secrets.has(String(step)) || isSecretName(String(step))) || this.#isUndeclared(loc)
  }

  #isUndeclared(loc: (string | number)[]): boolean {
    const last = loc.at(-1)
    return typeof last === 'string' && this.#names.secrets.size > 0 && !this.#names.declared.has(last)
  }

  #echo(input: unknown): unknown {
    const room = this.#budget
    try {
      return this.#copy(input, 0)
    } catch (error) {
      if (error !== TOO_MUCH) throw error
      this.#budget = room
      return undefined
    }
  }

  #copy(value: unknown, depth: number): unknown {
    this.#budget -= typeof value === 'string' ? value.length + 1 : 1
    if (this.#budget < 0 || depth > 20) throw TOO_MUCH
    if (typeof value === 'string') return keptNumber(value) ?? maskAddresses(value)
    if (typeof value !== 'object' || value === null) return value ?? null
    if (Array.isArray(value)) return value.map((item) => this.#copy(item, depth + 1))
    const copied = Object.entries(value).map(([key, item]) => [
      key,
      this.#isSecret(key) ? HIDDEN : this.#copy(item, depth + 1),
    ])
    return Object.fromEntries(copied)
  }
}

const TOO_MUCH = Symbol('more input than an answer may repeat')
