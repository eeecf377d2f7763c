-- Makes the primary key the newest index of its table, because of equally cheap indexes the planner takes the newest.
--
-- It finds them equally cheap whenever it believes that a workspace or workbook holds one row at most, which it does of
-- every new one until the table is analysed: then "by id" was answered by reading all rows of the workbook in their order.

do $$
declare
  t text;
  key record;
  foreign_keys record;
  again text[];
  statement text;
begin
  foreach t in array array['workbooks', 'runs', 'run_chunks', 'workbook_rows', 'attempts'] loop
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
