-- Tokens by which programs bring rows into one workbook: one each, replaced when a new one is made.

create table ingest_tokens (
  workspace_id uuid not null,
  workbook_id uuid not null,
  id uuid not null,
  hash bytea not null,
  hint text not null,
  unknown_keys text not null check (unknown_keys in ('ignore', 'add_column', 'reject')),
  created_by bigint references users (id) on delete set null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  primary key (workspace_id, workbook_id),
  foreign key (workspace_id, workbook_id) references workbooks (workspace_id, id) on delete cascade
);
-- A token says by itself whose it is, so it is looked up before the workspace is known.
create unique index ingest_tokens_hash on ingest_tokens (hash);

alter table ingest_tokens enable row level security;
alter table ingest_tokens force row level security;
create policy tenant on ingest_tokens using (workspace_id = (select app_workspace()) or (select app_is_control()));
