-- Recipes that a workspace saved, functions with their versions, uses and calls, MCP tokens, and the assistant's conversations and plans.

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
  version integer not null default 1,
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
  version integer not null,
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
  version integer not null,
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
  version integer not null,
  workbook_id uuid not null,
  run_id uuid,
  row_ids jsonb not null,
  max_usd numeric,
  created_by bigint,
  actor_name text,
  created_at timestamptz not null default now(),
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
  primary key (workspace_id, id)
);
create index mcp_tokens_by_hash on mcp_tokens (hash);
select tenant_table('mcp_tokens', 'control');

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
  seq integer not null,
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
  status text not null default 'proposed'
    check (status in ('proposed', 'running', 'done', 'failed', 'stopped', 'rejected', 'undone')),
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
