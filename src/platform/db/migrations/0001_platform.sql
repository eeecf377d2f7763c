-- What every room stands on: who may read a table, the queue and its schedules, events, limits, keys, the audit log, and public documents.
--
-- The keys of a tenant table begin with workspace_id, so that one row-level security rule serves all of them and the tables can
-- be distributed by it. Where a primary key is added after the indexes of its table, it is meant to be the newest of them: of equally
-- cheap indexes the planner takes the newest. A table of class local stays on one node, because machinery claims its rows across workspaces
-- or because it belongs to the control plane; see docs/SCALING.md.

create function app_workspace() returns uuid language sql stable parallel safe
  as $$ select nullif(current_setting('app.workspace_id', true), '')::uuid $$;
create function app_is_system() returns boolean language sql stable parallel safe
  as $$ select coalesce(current_setting('app.system', true), '') = 'on' $$;
create function app_is_control() returns boolean language sql stable parallel safe
  as $$ select coalesce(current_setting('app.control', true), '') = 'on' $$;

-- Sets a setting of ours until the end of the transaction. Inlined, so it costs what set_config costs; `millrace distribute`
-- puts one in its place that says SET LOCAL, which Citus hands on to the nodes.
create function app_set(setting text, value text) returns text language sql volatile parallel unsafe
  as $$ select set_config(setting, value, true) $$;

-- Whether tenant tables of this database are distributed.
create function app_is_distributed() returns boolean language plpgsql stable as $$
declare found boolean := false;
begin
  if to_regclass('pg_catalog.pg_dist_partition') is not null then
    execute $q$ select exists (
      select from pg_catalog.pg_dist_partition where logicalrelid = to_regclass('public.workbooks')) $q$ into found;
  end if;
  return found;
end $$;

-- Keeps a shard of a distributed database from being split or moved until the end of the transaction, as what Citus plans itself does with
-- those that it writes. The service names shards in its statements, so Citus does not know that they are written.
-- Only called on a distributed database; it runs as the owner of the tables, since the role of the service may not lock them.
create function app_stay(shard bigint) returns void language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  -- 5 is SHARE; a split or a move takes EXCLUSIVE and lets go when the new shards are known.
  perform lock_shard_metadata(5, array[shard]);
  if not exists (select from pg_dist_shard where shardid = shard) then
    raise undefined_table using message = format('shard %s is another since it was looked up', shard);
  end if;
end $$;

-- Makes a table one of tenants: read and written by its workspace alone, and besides by the machinery or the control plane if said so.
-- Policies without sub-queries: PostgreSQL compares the two constants once per statement, and a worker node can carry them.
create function tenant_table(name text, also text default null) returns void language plpgsql as $$
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

-- The same for a table of tenants that stays on one node.
create function local_table(name text) returns void language plpgsql as $$
begin
  execute format('alter table %I enable row level security', name);
  execute format('alter table %I force row level security', name);
  execute format('create policy tenant on %I using (workspace_id = app_workspace() or app_is_system() or app_is_control())', name);
  execute format('comment on table %I is %L', name, 'class: local');
end $$;

comment on table schema_migrations is 'class: local';

-- Numbers of events: one relay gives them, so that an id is never seen before a smaller one.
create sequence events_id;

create table queue (
  id uuid primary key,
  workspace_id uuid,
  kind text not null,
  payload jsonb not null,
  state text not null default 'ready',
  run_at timestamptz not null default now(),
  attempts int not null default 0,
  max_attempts int not null default 5,
  worker_id uuid,
  lease_until timestamptz,
  last_error text,
  created_at timestamptz not null default now(),
  lane text not null default 'default',
  -- At most one waiting ticket per kind and key, and one of them at work.
  key text,
  -- The ticket of a visible job, which has the same id.
  visible boolean not null default false,
  cancel_requested boolean not null default false,
  constraint jobs_state_check check (state in ('ready', 'leased', 'done', 'dead'))
);
create index queue_leased on queue (lease_until) where state = 'leased';
create unique index queue_key on queue (kind, key) where state = 'ready' and key is not null;
create index queue_key_leased on queue (kind, key) where state = 'leased' and key is not null;
create index queue_by_worker on queue (worker_id) where state = 'leased';
-- What waits is measured for Prometheus: by an index each, over all workspaces.
create index queue_dead on queue (run_at) where state = 'dead';
-- Finds the workspaces that have tickets in a lane, one step each, so that they take turns. What is asked by time alone keeps its
-- index, which
-- now serves nothing else: of two that begin with the lane the planner would take either.
create index queue_turns on queue (lane, coalesce(workspace_id, '00000000-0000-0000-0000-000000000000'), run_at) where state = 'ready';
create index queue_due on queue (lane, run_at) where state = 'ready' and run_at is not null;
alter table queue enable row level security;
alter table queue force row level security;
create policy control on queue using ((select app_is_control()));
create policy system on queue using ((select app_is_system()));
create policy tenant on queue using (workspace_id = (select app_workspace()));
comment on table queue is 'class: local';

create table rate_windows (
  key text primary key,
  hits double precision[] not null,
  expires_at timestamptz not null
);
create index rate_windows_expired on rate_windows (expires_at);
comment on table rate_windows is 'class: local';

-- The outbox takes events in the writer's transaction; one relay moves them to the log and numbers them, so that an id
-- is never seen before a smaller one.
create table outbox (
  seq bigint generated always as identity primary key,
  workspace_id uuid not null,
  type text not null,
  payload jsonb not null,
  created_at timestamptz not null default now()
);
alter table outbox enable row level security;
alter table outbox force row level security;
create policy tenant on outbox using (workspace_id = (select app_workspace()) or (select app_is_system()));
comment on table outbox is 'class: local';

create table events (
  workspace_id uuid not null,
  id bigint not null,
  type text not null,
  payload jsonb not null,
  ts timestamptz not null,
  primary key (workspace_id, id)
);
create index events_by_id on events (id);
create index events_by_age on events (ts);
alter table events enable row level security;
alter table events force row level security;
create policy tenant on events using (workspace_id = (select app_workspace()) or (select app_is_system()));
comment on table events is 'class: local';

-- A request under its Idempotency-Key: reserved while it runs, then the answer that a repetition gets.
create table idempotency_keys (
  workspace_id uuid not null,
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
select tenant_table('idempotency_keys', 'system');

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
comment on table master_key is 'class: local';

-- The key that a workspace's secrets are sealed with; without this row they are noise.
create table workspace_keys (
  workspace_id uuid primary key,
  id uuid not null,
  master_id bytea not null,
  wrapped bytea not null,
  created_at timestamptz not null default now()
);
create index workspace_keys_by_master on workspace_keys (master_id);
alter table workspace_keys enable row level security;
alter table workspace_keys force row level security;
create policy system on workspace_keys using ((select app_is_system()));
create policy tenant on workspace_keys using (workspace_id = (select app_workspace()));
comment on table workspace_keys is 'class: local';

create table audit_log (
  workspace_id uuid not null,
  -- To the millisecond, which is what a cursor can carry.
  ts timestamptz not null default date_trunc('milliseconds', now()),
  id uuid not null,
  actor_kind text not null check (actor_kind in ('user', 'token', 'machine', 'stranger')),
  actor_user_id bigint,
  actor_name text,
  actor_token_id text,
  act text not null,
  object_type text,
  object_id text,
  object_name text,
  before jsonb,
  after jsonb,
  ip text,
  request_id text,
  primary key (workspace_id, ts, id)
);
create index audit_log_by_actor on audit_log (workspace_id, actor_user_id, ts, id) where actor_user_id is not null;
create index audit_log_by_object on audit_log (workspace_id, object_type, object_id, ts, id);
create index audit_log_by_request on audit_log (workspace_id, request_id) where request_id is not null;
-- Lines are stored as they come, so a few pages of ranges tell where the old ones lie.
create index audit_log_by_age on audit_log using brin (ts);
alter table audit_log enable row level security;
alter table audit_log force row level security;
create policy control_reads on audit_log for select
  using ((select app_is_control()) and (workspace_id = '00000000-0000-0000-0000-000000000000'));
create policy control_writes on audit_log for insert with check ((select app_is_control()));
create policy retention on audit_log to current_user using (true);
create policy tenant on audit_log using (workspace_id = (select app_workspace()));
comment on table audit_log is 'class: local';

-- An item that is due again and again. `next_at` is when its job is enqueued next.
create table schedules (
  id uuid primary key,
  workspace_id uuid,
  kind text not null,
  subject text not null,
  payload jsonb not null,
  every_seconds int check (every_seconds > 0),
  cron text,
  time_zone text not null default 'UTC',
  jitter_seconds int not null default 0,
  lane text not null default 'default',
  max_attempts int not null default 5,
  next_at timestamptz not null,
  last_at timestamptz,
  paused boolean not null default false,
  created_at timestamptz not null default now(),
  check ((every_seconds is null) <> (cron is null)),
  unique nulls not distinct (workspace_id, kind, subject)
);
create index schedules_due on schedules (next_at) where not paused;
select local_table('schedules');

-- Public documents by address, as the last poll of any tenant got them. Fetched without credentials; names nobody who asked.
create table fetched_documents (
  url_hash bytea primary key,
  url text not null,
  status int not null,
  headers jsonb not null,
  body bytea not null,
  body_hash text not null,
  truncated boolean not null,
  fetched_at timestamptz not null,
  -- When the server last said that it is still so.
  checked_at timestamptz not null,
  changed_at timestamptz not null
);
create index fetched_documents_by_age on fetched_documents (checked_at);
alter table fetched_documents enable row level security;
alter table fetched_documents force row level security;
create policy machinery on fetched_documents using (app_is_system());
comment on table fetched_documents is 'class: local';

-- One request at a time to each host, over all processes and tenants, and not before `next_at`.
create table polled_hosts (
  host text primary key,
  holder uuid,
  lease_until timestamptz not null,
  next_at timestamptz not null
);
alter table polled_hosts enable row level security;
alter table polled_hosts force row level security;
create policy machinery on polled_hosts using (app_is_system());
comment on table polled_hosts is 'class: local';

-- How far a reader of the event log has come. One line per reader.
create table event_cursors (
  name text primary key,
  position bigint not null,
  updated_at timestamptz not null default now()
);
alter table event_cursors enable row level security;
alter table event_cursors force row level security;
create policy machinery on event_cursors using (app_is_system());
comment on table event_cursors is 'class: local';

-- Foreign keys between tenant tables while `millrace distribute` is under way: they are taken away first and put back last.
create table distribution_keys (
  table_name text not null,
  name text not null,
  definition text not null,
  primary key (table_name, name)
);
comment on table distribution_keys is 'class: local';

-- Has no rows. On a distributed database an update of it makes the commit one in two phases.
create table commit_marks (
  mark int primary key
);
comment on table commit_marks is 'class: local';

-- Takes lines older than this away, some at a time; returns how many went. Whoever takes over the service cannot use it
-- to cover up what happened in the last 30 days.
create function audit_prune(older_than interval, most int) returns int
language plpgsql security definer set search_path = public, pg_temp as $$
declare gone int;
begin
  if older_than < interval '30 days' then raise exception 'lines of the audit log are kept for 30 days at least'; end if;
  delete from audit_log where ctid = any (array(select ctid from audit_log where ts < now() - older_than limit most));
  get diagnostics gone = row_count;
  return gone;
end $$;

-- Takes the lines of a workspace that was deleted away, some at a time; returns how many went.
create function audit_forget(deleted_workspace uuid, most int) returns int
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  gone int := 0;
  before text := current_setting('app.control', true);
begin
  -- The owner is bound by row-level security too; what the caller may see is as before afterwards.
  perform set_config('app.control', 'on', true);
  if not exists (select 1 from workspaces where id = deleted_workspace and deleted_at is not null) then most := 0; end if;
  perform set_config('app.control', coalesce(before, ''), true);
  delete from audit_log where ctid = any (array(
    select ctid from audit_log where workspace_id = deleted_workspace limit most));
  get diagnostics gone = row_count;
  return gone;
end $$;

revoke execute on function audit_prune(interval, int), audit_forget(uuid, int) from public;
