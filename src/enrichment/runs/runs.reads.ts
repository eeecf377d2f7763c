// Reading runs as people see them.
import { refuse } from '../../kernel/errors.ts'
import { isUuid } from '../../kernel/ids.ts'
import { usdFromMicro } from '../../kernel/money.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import type { RunResponse, RunScope } from './planning/run.schema.ts'
import { pace } from './worker/progress.ts'

const COLUMNS = `/* along: changes (workspace_id, workbook_id, id, state, flipped_at) where workspace_id = $1 and ($2::uuid is null or workbook_id = $2) and state = 'undone' */
  id, workbook_id, status, ending, mode, column_ids, rows, cells, done, counts, cost_micro, max_micro, estimate, actor_user_id,
  (select username from users where users.id = runs.actor_user_id) as actor, auto_column is not null as by_itself, coalesce((scope #>> '{request,test}')::boolean, false) as test,
  (select c.flipped_at from changes c where c.workspace_id = runs.workspace_id and c.workbook_id = runs.workbook_id and c.id = runs.id and c.state = 'undone') as undone_at, error, created_at, started_at, ended_at, (extract(epoch from coalesce(ended_at, now()) - coalesce(started_at, now())) * 1000)::bigint as elapsed_ms`

/** Only for a single run: there may be thousands of rows to count. */
const MORE = `actor_token_id, jsonb_build_object('view_id', scope #> '{request,view_id}', 'filter', scope #> '{request,filter}',
    'limit', scope #> '{request,limit}', 'sample', scope #> '{request,sample}', 'row_ids',
    case when jsonb_typeof(scope #> '{request,row_ids}') = 'array' then jsonb_array_length(scope #> '{request,row_ids}') end) as scope`

interface More {
  scope: RunScope
  actor_token_id: string | null
}

/** One run of the workbook. @throws Refusal `not_found` */
export async function readRun(tx: WorkspaceTx, workbookId: string, runId: string): Promise<RunResponse & More> {
  const { rows } = isUuid(runId)
    ? await tx.client.query<RunRow & More>(
        `select ${COLUMNS}, ${MORE} from runs where workspace_id = $1 and workbook_id = $2 and id = $3`,
        [tx.workspace_id, workbookId, runId],
      )
    : { rows: [] }
  const [row] = rows
  if (!row) return refuse('not_found', 'Run not found')
  const { scope, actor_token_id, ...run } = row
  return { ...wire(run), scope, actor_token_id }
}

/** Runs of the workbook, or of the workspace when it is null, newest first, after the one with the id `before`. */
export async function readRuns(
  tx: WorkspaceTx,
  { workbook_id, open }: { workbook_id: string | null; open?: boolean | undefined },
  limit: number,
  before: string | undefined,
): Promise<RunResponse[]> {
  const { rows } = await tx.client.query<RunRow>(
    `select ${COLUMNS} from runs where workspace_id = $1 and ($2::uuid is null or workbook_id = $2)
      and ($5::boolean is null or (status in ('queued', 'running', 'paused')) = $5)
      and ($4::uuid is null or (created_at, id) < (select created_at, id from runs where workspace_id = $1 and id = $4))
      order by created_at desc, id desc limit $3`,
    [tx.workspace_id, workbook_id, limit, before ?? null, open ?? null],
  )
  return rows.map(wire)
}

interface RunRow
  extends Omit<
    RunResponse,
    'run_id' | 'cost_usd' | 'max_usd' | 'undone_at' | 'created_at' | 'started_at' | 'ended_at' | 'rate' | 'eta_seconds'
  > {
  id: string
  cost_micro: number
  max_micro: number | null
  elapsed_ms: number
  undone_at: Date | null
  created_at: Date
  started_at: Date | null
  ended_at: Date | null
}

function wire({ id, cost_micro, max_micro, elapsed_ms, ...run }: RunRow): RunResponse {
  const { rate, eta_seconds } = pace({ done: run.done, cells: run.cells, elapsed_ms })
  return {
    run_id: id,
    ...run,
    cost_usd: usdFromMicro(cost_micro),
    max_usd: max_micro === null ? null : usdFromMicro(max_micro),
    rate,
    eta_seconds: run.ended_at ? null : eta_seconds,
    undone_at: run.undone_at?.toISOString() ?? null,
    created_at: run.created_at.toISOString(),
    started_at: run.started_at?.toISOString() ?? null,
    ended_at: run.ended_at?.toISOString() ?? null,
  }
}
