// The records of a job that were refused, each with its reason: the first of them are kept with the job, all are counted.
import { cutText } from '../../kernel/cut-text.ts'
import type { JsonObject } from '../../kernel/json.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { ERASED, readErased } from '../lead-facts/erasure.reads.ts'

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

/** As they may be kept and told: cut to what can be shown, and of one that names an erased person nothing but its line. */
export async function showable(tx: WorkspaceTx, refused: readonly RefusedRecord[]): Promise<RefusedRecord[]> {
  const shown = refused.map(({ line, record_id, reason, values }): RefusedRecord => {
    const one: RefusedRecord = { reason: cutText(reason, 1000), values: shortened(values ?? {}) }
    if (line !== undefined) one.line = line
    if (record_id !== undefined) one.record_id = cutText(record_id, 500)
    return one
  })
  // As one value each, so that an id or a word of the reason that is an address is looked at too.
  const told = shown.map(({ record_id = null, reason, values = {} }) => ({ record_id, reason, values }))
  const erased = await readErased(tx, told)
  if (erased.size === 0) return shown
  return shown.map((one, index) => {
    const named = told[index]
    if (named === undefined || !erased.has(named)) return one
    return one.line === undefined ? { reason: ERASED } : { line: one.line, reason: ERASED }
  })
}

/** Keeps those that come after the first `from`, as far as there is room; returns how many. They are as {@link showable} has them. */
export async function keepRejects(
  tx: WorkspaceTx,
  { job_id, source_id = null }: { job_id: string; source_id?: string | null },
  from: number,
  refused: readonly RefusedRecord[],
): Promise<number> {
  const kept = refused.slice(0, Math.max(0, MOST_REJECTS - from))
  if (kept.length === 0) return 0
  const lines = kept.map(({ line = null, record_id = null, reason, values = {} }, index) => ({
    seq: from + index,
    line,
    record_id,
    reason,
    record: values,
  }))
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
