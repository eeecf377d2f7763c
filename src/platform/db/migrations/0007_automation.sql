-- Rules and what they did, incoming webhooks, functions, recipes, the assistant, and programs that were let in.

create table incoming_hooks (
  workspace_id uuid not null,
  id uuid not null,
  name text not null,
  -- Of the address; the address itself is sealed, so that it can be shown again.
  token_hash bytea not null,
  token bytea not null,
  verify text not null default 'none' check (verify in ('none', 'standard', 'hmac_sha256', 'bearer')),
  -- For hmac_sha256: the header that carries the signature.
  header text,
  secret bytea,
  enabled boolean not null default true,
  received int not null default 0,
  last_received_at timestamptz,
  created_by bigint,
  created_at timestamptz not null default now()
);
create unique index incoming_hooks_token on incoming_hooks (workspace_id, token_hash);
alter table incoming_hooks add primary key (workspace_id, id);
select tenant_table('incoming_hooks');

create table incoming_payloads (
  workspace_id uuid not null,
  hook_id uuid not null,
  id uuid not null,
  -- What the sender calls the message; a second one of the same name is taken for a repetition.
  message_id text,
  content_type text,
  headers jsonb not null default '{}',
  body jsonb not null,
  received_at timestamptz not null default now(),
  primary key (workspace_id, hook_id, id),
  foreign key (workspace_id, hook_id) references incoming_hooks (workspace_id, id) on delete cascade
);
create unique index incoming_payloads_message on incoming_payloads (workspace_id, hook_id, message_id) where message_id is not null;
select tenant_table('incoming_payloads');

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
create index automation_rules_stopped on automation_rules (workspace_id, id) where status = 'stopped';
select tenant_table('automation_rules', 'system');

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
  status text not null default 'queued' check (status in ('queued', 'running', 'waiting', 'done', 'failed', 'skipped', 'cancelled')),
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
  foreign key (workspace_id, rule_id) references automation_rules (workspace_id, id) on delete cascade
);
create unique index automation_runs_event on automation_runs (workspace_id, rule_id, event_key);
create index automation_runs_open on automation_runs (workspace_id, rule_id, id) where status in ('queued', 'running', 'waiting');
create index automation_runs_object on automation_runs (workspace_id, rule_id, object, id) where status in ('queued', 'running', 'waiting');
create index automation_runs_newest on automation_runs (workspace_id, rule_id, created_at, id);
create index automation_runs_of_all on automation_runs (workspace_id, created_at, id);
create index automation_runs_started on automation_runs (workspace_id, rule_id, started_at) where started_at is not null;
create index automation_runs_by_age on automation_runs (created_at);
alter table automation_runs add primary key (workspace_id, id);
select tenant_table('automation_runs', 'system');

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
-- What a rule has spent today is asked before each of its actions; most actions cost nothing.
create index automation_steps_cost on automation_steps (workspace_id, started_at) where (cost_micro > 0) or (status = 'waiting');
select tenant_table('automation_steps', 'system');

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
select tenant_table('automation_keys', 'system');

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
select tenant_table('automation_causes', 'system');

-- A recipe is a workbook definition with sample rows.
create table recipes (
  workspace_id uuid not null,
  slug text not null,
  name text not null,
  category text not null,
  purpose text not null,
  definition jsonb not null,
  sample_rows jsonb not null default '[]',
  created_by bigint,
  created_at timestamptz not null default now(),
  primary key (workspace_id, slug)
);
select tenant_table('recipes');

create table functions (
  workspace_id uuid not null,
  id uuid not null,
  name text not null,
  description text not null default '',
  version int not null default 1,
  created_by bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (workspace_id, id)
);
create index functions_by_name on functions (workspace_id, lower(name), id);
select tenant_table('functions');

-- A version never changes. `workbook_id` is where its calls run: a row per item, so that every answer can be explained.
create table function_versions (
  workspace_id uuid not null,
  function_id uuid not null,
  version int not null,
  inputs jsonb not null,
  outputs jsonb not null,
  columns jsonb not null,
  note text not null default '',
  workbook_id uuid,
  created_by bigint,
  created_at timestamptz not null default now(),
  primary key (workspace_id, function_id, version),
  foreign key (workspace_id, function_id) references functions (workspace_id, id) on delete cascade
);
create index function_versions_by_workbook on function_versions (workspace_id, workbook_id) where workbook_id is not null;
select tenant_table('function_versions');

-- A function used as columns of a workbook. `columns` maps the function's column names to the ids they have there.
create table function_uses (
  workspace_id uuid not null,
  id uuid not null,
  function_id uuid not null,
  workbook_id uuid not null,
  version int not null,
  follows boolean not null,
  mapping jsonb not null,
  columns jsonb not null,
  problem text,
  created_by bigint,
  created_at timestamptz not null default now(),
  primary key (workspace_id, id),
  foreign key (workspace_id, function_id) references functions (workspace_id, id) on delete cascade,
  foreign key (workspace_id, workbook_id) references workbooks (workspace_id, id) on delete cascade
);
create index function_uses_by_function on function_uses (workspace_id, function_id);
create index function_uses_by_workbook on function_uses (workspace_id, workbook_id);
select tenant_table('function_uses');

-- A call is a run over the rows of its items: status and answers are read from that run. Without a run everything was computed at once.
create table function_calls (
  workspace_id uuid not null,
  id uuid not null,
  function_id uuid not null,
  version int not null,
  workbook_id uuid not null,
  run_id uuid,
  row_ids jsonb not null,
  max_usd numeric,
  created_by bigint,
  actor_name text,
  created_at timestamptz not null default now(),
  -- Items of a function call whose values do not fit are answered one by one instead of refusing all: why, by their place in the request.
  rejects jsonb not null default '{}',
  primary key (workspace_id, id),
  foreign key (workspace_id, function_id) references functions (workspace_id, id) on delete cascade
);
create index function_calls_by_function on function_calls (workspace_id, function_id, id desc);
select tenant_table('function_calls');

-- A token says by itself whose it is, so it is looked up before the workspace is known. A deleted one stays, for the audit log.
create table mcp_tokens (
  workspace_id uuid not null,
  id uuid not null,
  name text not null,
  hash bytea not null,
  prefix text not null,
  capabilities text[] not null,
  user_id bigint not null,
  user_name text not null,
  client_id text,
  created_at timestamptz not null default now(),
  expires_at timestamptz,
  last_used_at timestamptz,
  revoked_at timestamptz,
  -- Until when what a person allowed can be renewed; null for a token made by hand.
  renewable_until timestamptz,
  primary key (workspace_id, id)
);
create index mcp_tokens_by_hash on mcp_tokens (hash);
select local_table('mcp_tokens');

create table assistant_conversations (
  workspace_id uuid not null,
  id uuid not null,
  user_id bigint not null,
  title text not null,
  model text,
  workbook_id uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (workspace_id, id)
);
create index assistant_conversations_by_user on assistant_conversations (workspace_id, user_id, updated_at desc, id);
select tenant_table('assistant_conversations');

-- `seq` orders the messages of a conversation; `kind` says what `content` holds.
create table assistant_messages (
  workspace_id uuid not null,
  conversation_id uuid not null,
  id uuid not null,
  seq int not null,
  kind text not null check (kind in ('user', 'assistant', 'tool', 'plan', 'error')),
  content jsonb not null,
  created_at timestamptz not null default now(),
  primary key (workspace_id, conversation_id, id),
  unique (workspace_id, conversation_id, seq),
  foreign key (workspace_id, conversation_id) references assistant_conversations (workspace_id, id) on delete cascade
);
select tenant_table('assistant_messages');

-- What the assistant wants to do. A plan runs once: `approved_at` is set by the one request that starts it.
create table assistant_plans (
  workspace_id uuid not null,
  id uuid not null,
  conversation_id uuid not null,
  user_id bigint not null,
  title text not null,
  status text not null default 'proposed' check (status in ('proposed', 'running', 'done', 'failed', 'stopped', 'rejected', 'undone')),
  autopilot boolean not null default false,
  grant_terms jsonb,
  steps jsonb not null,
  results jsonb not null default '[]',
  expected_usd numeric,
  spent_usd numeric not null default 0,
  error text,
  approved_by bigint,
  approved_at timestamptz,
  stop_requested_at timestamptz,
  ended_at timestamptz,
  undone_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (workspace_id, id),
  foreign key (workspace_id, conversation_id) references assistant_conversations (workspace_id, id) on delete cascade
);
create index assistant_plans_by_conversation on assistant_plans (workspace_id, conversation_id, id);
create index assistant_plans_open on assistant_plans (workspace_id, user_id, id desc) where status in ('proposed', 'running');
select tenant_table('assistant_plans');

-- Of the install: whoever asks is written down, and may nothing until somebody allows it.
create table oauth_clients (
  id text primary key,
  name text not null,
  uri text,
  redirect_uris text[] not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);
create index oauth_clients_unused on oauth_clients (created_at) where last_used_at is null;
alter table oauth_clients enable row level security;
alter table oauth_clients force row level security;
create policy control on oauth_clients using ((select app_is_control()));
create policy system on oauth_clients using ((select app_is_system()));
comment on table oauth_clients is 'class: local';

-- `token_id` is what it was exchanged for: a code that comes twice takes that away.
create table oauth_codes (
  workspace_id uuid not null references workspaces (id) on delete cascade,
  hash bytea primary key,
  client_id text not null references oauth_clients (id) on delete cascade,
  user_id bigint not null references users (id) on delete cascade,
  redirect_uri text not null,
  code_challenge text not null,
  capabilities text[] not null,
  token_id uuid,
  expires_at timestamptz not null
);
create index oauth_codes_by_age on oauth_codes (expires_at);
select local_table('oauth_codes');

-- All that were ever given out for a token, so that one that comes twice is known.
create table oauth_refresh_tokens (
  workspace_id uuid not null references workspaces (id) on delete cascade,
  hash bytea primary key,
  token_id uuid not null,
  client_id text not null references oauth_clients (id) on delete cascade,
  used_at timestamptz,
  expires_at timestamptz not null
);
create index oauth_refresh_tokens_by_token on oauth_refresh_tokens (workspace_id, token_id);
create index oauth_refresh_tokens_by_age on oauth_refresh_tokens (expires_at);
select local_table('oauth_refresh_tokens');

create table tours (
  workspace_id uuid not null,
  user_id bigint not null,
  -- Where the tour is done; steps that leave traces are read from it.
  workbook_id uuid,
  estimated_at timestamptz,
  dismissed_at timestamptz,
  updated_at timestamptz not null default now(),
  primary key (workspace_id, user_id)
);
select tenant_table('tours');
