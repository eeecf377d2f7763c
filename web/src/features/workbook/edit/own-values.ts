// What was written in this tab, to report when another user overwrites it.
import type { CellEdit } from '../../../grid/model/grid.types.ts'

/** More than a user remembers having written. */
const MOST = 5_000

export class OwnValues {
  #values = new Map<string, unknown>()

  wrote(edits: readonly CellEdit[]): void {
    for (const { row_id, column_id, value } of edits.slice(-MOST)) {
      const key = `${row_id}:${column_id}`
      this.#values.delete(key)
      this.#values.set(key, value)
    }
    // At once: taking the first key of a map away again and again costs more with every one that is gone.
    let over = this.#values.size - MOST
    for (const key of over > 0 ? this.#values.keys() : []) {
      if (over === 0) break
      this.#values.delete(key)
      over -= 1
    }
  }

  /** My value, when another user replaced it; it is theirs from then on. A cell that I had emptied was not mine. */
  lost(rowId: string, columnId: string, now: unknown): { value: unknown } | undefined {
    const key = `${rowId}:${columnId}`
    if (!this.#values.has(key)) return undefined
    const value = this.#values.get(key)
    if (JSON.stringify(value ?? null) === JSON.stringify(now ?? null)) return undefined
    this.#values.delete(key)
    return value === null || value === undefined || value === '' ? undefined : { value }
  }
}
