// Prevents that a lookup brings back an erased person: the answer is stored in no cell, attempt, cache or event.
import type { Json, JsonObject } from '../../kernel/json.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { ERASED, readErased } from '../../records/lead-facts/erasure.reads.ts'
import type { AttemptRecord } from '../attempts/attempts.writes.ts'
import type { WriteGroup } from './write-group.ts'

/** The group as it may be stored; as it is where no person was erased. */
export async function withoutErased(tx: WorkspaceTx, group: WriteGroup): Promise<WriteGroup> {
  // Each as one record, so that a name and a telephone in it are seen together.
  const told = (parts: object) => parts as unknown as Json
  const records = [
    ...group.cells.map(({ write, attempts, keep }) => told({ write, attempts, keep })),
    ...group.notes.map(({ attempt, keep }) => told({ attempt, keep })),
  ]
  const erased = await readErased<Json>(tx, records)
  if (erased.size === 0) return group
  return {
    ...group,
    cells: group.cells.map((cell, at) => {
      if (!erased.has(records[at] as Json)) return cell
      const { value: _, provenance: __, research: ___, ...write } = cell.write
      return {
        ...cell,
        write: { ...write, status: 'skipped' as const, value: null, detail: ERASED },
        attempts: cell.attempts.map(emptied),
        keep: [],
      }
    }),
    notes: group.notes.map((note, at) => {
      if (!erased.has(records[group.cells.length + at] as Json)) return note
      return { ...note, attempt: emptied(note.attempt), keep: undefined }
    }),
  }
}

const emptied = (attempt: AttemptRecord): AttemptRecord => ({
  ...attempt,
  answer: null,
  request: null as JsonObject | null,
  response: null,
  detail: null,
})
