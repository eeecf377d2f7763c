// The cursors of other people on the grid: tinted cells, words for what is under the pointer, and frames with names that follow.
import { useMemo, useRef } from 'react'
import type { GridColumn, GridPerson } from '../model/grid.types.ts'
import type { Rows } from '../rows/shown-rows.types.ts'
import { cursorsOn, wordsAt } from './people.logic.ts'

const NO_PEOPLE: readonly GridPerson[] = []

/** What a grid shows of other users, and reports to them. */
export interface AmongOthers {
  people?: readonly GridPerson[]
  /** The users who changed a cell a moment ago. */
  changedBy?: (rowId: string, columnId: string) => string | undefined
  onEditing?: (editing: boolean) => void
}

interface Props extends AmongOthers {
  rows: Rows
  columns: GridColumn[]
}

/** `version` grows when rows may have moved. */
export function usePeople({ people = NO_PEOPLE, rows, columns, changedBy }: Props, version: number) {
  /** What frames and names do when the grid scrolls. */
  const follow = useRef<(() => void) | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  const tinted = useMemo(() => cursorsOn(people, rows, columns), [people, rows, columns, version])
  return {
    people,
    tinted,
    follow,
    wordsAt(rowId: string, columnId: string): string[] {
      const changer = changedBy?.(rowId, columnId)
      return [changer ? `${changer} changed this just now` : '', wordsAt(people, rowId, columnId)]
    },
  }
}
