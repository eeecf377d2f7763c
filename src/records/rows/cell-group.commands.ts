// Writes single cells that come while another of their column is being written together: one transaction for all of them.
//
// A transaction costs several times what the write of one cell costs, and people who type at the same time, or a program
// with several connections, pay for it once. A write that finds none under way goes at once. Each keeps a change, a line of undo and an
// answer of its own.
//
// Callers answered together call again together, but never in the same instant: the first of them would go alone while the others wait
// for that, and so on for ever. So the next group waits for as many as were here before it, for no longer than the write before took.
//
// No write waits for another transaction here: a row that is locked or missing, a column that is computed or of the identity, and
// each write of a group that was refused as a whole, is written alone, as if it had come alone.

import pg from 'pg'
import { coerce } from '../../engine/values/coerce.ts'
import { Refusal } from '../../kernel/errors.ts'
import { isUuid, type WorkspaceId } from '../../kernel/ids.ts'
import type { Json } from '../../kernel/json.ts'
import type { Actor, WorkspaceScope as At } from '../../platform/ctx.ts'
import type { Database, WorkspaceTx } from '../../platform/db/database.ts'
import type { OutboxEvent } from '../../platform/events/outbox.ts'
import { hasErased, readErased } from '../lead-facts/erasure.reads.ts'
import { openColumn } from '../opening/structure.lock.ts'
import { differences, newChange } from '../store/recorder.ts'
import { type ChangedByOne, lockFreeRows, updateRowsEach } from '../store/rows/cell-group.writes.ts'
import { mergeData } from '../store/rows/rows.logic.ts'
import { rowsUpdated } from '../store/workbook.events.ts'
import { workbookIdOf } from '../store/workbooks.reads.ts'
import { cellText, type OverridePath, setCell } from './overrides.commands.ts'
import { finishWrite, planWrite } from './write.ts'

/** The most writes of one transaction; with more, the first would wait for the last. */
const MOST = 64
/** The longest wait for callers that were answered, however long that took; in milliseconds. */
const AGAIN_WITHIN = 5

export interface AskedCell {
  row_id: string
  value: Json
  by: Actor
}

interface Waiting extends AskedCell {
  alone: () => Promise<string>
  resolve: (text: string) => void
  reject: (reason: unknown) => void
}

/** Writes one cell and returns it as JSON text, as {@link setCell} does. `goesOn`: the change that it is part of. */
export type WriteCell = (at: At, path: OverridePath, value: Json, goesOn?: string) => Promise<string>

/** A column that is being written. */
interface WrittenColumn {
  workspace_id: WorkspaceId
  path: Pick<OverridePath, 'workbook_id' | 'column_id'>
  waiting: Waiting[]
  /** The rows whose cell is being written alone: what comes for them later is written later. */
  alone: Set<string>
  isBusy: boolean
  /** To be called when so many are waiting. */
  enough: { count: number; go: () => void } | null
}

export function cellWriter(database: Database): WriteCell {
  const places = new Map<string, WrittenColumn>()

  async function writeOn(name: string, place: WrittenColumn): Promise<void> {
    if (place.isBusy) return
    place.isBusy = true
    for (let group = nextGroup(place); group.length > 0; group = nextGroup(place)) {
      const begun = performance.now()
      const texts = await together(place, group)
      const took = performance.now() - begun
      for (const [index, one] of group.entries()) {
        const text = texts[index]
        if (typeof text === 'string') one.resolve(text)
        else if (text === undefined) writeAlone(name, place, one)
        else one.reject(text.reason)
      }
      const answered = texts.filter((text) => text !== undefined).length
      await whenAgain(place, answered + place.waiting.length, Math.min(took, AGAIN_WITHIN))
    }
    place.isBusy = false
    if (place.waiting.length + place.alone.size === 0) places.delete(name)
  }

  async function together({ workspace_id, path }: WrittenColumn, group: readonly Waiting[]): Promise<Together> {
    try {
      return await database.inWorkspace(workspace_id, (tx) => writeTogether(tx, path, group))
    } catch (reason) {
      // A statement that the server refused was not executed; after other errors that is unknown.
      const isUndone = reason instanceof Refusal || reason instanceof pg.DatabaseError
      return isUndone ? [] : group.map(() => ({ reason }))
    }
  }

  function writeAlone(name: string, place: WrittenColumn, { row_id, alone, resolve, reject }: Waiting): void {
    place.alone.add(row_id)
    const ended = alone().then(resolve, reject)
    void ended.then(() => {
      place.alone.delete(row_id)
      return writeOn(name, place)
    })
  }

  return (at, path, value, goesOn) => {
    const alone = () => database.inWorkspace(at, (tx) => setCell(tx, path, value, new Date(), goesOn))
    const { workbook_id, row_id, column_id } = path
    // What a token does has a line of its own in the audit log.
    if (goesOn !== undefined || at.actor.kind !== 'user' || !isUuid(workbook_id) || !isUuid(row_id)) return alone()
    return new Promise((resolve, reject) => {
      const name = `${at.workspace_id} ${workbook_id.toLowerCase()} ${column_id}`
      const place = places.get(name) ?? {
        workspace_id: at.workspace_id,
        path,
        waiting: [],
        alone: new Set(),
        isBusy: false,
        enough: null,
      }
      places.set(name, place)
      place.waiting.push({ row_id: row_id.toLowerCase(), value, by: at.actor, alone, resolve, reject })
      if (place.enough && place.waiting.length >= place.enough.count) place.enough.go()
      void writeOn(name, place)
    })
  }
}

/** The text of each, or why it failed; undefined for those that have to be written alone. */
type Together = readonly (string | { reason: unknown } | undefined)[]

/** Until so many are waiting or the time is up. A client that writes alone is not waited for: its next write finds none under way. */
async function whenAgain(place: WrittenColumn, count: number, ms: number): Promise<void> {
  const most = Math.min(count, MOST)
  if (most <= 1 || place.waiting.length >= most) return
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms)
    const go = () => {
      clearTimeout(timer)
      resolve()
    }
    place.enough = { count: most, go }
  })
  place.enough = null
}

/** Takes the writes that have waited longest; of one cell only the first, so that the next finds it written. */
function nextGroup(place: WrittenColumn): Waiting[] {
  const group = new Map<string, Waiting>()
  const left: Waiting[] = []
  const passed = new Set(place.alone)
  for (const one of place.waiting) {
    if (group.size < MOST && !passed.has(one.row_id)) group.set(one.row_id, one)
    else left.push(one)
    passed.add(one.row_id)
  }
  place.waiting = left
  return [...group.values()]
}

/** Writes cells of one input column, of different rows. The text of each; nothing for those that have to be written alone. */
export async function writeTogether(
  tx: WorkspaceTx,
  { workbook_id, column_id }: Pick<OverridePath, 'workbook_id' | 'column_id'>,
  asked: readonly AskedCell[],
): Promise<(string | undefined)[]> {
  const id = workbookIdOf(workbook_id)
  const ids = asked.map(({ row_id }) => row_id)
  // In one message; the rows are locked after the structure.
  const [workbook, stored, someWereErased] = await Promise.all([
    openColumn(tx, id, column_id),
    lockFreeRows(tx, id, ids),
    hasErased(tx),
  ])
  if (workbook?.column.type !== 'input') return []
  const { column, identity } = workbook
  // Identity columns go alone: their write waits for a key that another transaction takes.
  if (identity?.parts.some((part) => part.column_id === column.id)) return []
  const free = new Map(stored.map((row) => [row.id, row]))
  const rows = asked.flatMap(({ row_id, by, ...one }) => {
    const row = free.get(row_id)
    if (!row) return []
    const value = coerce(one.value, column.input_type)
    const data = mergeData(row.data, { [column.id]: value })
    const change = newChange('edit_cells', { cells: 1 })
    return [{ ...row, before: row.data, data, by, change, value, differs: differences(row.data, data, [column.id]) }]
  })
  // A value that names an erased person is written alone, where it is refused.
  const whole = rows.map(({ data }) => data)
  if (rows.length === 0 || (someWereErased && (await readErased(tx, whole)).size > 0)) return []
  const known = rows.map(({ id, position, before, data }) => ({ id, position, before, after: data }))
  const write = planWrite(workbook, { rows: known.map((row) => row.id), columns: [column.id], known })
  await Promise.all([
    updateRowsEach(tx, id, rows, eventsOf(id, rows), write.readsBack),
    finishWrite(tx, workbook, write),
  ])
  const texts = new Map(
    rows.map((row) => [row.id, cellText({ column, row }, row.value, null, row.differs ? row.change.id : null)]),
  )
  return ids.map((rowId) => texts.get(rowId))
}

/** One for each person. */
function eventsOf(workbookId: string, rows: readonly ChangedByOne[]): OutboxEvent[] {
  const byPerson = new Map<unknown, ChangedByOne[]>()
  for (const row of rows) byPerson.set(row.by?.user_id, [...(byPerson.get(row.by?.user_id) ?? []), row])
  return [...byPerson.values()].map((those) =>
    rowsUpdated(
      { actor: those[0]?.by ?? null },
      workbookId,
      those.map(({ id }) => id),
    ),
  )
}
