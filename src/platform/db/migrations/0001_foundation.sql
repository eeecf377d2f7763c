-- Everything the first release stands on: people, workspaces, workbooks, runs, and the machinery of jobs and events.
--
-- Every tenant table's primary and unique keys begin with workspace_id, so that one row-level security rule serves all
-- of them and the tables can be distributed by workspace_id.

create function app_workspace() returns uuid language sql stable parallel safe
  as $$ select nullif(current_setting('app.workspace_id', true), '')::uuid $$;
create function app_is_system() returns boolean language sql stable parallel safe
  as $$ select coalesce(current_setting('app.system', true), '') = 'on' $$;

-- People and workspaces: the control plane, read across workspaces by identity alone.

create table users (
  id bigint generated always as identity primary key,
  username text not null,
  password_hash text not null,
  role text not null default 'user' check (role in ('user', 'admin')),
  is_active boolean not null default true,
  profile_image text,
  active_workspace_id uuid,
  token_version int not null default 1,
  created_at timestamptz not null default now(),
  last_login timestamptz
);
create unique index users_username on users (lower(username));

create table workspaces (
  id uuid primary key,
  name text not null,
  slug text not null unique,
  description text not null default '',
  icon text not null default '🏢',
  is_default boolean not null default false,
  created_at timestamptz not null default now()
);
create unique index workspaces_one_default on workspaces (is_default) where is_default;
alter table users add foreign key (active_workspace_id) references workspaces (id) on delete set null;

create table memberships (
  workspace_id uuid not null references workspaces (id) on delete cascade,
  user_id bigint not null references users (id) on delete cascade,
  role text not null check (role in ('owner', 'admin', 'editor', 'member', 'viewer')),
  created_at timestamptz not null default now(),
  primary key (workspace_id, user_id)
);
create index memberships_by_user on memberships (user_id);

-- A family is one login. A refresh token names its family and generation and is signed, so nothing here can be replayed;
-- a generation that was already used ends the family.
create table session_families (
  id uuid primary key,
  user_id bigint not null references users (id) on delete cascade,
  generation int not null default 0,
  rotated_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  ends_at timestamptz not null,
  revoked_at timestamptz,
  revoked_reason text,
  user_agent text,
  ip text
);
create index session_families_by_user on session_families (user_id);

create table workspace_settings (
  workspace_id uuid not null references workspaces (id) on delete cascade,
  key text not null,
  value jsonb not null,
  updated_at timestamptz not null default now(),
  primary key (workspace_id, key)
);

-- Workbooks. Rows hold what people brought; cells hold one enriched value each, so that two writers of one row never
-- overwrite each other and a cell write never rewrites its row.

create table workbooks (
  workspace_id uuid not null references workspaces (id) on delete cascade,
  id uuid not null,
  name text not null,
  description text not null default '',
  status text not null default 'draft' check (status in ('draft', 'running', 'paused', 'complete')),
  source_type text not null default 'empty',
  sync_to_leads boolean not null default false,
  total_rows int not null default 0,
  completed_rows int not null default 0,
  next_position bigint not null default 1,
  next_column int not null default 1,
  identity jsonb,
  created_by bigint references users (id) on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  primary key (workspace_id, id)
);
create index workbooks_recent on workbooks (workspace_id, updated_at desc, id) where deleted_at is null;

-- Column ids are short and counted per workbook (c1, c2, …): they are repeated in every row's data and every cell.
create table workbook_columns (
  workspace_id uuid not null,
  workbook_id uuid not null,
  id text not null,
  name text not null,
  type text not null,
  config jsonb not null default '{}',
  ordinal int not null,
  width int,
  hidden boolean not null default false,
  pinned boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (workspace_id, workbook_id, id),
  foreign key (workspace_id, workbook_id) references workbooks (workspace_id, id) on delete cascade
);
create unique index workbook_columns_name on workbook_columns (workspace_id, workbook_id, lower(name));

-- Cells per status and column: the header's fill bar and the status line, without counting.
create table workbook_column_counts (
  workspace_id uuid not null,
  workbook_id uuid not null,
  column_id text not null,
  status text not null,
  cells bigint not null default 0,
  primary key (workspace_id, workbook_id, column_id, status),
  foreign key (workspace_id, workbook_id) references workbooks (workspace_id, id) on delete cascade
);

-- position is the order people see: whole numbers when appended, fractions when inserted between two rows.
create table workbook_rows (
  workspace_id uuid not null,
  workbook_id uuid not null,
  id uuid not null,
  position double precision not null,
  data jsonb not null default '{}',
  identity_key text,
  lead_id bigint,
  source jsonb,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (workspace_id, workbook_id, id)
) with (fillfactor = 90);
create unique index workbook_rows_order on workbook_rows (workspace_id, workbook_id, position);
create unique index workbook_rows_identity on workbook_rows (workspace_id, workbook_id, identity_key)
  where identity_key is not null;

-- How many rows each stretch of 4,096 positions holds, so that page N is found without walking there.
create table workbook_row_blocks (
  workspace_id uuid not null,
  workbook_id uuid not null,
  block int not null,
  rows int not null,
  primary key (workspace_id, workbook_id, block)
);

create table cells (
  workspace_id uuid not null,
  workbook_id uuid not null,
  row_id uuid not null,
  column_id text not null,
  status text not null,
  value jsonb,
  provider text,
  reason text,
  -- Words for a person: why it was skipped, missed or failed.
  detail text,
  error_class text,
  error_message text,
  confidence real,
  license text,
  cost_micro bigint not null default 0,
  provenance jsonb,
  run_id uuid,
  resume_at timestamptz,
  updated_at timestamptz not null default now(),
  primary key (workspace_id, workbook_id, row_id, column_id)
) with (fillfactor = 90);
-- Only what still needs somebody: finding the failed among a million stays cheap, and finished cells cost nothing here.
create index cells_unfinished on cells (workspace_id, workbook_id, column_id, status, row_id)
  where status in ('error', 'throttled', 'waiting', 'cancelled', 'budget_stopped');

-- Runs, their chunks (leased stretches of rows) and every attempt to answer a cell.

create table runs (
  workspace_id uuid not null,
  id uuid not null,
  workbook_id uuid not null,
  status text not null check (status in
    ('queued', 'running', 'paused', 'done', 'done_with_errors', 'cancelled', 'failed', 'budget_stopped')),
  mode text not null,
  column_ids text[] not null,
  scope jsonb not null,
  max_position double precision not null,
  rows int not null,
  cells int not null,
  done int not null default 0,
  counts jsonb not null default '{}',
  cost_micro bigint not null default 0,
  max_micro bigint,
  estimate jsonb,
  actor_user_id bigint,
  error text,
  created_at timestamptz not null default now(),
  started_at timestamptz,
  ended_at timestamptz,
  active_ms bigint not null default 0,
  last_served_at timestamptz,
  primary key (workspace_id, id),
  foreign key (workspace_id, workbook_id) references workbooks (workspace_id, id) on delete cascade
);
create index runs_recent on runs (workspace_id, workbook_id, created_at desc, id);
create index runs_active on runs (last_served_at) where status in ('queued', 'running');

create table run_chunks (
  workspace_id uuid not null,
  run_id uuid not null,
  seq int not null,
  from_position double precision not null,
  to_position double precision not null,
  row_ids uuid[],
  state text not null default 'ready' check (state in ('ready', 'leased', 'done')),
  worker_id uuid,
  lease_until timestamptz,
  -- How often it was taken; more than once means that an earlier worker may have left attempts behind.
  leases int not null default 0,
  primary key (workspace_id, run_id, seq),
  foreign key (workspace_id, run_id) references runs (workspace_id, id) on delete cascade
);
create index run_chunks_open on run_chunks (workspace_id, run_id, seq) where state <> 'done';

-- state `reserved` is written before a call that may be billed; what is still reserved after a crash is `uncertain`.
create table attempts (
  workspace_id uuid not null,
  id uuid not null,
  workbook_id uuid not null,
  row_id uuid not null,
  column_id text not null,
  run_id uuid,
  step_id text not null,
  provider text not null,
  state text not null check (state in ('reserved', 'settled', 'uncertain')),
  outcome text,
  reason text,
  detail text,
  confidence real,
  cached boolean not null default false,
  -- Null is unknown, never free.
  cost_micro bigint,
  -- The whole answer of a call that must not be repeated, so that a run can go on from it after a crash.
  answer jsonb,
  started_at timestamptz not null default now(),
  duration_ms int,
  request jsonb,
  response jsonb,
  primary key (workspace_id, id)
);
create index attempts_by_cell on attempts (workspace_id, workbook_id, row_id, column_id, id);

create table lookup_cache (
  workspace_id uuid not null references workspaces (id) on delete cascade,
  key bytea not null,
  provider text not null,
  outcome jsonb not null,
  cost_micro bigint not null default 0,
  fetched_at timestamptz not null default now(),
  expires_at timestamptz not null,
  primary key (workspace_id, key)
);

create table page_cache (
  workspace_id uuid not null references workspaces (id) on delete cascade,
  url_hash bytea not null,
  url text not null,
  page jsonb not null,
  fetched_at timestamptz not null default now(),
  expires_at timestamptz not null,
  primary key (workspace_id, url_hash)
);

-- Machinery. A job or event written in a transaction that rolls back never existed.

create table jobs (
  id uuid primary key,
  workspace_id uuid,
  kind text not null,
  payload jsonb not null,
  state text not null default 'ready' check (state in ('ready', 'leased', 'done', 'dead')),
  run_at timestamptz not null default now(),
  attempts int not null default 0,
  max_attempts int not null default 5,
  worker_id uuid,
  lease_until timestamptz,
  last_error text,
  created_at timestamptz not null default now()
);
create index jobs_due on jobs (run_at) where state = 'ready';
create index jobs_leased on jobs (lease_until) where state = 'leased';

-- The outbox takes events in the writer's transaction; one relay moves them to the log and numbers them, so that an id
-- is never seen before a smaller one.
create table outbox (
  seq bigint generated always as identity primary key,
  workspace_id uuid not null,
  type text not null,
  payload jsonb not null,
  created_at timestamptz not null default now()
);

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
create sequence events_id;

-- One rule for every tenant table; the system clause serves the relay and the claiming of work, which see all tenants.
do $$
declare t text;
begin
  foreach t in array array['workspace_settings', 'workbooks', 'workbook_columns', 'workbook_column_counts',
    'workbook_rows', 'workbook_row_blocks', 'cells', 'attempts', 'lookup_cache', 'page_cache'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy tenant on %I using (workspace_id = (select app_workspace()))', t);
  end loop;
  foreach t in array array['runs', 'run_chunks', 'events', 'outbox'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format(
      'create policy tenant on %I using (workspace_id = (select app_workspace()) or (select app_is_system()))', t);
  end loop;
end $$;
