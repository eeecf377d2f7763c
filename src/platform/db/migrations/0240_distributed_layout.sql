-- What a database that Citus distributes needs (docs/SCALING.md): settings that reach the nodes, and tables that are distributed as they are made.

-- Sets a setting of ours until the end of the transaction. Inlined, so it costs what set_config costs; `millrace distribute`
-- puts one in its place that says SET LOCAL, which Citus hands on to the nodes.
create function app_set(setting text, value text) returns text language sql volatile parallel unsafe
  as $$ select set_config(setting, value, true) $$;

-- Foreign keys between tenant tables while `millrace distribute` is under way: they are taken away first and put back last.
create table distribution_keys (
  table_name text not null,
  name text not null,
  definition text not null,
  primary key (table_name, name)
);
comment on table distribution_keys is 'class: local';

-- Has no rows. On a distributed database an update of it makes the commit one in two phases.
create table commit_marks (mark int primary key);
comment on table commit_marks is 'class: local';

-- Whether tenant tables of this database are distributed.
create function app_is_distributed() returns boolean language plpgsql stable as $$
declare found boolean := false;
begin
  if to_regclass('pg_catalog.pg_dist_partition') is not null then
    execute $q$ select exists (select from pg_catalog.pg_dist_partition where logicalrelid = 'public.workbooks'::regclass) $q$ into found;
  end if;
  return found;
end $$;

create or replace function tenant_table(name text, also text default null) returns void language plpgsql as $$
begin
  execute format('alter table %I enable row level security', name);
  execute format('alter table %I force row level security', name);
  execute format('create policy tenant on %I using (workspace_id = app_workspace()%s)', name,
    case also when 'system' then ' or app_is_system()' when 'control' then ' or app_is_control()' else '' end);
  execute format('comment on table %I is %L', name, 'class: tenant');
  if app_is_distributed() then
    execute format('select create_distributed_table(%L, %L, colocate_with => %L)', name, 'workspace_id', 'workbooks');
  end if;
end $$;
