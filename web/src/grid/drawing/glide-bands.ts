// The header of a group as a Glide cell across all columns: whether it is open, its value, how many rows have it, and its totals.
import {
  type CustomCell,
  type CustomRenderer,
  type GridCell,
  GridCellKind,
  type Rectangle,
} from '@glideapps/glide-data-grid'
import type { Band, Bands } from '../model/rows.types.ts'
import { cut } from './paint-cell.ts'
import type { Palette } from './palette.ts'

interface BandData {
  band: Band
  /** The left edge of the columns; the label is drawn there at any scroll position. */
  left: number
  /** True for a cell beside the columns that hold the label. */
  isRest: boolean
  /** The total of the column, or the totals of all columns that the label covers. */
  total: string
}

const PAD = 8
const ARROW = 14
/** The minimum width of the value, in pixels, before its name is shown too. */
const LEAST = 64
/** Indent of groups in a group, in pixels. */
const INDENT = 20

export const countWords = (count: number) => `${count.toLocaleString('en-US')} ${count === 1 ? 'row' : 'rows'}`

interface BandPlace {
  col: number
  /** Of the column. */
  id: string
  cols: number
  frozen: number
  left: number
}

/**
 * The label is in the frozen columns if there are any, because Glide moves the scrolling ones without drawing them again. Each total is
 * in its own column.
 */
export function bandCell(band: Band, { col, id, cols, frozen, left }: BandPlace): GridCell {
  const label = band.name ? `${band.name}: ${band.label}` : band.label
  const isRest = frozen > 0 && col >= frozen
  const total = isRest || frozen > 0 ? (band.totals?.[id] ?? '') : Object.values(band.totals ?? {}).join(' · ')
  const said = [label, band.count === null ? '' : countWords(band.count), band.isOpen ? 'open' : 'closed', total]
  const isAlone = isRest && band.totals !== undefined
  return {
    kind: GridCellKind.Custom,
    allowOverlay: false,
    readonly: true,
    copyData: col === 0 ? said.filter(Boolean).join(', ') : isAlone ? total : '',
    ...(!isAlone && { span: col < frozen ? [0, frozen - 1] : [frozen, cols - 1] }),
    data: { band, left, isRest, total },
    // Glide draws the background of a selected column over the whole span, once for every column.
    ...(isRest && !isAlone && { themeOverride: { accentLight: 'rgba(0, 0, 0, 0)' } }),
  } as CustomCell<BandData>
}

export function bandRenderer(palette: Palette): CustomRenderer<CustomCell<BandData>> {
  return {
    kind: GridCellKind.Custom,
    isMatch: (cell): cell is CustomCell<BandData> => (cell.data as Partial<BandData>).band !== undefined,
    draw: ({ ctx, rect }, { data: { band, left, isRest, total } }) => {
      if (isRest) return void paintTotal(ctx, rect, total, palette)
      const from = left + PAD + band.level * INDENT
      const middle = rect.y + rect.height / 2
      ctx.textBaseline = 'middle'
      if (band.shut === '') paintArrow(ctx, from + 5, middle, band.isOpen, palette)
      const count = band.count === null ? '' : band.count.toLocaleString('en-US')
      const countWidth = ctx.measureText(count).width
      const font = ctx.font
      const end = Math.min(rect.x + rect.width, innerWidth)
      const free = end - from - ARROW - PAD * 2 - countWidth
      const name = cut(ctx, band.name, 160)
      const nameWidth = name === '' ? 0 : ctx.measureText(name).width + PAD
      // When space is short, the value is more useful than the name of its field.
      const isNamed = nameWidth > 0 && free - nameWidth >= LEAST
      ctx.fillStyle = palette.ink3
      if (isNamed) ctx.fillText(name, from + ARROW, middle + 0.5)
      const start = from + ARROW + (isNamed ? nameWidth : 0)
      const room = Math.max(0, free - (isNamed ? nameWidth : 0))
      ctx.font = font.replace(/^(\d+ )?/, '600 ')
      const label = cut(ctx, band.label, Math.max(0, room))
      const labelWidth = ctx.measureText(label).width
      ctx.fillStyle = band.count === null ? palette.ink3 : palette.ink
      ctx.fillText(label, start, middle + 0.5)
      ctx.font = font
      ctx.fillStyle = palette.ink2
      ctx.fillText(count, start + labelWidth + PAD, middle + 0.5)
      if (total === '') return
      const after = start + labelWidth + countWidth + PAD * 3
      ctx.fillText(cut(ctx, total, Math.max(0, end - after - PAD)), after, middle + 0.5)
    },
  }
}

function paintTotal(ctx: CanvasRenderingContext2D, rect: Rectangle, total: string, palette: Palette): void {
  if (total === '') return
  const words = cut(ctx, total, rect.width - PAD * 2)
  ctx.textBaseline = 'middle'
  ctx.fillStyle = palette.ink2
  ctx.fillText(words, rect.x + rect.width - PAD - ctx.measureText(words).width, rect.y + rect.height / 2 + 0.5)
}

function paintArrow(ctx: CanvasRenderingContext2D, x: number, y: number, isOpen: boolean, palette: Palette): void {
  ctx.beginPath()
  if (isOpen) {
    ctx.moveTo(x - 4, y - 2)
    ctx.lineTo(x, y + 2)
    ctx.lineTo(x + 4, y - 2)
  } else {
    ctx.moveTo(x - 2, y - 4)
    ctx.lineTo(x + 2, y)
    ctx.lineTo(x - 2, y + 4)
  }
  ctx.lineWidth = 1.5
  ctx.lineCap = 'round'
  ctx.lineJoin = 'round'
  ctx.strokeStyle = palette.ink2
  ctx.stroke()
}

/** Glide leaves the row number of these lines blank and gives them their own ground; all lines are of one height. */
export function rowGrouping({ list, lineOfBand }: Bands, height: number, palette: Palette) {
  return {
    groups: list.map((_, at) => ({ headerIndex: lineOfBand(at), isCollapsed: false })),
    height,
    themeOverride: { bgCell: palette.canvas, bgCellMedium: palette.canvas },
  }
}
