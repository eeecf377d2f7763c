// Rows that were inserted here and are on their way to the server, under names of their own until they have an id.
import type { GridRow } from './grid.types.ts'

export class BlankRows {
  /** The id of the server by the name given here; null until it is known. */
  #saved = new Map<string, string | null>()

  make(index: number): GridRow {
    const row = { row_id: `new-${this.#saved.size + 1}`, position: index + 1, data: {}, enrichments: {} }
    this.#saved.set(row.row_id, null)
    return row
  }

  settle(name: string, rowId: string): void {
    this.#saved.set(name, rowId)
  }

  /** It was refused; its name is not given again. */
  drop(name: string): void {
    this.#saved.set(name, name)
  }

  isUnsaved(rowId: string): boolean {
    return this.#saved.get(rowId) === null
  }

  savedId(rowId: string): string {
    return this.#saved.get(rowId) ?? rowId
  }
}
