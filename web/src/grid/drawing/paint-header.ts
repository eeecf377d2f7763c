// Draws a column header: type icon, name, menu, and the thin bar that says how far the column is filled.
import type { ColumnFill, GridColumn } from '../model/grid.types.ts'
import { columnIcon, strokeIcon } from './icon-paths.ts'
import { cut } from './paint-cell.ts'
import { fade, type Palette } from './palette.ts'

interface Area {
  x: number
  y: number
  width: number
  height: number
}

export interface HeaderState {
  selected: boolean
  /** Shown always on touch screens, on hover elsewhere. */
  menu: boolean
  menuArea: Area
}

export function paintHeader(
  ctx: CanvasRenderingContext2D,
  area: Area,
  column: GridColumn,
  palette: Palette,
  state: HeaderState,
): void {
  const middle = area.y + area.height / 2
  const ink = state.selected ? palette.onAccent : palette.ink
  strokeIcon(
    ctx,
    columnIcon(column.type, column.kind),
    area.x + 8,
    middle - 7,
    14,
    state.selected ? ink : palette.ink3,
    1.8,
  )
  const room = area.width - 28 - (state.menu ? 28 : 8)
  ctx.fillStyle = ink
  if (room > 0) ctx.fillText(cut(ctx, column.name, room), area.x + 28, middle + 0.5)
  if (state.menu && area.width > 60) {
    const { x, y, width, height } = state.menuArea
    strokeIcon(ctx, 'chevron', x + width / 2 - 7, y + height / 2 - 7, 14, state.selected ? ink : palette.ink3, 2)
  }
  if (column.fill && column.fill.total > 0) paintFill(ctx, area, column.fill, palette)
}

/** The shares of the bar in drawing order; what is left of the width has not been run. */
export function fillShares(
  fill: ColumnFill,
): { name: 'found' | 'unverified' | 'not_found' | 'skipped' | 'error'; share: number }[] {
  const names = ['found', 'unverified', 'not_found', 'skipped', 'error'] as const
  const total = Math.max(1, fill.total)
  return names
    .map((name) => ({ name, share: Math.min(1, Math.max(0, fill[name] / total)) }))
    .filter((one) => one.share > 0)
}

function paintFill(ctx: CanvasRenderingContext2D, area: Area, fill: ColumnFill, palette: Palette): void {
  const colours = {
    found: palette.ok,
    unverified: palette.warnMark,
    not_found: palette.lineStrong,
    skipped: fade(palette.idle, 0.35),
    error: palette.bad,
  }
  const left = area.x + 1
  const width = area.width - 1
  const top = area.y + area.height - 3
  let x = left
  for (const { name, share } of fillShares(fill)) {
    const size = Math.max(1, share * width)
    ctx.fillStyle = colours[name]
    ctx.fillRect(x, top, Math.min(size, left + width - x), 2)
    x += size
  }
}

const SHARE_WORDS = {
  found: 'found',
  unverified: 'unverified',
  not_found: 'not found',
  skipped: 'skipped',
  error: 'errors',
}

/** The hint on a header: how far the column is filled, or its name when that is cut. `width` in px. */
export function headerWords({ name, fill }: GridColumn, width: number): string {
  if (!fill || fill.total === 0) return name.length * 7 > width - 60 ? name : ''
  const parts = fillShares(fill).map((one) => `${fill[one.name].toLocaleString('en-US')} ${SHARE_WORDS[one.name]}`)
  const said = parts.length > 0 ? parts.join(', ') : 'not run yet'
  return `${name}: ${said} of ${fill.total.toLocaleString('en-US')} rows`
}
