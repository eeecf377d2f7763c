// Looking for a place in the table: by a text (Ctrl+F, on with F3; Ctrl+H to replace it) or by the number of a row (Ctrl+G), each with its bar.
import { useState } from 'react'
import type { GridColumn, Point } from '../../../grid/model/grid.types.ts'
import type { Seek } from '../../../grid/model/keyboard.logic.ts'
import { rectsOf, type Selection } from '../../../grid/model/selection.logic.ts'
import type { Rows } from '../../../grid/rows/shown-rows.types.ts'
import { showError } from '../../../session/show-error.ts'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { toast } from '../../../ui/overlays/toast.tsx'
import type { ViewQuestion } from '../views/view-state.logic.ts'
import { type Match, reachRow, useFind } from './use-find.ts'

const FindBar = lazyPart(async () => (await import('./find-bar.tsx')).FindBar)
const ReplaceBar = lazyPart(async () => (await import('./replace-bar.tsx')).ReplaceBar)
const GoToBar = lazyPart(async () => (await import('./go-to-bar.tsx')).GoToBar)

interface Parts {
  workbookId: string
  rows: Rows
  columns: GridColumn[]
  question: ViewQuestion | null
  /** May the values be changed? */
  editable: boolean
  selection: Selection
  /** Makes it the active cell and shows it. */
  show: (at: Point) => void
  /** Gives the keys back to the grid. */
  focus: () => void
}

export function useSeeking({ selection, editable, show, focus, ...parts }: Parts) {
  const [open, setOpen] = useState<{ bar: 'find' | 'row' | 'replace'; asked: number } | null>(null)
  const find = useFind({ ...parts, isOpen: open?.bar === 'find', onFound: show })

  function seek(what: Seek): boolean {
    if (what === 'replace' && !editable) return false
    const bar = what === 'row' || what === 'replace' ? what : 'find'
    const isStep = what === 'next' || what === 'previous'
    if (isStep) find.step(what === 'next' ? 1 : -1)
    // While the bar is there, going on leaves the keys where they are.
    if (!isStep || open === null || open.bar === 'row') setOpen((before) => ({ bar, asked: (before?.asked ?? 0) + 1 }))
    return true
  }

  function close() {
    setOpen(null)
    focus()
  }

  const { workbookId, rows, columns, question } = parts

  async function showMatch(match: Match & { column_id: string }) {
    try {
      const row = await reachRow(rows, match, question !== null, new AbortController().signal)
      const col = columns.findIndex(({ id }) => id === match.column_id)
      if (row === null) return void toast(question ? 'Too far down in this view' : 'This row is gone')
      show({ col: Math.max(0, col), row })
    } catch (error) {
      showError(error, 'The row was not found.')
    }
  }

  function barOf({ bar, asked }: NonNullable<typeof open>) {
    switch (bar) {
      case 'find':
        return <FindBar find={find} asked={asked} onReplace={editable ? () => seek('replace') : null} onClose={close} />
      case 'replace': {
        const rects = rectsOf(selection, { cols: columns.length, rows: rows.total })
        const chosen = columns.filter((_, at) => rects.some(({ x, width }) => at >= x && at < x + width))
        return (
          <ReplaceBar
            {...{ workbookId, columns, chosen, question, asked }}
            text={find.text}
            onShow={(match) => void showMatch(match)}
            onClose={close}
          />
        )
      }
      case 'row':
        return (
          <GoToBar
            total={rows.total}
            asked={asked}
            onGo={(row) => {
              show({ col: selection.cell?.col ?? 0, row: row - 1 })
              close()
            }}
            onClose={close}
          />
        )
    }
  }
  const bar = open && barOf(open)
  return { seek, bar }
}
