// The shapes the grid works on: points, rectangles, columns, rows and the state of one cell.
import type { Schemas } from '../../api/shapes.ts'

export interface Point {
  col: number
  row: number
}

/** Whole cells: `x` and `y` are the first column and row, sizes are counts. */
export interface Rect {
  x: number
  y: number
  width: number
  height: number
}

/** How many columns and rows there are to move in. */
export interface Bounds {
  cols: number
  rows: number
}

/** How the cells of a column are read, shown, sorted out on paste and edited. */
export type ValueKind =
  | 'text'
  | 'long_text'
  | 'number'
  | 'currency'
  | 'percent'
  | 'date'
  | 'datetime'
  | 'checkbox'
  | 'select'
  | 'multi_select'
  | 'email'
  | 'url'
  | 'phone'
  | 'json'

/** What stands in front of the domain of a company: its icon, or its first letter where there is none. */
export type CellIcon = HTMLImageElement | 'none'

/** One computed cell as the API sends it. Unknown members are kept. */
export interface CellEnrichment {
  value: unknown
  status: Schemas['EnrichmentOverlay']['status']
  provider?: string | null
  reason?: string | null
  error?: { class?: string; message?: string } | null
  confidence?: number | null
  cost_usd?: number | null
  run_id?: string | null
  updated_at?: string | null
  resumes_at?: string | null
  provenance?: Record<string, unknown> | null
  research?: Record<string, unknown> | null
}

export interface GridRow {
  row_id: string
  position: number
  data: Record<string, unknown>
  enrichments: Record<string, CellEnrichment | undefined>
  /** Own values that do not fit their columns, with the reason. */
  invalid?: Record<string, string>
}

/** Counts by outcome over a whole column, drawn as the thin bar in its header. */
export interface ColumnFill {
  found: number
  unverified: number
  not_found: number
  skipped: number
  error: number
  total: number
}

export interface GridColumn {
  id: string
  name: string
  /** The column type of the API: input, waterfall, enrichment, formula … */
  type: string
  kind: ValueKind
  width: number
  /** True when the value comes from a run; typing into such a cell is an override. */
  computed: boolean
  /** True while a run is still to fill its blank cells. */
  awaited?: boolean
  /** Stays in view at the left while the others scroll; pinned columns come first. */
  pinned?: boolean
  /** What its cells are chosen from. */
  options?: readonly string[]
  /** Numbers without separators, as ids and years are. */
  isPlain?: boolean
  fill?: ColumnFill
}

/** What one cell holds, whichever side of the row it lives on. `enrichment` is absent for a column the user fills. */
export interface CellContent {
  value: unknown
  enrichment: CellEnrichment | undefined
  /** Why the value does not fit the column. */
  invalidReason?: string | undefined
}

/** Another user who has the same table open, and where their cursor is. */
export interface GridPerson {
  /** One of their windows. */
  key: string
  name: string
  /** As #rrggbb. */
  hue: string
  cell: { row_id: string; column_id: string }
  /** The other corner of what they have selected. */
  to: { row_id: string; column_id: string } | null
  isEditing: boolean
}

export interface CellEdit {
  row_id: string
  column_id: string
  value: unknown
  /** Why the value does not fit, as far as is known before it is saved. */
  invalidReason?: string | undefined
}

/** The content of one cell of a loaded row. */
export function cellOf(row: GridRow, column: Pick<GridColumn, 'id' | 'computed'>): CellContent {
  const enrichment = row.enrichments[column.id]
  if (enrichment) return { value: enrichment.value, enrichment }
  return { value: row.data[column.id], enrichment: undefined, invalidReason: row.invalid?.[column.id] }
}
