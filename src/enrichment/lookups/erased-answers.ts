// Answers that are stored outside of the writer of runs: one that names a person who was erased meanwhile is not kept.
import type { Json } from '../../kernel/json.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { ERASED, readErased } from '../../records/lead-facts/erasure.reads.ts'
import type { AttemptRecord } from '../attempts/attempts.writes.ts'
import type { CacheEntry } from './cache.reads.ts'

interface StoredAnswers {
  attempts: AttemptRecord[]
  keep: CacheEntry[]
}

/** As they may be stored. The call was made and stays on record with its cost; what goes on from it finds nothing. */
export async function withoutErasedAnswers(tx: WorkspaceTx, { attempts, keep }: StoredAnswers): Promise<StoredAnswers> {
  const told = (part: object) => part as unknown as Json
  const erased = await readErased<Json>(tx, [...attempts, ...keep].map(told))
  if (erased.size === 0) return { attempts, keep }
  return {
    attempts: attempts.map((attempt) =>
      erased.has(told(attempt))
        ? { ...attempt, answer: { kind: 'not_found', detail: ERASED }, request: null, response: null, detail: ERASED }
        : attempt,
    ),
    keep: keep.filter((entry) => !erased.has(told(entry))),
  }
}
