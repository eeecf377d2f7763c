-- Leads are recognised by an id, a day of birth or a telephone at a house where their names have a slip: those that are there get these keys by a
-- job for each workspace. The version before has a job of that name, which makes none of them: it begins when that has stopped.
alter table lead_counts no force row level security;
do $$
declare
  w uuid;
begin
  for w in select workspace_id from lead_counts where leads > 0 loop
    perform app_set('app.workspace_id', w::text);
    insert into queue (id, workspace_id, kind, payload, max_attempts, lane, run_at)
      values (gen_random_uuid(), w, 'leads.look_again', '{"after": 0}', 50, 'long', now() + interval '10 minutes');
  end loop;
  perform app_set('app.workspace_id', '');
end $$;
alter table lead_counts force row level security;
