// All functions of the formula language: those of the engine and those that know about leads.
import { CELL_FUNCTIONS } from '../../../engine/formula/cell-functions.ts'
import { DATE_FUNCTIONS } from '../../../engine/formula/date-functions.ts'
import { functionTable } from '../../../engine/formula/functions.ts'
import { LIST_FUNCTIONS } from '../../../engine/formula/list-functions.ts'
import { LOGIC_FUNCTIONS } from '../../../engine/formula/logic-functions.ts'
import { LOOKUP_FUNCTIONS } from '../../../engine/formula/lookup-functions.ts'
import { NUMBER_FUNCTIONS } from '../../../engine/formula/number-functions.ts'
import { PATTERN_FUNCTIONS } from '../../../engine/formula/pattern-functions.ts'
import { TEXT_FUNCTIONS } from '../../../engine/formula/text-functions.ts'
import { LEAD_FUNCTIONS } from './lead-functions.logic.ts'

/** In the order in which they are documented. */
export const FUNCTION_LIST = [
  LOGIC_FUNCTIONS,
  TEXT_FUNCTIONS,
  LEAD_FUNCTIONS,
  NUMBER_FUNCTIONS,
  DATE_FUNCTIONS,
  LIST_FUNCTIONS,
  PATTERN_FUNCTIONS,
  CELL_FUNCTIONS,
  LOOKUP_FUNCTIONS,
].flat()

export const FORMULA_FUNCTIONS = functionTable([FUNCTION_LIST])
