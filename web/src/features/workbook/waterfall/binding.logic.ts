// Steps with their inputs as the server suggests them for the columns that there are, and what a step still lacks.
import type { Column, Schemas } from '../../../api/shapes.ts'
import type { GridRow } from '../../../grid/model/grid.types.ts'
import { isComputed } from '../../columns/columns.logic.ts'
import type { Provider, Step } from '../../columns/workbook.shapes.ts'

/** A step that calls a provider; an input that no column clearly fits stays empty. */
export function bindStep(provider: Provider, suggested: Schemas['SuggestedInputs'] | undefined): Step {
  const found = suggested?.providers.find((one) => one.provider === provider.id)?.inputs ?? []
  const inputs = Object.fromEntries(found.map(({ name, template }) => [name, template]))
  return { provider: provider.id, inputs, enabled: true }
}

/** "188 of the first 200 rows can be asked": null where the input reads something else than was suggested. */
export function usableWords(
  suggested: Schemas['SuggestedInputs'] | undefined,
  provider: string,
  input: string,
  template: string,
): { words: string; isFew: boolean } | null {
  const inputs = suggested?.providers.find((one) => one.provider === provider)?.inputs
  const one = inputs?.find(({ name }) => name === input)
  if (!suggested || !one || one.template !== template.trim() || suggested.sampled_rows === 0) return null
  const { sampled_rows: rows } = suggested
  const isFew = one.usable_rows < rows / 2
  if (one.usable_rows === rows)
    return { words: `usable in ${rows === 1 ? 'the row' : `the first ${rows} rows`}`, isFew }
  return { words: `usable in ${one.usable_rows} of the first ${rows} rows`, isFew }
}

const WITHOUT_RUN: ReadonlySet<string> = new Set(['pending', 'queued', 'running'])

/** Whether a column is filled by runs and has had none in these rows: its blanks say nothing of what a step will be asked with. */
export function awaitsRun(column: Pick<Column, 'id' | 'type'>, rows: readonly Pick<GridRow, 'enrichments'>[]): boolean {
  return (
    isComputed(column) && rows.every(({ enrichments }) => WITHOUT_RUN.has(enrichments[column.id]?.status ?? 'pending'))
  )
}

/** Labels of the inputs a step still needs before it can ask. */
export function missingInputs(provider: Provider, inputs: Record<string, string>): string[] {
  const blank = (name: string) => (inputs[name] ?? '').trim() === ''
  const label = (name: string) => provider.inputs.find((input) => input.name === name)?.label ?? name
  const required = provider.inputs.filter((input) => input.required && blank(input.name)).map((input) => input.label)
  const groups = (provider.one_of ?? []).filter((group) => group.every(blank))
  return [...required, ...groups.map((group) => group.map(label).join(' or '))]
}
