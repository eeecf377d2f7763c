// What goes in one transaction of a run: cells, calls about to be made, and the outcomes of earlier calls.

import type { AttemptRecord } from '../attempts/attempts.writes.ts'
import type { CacheEntry } from '../lookups/cache.reads.ts'
import type { Settlement } from '../money/booking.commands.ts'
import type { FilledCell } from './fill-cell.ts'
import type { WaitingCall } from './wanted-call.ts'

export interface SettledCell extends FilledCell {
  seq: number
}

export interface WriteGroup {
  cells: SettledCell[]
  reservations: WaitingCall[]
  notes: Note[]
}

export interface Note {
  /** Number of its chunk, where it was reserved for one. */
  seq: number | undefined
  attempt: AttemptRecord
  spent: Settlement | null
  keep: CacheEntry | undefined
  /** The claim that it gives back. */
  unclaimed: { key: string; attempt_id: string }[]
}

export const settlementsOf = ({ notes, cells }: Pick<WriteGroup, 'notes' | 'cells'>): Settlement[] => [
  ...notes.flatMap(({ spent }) => spent ?? []),
  ...cells.flatMap(({ spent }) => spent),
]

/** The chunks that a group is about, in the order in which they are locked. */
export const seqsOf = ({ cells, reservations, notes }: WriteGroup): number[] =>
  [...new Set([...cells, ...reservations, ...notes].flatMap(({ seq }) => seq ?? []))].sort((a, b) => a - b)
