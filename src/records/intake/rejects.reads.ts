// The refused records of a job, in the order in which they came: those that it kept, or of an import into a workbook the lines of its plan.
import type { JsonObject } from '../../kernel/json.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { decodeCursor, pageOf } from '../../platform/http/paging.ts'

interface StoredReject {
  seq: number
  line: number | null
  record_id: string | null
  reason: string
  record: JsonObject | string[]
  names: string[] | null
}

// Lines of a plan hold the values as they were read, or by column those that they would have written.
const LIST = `select r.seq, r.line, r.record_id, r.reason, r.record, null::jsonb as names from job_rejects r
    where r.workspace_id = $1 and r.job_id = $2 and r.seq > $3
  union all
  select r.seq, r.line, null, r.reason, coalesce(r.data, '{}'), i.names from import_rows r
    join import_files i on i.workspace_id = r.workspace_id and i.id = r.import_id
    where r.workspace_id = $1 and r.import_id = $2 and r.outcome = 'reject' and r.seq > $3
  order by 1 limit $4`

export async function listRejects(
  tx: WorkspaceTx,
  jobId: string,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
) {
  const list = `rejects of ${jobId}`
  const [after = -1] = decodeCursor(list, cursor) ?? []
  const { rows } = await tx.client.query<StoredReject>(LIST, [tx.workspace_id, jobId, after, limit + 1])
  const { items, next_cursor } = pageOf(list, rows, limit, ({ seq }) => [seq])
  return {
    items: items.map(({ line, record_id, reason, record, names }) => ({
      line,
      record_id,
      reason,
      record: Array.isArray(record) ? byName(record, names ?? []) : record,
    })),
    next_cursor,
  }
}

function byName(values: readonly string[], names: readonly string[]): JsonObject {
  return Object.fromEntries(values.map((value, index) => [names[index] || `Column ${index + 1}`, value]))
}
