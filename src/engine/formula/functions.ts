// What a function of the formula language declares; the table of all of them is composed from such lists.
import type { Json } from '../../kernel/json.ts'
import type { Path } from '../values/path.ts'
import type { Cell } from '../values/row.ts'
import type { FormulaBudget } from './budget.ts'
import type { ValueType } from './values.ts'

export const FUNCTION_GROUPS = [
  'Logic',
  'Text',
  'Number',
  'Date',
  'List',
  'JSON',
  'Pattern',
  'Lead',
  'Cell',
  'Lookup',
] as const
export type FunctionGroup = (typeof FUNCTION_GROUPS)[number]

export interface FormulaParameter {
  name: string
  /**
   * Arguments are read as this before the function gets them; `cell` takes a column itself, `{{Name}}`, and `range` all
   * rows of one, of this workbook or of another: `{{Workbook!Name}}`.
   */
  type: ValueType | 'cell' | 'range'
  optional?: true
}

/** What a function may know beside its arguments. */
export interface EvaluationContext {
  budget: FormulaBudget
  /** Milliseconds since the epoch; the same for all cells of one computation. */
  now: number
  /** The cell of a column on this row; undefined for an input column and for one that was never run here. */
  cellOf(columnId: string): Cell | undefined
  isEnriched(columnId: string): boolean
  /** Why nothing is known of the column on this row, as the rest of a sentence about it; undefined for a value and for a miss. */
  unknownOf?(columnId: string): string | undefined
  /** References that were read so far: what is computed without one is written into the formula. */
  reads: number
  /** Where the value that was evaluated last stands, when it is one of the row, unchanged. */
  source?: ValueOrigin | undefined
}

/** A value of a column, or a part of it. */
export interface ValueOrigin {
  column_id: string
  path: Path
}

/** A column that the formula needs was not looked up, or that failed: whatever the formula gave would claim to know. */
export class UnknownValueError extends Error {
  override name = 'UnknownValueError'
  readonly column_id: string
  readonly why: string
  constructor(columnId: string, why: string) {
    super(why)
    this.column_id = columnId
    this.why = why
  }
}

/** What holds whatever is unknown, as a false part of AND; else the unknown part decides. */
export function findDecidingValue<T>(parts: readonly (() => T)[], decides: (value: T) => boolean): T | undefined {
  let unknown: UnknownValueError | undefined
  for (const part of parts) {
    try {
      const value = part()
      if (decides(value)) return value
    } catch (error) {
      if (!(error instanceof UnknownValueError)) throw error
      unknown ??= error
    }
  }
  if (unknown) throw unknown
  return undefined
}

interface Declaration {
  name: string
  /** Other names that people know it by. */
  also?: readonly string[]
  group: FunctionGroup
  params: readonly FormulaParameter[]
  /** How many of the last parameters may be given again and again, as a group. */
  repeats?: number
  /** One more argument may follow the groups: what holds otherwise. */
  otherwise?: string
  /** From the types of the arguments where it depends on them; undefined is that of a written blank. */
  returns: ValueType | ((types: readonly (ValueType | undefined)[]) => ValueType)
  /** One line for people. */
  says: string
  /** Formulas without columns, with what they give: tests, and the documentation. */
  examples: readonly (readonly [formula: string, result: Json])[]
  /** Gives something else as time goes by. */
  volatile?: true
  /** What is wrong with arguments that are written into the formula; undefined stands for one that depends on the row. */
  inspect?(written: readonly (Json | undefined)[]): { arg: number; message: string } | undefined
}

/**
 * `finds` looks through the rows of a range, which is done before the formula is computed. `run` gets its arguments read by type. A required one that is blank makes the result blank without a call, unless the
 * function `takesBlank`. `lazy` evaluates the arguments it needs, as they are.
 */
export type FormulaFunction = Declaration &
  (
    | { run(args: Json[], call: EvaluationContext): Json; takesBlank?: true; lazy?: undefined; finds?: undefined }
    | {
        lazy(args: (() => Json)[], call: EvaluationContext): Json
        /** Gives the argument that it evaluated last, unchanged. */
        picks?: true
        run?: undefined
        finds?: undefined
      }
    | { finds: 'one' | 'count'; run?: undefined; lazy?: undefined; takesBlank?: undefined }
  )

export type FunctionTable = ReadonlyMap<string, FormulaFunction>

export function functionTable(lists: readonly (readonly FormulaFunction[])[]): FunctionTable {
  return new Map(lists.flat().flatMap((each) => [each.name, ...(each.also ?? [])].map((name) => [name, each] as const)))
}

/** How many arguments it takes. */
export function arityOf(fn: FormulaFunction): { min: number; max: number } {
  const min = fn.params.filter(({ optional }) => !optional).length
  return { min, max: fn.repeats ? 500 : fn.params.length + (fn.otherwise ? 1 : 0) }
}

/** The parameter that an argument is for; undefined for one too many or a group that is not whole. */
export function parameterAt(fn: FormulaFunction, index: number, count: number): FormulaParameter | undefined {
  const { params, repeats = 0, otherwise } = fn
  if (index < params.length || repeats === 0) {
    return params[index] ?? (otherwise && index === params.length ? { name: otherwise, type: 'any' } : undefined)
  }
  const beyond = (count - params.length) % repeats
  if (index === count - 1 && beyond !== 0)
    return otherwise && beyond === 1 ? { name: otherwise, type: 'any' } : undefined
  return params[params.length - repeats + ((index - params.length) % repeats)]
}

/** `ROUND(number, [digits])` */
export function signatureOf(fn: FormulaFunction): string {
  const names = fn.params.map(({ name, optional }) => (optional ? `[${name}]` : name))
  if (fn.repeats) names.push('…')
  if (fn.otherwise) names.push(`[${fn.otherwise}]`)
  return `${fn.name}(${names.join(', ')})`
}
