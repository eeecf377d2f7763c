// Saves what is edited on the grid: shown at once, sent in order, taken back with a sentence when it is refused.
import { useEffect, useRef, useState } from 'react'
import type { CellEdit, GridColumn, GridRow } from '../../grid/grid.types.ts'
import type { RowStore } from '../../grid/rows.store.ts'
import type { GridWrite } from '../../grid/write.logic.ts'
import { counted } from '../../ui/format.ts'
import { toast } from '../../ui/toast.tsx'
import { tellUndoable } from '../history/use-undo.ts'
import { complain } from './complain.ts'
import { addColumn, addRows, clearCell, deleteRows, patchCell, patchRows } from './workbook.api.ts'

/** Rows per call; the API takes no more. */
const BATCH_ROWS = 1000
const BATCH_DELETED = 5000
/** Most rows one edit may touch; more belongs into an import or a run. */
const MAX_EDIT_ROWS = 20_000

/** Computed cells are written one by one: more than this is no edit any more. */
const MAX_OVERRIDES = 500
const CELLS_AT_ONCE = 4

/** The change that the calls of one edit are part of. */
interface Act {
  change: string | null
}

export type AskGrow = { write: GridWrite; rows: number; columns: number }

export function useEdits(workbookId: string, rows: RowStore, columns: GridColumn[], reload: () => void) {
  const queue = useRef<Promise<void>>(Promise.resolve())
  const [saving, setSaving] = useState(0)
  const [asking, setAsking] = useState<AskGrow | null>(null)

  useEffect(() => {
    if (saving === 0) return
    const hold = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', hold)
    return () => window.removeEventListener('beforeunload', hold)
  }, [saving])

  /** One after another, so that a later edit of a cell is never overtaken by an earlier one. */
  function enqueue(job: () => Promise<void>): Promise<void> {
    setSaving((before) => before + 1)
    queue.current = queue.current
      .then(job)
      .catch((error) => complain(error, 'The change was not saved.'))
      .finally(() => setSaving((before) => before - 1))
    return queue.current
  }

  async function write(change: GridWrite): Promise<void> {
    if (change.newRows > 0 || change.newColumns > 0) {
      setAsking({ write: change, rows: change.newRows, columns: change.newColumns })
      return
    }
    await apply(change, columns)
  }

  /** The answer to "add N rows?": grows the table, then writes; without growing, only what fits is written. */
  async function grow(answer: AskGrow | null, withColumns: boolean): Promise<void> {
    setAsking(null)
    if (!answer) return
    const all = [...columns]
    try {
      for (let number = 0; withColumns && number < answer.columns; number += 1) {
        const name = `Column ${columns.length + number + 1}`
        const made = await addColumn(workbookId, { name, type: 'input', input_type: 'text' })
        all.push({ id: made.id, name, type: 'input', kind: 'text', width: 180, computed: false })
      }
      if (answer.rows > 0) await append(answer.rows)
    } catch (error) {
      complain(error, 'Nothing was pasted.')
      reload()
      return
    }
    if (answer.columns > 0) reload()
    await apply(answer.write, all)
  }

  async function apply(change: GridWrite, all: GridColumn[]) {
    const height = change.targets.reduce((sum, target) => sum + target.height, 0)
    if (height > MAX_EDIT_ROWS) {
      toast(
        `An edit can touch ${counted(MAX_EDIT_ROWS, 'row')} at most; this one has ${counted(height, 'row')}. Nothing was changed.`,
        { tone: 'bad' },
      )
      return
    }
    let edits: CellEdit[]
    let misfits = 0
    try {
      edits = []
      for (const target of change.targets) {
        const found =
          rowsNow(rows, target.y, target.height) ?? (await rows.ensure(target.y, target.y + target.height - 1))
        found.forEach((row, down) => {
          for (let x = target.x; x < Math.min(target.x + target.width, all.length); x += 1) {
            const column = all[x]
            if (!column) continue
            const { value, valid } = change.value({ col: x, row: target.y + down }, column)
            if (!valid) misfits += 1
            edits.push({ row_id: row.row_id, column_id: column.id, value })
          }
        })
      }
    } catch (error) {
      complain(error, 'Nothing was changed.')
      return
    }
    if (misfits > 0) {
      toast(
        `${counted(misfits, 'value')} did not fit the type of the column and ${misfits === 1 ? 'was' : 'were'} kept as text`,
      )
    }
    save(edits, all)
  }

  function save(edits: CellEdit[], all: GridColumn[]) {
    const computed = new Set(all.filter((column) => column.computed).map((column) => column.id))
    const isComputed = (id: string) => computed.has(id)
    if (edits.filter((edit) => isComputed(edit.column_id)).length > MAX_OVERRIDES) {
      toast(`At most ${MAX_OVERRIDES} cells that runs fill can be changed at once. Nothing was changed.`, {
        tone: 'bad',
      })
      return
    }
    const batches = inBatches(edits).map((batch) => ({ batch, token: rows.edit(batch, isComputed) }))
    void enqueue(async () => {
      let done = 0
      // All calls of one edit are one act, undone as one.
      const act: Act = { change: null }
      for (const [at, { batch, token }] of batches.entries()) {
        try {
          rows.commit(token, await send(batch, isComputed, act))
          done += batch.length
        } catch (error) {
          for (const rest of batches.slice(at)) rows.rollback(rest.token)
          const some =
            done > 0
              ? `${counted(done, 'cell')} were saved, ${counted(edits.length - done, 'cell')} were not.`
              : 'The old value is back.'
          const left = batches.slice(at).flatMap((one) => one.batch)
          complain(error, some, () => save(left, all))
          return
        }
      }
      if (edits.length > 1 && act.change) tellUndoable(`${counted(edits.length, 'cell')} changed`, [act.change])
    })
  }

  async function send(batch: CellEdit[], isComputed: (id: string) => boolean, act: Act): Promise<GridRow[]> {
    const [only] = batch
    if (batch.length === 1 && only) {
      await sendCell(only, isComputed(only.column_id), act)
      return []
    }
    const byRow = new Map<string, Record<string, unknown>>()
    for (const edit of batch) {
      if (isComputed(edit.column_id)) continue
      const data = byRow.get(edit.row_id) ?? {}
      data[edit.column_id] = edit.value
      byRow.set(edit.row_id, data)
    }
    if (byRow.size > 0) {
      const rows = [...byRow].map(([row_id, data]) => ({ row_id, data }))
      act.change = (await patchRows(workbookId, rows, act.change ?? undefined)).change_id ?? act.change
    }
    const overrides = batch.filter((edit) => isComputed(edit.column_id))
    // The first makes the act that the others are part of.
    while (act.change === null && overrides.length > 0) await sendCell(overrides.shift() as CellEdit, true, act)
    for (let at = 0; at < overrides.length; at += CELLS_AT_ONCE) {
      await Promise.all(overrides.slice(at, at + CELLS_AT_ONCE).map((edit) => sendCell(edit, true, act)))
    }
    return []
  }

  async function sendCell({ row_id, column_id, value }: CellEdit, computed: boolean, act: Act) {
    const change = act.change ?? undefined
    const answer = await (computed && value === null
      ? clearCell(workbookId, row_id, column_id, change)
      : patchCell(workbookId, row_id, column_id, value, change))
    act.change ??= answer.change_id
  }

  async function append(count: number) {
    for (let left = count; left > 0; left -= BATCH_ROWS) {
      const blank = Array.from({ length: Math.min(BATCH_ROWS, left) }, () => ({ data: {} }))
      await addRows(workbookId, blank)
      rows.grow(blank.length)
    }
  }

  return {
    saving: saving > 0,
    /** Resolves when all edits made so far are on record. */
    saved: () => queue.current,
    asking,
    write,
    grow,
    /** Adds blank rows at the end; resolves with false after saying what went wrong. */
    append: async (count: number): Promise<boolean> => {
      try {
        await append(count)
        return true
      } catch (error) {
        complain(error, 'No row was added.')
        return false
      }
    },
    remove: async (rowIds: string[]): Promise<void> => {
      try {
        const changes: (string | null)[] = []
        for (let at = 0; at < rowIds.length; at += BATCH_DELETED)
          changes.push((await deleteRows(workbookId, rowIds.slice(at, at + BATCH_DELETED))).change_id)
        tellUndoable(`${counted(rowIds.length, 'row')} deleted`, changes)
      } catch (error) {
        complain(error, 'Not all rows were deleted.')
      } finally {
        reload()
      }
    },
  }
}

function rowsNow(rows: RowStore, first: number, count: number): GridRow[] | null {
  const found: GridRow[] = []
  for (let at = first; at < first + count; at += 1) {
    const row = rows.row(at)
    if (!row) return null
    found.push(row)
  }
  return found
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
