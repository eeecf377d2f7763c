// Looking for a place in the table: by a text (Ctrl+F, on with F3) or by the number of a row (Ctrl+G), each with its bar.
import { useState } from 'react'
import type { GridColumn, Point } from '../../../grid/grid.types.ts'
import type { Seek } from '../../../grid/keyboard.logic.ts'
import type { Rows } from '../../../grid/rows/shown-rows.types.ts'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import type { ViewQuestion } from '../views/view-state.logic.ts'
import { useFind } from './use-find.ts'

const FindBar = lazyPart(async () => (await import('./find-bar.tsx')).FindBar)
const GoToBar = lazyPart(async () => (await import('./go-to-bar.tsx')).GoToBar)

interface Parts {
  workbookId: string
  rows: Rows
  columns: GridColumn[]
  question: ViewQuestion | null
  /** The column that has the cursor. */
  col: number
  /** Makes it the active cell and shows it. */
  show: (at: Point) => void
  /** Gives the keys back to the grid. */
  focus: () => void
}

export function useSeeking({ col, show, focus, ...parts }: Parts) {
  const [open, setOpen] = useState<{ bar: 'find' | 'row'; asked: number } | null>(null)
  const find = useFind({ ...parts, isOpen: open?.bar === 'find', onFound: show })

  function seek(what: Seek): boolean {
    const bar = what === 'row' ? 'row' : 'find'
    const isStep = what === 'next' || what === 'previous'
    if (isStep) find.step(what === 'next' ? 1 : -1)
    // While the bar is there, going on leaves the keys where they are.
    if (!isStep || open?.bar !== bar) setOpen((before) => ({ bar, asked: (before?.asked ?? 0) + 1 }))
    return true
  }

  function close() {
    setOpen(null)
    focus()
  }

  const bar =
    open &&
    (open.bar === 'find' ? (
      <FindBar find={find} asked={open.asked} onClose={close} />
    ) : (
      <GoToBar
        total={parts.rows.total}
        asked={open.asked}
        onGo={(row) => {
          show({ col, row: row - 1 })
          close()
        }}
        onClose={close}
      />
    ))
  return { seek, bar }
}
