// Writes a tree back as a formula; reading that gives the same tree.

import { tailText } from '../values/path.ts'
import { writeReference } from '../values/template.ts'
import { plainDecimal } from '../values/value.ts'
import { powerOf } from './parser.ts'
import type { FormulaNode } from './syntax.ts'

export function printFormula(node: FormulaNode): string {
  switch (node.kind) {
    case 'literal':
      return literal(node.value)
    case 'reference':
      return writeReference(node.ref)
    case 'member':
      return `${canHaveMember(node.of) ? printFormula(node.of) : `(${printFormula(node.of)})`}${tailText([node.step])}`
    case 'call':
      return `${node.name}(${node.args.map(printFormula).join(', ')})`
    case 'negate':
      return `-${within(node.of, powerOf(node))}`
    case 'not':
      return `NOT(${printFormula(node.of)})`
    case 'percent':
      return `${within(node.of, powerOf(node))}%`
    case 'binary': {
      const power = powerOf(node)
      const sign = node.op === 'mod' ? '%' : node.op
      const left = powerOf(node.left) >= power ? printFormula(node.left) : `(${printFormula(node.left)})`
      const right = powerOf(node.right) > power ? printFormula(node.right) : `(${printFormula(node.right)})`
      // A remainder's right side must begin like a value, or its sign would be per cent.
      const plain = node.op === 'mod' && /^(-|(AND|OR|NOT)\b)/i.test(right) ? `(${right})` : right
      return `${left} ${sign} ${plain}`
    }
  }
}

function canHaveMember(node: FormulaNode): boolean {
  return node.kind === 'reference' || node.kind === 'member' || node.kind === 'call'
}

function within(node: FormulaNode, power: number): string {
  return powerOf(node) >= power && node.kind !== 'binary' ? printFormula(node) : `(${printFormula(node)})`
}

function literal(value: unknown): string {
  if (typeof value === 'string') return `"${value.replaceAll('"', '""')}"`
  if (typeof value === 'number') return plainDecimal(value)
  return value === null ? 'BLANK' : String(value).toUpperCase()
}
