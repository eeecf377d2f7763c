// Decides when answers become stale: which columns read which, and which settings of a column affect its answers.

import { canonicalJson, type Json } from '../../kernel/json.ts'
import { bindTemplate } from '../values/render.ts'
import { columnAnswerPart } from './answer-settings.ts'
import { type AskedColumn, type ColumnConfig, kindOf } from './columns.schema.ts'
import { columnFinder, columnTemplates } from './columns.ts'
import { affectedBy, buildGraph } from './graph.ts'

/** Why a cell is stale: what it was made from changed, its column's settings did, or it is past the age limit of its column. */
export type StaleReason = 'input_changed' | 'settings_changed' | 'expired'

/** Whether answers of the column become stale: those of kinds that say which settings decide about them. */
export const canBecomeStale = (column: ColumnConfig): column is AskedColumn => kindOf(column)?.effects != null

/** By column, the asked columns whose answers were made from it, through others too. Columns that no column reads are left out. */
export function answersMadeFrom(columns: readonly ColumnConfig[]): Record<string, string[]> {
  if (!columns.some(canBecomeStale)) return {}
  const graph = buildGraph(columns)
  const ageing = new Set(columns.filter(canBecomeStale).map(({ id }) => id))
  return Object.fromEntries(
    columns.flatMap(({ id }) => {
      const readers = affectedBy(graph, [id]).filter((reader) => ageing.has(reader))
      return readers.length > 0 ? [[id, readers]] : []
    }),
  )
}

/** Columns with an age limit for their answers, in days. */
export const ageLimits = (columns: readonly ColumnConfig[]): [columnId: string, days: number][] =>
  columns.flatMap((column) =>
    canBecomeStale(column) && 'max_age_days' in column && column.max_age_days !== undefined
      ? [[column.id, column.max_age_days]]
      : [],
  )

/** The ids of columns whose calls would differ now. Renaming a column that they read is no change. */
export function changedQuestions(before: readonly ColumnConfig[], after: readonly ColumnConfig[]): string[] {
  const then = new Map(before.filter(canBecomeStale).map((column) => [column.id, questionOf(column, before)]))
  return after.flatMap((column) => {
    const was = then.get(column.id)
    return was !== undefined && canBecomeStale(column) && was !== questionOf(column, after) ? [column.id] : []
  })
}

function questionOf(column: AskedColumn, columns: readonly ColumnConfig[]): string {
  const find = columnFinder(columns)
  const copy = structuredClone(column)
  for (const { loc, template } of columnTemplates(column)) {
    const parts = bindTemplate(template, find).parts.map((part) =>
      typeof part === 'string' ? part : [part.column_id, part.path, part.tail],
    )
    put(copy, loc, parts)
  }
  return canonicalJson(columnAnswerPart(copy) as Json)
}

function put(target: unknown, [first, ...rest]: (string | number)[], value: unknown): void {
  if (typeof target !== 'object' || target === null || first === undefined) return
  const holder = target as Record<string | number, unknown>
  if (rest.length === 0) holder[first] = value
  else put(holder[first], rest, value)
}
