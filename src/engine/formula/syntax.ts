// What a formula is made of: its tree, with the place of every part in the text.

import type { Json } from '../../kernel/json.ts'
import type { PathStep } from '../values/path.ts'

/** A range of the text, in UTF-16 units; `end` is the position after it. */
export interface TextSpan {
  start: number
  end: number
}

export type BinaryOperator =
  | '+'
  | '-'
  | '*'
  | '/'
  | 'mod'
  | '^'
  | '&'
  | '='
  | '<>'
  | '<'
  | '<='
  | '>'
  | '>='
  | 'AND'
  | 'OR'

/** A part of a formula. `start` and `end` hold what it covers. */
export type FormulaNode = TextSpan &
  (
    | { kind: 'literal'; value: Json }
    /** `ref` as it stands between the braces. */
    | { kind: 'reference'; ref: string }
    /** `.name` or `["name"]` after something. */
    | { kind: 'member'; of: FormulaNode; step: PathStep }
    | { kind: 'call'; name: string; args: FormulaNode[] }
    | { kind: 'negate' | 'percent' | 'not'; of: FormulaNode }
    | { kind: 'binary'; op: BinaryOperator; left: FormulaNode; right: FormulaNode }
  )

/** What is wrong with a formula, in words for the person who wrote it. */
export interface FormulaProblem extends TextSpan {
  type: 'formula_syntax' | 'unknown_function' | 'unknown_reference' | 'wrong_arguments' | 'wrong_type'
  message: string
  /** What was probably meant. */
  suggestion?: string
}

/** Longest formula, in UTF-16 units. */
export const MAX_FORMULA = 20_000
/** Deeper than people write, shallow enough to be walked by recursion. */
export const MAX_DEPTH = 200
