// How wide columns are while an edge is dragged, and as a double click on it measures them.
import type { GridColumn as GlideColumn } from '@glideapps/glide-data-grid'
import { useRef, useState } from 'react'
import type { GridColumn } from '../model/grid.types.ts'
import { type EdgeDrag, isMeant } from './edge-drag.logic.ts'
import { useSamePlace } from './use-double-click.ts'

/** Letting go of an edge ends over what lies there: so long no click is meant, in ms. */
const LET_GO_MS = 200

/** Beside the name of a column: its icon, its menu and the space around them, in px. */
const HEADER_ROOM = 58

function headerWidth(name: string): number {
  const pen = document.createElement('canvas').getContext('2d')
  if (!pen) return 0
  pen.font = `500 13px ${getComputedStyle(document.body).fontFamily}`
  return Math.ceil(pen.measureText(name).width) + HEADER_ROOM
}

export function useWidths(columns: readonly GridColumn[], onResize: (columnId: string, width: number) => void) {
  const [widths, setWidths] = useState<Record<string, number>>({})
  const isDragged = useRef(false)
  /** The one under way, or the last. */
  const drag = useRef<EdgeDrag | null>(null)
  const isHeld = useRef(false)
  const isSamePlace = useSamePlace()

  function keep(id: string, to: number) {
    const width = Math.round(to)
    if (columns.find((column) => column.id === id)?.width !== width) onResize(id, width)
  }

  return {
    widths,
    /** An edge is dragged, or was let go just now. */
    isHeld: () => isHeld.current,
    onColumnResizeStart: ({ id = '' }: GlideColumn, width: number) => {
      isDragged.current = true
      drag.current = { id, width, isMoved: false }
      isHeld.current = true
    },
    onColumnResize: ({ id, title }: GlideColumn, to: number) => {
      if (!id) return
      const isTold = isDragged.current && drag.current ? isMeant(drag.current, id, to) : isSamePlace()
      if (!isTold) return
      // After a double click, once the click has ended, Glide reports the width it measured; it does not know the header.
      const width = isDragged.current ? to : Math.max(to, headerWidth(title))
      setWidths((before) => ({ ...before, [id]: width }))
      if (!isDragged.current) keep(id, width)
    },
    onColumnResizeEnd: ({ id }: GlideColumn, width: number) => {
      isDragged.current = false
      setTimeout(() => {
        isHeld.current = false
      }, LET_GO_MS)
      // A click on the edge moves nothing; Glide tells its end with the least width there is.
      if (id && drag.current?.isMoved) keep(id, width)
    },
  }
}
