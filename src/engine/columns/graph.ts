// The columns of a workbook by reference: what reads what, what is wrong with it, and in which order to run.
import type { FieldError } from '../../kernel/errors.ts'
import { asksFor, checkFilter, filterFields } from '../filter/filter-check.ts'
import { nameKey, parseTemplate, references, resolveReference } from '../values/template.ts'
import { type ColumnConfig, kindOf } from './columns.schema.ts'
import { columnConditions, columnFinder, columnTemplates, isComputed, renameReferences, withIds } from './columns.ts'

export interface ColumnGraph {
  /** Columns in the order of the workbook, name by id. */
  readonly names: ReadonlyMap<string, string>
  /** The columns that a column reads directly, each once. */
  readonly reads: ReadonlyMap<string, readonly string[]>
  /**
   * Everything that forbids saving; `loc` begins with the index of the column. Types: `duplicate_id`, `duplicate_name`,
   * `template_syntax`, `unknown_reference` (ctx.reference), `reference_cycle` (ctx.cycle: column ids), and those of
   * `checkFilter`.
   */
  readonly problems: readonly FieldError[]
}

/** Reads the graph off the columns. A condition may look at its own column ("only where it is empty"). */
const NO_CONDITION: FieldError = {
  loc: [],
  type: 'value_error',
  msg: 'Whether a value fits its type cannot be a condition of a column',
}

export function buildGraph(columns: readonly ColumnConfig[]): ColumnGraph {
  const names = new Map(columns.map(({ id, name }) => [id, name]))
  const reads = new Map<string, readonly string[]>()
  const problems = nameProblems(columns)
  const findColumn = columnFinder(columns)
  columns.forEach((column, index) => {
    const direct = new Set<string>()
    for (const { loc, template } of columnTemplates(column)) {
      const parsed = parseTemplate(template)
      for (const msg of parsed.problems) problems.push({ loc: [index, ...loc], type: 'template_syntax', msg })
      for (const { ref } of references(parsed)) {
        const found = resolveReference(ref, (name) => findColumn(name) !== undefined)
        const id = found && findColumn(found.name)
        if (id) direct.add(id)
        else {
          const msg = `There is no column "${ref}"`
          problems.push({ loc: [index, ...loc], type: 'unknown_reference', msg, ctx: { reference: ref } })
        }
      }
    }
    // The formula check reports errors of a formula; here only the columns that it reads count.
    for (const ref of kindOf(column).references?.(column) ?? []) {
      const found = resolveReference(ref, (name) => findColumn(name) !== undefined)
      const id = found && findColumn(found.name)
      if (id) direct.add(id)
    }
    for (const { loc, condition } of columnConditions(column)) {
      const wrong = checkFilter(condition, (id) => names.has(id))
      // A run reads rows without looking whether their values fit.
      if (wrong.length === 0 && asksFor(condition, 'invalid')) wrong.push(NO_CONDITION)
      problems.push(...wrong.map((problem) => ({ ...problem, loc: [index, ...loc, ...problem.loc] })))
      if (wrong.length > 0) continue
      for (const field of filterFields(condition)) if (names.has(field) && field !== column.id) direct.add(field)
    }
    reads.set(column.id, [...direct])
  })
  for (const cycle of cycles(reads)) {
    const first = cycle[0] ?? ''
    const msg = `Columns refer to each other in a circle: ${cycle.map((id) => names.get(id)).join(' -> ')}`
    const loc = [columns.findIndex((column) => column.id === first)]
    problems.push({ loc, type: 'reference_cycle', msg, ctx: { cycle } })
  }
  return { names, reads, problems }
}

function nameProblems(columns: readonly ColumnConfig[]): FieldError[] {
  const problems: FieldError[] = []
  const ids = new Set<string>()
  const keys = new Set<string>()
  columns.forEach(({ id, name }, index) => {
    if (ids.has(id)) problems.push({ loc: [index, 'id'], type: 'duplicate_id', msg: `Two columns have the id "${id}"` })
    ids.add(id)
    const key = nameKey(name)
    if (key === '') problems.push({ loc: [index, 'name'], type: 'string_too_short', msg: 'A column needs a name' })
    else if (keys.has(key)) {
      problems.push({ loc: [index, 'name'], type: 'duplicate_name', msg: `Two columns are called "${name.trim()}"` })
    }
    keys.add(key)
  })
  for (const [index, column] of columns.entries()) {
    const steps = new Set<string>()
    for (const [step, { id }] of (column.type === 'waterfall' ? column.steps : []).entries()) {
      const loc = [index, 'steps', step, 'id']
      if (id !== undefined && steps.has(id))
        problems.push({ loc, type: 'duplicate_id', msg: `Two steps have the id "${id}"` })
      if (id !== undefined) steps.add(id)
    }
    problems.push(...orderProblems(column, index))
  }
  return problems
}

/** Orders of steps that the column has not, or that name one twice. */
function orderProblems(column: ColumnConfig, index: number): FieldError[] {
  if (column.type !== 'waterfall') return []
  const known = new Set(withIds(column.steps).map(({ id }) => id))
  return (column.orders ?? []).flatMap(({ steps }, order) =>
    steps.flatMap((id, place): FieldError[] => {
      const loc = [index, 'orders', order, 'steps', place]
      if (!known.has(id)) return [{ loc, type: 'value_error', msg: `The column has no step "${id}"`, input: id }]
      if (steps.indexOf(id) < place) return [{ loc, type: 'value_error', msg: `"${id}" is there twice`, input: id }]
      return []
    }),
  )
}

/** Each circle once, as ids with the first repeated at the end. Walks with its own stack: a chain may be long. */
function cycles(reads: ReadonlyMap<string, readonly string[]>): string[][] {
  const found: string[][] = []
  const done = new Set<string>()
  for (const start of reads.keys()) {
    const path: { id: string; next: number }[] = []
    const onPath = new Map<string, number>()
    const enter = (id: string) => {
      onPath.set(id, path.length)
      path.push({ id, next: 0 })
    }
    if (!done.has(start)) enter(start)
    for (let top = path.at(-1); top; top = path.at(-1)) {
      const target = reads.get(top.id)?.[top.next++]
      if (target === undefined) {
        done.add(top.id)
        onPath.delete(top.id)
        path.pop()
        continue
      }
      const seenAt = onPath.get(target)
      if (seenAt !== undefined) found.push([...path.slice(seenAt).map(({ id }) => id), target])
      else if (!done.has(target)) enter(target)
    }
  }
  return found
}

/**
 * The order of work: each level needs only earlier levels, columns of one level run side by side. With `only`, just
 * those columns, still ordered by what they read through columns left out. Columns in a circle come last, together.
 */
export function columnLevels(graph: ColumnGraph, only?: Iterable<string>): string[][] {
  const depth = new Map<string, number>()
  let waiting = [...graph.names.keys()]
  const wanted = only === undefined ? null : new Set(only)
  while (waiting.length > 0) {
    const ready = waiting.filter((id) => directReads(graph, id).every((read) => depth.has(read)))
    for (const id of ready.length > 0 ? ready : waiting) {
      // Only wanted columns take a level of their own, so that those left out do not space the others apart.
      const below = directReads(graph, id).map((read) => (depth.get(read) ?? 0) + (counts(read, wanted) ? 1 : 0))
      depth.set(id, Math.max(0, ...below))
    }
    waiting = waiting.filter((id) => !depth.has(id))
  }
  const result: string[][] = []
  for (const id of graph.names.keys()) {
    const level = depth.get(id)
    if (level === undefined || !counts(id, wanted)) continue
    result[level] ??= []
    result[level].push(id)
  }
  return result.filter((level) => level !== undefined)
}

function counts(id: string, wanted: ReadonlySet<string> | null): boolean {
  return wanted === null || wanted.has(id)
}

function directReads(graph: ColumnGraph, id: string): readonly string[] {
  return (graph.reads.get(id) ?? []).filter((read) => graph.names.has(read))
}

/** The columns that a column reads by way of computed ones, however many of those stand between. */
export function readsBehindComputed(graph: ColumnGraph, columns: readonly ColumnConfig[], columnId: string): string[] {
  const computed = new Set(columns.filter(isComputed).map(({ id }) => id))
  const found = new Set<string>()
  const queue = directReads(graph, columnId).filter((id) => computed.has(id))
  const seen = new Set(queue)
  for (let id = queue.pop(); id !== undefined; id = queue.pop()) {
    for (const read of directReads(graph, id)) {
      if (!computed.has(read)) found.add(read)
      else if (!seen.has(read)) {
        seen.add(read)
        queue.push(read)
      }
    }
  }
  return [...found]
}

/** Every column that reads this one, directly or through others, in the order of work. */
export function dependants(graph: ColumnGraph, columnId: string): string[] {
  return affectedBy(graph, [columnId])
}

/** Every column whose values may change when these change, without themselves, in the order of work. */
export function affectedBy(graph: ColumnGraph, columnIds: Iterable<string>): string[] {
  const readers = new Map<string, string[]>()
  for (const [id, reads] of graph.reads) {
    for (const read of reads) readers.set(read, [...(readers.get(read) ?? []), id])
  }
  const given = new Set(columnIds)
  const reached = new Set<string>()
  const queue = [...given]
  for (let id = queue.pop(); id !== undefined; id = queue.pop()) {
    for (const reader of readers.get(id) ?? []) {
      if (given.has(reader) || reached.has(reader)) continue
      reached.add(reader)
      queue.push(reader)
    }
  }
  return columnLevels(graph)
    .flat()
    .filter((id) => reached.has(id))
}

/**
 * The columns after renaming one, every reference to it rewritten; or the problem that forbids it: a blank or taken
 * name, or one under which another reference would change its meaning ("Site" and "Site.url" beside each other).
 */
export function renameColumn(
  columns: readonly ColumnConfig[],
  columnId: string,
  name: string,
): { columns: ColumnConfig[]; problem?: undefined } | { problem: string } {
  const column = columns.find(({ id }) => id === columnId)
  if (!column) return { problem: 'There is no such column' }
  const findColumn = columnFinder(columns)
  const isColumn = (candidate: string) => findColumn(candidate) !== undefined
  const renamed = columns.map((other) => {
    const rewritten = renameReferences(other, column.name, name, isColumn)
    return other.id === columnId ? { ...rewritten, name: name.trim() } : rewritten
  })
  const taken = nameProblems(renamed).at(0)
  if (taken) return { problem: taken.msg }
  const before = buildGraph(columns).reads
  const after = buildGraph(renamed).reads
  const moved = columns.find(({ id }) => before.get(id)?.join() !== after.get(id)?.join())
  if (moved) return { problem: `References in "${moved.name}" would then mean another column` }
  return { columns: renamed }
}
