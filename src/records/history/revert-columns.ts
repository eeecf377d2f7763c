// Undoing and redoing what a change did to columns: they come back with their values, and only what was not touched goes back.
import type { ColumnConfig } from '../../engine/columns/columns.schema.ts'
import { renameReferences } from '../../engine/columns/columns.ts'
import { buildGraph } from '../../engine/columns/graph.ts'
import { nameKey } from '../../engine/values/template.ts'
import type { JsonObject } from '../../kernel/json.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { closesCircle } from '../computed/reference-check.reads.ts'
import {
  orderColumns,
  putBackColumns,
  readStored,
  removeColumns,
  rewriteColumns,
} from '../store/columns/columns.writes.ts'
import { type ChangeDetail, type ColumnSnapshot, isSame } from '../store/recorder.ts'
import type { Direction, StoredChange } from './revert.logic.ts'
import { columnsTouchedByOthers } from './revert.writes.ts'

type ColumnsDetail = NonNullable<ChangeDetail['columns']>

export interface ColumnsRevert {
  columns: number
  skipped: { row_id: null; column_id: string | null; reason: string }[]
  /** The detail as it is to be stored from now on. */
  detail: ColumnsDetail
}

/** The structure of the workbook must be held for change. */
export async function revertColumns(
  tx: WorkspaceTx,
  workbookId: string,
  { detail: { columns: detail = {} }, user_id }: Pick<StoredChange, 'detail' | 'user_id'>,
  direction: Direction,
  since: string,
): Promise<ColumnsRevert> {
  const revert: ColumnsRevert = { columns: 0, skipped: [], detail: { ...detail } }
  const isUndo = direction === 'undo'
  const leaving = (isUndo ? detail.added : detail.removed) ?? []
  await takeOut(tx, workbookId, leaving, { since, user_id, changed: detail.changed ?? [], isUndo }, revert)
  await putBack(tx, workbookId, (isUndo ? detail.removed : detail.added) ?? [], revert)
  await revertChanged(tx, workbookId, detail.changed ?? [], isUndo, revert)
  await reorder(tx, workbookId, detail.order, isUndo, revert)
  return revert
}

interface Leaving {
  since: string
  user_id: number | null
  /** What the same change did to columns that stay: what they read because of it, they will read no more. */
  changed: NonNullable<ColumnsDetail['changed']>
  isUndo: boolean
}

/** What others have done with a column since stays: it does too, as does one that a column reads which stays. */
async function takeOut(
  tx: WorkspaceTx,
  workbookId: string,
  ids: string[],
  { since, user_id, changed, isUndo }: Leaving,
  revert: ColumnsRevert,
): Promise<void> {
  if (ids.length === 0) return
  const there = (await readStored(tx, workbookId, null)).map(configOf)
  const touched = await columnsTouchedByOthers(tx, workbookId, ids, since, user_id)
  const { reads } = buildGraph(there.map((column) => goneBack(column, changed, isUndo)))
  const held = new Map([...touched].map((id) => [id, 'changed_since']))
  for (let found = true; found; ) {
    found = false
    for (const { id } of there)
      for (const read of ids.includes(id) && !held.has(id) ? [] : (reads.get(id) ?? []))
        if (ids.includes(read) && !held.has(read)) {
          held.set(read, 'in_use')
          found = true
        }
  }
  const known = new Set(there.map(({ id }) => id))
  for (const [id, reason] of held) if (known.has(id)) skip(revert, id, reason)
  const kept = await removeColumns(
    tx,
    workbookId,
    ids.filter((id) => !held.has(id)),
  )
  const gone = new Set(kept.map(({ id }) => id))
  for (const id of ids.filter((one) => !gone.has(one) && !known.has(one))) skip(revert, id, 'column_deleted')
  revert.columns += kept.length
  revert.detail.kept = [...(revert.detail.kept ?? []), ...kept]
}

async function putBack(tx: WorkspaceTx, workbookId: string, ids: string[], revert: ColumnsRevert): Promise<void> {
  if (ids.length === 0) return
  const there = await readStored(tx, workbookId, null)
  const known = new Set(there.map(({ id }) => id))
  const kept = (revert.detail.kept ?? []).filter(({ id }) => ids.includes(id) && !known.has(id))
  const wanted: ColumnSnapshot[] = []
  for (const column of kept) {
    if (await closesCircle(tx, workbookId, configOf(column))) skip(revert, column.id, 'not_sound')
    else wanted.push(column)
  }
  const names = new Set(there.map(({ name }) => nameKey(name)))
  const back = wanted.map((column) => ({ ...column, name: freeName(column.name, names) }))
  await putBackColumns(tx, workbookId, back)
  revert.columns += back.length
  const left = (revert.detail.kept ?? []).filter(
    (column) => !ids.includes(column.id) || (kept.includes(column) && !wanted.includes(column)),
  )
  if (left.length > 0) revert.detail.kept = left
  else delete revert.detail.kept
}

/** The name, or one with a number after it when another column is called so by now. */
function freeName(name: string, taken: Set<string>): string {
  let free = name
  for (let n = 2; taken.has(nameKey(free)); n++) free = `${name} ${n}`
  taken.add(nameKey(free))
  return free
}

/** The column as {@link revert} will leave it. */
function goneBack(column: ColumnConfig, changed: Leaving['changed'], isUndo: boolean): ColumnConfig {
  const change = changed.find(({ id }) => id === column.id)
  if (!change) return column
  const { id, ...now } = column
  const [from, to] = isUndo ? [change.after, change.before] : [change.before, change.after]
  return { ...(merge(now, flat(from), flat(to)) ?? now), id } as unknown as ColumnConfig
}

type Members = { [member: string]: unknown }

/** Member by member, so that a width set by another user does not block an old name. */
async function revertChanged(
  tx: WorkspaceTx,
  workbookId: string,
  changed: NonNullable<ColumnsDetail['changed']>,
  isUndo: boolean,
  revert: ColumnsRevert,
): Promise<void> {
  if (changed.length === 0) return
  const there = await readStored(tx, workbookId, null)
  const written: ColumnSnapshot[] = []
  for (const { id, before, after } of changed) {
    const now = there.find((column) => column.id === id)
    if (!now) {
      skip(revert, id, 'column_deleted')
      continue
    }
    const [from, to] = isUndo ? [after, before] : [before, after]
    const plain = merge(flat(now), flat(from), flat(to))
    if (plain === null) skip(revert, id, 'changed_since')
    else if (isTaken(there, id, String(plain.name))) skip(revert, id, 'name_taken')
    else if (
      breaks(there, id, plain) ||
      (await closesCircle(tx, workbookId, { ...plain, id } as unknown as ColumnConfig))
    )
      skip(revert, id, 'not_sound')
    else {
      const { name, type, width, hidden, pinned, ...config } = plain
      written.push({ ...now, name, type, width, hidden, pinned, config: config as JsonObject } as ColumnSnapshot)
    }
  }
  if (written.length === 0) return
  await rewriteColumns(tx, workbookId, withReaders(there, written))
  revert.columns += written.length
}

/**
 * All columns to write: those that go back, and those that read a column whose name changes with it, also when another user changed them since.
 */
function withReaders(there: readonly ColumnSnapshot[], written: readonly ColumnSnapshot[]): ColumnSnapshot[] {
  const names = new Set(there.map(({ name }) => nameKey(name)))
  const goingBack = new Map(written.map((column) => [column.id, column]))
  const renamed = there.flatMap(({ id, name: from }) => {
    const to = goingBack.get(id)?.name ?? from
    return from === to ? [] : [{ from, to }]
  })
  if (renamed.length === 0) return [...written]
  return there.flatMap((column) => {
    const plain = goingBack.get(column.id) ?? column
    const renaming = renamed.reduce(
      (one, { from, to }) => renameReferences(one, from, to, (name) => names.has(nameKey(name))),
      configOf(plain),
    )
    const { id: _, name, type, width, hidden, pinned, ...config } = renaming
    const isWritten = plain !== column || !isSame(config as unknown as JsonObject, column.config)
    return isWritten ? [{ ...plain, config: config as unknown as JsonObject }] : []
  })
}

function flat({ config, id: _, ordinal: __, ...members }: ColumnSnapshot): Members {
  return { ...config, ...members }
}

function configOf(column: ColumnSnapshot): ColumnConfig {
  return { ...flat(column), id: column.id } as unknown as ColumnConfig
}

/** What is there, with every member that was changed and is still so taken back; null when none is. */
function merge(now: Members, from: Members, to: Members): Members | null {
  const merged = { ...now }
  let any = false
  for (const member of new Set([...Object.keys(from), ...Object.keys(to)])) {
    const [was, is] = [from[member] ?? null, to[member] ?? null] as never[]
    if (was !== undefined && isSame(was ?? null, is ?? null)) continue
    if (!isSame((now[member] ?? null) as never, was ?? null)) continue
    any = true
    if (member in to) merged[member] = to[member]
    else delete merged[member]
  }
  return any ? merged : null
}

/** Whether the columns would have a fault with it that they do not have now, such as a circle. */
function breaks(there: readonly ColumnSnapshot[], id: string, plain: Members): boolean {
  const before = there.map(configOf)
  const after = before.map((column) => (column.id === id ? ({ ...plain, id } as unknown as ColumnConfig) : column))
  const known = new Set(buildGraph(before).problems.map(({ msg }) => msg))
  return buildGraph(after).problems.some(({ msg, type }) => type === 'reference_cycle' && !known.has(msg))
}

function isTaken(columns: readonly Pick<ColumnConfig, 'id' | 'name'>[], id: string, name: string): boolean {
  return columns.some((column) => column.id !== id && nameKey(column.name) === nameKey(name))
}

/** Columns added since stay after the others. */
async function reorder(
  tx: WorkspaceTx,
  workbookId: string,
  order: ColumnsDetail['order'],
  isUndo: boolean,
  revert: ColumnsRevert,
): Promise<void> {
  if (!order) return
  const [from, to] = isUndo ? [order.after, order.before] : [order.before, order.after]
  const now = (await readStored(tx, workbookId, null)).map(({ id }) => id)
  const among = (ids: readonly string[], others: readonly string[]) => ids.filter((id) => others.includes(id))
  if (among(now, from).join() !== among(from, now).join()) {
    skip(revert, null, 'changed_since')
    return
  }
  await orderColumns(tx, workbookId, [...among(to, now), ...now.filter((id) => !to.includes(id))])
}

function skip(revert: ColumnsRevert, columnId: string | null, reason: string): void {
  revert.skipped.push({ row_id: null, column_id: columnId, reason })
}
