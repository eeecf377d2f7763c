// What holds for every text and every value, not only for chosen examples.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Json } from '../../kernel/json.ts'
import type { PathStep } from '../values/path.ts'
import { parseFormula } from './parser.ts'
import { printFormula } from './print.ts'
import { renameInFormula } from './rename.ts'
import { compute, TABLE } from './sample.fixture.ts'
import type { FormulaNode } from './syntax.ts'

const anyJson = fc.jsonValue({ maxDepth: 3 }) as fc.Arbitrary<Json>
const cellValue = fc.oneof(
  anyJson,
  fc.constantFrom<Json>(
    '2026-01-31',
    '2024-02-29T23:59:59Z',
    '1,234.50',
    '-0',
    '  ',
    'ann@acme.example',
    1e308,
    -1e-308,
    '👍🏽 ok',
    '\ud800',
  ),
)
const names = [...TABLE.keys()]

/** Texts that look like formulas, mostly wrong ones. */
const soup = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        '{{a}}',
        '{{b}}',
        '{{Email}}',
        '(',
        ')',
        ',',
        '+',
        '-',
        '*',
        '/',
        '%',
        '^',
        '&',
        '=',
        '<',
        'AND',
        'NOT',
        '"x"',
        '1',
        '.0',
        '"(a+)+"',
        ' ',
        '"month"',
      ),
      fc.constantFrom(...names).map((name) => `${name}(`),
      fc.string({ maxLength: 4, unit: 'binary' }),
    ),
    { maxLength: 25 },
  )
  .map((parts) => parts.join(''))

/** Formulas that are well formed. */
const tree: fc.Arbitrary<FormulaNode> = fc.letrec<{ node: FormulaNode }>((tie) => {
  const at = { start: 0, end: 0 }
  const node = tie('node')
  return {
    node: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      fc.oneof(
        fc
          .oneof(
            fc.constantFrom(null, true, false),
            fc.string({ maxLength: 6, unit: 'binary' }),
            fc.nat(),
            fc.double({ min: 0, noNaN: true, noDefaultInfinity: true }),
          )
          .map((value): FormulaNode => ({ kind: 'literal', value, ...at })),
        fc
          .constantFrom('a', 'b', 'Email', 'a.x', 'odd {name}')
          .map((ref): FormulaNode => ({ kind: 'reference', ref, ...at })),
      ),
      node.map((of): FormulaNode => ({ kind: 'negate', of, ...at })),
      node.map((of): FormulaNode => ({ kind: 'percent', of, ...at })),
      node.map((of): FormulaNode => ({ kind: 'not', of, ...at })),
      fc
        .tuple(node, fc.constantFrom<PathStep>('x', '0', 'länge', { name: '0' }, { name: 'a."b"' }))
        .map(([of, step]): FormulaNode => ({ kind: 'member', of, step, ...at })),
      fc
        .tuple(
          fc.constantFrom('+', '-', '*', '/', 'mod', '^', '&', '=', '<>', '<', '<=', '>', '>=', 'AND', 'OR'),
          node,
          node,
        )
        .map(([op, left, right]) => ({ kind: 'binary', op, left, right, ...at }) as FormulaNode),
      fc
        .tuple(fc.constantFrom(...names.filter((name) => name !== 'NOT')), fc.array(node, { maxLength: 3 }))
        .map(([name, args]): FormulaNode => ({ kind: 'call', name, args, ...at })),
    ),
  }
}).node

function withoutPlaces(node: unknown): unknown {
  return JSON.parse(JSON.stringify(node, (key, value) => (key === 'start' || key === 'end' ? undefined : value)))
}

describe('for any text and any values', () => {
  test('reading never fails, and says where what is wrong is', () => {
    fc.assert(
      fc.property(fc.oneof(soup, fc.string({ unit: 'binary' })), (source) => {
        const { problem } = parseFormula(source)
        if (problem)
          expect(problem.start >= 0 && problem.start <= problem.end && problem.end <= source.length).toBe(true)
      }),
      { numRuns: 2000 },
    )
  })

  test('computing never fails, gives the same again, and gives what can be stored', () => {
    fc.assert(
      fc.property(fc.oneof(soup, tree.map(printFormula)), cellValue, cellValue, (source, a, b) => {
        const first = compute(source, { a, b })
        expect(compute(source, { a, b })).toEqual(first)
        if (first.ok) expect(JSON.stringify(first.value)).not.toMatch(/\\u0000|\\ud[89a-f]/)
      }),
      { numRuns: 3000 },
    )
  })

  test('a function never fails, whatever it is given', () => {
    fc.assert(
      fc.property(fc.constantFrom(...names), fc.array(cellValue, { maxLength: 4 }), (name, args) => {
        const values = Object.fromEntries(args.map((value, index) => [`v${index}`, value]))
        const source = `${name}(${args.map((_, index) => `{{v${index}}}`).join(', ')})`
        expect(compute(source, values)).toHaveProperty('ok')
      }),
      { numRuns: 4000 },
    )
  })

  test('what is printed reads as the same formula, and prints the same', () => {
    fc.assert(
      fc.property(tree, (node) => {
        const text = printFormula(node)
        const { root, problem } = parseFormula(text)
        expect(problem?.message).toBeUndefined()
        expect(withoutPlaces(root)).toEqual(withoutPlaces(node))
        expect(printFormula(root as FormulaNode)).toBe(text)
      }),
      { numRuns: 1500 },
    )
  })

  test('a renamed column is renamed in every reference and nowhere else', () => {
    fc.assert(
      fc.property(
        tree,
        fc
          .string({ minLength: 1, maxLength: 8 })
          .filter((name) => /^[\w {}\\]+$/.test(name) && name.trim() === name && !/^(a|b|email|x)$/i.test(name)),
        (node, to) => {
          const text = printFormula(node)
          const isColumn = (name: string) => ['a', 'b', 'email', 'odd {name}'].includes(name.toLowerCase())
          const renamed = renameInFormula(text, 'a', to, isColumn)
          const expected = JSON.parse(JSON.stringify(withoutPlaces(node)), (key, value) =>
            key === 'ref' && value === 'a' ? to : key === 'ref' && value === 'a.x' ? `${to}.x` : value,
          )
          expect(withoutPlaces(parseFormula(renamed).root)).toEqual(expected)
        },
      ),
      { numRuns: 800 },
    )
  })
})
