// What applying a definition would change, in words.
import type { ColumnConfig } from '../../engine/columns.schema.ts'
import { nameKey } from '../../engine/template.ts'
import { canonicalJson, type Json } from '../../kernel/json.ts'
import type { Wanted } from './definition-reading.logic.ts'
import type { Defined, DefinedView } from './definition-shape.logic.ts'

export interface PlannedChange {
  kind: 'add' | 'change' | 'rename' | 'remove' | 'reorder'
  of: 'workbook' | 'column' | 'view' | 'identity'
  name: string
  words: string
  warnings: string[]
}

export function sameColumn(one: ColumnConfig, other: ColumnConfig): boolean {
  return canonicalJson(plain(one)) === canonicalJson(plain(other))
}

function plain({ hidden, pinned, ...column }: ColumnConfig): Json {
  return JSON.parse(JSON.stringify({ ...column, ...(hidden && { hidden }), ...(pinned && { pinned }) }))
}

const same = (one: unknown, other: unknown) =>
  canonicalJson(JSON.parse(JSON.stringify(one ?? null))) === canonicalJson(JSON.parse(JSON.stringify(other ?? null)))

export function sameView(one: DefinedView, other: DefinedView): boolean {
  return one.scope === other.scope && one.name === other.name && same(one.config, other.config)
}

/** Views by name, each of the file with the one it means; those that nobody means are to be removed. */
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

export function planOf(now: Defined, wanted: Wanted, totalRows: number): PlannedChange[] {
  const changes: PlannedChange[] = []
  const note = (
    kind: PlannedChange['kind'],
    of: PlannedChange['of'],
    name: string,
    words: string,
    warnings: string[] = [],
  ) => changes.push({ kind, of, name, words, warnings })
  if (wanted.has.name && wanted.name !== now.name)
    note('rename', 'workbook', wanted.name, `Rename the workbook “${now.name}” to “${wanted.name}”`)
  if (wanted.has.description && wanted.description !== now.description)
    note('change', 'workbook', now.name, 'Change the description of the workbook')
  const after = new Map(wanted.columns.map((column) => [column.id, column]))
  const before = new Map(now.columns.map((column) => [column.id, column]))
  for (const column of now.columns)
    if (!after.has(column.id))
      note('remove', 'column', column.name, `Remove the column “${column.name}”`, [
        ...(totalRows > 0
          ? [`Its values in up to ${totalRows.toLocaleString('en')} rows go with it; undo brings them back.`]
          : []),
      ])
  for (const column of wanted.columns) {
    const old = before.get(column.id)
    if (!old) note('add', 'column', column.name, `Add the column “${column.name}”`)
    else {
      if (old.name !== column.name)
        note('rename', 'column', column.name, `Rename the column “${old.name}” to “${column.name}”`)
      if (!sameColumn({ ...old, name: column.name }, column))
        note(
          'change',
          'column',
          column.name,
          `Change ${membersOf(old, column)} of the column “${column.name}”`,
          typeWarnings(old, column),
        )
    }
  }
  const order = wanted.columns.flatMap(({ id }) => (before.has(id) ? [id] : []))
  const was = now.columns.flatMap(({ id }) => (after.has(id) ? [id] : []))
  if (order.join() !== was.join()) note('reorder', 'column', now.name, 'Put the columns in another order')
  if (wanted.has.identity && !same(now.identity, wanted.identity))
    note('change', 'identity', now.name, wanted.identity ? 'Change how rows are recognised' : 'Recognise rows no more')
  if (wanted.has.views) {
    const { pairs, gone } = pairViews(now.views, wanted.views)
    for (const { name } of gone) note('remove', 'view', name, `Remove the view “${name}”`, ['This cannot be undone.'])
    for (const pair of pairs) {
      if (!pair.there) note('add', 'view', pair.wanted.name, `Add the view “${pair.wanted.name}”`)
      else if (!sameView(pair.there, pair.wanted))
        note('change', 'view', pair.wanted.name, `Change the view “${pair.wanted.name}”`)
    }
  }
  return changes
}

function membersOf(old: ColumnConfig, column: ColumnConfig): string {
  const [one, other] = [plain({ ...old, name: column.name }), plain(column)] as { [member: string]: Json }[]
  const members = [...new Set([...Object.keys(one ?? {}), ...Object.keys(other ?? {})])]
  const changed = members.filter(
    (member) => canonicalJson(one?.[member] ?? null) !== canonicalJson(other?.[member] ?? null),
  )
  return changed.map((member) => `“${member}”`).join(', ')
}

function typeWarnings(old: ColumnConfig, column: ColumnConfig): string[] {
  if (old.type !== 'input' || column.type !== 'input' || old.input_type === column.input_type) return []
  return [`Values are read as ${column.input_type}; those that cannot be are kept as they are and marked.`]
}
