// What goes in one transaction of a run: cells, calls about to be made, and the outcomes of earlier calls.

import type { CallOutcome } from '../../money/call-record.writes.ts'
import type { FilledCell } from '../cells/fill-cell.ts'
import type { WaitingCall } from '../cells/wanted-call.ts'

export interface SettledCell extends FilledCell {
  seq: number
}

export interface WriteGroup {
  cells: SettledCell[]
  reservations: WaitingCall[]
  notes: Note[]
}

/** The result of a call that was reserved by itself. */
export interface Note extends CallOutcome {
  id: string
  row_id: string
  /** Number of its chunk, where it was reserved for one. */
  seq: number | undefined
}

/** Whether room in a budget may have come free with it. */
export const hasSpent = ({ notes, cells }: WriteGroup): boolean =>
  [...notes, ...cells].some(({ spent }) => spent.length > 0)

/** The chunks that a group is about, in the order in which they are locked. */
export const seqsOf = ({ cells, reservations, notes }: WriteGroup): number[] =>
  [...new Set([...cells, ...reservations, ...notes].flatMap(({ seq }) => seq ?? []))].sort((a, b) => a - b)
