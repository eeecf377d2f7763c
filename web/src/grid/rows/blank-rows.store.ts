// Rows that were inserted here and are on their way to the server, under names of their own until they have an id.
import type { GridRow } from '../model/grid.types.ts'

export class BlankRows {
  /** The id of the server by the name given here; null until it is known. */
  #saved = new Map<string, string | null>()
  /** By their present ids, until an answer asked for after they were saved says how things are. */
  #unconfirmed = new Map<string, { row: GridRow; savedAt: number }>()

  make(index: number): GridRow {
    const row = { row_id: `new-${this.#saved.size + 1}`, position: index + 1, data: {}, enrichments: {} }
    this.#saved.set(row.row_id, null)
    this.#unconfirmed.set(row.row_id, { row, savedAt: Number.POSITIVE_INFINITY })
    return row
  }

  /** `epoch` is the first one whose answers know it. */
  settle(name: string, saved: GridRow, epoch: number): void {
    this.#saved.set(name, saved.row_id)
    this.#unconfirmed.delete(name)
    this.#unconfirmed.set(saved.row_id, { row: saved, savedAt: epoch })
  }

  /** It was refused; its name is not given again. */
  drop(name: string): void {
    this.#saved.set(name, name)
    this.#unconfirmed.delete(name)
  }

  /** Those that an answer asked for in this epoch need not know. */
  unknownTo(epoch: number): GridRow[] {
    for (const [id, { savedAt }] of this.#unconfirmed) if (savedAt <= epoch) this.#unconfirmed.delete(id)
    return [...this.#unconfirmed.values()].map(({ row }) => row)
  }

  isUnsaved(rowId: string): boolean {
    return this.#saved.get(rowId) === null
  }

  savedId(rowId: string): string {
    return this.#saved.get(rowId) ?? rowId
  }
}
