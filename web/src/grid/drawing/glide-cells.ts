// Makes Glide cells out of rows, once per row and column, and tells Glide how to draw them.
import {
  type CustomCell,
  type CustomRenderer,
  type DataEditorCoreProps,
  type GridCell,
  GridCellKind,
  loadingCellRenderer,
  markerCellRenderer,
  newRowCellRenderer,
  textCellRenderer,
} from '@glideapps/glide-data-grid'
import { display, siteOf } from '../marks/display.logic.ts'
import { invalidWords } from '../marks/invalid-value.logic.ts'
import { briefWords, explain, isMadeUp, isOpen, markOf, STATUS_WORDS } from '../marks/marks.logic.ts'
import { type CellIcon, cellOf, type GridColumn, type GridRow } from '../model/grid.types.ts'
import { type CellFace, paintCell } from './paint-cell.ts'
import { paintCorner } from './paint-marks.ts'
import { blend, type Palette } from './palette.ts'

interface FaceData extends CellFace {
  face: true
  /** It has open comments. */
  noted: boolean
}

const LOADING: GridCell = {
  kind: GridCellKind.Loading,
  allowOverlay: false,
  skeletonWidth: 90,
  skeletonHeight: 10,
  skeletonWidthVariability: 50,
}

const BLANK: GridCell = { kind: GridCellKind.Text, data: '', displayData: '', allowOverlay: false }

/** The colour that a rule gives a cell, as #rrggbb. */
export type Tint = (row: GridRow, columnId: string) => string | undefined

/** Whether a cell has open comments; `isFirst` says that its column is the first on the grid. */
export type CommentCheck = (rowId: string, columnId: string, isFirst: boolean) => boolean

/** What is drawn in front of the domain of a company. */
export type IconOf = (domain: string) => CellIcon

/** How much of that colour lies over the surface. */
const TINT = 0.2

/** The parts of Glide that are used; its editors, markdown and image cells stay out of the bundle. */
export const PARTS = [markerCellRenderer, newRowCellRenderer, loadingCellRenderer, textCellRenderer] as NonNullable<
  DataEditorCoreProps['renderers']
>

/** No cell draws a picture. */
export const NO_IMAGES: DataEditorCoreProps['imageWindowLoader'] = {
  setWindow: () => undefined,
  loadOrGetImage: () => undefined,
  setCallback: () => undefined,
}

/** Glide cells for these columns. Rows are never changed in place, so a row object is its own cache key. */
export function cellMaker(
  columns: readonly GridColumn[],
  editable: boolean,
  { tint, noted, iconOf }: { tint: Tint | undefined; noted: CommentCheck | undefined; iconOf: IconOf | undefined },
  palette: Palette,
) {
  const made = new WeakMap<GridRow, (GridCell | undefined)[]>()
  return (col: number, row: GridRow | undefined): GridCell => {
    const column = columns[col]
    if (!column) return BLANK
    if (!row) return LOADING
    let cells = made.get(row)
    if (!cells) {
      cells = []
      made.set(row, cells)
    }
    const known = cells[col]
    if (known) return known
    const hue = tint?.(row, column.id)
    const face = faceCell(row, column, editable, noted?.(row.row_id, column.id, col === 0) ?? false, iconOf)
    const cell = hue ? { ...face, themeOverride: { bgCell: blend(palette.surface, hue, TINT) } } : face
    cells[col] = cell
    return cell
  }
}

function faceCell(
  row: GridRow,
  column: GridColumn,
  editable: boolean,
  noted: boolean,
  iconOf: IconOf | undefined,
): CustomCell<FaceData> {
  const { value, enrichment, invalidReason: reason } = cellOf(row, column)
  const shown = display(value, column.kind, column.isPlain)
  const site = iconOf ? siteOf(value, column) : null
  const status = enrichment?.status ?? (column.awaited ? 'queued' : undefined)
  const invalidReason = invalidWords(reason)
  const why = enrichment ? explain(enrichment) : status ? STATUS_WORDS[status] : invalidReason
  return {
    kind: GridCellKind.Custom,
    allowOverlay: false,
    readonly: !editable,
    // What a screen reader hears; copying never goes through Glide.
    copyData: [shown.text, why, noted ? 'has comments' : ''].filter((part) => part !== '').join(', '),
    data: {
      face: true,
      noted,
      shown,
      icon: site !== null && iconOf ? iconOf(site) : null,
      said: shown.text === '' && shown.as !== 'check' && status ? briefWords(enrichment ?? { status }) : '',
      mark: invalidReason ? 'invalid' : isMadeUp(enrichment) ? 'test' : markOf(status),
      faint: isOpen(status) || status === 'stale' || status === 'unverified' || status === 'cancelled',
    },
  }
}

export function faceRenderer(palette: Palette, still: boolean): CustomRenderer<CustomCell<FaceData>> {
  return {
    kind: GridCellKind.Custom,
    isMatch: (cell): cell is CustomCell<FaceData> => (cell.data as Partial<FaceData>).face === true,
    needsHover: false,
    draw: (args, cell) => {
      const spins = cell.data.mark === 'spinner' && !still
      args.ctx.textBaseline = 'middle'
      paintCell(args.ctx, args.rect, cell.data, palette, spins ? performance.now() : 0)
      if (cell.data.noted) paintCorner(args.ctx, args.rect, palette.accent)
      if (spins) args.requestAnimationFrame()
    },
    measure: (ctx, { data }) =>
      Math.min(
        480,
        ctx.measureText(data.shown.text || data.said).width + 16 + (data.mark ? 18 : 0) + (data.icon ? 22 : 0),
      ),
  }
}
