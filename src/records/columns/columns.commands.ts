// What people do with columns: add, change, rename with every reference, remove, put in order.

import { ColumnConfig } from '../../engine/columns/columns.schema.ts'
import { isComputed } from '../../engine/columns/columns.ts'
import { renameColumn } from '../../engine/columns/graph.ts'
import { refuse, refuseField } from '../../kernel/errors.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { compileChecker, invalid } from '../../platform/http/checks/validate.ts'
import { withRanges } from '../computed/ranges.reads.ts'
import { mustLookUpWell } from '../computed/reference-check.reads.ts'
import { settleComputed } from '../computed/structure.commands.ts'
import { changeStructure } from '../opening/structure.lock.ts'
import { readDeclared } from '../own-providers/own-providers.reads.ts'
import { cleanName, isEnriched, mustBeSound, withColumnIds } from '../store/columns/columns.logic.ts'
import {
  insertColumns,
  orderColumns,
  readStored,
  removeColumns,
  resetCompleted,
  takeColumnNumbers,
  updateColumns,
} from '../store/columns/columns.writes.ts'
import { meaningOf, withFormulaFacts } from '../store/columns/computed.logic.ts'
import { type ColumnSnapshot, isSame, newChange, recordChange } from '../store/recorder.ts'
import { emitWorkbook } from '../store/workbook.events.ts'
import type { ColumnUpdate, NewColumn, WorkbookColumn, WorkbookResponse } from '../store/workbook.schema.ts'
import { mustFindWorkbook, mustReadWorkbook, readColumns } from '../store/workbooks.reads.ts'
import { convertValues } from './conversion.commands.ts'
import { dependantsOf } from './dependants.reads.ts'

const MAX_COLUMNS = 500

/** Adds a column at the end. Refuses (422) a taken name, a reference that leads nowhere or in a circle, an unknown lookup. */
export async function addColumn(tx: WorkspaceTx, workbookId: string, wanted: NewColumn): Promise<WorkbookColumn> {
  const id = await mustFindWorkbook(tx, workbookId)
  const [added] = await addColumns(tx, id, [wanted], () => [])
  if (added) {
    const detail = { columns: { added: [added.id], names: [added.name] } }
    await recordChange(tx, id, { ...newChange('add_columns', { columns: 1 }), detail })
  }
  await emitWorkbook(tx, 'workbook.updated', id)
  return mustReadColumn(tx, id, added?.id ?? '')
}

/** As {@link addColumn} for several at once; `locOf` says where in the body each stands. Emits nothing. */
export async function addColumns(
  tx: WorkspaceTx,
  workbookId: string,
  wanted: readonly NewColumn[],
  locOf: (index: number) => (string | number)[],
): Promise<ColumnConfig[]> {
  if (wanted.length === 0) return []
  await changeStructure(tx, workbookId)
  const before = await readColumns(tx, workbookId)
  const made = withColumnIds(wanted, await takeColumnNumbers(tx, workbookId, wanted.length))
  const after = withFormulaFacts(await withRanges(tx, workbookId, [...before, ...made], before))
  const added = after.slice(before.length)
  if (after.length > MAX_COLUMNS) refuse('too_large', `A workbook has at most ${MAX_COLUMNS} columns`)
  const locOfAdded = (index: number) => (index < before.length ? null : locOf(index - before.length))
  mustBeSound(before, after, locOfAdded, await readDeclared(tx))
  const placed = added.map((column, index) => ({ column, loc: locOf(index) }))
  await mustLookUpWell(tx, workbookId, placed)
  await insertColumns(tx, workbookId, added)
  if (added.some(isEnriched)) await resetCompleted(tx, workbookId)
  await settleComputed(tx, workbookId, before, after)
  return added
}

const checkColumn = compileChecker(ColumnConfig)

/** The merged column. Members that only the former settings had and the new ones do not know are left behind. */
function readMerged(merged: object, given: object): ReturnType<typeof checkColumn.read> {
  const how = { odd: true, flat: false }
  const read = checkColumn.read(merged, 'body', how)
  const left = read.errors.flatMap(({ type, loc: [, , member, ...below] }) =>
    type === 'extra_forbidden' && below.length === 0 && !Object.hasOwn(given, String(member)) ? [String(member)] : [],
  )
  if (left.length === 0) return read
  return checkColumn.read(
    Object.fromEntries(Object.entries(merged).filter(([member]) => !left.includes(member))),
    'body',
    how,
  )
}

/** Changes the members given; null takes one away. What people fill stays so: its values are the row's own. */
export async function updateColumn(
  tx: WorkspaceTx,
  workbookId: string,
  columnId: string,
  change: ColumnUpdate,
): Promise<WorkbookColumn> {
  const id = await mustFindWorkbook(tx, workbookId)
  await changeStructure(tx, id)
  const before = await readColumns(tx, id)
  const index = before.findIndex((column) => column.id === columnId)
  const old = before[index] ?? refuse('not_found', 'Column not found')
  // What an answer says about a column besides its settings may be sent back.
  const { name, id: _, stats: __, stale: ___, invalid_values, ...rest } = change as ColumnUpdate & WorkbookColumn
  const renamed = name === undefined || cleanName(name) === old.name ? before : rename(before, columnId, name)
  const merged = Object.fromEntries(
    Object.entries({ ...renamed[index], ...rest }).filter(([, value]) => value !== null && value !== undefined),
  )
  const { value, errors } = readMerged(merged, rest)
  if (errors.length > 0) throw invalid(errors.map(withoutTag))
  const changed = value as ColumnConfig
  if (natureOf(changed) !== natureOf(old))
    refuseField(
      ['type'],
      'value_error',
      `${natureOf(old)} cannot become ${natureOf(changed).toLowerCase()}`,
      changed.type,
    )
  const placed = renamed.map((column, place) => (place === index ? changed : column))
  const after = withFormulaFacts(await withRanges(tx, id, placed, before))
  mustBeSound(before, after, (place) => (place === index ? [] : null), await readDeclared(tx))
  // Where it looks up what has been deleted since it may still be renamed.
  const final = after[index] ?? changed
  if (meaningOf(final, after) !== meaningOf(old, before)) await mustLookUpWell(tx, id, [{ column: final, loc: [] }])
  const written = after.filter((column, place) => JSON.stringify(column) !== JSON.stringify(before[place]))
  const ids = written.map((column) => column.id)
  const was = await readStored(tx, id, ids)
  await updateColumns(tx, id, written)
  const changeId = await recordEdit(tx, id, was, await readStored(tx, id, ids))
  await settleComputed(tx, id, before, after)
  if (changed.type === 'input' && old.type === 'input' && changed.input_type !== old.input_type && changeId)
    await convertValues(tx, id, changed, changeId, invalid_values)
  await emitWorkbook(tx, 'workbook.updated', id)
  return mustReadColumn(tx, id, columnId)
}

/** Puts what differs on record; returns the id of the change, null when nothing does. */
async function recordEdit(
  tx: WorkspaceTx,
  workbookId: string,
  was: ColumnSnapshot[],
  is: ColumnSnapshot[],
): Promise<string | null> {
  const changed = was.flatMap((before) => {
    const after = is.find(({ id }) => id === before.id)
    return after && !isSame({ ...before }, { ...after }) ? [{ id: before.id, before, after }] : []
  })
  if (changed.length === 0) return null
  const change = newChange('edit_column', { columns: changed.length })
  await recordChange(tx, workbookId, { ...change, detail: { columns: { changed } } })
  return change.id
}

function natureOf(column: ColumnConfig): string {
  if (column.type === 'input') return 'A column that people fill'
  return isComputed(column) ? 'A column computed from others' : 'A column that asks providers'
}

function rename(columns: ColumnConfig[], columnId: string, name: string): ColumnConfig[] {
  const result = renameColumn(columns, columnId, cleanName(name))
  if (result.problem !== undefined) refuseField(['name'], 'value_error', result.problem, name)
  return result.columns
}

/** The shape of one column is known from what is stored, so errors do not name the shape that was tried. */
function withoutTag<E extends { loc: (string | number)[] }>(error: E): E {
  const [body, , ...rest] = error.loc
  return error.loc.length > 2 && body !== undefined ? { ...error, loc: [body, ...rest] } : error
}

/** Removes a column; undo brings it back with its values. Refuses (409) one that others need, naming them, unless forced. */
export async function deleteColumn(
  tx: WorkspaceTx,
  workbookId: string,
  columnId: string,
  force: boolean,
): Promise<void> {
  const id = await mustFindWorkbook(tx, workbookId)
  await changeStructure(tx, id)
  const columns = await readColumns(tx, id)
  const column = columns.find((one) => one.id === columnId) ?? refuse('not_found', 'Column not found')
  const missing = (await dependantsOf(tx, id, columns, columnId)).filter(({ blocks }) => blocks)
  if (missing.length > 0 && !force) {
    const names = missing.map(({ name }) => `"${name}"`).join(', ')
    refuse(
      'conflict',
      `"${column.name}" is used by ${names}. Remove or change these first, or delete with force=true.`,
      { extra: { dependants: missing } },
    )
  }
  const kept = await removeColumns(tx, id, [columnId])
  await recordChange(tx, id, {
    ...newChange('delete_column', { columns: 1 }, null),
    detail: { columns: { removed: [columnId], kept, names: [column.name] } },
  })
  await settleComputed(
    tx,
    id,
    columns,
    columns.filter((one) => one !== column),
  )
  // Runs ask for it no more.
  tx.wakes.add('millrace_runs')
  await emitWorkbook(tx, 'workbook.updated', id)
}

/** Puts the columns in this order, which must name each of them once (422). */
export async function reorderColumns(
  tx: WorkspaceTx,
  workbookId: string,
  columnIds: readonly string[],
): Promise<WorkbookResponse> {
  const id = await mustFindWorkbook(tx, workbookId)
  await changeStructure(tx, id)
  const known = (await readColumns(tx, id)).map((column) => column.id)
  const isSame = [...known].sort().join() === [...columnIds].sort().join()
  if (!isSame)
    refuseField(['column_ids'], 'value_error', 'Every column of the workbook must be named exactly once', columnIds)
  await orderColumns(tx, id, columnIds)
  const order = { before: known, after: [...columnIds] }
  if (known.join() !== columnIds.join())
    await recordChange(tx, id, { ...newChange('reorder_columns', {}), detail: { columns: { order } } })
  await emitWorkbook(tx, 'workbook.updated', id)
  return mustReadWorkbook(tx, id)
}

async function mustReadColumn(tx: WorkspaceTx, workbookId: string, columnId: string): Promise<WorkbookColumn> {
  const { columns_config } = await mustReadWorkbook(tx, workbookId)
  return columns_config.find((column) => column.id === columnId) ?? refuse('not_found', 'Column not found')
}
