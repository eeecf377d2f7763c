// The rules of saving columns: ids given, references that resolve, lookups that exist and have the chosen outputs.

import type { AcceptRule } from '../../../engine/columns/column-parts.schema.ts'
import type { ColumnConfig, CustomColumn } from '../../../engine/columns/columns.schema.ts'
import { isAsked, isCustom, mapConditions } from '../../../engine/columns/columns.ts'
import { customProblems } from '../../../engine/columns/custom-columns.ts'
import { guessProblem } from '../../../engine/columns/free-guess.ts'
import { buildGraph } from '../../../engine/columns/graph.ts'
import { NO_SEARCH } from '../../../engine/columns/kinds/research.kind.ts'
import type { Verifier, WaterfallColumn } from '../../../engine/columns/kinds/waterfall.kind.ts'
import type { Filter } from '../../../engine/filter/filter.schema.ts'
import { acceptFormulaProblem } from '../../../engine/waterfall/accept-formula.ts'
import { type FieldError, refuse } from '../../../kernel/errors.ts'
import { nearest } from '../../../kernel/nearest.ts'
import { catalog } from '../../../providers/catalog.ts'
import { findModel, MODEL_VENDORS } from '../../../providers/models/model-vendors.ts'
import { WEB_SEARCHES } from '../../../providers/web-searches.ts'
import { isOwnId } from '../../own-providers/own-provider.logic.ts'
import type { DeclaredOf } from '../../own-providers/own-providers.reads.ts'
import type { NewColumn } from '../workbook.schema.ts'
import { formulaProblems } from './formula-problems.logic.ts'

export function isEnriched(column: { type: string }): boolean {
  return column.type !== 'input'
}

/**
 * New columns with their ids (`c4`, `c5` …), which conditions then use in place of the ids given in the request. Without
 * given ids a condition may already use the ids that the columns are about to get.
 */
export function withColumnIds(columns: readonly NewColumn[], firstNumber: number): ColumnConfig[] {
  const ids = columns.map((_, index) => `c${firstNumber + index}`)
  const given = new Map(columns.flatMap((column, index) => (column.id ? [[column.id, ids[index] ?? ''] as const] : [])))
  return columns.map((column, index) => {
    const saved = { ...column, id: ids[index] ?? '', name: cleanName(column.name) } as ColumnConfig
    return mapConditions(saved, (condition) => mapFields(condition, (field) => given.get(field) ?? field))
  })
}

export function cleanName(name: string): string {
  return name.normalize('NFC').trim().replace(/\s+/g, ' ')
}

/** A filter tree with other field names; parts that are not as a filter should be stay for the check to find. */
export function mapFields(filter: Filter, rename: (field: string) => string): Filter {
  if (typeof filter !== 'object' || filter === null) return filter
  const list = (items: Filter[]) => (Array.isArray(items) ? items.map((item) => mapFields(item, rename)) : items)
  if ('and' in filter) return { ...filter, and: list(filter.and) }
  if ('or' in filter) return { ...filter, or: list(filter.or) }
  if ('not' in filter) return { ...filter, not: mapFields(filter.not, rename) }
  return typeof filter.field === 'string' ? { ...filter, field: rename(filter.field) } : filter
}

/**
 * Refuses (422) a change of columns that would leave a new problem behind. A problem that was there before, such as a
 * reference to a column removed by force, does not stand in the way of mending something else. `locOf` says where in
 * the body the column with this index is; null for a column that is not in the request.
 */
export function mustBeSound(
  before: readonly ColumnConfig[],
  after: readonly ColumnConfig[],
  locOf: (index: number) => (string | number)[] | null,
  declaredOf: DeclaredOf,
): void {
  const known = new Set(problemsOf(before, declaredOf).map((problem) => keyOf(problem, before)))
  const fields = problemsOf(after, declaredOf)
    .filter((problem) => !known.has(keyOf(problem, after)))
    .map(({ loc: [index, ...rest], ...problem }) => {
      const place = locOf(Number(index))
      return { ...problem, loc: ['body', ...(place ? [...place, ...rest] : [])] }
    })
  if (fields.length > 0) refuse('invalid', fields[0]?.msg ?? '', { fields })
}

/** The steps of columns that no longer fit when what they name is declared otherwise, by the index of their column. */
export function brokenBy(columns: readonly ColumnConfig[], before: DeclaredOf, after: DeclaredOf): FieldError[] {
  const problems = (declaredOf: DeclaredOf) =>
    columns.flatMap((column, index) => lookupProblems(column, index, declaredOf))
  const known = new Set(problems(before).map((problem) => JSON.stringify(problem)))
  return problems(after).filter((problem) => !known.has(JSON.stringify(problem)))
}

function problemsOf(columns: readonly ColumnConfig[], declaredOf: DeclaredOf): FieldError[] {
  const steps = columns.flatMap((column, index) => lookupProblems(column, index, declaredOf))
  return [...buildGraph(columns).problems, ...steps, ...formulaProblems(columns)]
}

function keyOf({ loc: [index, ...rest], type, msg }: FieldError, columns: readonly ColumnConfig[]): string {
  return JSON.stringify([columns[Number(index)]?.id, rest, type, msg])
}

function lookupProblems(column: ColumnConfig, index: number, declaredOf: DeclaredOf): FieldError[] {
  if (!isAsked(column)) return []
  if (isCustom(column))
    return [...customProblems(column), ...modelProblems(column), ...searchProblems(column)].map(
      ({ loc, ...problem }) => ({
        loc: [index, ...loc],
        ...problem,
      }),
    )
  if (column.type === 'enrichment')
    return [
      ...stepProblems([index], column, column.output, declaredOf),
      ...acceptProblems([index, 'accept'], column.accept, [column.provider], declaredOf),
    ]
  const output = column.mode === 'merge' ? undefined : column.output
  return [
    ...column.steps.flatMap((step, place) => [
      ...stepProblems([index, 'steps', place], step, output, declaredOf),
      ...verifierProblems([index, 'steps', place, 'verify'], step.verify, declaredOf),
      ...acceptProblems([index, 'steps', place, 'accept'], step.accept, [step.provider], declaredOf),
    ]),
    ...acceptProblems(
      [index, 'accept'],
      column.accept,
      column.steps.map(({ provider }) => provider),
      declaredOf,
    ),
    ...guessProblems([index, 'free_guess'], column),
    ...verifierProblems([index, 'verify'], column.verify, declaredOf),
  ]
}

function verifierProblems(
  loc: (string | number)[],
  verify: Verifier | undefined,
  declaredOf: DeclaredOf,
): FieldError[] {
  if (!verify) return []
  const lookup = declaredOf(verify.provider)
  if (!lookup) return [unknownProvider(loc, verify.provider)]
  const names = lookup.inputs.map(({ name }) => name)
  if (!names.includes(verify.input)) {
    const msg = `${lookup.label} has no input "${verify.input}"; it has ${names.join(', ')}`
    return [{ loc: [...loc, 'input'], type: 'extra_forbidden', msg, input: verify.input }]
  }
  const others = lookup.inputs.filter(({ name, required }) => required && name !== verify.input)
  const says = lookup.outputs.some(({ field }) => field.endsWith('_status'))
  if (says && others.length === 0) return []
  const msg = `${lookup.label} cannot verify a value: it has to give a status for that value alone`
  return [{ loc: [...loc, 'provider'], type: 'value_error', msg, input: verify.provider }]
}

function acceptProblems(
  loc: (string | number)[],
  accept: AcceptRule | undefined,
  providers: string[],
  declaredOf: DeclaredOf,
): FieldError[] {
  if (accept?.kind !== 'formula') return []
  const fields = providers.flatMap((id) => declaredOf(id)?.outputs.map(({ field }) => field as string) ?? [])
  const problem = acceptFormulaProblem(accept.expression, fields)
  if (problem === null) return []
  return [
    { loc: [...loc, 'expression'], type: 'value_error', msg: `Value error, ${problem}`, input: accept.expression },
  ]
}

function guessProblems(loc: (string | number)[], column: WaterfallColumn): FieldError[] {
  const problem = column.free_guess ? guessProblem(column) : null
  return problem === null ? [] : [{ loc, type: 'value_error', msg: `Value error, ${problem}`, input: true }]
}

function modelProblems(column: CustomColumn): FieldError[] {
  if (!('model' in column) || findModel(column.model)) return []
  const vendors = MODEL_VENDORS.map(({ integration }) => integration.id).join(', ')
  const msg = `Value error, there is no such vendor of models; there are ${vendors}`
  return [{ loc: ['model'], type: 'value_error', msg, input: column.model }]
}

function searchProblems(column: CustomColumn): FieldError[] {
  if (column.type !== 'research' || column.search === undefined || column.search === NO_SEARCH) return []
  const ids = WEB_SEARCHES.map(({ id }) => id)
  if (ids.includes(column.search)) return []
  const msg = `Value error, there is no such web search; there are ${ids.join(', ')} and ${NO_SEARCH}`
  return [{ loc: ['search'], type: 'value_error', msg, input: column.search }]
}

function unknownProvider(loc: (string | number)[], id: string): FieldError {
  const meant = nearest(
    id,
    catalog.map((lookup) => lookup.id),
  )
  const next = meant ? `; did you mean "${meant}"?` : '; GET /api/settings/providers lists them'
  const msg = isOwnId(id)
    ? `This workspace has no provider "${id}" of its own; import it first`
    : `There is no lookup "${id}" in the catalog${next}`
  return { loc: [...loc, 'provider'], type: 'unknown_provider', msg, input: id }
}

function stepProblems(
  loc: (string | number)[],
  step: { provider: string; inputs: Record<string, string> },
  output: string | undefined,
  declaredOf: DeclaredOf,
): FieldError[] {
  const lookup = declaredOf(step.provider)
  if (!lookup) return [unknownProvider(loc, step.provider)]
  const problems: FieldError[] = []
  const outputs = lookup.outputs.map(({ field }) => field as string)
  if (output !== undefined && !outputs.includes(output)) {
    const msg = `${lookup.label} does not give "${output}"; it gives ${outputs.join(', ')}`
    problems.push({ loc: [...loc, 'provider'], type: 'unknown_output', msg, input: output })
  }
  const names = lookup.inputs.map(({ name }) => name)
  for (const name of Object.keys(step.inputs)) {
    if (names.includes(name)) continue
    const msg = `${lookup.label} has no input "${name}"; it has ${names.join(', ')}`
    problems.push({ loc: [...loc, 'inputs', name], type: 'extra_forbidden', msg, input: step.inputs[name] })
  }
  const isBound = (name: string) => (step.inputs[name] ?? '').trim() !== ''
  for (const { name } of lookup.inputs.filter((input) => input.required && !isBound(input.name))) {
    problems.push({ loc: [...loc, 'inputs', name], type: 'missing', msg: 'Field required' })
  }
  for (const group of lookup.one_of ?? []) {
    if (group.some(isBound)) continue
    problems.push({ loc: [...loc, 'inputs'], type: 'missing', msg: `One of ${group.join(', ')} is required` })
  }
  return problems
}
