// Records what a match cell was compared with, so that it is marked as stale when that changes.
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { type Among, type MatchQuestion, type MatchResult, numbersOf } from '../entities/match-one.reads.ts'
import { type MatchedCell, type MatchSource, noteAnswered, noteMatched } from '../store/rows/matched-rows.writes.ts'

/** Must commit before candidates are read, so that every later change marks this cell. */
export async function noteAsked(
  tx: WorkspaceTx,
  cell: MatchedCell,
  source: MatchSource,
  wanted: Pick<MatchQuestion, 'kind' | 'data'>,
  among: Pick<Among, 'space'>,
): Promise<void> {
  await noteMatched(tx, cell, source, numbersOf(wanted, among))
}

/** What the answer names, for every way of matching. */
export async function noteNamed(tx: WorkspaceTx, cell: MatchedCell, matched: MatchResult): Promise<void> {
  const named =
    matched.is === 'match' ? [matched.match] : matched.is === 'ambiguous' ? matched.matches : [matched.nearest]
  await noteAnswered(
    tx,
    cell,
    named.flatMap((one) => one?.number ?? []),
  )
}
