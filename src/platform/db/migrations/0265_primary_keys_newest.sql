-- Makes the primary key the newest index of more tables that grow, as migrations 8 and 205 did of others: of equally cheap indexes the planner
-- takes the newest. Distributed tables keep their keys as they are: their shards are rebuilt by hand.
do $$
declare
  t text;
  key record;
  foreign_keys record;
  again text[];
  statement text;
begin
  if app_is_distributed() then
    return;
  end if;
  foreach t in array array['entities', 'entity_merges', 'entity_pairs', 'signals', 'webhook_deliveries'] loop
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

-- Those of a sequence, newest first.
create index enrollments_newest on enrollments (workspace_id, sequence_id, id);
