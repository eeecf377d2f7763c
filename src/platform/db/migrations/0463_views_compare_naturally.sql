-- Filters compare texts in the order of sorts: what was indexed by the order before is removed by a job for each workbook, which makes room for
-- the indexes of this one. A workbook that has as many as there may be would get none of them else. The version before has the same
-- job: it is left alone until that has stopped.
alter table view_indexes no force row level security;
insert into queue (id, workspace_id, kind, payload, max_attempts, lane, run_at)
  select gen_random_uuid(), workspace_id, 'workbook.view_indexes', jsonb_build_object('workbook_id', workbook_id), 20, 'long',
    now() + interval '10 minutes'
  from (select distinct workspace_id, workbook_id from view_indexes) i;
alter table view_indexes force row level security;
