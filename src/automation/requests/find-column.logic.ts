// A column that calls the lookups for a field, cheapest first, if the workbook has their inputs.
import { writeReference } from '../../engine/values/template.ts'
import { type MeantColumns, suggestInputs } from '../../enrichment/catalog/suggest-inputs.logic.ts'
import { FIELDS, type FieldName } from '../../providers/kit/fields.ts'
import type { DeclaredProvider } from '../../records/own-providers/own-provider.logic.ts'
import type { NewColumn } from '../../records/store/workbook.schema.ts'

const MOST_STEPS = 5

export function findColumn(
  field: FieldName,
  meant: MeantColumns,
  catalog: readonly DeclaredProvider[],
  templateOf: (columnId: string, name: string) => string = (_, name) => writeReference(name),
): (NewColumn & { type: 'enrichment' | 'waterfall' }) | undefined {
  const steps = catalog
    .filter((lookup) => lookup.ended === undefined && lookup.outputs.some((output) => output.field === field))
    .flatMap((lookup) => {
      const inputs = inputsOf(lookup, meant, templateOf)
      const price = lookup.price.usd ?? Number.POSITIVE_INFINITY
      return inputs ? [{ provider: lookup.id, inputs, price, keyless: lookup.keyless }] : []
    })
    .sort((a, b) => Number(b.keyless) - Number(a.keyless) || a.price - b.price)
    .slice(0, MOST_STEPS)
    .map(({ provider, inputs }) => ({ provider, inputs }))
  const [only] = steps
  if (!only) return undefined
  const name = FIELDS[field].label
  return steps.length === 1
    ? { type: 'enrichment', name, output: field, ...only }
    : { type: 'waterfall', name, output: field, steps }
}

export const providersOf = (column: NewColumn & { type: 'enrichment' | 'waterfall' }): string[] =>
  column.type === 'enrichment' ? [column.provider] : column.steps.map(({ provider }) => provider)

/** Templates for the inputs of a lookup from the columns that stand for them; undefined when something it needs is missing. */
function inputsOf(
  lookup: DeclaredProvider,
  meant: MeantColumns,
  templateOf: (columnId: string, name: string) => string,
): Record<string, string> | undefined {
  const { inputs, missing } = suggestInputs(lookup, meant)
  if (missing.length > 0 || inputs.length === 0) return undefined
  return Object.fromEntries(inputs.map(({ name, column_id, column }) => [name, templateOf(column_id, column)]))
}
