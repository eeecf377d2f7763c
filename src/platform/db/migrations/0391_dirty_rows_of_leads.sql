-- What is to be carried between rows and leads moves into dirty_rows too; what was left for it stays on record.
-- An owner who is no superuser is bound by the rule of the workspaces too, and would move nothing.
alter table dirty_rows no force row level security;
alter table lead_work no force row level security;
insert into dirty_rows (workspace_id, scope_id, consumer, id, row_ids, from_position, to_position, lead_ids, columns, created_at)
  select workspace_id, workbook_id, 'carry', id, row_ids, from_position, to_position, lead_ids,
    case when lead_ids is null then columns else fields end, created_at from lead_work;
alter table dirty_rows force row level security;
drop table lead_work;
