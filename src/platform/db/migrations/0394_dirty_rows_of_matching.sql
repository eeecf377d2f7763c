-- Leads that are to be matched move into dirty_rows too, some hundred in a line where each had one of its own.
-- An owner who is no superuser is bound by the rule of the workspaces too, and would move nothing.
alter table dirty_rows no force row level security;
alter table lead_match_work no force row level security;
insert into dirty_rows (workspace_id, scope_id, consumer, id, lead_ids)
  select workspace_id, workspace_id, 'match', gen_random_uuid(), array_agg(lead_id order by lead_id)
  from (select workspace_id, lead_id, (row_number() over (partition by workspace_id order by lead_id) - 1) / 200 as line from lead_match_work) l
  group by workspace_id, line;
alter table dirty_rows force row level security;
drop table lead_match_work;
