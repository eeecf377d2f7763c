// What dragging the fill handle writes: a series goes on where every spreadsheet would go on, anything else repeats.
import type { GridColumn, Point, Rect } from '../model/grid.types.ts'
import type { GridWrite } from './write.logic.ts'

/** The value at a distance from the first of the pattern; negative distances lie before it. */
export type Series = (distance: number) => unknown

const DAY_MS = 86_400_000
const ISO_DAY = /^\d{4}-\d{2}-\d{2}$/
/** A word with a number at its end, such as "Item 7" or "Q3"; longer numbers are identifiers and stay as they are. */
const NUMBERED = /^(.*\p{L}[\s#_.-]*)(\d{1,6})$/su

/**
 * How a run of values goes on: two or more numbers or dates with one step between them count on, a single date goes
 * day by day, a word with a number counts up. A single number is copied. Everything else repeats.
 */
export function seriesOf(values: readonly unknown[]): Series {
  return numbers(values) ?? dates(values) ?? numbered(values) ?? repeat(values)
}

function repeat(values: readonly unknown[]): Series {
  const count = Math.max(1, values.length)
  return (distance) => values[((distance % count) + count) % count]
}

/** The one step between neighbours; null when there are several, or nothing to compare. */
function stepOf(values: readonly number[]): number | null {
  const [first = 0, second] = values
  if (second === undefined) return null
  const step = second - first
  const even = values.every((value, at) => at === 0 || near(value - (values[at - 1] ?? 0), step))
  return even ? step : null
}

const near = (one: number, other: number) => Math.abs(one - other) <= 1e-9 * Math.max(1, Math.abs(one), Math.abs(other))

function numbers(values: readonly unknown[]): Series | null {
  if (!values.every((value): value is number => typeof value === 'number' && Number.isFinite(value))) return null
  const [first = 0] = values
  const step = stepOf(values)
  if (step === null) return null
  const digits = Math.max(...values.map(decimals), decimals(step))
  return (distance) => Number((first + step * distance).toFixed(digits))
}

/** Digits after the point, so that 0.1, 0.2 continues with 0.3 and not with 0.30000000000000004. */
function decimals(value: number): number {
  const [, fraction = ''] = String(Number(value.toFixed(10))).split('.')
  return Math.min(10, fraction.length)
}

function dates(values: readonly unknown[]): Series | null {
  if (values.length === 0 || !values.every((value) => typeof value === 'string' && ISO_DAY.test(value))) return null
  const times = (values as string[]).map((value) => Date.parse(`${value}T00:00:00Z`))
  if (times.some(Number.isNaN)) return null
  const [first = 0] = times
  const months = monthStep(values as string[])
  if (months !== null) return (distance) => addMonths(first, months * distance)
  const step = times.length === 1 ? DAY_MS : stepOf(times)
  return step === null ? null : (distance) => dayText(first + step * distance)
}

/** Whole months between dates on the same day of the month; null for any other distance. */
function monthStep(values: readonly string[]): number | null {
  if (values.length < 2 || new Set(values.map((value) => value.slice(8))).size > 1) return null
  const step = stepOf(values.map((value) => Number(value.slice(0, 4)) * 12 + Number(value.slice(5, 7))))
  return step === 0 ? null : step
}

/** The 31st of a shorter month is its last day. */
function addMonths(time: number, months: number): string {
  const date = new Date(time)
  const day = date.getUTCDate()
  const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months + 1, 0)).getUTCDate()
  return dayText(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months, Math.min(day, last)))
}

const dayText = (time: number) => new Date(time).toISOString().slice(0, 10)

function numbered(values: readonly unknown[]): Series | null {
  const parts = values.map((value) => (typeof value === 'string' ? NUMBERED.exec(value) : null))
  const [head] = parts
  if (!head || parts.some((part) => part?.[1] !== head[1])) return null
  const [, words = '', digits = ''] = head
  const step = parts.length === 1 ? 1 : stepOf(parts.map((part) => Number(part?.[2])))
  if (step === null) return null
  const width = digits.startsWith('0') ? digits.length : 0
  return (distance) => {
    const number = Number(digits) + step * distance
    return number < 0 ? null : `${words}${String(number).padStart(width, '0')}`
  }
}

/**
 * Fills the part of `area` that lies outside `source`, which it contains; the pattern goes on in the direction in which
 * the area is longer. What is copied is read at once: its rows may be forgotten before those to be written are loaded.
 */
export function patternWrite(
  source: Rect,
  area: Rect,
  columns: readonly GridColumn[],
  read: (at: Point) => unknown,
): GridWrite | null {
  return lineWrite(source, area, read, (values, col) => {
    // An address that ends in a number does not begin a series.
    const isAddress = ['url', 'email', 'phone'].includes(columns[col]?.kind ?? '')
    return isAddress ? repeat(values) : seriesOf(values)
  })
}

/**
 * Ctrl+D and Ctrl+R: the first line of the range goes into the rest of it; for a range of one line, the line before it
 * comes in. Null when there is nothing to copy from.
 */
export function fillWrite(range: Rect, direction: 'down' | 'right', read: (at: Point) => unknown): GridWrite | null {
  const down = direction === 'down'
  const before = (down ? range.height : range.width) === 1 ? 1 : 0
  const area = down
    ? { ...range, y: range.y - before, height: range.height + before }
    : { ...range, x: range.x - before, width: range.width + before }
  if (area.x < 0 || area.y < 0) return null
  return lineWrite(down ? { ...area, height: 1 } : { ...area, width: 1 }, area, read, repeat)
}

/** Each line of the source goes on as far as the area goes. */
function lineWrite(
  source: Rect,
  area: Rect,
  read: (at: Point) => unknown,
  goOn: (values: readonly unknown[], col: number) => Series,
): GridWrite | null {
  const down = area.height > source.height
  const targets = outside(source, area, down)
  if (targets.length === 0) return null
  const [first, count] = down ? [source.x, source.width] : [source.y, source.height]
  const lines = Array.from({ length: count }, (_, nth) => {
    const line = first + nth
    const values = Array.from({ length: down ? source.height : source.width }, (__, at) =>
      read(down ? { col: line, row: source.y + at } : { col: source.x + at, row: line }),
    )
    return goOn(values, down ? line : source.x)
  })
  return {
    what: 'fill',
    targets,
    newRows: 0,
    newColumns: 0,
    value: ({ col, row }) => {
      const series = down ? lines[col - source.x] : lines[row - source.y]
      return { value: series?.(down ? row - source.y : col - source.x) ?? null, valid: true }
    },
  }
}

function outside(source: Rect, area: Rect, down: boolean): Rect[] {
  const parts = down
    ? [
        { ...source, y: area.y, height: source.y - area.y },
        { ...source, y: source.y + source.height, height: area.y + area.height - source.y - source.height },
      ]
    : [
        { ...source, x: area.x, width: source.x - area.x },
        { ...source, x: source.x + source.width, width: area.x + area.width - source.x - source.width },
      ]
  return parts.filter((part) => part.width > 0 && part.height > 0)
}

/**
 * How far a double click on the handle fills: to the end of the filled cells beside the pattern, on the left if there
 * are any, else on the right. `filled` answers undefined where rows are not loaded. Answers the last row, or null.
 */
export function fillEnd(
  source: Rect,
  cols: number,
  rows: number,
  filled: (at: Point) => boolean | undefined,
): { last: number; unknown: boolean } | null {
  const below = source.y + source.height
  if (below >= rows) return null
  for (const col of [source.x - 1, source.x + source.width]) {
    if (col < 0 || col >= cols) continue
    let row = below
    let state: boolean | undefined = true
    while (row < rows) {
      state = filled({ col, row })
      if (!state) break
      row += 1
    }
    if (row > below || state === undefined) return { last: row - 1, unknown: state === undefined }
  }
  return null
}
