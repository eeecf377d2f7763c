// What applying a definition would change, in words.
import type { ColumnConfig } from '../../engine/columns/columns.schema.ts'
import { nameKey } from '../../engine/values/template.ts'
import { canonicalJson, type Json, type JsonObject, plainJson } from '../../kernel/json.ts'
import type { ReadDefinition } from './definition-reading.logic.ts'
import type { DefinedView, DefinitionContent } from './definition-shape.logic.ts'

export interface PlannedChange {
  kind: 'add' | 'change' | 'rename' | 'remove' | 'reorder'
  of: 'workbook' | 'column' | 'view' | 'identity'
  name: string
  words: string
  warnings: string[]
  /** What differs, as the file says it; null where there is none. */
  fields: { name: string; from: Json; to: Json }[]
}

export function sameColumn(one: ColumnConfig, other: ColumnConfig): boolean {
  return canonicalJson(plain(one)) === canonicalJson(plain(other))
}

function plain({ hidden, pinned, ...column }: ColumnConfig): Json {
  return plainJson({ ...column, ...(hidden && { hidden }), ...(pinned && { pinned }) })
}

/** Whether two are the same once they have been written and read. */
export const isAlike = (one: unknown, other: unknown) =>
  canonicalJson(plainJson(one)) === canonicalJson(plainJson(other))

export function sameView(one: DefinedView, other: DefinedView): boolean {
  return one.scope === other.scope && one.name === other.name && isAlike(one.config, other.config)
}

/** Views by name, each of the file with the one it means; views without one are to be removed. */
export function pairViews<V extends DefinedView>(
  there: readonly V[],
  wanted: readonly DefinedView[],
): { pairs: { wanted: DefinedView; there: V | undefined }[]; gone: V[] } {
  const left = [...there]
  const pairs = wanted.map((view) => {
    const place = left.findIndex(({ name }) => nameKey(name) === nameKey(view.name))
    return { wanted: view, there: place === -1 ? undefined : left.splice(place, 1)[0] }
  })
  return { pairs, gone: left }
}

/** `said` are both as a file says them, for the differences. */
export function planOf(
  now: DefinitionContent,
  wanted: ReadDefinition,
  totalRows: number,
  said: { now: JsonObject; wanted: JsonObject },
): PlannedChange[] {
  const changes: PlannedChange[] = []
  const note = (change: Omit<PlannedChange, 'warnings'>, warnings: string[] = []) =>
    changes.push({ ...change, warnings })
  const ofWorkbook = (name: 'name' | 'description') => [{ name, from: now[name], to: wanted[name] }]
  if (wanted.has.name && wanted.name !== now.name) {
    const words = `Rename the workbook “${now.name}” to “${wanted.name}”`
    note({ kind: 'rename', of: 'workbook', name: wanted.name, words, fields: ofWorkbook('name') })
  }
  if (wanted.has.description && wanted.description !== now.description) {
    const words = 'Change the description of the workbook'
    note({ kind: 'change', of: 'workbook', name: now.name, words, fields: ofWorkbook('description') })
  }
  noteColumns(now, wanted, totalRows, said, note)
  if (wanted.has.identity && !isAlike(now.identity, wanted.identity)) {
    const words = wanted.identity ? 'Change the duplicate key' : 'Remove the duplicate key'
    const fields = [{ name: 'identity', from: said.now.identity ?? null, to: said.wanted.identity ?? null }]
    note({ kind: 'change', of: 'identity', name: now.name, words, fields })
  }
  if (wanted.has.views) {
    const { pairs, gone } = pairViews(now.views, wanted.views)
    const was = saidBy(now.views, said.now.views)
    const is = saidBy(wanted.views, said.wanted.views)
    for (const view of gone) {
      const { name } = view
      note({
        kind: 'remove',
        of: 'view',
        name,
        words: `Remove the view “${name}”`,
        fields: differences(was.get(view), null),
      })
    }
    for (const { there, wanted: view } of pairs) {
      const { name } = view
      const fields = differences(there && was.get(there), is.get(view))
      if (!there) note({ kind: 'add', of: 'view', name, words: `Add the view “${name}”`, fields })
      else if (!sameView(there, view))
        note({ kind: 'change', of: 'view', name, words: `Change the view “${name}”`, fields })
    }
  }
  return changes
}

function noteColumns(
  now: DefinitionContent,
  wanted: ReadDefinition,
  totalRows: number,
  said: { now: JsonObject; wanted: JsonObject },
  note: (change: Omit<PlannedChange, 'warnings'>, warnings?: string[]) => void,
): void {
  const after = new Map(wanted.columns.map((column) => [column.id, column]))
  const before = new Map(now.columns.map((column) => [column.id, column]))
  const was = saidBy(now.columns, said.now.columns)
  const is = saidBy(wanted.columns, said.wanted.columns)
  for (const column of now.columns) {
    if (after.has(column.id)) continue
    const { name } = column
    const rows = totalRows.toLocaleString('en')
    const warnings = totalRows > 0 ? [`Its values in up to ${rows} rows go with it; undo brings them back.`] : []
    const words = `Remove the column “${name}”`
    note({ kind: 'remove', of: 'column', name, words, fields: differences(was.get(column), null) }, warnings)
  }
  for (const column of wanted.columns) {
    const { name } = column
    const old = before.get(column.id)
    const fields = differences(old && was.get(old), is.get(column))
    if (!old) {
      note({ kind: 'add', of: 'column', name, words: `Add the column “${name}”`, fields })
      continue
    }
    const renamed = [{ name: 'name', from: old.name, to: name }]
    if (old.name !== name)
      note({
        kind: 'rename',
        of: 'column',
        name,
        words: `Rename the column “${old.name}” to “${name}”`,
        fields: renamed,
      })
    if (fields.length > 0) {
      const words = `Change ${fields.map((field) => `“${field.name}”`).join(', ')} of the column “${name}”`
      note({ kind: 'change', of: 'column', name, words, fields }, typeWarnings(old, column))
    }
  }
  const order = wanted.columns.flatMap((column) => (before.has(column.id) ? [column] : []))
  const inOrder = now.columns.flatMap((column) => (after.has(column.id) ? [column] : []))
  const ids = (columns: readonly ColumnConfig[]) => columns.map(({ id }) => id).join()
  if (ids(order) === ids(inOrder)) return
  const names = (columns: readonly ColumnConfig[]) => columns.map(({ name }) => name)
  const fields = [{ name: 'order', from: names(inOrder), to: names(order) }]
  note({ kind: 'reorder', of: 'column', name: now.name, words: 'Put the columns in another order', fields })
}

/** What the file says of each of a list. */
function saidBy<T>(list: readonly T[], said: Json | undefined): Map<T, JsonObject> {
  return new Map(list.map((one, index) => [one, ((said as Json[] | undefined)?.[index] ?? {}) as JsonObject]))
}

/** Members that differ; what a thing is called is told in words. */
function differences(from: JsonObject | null | undefined, to: JsonObject | null | undefined): PlannedChange['fields'] {
  const members = [...new Set([...Object.keys(from ?? {}), ...Object.keys(to ?? {})])]
  return members
    .filter((member) => member !== 'name' && !isAlike(from?.[member], to?.[member]))
    .map((name) => ({ name, from: from?.[name] ?? null, to: to?.[name] ?? null }))
}

function typeWarnings(old: ColumnConfig, column: ColumnConfig): string[] {
  if (old.type !== 'input' || column.type !== 'input' || old.input_type === column.input_type) return []
  return [`Values are read as ${column.input_type}; those that cannot be are kept as they are and marked.`]
}
