// A column that calls the lookups for a field, cheapest first, if the workbook has their inputs.
import { nameKey } from '../../engine/values/template.ts'
import { FIELDS, type FieldName } from '../../providers/kit/fields.ts'
import type { DeclaredProvider } from '../../records/own-providers/own-provider.logic.ts'
import type { NewColumn } from '../../records/store/workbook.schema.ts'

/** An input for lookups: a template, and the name of its value. */
export interface NamedTemplate {
  name: string
  template: string
}

const MOST_STEPS = 5

export function findColumn(
  field: FieldName,
  given: readonly NamedTemplate[],
  catalog: readonly DeclaredProvider[],
): (NewColumn & { type: 'enrichment' | 'waterfall' }) | undefined {
  const steps = catalog
    .filter((lookup) => lookup.ended === undefined && lookup.outputs.some((output) => output.field === field))
    .flatMap((lookup) => {
      const inputs = inputsOf(lookup, given)
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

/** Templates for the inputs of a lookup from what is called like them; undefined when something it needs is missing. */
function inputsOf(
  { inputs, one_of = [] }: DeclaredProvider,
  given: readonly NamedTemplate[],
): Record<string, string> | undefined {
  const bound: Record<string, string> = {}
  for (const { name, label, aliases } of inputs) {
    const words = new Set([name, label, ...aliases].map((word) => nameKey(word.replaceAll('_', ' '))))
    const found = given.find((one) => words.has(nameKey(one.name)))
    if (found) bound[name] = found.template
  }
  const isWhole =
    inputs.every(({ name, required }) => !required || bound[name] !== undefined) &&
    one_of.every((group) => group.some((name) => bound[name] !== undefined))
  return isWhole && Object.keys(bound).length > 0 ? bound : undefined
}
