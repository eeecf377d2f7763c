// Keeps erased people out of stored answers: an answer that names one is emptied before it reaches a cell, an attempt, the cache or an event.
import type { Json } from '../../kernel/json.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { ERASED, readErased } from '../../records/lead-facts/erasure.reads.ts'
import type { CellWrite } from '../../records/store/cell.logic.ts'
import type { AttemptRecord } from '../attempts/attempts.writes.ts'
import type { CacheEntry } from './cache.reads.ts'

/** What is to be stored of an answer, or of all answers to a cell. */
export interface StorableAnswer {
  attempts: readonly AttemptRecord[]
  keep: readonly CacheEntry[]
  write?: CellWrite
}

/** As they may be stored. The calls were made and stay on record with their cost; what goes on from them finds nothing, and asks no more. */
export async function withoutErased<A extends StorableAnswer>(
  tx: WorkspaceTx,
  answers: readonly A[],
): Promise<readonly A[]> {
  // Each as one record, so that a name and a telephone in it are seen together.
  const records = answers.map(({ attempts, keep, write }) => ({ attempts, keep, write }) as unknown as Json)
  const erased = await readErased<Json>(tx, records)
  if (erased.size === 0) return answers
  return answers.map((answer, at) => (erased.has(records[at] as Json) ? emptied(answer) : answer))
}

const emptied = <A extends StorableAnswer>(answer: A): A => ({
  ...answer,
  attempts: answer.attempts.map((attempt) => ({
    ...attempt,
    answer: attempt.answer && { kind: 'not_found' as const, reason: ERASED },
    request: null,
    response: null,
    detail: ERASED,
  })),
  keep: [],
  ...(answer.write && { write: emptiedCell(answer.write) }),
})

function emptiedCell({ value: _, provenance: __, research: ___, ...write }: CellWrite): CellWrite {
  return { ...write, status: 'skipped', value: null, detail: ERASED }
}
