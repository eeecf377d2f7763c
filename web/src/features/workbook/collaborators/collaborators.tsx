// What there is to see of the others in a workbook: their faces, their cursors, and a word when they write over a value of mine.
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import type { Connection } from '../../../api/events.ts'
import type { GridColumn, GridPerson, Point } from '../../../grid/model/grid.types.ts'
import type { Selection } from '../../../grid/model/selection.logic.ts'
import { locate } from '../../../grid/rows/locate.ts'
import type { Rows } from '../../../grid/rows/shown-rows.types.ts'
import { toast } from '../../../ui/overlays/toast.tsx'
import { getRow } from '../../columns/workbook.api.ts'
import { meQuery } from '../../settings/settings.queries.ts'
import { Faces } from './faces.tsx'
import type { Overwritten } from './overwritten.logic.ts'
import { OverwrittenNotice } from './overwritten-notice.tsx'
import { cursorsOf, type Face, facesOf, faceWords, whereabouts } from './presence.logic.ts'
import { usePresence } from './use-presence.ts'

export interface CollaboratorsProps {
  workbookId: string
  rows: Rows
  columns: GridColumn[]
  selection: Selection
  /** The active cell is being written in. */
  editing: boolean
  connection: Connection
  /** True while the rows are all rows in their order, where any of them can be found. */
  inOrder: boolean
  overwritten: readonly Overwritten[]
  onAnswered: () => void
  onPeople: (people: GridPerson[]) => void
  onGo: (at: Point) => void
  onActivity: () => void
}

export function Collaborators(props: CollaboratorsProps) {
  const { workbookId, rows, columns, selection, editing, connection, overwritten, onPeople, onGo } = props
  const me = useQuery(meQuery).data?.id
  const people = usePresence(workbookId, whereabouts(selection, editing, rows, columns), connection)
  const faces = facesOf(people, me)
  const cursors = useMemo(() => cursorsOf(people, me), [people, me])
  useEffect(() => onPeople(cursors), [cursors, onPeople])
  useEffect(() => () => onPeople([]), [onPeople])

  async function go(face: Face) {
    if (!face.cell) return
    const col = Math.max(
      0,
      columns.findIndex(({ id }) => id === face.cell?.column_id),
    )
    const row = await rowAt(face.cell.row_id)
    if (row === null) toast(`${face.name} is at a row that this view does not show`)
    else onGo({ col, row })
  }

  async function rowAt(rowId: string): Promise<number | null> {
    const known = rows.indexOf(rowId)
    if (known !== undefined) return known
    if (!props.inOrder) return null
    return getRow(workbookId, rowId)
      .then((row) => locate(rows, row))
      .catch(() => null)
  }

  const [first] = overwritten
  const row = first && rows.indexOf(first.row_id)
  const col = first ? columns.findIndex(({ id }) => id === first.column_id) : -1
  return (
    <>
      <Faces faces={faces} words={(face) => faceWords(face, rows, columns)} onGo={(face) => void go(face)} />
      {overwritten.length > 0 && me !== undefined && (
        <OverwrittenNotice
          workbookId={workbookId}
          me={me}
          list={overwritten}
          row={col === -1 ? undefined : row}
          onShow={() => row !== undefined && onGo({ col, row })}
          onActivity={() => {
            props.onActivity()
            props.onAnswered()
          }}
          onAnswered={props.onAnswered}
        />
      )}
    </>
  )
}
