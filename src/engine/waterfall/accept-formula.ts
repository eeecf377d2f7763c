// Accepting an answer by a formula over its fields: checked when the column is saved, computed for each answer.
import type { Json, JsonObject } from '../../kernel/json.ts'
import { checkFormula, type Formula } from '../formula/check.ts'
import { DATE_FUNCTIONS } from '../formula/date-functions.ts'
import { evaluateFormula } from '../formula/evaluate.ts'
import { functionTable } from '../formula/functions.ts'
import { LIST_FUNCTIONS } from '../formula/list-functions.ts'
import { LOGIC_FUNCTIONS } from '../formula/logic-functions.ts'
import { NUMBER_FUNCTIONS } from '../formula/number-functions.ts'
import { PATTERN_FUNCTIONS } from '../formula/pattern-functions.ts'
import { TEXT_FUNCTIONS } from '../formula/text-functions.ts'
import { truthOf } from '../formula/values.ts'
import type { Answer } from './answer.ts'

const FUNCTIONS = functionTable([
  LOGIC_FUNCTIONS,
  TEXT_FUNCTIONS,
  NUMBER_FUNCTIONS,
  DATE_FUNCTIONS,
  LIST_FUNCTIONS,
  PATTERN_FUNCTIONS,
])

/** What there is of every answer, beside its own fields. */
const ANSWER_FACTS = ['value', 'confidence', 'verified'] as const

/** What is wrong with such a formula, in words; null when nothing is. `fields` are those that answers may have. */
export function acceptFormulaProblem(expression: string, fields: readonly string[]): string | null {
  const names = [...new Set([...fields, ...ANSWER_FACTS])]
  const known = new Map(names.map((name) => [name.toLowerCase(), name]))
  const columns = {
    find: (name: string) => known.get(name.toLowerCase()),
    typeOf: () => 'any' as const,
    names: () => names,
  }
  const { formula, problems = [] } = checkFormula(expression, columns, FUNCTIONS)
  const [first] = problems
  if (first) return `${first.message} (at ${first.start + 1})`
  // An answer that is good today and not tomorrow could never be explained.
  return formula?.volatile ? 'a rule about answers cannot go by the time of day' : null
}

/** True when the formula gives something true for this answer; what cannot be computed is no. */
export function holdsFor(expression: string, answer: Answer): boolean {
  const formula = read(expression)
  if (!formula) return false
  const fields: JsonObject = Object.fromEntries(
    Object.entries(answer.values).map(([name, value]) => [name.toLowerCase(), value]),
  )
  const { value, confidence, verified } = answer
  const facts: Record<string, Json> = { value, confidence, verified, ...fields }
  const result = evaluateFormula(formula, {
    valueOf: (name) => (Object.hasOwn(facts, name) ? (facts[name] ?? null) : null),
    cellOf: () => undefined,
    isEnriched: () => false,
    now: 0,
  })
  return result.ok && truthOf(result.value)
}

const MOST_READ = 200
const readOnes = new Map<string, Formula | null>()

/** Formulas are read once: the same few decide about every cell of a run. */
function read(expression: string): Formula | null {
  const known = readOnes.get(expression)
  if (known !== undefined) return known
  const columns = { find: (name: string) => name.toLowerCase(), typeOf: () => 'any' as const, names: () => [] }
  const formula = checkFormula(expression, columns, FUNCTIONS).formula ?? null
  if (readOnes.size >= MOST_READ) readOnes.delete(readOnes.keys().next().value as string)
  readOnes.set(expression, formula)
  return formula
}
