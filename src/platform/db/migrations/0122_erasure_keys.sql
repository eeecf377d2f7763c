-- The key under which a workspace hashes what identifies people who were erased: hashes alone tell nothing without it.
create table erasure_keys (
  workspace_id uuid not null references workspaces (id) on delete cascade,
  key bytea not null,
  made_at timestamptz not null default now(),
  primary key (workspace_id)
);
select tenant_table('erasure_keys');
