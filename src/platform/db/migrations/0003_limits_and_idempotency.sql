-- Counting callers and remembering what was asked before, both shared by all processes.

-- Lost in a crash on purpose: a counter that starts anew is cheaper than writing every call to the log.
create unlogged table rate_windows (
  key text primary key,
  hits double precision[] not null,
  expires_at timestamptz not null
);
create index rate_windows_expired on rate_windows (expires_at);

-- A request under its Idempotency-Key: reserved while it runs, then the answer that a repetition gets.
create table idempotency_keys (
  workspace_id uuid not null references workspaces (id) on delete cascade,
  route text not null,
  key text not null,
  fingerprint bytea not null,
  status int,
  body text,
  worker_id uuid not null,
  lease_until timestamptz not null,
  created_at timestamptz not null default now(),
  primary key (workspace_id, route, key)
);
create index idempotency_keys_by_age on idempotency_keys (created_at);
alter table idempotency_keys enable row level security;
alter table idempotency_keys force row level security;
create policy tenant on idempotency_keys
  using (workspace_id = (select app_workspace()) or (select app_is_system()));
