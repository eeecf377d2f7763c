// Ties others to the workbook: what they change and where they are goes to the grid, what they take from me to a notice.
import { type RefObject, useState } from 'react'
import type { Tint } from '../../../grid/drawing/glide-cells.ts'
import type { GridHandle } from '../../../grid/grid.tsx'
import type { GridColumn, GridPerson } from '../../../grid/model/grid.types.ts'
import type { useEdits } from '../edit/use-edits.ts'
import type { useTable } from '../views/use-table.ts'
import { joinOverwritten, type Overwritten, overwrittenBy } from './overwritten.logic.ts'
import { useMarkedChanges } from './use-marked-changes.ts'

interface Parts {
  workbookId: string
  grid: RefObject<GridHandle | null>
  table: Pick<ReturnType<typeof useTable>, 'rows' | 'readAgain' | 'connection'>
  columns: GridColumn[]
  tint: Tint | undefined
  edits: Pick<ReturnType<typeof useEdits>, 'own' | 'saved' | 'isSaving'>
}

export function useCollaborators({ workbookId, grid, table, columns, tint, edits }: Parts) {
  const { rows, readAgain, connection } = table
  const [people, setPeople] = useState<GridPerson[]>([])
  const [editing, setEditing] = useState(false)
  const [overwritten, setOverwritten] = useState<readonly Overwritten[]>([])
  const others = useMarkedChanges({
    workbookId,
    rows,
    columns,
    tint,
    readAgain,
    isSaving: edits.isSaving,
    saved: edits.saved,
    onChanged: (marks) => {
      const lost = overwrittenBy(marks, edits.own, rows, columns)
      if (lost.length > 0) setOverwritten((before) => joinOverwritten(before, lost))
    },
  })
  return {
    news: others.news,
    /** For the grid. */
    shown: { people, tint: others.tint, changedBy: others.changedBy, onEditing: setEditing },
    /** For faces and the notice. */
    told: {
      workbookId,
      rows,
      columns,
      connection,
      editing,
      overwritten,
      onPeople: setPeople,
      onAnswered: () => {
        setOverwritten([])
        grid.current?.focus()
      },
    },
  }
}
