-- Secrets of workspaces, sealed by the program before they come here, so that whoever has the database alone has none of them.

-- Which master key wraps the data keys. While it changes, each of the two is kept sealed under the other, so that processes
-- that know only one of them go on working. The row is made with the first secret.
create table master_key (
  only_row boolean primary key default true check (only_row),
  current_id bytea not null,
  previous_id bytea,
  current_by_previous bytea,
  previous_by_current bytea,
  updated_at timestamptz not null default now()
);

-- The key that a workspace's secrets are sealed with; without this row they are noise.
create table workspace_keys (
  workspace_id uuid not null references workspaces (id) on delete cascade,
  id uuid not null,
  master_id bytea not null,
  wrapped bytea not null,
  created_at timestamptz not null default now(),
  primary key (workspace_id)
);
create index workspace_keys_by_master on workspace_keys (master_id);

create table integration_values (
  workspace_id uuid not null references workspaces (id) on delete cascade,
  integration_id text not null,
  field text not null,
  sealed bytea not null,
  updated_at timestamptz not null default now(),
  primary key (workspace_id, integration_id, field)
);

-- What came of the last test call, with the values that are stored now.
create table integration_tests (
  workspace_id uuid not null references workspaces (id) on delete cascade,
  integration_id text not null,
  tested_at timestamptz not null,
  ok boolean not null,
  words text not null,
  latency_ms int not null,
  primary key (workspace_id, integration_id)
);

do $$
declare t text;
begin
  foreach t in array array['workspace_keys', 'integration_values', 'integration_tests'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy tenant on %I using (workspace_id = (select app_workspace()))', t);
  end loop;
end $$;
-- Changing the master key wraps every workspace's data key anew.
create policy system on workspace_keys using ((select app_is_system()));
