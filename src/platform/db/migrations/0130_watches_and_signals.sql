-- Watches, what they last saw, the history of their polls, and the signals they found; the documents that polls of all tenants share.

-- What is watched. When it is polled next stands in `schedules`, under its id.
create table watches (
  workspace_id uuid not null,
  id uuid not null,
  kind text not null,
  target text not null,
  -- A lead may be deleted; its watch goes with the next look at the group, or stays as one of a bare target.
  lead_id bigint,
  group_id uuid,
  name text,
  signal_types text[],
  poll_interval text not null default 'daily',
  config jsonb not null default '{}',
  enabled boolean not null default true,
  state text not null default 'active' check (state in ('active', 'paused', 'erroring')),
  failures int not null default 0,
  -- Polls in a row that brought nothing new: after every ten of them the watch is polled less often.
  quiet_polls int not null default 0,
  last_error text,
  last_polled_at timestamptz,
  last_changed_at timestamptz,
  baseline_at timestamptz,
  webhook_rule_id text,
  created_by bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (workspace_id, id)
);
create index watches_of_lead on watches (workspace_id, lead_id) where lead_id is not null;
create unique index watches_of_group on watches (workspace_id, group_id, kind, lead_id) where group_id is not null;
select tenant_table('watches');

-- What a watch saw last. Apart, because lists of watches never read it.
create table watch_states (
  workspace_id uuid not null,
  watch_id uuid not null,
  state jsonb not null,
  -- Hash of the documents that brought no change when the state was written; the same documents need not be compared again.
  settled text,
  updated_at timestamptz not null default now(),
  primary key (workspace_id, watch_id),
  foreign key (workspace_id, watch_id) references watches (workspace_id, id) on delete cascade
);
select tenant_table('watch_states');

create table watch_polls (
  workspace_id uuid not null,
  watch_id uuid not null,
  id uuid not null,
  cause text not null check (cause in ('schedule', 'manual', 'scan')),
  outcome text not null check (outcome in ('queued', 'baseline', 'unchanged', 'changed', 'failed', 'postponed')),
  started_at timestamptz not null,
  finished_at timestamptz,
  -- Calls that left this machine, those of them answered with 304, and documents another poll had fetched.
  requests int not null default 0,
  not_modified int not null default 0,
  shared int not null default 0,
  signals int not null default 0,
  seen jsonb not null default '[]',
  changes jsonb not null default '[]',
  error text,
  primary key (workspace_id, watch_id, id),
  foreign key (workspace_id, watch_id) references watches (workspace_id, id) on delete cascade
);
select tenant_table('watch_polls');

-- The last ten texts of a watched page.
create table watch_texts (
  workspace_id uuid not null,
  watch_id uuid not null,
  id uuid not null,
  url text not null,
  text text not null,
  at timestamptz not null,
  primary key (workspace_id, watch_id, id),
  foreign key (workspace_id, watch_id) references watches (workspace_id, id) on delete cascade
);
select tenant_table('watch_texts');

-- Watches for every lead of a filter or of a workbook view, kept in step with it.
create table watch_groups (
  workspace_id uuid not null,
  id uuid not null,
  name text not null,
  kind text not null,
  -- {"kind": "leads", "filter", "search", "status"} or {"kind": "view", "workbook_id", "view_id"}
  source jsonb not null,
  signal_types text[],
  poll_interval text not null default 'daily',
  config jsonb not null default '{}',
  enabled boolean not null default true,
  watches int not null default 0,
  -- Leads of the source that name nothing to watch.
  without_target int not null default 0,
  last_synced_at timestamptz,
  last_error text,
  created_by bigint,
  created_at timestamptz not null default now(),
  primary key (workspace_id, id)
);
select tenant_table('watch_groups');

create table signals (
  workspace_id uuid not null,
  id uuid not null,
  type text not null,
  lead_id bigint,
  entity_id text,
  watch_id uuid,
  -- The registrable domain, or what else names the company or repository.
  company text,
  title text not null,
  summary text not null,
  before jsonb,
  after jsonb,
  evidence_url text,
  quote text,
  occurred_at timestamptz not null,
  first_seen_at timestamptz not null,
  strength smallint not null check (strength between 0 and 100),
  novelty real not null,
  dedupe_key text not null,
  status text not null default 'new' check (status in ('new', 'seen', 'snoozed', 'actioned', 'dismissed')),
  snoozed_until timestamptz,
  status_by bigint,
  status_at timestamptz,
  details jsonb not null default '{}',
  provenance jsonb not null default '{}',
  primary key (workspace_id, id),
  unique (workspace_id, dedupe_key)
);
create index signals_by_time on signals (workspace_id, first_seen_at desc, id desc);
create index signals_of_lead on signals (workspace_id, lead_id, occurred_at desc) where lead_id is not null;
create index signals_of_company on signals (workspace_id, company, occurred_at desc);
create index signals_of_watch on signals (workspace_id, watch_id, first_seen_at desc);
create index signals_snoozed on signals (workspace_id, snoozed_until) where status = 'snoozed';
select tenant_table('signals');

-- The leads of a scan, each done once however often its job is tried.
create table signal_scan_leads (
  workspace_id uuid not null,
  scan_id uuid not null,
  lead_id bigint not null,
  target text not null,
  is_done boolean not null default false,
  signals int not null default 0,
  error text,
  created_at timestamptz not null default now(),
  primary key (workspace_id, scan_id, lead_id)
);
select tenant_table('signal_scan_leads', 'system');

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

-- One request at a time to each host, over all processes and tenants, and not before `next_at`.
create table polled_hosts (
  host text primary key,
  holder uuid,
  lease_until timestamptz not null,
  next_at timestamptz not null
);

do $$
declare t text;
begin
  foreach t in array array['fetched_documents', 'polled_hosts'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy machinery on %I using (app_is_system())', t);
    execute format('comment on table %I is %L', t, 'class: local');
  end loop;
end $$;
