// The records of a job that were refused, each with its reason: the first of them are kept with the job, all are counted.
import { cutText } from '../../kernel/cut-text.ts'
import type { JsonObject } from '../../kernel/json.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { readErased } from '../lead-facts/erasure.reads.ts'

export interface RefusedRecord {
  /** Where it stands in its file. */
  line?: number
  /** Its id in its source. */
  record_id?: string
  reason: string
  values?: JsonObject
}

/** The most refused records of a job that are kept; further ones are only counted. */
export const MOST_REJECTS = 10_000
const MOST_MEMBERS = 100
const LONGEST_VALUE = 1000

/** Keeps those that come after the first `from`, as far as there is room; returns how many. */
export async function keepRejects(
  tx: WorkspaceTx,
  { job_id, source_id = null }: { job_id: string; source_id?: string | null },
  from: number,
  refused: readonly RefusedRecord[],
): Promise<number> {
  const kept = refused.slice(0, Math.max(0, MOST_REJECTS - from))
  if (kept.length === 0) return 0
  // As one value each, so that an id which is an address is looked at too.
  const told = kept.map(({ record_id, values }) => ({
    id: record_id === undefined ? null : cutText(record_id, 500),
    record: shortened(values ?? {}),
  }))
  // Nothing of an erased person is stored.
  const erased = await readErased(tx, told)
  const lines = kept.map(({ line = null, reason }, index) => {
    const one = told[index]
    const { id, record } = one && !erased.has(one) ? one : { id: null, record: {} }
    return { seq: from + index, line, record_id: id, reason: cutText(reason, 1000), record }
  })
  await tx.client.query(
    `insert into job_rejects (workspace_id, job_id, source_id, seq, line, record_id, reason, record)
       select $1, $2, $3, x.seq, x.line, x.record_id, x.reason, x.record
       from jsonb_to_recordset($4::jsonb) as x (seq int, line int, record_id text, reason text, record jsonb)`,
    [tx.workspace_id, job_id, source_id, JSON.stringify(lines)],
  )
  return kept.length
}

/** A record of megabytes is not kept whole. */
function shortened(values: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(values)
      .slice(0, MOST_MEMBERS)
      .map(([name, value]) => [name, typeof value === 'string' ? cutText(value, LONGEST_VALUE) : value]),
  )
}
