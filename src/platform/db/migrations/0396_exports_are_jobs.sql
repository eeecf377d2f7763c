-- An export is a job, whose file has its id: what waits is written again from its start, and files that are kept can be fetched on.

-- In the order in which exports are begun.
lock table workbooks, exports in access exclusive mode;
alter table exports no force row level security;
do $$
declare w uuid;
begin
  for w in select distinct workspace_id from exports loop
    perform app_set('app.workspace_id', w::text);
    insert into jobs (workspace_id, id, kind, title, subject, payload, status, done, total, result, error, created_by, created_at, finished_at)
      select e.workspace_id, e.id, 'workbook.export', left('Export ' || e.file_name, 200), jsonb_build_object('workbook_id', e.workbook_id),
        jsonb_build_object('workbook_id', e.workbook_id, 'wanted', e.wanted, 'file_name', e.file_name),
        case when e.state in ('queued', 'running') then 'pending' else e.state end,
        case when e.state in ('queued', 'running') then 0 else e.done end, e.total,
        case e.state when 'done' then jsonb_build_object('file_size', e.file_size, 'withheld', e.withheld) end,
        e.error, e.created_by, e.created_at, case when e.state not in ('queued', 'running') then e.updated_at end
      from exports e where e.workspace_id = w;
    -- Many attempts: the version before, while it still runs, gives back what it does not know.
    insert into queue (id, workspace_id, kind, payload, max_attempts, lane, visible)
      select id, workspace_id, kind, payload, 50, 'long', true from jobs
      where workspace_id = w and status = 'pending' and kind = 'workbook.export';
  end loop;
  -- Files are let go of by one rule. Of imports of leads those that ended, and uploads that broke off, were never.
  for w in select id from workspaces loop
    perform app_set('app.workspace_id', w::text);
    insert into queue (id, workspace_id, kind, payload, max_attempts)
      select gen_random_uuid(), w, 'file.drop', jsonb_build_object('file_id', f.file_id), 20
      from (select distinct file_id from stored_chunks where workspace_id = w
        union select id from jobs where workspace_id = w and kind = 'workbook.export' and status = 'pending') f
      left join jobs j on j.workspace_id = w and j.id = f.file_id
      where (j.id is null or j.kind in ('workbook.export', 'leads.import'))
        and not exists (select from imports i where i.workspace_id = w and i.id = f.file_id);
  end loop;
  perform app_set('app.workspace_id', '');
end $$;
delete from queue where kind in ('export.write', 'export.sweep');
drop table exports;
