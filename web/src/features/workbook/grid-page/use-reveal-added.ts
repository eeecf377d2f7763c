// A column that was just added is scrolled to, so that it is seen filling.
import { type RefObject, useEffect, useState } from 'react'
import type { GridHandle } from '../../../grid/grid.tsx'

/** Call what it returns with the id of the column. */
export function useRevealAdded(grid: RefObject<GridHandle | null>, columns: readonly { id: string }[]) {
  const [added, setAdded] = useState<string | null>(null)
  const addedAt = columns.findIndex((column) => column.id === added)
  useEffect(() => {
    if (addedAt === -1) return
    setAdded(null)
    setTimeout(() => grid.current?.revealColumn(addedAt), 60)
  }, [addedAt, grid])
  return setAdded
}
