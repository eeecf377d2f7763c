// How one act of editing is put into calls: what it is called, and which cells go together.
import type { CellEdit } from '../../../grid/grid.types.ts'
import type { GridWrite } from '../../../grid/write.logic.ts'

/** Rows per call; the API takes no more. */
export const BATCH_ROWS = 1000

/** What a person did as one and wants to undo as one, over as many calls as it takes. */
export interface Act {
  what: GridWrite['what']
  /** Values that do not fit the type of their column. */
  misfits: number
  /** From the first call on: the others join it. */
  change_id?: string | undefined
  /** What the activity calls it. */
  label?: string | undefined
}

export const actOf = ({ what }: GridWrite): Act => ({ what, misfits: 0 })

export const WORDS: Record<Act['what'], { title: string; doing: string; done: string }> = {
  edit: { title: 'Edit', doing: 'Saving', done: 'Saved' },
  paste: { title: 'Paste', doing: 'Pasting', done: 'Pasted' },
  clear: { title: 'Clear', doing: 'Clearing', done: 'Cleared' },
  fill: { title: 'Fill', doing: 'Filling', done: 'Filled' },
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
