// Functions over the cell of a column: not its value but how it came about.
import type { Json } from '../../kernel/json.ts'
import { DAY_MS, instantOf } from '../values/instant.ts'
import type { Cell } from '../values/row.ts'
import { type EvaluationContext, type FormulaFunction, UnknownValueError } from './functions.ts'
import { dropBinaryNoise, type ValueType } from './values.ts'

function cellFunction(
  name: string,
  returns: ValueType,
  says: string,
  example: readonly [string, Json],
  read: (cell: Cell | undefined, call: EvaluationContext, columnId: string) => Json,
  { ofAnswer, ...more }: { volatile?: true; ofAnswer?: true } = {},
): FormulaFunction {
  return {
    name,
    group: 'Cell',
    params: [{ name: 'column', type: 'cell' }],
    returns,
    says,
    examples: [example],
    ...more,
    run([given], call) {
      const column = String(given)
      const why = ofAnswer ? call.unknownOf?.(column) : undefined
      if (why !== undefined) throw new UnknownValueError(column, why)
      return read(call.cellOf(column), call, column)
    },
  }
}

export const CELL_FUNCTIONS: readonly FormulaFunction[] = [
  cellFunction(
    'STATUS',
    'text',
    'How the cell stands: pending, complete, not_found, skipped, error …; blank for an input column.',
    ['STATUS({{Email}})', 'complete'],
    (cell, call, column) => (cell ? cell.status : call.isEnriched(column) ? 'pending' : null),
  ),
  cellFunction(
    'REASON',
    'text',
    'Why the cell was skipped or failed, as a word.',
    ['REASON({{Email}})', null],
    (cell) => cell?.reason ?? null,
  ),
  cellFunction(
    'PROVIDER',
    'text',
    'Who gave the value.',
    ['PROVIDER({{Email}})', 'website-reader'],
    (cell) => cell?.provider ?? null,
    { ofAnswer: true },
  ),
  cellFunction(
    'CONFIDENCE',
    'number',
    'How sure the provider is, from 0 to 1.',
    ['CONFIDENCE({{Email}})', 0.9],
    (cell) => (cell?.confidence == null ? null : Number(cell.confidence.toPrecision(6))),
    { ofAnswer: true },
  ),
  cellFunction(
    'COST',
    'number',
    'What the cell cost, in US dollars.',
    ['COST({{Email}})', 0.02],
    (cell) => cell?.cost_usd ?? null,
  ),
  cellFunction(
    'AGE',
    'number',
    'How many days ago the cell was filled. Computed again every night.',
    ['ROUND(AGE({{Email}}))', 3],
    (cell, { now }) => {
      const at = instantOf(cell?.updated_at ?? null)
      return at === null ? null : dropBinaryNoise(Math.max(0, Math.floor(((now - at) / DAY_MS) * 100) / 100))
    },
    { volatile: true },
  ),
]
