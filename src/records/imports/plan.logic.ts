// What a plan keeps beside its rows: the columns it writes to, what it makes of them, and its counts.
import type { InputColumn } from '../../engine/columns/kinds/input.kind.ts'
import type { MappedFileColumn } from '../reading/row-reading.logic.ts'
import type { UpsertPolicy } from '../rows/upsert.logic.ts'
import type { DuplicateKey } from '../store/identity.logic.ts'
import type { ImportPlan } from './import-record.schema.ts'

/**
 * What tells whether rows were added: the positions given, and the rows there are, since positions may be taken a while before their
 * rows are written.
 */
export interface RowsMark {
  next_position: number
  total_rows: number
}

export interface StoredPlan extends Pick<RowsMark, 'next_position'>, Partial<Pick<RowsMark, 'total_rows'>> {
  shown: ImportPlan
  /** Rows of the file. */
  rows: number
  mapped: MappedFileColumn[]
  /** Those among them that a commit makes. */
  added: InputColumn[]
  /** The duplicate key; null when every row is added. */
  identity: DuplicateKey | null
  policy: UpsertPolicy
}
