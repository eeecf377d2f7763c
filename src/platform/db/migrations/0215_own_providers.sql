-- Providers that a workspace defines itself: a saved request that steps of columns and lead actions name like any other.

create table own_providers (
  workspace_id uuid not null,
  -- Named by steps, cells and ledger lines; never changed.
  id text not null check (id ~ '^own-[a-z0-9]+(-[a-z0-9]+)*$'),
  name text not null,
  definition jsonb not null,
  -- Grows with each change of what is asked or read.
  version int not null default 1,
  created_by bigint,
  updated_by bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (workspace_id, id)
);
create unique index own_providers_name on own_providers (workspace_id, lower(name));
select tenant_table('own_providers');
