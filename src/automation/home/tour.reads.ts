// How far a member is with the tour. Only reading an estimate is remembered: all other steps leave traces in the workbook.

import type { WorkspaceTx } from '../../platform/db/database.ts'
import { ASKED_TYPES } from '../../records/store/column-types.logic.ts'
import { TOUR_STEPS, type Tour, type TourStep } from './home.schema.ts'

interface Row {
  workbook_id: string | null
  estimated: boolean
  dismissed: boolean
  has_rows: boolean
  column_id: string | null
  run_id: string | null
  is_undone: boolean
}

const READ = `/* along: runs (workspace_id, workbook_id, id, scope, created_at, ended_at) where workspace_id = $1 and (scope #>> '{request,test}')::boolean */
  select w.id as workbook_id, t.estimated_at is not null as estimated, t.dismissed_at is not null as dismissed,
    coalesce(w.total_rows > 0, false) as has_rows,
    (select c.id from workbook_columns c where c.workspace_id = $1 and c.workbook_id = w.id and c.type in ${ASKED_TYPES}
      order by c.ordinal limit 1) as column_id,
    (select r.id from runs r where r.workspace_id = $1 and r.workbook_id = w.id and r.ended_at is not null
      and (r.scope #>> '{request,test}')::boolean order by r.created_at desc limit 1) as run_id,
    exists (select from changes c where c.workspace_id = $1 and c.workbook_id = w.id and c.state = 'undone') as is_undone
  from tours t left join workbooks w on w.workspace_id = $1 and w.id = t.workbook_id and w.deleted_at is null
  where t.workspace_id = $1 and t.user_id = $2`

export async function readTour(tx: WorkspaceTx, userId: number): Promise<Tour> {
  const { rows } = await tx.client.query<Row>(READ, [tx.workspace_id, userId])
  const [row] = rows
  const nothing = { workbook_id: null, column_id: null, run_id: null, done: [], step: TOUR_STEPS[0] }
  if (!row) return { status: 'new', ...nothing }
  // Its workbook was deleted: the tour is over, and can be begun again.
  if (row.workbook_id === null) return { status: 'dismissed', ...nothing }
  const traces: Record<TourStep, boolean> = {
    import: row.has_rows,
    column: row.column_id !== null,
    estimate: row.estimated,
    run: row.run_id !== null,
    undo: row.run_id !== null && row.is_undone,
  }
  const done = TOUR_STEPS.filter((step) => traces[step])
  const step = TOUR_STEPS.find((each) => !traces[each]) ?? null
  const { workbook_id, column_id, run_id } = row
  const status = step === null ? 'done' : row.dismissed ? 'dismissed' : 'active'
  return { status, workbook_id, column_id, run_id, done, step }
}
