// How one act of editing is put into calls: what it is called, and which cells go together.

import type { GridWrite } from '../../../grid/edit/write.logic.ts'
import { reasonOf } from '../../../grid/marks/invalid-value.logic.ts'
import type { CellEdit, GridColumn } from '../../../grid/model/grid.types.ts'
import { rowsIn, spanLength } from '../../../grid/model/selection.logic.ts'
import { counted } from '../../../ui/format.ts'

/** Rows per call; the API takes no more. */
export const BATCH_ROWS = 1000

/** What a person did as one and wants to undo as one, over as many calls as it takes. */
export interface Act {
  what: GridWrite['what']
  /** Values that do not fit the type of their column. */
  invalidValues: number
  /** Numbers that were read as decimals and may have meant thousands, and the first of them. */
  unsure?: { count: number; text: string } | undefined
  /** Cells of rows that were made with their values. */
  cells?: number
  /** From the first call on: the others join it. */
  change_id?: string | undefined
  /** What the activity calls it. */
  label?: string | undefined
}

/** What makes a call part of the act: the change it joins, or what the change will be called. */
export const asOneAct = ({ change_id, label }: Act) => (change_id ? { change_id } : label ? { label } : {})

export const actOf = ({ what }: GridWrite): Act => ({ what, invalidValues: 0 })

export const WORDS: Record<Act['what'], { title: string; doing: string; done: string }> = {
  edit: { title: 'Edit', doing: 'Saving', done: 'Saved' },
  paste: { title: 'Paste', doing: 'Pasting', done: 'Pasted' },
  clear: { title: 'Clear', doing: 'Clearing', done: 'Cleared' },
  fill: { title: 'Fill', doing: 'Filling', done: 'Filled' },
}

/** “1.234” is one and a bit here and more than a thousand in Germany: the user is told how it was read. */
export function unsureWords({ unsure }: Act): string {
  if (!unsure) return ''
  const others = unsure.count > 1 ? ` and ${(unsure.count - 1).toLocaleString('en-US')} more` : ''
  return `. “${unsure.text}”${others} taken as decimals, not as thousands`
}

/** Cells that are shown as they will be, and by what that is taken back. */
export interface ShownCell {
  batch: CellEdit[]
  token: number
}

/** Whether a run, or another rule, fills the column. */
export function computedIn(columns: readonly GridColumn[]): (id: string) => boolean {
  const computed = new Set(columns.filter((column) => column.computed).map(({ id }) => id))
  return (id) => computed.has(id)
}

/** Most rows one edit may touch; more belongs into an import or a run. */
const MAX_EDIT_ROWS = 20_000

/** Computed cells are written one by one: more than this is no edit any more. */
const MAX_OVERRIDES = 500

/** Why an edit is refused before anything of it is done, rows to be added included; null where it is not. */
export function tooLarge({ targets }: Pick<GridWrite, 'targets'>, columns: readonly GridColumn[]): string | null {
  const height = spanLength(rowsIn(targets))
  if (height > MAX_EDIT_ROWS)
    return `An edit can touch ${counted(MAX_EDIT_ROWS, 'row')} at most; this one has ${counted(height, 'row')}. Import takes more.`
  const isComputed = computedIn(columns)
  const overrides = targets.reduce(
    (sum, target) =>
      sum + target.height * columns.slice(target.x, target.x + target.width).filter(({ id }) => isComputed(id)).length,
    0,
  )
  return overrides > MAX_OVERRIDES ? `At most ${MAX_OVERRIDES} cells that runs fill can be changed at once.` : null
}

/** What the write has for one row, from its first cell on; the act counts what does not fit, and what may be meant otherwise. */
export function rowEdits(
  change: GridWrite,
  first: { x: number; y: number },
  width: number,
  rowId: string,
  columns: readonly GridColumn[],
  act: Act,
): CellEdit[] {
  return columns.slice(first.x, first.x + width).map((column, right) => {
    const { value, valid, unsure } = change.value({ col: first.x + right, row: first.y }, column)
    if (!valid) act.invalidValues += 1
    if (unsure && act.what === 'paste')
      act.unsure = { text: act.unsure?.text ?? unsure, count: (act.unsure?.count ?? 0) + 1 }
    return { row_id: rowId, column_id: column.id, value, invalidReason: valid ? undefined : reasonOf(column.kind) }
  })
}

/** Edits in calls of at most {@link BATCH_ROWS} rows; one row is never split over two calls. */
export function inBatches(edits: CellEdit[]): CellEdit[][] {
  const batches: CellEdit[][] = []
  let batch: CellEdit[] = []
  let ids = new Set<string>()
  for (const edit of edits) {
    if (ids.size === BATCH_ROWS && !ids.has(edit.row_id)) {
      batches.push(batch)
      batch = []
      ids = new Set()
    }
    ids.add(edit.row_id)
    batch.push(edit)
  }
  if (batch.length > 0) batches.push(batch)
  return batches
}
