-- Every table has a class, so that the database can be distributed by workspace: tenant, global or local (docs/SCALING.md).

-- What machinery claims across workspaces, and the control plane, stays on one node: small, or short-lived by design.
do $$
declare t text;
begin
  foreach t in array array['users', 'workspaces', 'memberships', 'invitations', 'session_families', 'stream_tickets',
    'login_throttle', 'idempotency_keys_of_people', 'rate_windows', 'master_key', 'schema_migrations', 'audit_log',
    'ingest_tokens', 'scim_tokens', 'scim_users', 'scim_groups', 'scim_group_members', 'workspace_keys', 'outbox', 'events',
    'runs', 'run_chunks', 'reservations', 'awaited_answers', 'provider_turns', 'provider_places'] loop
    execute format('comment on table %I is %L', t, 'class: local');
  end loop;
end $$;

-- Tenant tables refer to tenant tables only. The purge of a workspace empties every table that has its id, and numbers of
-- users are never given out twice.
do $$
declare k record;
begin
  for k in select c.conrelid::regclass as t, c.conname from pg_constraint c
    where c.contype = 'f' and c.connamespace = 'public'::regnamespace
      and coalesce(obj_description(c.conrelid, 'pg_class'), '') <> 'class: local'
      and obj_description(c.confrelid, 'pg_class') = 'class: local'
  loop
    execute format('alter table %s drop constraint %I', k.t, k.conname);
  end loop;
  -- What is local refers to nothing that is distributed: the purge of a workbook deletes its runs itself.
  for k in select c.conrelid::regclass as t, c.conname from pg_constraint c
    where c.contype = 'f' and c.connamespace = 'public'::regnamespace
      and obj_description(c.conrelid, 'pg_class') = 'class: local'
      and coalesce(obj_description(c.confrelid, 'pg_class'), '') <> 'class: local'
  loop
    execute format('alter table %s drop constraint %I', k.t, k.conname);
  end loop;
end $$;

-- Policies without sub-queries: PostgreSQL compares the two constants once per statement, and a worker node can carry them.
do $$
declare t record;
begin
  for t in select c.relname as name, bool_or(p.qual like '%app_is_system%') as is_system
    from pg_class c join pg_policies p on p.tablename = c.relname and p.schemaname = 'public'
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and obj_description(c.oid, 'pg_class') is null
    group by c.relname
  loop
    execute format('drop policy tenant on %I', t.name);
    perform tenant_table(t.name, case when t.is_system then 'system' end);
  end loop;
end $$;

-- A trigger cannot follow its table to other nodes; the writer of leads keeps their texts in the same statement.
drop trigger texts_of_new on leads;
drop trigger texts_of_changed on leads;
drop function lead_texts_follow();
