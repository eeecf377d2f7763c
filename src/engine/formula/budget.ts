// What one cell may take: steps of work, and the size of what is made on the way, so that no formula can stop a server.
import type { TextSpan } from './syntax.ts'

/** One value, in characters of text or items of a list. */
export const MAX_TEXT = 100_000
export const MAX_ITEMS = 10_000
const MAX_STEPS = 200_000
const MAX_MADE = 2_000_000

/** Ends the evaluation of one cell, with words for a person. `arg` is the argument of a function that is to blame. */
export class FormulaFault extends Error {
  readonly arg: number | undefined
  /** The part of the formula that failed; set by the innermost that knows. */
  at: TextSpan | undefined
  constructor(message: string, arg?: number, at?: TextSpan) {
    super(message)
    this.arg = arg
    this.at = at
  }
}

export interface FormulaBudget {
  /** Counts work that was done; ends the cell past the limit. */
  step(count?: number): void
  /** Counts what is about to be made, in characters or items. */
  make(size: number): void
}

export function openBudget(): FormulaBudget {
  let steps = 0
  let made = 0
  return {
    step(count = 1) {
      steps += count
      if (steps > MAX_STEPS) throw new FormulaFault('This takes too many steps for one cell')
    },
    make(size) {
      if (size > MAX_TEXT)
        throw new FormulaFault(`A value may have at most ${MAX_TEXT.toLocaleString('en')} characters`)
      made += size
      if (made > MAX_MADE) throw new FormulaFault('This makes too much text for one cell')
    },
  }
}
