-- Planning and committing an import are jobs; what is left of `imports` is a document: the file, the choices, the plan and the result.

-- In the order in which imports are begun. The version before, while it still runs, refuses to import.
lock table workbooks, imports in access exclusive mode;
alter table imports no force row level security;
alter table imports rename to import_files;
-- The job that plans it, or that commits its plan: that one has the id of the import.
alter table import_files add column job_id uuid;
-- When the file was let go of without being imported whole.
alter table import_files add column gone_at timestamptz;
-- The size of a file that is still uploaded is not known.
alter table import_files alter column file_size drop default;
alter table import_files alter column file_size drop not null;
do $$
declare
  w uuid;
  i record;
  job uuid;
  about jsonb;
begin
  for w in select distinct workspace_id from import_files loop
    perform app_set('app.workspace_id', w::text);
    for i in select * from import_files where workspace_id = w and state in ('planning', 'committing') order by id loop
      about := jsonb_build_object('workbook_id', i.workbook_id, 'import_id', i.id);
      if i.state = 'committing' then
        job := i.id;
        insert into jobs (workspace_id, id, kind, title, subject, payload, done, total, counts, created_by, actor_name, created_at)
          values (w, job, 'workbook.import', left('Import ' || coalesce(nullif(i.file_name, ''), 'a file'), 200), about,
            about || jsonb_build_object('first_position', i.first_position), i.done, i.total,
            coalesce(i.result, '{}') - '{import_id,columns_created,rejected_rows,rejected_url}'::text[],
            (i.actor ->> 'user_id')::bigint, i.actor ->> 'name', i.created_at);
      else
        -- Without a ticket it was planned within a request, which is over.
        select min(id::text)::uuid into job from queue where workspace_id = w and kind = 'import.plan' and payload ->> 'import_id' = i.id::text;
        if job is not null then
          delete from queue where workspace_id = w and id = job;
          insert into jobs (workspace_id, id, kind, title, subject, payload, created_by, actor_name)
            values (w, job, 'workbook.plan_import', left('Plan the import of ' || coalesce(nullif(i.file_name, ''), 'a file'), 200),
              about, about, (i.actor ->> 'user_id')::bigint, i.actor ->> 'name');
        end if;
      end if;
      update import_files set job_id = job where workspace_id = w and id = i.id;
      -- Many attempts: the version before, while it still runs, gives back what it does not know.
      insert into queue (id, workspace_id, kind, payload, max_attempts, lane, visible)
        select id, workspace_id, kind, payload, 50, 'long', true from jobs where workspace_id = w and id = job;
    end loop;
    update import_files set
      file_size = case state when 'uploading' then null else file_size end,
      -- What was being planned is planned from the start.
      plan = case when state <> 'planning' and plan is not null then plan || jsonb_build_object('rows', coalesce(total, 0)) end,
      result = case when state in ('done', 'cancelled', 'failed') then result end,
      gone_at = case when state in ('cancelled', 'failed') then updated_at end
      where workspace_id = w;
  end loop;
  perform app_set('app.workspace_id', '');
end $$;
delete from queue where kind in ('import.plan', 'import.commit');
alter table import_files drop column state, drop column done, drop column total, drop column first_position;
alter table import_files force row level security;
