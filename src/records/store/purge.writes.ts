// Clearing away what a deleted workbook or column leaves behind, batch by batch of rows.
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { oneRow } from '../../platform/db/sql-client.ts'
import { lateral, placesOf } from './lateral.logic.ts'

const LINES = '(select id from batch)'

/** What was asked, found and said about the rows of a list. */
export const triesOf = (list: string, and = '') => `
     tries as (delete from attempts where ctid = any(${placesOf(list, { table: 'attempts', by: 'row_id', and: `${and} order by column_id, id` })})),
     threads as (delete from workbook_threads where ctid = any(${placesOf(list, { table: 'workbook_threads', by: 'row_id', and })})),
     evidence as (delete from cell_evidence where ctid = any(${placesOf(list, { table: 'cell_evidence', by: 'row_id', and: `${and} order by column_id, run_id` })}))`

/** What a batch of rows leaves in other tables; of one column or of all. */
const belongings = (and = '') => `
     ${triesOf(LINES, and)},
     computed as (delete from cells where ctid = any(${placesOf(LINES, { table: 'cells', by: 'row_id', and })}))`

export const PURGE_ROWS = `with batch as materialized (
       select r.id, r.position, r.ctid as place from workbook_rows r
       where r.workspace_id = $1 and r.workbook_id = $2 and r.position > $3
         and exists (select from workbooks w where w.workspace_id = $1 and w.id = $2 and w.deleted_at is not null)
       order by r.position limit $4 for update of r),${belongings()},
     keys as (delete from match_keys where ctid = any(${placesOf(LINES, { table: 'match_keys', by: 'row_id' })})),
     own as (delete from workbook_rows where ctid = any(array(select place from batch)))
     select max(position) as last from batch`

export const PURGE_VALUES = `with batch as materialized (
       select id, position, data ? $5 as has_value from workbook_rows
       where workspace_id = $1 and workbook_id = $2 and position > $3 order by position limit $4),${belongings('and column_id = $5')},
     own as (update workbook_rows r set data = r.data - $5 from (
         select r.place from ${lateral('(select id from batch where has_value)', { table: 'workbook_rows', columns: 'ctid as place', locked: true })}) x
       where r.ctid = x.place)
     select max(position) as last from batch`

/** Sends one of these for as many rows after a position, of one column or of all; where that ended, null when none is left. */
export function createPurgeStep(text: string, workbookId: string, ...column: string[]) {
  return async (tx: WorkspaceTx, most: number, after = Number.NEGATIVE_INFINITY): Promise<number | null> =>
    oneRow(
      (await tx.client.query<{ last: number | null }>(text, [tx.workspace_id, workbookId, after, most, ...column]))
        .rows,
    ).last
}

/** What was kept for undo goes last, when no row is left that it could bring back; how much is gone, null when nothing is left. */
export async function purgeHistory(tx: WorkspaceTx, workbookId: string, most: number): Promise<number | null> {
  const { rows } = await tx.client.query<{ gone: number }>(
    `with ended as materialized (select id from workbooks where workspace_id = $1 and id = $2 and deleted_at is not null),
     trash as (delete from trashed_rows where ctid = any (array(select t.ctid from trashed_rows t, ended
         where t.workspace_id = $1 and t.workbook_id = ended.id limit $3)) returning row_id),
     ${triesOf('(select row_id as id from trash)')},
     versions as (delete from cell_versions where ctid = any (array(select v.ctid from cell_versions v, ended
         where v.workspace_id = $1 and v.workbook_id = ended.id limit $3)) returning 1),
     lines as (delete from changes where ctid = any (array(select c.ctid from changes c, ended
         where c.workspace_id = $1 and c.workbook_id = ended.id limit $3)) returning 1)
     select (select count(*) from trash) + (select count(*) from versions) + (select count(*) from lines) as gone`,
    [tx.workspace_id, workbookId, most],
  )
  const { gone } = oneRow(rows)
  return gone > 0 ? gone : null
}
