-- One task mechanism: tickets in `queue`, what a person follows in `jobs`, and durable schedules that enqueue tickets.

-- Makes a tenant table: its rows are seen by transactions of their own workspace, and with `also => 'system'` by machinery
-- that works across workspaces. No sub-query in the policy: a distributed database cannot carry one.
create function tenant_table(name text, also text default null) returns void language plpgsql as $$
begin
  execute format('alter table %I enable row level security', name);
  execute format('alter table %I force row level security', name);
  execute format('create policy tenant on %I using (workspace_id = app_workspace()%s)', name,
    case also when 'system' then ' or app_is_system()' when 'control' then ' or app_is_control()' else '' end);
  execute format('comment on table %I is %L', name, 'class: tenant');
end $$;

-- Makes a local table: queues and leases, which machinery claims across workspaces. Small and short-lived by design.
create function local_table(name text) returns void language plpgsql as $$
begin
  execute format('alter table %I enable row level security', name);
  execute format('alter table %I force row level security', name);
  execute format('create policy tenant on %I using (workspace_id = app_workspace() or app_is_system() or app_is_control())', name);
  execute format('comment on table %I is %L', name, 'class: local');
end $$;

alter table jobs rename to queue;
alter index jobs_leased rename to queue_leased;
drop index jobs_due;
alter table queue add column lane text not null default 'default';
-- At most one waiting ticket per kind and key, and one of them at work.
alter table queue add column key text;
-- The ticket of a visible job, which has the same id.
alter table queue add column visible boolean not null default false;
alter table queue add column cancel_requested boolean not null default false;
create index queue_due on queue (lane, run_at) where state = 'ready';
create unique index queue_key on queue (kind, key) where state = 'ready' and key is not null;
create index queue_key_leased on queue (kind, key) where state = 'leased' and key is not null;
create index queue_by_worker on queue (worker_id) where state = 'leased';
comment on table queue is 'class: local';

-- What a person started and follows. Its ticket has the same id; `lease` is the token of the worker that has it, so that a
-- worker that lost its lease can write nothing more.
create table jobs (
  workspace_id uuid not null,
  id uuid not null,
  kind text not null,
  title text not null,
  subject jsonb not null default '{}',
  payload jsonb not null,
  status text not null default 'pending' check (status in ('pending', 'running', 'done', 'failed', 'cancelled')),
  done bigint not null default 0,
  total bigint,
  message text,
  counts jsonb not null default '{}',
  checkpoint jsonb,
  result jsonb,
  error text,
  lease uuid,
  cancel_requested_at timestamptz,
  created_by bigint,
  actor_name text,
  created_at timestamptz not null default now(),
  started_at timestamptz,
  finished_at timestamptz,
  primary key (workspace_id, id)
);
create index jobs_by_kind on jobs (workspace_id, kind, id desc);
create index jobs_open on jobs (workspace_id, id) where status in ('pending', 'running');
select tenant_table('jobs');

create table job_log (
  workspace_id uuid not null,
  job_id uuid not null,
  id uuid not null,
  at timestamptz not null default now(),
  level text not null check (level in ('info', 'warning', 'error')),
  message text not null,
  details jsonb,
  primary key (workspace_id, job_id, id),
  foreign key (workspace_id, job_id) references jobs (workspace_id, id) on delete cascade
);
select tenant_table('job_log');

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
