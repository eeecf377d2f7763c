// What formulas look up: the keys of their rows, and what the rows of other workbooks, or of their own, hold for them.
import type { LookupColumn } from '../../engine/columns/kinds/lookup.kind.ts'
import { evaluateFormula, type FormulaRow } from '../../engine/formula/evaluate.ts'
import type { Row } from '../../engine/values/row.ts'
import { type ComputedPlan, formulaRow, type PlannedFormula } from '../store/columns/computed.logic.ts'
import { normalKey } from '../store/identity.logic.ts'
import { answerLookup, type LookupAnswers } from './lookups.reads.ts'

/** A row by what it looks for; null when that is blank. */
export type LookupKeyRow = { row_id: string; position: number; key: string | null }

/** Asks for the keys of all rows at once. */
export type AskLookup = (lookup: LookupColumn, keyed: readonly LookupKeyRow[]) => Promise<LookupAnswers>

export function keysIn(keyed: readonly LookupKeyRow[]): string[] {
  return keyed.flatMap(({ key }) => key ?? [])
}

/** What is found for each row; undefined for a formula that looks nothing up. Part by part: one may be in the key of the next. */
export async function findForRows(
  { checked, finds }: PlannedFormula,
  rows: readonly Row[],
  plan: Pick<ComputedPlan, 'columns'>,
  now: number,
  ask: AskLookup,
): Promise<((row: Row) => NonNullable<FormulaRow['found']>) | undefined> {
  const { formula } = checked
  if (!formula || finds.length === 0) return undefined
  const parts: { lookup: LookupColumn; answers: LookupAnswers; keys: ReadonlyMap<string, string | null> }[] = []
  const foundFor =
    (row: Row): NonNullable<FormulaRow['found']> =>
    (part) => {
      const { lookup, answers, keys } = parts[part] ?? {}
      if (!lookup || !answers) return undefined
      const { value = null, error_message } = answerLookup(lookup, keys?.get(row.row_id) ?? null, answers)
      return error_message ? { problem: error_message } : { value }
    }
  for (const [part, lookup] of finds.entries()) {
    const root = formula.finds[part]?.key ?? formula.root
    const keyed = rows.map((row) => {
      const key = evaluateFormula({ ...formula, root }, formulaRow(row, plan, now, foundFor(row)))
      return { row_id: row.row_id, position: row.position, key: key.ok ? normalKey(lookup.compare, key.value) : null }
    })
    parts.push({
      lookup,
      answers: await ask(lookup, keyed),
      keys: new Map(keyed.map(({ row_id, key }) => [row_id, key])),
    })
  }
  return foundFor
}
