-- What the planner should believe of rows and cells, once more, and that it learns soon how many there are.
--
-- Migration 8 built the primary key of workbook_rows anew while it was empty, which put "32 pages without a row" on record
-- where 7 had put thousands: every workbook was one row to the planner until autovacuum came by. Whoever builds an index of
-- these tables in a later migration does this again behind it.

-- After a hundredth of them instead of a tenth: a large import changes what is true of all.
alter table workbook_rows set (autovacuum_analyze_scale_factor = 0.01);
alter table cells set (autovacuum_analyze_scale_factor = 0.01);

select set_config('app.workspace_id', 'ffffffff-ffff-4fff-bfff-ffffffffffff', true);
insert into workspaces (id, name, slug) values ('ffffffff-ffff-4fff-bfff-ffffffffffff', 'Statistics', 'statistics-of-migration-21');
insert into workbooks (workspace_id, id, name)
  values ('ffffffff-ffff-4fff-bfff-ffffffffffff', 'ffffffff-ffff-4fff-bfff-ffffffffffff', 'Statistics');
insert into workbook_rows (workspace_id, workbook_id, id, position, identity_key)
  select workspace_id, id, gen_random_uuid(), n, case when n % 2 = 0 then 'c1:text:' || n end
  from workbooks, generate_series(1, 2000) n
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
