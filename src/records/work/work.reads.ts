// What is being done in the background of a workspace: its open jobs, and what is computed after writes.
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { WRITE_EXPORT } from '../exports/export-record.reads.ts'
import { IMPORT_COMMIT } from '../imports/commit.commands.ts'
import { IMPORT_PLAN } from '../imports/plan.commands.ts'
import { isRowTask } from '../row-tasks/row-tasks.commands.ts'
import { REVERT_KIND } from '../store/recorder.ts'
import { BLOCK } from '../store/rows/rows.writes.ts'
import type { WorkUnderWay } from './work.schema.ts'

/** More than a user reads. */
const MOST = 100

// Counts the rows in blocks that no batch has yet to reach.
const COMPUTES = `select p.workbook_id as id, p.workbook_id, p.created_at, w.total_rows::int as total,
    greatest(0, w.total_rows - p.ids - coalesce((select sum(b.rows) from workbook_row_blocks b
      where b.workspace_id = w.workspace_id and b.workbook_id = w.id and exists (select from dirty_rows d
        where d.workspace_id = w.workspace_id and d.scope_id = w.id and d.consumer = 'compute' and d.stopped is null
          and b.block >= floor(d.from_position / ${BLOCK}) and b.block <= floor(d.to_position / ${BLOCK}))), 0))::int as done,
    p.by_key
  from (select scope_id as workbook_id, min(created_at) as created_at, bool_or(field is not null) as by_key,
      coalesce(sum(cardinality(row_ids)), 0) as ids
    from dirty_rows where workspace_id = $1 and consumer = 'compute' and stopped is null group by scope_id) p
  join workbooks w on w.workspace_id = $1 and w.id = p.workbook_id and w.deleted_at is null order by p.created_at limit $2`

const JOBS = `select j.id, coalesce(j.subject ->> 'import_id', j.subject ->> 'change_id', j.id::text) as about, j.kind, j.title, j.message,
    j.payload #>> '{from,direction}' as direction, (j.subject ->> 'workbook_id') as workbook_id, j.done::int, j.total::int, j.cancel_requested_at,
    j.created_at from jobs j
  where j.workspace_id = $1 and j.status in ('pending', 'running') and not exists (select from workbooks w
    where w.workspace_id = j.workspace_id and w.id = (j.subject ->> 'workbook_id')::uuid and w.deleted_at is not null)
  order by j.id limit $2`

interface JobLine extends Pick<WorkUnderWay, 'id' | 'workbook_id' | 'total'> {
  /** What it is called by the addresses of its kind. */
  about: string
  kind: string
  title: string
  message: string | null
  direction: 'undo' | 'redo' | null
  done: number
  cancel_requested_at: Date | null
  created_at: Date
}

interface ComputeLine extends Pick<WorkUnderWay, 'id' | 'workbook_id' | 'done' | 'total'> {
  by_key: boolean
  created_at: Date
}

/** The oldest first. */
export async function listWork(tx: WorkspaceTx): Promise<WorkUnderWay[]> {
  const read = async <R extends object>(text: string) => (await tx.client.query<R>(text, [tx.workspace_id, MOST])).rows
  const all = [...(await read<ComputeLine>(COMPUTES)).map(ofCompute), ...(await read<JobLine>(JOBS)).map(ofJob)]
  return all.sort((a, b) => a.started_at.localeCompare(b.started_at)).slice(0, MOST)
}

function ofCompute({ id, workbook_id, done, total, by_key, created_at }: ComputeLine): WorkUnderWay {
  const words = 'Computing formulas and lookups'
  const [sofar, all] = by_key ? [null, null] : [done, total]
  const started_at = created_at.toISOString()
  return {
    id,
    job_id: null,
    kind: 'compute',
    workbook_id,
    words,
    done: sofar,
    total: all,
    can_cancel: true,
    started_at,
  }
}

function kindOf({ kind, direction }: JobLine): WorkUnderWay['kind'] {
  if (isRowTask(kind)) return 'row_task'
  if (kind === WRITE_EXPORT.name) return 'export'
  if (kind === REVERT_KIND) return direction ?? 'undo'
  return kind === IMPORT_PLAN.name || kind === IMPORT_COMMIT.name ? 'import' : 'job'
}

function ofJob(job: JobLine): WorkUnderWay {
  const { id: job_id, about, title, message, workbook_id, total, created_at } = job
  const kind = kindOf(job)
  return {
    id: about,
    job_id,
    kind,
    workbook_id,
    // A deletion begins by looking for its rows.
    words: job.kind === REVERT_KIND ? (message ?? title) : title,
    // Rows that were added meanwhile are done as well.
    done: total === null ? job.done : Math.min(job.done, total),
    total,
    can_cancel: job.cancel_requested_at === null,
    started_at: created_at.toISOString(),
  }
}
