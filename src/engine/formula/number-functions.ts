// Functions over numbers. Those over many leave blank values out.
import { isEmpty, type Json } from '../../kernel/json.ts'
import { type FormulaBudget, FormulaFault } from './budget.ts'
import type { FormulaFunction, FormulaParameter } from './functions.ts'
import { compare, dropBinaryNoise, isDateText, kindOf, listOf, numberOf } from './values.ts'

const NUMBER: FormulaParameter = { name: 'number', type: 'number' }
const VALUES: FormulaParameter = { name: 'value', type: 'any' }

function numberFunction(
  name: string,
  says: string,
  example: readonly [string, Json],
  run: (number: number, second: number | null) => number,
  more: { second?: FormulaParameter; also?: readonly string[] } = {},
): FormulaFunction {
  return {
    name,
    group: 'Number',
    params: more.second ? [NUMBER, more.second] : [NUMBER],
    returns: 'number',
    says,
    examples: [example],
    ...(more.also ? { also: more.also } : {}),
    run: ([number, second]) =>
      dropBinaryNoise(run(Number(number), second === null || second === undefined ? null : Number(second))),
  }
}

const optional = (name: string): FormulaParameter => ({ name, type: 'number', optional: true })

/** Over all numbers among the values; blank when there is none. */
function overNumbers(
  name: string,
  says: string,
  example: readonly [string, Json],
  run: (numbers: number[]) => number,
  also: readonly string[] = [],
): FormulaFunction {
  return {
    name,
    also,
    group: 'Number',
    params: [VALUES],
    repeats: 1,
    returns: 'number',
    says,
    examples: [example],
    takesBlank: true,
    run(args, { budget }) {
      const numbers = numbersOf(args, budget)
      return numbers.length === 0 ? null : dropBinaryNoise(run(numbers))
    },
  }
}

export const NUMBER_FUNCTIONS: readonly FormulaFunction[] = [
  numberFunction(
    'ROUND',
    'To so many decimals; half goes away from zero.',
    ['ROUND(2.345, 2)', 2.35],
    (x, digits) => rounded(x, digits, (n) => Math.sign(n) * Math.round(Math.abs(n))),
    { second: optional('digits') },
  ),
  numberFunction(
    'ROUNDUP',
    'Away from zero.',
    ['ROUNDUP(2.31, 1)', 2.4],
    (x, digits) => rounded(x, digits, (n) => Math.sign(n) * Math.ceil(Math.abs(n))),
    { second: optional('digits') },
  ),
  numberFunction(
    'ROUNDDOWN',
    'Towards zero.',
    ['ROUNDDOWN(-2.39, 1)', -2.3],
    (x, digits) => rounded(x, digits, Math.trunc),
    { second: optional('digits') },
  ),
  numberFunction(
    'FLOOR',
    'Down to a whole number, or to a multiple.',
    ['FLOOR(17, 5)', 15],
    (x, step) => stepped(x, step, Math.floor),
    { second: optional('multiple') },
  ),
  numberFunction(
    'CEIL',
    'Up to a whole number, or to a multiple.',
    ['CEIL(1.2)', 2],
    (x, step) => stepped(x, step, Math.ceil),
    { second: optional('multiple'), also: ['CEILING'] },
  ),
  numberFunction('INT', 'Down to a whole number.', ['INT(2.9)', 2], (x) => Math.floor(x)),
  numberFunction('ABS', 'Without its sign.', ['ABS(-3)', 3], (x) => Math.abs(x)),
  numberFunction('SIGN', '1, 0 or -1.', ['SIGN(-3)', -1], (x) => Math.sign(x)),
  numberFunction('SQRT', 'The square root.', ['SQRT(9)', 3], (x) => {
    if (x < 0) throw new FormulaFault('A number below zero has no square root', 0)
    return Math.sqrt(x)
  }),
  numberFunction('POWER', 'To a power; also written a ^ b.', ['POWER(2, 10)', 1024], (x, power) => x ** (power ?? 1), {
    second: { name: 'power', type: 'number' },
  }),
  numberFunction(
    'MOD',
    'What a division leaves; also written a % b.',
    ['MOD(10, 3)', 1],
    (x, by) => {
      if (by === 0 || by === null) throw new FormulaFault('Division by zero', 1)
      return x - by * Math.floor(x / by)
    },
    { second: { name: 'divisor', type: 'number' } },
  ),
  numberFunction(
    'LOG',
    'The logarithm, to the base 10 when none is given.',
    ['LOG(1000)', 3],
    (x, base) => {
      const result = base === null || base === 10 ? Math.log10(x) : Math.log(x) / Math.log(base)
      if (!Number.isFinite(result)) throw new FormulaFault('This number has no logarithm', 0)
      return result
    },
    { second: optional('base') },
  ),
  {
    name: 'NUMBER',
    also: ['VALUE'],
    group: 'Number',
    params: [VALUES],
    returns: 'number',
    says: 'The number that a text stands for, such as "1,234.50", "$5" or "40%"; blank when it is none.',
    examples: [
      ['NUMBER("€1.234,50")', 1234.5],
      ['NUMBER("about ten")', null],
    ],
    run: ([value]) => numberOf(value ?? null) ?? null,
  },
  {
    name: 'ISNUMBER',
    group: 'Number',
    params: [VALUES],
    returns: 'boolean',
    says: 'True when the value is a number or reads as one.',
    examples: [['ISNUMBER("12.5")', true]],
    takesBlank: true,
    run: ([value]) => typeof numberOf(value ?? null) === 'number',
  },
  overNumbers('SUM', 'All numbers together.', ['SUM(1, BLANK, LIST(2, 3))', 6], (numbers) =>
    numbers.reduce((sum, each) => sum + each, 0),
  ),
  overNumbers(
    'AVERAGE',
    'The mean of the numbers.',
    ['AVERAGE(1, 2, BLANK)', 1.5],
    (numbers) => numbers.reduce((sum, each) => sum + each, 0) / numbers.length,
    ['AVG'],
  ),
  overNumbers('MEDIAN', 'The number in the middle.', ['MEDIAN(1, 100, 3)', 3], (numbers) => {
    const sorted = [...numbers].sort((a, b) => a - b)
    const middle = sorted.length >> 1
    return sorted.length % 2 === 1 ? (sorted[middle] ?? 0) : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2
  }),
  ...(['MIN', 'MAX'] as const).map(
    (name): FormulaFunction => ({
      name,
      group: 'Number',
      params: [VALUES],
      repeats: 1,
      returns: (types) =>
        types.length > 0 && types.every((type) => type === 'date')
          ? 'date'
          : types.includes('date') || types.includes('any')
            ? 'any'
            : 'number',
      says: `The ${name === 'MIN' ? 'least' : 'greatest'} of the numbers, or of the dates.`,
      examples: [name === 'MIN' ? ['MIN(3, 1, 2)', 1] : ['MAX(DATE(2026, 1, 31), DATE(2025, 6, 1))', '2026-01-31']],
      takesBlank: true,
      run(args, { budget }) {
        const values = args.flatMap(listOf).filter((value) => !isEmpty(value))
        const best = values.length > 0 && values.every(isDateText) ? values : numbersOf(args, budget)
        return best.reduce<Json>((found, each) => {
          const order = found === null ? null : compare(each, found)
          return order === null || (name === 'MIN' ? order < 0 : order > 0) ? each : found
        }, null)
      },
    }),
  ),
]

function numbersOf(args: readonly Json[], budget: FormulaBudget): number[] {
  return args.flatMap((arg, index) =>
    listOf(arg).flatMap((value) => {
      budget.step()
      const number = numberOf(value)
      if (number === undefined) throw new FormulaFault(`${kindOf(value)} is not a number`, index)
      return number ?? []
    }),
  )
}

/** By way of the decimal text, since 1.005 * 100 is 100.49999999999999. */
function rounded(value: number, digits: number | null, round: (value: number) => number): number {
  const places = Math.max(-15, Math.min(15, Math.trunc(digits ?? 0)))
  const [mantissa, exponent = '0'] = String(value).split('e')
  const [whole, power = '0'] = String(round(Number(`${mantissa}e${Number(exponent) + places}`))).split('e')
  return Number(`${whole}e${Number(power) - places}`)
}

function stepped(value: number, step: number | null, round: (value: number) => number): number {
  if (step === null) return round(value)
  if (step === 0) throw new FormulaFault('Division by zero', 1)
  return round(dropBinaryNoise(value / step)) * step
}
