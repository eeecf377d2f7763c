-- Watches, what they last saw, the history of their polls, and the signals they found.

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
create index watches_halted on watches (workspace_id, id) where state <> 'active';
-- A watch that is there is found by what it watches, and a group counts the leads that other watches cover.
-- A target may be longer than an entry of an index.
create index watches_by_target on watches (workspace_id, kind, md5(target));
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
  watched_elsewhere int not null default 0,
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
  unique (workspace_id, dedupe_key)
);
create index signals_by_time on signals (workspace_id, first_seen_at desc, id desc);
create index signals_of_lead on signals (workspace_id, lead_id, occurred_at desc) where lead_id is not null;
create index signals_of_company on signals (workspace_id, company, occurred_at desc);
create index signals_of_watch on signals (workspace_id, watch_id, first_seen_at desc);
create index signals_snoozed on signals (workspace_id, snoozed_until) where status = 'snoozed';
create index signals_new on signals (workspace_id, first_seen_at desc, id desc) where status = 'new';
alter table signals add primary key (workspace_id, id);
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
