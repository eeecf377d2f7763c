// For tests of history: the plain model of a workbook with undo and redo, in memory, that the real one is compared with.
import type { RowState } from './history.fixture.ts'

type Content = { value: unknown; status: string } | null

interface Line {
  row: string
  column: string
  before: unknown
  after: unknown
  /** Left alone by the last undo or redo. */
  skipped: boolean
}

interface ModelChange {
  order: number
  user: number
  kind: 'edit' | 'insert' | 'delete'
  lines: Line[]
  /** Rows it took out; `row` is null while it is back. */
  trash: Map<string, RowState | null>
  made: Set<string>
  isDone: boolean
  /** The last undo or redo of it did nothing, since all of it was changed meanwhile. */
  fruitless?: 'undo' | 'redo' | undefined
  reverted: { order: number; user: number } | null
}

export interface ModelRevert {
  cells: number
  rows: number
  skipped: string[]
}

const same = (one: unknown, other: unknown) => JSON.stringify(one ?? null) === JSON.stringify(other ?? null)

export class HistoryModel {
  rows = new Map<string, RowState>()
  changes: ModelChange[] = []
  private clock = 0

  state(): RowState[] {
    return [...this.rows.values()].sort((a, b) => a.position - b.position)
  }

  edit(user: number, writes: readonly { row: string; column: string; value: unknown }[]): void {
    const lines: Line[] = []
    for (const { row, column, value } of writes) {
      const before = this.read(row, column)
      const isComputed = column === 'c3'
      if (isComputed ? before === null && value === null : same(before, value)) continue
      lines.push({ row, column, before, after: value, skipped: false })
      this.write(row, column, value)
    }
    if (lines.length > 0) this.add(user, 'edit', lines)
  }

  insert(user: number, rows: readonly RowState[]): void {
    const change = this.add(user, 'insert', [])
    for (const row of rows) {
      this.rows.set(row.id, structuredClone(row))
      change.made.add(row.id)
    }
  }

  remove(user: number, ids: readonly string[]): void {
    const there = ids.filter((id) => this.rows.has(id))
    if (there.length === 0) return
    const change = this.add(user, 'delete', [])
    for (const id of there) this.trash(change, id)
  }

  /** Null when there is nothing to do. */
  revert(user: number, direction: 'undo' | 'redo'): ModelRevert | null {
    const change = direction === 'undo' ? this.lastDone(user) : this.lastUndone(user)
    if (!change) return null
    const revert: ModelRevert = { cells: 0, rows: 0, skipped: [] }
    const passed = change.lines.map(({ skipped }) => skipped)
    this.revertLines(change, direction, revert)
    const takesOut = change.kind === (direction === 'undo' ? 'insert' : 'delete')
    if (takesOut) this.takeOut(change, direction, revert)
    else this.bringBack(change, revert)
    if (revert.cells + revert.rows === 0 && revert.skipped.length > 0) {
      change.lines.forEach((line, n) => {
        line.skipped = passed[n] ?? false
      })
      change.fruitless = direction
      return revert
    }
    change.fruitless = undefined
    change.isDone = direction === 'redo'
    change.reverted = { order: ++this.clock, user }
    return revert
  }

  private revertLines(change: ModelChange, direction: 'undo' | 'redo', revert: ModelRevert): void {
    for (const line of change.lines) {
      const [from, to] = direction === 'undo' ? [line.after, line.before] : [line.before, line.after]
      const wasSkipped = line.skipped
      line.skipped = false
      if (wasSkipped) continue
      if (this.rows.has(line.row)) {
        const now = this.read(line.row, line.column)
        if (same(now, to)) continue
        if (same(now, from)) {
          this.write(line.row, line.column, to)
          revert.cells++
          continue
        }
      }
      line.skipped = true
      revert.skipped.push(`${line.row} ${line.column}`)
    }
  }

  private takeOut(change: ModelChange, direction: 'undo' | 'redo', revert: ModelRevert): void {
    const since = direction === 'undo' ? change.order : (change.reverted?.order ?? 0)
    const candidates = direction === 'undo' ? [...change.made] : [...change.trash.keys()]
    for (const id of candidates.filter((id) => this.rows.has(id))) {
      const isTouched = this.changes.some(
        (other) =>
          other.order > since &&
          other.isDone &&
          other.user !== change.user &&
          other.lines.some(({ row }) => row === id),
      )
      if (isTouched) revert.skipped.push(`${id} null`)
      else {
        this.trash(change, id)
        revert.rows++
      }
    }
  }

  private bringBack(change: ModelChange, revert: ModelRevert): void {
    for (const [id, row] of change.trash) {
      if (row === null) continue
      this.rows.set(id, row)
      change.trash.set(id, null)
      revert.rows++
    }
  }

  private lastDone(user: number): ModelChange | undefined {
    return this.changes.filter((change) => change.user === user && change.isDone && !change.fruitless).at(-1)
  }

  private lastUndone(user: number): ModelChange | undefined {
    const newest = this.changes.filter((change) => change.user === user).at(-1)?.order ?? 0
    return this.changes
      .filter(
        (change) =>
          !change.isDone && !change.fruitless && change.reverted?.user === user && change.reverted.order > newest,
      )
      .sort((a, b) => (b.reverted?.order ?? 0) - (a.reverted?.order ?? 0))[0]
  }

  private add(user: number, kind: ModelChange['kind'], lines: Line[]): ModelChange {
    const order = ++this.clock
    const change = { order, user, kind, lines, trash: new Map(), made: new Set<string>(), isDone: true, reverted: null }
    this.changes.push(change)
    return change
  }

  private trash(change: ModelChange, id: string): void {
    change.trash.set(id, this.rows.get(id) ?? null)
    this.rows.delete(id)
  }

  private read(row: string, column: string): unknown {
    const { data, cells } = this.rows.get(row) as RowState
    return (column === 'c3' ? cells.c3 : data[column]) ?? null
  }

  private write(row: string, column: string, value: unknown): void {
    const { data, cells } = this.rows.get(row) as RowState
    if (column === 'c3') {
      if (value === null) delete cells.c3
      else cells.c3 = value as Exclude<Content, null>
    } else if (value === null) delete data[column]
    else data[column] = value
  }
}
