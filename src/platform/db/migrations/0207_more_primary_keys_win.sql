-- Makes the primary key the newest index of more tables in which things are looked up by their id, as migration 8 did of the first ones:
-- of indexes that it finds equally cheap the planner takes the newest, and while a table is uncounted, or was counted before its first
-- large write was committed, it finds all of them equally cheap that begin with the workspace.
do $$
declare
  t text;
  key record;
  foreign_keys record;
  again text[];
  statement text;
begin
  foreach t in array array['leads', 'jobs', 'imports', 'exports', 'drift_reports', 'suppressions', 'incoming_hooks'] loop
    again := '{}';
    for foreign_keys in
      select conrelid::regclass as place, conname, pg_get_constraintdef(oid) as definition from pg_constraint
      where contype = 'f' and confrelid = t::regclass
    loop
      again := again || format('alter table %s add constraint %I %s', foreign_keys.place, foreign_keys.conname, foreign_keys.definition);
      execute format('alter table %s drop constraint %I', foreign_keys.place, foreign_keys.conname);
    end loop;
    select conname, pg_get_constraintdef(oid) as definition into key from pg_constraint
      where contype = 'p' and conrelid = t::regclass;
    execute format('alter table %I drop constraint %I', t, key.conname);
    execute format('alter table %I add constraint %I %s', t, key.conname, key.definition);
    foreach statement in array again loop
      execute statement;
    end loop;
  end loop;
end $$;
