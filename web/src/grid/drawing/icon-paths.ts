// Lucide icons (ISC license) as single outlines on a 24 px square, for drawing on the grid's canvas.
import type { ValueKind } from '../model/grid.types.ts'

const circle = (x: number, y: number, r: number) =>
  `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0`
const box = (x: number, y: number, w: number, h: number) => `M${x} ${y}h${w}v${h}h${-w}z`

const ICONS = {
  type: 'M12 4v16M4 7V5a1 1 0 0 1 1-1h14a1 1 0 0 1 1 1v2M9 20h6',
  lines: 'M21 5H3M15 12H3M17 19H3',
  hash: 'M4 9h16M4 15h16M10 3L8 21M16 3l-2 18',
  money: 'M12 3v18M17 5H9.5a1 1 0 0 0 0 7h5a1 1 0 0 1 0 7H6',
  percent: `M19 5L5 19${circle(6.5, 6.5, 2.5)}${circle(17.5, 17.5, 2.5)}`,
  calendar: `M8 2v3M16 2v3M3 9h18${box(3, 3.5, 18, 17.5)}`,
  check: `${box(3, 3, 18, 18)}M16 9l-5.5 5.5L8 12`,
  tag: `M12.586 2.586A2 2 0 0 0 11.172 2H4a2 2 0 0 0-2 2v7.172a2 2 0 0 0 .586 1.414l8.704 8.704a2.426 2.426 0 0 0 3.42 0l6.58-6.58a2.426 2.426 0 0 0 0-3.42z${circle(7.5, 7.5, 0.5)}`,
  tags: 'M13 5h8M13 12h8M13 19h8M3 17l2 2 4-4M3 7l2 2 4-4',
  mail: `M22 7l-8.991 5.727a2 2 0 0 1-2.009 0L2 7${box(2, 4, 20, 16)}`,
  link: 'M10 13a5 5 0 0 0 7.54.54l3-3a5 5 0 0 0-7.07-7.07l-1.72 1.71M14 11a5 5 0 0 0-7.54-.54l-3 3a5 5 0 0 0 7.07 7.07l1.71-1.71',
  phone:
    'M13.832 16.568a1 1 0 0 0 1.213-.303l.355-.465A2 2 0 0 1 17 15h3a2 2 0 0 1 2 2v3a2 2 0 0 1-2 2A18 18 0 0 1 2 4a2 2 0 0 1 2-2h3a2 2 0 0 1 2 2v3a2 2 0 0 1-.8 1.6l-.468.351a1 1 0 0 0-.292 1.233 14 14 0 0 0 6.392 6.384',
  braces:
    'M8 3H7a2 2 0 0 0-2 2v5a2 2 0 0 1-2 2 2 2 0 0 1 2 2v5c0 1.1.9 2 2 2h1M16 21h1a2 2 0 0 0 2-2v-5c0-1.1.9-2 2-2a2 2 0 0 1-2-2V5a2 2 0 0 0-2-2h-1',
  layers:
    'M12.83 2.18a2 2 0 0 0-1.66 0L2.6 6.08a1 1 0 0 0 0 1.83l8.58 3.91a2 2 0 0 0 1.66 0l8.58-3.9a1 1 0 0 0 0-1.83zM2 12a1 1 0 0 0 .58.91l8.6 3.91a2 2 0 0 0 1.65 0l8.58-3.9A1 1 0 0 0 22 12M2 17a1 1 0 0 0 .58.91l8.6 3.91a2 2 0 0 0 1.65 0l8.58-3.9A1 1 0 0 0 22 17',
  zap: 'M15.914 4a1.5 1.5 0 0 0-2.474-1.561l-9 9A1.5 1.5 0 0 0 5.5 14h4.002a.5.5 0 0 1 .471.666L8.086 20a1.5 1.5 0 0 0 2.475 1.56l9-9A1.5 1.5 0 0 0 18.5 10h-3.997a.5.5 0 0 1-.472-.667z',
  clock: `${circle(12, 12, 10)}M12 6v6l4 2`,
  pause: 'M8 4v16M16 4v16',
  dash: 'M5 12h14',
  pencil:
    'M21.174 6.812a1 1 0 0 0-3.986-3.987L3.842 16.174a2 2 0 0 0-.5.83l-1.321 4.352a.5.5 0 0 0 .623.622l4.353-1.32a2 2 0 0 0 .83-.497zM15 5l4 4',
  lock: `${box(3, 11, 18, 11)}M7 11V7a5 5 0 0 1 10 0v4`,
  chevron: 'M6 9l6 6 6-6',
  plus: 'M5 12h14M12 5v14',
} as const

export type IconName = keyof typeof ICONS

const KIND_ICONS: Record<ValueKind, IconName> = {
  text: 'type',
  long_text: 'lines',
  number: 'hash',
  currency: 'money',
  percent: 'percent',
  date: 'calendar',
  datetime: 'clock',
  checkbox: 'check',
  select: 'tag',
  multi_select: 'tags',
  email: 'mail',
  url: 'link',
  phone: 'phone',
  json: 'braces',
}

/** The icon of a column: how it is filled for computed ones, what it holds for the others. */
export function columnIcon(type: string, kind: ValueKind): IconName {
  if (type === 'waterfall') return 'layers'
  return type === 'input' || type === 'lead_field' ? KIND_ICONS[kind] : 'zap'
}

const drawn = new Map<IconName, Path2D>()

/** Strokes an icon with its top left corner at a point; `size` in px. */
export function strokeIcon(
  ctx: CanvasRenderingContext2D,
  name: IconName,
  x: number,
  y: number,
  size: number,
  colour: string,
  weight = 2,
): void {
  let path = drawn.get(name)
  if (!path) {
    path = new Path2D(ICONS[name])
    drawn.set(name, path)
  }
  ctx.save()
  ctx.translate(x, y)
  ctx.scale(size / 24, size / 24)
  ctx.lineWidth = weight
  ctx.lineCap = 'round'
  ctx.lineJoin = 'round'
  ctx.strokeStyle = colour
  ctx.stroke(path)
  ctx.restore()
}
