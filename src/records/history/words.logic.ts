// What an act is called in the list of activity and in the words of undo.

import type { ChangeKind } from '../store/history.schema.ts'
import type { ChangeCounts, ChangeDetail } from '../store/recorder.ts'
import { isRefused, type Revert, type StoredChange } from './revert.logic.ts'

export interface DescribedChange {
  kind: ChangeKind
  label: string | null
  counts: ChangeCounts
  detail: ChangeDetail
}

export function wordsOf({ kind, label, counts, detail }: DescribedChange): string {
  return label ?? plainWords(kind, counts, detail)
}

/** An undo or a redo as its job has it: what it is, what it does just now where that differs, and how much of it is done. */
export function workOf(
  change: Pick<StoredChange, 'id'> & DescribedChange,
  { direction, since, cells, rows }: Revert,
): { title: string; message: string | null; done: number; total: number | null } {
  const { id, counts, detail } = change
  const words = wordsOf(change)
  // Only what is counted in one unit has a total: an import changes rows by their cells, and adds others whole.
  const ofRows = counts.created ?? counts.rows
  const total = counts.updated || (ofRows !== undefined && counts.cells) ? null : (ofRows ?? counts.cells ?? null)
  const far = total === null ? rows + cells : Math.min(rows + cells, total)
  // A deletion that was never done before goes like a redo.
  if (detail.chosen === undefined || direction !== 'redo' || since !== id) {
    const title = `${direction === 'undo' ? 'Undo' : 'Redo'}: ${words.charAt(0).toLowerCase()}${words.slice(1)}`
    return { title: title.slice(0, 200), message: null, done: far, total }
  }
  const { is_listed, listed } = detail.chosen
  const title = words.replace('Deleted', 'Deleting')
  if (is_listed) return { title, message: title, done: far, total }
  return { title, message: words.replace('Deleted', 'Looking for rows to delete:'), done: listed, total }
}

function plainWords(kind: ChangeKind, counts: ChangeCounts, { columns, run, chosen, whole }: ChangeDetail): string {
  switch (kind) {
    case 'edit_cells':
      return `Changed ${several(counts.cells ?? 1, 'cell')}`
    case 'restore_cell':
      return 'Restored an earlier value'
    case 'insert_rows':
      return `Added ${several(counts.rows ?? 0, 'row')}`
    case 'delete_rows':
      return chosen && isRefused({ chosen })
        ? `Deleted nothing: ${several(chosen.listed, 'row')} matched by then, not ${chosen.expected.toLocaleString('en')}`
        : `Deleted ${several(counts.rows ?? 0, 'row')}`
    case 'add_columns':
      return `Added the column ${listed(columns?.names ?? [])}`
    case 'edit_column':
      return editWords(columns?.changed ?? [])
    case 'delete_column':
      return `Deleted the column ${listed((columns?.names ?? []).slice(0, 1))}`
    case 'reorder_columns':
      return 'Put the columns in another order'
    case 'apply_definition':
      return whole === undefined ? definitionWords(columns) : 'Applied a definition'
    case 'set_identity':
      return 'Changed the duplicate key'
    case 'upsert_rows':
      return `Took in ${outcomes(counts)}`
    case 'import':
      return `Imported ${outcomes(counts)}`
    case 'ingest':
    case 'source':
      return `Took in ${outcomes(counts)}`
    case 'run':
      return `Ran ${several(run?.column_ids.length ?? 1, 'column')} over ${several(counts.rows ?? 0, 'row')}`
  }
}

/** What a definition did to columns, in the words of the acts by hand. */
function definitionWords(columns: ChangeDetail['columns']): string {
  const { names = [], changed = [], removed = [] } = columns ?? {}
  return names.length > 0 && changed.length + removed.length === 0
    ? `Added the column ${listed(names)}`
    : 'Applied a definition'
}

function editWords(changed: NonNullable<NonNullable<ChangeDetail['columns']>['changed']>): string {
  const renamed = changed.find(({ before, after }) => before.name !== after.name)
  if (renamed) return `Renamed “${renamed.before.name}” to “${renamed.after.name}”`
  return `Changed the column ${listed(changed.map(({ after }) => after.name))}`
}

function outcomes({ created = 0, updated = 0 }: ChangeCounts): string {
  if (updated === 0) return several(created, 'row')
  return created === 0
    ? `changes to ${several(updated, 'row')}`
    : `${several(created, 'row')} and changed ${updated.toLocaleString('en')}`
}

function listed(names: readonly string[]): string {
  return names.map((name) => `“${name}”`).join(', ')
}

function several(count: number, thing: string): string {
  return `${count.toLocaleString('en')} ${thing}${count === 1 ? '' : 's'}`
}
