// Draws the state of a cell as a small mark at its right edge.

import type { CellMark } from '../marks/marks.logic.ts'
import { strokeIcon } from './icon-paths.ts'
import type { Palette } from './palette.ts'

/** Room a mark takes at the right edge, in px. */
export const MARK_WIDTH = 20

const TURN_MS = 900

/** `x` and `y` are the centre of the mark; `time` in ms turns the spinner, and 0 holds it still. */
export function paintMark(
  ctx: CanvasRenderingContext2D,
  mark: CellMark,
  x: number,
  y: number,
  palette: Palette,
  time: number,
): void {
  const icon = (name: 'clock' | 'pause' | 'dash' | 'pencil' | 'lock', colour: string, size = 11) =>
    strokeIcon(ctx, name, x - size / 2, y - size / 2, size, colour, 2.6)
  switch (mark) {
    case 'spinner': {
      const turn = ((time % TURN_MS) / TURN_MS) * Math.PI * 2
      ctx.beginPath()
      ctx.arc(x, y, 4.5, turn, turn + Math.PI * 1.5)
      ctx.lineWidth = 1.5
      ctx.lineCap = 'round'
      ctx.strokeStyle = palette.accent
      ctx.stroke()
      break
    }
    case 'clock':
      icon('clock', palette.ink3)
      break
    case 'pause':
      icon('pause', palette.ink3, 10)
      break
    case 'dash':
      icon('dash', palette.idle, 10)
      break
    case 'pencil':
      icon('pencil', palette.ink3)
      break
    case 'lock':
      icon('lock', palette.warnMark)
      break
    case 'amber_dot':
      dot(ctx, x, y, palette.warnMark, true)
      break
    case 'red_dot':
      dot(ctx, x, y, palette.bad, true)
      break
    case 'hollow_dot':
      dot(ctx, x, y, palette.idle, false)
      break
    case 'invalid':
      triangle(ctx, x, y, palette.warnMark)
      break
    case 'test':
      ctx.strokeStyle = palette.warnMark
      ctx.lineWidth = 1.5
      ctx.strokeRect(x - 3, y - 3, 6, 6)
      break
    case 'stale':
      icon('clock', palette.warnMark)
      break
  }
}

function dot(ctx: CanvasRenderingContext2D, x: number, y: number, colour: string, full: boolean): void {
  ctx.beginPath()
  ctx.arc(x, y, full ? 3.5 : 3, 0, Math.PI * 2)
  if (full) {
    ctx.fillStyle = colour
    ctx.fill()
  } else {
    ctx.lineWidth = 1.5
    ctx.strokeStyle = colour
    ctx.stroke()
  }
}

function triangle(ctx: CanvasRenderingContext2D, x: number, y: number, colour: string): void {
  ctx.beginPath()
  ctx.moveTo(x, y - 4)
  ctx.lineTo(x + 4.5, y + 4)
  ctx.lineTo(x - 4.5, y + 4)
  ctx.closePath()
  ctx.lineWidth = 1.5
  ctx.lineJoin = 'round'
  ctx.strokeStyle = colour
  ctx.stroke()
}

/** The corner at the top right of a cell that has comments. */
export function paintCorner(
  ctx: CanvasRenderingContext2D,
  { x, y, width }: { x: number; y: number; width: number },
  colour: string,
): void {
  const size = 8
  ctx.beginPath()
  ctx.moveTo(x + width - size, y + 1)
  ctx.lineTo(x + width, y + 1)
  ctx.lineTo(x + width, y + 1 + size)
  ctx.closePath()
  ctx.fillStyle = colour
  ctx.fill()
}
