-- Makes the primary key the newest index of the runs of rules, as migration 8 did of others: of equally cheap indexes the planner takes
-- the newest, and PostgreSQL 18 finds an id also by an index that has it last, going through all that stands before it.
do $$
declare
  steps record;
begin
  select conname, pg_get_constraintdef(oid) as definition into steps from pg_constraint
    where contype = 'f' and conrelid = 'automation_steps'::regclass and confrelid = 'automation_runs'::regclass;
  execute format('alter table automation_steps drop constraint %I', steps.conname);
  alter table automation_runs drop constraint automation_runs_pkey;
  alter table automation_runs add constraint automation_runs_pkey primary key (workspace_id, id);
  execute format('alter table automation_steps add constraint %I %s', steps.conname, steps.definition);
end $$;
