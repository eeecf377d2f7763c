-- Leads of a job are looked up by the job before anything was counted: of equally cheap indexes the planner takes the newest, so the
-- primary key is made anew, as migration 265 did. Distributed tables keep theirs: their shards are rebuilt by hand.
do $$
declare
  key text;
begin
  if app_is_distributed() then
    return;
  end if;
  select pg_get_constraintdef(oid) into key from pg_constraint where contype = 'p' and conrelid = 'job_leads'::regclass;
  alter table job_leads drop constraint job_leads_pkey;
  execute 'alter table job_leads add constraint job_leads_pkey ' || key;
end $$;
