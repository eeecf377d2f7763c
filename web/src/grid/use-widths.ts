// How wide columns are while an edge is dragged, and as a double click on it measures them.
import type { GridColumn as GlideColumn } from '@glideapps/glide-data-grid'
import { useRef, useState } from 'react'
import type { GridColumn } from './grid.types.ts'

/** Letting go of an edge ends over what lies there: so long no click is meant, in ms. */
const LET_GO_MS = 200

export function useWidths(columns: readonly GridColumn[], onResize: (columnId: string, width: number) => void) {
  const [widths, setWidths] = useState<Record<string, number>>({})
  const isDragged = useRef(false)
  const isHeld = useRef(false)

  function keep(id: string, to: number) {
    const width = Math.round(to)
    if (columns.find((column) => column.id === id)?.width !== width) onResize(id, width)
  }

  return {
    widths,
    /** An edge is dragged, or was let go just now. */
    isHeld: () => isHeld.current,
    onColumnResizeStart: () => {
      isDragged.current = true
      isHeld.current = true
    },
    onColumnResize: ({ id }: GlideColumn, width: number) => {
      if (!id) return
      setWidths((before) => ({ ...before, [id]: width }))
      // Behind a double click Glide tells what it measured, after the click itself has ended.
      if (!isDragged.current) keep(id, width)
    },
    onColumnResizeEnd: ({ id }: GlideColumn, width: number) => {
      isDragged.current = false
      setTimeout(() => {
        isHeld.current = false
      }, LET_GO_MS)
      if (id) keep(id, width)
    },
  }
}
