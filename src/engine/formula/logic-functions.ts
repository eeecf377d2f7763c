// Functions that decide: IF and its relatives evaluate only what they need.
import { isEmpty, type Json } from '../../kernel/json.ts'
import { FormulaFault } from './budget.ts'
import { type FormulaFunction, findDecidingValue, UnknownValueError } from './functions.ts'
import { isSame, truthOf, type ValueType } from './values.ts'

/** The type that all of these have, as far as it is one; a written blank is of none. */
function common(types: readonly (ValueType | undefined)[]): ValueType {
  const [first, ...others] = types.filter((type) => type !== undefined)
  return first !== undefined && others.every((type) => type === first) ? first : 'any'
}

const every = (types: readonly (ValueType | undefined)[], from: number, step: number) =>
  types.filter((_, index) => index >= from && (index - from) % step === 0)

export const LOGIC_FUNCTIONS: readonly FormulaFunction[] = [
  {
    name: 'IF',
    group: 'Logic',
    params: [
      { name: 'condition', type: 'any' },
      { name: 'then', type: 'any' },
      { name: 'otherwise', type: 'any', optional: true },
    ],
    returns: (types) => common(types.slice(1)),
    says: 'One value when the condition holds, else another; without another it is blank. A filled cell counts as true.',
    examples: [
      ['IF(3 > 2, "more", "less")', 'more'],
      ['IF(BLANK, "filled")', null],
    ],
    picks: true,
    lazy: ([condition, then, otherwise]) => (truthOf(condition?.() ?? null) ? then?.() : otherwise?.()) ?? null,
  },
  {
    name: 'IFS',
    group: 'Logic',
    params: [
      { name: 'condition', type: 'any' },
      { name: 'then', type: 'any' },
    ],
    repeats: 2,
    otherwise: 'otherwise',
    returns: (types) => common([...every(types, 1, 2), ...(types.length % 2 === 1 ? types.slice(-1) : [])]),
    says: 'The value after the first condition that holds, else the last one.',
    examples: [['IFS(5 > 100, "large", 5 > 1, "small", "none")', 'small']],
    picks: true,
    lazy(args) {
      for (let index = 0; index + 1 < args.length; index += 2) {
        if (truthOf(args[index]?.() ?? null)) return args[index + 1]?.() ?? null
      }
      return args.length % 2 === 1 ? (args.at(-1)?.() ?? null) : null
    },
  },
  {
    name: 'SWITCH',
    group: 'Logic',
    params: [
      { name: 'value', type: 'any' },
      { name: 'match', type: 'any' },
      { name: 'then', type: 'any' },
    ],
    repeats: 2,
    otherwise: 'otherwise',
    returns: (types) => common([...every(types, 2, 2), ...(types.length % 2 === 0 ? types.slice(-1) : [])]),
    says: 'The value after the first match that equals, without regard to case, else the last one.',
    examples: [['SWITCH("NL", "de", "Germany", "nl", "Netherlands", "elsewhere")', 'Netherlands']],
    picks: true,
    lazy([value, ...args]) {
      const wanted = value?.() ?? null
      for (let index = 0; index + 1 < args.length; index += 2) {
        if (isSame(wanted, args[index]?.() ?? null)) return args[index + 1]?.() ?? null
      }
      return args.length % 2 === 1 ? (args.at(-1)?.() ?? null) : null
    },
  },
  {
    name: 'COALESCE',
    also: ['IFBLANK'],
    group: 'Logic',
    params: [{ name: 'value', type: 'any' }],
    repeats: 1,
    returns: common,
    says: 'The first value that is not blank. One that is written here is taken only when all before it were looked up.',
    examples: [['COALESCE("", BLANK, "info@acme.example")', 'info@acme.example']],
    picks: true,
    lazy(args, call) {
      let unknown: UnknownValueError | undefined
      for (const arg of args) {
        const before = call.reads
        try {
          const value = arg()
          if (isEmpty(value)) continue
          if (unknown && call.reads === before) throw unknown
          return value
        } catch (error) {
          if (!(error instanceof UnknownValueError)) throw error
          unknown ??= error
        }
      }
      if (unknown) throw unknown
      return null
    },
  },
  {
    name: 'IFERROR',
    group: 'Logic',
    params: [
      { name: 'value', type: 'any' },
      { name: 'otherwise', type: 'any', optional: true },
    ],
    returns: common,
    says: 'The value, or another when it cannot be computed.',
    examples: [['IFERROR(1 / 0, "none")', 'none']],
    picks: true,
    lazy([value, otherwise]) {
      try {
        return value?.() ?? null
      } catch (error) {
        if (error instanceof FormulaFault) return otherwise?.() ?? null
        throw error
      }
    },
  },
  {
    name: 'AND',
    group: 'Logic',
    params: [{ name: 'condition', type: 'any' }],
    repeats: 1,
    returns: 'boolean',
    says: 'True when all conditions hold; also written a AND b.',
    examples: [['AND(2 > 1, "yes")', true]],
    lazy: (args) =>
      findDecidingValue(
        args.map((arg) => () => truthOf(arg())),
        (holds) => !holds,
      ) ?? true,
  },
  {
    name: 'OR',
    group: 'Logic',
    params: [{ name: 'condition', type: 'any' }],
    repeats: 1,
    returns: 'boolean',
    says: 'True when any condition holds; also written a OR b.',
    examples: [['OR(1 > 2, BLANK)', false]],
    lazy: (args) =>
      findDecidingValue(
        args.map((arg) => () => truthOf(arg())),
        (holds) => holds,
      ) ?? false,
  },
  {
    name: 'NOT',
    group: 'Logic',
    params: [{ name: 'condition', type: 'any' }],
    returns: 'boolean',
    says: 'True when the condition does not hold.',
    examples: [['NOT(1 > 2)', true]],
    lazy: ([condition]) => !truthOf(condition?.() ?? null),
  },
  {
    name: 'ISBLANK',
    group: 'Logic',
    params: [{ name: 'value', type: 'any' }],
    returns: 'boolean',
    says: 'True for no value, blank text, and an empty list or object.',
    examples: [
      ['ISBLANK("  ")', true],
      ['ISBLANK(0)', false],
    ],
    lazy: ([value]): Json => isEmpty(value?.() ?? null),
  },
  {
    name: 'ISERROR',
    group: 'Logic',
    params: [{ name: 'value', type: 'any' }],
    returns: 'boolean',
    says: 'True when the value cannot be computed.',
    examples: [['ISERROR(1 / 0)', true]],
    lazy([value]) {
      try {
        value?.()
        return false
      } catch (error) {
        if (error instanceof FormulaFault) return true
        throw error
      }
    },
  },
]
