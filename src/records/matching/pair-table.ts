// Where the pairs of a subject are stored: leads of a workspace, or rows of a workbook; and what of its statements is its own.
//
// In all of them `$1` is the workspace and `$2` the workbook, which leads have none of.
import type { MergeMember } from '../../engine/matching/automatic.ts'
import type { Apart } from '../../engine/matching/decided.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'

export type RecordId = string | number

/** What was told apart; `pairs` are those of it between records that are there. */
export type PairsApart<Id> = Apart<Id> & { pairs: readonly (readonly [Id, Id])[] }

export interface PairTable<Id extends RecordId> {
  readonly name: 'entity_pairs' | 'row_pairs'
  readonly sequence: 'entity_pair_ids' | 'row_pair_ids'
  readonly id_type: 'bigint' | 'uuid'
  readonly workbook_id: string | null
  /** Beside what all pairs have, by `x` as it was found, `m` as it is to be and `p` as it is stored. */
  readonly written: {
    /** Makes `m` of `x`: those that are to be stored, with what is not told of them. */
    made: string
    key: string
    columns: string
    values: string
    /** A pending pair for which this holds says the same in what is not of all pairs. */
    same: string
    /** The statuses of pairs that are pending again when they are found again. */
    found_again: string
    renewed: string
  }
  /** Pairs `p` with that status, as they are read in pages, and as they are counted. */
  seen(status: string): { page: string; counted: string }
  /** One pair `p` with its records, `l` and `r`. */
  readonly joined: string
  /** The status of `p` as users see it. */
  readonly status: string
  /** What the left and the right record are merged into, of `l` and `r`. */
  readonly groups: readonly [left: string, right: string]
  /** Pairs `p` that users decided one by one. */
  readonly decided: string
  /** How many of them the last scan learned from. */
  readonly learned: string
  /** Set in a pair that is pending again because a user took the decision back. */
  readonly reopened: string
  readApart(tx: WorkspaceTx): Promise<PairsApart<Id>>
  /** The records of these ids, with all that they were merged with, as a merge without a review weighs them; in the order of their ids. */
  readMembers(tx: WorkspaceTx, ids: readonly Id[]): Promise<(MergeMember & { id: Id })[]>
}

/** The pairs of the subject among those of the table. */
export const ownPairs = ({ workbook_id }: { workbook_id: string | null }, of = ''): string =>
  workbook_id === null ? '$2::uuid is null' : `${of}workbook_id = $2`
