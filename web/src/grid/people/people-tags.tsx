// Frames around the cells of other people, over the grid, with the name for some seconds after they moved and while they write.
import { Fragment, type RefObject, useEffect, useReducer, useState } from 'react'
import type { PlacedLine } from '../drawing/glide-lines.ts'
import type { GridColumn, GridPerson, Rect } from '../model/grid.types.ts'
import type { Rows } from '../rows/shown-rows.types.ts'
import { cursorArea, ON_HUE } from './people.logic.ts'

const SHOWN_MS = 6_000
/** Px of a name above its cell. */
const HEIGHT = 18

interface Props {
  people: readonly GridPerson[]
  rows: Rows
  columns: readonly GridColumn[]
  /** Columns frozen at the left. */
  frozen: number
  headerHeight: number
  editor: RefObject<PlacedLine | null>
  frame: RefObject<HTMLElement | null>
  /** Called by the grid whenever it scrolls. */
  follow: RefObject<(() => void) | null>
}

export function PeopleTags({ people, rows, columns, frozen, headerHeight, editor, frame, follow }: Props) {
  const [, redraw] = useReducer((count: number) => count + 1, 0)
  useEffect(() => {
    follow.current = redraw
    // The grid draws its new size or order first.
    const soon = requestAnimationFrame(redraw)
    return () => {
      cancelAnimationFrame(soon)
      follow.current = null
    }
  }, [follow])

  function placeOf({ x, y, width, height }: Rect): Place | null {
    const outer = frame.current?.getBoundingClientRect()
    const first = editor.current?.getBounds(x, y)
    const last = editor.current?.getBounds(x + width - 1, y + height - 1)
    const edge = frozen > 0 ? editor.current?.getBounds(frozen - 1, y) : undefined
    if (!outer || !first || !last) return null
    const from = x < frozen || !edge ? 0 : edge.x + edge.width - outer.x - 1
    const box = {
      left: first.x - outer.x,
      top: first.y - outer.y,
      width: last.x + last.width - first.x + 1,
      height: last.y + last.height - first.y + 1,
    }
    const isOut =
      box.left + box.width <= from ||
      box.left > outer.width ||
      box.top + box.height <= headerHeight ||
      box.top > outer.height
    return isOut ? null : { box, from, bottom: outer.height }
  }

  return (
    <div aria-hidden className="pointer-events-none absolute inset-0 z-5 overflow-hidden">
      {people.map((person) => {
        const area = cursorArea(person, rows, columns)
        const place = area && placeOf(area)
        if (!place) return null
        const { box, from, bottom } = place
        const isAtTop = box.top - HEIGHT < headerHeight
        const name = { left: box.left, top: isAtTop ? box.top + box.height : box.top - HEIGHT }
        const isNamed = box.left >= from - 4 && box.top >= headerHeight - 4 && name.top + HEIGHT < bottom
        return (
          <Fragment key={person.key}>
            <div
              className="absolute border-2"
              style={{
                ...box,
                borderColor: person.hue,
                // Neither over the header nor over the columns that stay.
                clipPath: `inset(${Math.max(0, headerHeight - box.top)}px 0 0 ${Math.max(0, from - box.left)}px)`,
              }}
            />
            {/* A new place is a new tag, which is shown again. */}
            {isNamed && <Tag key={`${area.x} ${area.y}`} person={person} {...name} />}
          </Fragment>
        )
      })}
    </div>
  )
}

interface Place {
  box: { left: number; top: number; width: number; height: number }
  /** Px at the left that stay when the grid scrolls. */
  from: number
  bottom: number
}

function Tag({ person, left, top }: { person: GridPerson; left: number; top: number }) {
  const [isNew, setNew] = useState(true)
  useEffect(() => {
    const timer = setTimeout(() => setNew(false), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [])
  if (!isNew && !person.isEditing) return null
  return (
    <span
      data-testid="person-tag"
      className="absolute flex max-w-40 items-center truncate rounded-sm px-1.5 font-medium text-xs motion-safe:animate-fade"
      style={{ left, top, height: HEIGHT, backgroundColor: person.hue, color: ON_HUE }}
    >
      <span className="truncate">{person.isEditing ? `${person.name} is writing` : person.name}</span>
    </span>
  )
}
