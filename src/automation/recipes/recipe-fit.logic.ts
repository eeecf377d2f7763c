// A recipe on columns that are there: which column each of its inputs reads, and its other columns under names that are free.
import type { ColumnConfig } from '../../engine/columns/columns.schema.ts'
import { renameColumn } from '../../engine/columns/graph.ts'
import type { MeantColumns } from '../../enrichment/catalog/suggest-inputs.logic.ts'
import { displayText } from '../../kernel/csv-text.ts'
import { refuse } from '../../kernel/errors.ts'
import { type InputMeaning, readMeanings } from '../../records/reading/column-meaning.logic.ts'
import { freeName } from '../../records/reading/formats/dialect.logic.ts'
import { leadFieldOf, plain } from '../../records/store/columns/lead-fields.logic.ts'
import type { SampleRow } from './recipe.ts'

export interface RecipeInput {
  /** The column of the recipe that is to be filled. */
  name: string
  /** The column that has its values; null: a new one is made. */
  column_id: string | null
}

/** What can stand in for what it is. */
const ALIKE: { [meaning: string]: readonly InputMeaning[] } = {
  domain: ['domain', 'website'],
  website: ['website', 'domain'],
  email: ['email', 'role_email'],
}

/** For each input of a recipe the column of the same name, else of the same meaning by names and values; each column once. */
export function fitInputs(
  columns: readonly ColumnConfig[],
  samples: readonly SampleRow[],
  { columns: there, meanings }: MeantColumns,
): RecipeInput[] {
  const inputs = columns.filter((column) => column.type === 'input')
  const valuesOf = (name: string) => samples.map((row) => displayText(row[name] ?? null))
  const meant = readMeanings(
    inputs.map(({ id, name, input_type }) => ({ id, name, input_type, values: valuesOf(name) })),
  )
  const free = new Set(there.map(({ id }) => id))
  const found = new Map<string, string>()
  const take = (id: string, columnId: string | undefined) => {
    if (columnId === undefined || found.has(id) || !free.delete(columnId)) return
    found.set(id, columnId)
  }
  const called = (is: (name: string) => boolean) => there.find((one) => free.has(one.id) && is(one.name))?.id
  for (const { id, name } of inputs)
    take(
      id,
      called((other) => plain(other) === plain(name)),
    )
  for (const { id } of inputs) {
    const meaning = meant.find((one) => one.id === id)?.meaning
    const fitting = (meaning ? (ALIKE[meaning] ?? [meaning]) : []).flatMap((wanted) =>
      meanings.filter((one) => one.meaning === wanted && free.has(one.id)).sort((a, b) => b.strength - a.strength),
    )
    take(id, fitting[0]?.id)
  }
  for (const { id, name } of inputs) {
    const field = leadFieldOf(name)
    if (field !== undefined)
      take(
        id,
        called((other) => leadFieldOf(other) === field),
      )
  }
  return inputs.map(({ id, name }) => ({ name, column_id: found.get(id) ?? null }))
}

/** The columns that a recipe adds to those that are there; what its inputs read is called as it is there. */
export function fittedColumns(
  columns: readonly ColumnConfig[],
  there: readonly Pick<ColumnConfig, 'id' | 'name'>[],
  inputs: readonly RecipeInput[],
): ColumnConfig[] {
  const taken = new Set(there.map(({ name }) => name.toLowerCase()))
  const wanted = columns.map((column) => {
    const read = column.type === 'input' && inputs.find(({ name }) => name === column.name)?.column_id
    const known = read ? there.find(({ id }) => id === read) : undefined
    return { id: column.id, known, name: known?.name ?? freeName(column.name, taken) }
  })
  // Names may change places: first they all make way.
  const aside = wanted.map(({ id }, at) => ({ id, name: `moved ${id} ${at}` }))
  const renamed = [...aside, ...wanted].reduce((now, { id, name }) => renamedTo(now, id, name), [...columns])
  return renamed.filter((_, at) => wanted[at]?.known === undefined)
}

function renamedTo(columns: ColumnConfig[], id: string, name: string): ColumnConfig[] {
  const { columns: renamed, problem } = { problem: undefined, ...renameColumn(columns, id, name) } as {
    columns?: ColumnConfig[]
    problem?: string
  }
  return renamed ?? refuse('invalid', `The recipe cannot be used on these columns: ${problem}`)
}
