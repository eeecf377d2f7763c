-- What the planner should believe of rows and cells from the first one on: that a workbook holds thousands of them.
--
-- Without statistics it takes a workbook for one row, finds "by id" and "by position" equally cheap, and may keep a plan
-- that reads a whole workbook to find one row of it: for a group of cells of a run that costs a thousand times the
-- writing. Autovacuum would mend it minutes after the first import, so rows that look like one are counted and taken
-- away again; statistics outlive them.

-- A workbook belongs to one workspace: with many of both the planner would multiply the two otherwise and be back at one row.
create statistics workbook_rows_place (dependencies, ndistinct) on workspace_id, workbook_id from workbook_rows;
create statistics cells_place (dependencies, ndistinct) on workspace_id, workbook_id from cells;

select set_config('app.workspace_id', 'ffffffff-ffff-4fff-bfff-ffffffffffff', true);
insert into workspaces (id, name, slug) values ('ffffffff-ffff-4fff-bfff-ffffffffffff', 'Statistics', 'statistics-of-migration-7');
insert into workbooks (workspace_id, id, name)
  values ('ffffffff-ffff-4fff-bfff-ffffffffffff', 'ffffffff-ffff-4fff-bfff-ffffffffffff', 'Statistics');
insert into workbook_rows (workspace_id, workbook_id, id, position)
  select workspace_id, id, gen_random_uuid(), n from workbooks, generate_series(1, 2000) n
  where workspace_id = 'ffffffff-ffff-4fff-bfff-ffffffffffff';
insert into cells (workspace_id, workbook_id, row_id, column_id, status)
  select workspace_id, workbook_id, id, 'c' || column_number, 'complete' from workbook_rows, generate_series(1, 2) column_number
  where workspace_id = 'ffffffff-ffff-4fff-bfff-ffffffffffff';

analyze workbook_rows;
analyze cells;

delete from cells where workspace_id = 'ffffffff-ffff-4fff-bfff-ffffffffffff';
delete from workbook_rows where workspace_id = 'ffffffff-ffff-4fff-bfff-ffffffffffff';
delete from workspaces where id = 'ffffffff-ffff-4fff-bfff-ffffffffffff';
select set_config('app.workspace_id', '', true);
