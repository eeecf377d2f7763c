// What a workbook says of its cells beside what counting them one by one gives.
import { expect } from 'vitest'
import type { TestDatabase } from '../../../test/database.ts'
import type { WorkspaceId } from '../../kernel/ids.ts'
import { FINISHED } from '../store/cell.logic.ts'
import { recount, WORKBOOK_RECOUNT } from '../store/columns/columns.writes.ts'

const COUNTED = `select w.completed_rows, (select jsonb_object_agg(column_id || ' ' || status, cells) from workbook_column_counts
    where workbook_id = w.id and cells <> 0) as cells from workbooks w where w.id = $1`

const COUNTED_ANEW = `with enriched as (select id from workbook_columns where workbook_id = $1 and type <> 'input'),
  there as (select * from cells where workbook_id = $1 and column_id in (select id from enriched))
  select (select count(*) from workbook_rows r where r.workbook_id = $1 and exists (select 1 from enriched) and not exists (
      select 1 from enriched e where not exists (select 1 from there c where c.row_id = r.id and c.column_id = e.id
        and c.status in (${FINISHED.map((status) => `'${status}'`).join(', ')})))) as completed_rows,
    (select jsonb_object_agg(place, n) from (
      select column_id || ' ' || status as place, count(*) as n from there group by 1) each) as cells`

/** All work has settled; only where a column went is counted again by a job, which is done here. */
export async function countersHold(database: TestDatabase, workbookId: string): Promise<void> {
  const jobs = await database.asOwner<{ workspace_id: WorkspaceId }>(
    `delete from queue where kind = $1 and payload ->> 'workbook_id' = $2 returning workspace_id`,
    [WORKBOOK_RECOUNT.name, workbookId],
  )
  const [job] = jobs
  if (job) await database.inWorkspace(job.workspace_id, (tx) => recount(tx, workbookId))
  const told = (how: string) => database.asOwner(how, [workbookId])
  expect(await told(COUNTED)).toEqual(await told(COUNTED_ANEW))
}
