-- Automations: rules, what started them, and what each of their actions did.

-- How far a reader of the event log has come. One line per reader.
create table event_cursors (
  name text primary key,
  position bigint not null,
  updated_at timestamptz not null default now()
);

create table automation_rules (
  workspace_id uuid not null,
  id uuid not null,
  name text not null,
  description text not null default '',
  trigger jsonb not null,
  -- Taken out of the trigger, for finding the rules that an event may start.
  trigger_kind text not null,
  condition jsonb,
  actions jsonb not null,
  limits jsonb not null,
  -- The names that its templates use for columns, by column id, as they were when it was saved.
  column_names jsonb not null default '{}',
  status text not null default 'active' check (status in ('active', 'paused', 'stopped')),
  status_reason text,
  active_since timestamptz not null default now(),
  failures int not null default 0,
  checked bigint not null default 0,
  matched bigint not null default 0,
  last_matched_at timestamptz,
  -- The watch whose signals it delivers, for a rule that a watch made.
  watch_id text,
  created_by bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (workspace_id, id)
);
create index automation_rules_by_trigger on automation_rules (trigger_kind, workspace_id) where status = 'active';

create table automation_runs (
  workspace_id uuid not null,
  id uuid not null,
  rule_id uuid not null,
  -- Names the event: a rule starts once for each.
  event_key text not null,
  -- What it is about: runs of a rule about one object come one after the other.
  object text not null,
  title text not null default '',
  facts jsonb not null,
  depth int not null default 0,
  -- The run of a rule whose action made the event.
  caused_by uuid,
  status text not null default 'queued'
    check (status in ('queued', 'running', 'waiting', 'done', 'failed', 'skipped', 'cancelled')),
  reason text,
  error text,
  attempts int not null default 0,
  next_at timestamptz not null default now(),
  lease_until timestamptz,
  cost_micro bigint not null default 0,
  is_manual boolean not null default false,
  actor_user_id bigint,
  occurred_at timestamptz not null,
  created_at timestamptz not null default now(),
  started_at timestamptz,
  ended_at timestamptz,
  primary key (workspace_id, id),
  foreign key (workspace_id, rule_id) references automation_rules (workspace_id, id) on delete cascade
);
create unique index automation_runs_event on automation_runs (workspace_id, rule_id, event_key);
create index automation_runs_open on automation_runs (workspace_id, rule_id, id)
  where status in ('queued', 'running', 'waiting');
create index automation_runs_object on automation_runs (workspace_id, rule_id, object, id)
  where status in ('queued', 'running', 'waiting');
create index automation_runs_newest on automation_runs (workspace_id, rule_id, created_at, id);
create index automation_runs_of_all on automation_runs (workspace_id, created_at, id);
create index automation_runs_started on automation_runs (workspace_id, rule_id, started_at) where started_at is not null;
create index automation_runs_by_age on automation_runs (created_at);

create table automation_steps (
  workspace_id uuid not null,
  run_id uuid not null,
  position int not null,
  kind text not null,
  status text not null default 'pending' check (status in ('pending', 'running', 'waiting', 'done', 'failed', 'skipped')),
  input jsonb,
  output jsonb,
  error text,
  reserved_micro bigint not null default 0,
  cost_micro bigint not null default 0,
  attempts int not null default 0,
  -- The enrichment run whose end it waits for.
  awaits uuid,
  started_at timestamptz,
  ended_at timestamptz,
  primary key (workspace_id, run_id, position),
  foreign key (workspace_id, run_id) references automation_runs (workspace_id, id) on delete cascade
);
create index automation_steps_awaits on automation_steps (workspace_id, awaits) where awaits is not null;

-- What was done once under a key is not done again.
create table automation_keys (
  workspace_id uuid not null,
  key text not null,
  run_id uuid not null,
  position int not null,
  created_at timestamptz not null default now(),
  primary key (workspace_id, key)
);
create index automation_keys_by_age on automation_keys (created_at);

-- Runs and jobs that an action started: what they write was caused by it.
create table automation_causes (
  workspace_id uuid not null,
  id uuid not null,
  run_id uuid not null,
  depth int not null,
  created_at timestamptz not null default now(),
  primary key (workspace_id, id)
);
create index automation_causes_by_age on automation_causes (created_at);

-- What writers of rows leave for rules, in their own transaction: rows by id, or every row between two positions.
create table row_changes (
  workspace_id uuid not null,
  workbook_id uuid not null,
  id uuid not null,
  row_ids uuid[],
  from_position double precision,
  to_position double precision,
  -- Null: rows were added or removed.
  columns text[],
  run_id uuid,
  cause jsonb,
  at timestamptz not null default now(),
  primary key (workspace_id, workbook_id, id),
  foreign key (workspace_id, workbook_id) references workbooks (workspace_id, id) on delete cascade
);

alter table event_cursors enable row level security;
alter table event_cursors force row level security;
create policy machinery on event_cursors using (app_is_system());
comment on table event_cursors is 'class: local';
select tenant_table('automation_rules', 'system');
select tenant_table('automation_runs', 'system');
select tenant_table('automation_steps', 'system');
select tenant_table('automation_keys', 'system');
select tenant_table('automation_causes', 'system');
select tenant_table('row_changes');
