-- The job of an import of leads keeps what the import made and when it was undone; an import without a job gets one that is done.

-- In the order in which imports write them.
lock table lead_imports, jobs in access exclusive mode;
-- When what the job did to leads was taken back; null again when it goes on after that.
alter table jobs add column undone_at timestamptz;
alter table lead_imports no force row level security;
do $$
declare w uuid;
begin
  for w in select distinct workspace_id from lead_imports loop
    perform app_set('app.workspace_id', w::text);
    insert into jobs (workspace_id, id, kind, title, subject, payload, status, done, total, counts, created_by, actor_name, created_at,
        started_at, finished_at, undone_at)
      select i.workspace_id, i.id, 'leads.import', left('Import leads: ' || coalesce(nullif(i.file_name, ''), 'rows'), 200),
        jsonb_build_object('file_name', i.file_name), jsonb_build_object('file_name', i.file_name), 'done', i.created + i.updated,
        i.created + i.updated, jsonb_build_object('created', i.created, 'updated', i.updated), i.user_id, i.actor_name, i.at, i.at, i.at,
        i.undone_at
      from lead_imports i where i.workspace_id = w
      on conflict (workspace_id, id) do update set counts = jobs.counts || excluded.counts, undone_at = excluded.undone_at;
  end loop;
  perform app_set('app.workspace_id', '');
end $$;
-- The version before, while it still runs, stores no more of an import and tries again later.
drop table lead_imports;
