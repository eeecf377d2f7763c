// A function as columns: read out of a workbook, and written into another under other names.

import type { ColumnConfig } from '../../engine/columns/columns.schema.ts'
import { isBound } from '../../engine/columns/columns.ts'
import { buildGraph, renameColumn } from '../../engine/columns/graph.ts'
import { nameKey } from '../../engine/values/template.ts'
import { refuseField } from '../../kernel/errors.ts'
import type { JsonObject } from '../../kernel/json.ts'
import { toDefinition } from '../../records/definition/definition-shape.logic.ts'
import type { ChainColumn, FunctionInput, FunctionOutput } from './functions.schema.ts'

export interface Chain {
  inputs: FunctionInput[]
  columns: ChainColumn[]
  outputs: FunctionOutput[]
}

/** Columns as a definition has them: references by name, nothing by id. */
export function namedColumns(columns: readonly ColumnConfig[]): ChainColumn[] {
  const names = new Map(columns.map(({ id, name }) => [id, name]))
  const nothing = () => undefined
  const defined = { name: '', description: '', identity: null, views: [], columns }
  const shown = toDefinition(defined, { column: (id) => names.get(id), workbook: nothing, theirColumn: nothing })
  return shown.columns as never
}

/** The chain that makes these columns: everything they read, down to what people fill. @throws Refusal `invalid` */
export function chainOf(columns: readonly ColumnConfig[], wanted: readonly string[]): Chain {
  const byId = new Map(columns.map((column) => [column.id, column]))
  const graph = buildGraph(columns)
  const needed = new Set<string>()
  const walk = (id: string) => {
    if (needed.has(id)) return
    needed.add(id)
    for (const read of graph.reads.get(id) ?? []) walk(read)
  }
  wanted.forEach((id, at) => {
    const column = byId.get(id)
    if (!column) refuseField(['from', 'column_ids', at], 'value_error', 'The workbook has no such column', id)
    else if (column.type === 'input')
      refuseField(
        ['from', 'column_ids', at],
        'value_error',
        `"${column.name}" is filled by people and makes no output`,
        id,
      )
    walk(id)
  })
  const chain = columns.filter(({ id }) => needed.has(id))
  const outer = chain.find(({ type }) => isBound(type))
  if (outer)
    refuseField(
      ['from', 'column_ids'],
      'value_error',
      `"${outer.name}" belongs to its workbook (${outer.type}) and cannot be part of a function`,
    )
  const inputs = chain.flatMap((column): FunctionInput[] =>
    column.type === 'input'
      ? [{ name: column.name, input_type: column.input_type, required: false, description: '' }]
      : [],
  )
  const steps = namedColumns(chain).filter(({ type }) => type !== 'input')
  const outputs = chain.flatMap(({ id, name }) => (wanted.includes(id) ? [{ name, column: name }] : []))
  return { inputs, columns: steps, outputs }
}

/** The definition of the workbook in which a version runs. */
export function definitionOf({ inputs, columns }: Chain): JsonObject {
  const filled = inputs.map(({ name, input_type }) => ({ name, type: 'input', input_type }))
  return { millrace: 1, columns: [...filled, ...columns] as never }
}

/** @throws Refusal `invalid` for outputs that no column gives, and names that are taken twice */
export function mustFit({ inputs, columns, outputs }: Chain): void {
  const names = new Set<string>()
  const take = (name: string, loc: (string | number)[]) => {
    const key = nameKey(name)
    if (names.has(key)) refuseField(loc, 'value_error', `"${name}" is there twice`, name)
    names.add(key)
  }
  inputs.forEach(({ name }, at) => {
    take(name, ['inputs', at, 'name'])
  })
  columns.forEach(({ name, type }, at) => {
    take(name, ['columns', at, 'name'])
    if (type === 'input') refuseField(['columns', at, 'type'], 'value_error', 'What people fill is an input', type)
    if (isBound(type))
      refuseField(
        ['columns', at, 'type'],
        'value_error',
        `A ${type} column belongs to a workbook and cannot be in a function`,
        type,
      )
  })
  const given = new Set<string>()
  outputs.forEach(({ name, column }, at) => {
    if (!columns.some((one) => nameKey(one.name) === nameKey(column)))
      refuseField(['outputs', at, 'column'], 'value_error', `The chain has no column "${column}"`, column)
    if (given.has(nameKey(name))) refuseField(['outputs', at, 'name'], 'value_error', `"${name}" is there twice`, name)
    given.add(nameKey(name))
  })
}

export interface Expansion {
  /** Columns to add, in the names of the workbook. */
  columns: ChainColumn[]
  /** What each column of the chain is called there. */
  names: Record<string, string>
}

/**
 * The columns of a version under the names of a workbook. `mapped` is the column of each input there, `known` what columns of the chain
 * are called there already, `taken` every other name.
 */
export function expand(
  columns: readonly ColumnConfig[],
  {
    title,
    outputs,
    mapped,
    known,
    taken,
  }: {
    title: string
    outputs: readonly FunctionOutput[]
    mapped: Readonly<Record<string, string>>
    known: Readonly<Record<string, string>>
    taken: ReadonlySet<string>
  },
): Expansion {
  const used = new Set(taken)
  for (const name of Object.values(known)) used.add(nameKey(name))
  const free = (wanted: string) => {
    for (let number = 1; ; number++) {
      const name = number === 1 ? wanted : `${wanted} ${number}`
      if (used.has(nameKey(name))) continue
      used.add(nameKey(name))
      return name
    }
  }
  const outputOf = (name: string) => outputs.find(({ column }) => nameKey(column) === nameKey(name))
  const names: Record<string, string> = {}
  const final = new Map<string, string>()
  for (const column of columns) {
    const output = outputOf(column.name)
    const mappedTo = column.type === 'input' ? mapped[column.name] : undefined
    const name = mappedTo ?? known[column.name] ?? free(output ? output.name : `${title}: ${column.name}`.slice(0, 190))
    final.set(column.id, name)
    if (mappedTo === undefined) names[column.name] = name
  }
  // By way of unused names, so that no step of the renaming meets another.
  let renamed = [...columns]
  const rename = (to: (column: ColumnConfig, at: number) => string) => {
    for (const [at, { id }] of columns.entries()) {
      const column = renamed.find((one) => one.id === id) as ColumnConfig
      const result = renameColumn(renamed, id, to(column, at))
      if (result.problem !== undefined) throw new Error(result.problem)
      renamed = result.columns
    }
  }
  rename((_, at) => `⟦${at}⟧`)
  // Two inputs may be mapped to the same column, so the last names are put in by text where they would collide.
  const seen = new Set<string>()
  const shared = new Map<string, string>()
  rename((column, at) => {
    const wanted = final.get(column.id) ?? column.name
    if (!seen.has(nameKey(wanted))) {
      seen.add(nameKey(wanted))
      return wanted
    }
    shared.set(`⟦again ${at}⟧`, wanted)
    return `⟦again ${at}⟧`
  })
  const isShown = (name: string) => Object.entries(names).some(([chain, there]) => there === name && outputOf(chain))
  const made = namedColumns(renamed).flatMap((column, at): ChainColumn[] => {
    const source = columns[at] as ColumnConfig
    if (source.type === 'input' && mapped[source.name] !== undefined) return []
    return [{ ...withNames(column, shared), ...(!isShown(column.name) && { hidden: true }) }]
  })
  return { columns: made, names }
}

function withNames(column: ChainColumn, shared: ReadonlyMap<string, string>): ChainColumn {
  if (shared.size === 0) return column
  let text = JSON.stringify(column)
  for (const [from, to] of shared)
    text = text.replaceAll(JSON.stringify(from).slice(1, -1), JSON.stringify(to).slice(1, -1))
  return JSON.parse(text) as ChainColumn
}
