-- Which rows the index of a view has still to take in moves into dirty_rows too: an index is ready when no line names it.
-- An owner who is no superuser is bound by the rule of the workspaces too, and would move nothing.
alter table dirty_rows no force row level security;
alter table view_indexes no force row level security;
insert into dirty_rows (workspace_id, scope_id, consumer, id, from_position, to_position, detail)
  select workspace_id, workbook_id, 'views', id, from_position, to_position, jsonb_build_object('indexes', jsonb_build_array(id))
  from view_indexes where from_position is not null;
alter table dirty_rows force row level security;
alter table view_indexes force row level security;
alter table view_indexes drop column from_position, drop column to_position;
