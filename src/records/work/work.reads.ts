// What is being done in the background of a workspace, from the tables in which each kind keeps where it stands.
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { WRITE_EXPORT } from '../exports/export-record.reads.ts'
import type { StoredChange } from '../history/revert.logic.ts'
import { wordsOf } from '../history/words.logic.ts'
import { IMPORT_COMMIT } from '../imports/commit.commands.ts'
import { IMPORT_PLAN } from '../imports/plan.commands.ts'
import { isRowTask } from '../row-tasks/row-tasks.commands.ts'
import { BLOCK } from '../store/rows.writes.ts'
import type { WorkUnderWay } from './work.schema.ts'

/** More than a user reads. */
const MOST = 100

const REVERTS = `select c.id, c.workbook_id, c.kind, c.label, c.state, c.counts, c.detail, c.flip as revert, c.flipped_at, c.created_at
  from changes c join workbooks w on w.workspace_id = c.workspace_id and w.id = c.workbook_id and w.deleted_at is null
  where c.workspace_id = $1 and c.state in ('undoing', 'redoing') order by coalesce(c.flipped_at, c.created_at) limit $2`

// Of a batch, the rows in blocks that it has not reached; with several batches, the one that is furthest behind counts.
const COMPUTES = `select p.workbook_id as id, p.workbook_id, p.created_at, w.total_rows::int as total,
    greatest(0, w.total_rows - p.ids - coalesce((select sum(b.rows) from workbook_row_blocks b
      where b.workspace_id = w.workspace_id and b.workbook_id = w.id and b.block >= floor(p.since / ${BLOCK})), 0))::int as done,
    p.by_key
  from (select scope_id as workbook_id, min(created_at) as created_at, min(from_position) as since, bool_or(field is not null) as by_key,
      coalesce(sum(cardinality(row_ids)), 0) as ids
    from dirty_rows where workspace_id = $1 and consumer = 'compute' and stopped is null group by scope_id) p
  join workbooks w on w.workspace_id = $1 and w.id = p.workbook_id and w.deleted_at is null order by p.created_at limit $2`

const JOBS = `select j.id, coalesce(j.subject ->> 'import_id', j.id::text) as about, j.kind, j.title, (j.subject ->> 'workbook_id') as workbook_id, j.done::int, j.total::int, j.cancel_requested_at,
    j.created_at from jobs j
  where j.workspace_id = $1 and j.status in ('pending', 'running') and not exists (select from workbooks w
    where w.workspace_id = j.workspace_id and w.id = (j.subject ->> 'workbook_id')::uuid and w.deleted_at is not null)
  order by j.id limit $2`

interface JobLine extends Pick<WorkUnderWay, 'id' | 'workbook_id' | 'total'> {
  /** What it is called by the addresses of its kind. */
  about: string
  kind: string
  title: string
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
  const all = [
    ...(await read<StoredChange>(REVERTS)).map(ofRevert),
    ...(await read<ComputeLine>(COMPUTES)).map(ofCompute),
    ...(await read<JobLine>(JOBS)).map(ofJob),
  ]
  return all.sort((a, b) => a.started_at.localeCompare(b.started_at)).slice(0, MOST)
}

function ofRevert(change: StoredChange): WorkUnderWay {
  const { id, workbook_id, counts, revert, state, created_at, flipped_at, detail } = change
  const what = wordsOf(change)
  // A deletion that was never done before goes like a redo.
  const isFirst = detail.chosen !== undefined && state === 'redoing' && revert?.since === id
  // Only what is counted in one unit has a total: an import changes rows by their cells, and adds others whole.
  const rows = counts.created ?? counts.rows
  const total = counts.updated || (rows !== undefined && counts.cells) ? null : (rows ?? counts.cells ?? null)
  const isLooking = isFirst && detail.chosen?.is_listed === false
  const done = isLooking ? (detail.chosen?.listed ?? 0) : revert ? revert.rows + revert.cells : 0
  return {
    id,
    job_id: null,
    kind: state === 'undoing' ? 'undo' : 'redo',
    workbook_id,
    words: isFirst
      ? what.replace('Deleted', isLooking ? 'Looking for rows to delete:' : 'Deleting')
      : `${state === 'undoing' ? 'Undoing' : 'Redoing'}: ${what.charAt(0).toLowerCase()}${what.slice(1)}`,
    done: total === null ? done : Math.min(done, total),
    total,
    can_cancel: true,
    started_at: (isFirst ? created_at : (flipped_at ?? created_at)).toISOString(),
  }
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

function kindOf(name: string): WorkUnderWay['kind'] {
  if (isRowTask(name)) return 'row_task'
  if (name === WRITE_EXPORT.name) return 'export'
  return name === IMPORT_PLAN.name || name === IMPORT_COMMIT.name ? 'import' : 'job'
}

function ofJob({
  id: job_id,
  about,
  kind,
  title: words,
  workbook_id,
  total,
  created_at,
  ...job
}: JobLine): WorkUnderWay {
  // Rows that were added meanwhile are done as well.
  const done = total === null ? job.done : Math.min(job.done, total)
  const can_cancel = job.cancel_requested_at === null
  const started_at = created_at.toISOString()
  return { id: about, job_id, kind: kindOf(kind), workbook_id, words, done, total, can_cancel, started_at }
}
