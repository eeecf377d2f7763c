// What a plan keeps beside its rows: the columns it writes to, what it makes of them, and its counts.
import type { InputColumn } from '../../engine/columns.schema.ts'
import type { Identity } from '../workbooks/identity.logic.ts'
import type { ImportPlan } from './import-record.schema.ts'
import type { PlacePolicy } from './placing.logic.ts'
import type { Mapped } from './row-reading.logic.ts'

export interface StoredPlan {
  shown: ImportPlan
  mapped: Mapped[]
  /** Those among them that a commit makes. */
  added: InputColumn[]
  /** The identity rows are recognised by; null when every row is added. */
  identity: Identity | null
  policy: PlacePolicy
  /** How many positions were given when it was made: more of them later mean that rows were added. */
  next_position: number
}

/** The policy as it is without a word about it. */
export const PLAIN_POLICY: PlacePolicy = {
  existing: 'overwrite',
  newer_by: null,
  new_rows: 'create',
  duplicates: 'merge',
}
