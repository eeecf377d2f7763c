// Draws one cell: the value first, cut where it does not fit, then the mark of its state.
import type { Display } from '../marks/display.logic.ts'
import type { CellMark } from '../marks/marks.logic.ts'
import type { CellIcon } from '../model/grid.types.ts'
import { MARK_WIDTH, paintMark } from './paint-marks.ts'
import { fade, type Palette } from './palette.ts'

export interface CellFace {
  shown: Display
  /** Stands in front of the text; null where nothing does. */
  icon: CellIcon | null
  /** What stands there in place of a value: the state of the cell in words. */
  said: string
  mark: CellMark | null
  /** Dimmed: an old value that is being asked for again, or that no source confirms. */
  faint: boolean
}

interface Area {
  x: number
  y: number
  width: number
  height: number
}

const PAD = 8
const BOX = 14
const ICON = 16
/** With less room than this an icon would leave nothing of the text. */
const LEAST_WITH_ICON = 56
/** With less room a tag would be blank: its words stand there by themselves. */
const LEAST_TAG = 44
/** From one line of text to the next. */
const LINE = 18
/** The height of a row of one line; in higher ones everything stands where it would stand in that. */
const ONE_LINE = 32

/** The square of a checkbox cell, for drawing and for clicks. */
export function checkboxArea(area: Area): Area {
  return { x: area.x + PAD, y: area.y + (Math.min(area.height, ONE_LINE) - BOX) / 2, width: BOX, height: BOX }
}

export function paintCell(
  ctx: CanvasRenderingContext2D,
  area: Area,
  face: CellFace,
  palette: Palette,
  time: number,
): void {
  const { shown, mark, said } = face
  const room = area.width - PAD * 2 - (mark ? MARK_WIDTH - 6 : 0)
  const middle = area.y + Math.min(area.height, ONE_LINE) / 2
  if (room > 0) {
    ctx.fillStyle = face.faint ? palette.ink3 : palette.ink
    if (shown.as === 'check') paintCheckbox(ctx, checkboxArea(area), shown.checked === true, palette)
    else if (shown.as === 'tags' && room >= LEAST_TAG)
      paintTags(ctx, shown.tags ?? [], area.x + PAD, middle, room, palette)
    else if (shown.text !== '') {
      if (shown.as === 'link' && !face.faint) ctx.fillStyle = palette.accentInk
      if (shown.as === 'json') ctx.fillStyle = palette.ink2
      const hasIcon = face.icon !== null && room >= LEAST_WITH_ICON
      if (face.icon !== null && hasIcon) paintIcon(ctx, face.icon, shown.text, area.x + PAD, middle, palette)
      const left = area.x + PAD + (hasIcon ? ICON + 6 : 0)
      const width = area.x + PAD + room - left
      const text = cut(ctx, shown.text, width)
      const lines = Math.floor((area.height - 10) / LINE)
      if (shown.align === 'right') {
        ctx.textAlign = 'right'
        ctx.fillText(text, area.x + PAD + room, middle + 0.5)
        ctx.textAlign = 'left'
      } else if (lines > 1 && text !== shown.text) {
        wrapped(ctx, shown.text, width, lines).forEach((line, at) => {
          ctx.fillText(line, left, middle + 0.5 + at * LINE)
        })
      } else {
        ctx.fillText(text, left, middle + 0.5)
      }
    } else if (said !== '') {
      ctx.fillStyle = palette.ink3
      ctx.fillText(cut(ctx, said, room), area.x + PAD, middle + 0.5)
    }
  }
  if (mark && area.width > MARK_WIDTH + 4) {
    paintMark(ctx, mark, area.x + area.width - MARK_WIDTH / 2 - 2, middle, palette, time)
  }
}

/** The icon of a company, or a tile with the first letter of its domain. */
function paintIcon(
  ctx: CanvasRenderingContext2D,
  icon: CellIcon,
  text: string,
  x: number,
  middle: number,
  palette: Palette,
): void {
  const y = middle - ICON / 2
  if (icon !== 'none') {
    ctx.drawImage(icon, x, y, ICON, ICON)
    return
  }
  const { fillStyle, font } = ctx
  ctx.beginPath()
  ctx.roundRect(x, y, ICON, ICON, 3)
  ctx.fillStyle = fade(palette.ink3, 0.18)
  ctx.fill()
  ctx.fillStyle = palette.ink2
  ctx.textAlign = 'center'
  ctx.font = font.replace(/\d+(?:\.\d+)?px/, '10px')
  ctx.fillText(initialOf(text), x + ICON / 2, middle + 0.5)
  ctx.textAlign = 'left'
  ctx.font = font
  ctx.fillStyle = fillStyle
}

const initialOf = (text: string) => (/^(?:https?:\/\/)?(?:www\.)?(.)/i.exec(text)?.[1] ?? '').toUpperCase()

function paintCheckbox(ctx: CanvasRenderingContext2D, box: Area, checked: boolean, palette: Palette): void {
  ctx.beginPath()
  ctx.roundRect(box.x + 0.5, box.y + 0.5, box.width - 1, box.height - 1, 3)
  if (!checked) {
    ctx.lineWidth = 1
    ctx.strokeStyle = palette.lineStrong
    ctx.stroke()
    return
  }
  ctx.fillStyle = palette.accent
  ctx.fill()
  ctx.beginPath()
  ctx.moveTo(box.x + 3.5, box.y + 7.2)
  ctx.lineTo(box.x + 6, box.y + 9.7)
  ctx.lineTo(box.x + 10.5, box.y + 4.6)
  ctx.lineWidth = 1.6
  ctx.lineCap = 'round'
  ctx.lineJoin = 'round'
  ctx.strokeStyle = palette.onAccent
  ctx.stroke()
}

function paintTags(
  ctx: CanvasRenderingContext2D,
  tags: string[],
  left: number,
  middle: number,
  room: number,
  palette: Palette,
): void {
  let x = left
  for (const [index, tag] of tags.entries()) {
    const space = left + room - x
    if (space < 24) return
    const rest = tags.length - index - 1
    const text = cut(ctx, tag, space - 12 - (rest > 0 && space < 80 ? 16 : 0))
    if (text === '') return
    const width = widthOf(ctx, text) + 12
    ctx.beginPath()
    ctx.roundRect(x, middle - 10, width, 20, 4)
    ctx.fillStyle = fade(palette.ink3, 0.14)
    ctx.fill()
    ctx.fillStyle = palette.ink
    ctx.fillText(text, x + 6, middle + 0.5)
    x += width + 4
  }
}

const widths = new Map<string, number>()

function widthOf(ctx: CanvasRenderingContext2D, text: string): number {
  const key = `${ctx.font}\u0000${text}`
  const known = widths.get(key)
  if (known !== undefined) return known
  const width = ctx.measureText(text).width
  if (widths.size > 20_000) widths.clear()
  widths.set(key, width)
  return width
}

const cuts = new Map<string, string>()

/** The text, or as much of it as fits with an ellipsis, found by halving. */
export function cut(ctx: CanvasRenderingContext2D, text: string, room: number): string {
  // Nothing narrower than about 2.5 px a character fits, so very long texts are not measured whole.
  const head = text.slice(0, Math.ceil(room / 2.5) + 1)
  if (head.length === text.length && widthOf(ctx, text) <= room) return text
  const key = `${ctx.font}\u0000${room}\u0000${head}`
  const known = cuts.get(key)
  if (known !== undefined) return known
  let low = 0
  let high = head.length
  while (low < high) {
    const half = Math.ceil((low + high) / 2)
    if (ctx.measureText(`${head.slice(0, half)}…`).width <= room) low = half
    else high = half - 1
  }
  const shown = low === 0 ? '' : `${head.slice(0, low).trimEnd()}…`
  if (cuts.size > 20_000) cuts.clear()
  cuts.set(key, shown)
  return shown
}

const wraps = new Map<string, string[]>()

/** The text in lines, broken between words where it can be, the last one cut. */
function wrapped(ctx: CanvasRenderingContext2D, text: string, room: number, most: number): string[] {
  const key = `${ctx.font}\u0000${room}\u0000${most}\u0000${text}`
  const known = wraps.get(key)
  if (known) return known
  const lines: string[] = []
  let rest = text
  while (rest !== '' && lines.length < most - 1) {
    const fits = cut(ctx, rest, room)
    if (fits === rest || fits.length < 2) break
    const most = fits.length - 1
    const space = rest.lastIndexOf(' ', most)
    const end = space > most / 2 ? space : most
    lines.push(rest.slice(0, end))
    rest = rest.slice(end).trimStart()
  }
  if (rest !== '') lines.push(cut(ctx, rest, room))
  if (wraps.size > 5_000) wraps.clear()
  wraps.set(key, lines)
  return lines
}
