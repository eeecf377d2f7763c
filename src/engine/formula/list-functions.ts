// Functions over lists and JSON. A single value is taken for a list of one.
import { canonicalJson, isEmpty, type Json } from '../../kernel/json.ts'
import { faultWords, readJson } from '../../kernel/read-json.ts'
import { NO_PATH, parsePath, valueAt } from '../values/path.ts'
import { compareTexts } from '../values/text-order.ts'
import { foldCase, textOf } from '../values/value.ts'
import { FormulaFault } from './budget.ts'
import type { FormulaFunction, FormulaParameter } from './functions.ts'
import { compare, isSame, listOf, truthOf } from './values.ts'

const LIST: FormulaParameter = { name: 'list', type: 'list' }
const VALUES: FormulaParameter = { name: 'value', type: 'any' }

const TESTS: { [test: string]: (item: Json, value: Json) => boolean } = {
  '=': isSame,
  '<>': (item, value) => !isSame(item, value),
  '<': (item, value) => (compare(item, value) ?? 0) < 0,
  '<=': (item, value) => (compare(item, value) ?? 1) <= 0,
  '>': (item, value) => (compare(item, value) ?? 0) > 0,
  '>=': (item, value) => (compare(item, value) ?? -1) >= 0,
  contains: (item, value) => foldCase(textOf(item)).includes(foldCase(textOf(value))),
  'starts with': (item, value) => foldCase(textOf(item)).startsWith(foldCase(textOf(value))),
  'ends with': (item, value) => foldCase(textOf(item)).endsWith(foldCase(textOf(value))),
  'not blank': (item) => !isEmpty(item),
}
const WRONG_TEST = `The test is one of ${Object.keys(TESTS)
  .map((test) => `"${test}"`)
  .join(', ')}`

export const LIST_FUNCTIONS: readonly FormulaFunction[] = [
  {
    name: 'LIST',
    group: 'List',
    params: [{ ...VALUES, optional: true }],
    repeats: 1,
    returns: 'list',
    says: 'The values as a list, without blank ones.',
    examples: [['LIST("a", BLANK, 3)', ['a', 3]]],
    takesBlank: true,
    run: (args) => args.filter((value) => !isEmpty(value)),
  },
  {
    name: 'COUNT',
    also: ['COUNTA'],
    group: 'List',
    params: [VALUES],
    repeats: 1,
    returns: 'number',
    says: 'How many values, and items of lists, are not blank.',
    examples: [['COUNT("a", BLANK, LIST(1, 2))', 3]],
    takesBlank: true,
    run: (args) => args.flatMap(listOf).filter((value) => !isEmpty(value)).length,
  },
  pick('FIRST', 'The first item.', ['FIRST(LIST("a", "b"))', 'a'], (list) => list[0]),
  pick('LAST', 'The last item.', ['LAST(LIST("a", "b"))', 'b'], (list) => list.at(-1)),
  {
    name: 'NTH',
    group: 'List',
    params: [LIST, { name: 'n', type: 'number' }],
    returns: 'any',
    says: 'The item at a place, from 1; below zero it counts from the end.',
    examples: [['NTH(LIST("a", "b", "c"), -2)', 'b']],
    run([list, n]) {
      const place = Math.trunc(Number(n))
      return listOf(list ?? null).at(place > 0 ? place - 1 : place === 0 ? Number.MAX_SAFE_INTEGER : place) ?? null
    },
  },
  {
    name: 'SLICE',
    group: 'List',
    params: [LIST, { name: 'start', type: 'number' }, { name: 'count', type: 'number', optional: true }],
    returns: 'list',
    says: 'Items from a place on.',
    examples: [['SLICE(LIST("a", "b", "c"), 2, 1)', ['b']]],
    run([list, start, count]) {
      const from = Math.max(0, Math.trunc(Number(start)) - 1)
      return listOf(list ?? null).slice(
        from,
        count === null ? undefined : from + Math.max(0, Math.trunc(Number(count))),
      )
    },
  },
  {
    name: 'UNIQUE',
    group: 'List',
    params: [LIST],
    returns: 'list',
    says: 'Each item once, without regard to case.',
    examples: [['UNIQUE(LIST("a", "A", "b"))', ['a', 'b']]],
    run([list], { budget }) {
      const seen = new Map<string, Json>()
      for (const item of listOf(list ?? null)) {
        budget.step()
        const key = typeof item === 'object' ? canonicalJson(item) : foldCase(textOf(item))
        if (!seen.has(key)) seen.set(key, item)
      }
      return [...seen.values()]
    },
  },
  {
    name: 'SORT',
    group: 'List',
    params: [LIST, { name: 'descending', type: 'boolean', optional: true }],
    returns: 'list',
    says: 'In order: numbers before text, blanks last; descending when TRUE is given.',
    examples: [['SORT(LIST(10, 9, 1), TRUE)', [10, 9, 1]]],
    run([list, descending], { budget }) {
      const items = listOf(list ?? null)
      budget.step(items.length * 10)
      const sign = truthOf(descending ?? null) ? -1 : 1
      const kind = (item: Json) => (isEmpty(item) ? 2 : typeof item === 'number' ? 0 : 1)
      return [...items].sort((a, b) => {
        const [left, right] = [kind(a), kind(b)]
        if (left !== right) return left === 2 || right === 2 ? left - right : sign * (left - right)
        // By one rule for all of a kind, so that the order does not depend on where items stood before.
        return left === 0
          ? sign * (Number(a) - Number(b))
          : sign * compareTexts(foldCase(textOf(a)), foldCase(textOf(b)))
      })
    },
  },
  {
    name: 'REVERSE',
    group: 'List',
    params: [LIST],
    returns: 'list',
    says: 'From the last item to the first.',
    examples: [['REVERSE(LIST(1, 2))', [2, 1]]],
    run: ([list]) => [...listOf(list ?? null)].reverse(),
  },
  {
    name: 'INCLUDES',
    group: 'List',
    params: [LIST, VALUES],
    returns: 'boolean',
    says: 'True when an item equals the value, without regard to case.',
    examples: [['INCLUDES(LIST("NL", "BE"), "be")', true]],
    takesBlank: true,
    run: ([list, value]) => listOf(list ?? null).some((item) => isSame(item, value ?? null)),
  },
  {
    name: 'FILTER',
    group: 'List',
    params: [LIST, { name: 'test', type: 'text' }, { name: 'value', type: 'any', optional: true }],
    returns: 'list',
    says: 'The items for which a test holds: "=", "<>", "<", "<=", ">", ">=", "contains", "starts with", "ends with", "not blank".',
    examples: [['FILTER(LIST(5, 12, 30), ">", 10)', [12, 30]]],
    inspect: ([, test]) =>
      test === undefined || Object.hasOwn(TESTS, textOf(test).toLowerCase())
        ? undefined
        : { arg: 1, message: WRONG_TEST },
    run([list, test, value], { budget }) {
      const name = textOf(test).toLowerCase()
      const holds = Object.hasOwn(TESTS, name) ? TESTS[name] : undefined
      if (!holds) throw new FormulaFault(WRONG_TEST, 1)
      return listOf(list ?? null).filter((item) => {
        budget.step(1 + (typeof item === 'string' ? item.length >> 6 : 0))
        return holds(item, value ?? null)
      })
    },
  },
  {
    name: 'JSON',
    group: 'JSON',
    params: [{ name: 'text', type: 'any' }],
    returns: 'any',
    says: 'The value that a JSON text stands for; reach into it with .name or GET.',
    examples: [['JSON("{""size"": 12}").size', 12]],
    run([text], { budget }) {
      if (typeof text !== 'string') return text ?? null
      budget.make(text.length)
      const { value, fault } = readJson(text)
      if (!fault) return value
      throw new FormulaFault(`This text is not JSON: ${faultWords(fault)}`, 0)
    },
  },
  {
    name: 'TOJSON',
    group: 'JSON',
    params: [VALUES],
    returns: 'text',
    says: 'The value as a JSON text.',
    examples: [['TOJSON(LIST(1, "a"))', '[1,"a"]']],
    takesBlank: true,
    run: ([value]) => JSON.stringify(value ?? null),
  },
  {
    name: 'GET',
    group: 'JSON',
    params: [
      { name: 'value', type: 'any' },
      { name: 'path', type: 'text' },
      { name: 'otherwise', type: 'any', optional: true },
    ],
    returns: 'any',
    says: 'What lies at a path such as "offices.0.city" or "[\'a.b\'].city"; blank, or another value, when nothing does.',
    examples: [['GET(JSON("{""offices"": [{""city"": ""Delft""}]}"), "offices.0.city")', 'Delft']],
    run([value, path, otherwise]) {
      const steps = parsePath(textOf(path))
      if (steps === null) throw new FormulaFault(NO_PATH, 1)
      const found = valueAt(value, steps)
      return isEmpty(found) ? (otherwise ?? null) : found
    },
  },
  {
    name: 'KEYS',
    group: 'JSON',
    params: [VALUES],
    returns: 'list',
    says: 'The names of the members of an object.',
    examples: [['KEYS(JSON("{""a"": 1, ""b"": 2}"))', ['a', 'b']]],
    run: ([value]) =>
      value !== null && typeof value === 'object' && !Array.isArray(value) ? Object.keys(value ?? {}) : [],
  },
]

function pick(
  name: string,
  says: string,
  example: readonly [string, Json],
  take: (list: Json[]) => Json | undefined,
): FormulaFunction {
  return {
    name,
    group: 'List',
    params: [LIST],
    returns: 'any',
    says,
    examples: [example],
    run: ([list]) => take(listOf(list ?? null).filter((item) => !isEmpty(item))) ?? null,
  }
}
