// Saves what is edited on the grid: shown at once, sent in order as one act, taken back with a sentence when it is refused.
import { useEffect, useRef, useState } from 'react'
import type { GridWrite } from '../../../grid/edit/write.logic.ts'
import type { CellEdit, GridColumn, GridRow } from '../../../grid/model/grid.types.ts'
import type { Rows } from '../../../grid/rows/shown-rows.types.ts'
import { showError } from '../../../session/show-error.ts'
import { useSequence } from '../../../session/use-sequence.ts'
import { counted } from '../../../ui/format.ts'
import { toast } from '../../../ui/overlays/toast.tsx'
import { freeName } from '../../columns/columns.logic.ts'
import { addColumn, addRows, clearCell, deleteRows, patchCell, patchRows } from '../../columns/workbook.api.ts'
import type { RowsAsked } from '../../columns/workbook.shapes.ts'
import { tellUndoable, undoable } from '../../history/use-undo.ts'
import { addBlank, addFilled, withinRows } from './added-rows.ts'
import {
  type Act,
  actOf,
  asOneAct,
  BATCH_ROWS,
  computedIn,
  inBatches,
  rowEdits,
  type ShownCell,
  tooLarge,
  unsureWords,
  WORDS,
} from './edit-batches.logic.ts'
import { OwnValues } from './own-values.ts'
import { rests } from './rests.ts'

const CELLS_AT_ONCE = 4

export type AskGrow = { write: GridWrite; rows: number; columns: number }

/** A large edit on its way; `cancel` takes back what was saved of it. */
export interface EditProgress {
  words: string
  done: number
  total: number
  cancel: () => void
}

/** `isPlain` says that all rows are shown in their order, so that a new one is the last of them. */
export function useEdits(workbookId: string, rows: Rows, columns: GridColumn[], isPlain: boolean, reload: () => void) {
  const [own] = useState(() => new OwnValues())
  const inSequence = useSequence()
  const underWay = useRef(0)
  const [saving, setSaving] = useState(0)
  const [asking, setAsking] = useState<AskGrow | null>(null)
  const [progress, setProgress] = useState<EditProgress | null>(null)

  useEffect(() => {
    if (saving === 0) return
    const hold = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', hold)
    return () => window.removeEventListener('beforeunload', hold)
  }, [saving])

  /** One after another, so that a later edit of a cell is never overtaken by an earlier one. */
  function enqueue(job: () => Promise<void>): Promise<void> {
    underWay.current += 1
    setSaving(underWay.current)
    return inSequence(job)
      .catch((error) => showError(error, 'The change was not saved.'))
      .finally(() => {
        underWay.current -= 1
        setSaving(underWay.current)
      })
  }

  async function write(change: GridWrite): Promise<void> {
    const refused = tooLarge(change, columns)
    if (refused) return void toast(`${refused} Nothing was changed.`, { tone: 'bad' })
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
    const act = actOf(answer.write)
    const cells = answer.write.targets.reduce((sum, { width, height }) => sum + width * height, 0)
    const shown = rows.total
    act.label = `${WORDS[act.what].title} ${counted(cells, 'cell')}`
    try {
      for (let number = 0; withColumns && number < answer.columns; number += 1) {
        const name = freeName(`Column ${columns.length + number + 1}`, all)
        const made = await addColumn(workbookId, { name, type: 'input', input_type: 'text' })
        all.push({ id: made.id, name, type: 'input', kind: 'text', width: 180, computed: false })
      }
      if (answer.rows > 0 && isPlain) await addBlank(workbookId, rows, answer.rows, act)
      else if (answer.rows > 0) act.cells = await addFilled(workbookId, answer.write, shown, all, act)
    } catch (error) {
      showError(
        error,
        act.change_id ? 'Some of the new rows were added; nothing else was pasted.' : 'Nothing was pasted.',
      )
      reload()
      return
    }
    if (isPlain && answer.columns > 0) reload()
    await apply(isPlain ? answer.write : withinRows(answer.write, shown), all, act)
    // Not before the rows that are meant are known: read again, others may stand in their places.
    if (!isPlain) reload()
  }

  async function apply(change: GridWrite, all: GridColumn[], act = actOf(change)) {
    const isComputed = computedIn(all)
    // What is done meanwhile is sent after it.
    const shown = show(change, all, isComputed, act)
    void enqueue(async () => {
      const batches = await shown
      if (batches) await sendAll(batches, isComputed, all, act)
    })
    await shown
  }

  /** Writes into the rows in memory batch by batch, so that the first are seen before the last are loaded. */
  async function show(
    change: GridWrite,
    all: GridColumn[],
    isComputed: (id: string) => boolean,
    act: Act,
  ): Promise<ShownCell[] | null> {
    const batches: ShownCell[] = []
    let batch: CellEdit[] = []
    let held = 0
    const flush = () => {
      if (batch.length > 0) batches.push({ batch, token: rows.edit(batch, isComputed) })
      batch = []
      held = 0
    }
    const rest = rests()
    try {
      for (const target of change.targets) {
        const end = target.y + target.height
        for (let from = target.y; from < end; ) {
          // The first range is what is looked at; after it as many rows as a call takes.
          const room = batches.length === 0 ? rows.pageSize : BATCH_ROWS
          const count = Math.min(end - from, room - held)
          const found = rowsNow(rows, from, count) ?? (await rows.ensure(from, from + count - 1))
          for (const [down, row] of found.entries()) {
            batch.push(...rowEdits(change, { x: target.x, y: from + down }, target.width, row.row_id, all, act))
            await rest()
          }
          held += count
          from += count
          if (held >= room) flush()
        }
      }
    } catch (error) {
      for (const { token } of batches) rows.rollback(token)
      showError(error, 'Nothing was changed.')
      return null
    }
    flush()
    return batches
  }

  /** Once more, after it was refused. */
  async function sendAgain(edits: CellEdit[], all: GridColumn[], act: Act) {
    const isComputed = computedIn(all)
    const batches = inBatches(edits).map((batch) => ({ batch, token: rows.edit(batch, isComputed) }))
    void enqueue(() => sendAll(batches, isComputed, all, act))
  }

  async function sendAll(batches: ShownCell[], isComputed: (id: string) => boolean, all: GridColumn[], act: Act) {
    const cells = batches.reduce((sum, { batch }) => sum + batch.length, 0)
    const inAll = cells + (act.cells ?? 0)
    act.label ??= cells > 1 ? `${WORDS[act.what].title} ${counted(cells, 'cell')}` : undefined
    let cancelled = false
    const tell = (done: number) =>
      setProgress({
        words: WORDS[act.what].doing,
        done,
        total: cells,
        cancel: () => {
          cancelled = true
        },
      })
    let done = 0
    try {
      for (const [at, { batch, token }] of batches.entries()) {
        if (batches.length > 1) tell(done)
        try {
          if (cancelled) throw CANCELLED
          rows.commit(token, await send(batch, isComputed, act))
          own.wrote(batch.map((edit) => ({ ...edit, row_id: rows.savedId(edit.row_id) })))
          done += batch.length
        } catch (error) {
          for (const rest of batches.slice(at)) rows.rollback(rest.token)
          if (error === CANCELLED) takeBack(act, cells)
          else {
            const some =
              done > 0
                ? `${counted(done, 'cell')} were saved, ${counted(cells - done, 'cell')} were not.`
                : 'The old value is back.'
            const left = batches.slice(at).flatMap((one) => one.batch)
            showError(error, some, () => void sendAgain(left, all, act))
          }
          return
        }
      }
    } finally {
      if (batches.length > 1) setProgress(null)
    }
    if (act.invalidValues > 0 || act.unsure || inAll > 1) report(act, inAll)
  }

  /** Says what was done when it is too much to see at a glance, or when not all of it fits. */
  function report(act: Act, cells: number) {
    const invalidValues =
      act.invalidValues > 0
        ? `. ${counted(act.invalidValues, 'value')} did not fit the type of the column: kept as text and marked`
        : ''
    tellUndoable(`${WORDS[act.what].done} ${counted(cells, 'cell')}${invalidValues}${unsureWords(act)}`, [
      act.change_id ?? null,
    ])
  }

  /** After "Cancel": what was saved so far is undone too, so that the act happened not at all. */
  function takeBack(act: Act, cells: number) {
    toast(`${WORDS[act.what].title} of ${counted(cells, 'cell')} cancelled. Nothing was changed.`)
    undoable([act.change_id ?? null]).action?.run()
  }

  async function send(edited: CellEdit[], isComputed: (id: string) => boolean, act: Act): Promise<GridRow[]> {
    // What was typed into a new row waited for its id.
    const batch = edited.map((edit) => ({ ...edit, row_id: rows.savedId(edit.row_id) }))
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
      const named = [...byRow].map(([row_id, data]) => ({ row_id, data }))
      const { change_id } = await patchRows(workbookId, { rows: named, ...asOneAct(act) })
      act.change_id ??= change_id ?? undefined
    }
    const overrides = batch.filter((edit) => isComputed(edit.column_id))
    // The first makes the act that the others are part of.
    while (!act.change_id && overrides.length > 0) await sendCell(overrides.shift() as CellEdit, true, act)
    for (let at = 0; at < overrides.length; at += CELLS_AT_ONCE) {
      await Promise.all(overrides.slice(at, at + CELLS_AT_ONCE).map((edit) => sendCell(edit, true, act)))
    }
    return []
  }

  async function sendCell({ row_id, column_id, value }: CellEdit, computed: boolean, act: Act) {
    const { change_id } = await (computed && value === null
      ? clearCell(workbookId, row_id, column_id, act.change_id)
      : patchCell(workbookId, row_id, column_id, value, act.change_id))
    act.change_id ??= change_id ?? undefined
  }

  return {
    saving: saving > 0,
    isSaving: () => underWay.current > 0,
    /** What was written here. */
    own,
    /** Resolves when all edits made so far are on record. */
    saved: () => inSequence(async () => {}),
    asking,
    write,
    grow,
    /** Adds a blank row at the end, to be typed into at once; answers where it stands. */
    insert: async (): Promise<number | null> => {
      // A row is shown where the last ones are: a page that was never looked at is loaded before.
      if (rows.total > 0) await rows.ensure(rows.total - 1, rows.total - 1).catch(() => [])
      const made = rows.insertBlank()
      void enqueue(async () => {
        try {
          const { items } = await addRows(workbookId, { rows: [{ data: {} }] })
          const [row] = items as unknown as GridRow[]
          if (row) rows.settleBlank(made.row_id, row)
        } catch (error) {
          rows.dropBlank(made.row_id)
          showError(error, 'The new row was not saved and is gone again.')
        }
      })
      return rows.total - 1
    },
    /** Adds blank rows above or below one; false when they were not. */
    insertBeside: async (rowId: string, where: 'before' | 'after', count: number): Promise<boolean> => {
      let isDone = false
      await enqueue(async () => {
        const blank = Array.from({ length: count }, () => ({ data: {} }))
        await addRows(workbookId, { rows: blank, [where]: rows.savedId(rowId) })
        rows.grow(count)
        isDone = true
      })
      reload()
      return isDone
    },
    /** By their ids, or by what they answer with the count that was shown. */
    remove: async (asked: RowsAsked): Promise<void> => {
      try {
        const { deleted, state, change_id: changeId } = await deleteRows(workbookId, asked)
        const many = 'expected_count' in asked ? asked.expected_count : 0
        const words =
          state === 'deleting'
            ? `Deleting ${counted(many, 'row')} in the background`
            : `${counted(deleted, 'row')} deleted`
        tellUndoable(words, [changeId])
      } catch (error) {
        showError(error, 'No row was deleted.')
      } finally {
        reload()
      }
    },
    progress,
  }
}

/** Stands for an act that was cancelled between two calls. */
const CANCELLED = Symbol()

function rowsNow(rows: Rows, first: number, count: number): GridRow[] | null {
  const found: GridRow[] = []
  for (let at = first; at < first + count; at += 1) {
    const row = rows.row(at)
    if (!row) return null
    found.push(row)
  }
  return found
}
