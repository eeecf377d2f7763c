// Edits that are shown but not yet saved, in the order they were made; the newest wins where two touch one cell.
import type { CellEdit, CellEnrichment, GridRow } from '../model/grid.types.ts'
import type { CellPatch } from '../model/rows.types.ts'

interface Layer {
  token: number
  /** row id → column id → what to show */
  rows: Map<string, Map<string, Shown>>
}

interface Shown {
  value: unknown
  computed: boolean
  invalidReason: string | undefined
}

export class PendingEdits {
  #layers: Layer[] = []
  #next = 1

  add(edits: readonly CellEdit[], computed: (columnId: string) => boolean): number {
    const rows: Layer['rows'] = new Map()
    for (const edit of edits) {
      const cells = rows.get(edit.row_id) ?? new Map()
      const { column_id, value, invalidReason } = edit
      cells.set(column_id, { value, computed: computed(column_id), invalidReason })
      rows.set(edit.row_id, cells)
    }
    const token = this.#next
    this.#next += 1
    this.#layers.push({ token, rows })
    return token
  }

  /** Removes a layer and returns, per row, the function that writes its edits into the row for good. */
  take(token: number): Map<string, (row: GridRow) => GridRow> {
    const layer = this.#layers.find((one) => one.token === token)
    this.#layers = this.#layers.filter((one) => one !== layer)
    return new Map([...(layer?.rows ?? [])].map(([rowId, cells]) => [rowId, (row: GridRow) => writeCells(row, cells)]))
  }

  /** A row that was new has got its id. */
  rename(from: string, to: string): void {
    for (const { rows } of this.#layers) {
      const cells = rows.get(from)
      if (!cells) continue
      rows.delete(from)
      rows.set(to, cells)
    }
  }

  /** The row with every unsaved edit on top; the row itself when there is none. */
  over(row: GridRow): GridRow {
    let shown = row
    for (const layer of this.#layers) {
      const cells = layer.rows.get(row.row_id)
      if (cells) shown = writeCells(shown, cells)
    }
    return shown
  }
}

function writeCells(row: GridRow, cells: Map<string, Shown>): GridRow {
  const data = { ...row.data }
  const enrichments = { ...row.enrichments }
  const invalid: Record<string, string> = { ...row.invalid }
  for (const [columnId, { value, computed, invalidReason }] of cells) {
    if (computed && value === null) {
      // Taking a computed value back leaves the cell as if it had never run.
      enrichments[columnId] = undefined
    } else if (computed) {
      const before: CellEnrichment | undefined = enrichments[columnId]
      enrichments[columnId] = { ...before, value, status: 'overridden', reason: null, error: null }
    } else {
      data[columnId] = value
      if (invalidReason === undefined) delete invalid[columnId]
      else invalid[columnId] = invalidReason
    }
  }
  return { ...row, data, enrichments, invalid }
}

/** The row with what is new of a computed cell. */
export function patched(row: GridRow, columnId: string, fields: Omit<CellPatch, 'row_id' | 'column_id'>): GridRow {
  const before = row.enrichments[columnId] ?? { value: null, status: 'pending' as const }
  return { ...row, enrichments: { ...row.enrichments, [columnId]: { ...before, ...fields } } }
}
