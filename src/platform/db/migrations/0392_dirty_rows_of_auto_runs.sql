-- What is left for columns that run by themselves moves into dirty_rows too; what was left stays on record.
-- An owner who is no superuser is bound by the rule of the workspaces too, and would move nothing.
alter table dirty_rows no force row level security;
alter table auto_run_work no force row level security;
insert into dirty_rows (workspace_id, scope_id, consumer, id, row_ids, from_position, to_position, detail, created_at)
  select workspace_id, workbook_id, 'auto_run', id, row_ids, from_position, to_position,
    jsonb_build_object('column_id', column_id, 'mode', mode, 'run_id', run_id, 'token_id', token_id), created_at from auto_run_work;
alter table dirty_rows force row level security;
drop table auto_run_work;
