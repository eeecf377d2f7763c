-- Names of firms are compared with their words in full (Mfg is Manufacturing): the keys of what a lead is called are made again by a job for
-- each workspace. The version before has a job of that name, which makes them as they were: it begins when that has stopped.
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
