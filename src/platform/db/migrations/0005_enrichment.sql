-- Runs, calls and their money, answers that are kept, limits of accounts, scores, and sources of leads.

create table runs (
  workspace_id uuid not null,
  id uuid not null,
  workbook_id uuid not null,
  status text not null
    check (status in ('queued', 'running', 'paused', 'done', 'done_with_errors', 'cancelled', 'failed', 'budget_stopped')),
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
  actor_token_id text,
  -- The column that a run was started for by itself; null for runs that somebody started.
  auto_column text,
  -- A worker that is gone may have left calls under way in any part of its run, for rows that rest since too: a run of which a part was
  -- taken more than once says so, and its calls under way are looked for wherever it goes on.
  taken_over boolean not null default false,
  -- A run that is to end says so until its last call is booked, and only then is over: what ended never changes afterwards.
  ending text check (ending in ('done', 'done_with_errors', 'cancelled', 'failed', 'budget_stopped')),
  ending_error text
);
create index runs_recent on runs (workspace_id, workbook_id, created_at desc, id);
create index runs_active on runs (last_served_at) where status in ('queued', 'running');
alter table runs add primary key (workspace_id, id);
create index runs_auto on runs (workspace_id, workbook_id, auto_column, created_at) where auto_column is not null;
create index runs_ending on runs (workspace_id, id) where ending is not null;
create index runs_paused on runs (workspace_id, id) where status = 'paused';
create index runs_failed on runs (workspace_id, ended_at desc) where status in ('failed', 'budget_stopped');
alter table runs enable row level security;
alter table runs force row level security;
create policy tenant on runs using (workspace_id = (select app_workspace()) or (select app_is_system()));
comment on table runs is 'class: local';

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
  -- A chunk may hold rows that were worked on before and left columns open: by row id, which ones. It is due at `not_before`.
  resting jsonb,
  not_before timestamptz,
  -- How often its rows were put off.
  rests int not null default 0,
  foreign key (workspace_id, run_id) references runs (workspace_id, id) on delete cascade
);
create index run_chunks_open on run_chunks (workspace_id, run_id, seq) where state <> 'done';
alter table run_chunks add primary key (workspace_id, run_id, seq);
alter table run_chunks enable row level security;
alter table run_chunks force row level security;
create policy tenant on run_chunks using (workspace_id = (select app_workspace()) or (select app_is_system()));
comment on table run_chunks is 'class: local';

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
  response jsonb
);
create index attempts_by_cell on attempts (workspace_id, workbook_id, row_id, column_id, id);
alter table attempts add primary key (workspace_id, id);
-- Small samples: half of ANALYZE is in the values it keeps, and nothing filters by what is inside these.
alter table attempts
  alter column id set statistics 10,
  alter column row_id set statistics 10,
  alter column column_id set statistics 10,
  alter column run_id set statistics 10,
  alter column step_id set statistics 10,
  alter column provider set statistics 10,
  alter column state set statistics 10,
  alter column outcome set statistics 10,
  alter column reason set statistics 10,
  alter column detail set statistics 10,
  alter column confidence set statistics 10,
  alter column cached set statistics 10,
  alter column cost_micro set statistics 10,
  alter column answer set statistics 0,
  alter column started_at set statistics 10,
  alter column duration_ms set statistics 10,
  alter column request set statistics 0,
  alter column response set statistics 0;
select tenant_table('attempts');

create table lookup_cache (
  workspace_id uuid not null,
  key bytea not null,
  provider text not null,
  outcome jsonb not null,
  cost_micro bigint not null default 0,
  fetched_at timestamptz not null default now(),
  expires_at timestamptz not null,
  -- The attempt that asks. With `asked_at` it is asking since then; without, its vendor has promised the answer.
  asked_by uuid,
  asked_at timestamptz,
  primary key (workspace_id, key)
) with (fillfactor = 60);
-- Small samples: half of ANALYZE is in the values it keeps, and nothing filters by what is inside these.
alter table lookup_cache
  alter column key set statistics 10,
  alter column provider set statistics 10,
  alter column outcome set statistics 0,
  alter column cost_micro set statistics 10,
  alter column fetched_at set statistics 10,
  alter column expires_at set statistics 10,
  alter column asked_by set statistics 10,
  alter column asked_at set statistics 10;
select tenant_table('lookup_cache');

create table page_cache (
  workspace_id uuid not null,
  url_hash bytea not null,
  url text not null,
  page jsonb not null,
  fetched_at timestamptz not null default now(),
  expires_at timestamptz not null,
  primary key (workspace_id, url_hash)
);
select tenant_table('page_cache');

-- Several lanes a day, so that workers of one workspace seldom wait for each other to count; readers add them up.
create table lookup_usage (
  workspace_id uuid not null,
  day date not null,
  provider text not null,
  lane smallint not null,
  calls bigint not null default 0,
  hits bigint not null default 0,
  misses bigint not null default 0,
  errors bigint not null default 0,
  -- Questions answered from the cache, without a call.
  cached bigint not null default 0,
  cost_micro bigint not null default 0,
  -- Calls whose price is not known, which is not the same as free.
  unpriced bigint not null default 0,
  primary key (workspace_id, day, provider, lane)
) with (fillfactor = 70);
select tenant_table('lookup_usage');

-- An answer that a vendor promised, by the attempt it was promised to. Looked after when `look_at` comes, under a lease.
create table awaited_answers (
  workspace_id uuid not null,
  id uuid not null,
  workbook_id uuid not null,
  run_id uuid not null,
  row_id uuid not null,
  column_id text not null,
  step_id text not null,
  provider text not null,
  promise jsonb not null,
  cache_key text,
  asked_at timestamptz not null,
  deadline timestamptz not null,
  look_at timestamptz not null,
  looks int not null default 0,
  -- `expired` is past its deadline: what is brought afterwards is still read.
  state text not null default 'open' check (state in ('open', 'settled', 'expired')),
  -- What the vendor brought by itself, not read yet.
  brought jsonb,
  -- The columns of the row that the run left open, once it is through with the row; null before.
  open_columns text[],
  worker_id uuid,
  lease_until timestamptz,
  primary key (workspace_id, id)
);
create index awaited_answers_due on awaited_answers (look_at) where state = 'open';
create index awaited_answers_by_row on awaited_answers (workspace_id, run_id, row_id);
alter table awaited_answers enable row level security;
alter table awaited_answers force row level security;
create policy tenant on awaited_answers using (workspace_id = (select app_workspace()) or (select app_is_system()));
comment on table awaited_answers is 'class: local';

-- A provider account that is not to be asked for the time being; one without a row is well.
create table provider_health (
  workspace_id uuid not null,
  account text not null,
  kind text not null check (kind in ('throttled', 'circuit_open')),
  reason text,
  detail text not null,
  opened_at timestamptz not null default now(),
  -- How often it stayed closed after a trial.
  trials int not null default 0,
  -- Null: until the key changes.
  until timestamptz,
  -- Somebody is trying whether it is well again.
  trial_until timestamptz,
  primary key (workspace_id, account)
);
select tenant_table('provider_health');

-- What this workspace pays for a lookup, where that is not what the catalogue says.
create table lookup_prices (
  workspace_id uuid not null,
  lookup text not null,
  price_micro bigint not null check (price_micro >= 0),
  -- Null is the catalogue's.
  rule text,
  changed_by bigint,
  changed_at timestamptz not null default now(),
  primary key (workspace_id, lookup)
);
select tenant_table('lookup_prices');

-- One line for each call that cost something or may have, under the id of its attempt. It outlives workbook, run and person, so it
-- points at none of them. `reserved`: on its way. `settled`: it cost `amount_micro`. `uncertain`: it may have been billed, and
-- counts with the most it can have cost. `unpriced`: it was billed at a price that nobody knows.
create table ledger_lines (
  workspace_id uuid not null,
  id uuid not null,
  -- When it was reserved: this decides which day and month it counts in, whenever the answer comes.
  at timestamptz not null,
  state text not null check (state in ('reserved', 'settled', 'uncertain', 'unpriced')),
  -- The most the call can cost; null is unknown.
  reserved_micro bigint,
  amount_micro bigint,
  -- Where the amount is from.
  basis text check (basis in ('reported', 'catalogue', 'workspace', 'entered')),
  -- The price and the rule that held when it was made.
  price_micro bigint,
  rule text not null,
  provider text not null,
  lookup text not null,
  workbook_id uuid,
  column_id text,
  row_id uuid,
  run_id uuid,
  user_id bigint,
  token_id text,
  primary key (workspace_id, id)
) with (fillfactor = 90);
create index ledger_lines_by_time on ledger_lines (workspace_id, at desc, id desc);
create index ledger_lines_by_workbook on ledger_lines (workspace_id, workbook_id, run_id);
create index ledger_lines_open on ledger_lines (workspace_id, at) where state in ('reserved', 'uncertain');
-- What was spent on a row, whatever else was.
create index ledger_lines_by_row on ledger_lines (workspace_id, row_id) where row_id is not null;
-- Small samples: half of ANALYZE is in the values it keeps, and nothing filters by what is inside these.
alter table ledger_lines
  alter column id set statistics 10,
  alter column at set statistics 10,
  alter column state set statistics 10,
  alter column reserved_micro set statistics 10,
  alter column amount_micro set statistics 10,
  alter column basis set statistics 10,
  alter column price_micro set statistics 10,
  alter column rule set statistics 10,
  alter column provider set statistics 10,
  alter column lookup set statistics 10,
  alter column column_id set statistics 10,
  alter column row_id set statistics 10,
  alter column run_id set statistics 10,
  alter column user_id set statistics 10,
  alter column token_id set statistics 10;
select tenant_table('ledger_lines', 'system');

-- A limit for what a subject spends in a period. The subject is text, so that one question finds all limits of a call: nothing for
-- the workspace, a workbook, a workbook and a column with a slash between them, a user, a token, a run.
create table budgets (
  workspace_id uuid not null,
  id uuid not null,
  scope text not null check (scope in ('workspace', 'workbook', 'column', 'user', 'token', 'run')),
  subject text not null default '',
  period text not null check (period in ('run', 'day', 'month', 'total')),
  -- A hard one stops, a soft one only tells.
  is_hard boolean not null,
  limit_micro bigint not null check (limit_micro >= 0),
  -- Whether calls whose price nobody knows may be made under it.
  allow_unknown_prices boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (workspace_id, id)
);
create unique index budgets_of_subject on budgets (workspace_id, scope, subject, period, is_hard);
select tenant_table('budgets');

-- How far each budget is used in each of its spans: a day or month of UTC, a run, or all time. No row is no use. Who reserves locks
-- the rows of the budgets concerned in the order of their ids.
create table budget_use (
  workspace_id uuid not null,
  budget_id uuid not null,
  span text not null,
  reserved_micro bigint not null default 0,
  uncertain_micro bigint not null default 0,
  spent_micro bigint not null default 0,
  -- The share of the limit, in percent, that was last told of.
  told smallint not null default 0,
  primary key (workspace_id, budget_id, span),
  foreign key (workspace_id, budget_id) references budgets (workspace_id, id) on delete cascade
) with (fillfactor = 70);
select tenant_table('budget_use');

create table auto_runs (
  workspace_id uuid not null,
  workbook_id uuid not null,
  column_id text not null,
  max_micro_per_day bigint not null,
  -- On whose behalf it runs.
  armed_by bigint,
  armed_at timestamptz not null default now(),
  -- The day, in UTC, on which the limit was met; it goes on with the next.
  stopped_on date,
  -- Null while it runs by itself. Whoever armed it may have left, or may not start runs any more: then it says so until somebody arms it.
  disarmed_because text,
  primary key (workspace_id, workbook_id, column_id),
  foreign key (workspace_id, workbook_id) references workbooks (workspace_id, id) on delete cascade
);
select tenant_table('auto_runs');

-- Micro-USD for a million tokens. A model without a row costs nobody knows what, unless it runs on a machine of one's own.
create table model_prices (
  workspace_id uuid not null,
  model text not null,
  input_micro bigint not null check (input_micro >= 0),
  output_micro bigint not null check (output_micro >= 0),
  changed_at timestamptz not null default now(),
  primary key (workspace_id, model)
);
select tenant_table('model_prices');

-- Until `free_at` the time of the account is given away, stretch by stretch: in its stretch one process makes its calls, a gap apart.
create table provider_turns (
  workspace_id uuid not null references workspaces (id) on delete cascade,
  account text not null,
  free_at timestamptz not null,
  -- Which process has the last stretch, and when another one had asked before it.
  taken_by uuid not null,
  shared_at timestamptz,
  primary key (workspace_id, account)
) with (fillfactor = 50);
alter table provider_turns enable row level security;
alter table provider_turns force row level security;
create policy tenant on provider_turns using (workspace_id = (select app_workspace()));
comment on table provider_turns is 'class: local';

-- How many places each process has of an account that allows only so many calls at once; they are free again at `until`.
create table provider_places (
  workspace_id uuid not null references workspaces (id) on delete cascade,
  account text not null,
  worker_id uuid not null,
  places int not null,
  wanted int not null,
  until timestamptz not null,
  primary key (workspace_id, account, worker_id)
) with (fillfactor = 50);
alter table provider_places enable row level security;
alter table provider_places force row level security;
create policy tenant on provider_places using (workspace_id = (select app_workspace()));
comment on table provider_places is 'class: local';

-- Under the id of its attempt. What is found here was on record before it was asked, and nobody has put on record what came of it. It
-- outlives workbook, run and person, as the ledger does, so it points at none of them.
create table reservations (
  workspace_id uuid not null,
  id uuid not null,
  at timestamptz not null,
  -- Of a run; all null when a column was only tried.
  run_id uuid,
  step_id text,
  workbook_id uuid,
  column_id text,
  row_id uuid,
  provider text not null,
  lookup text not null,
  -- The most the call can cost, null is unknown; the price and the rule that hold for it.
  reserved_micro bigint,
  price_micro bigint,
  rule text not null,
  user_id bigint,
  token_id text,
  -- `workspace`, or null for the price of the catalogue.
  price_basis text,
  -- How many times its most is kept free for a call whose vendor reports its cost; null for calls that cannot cost more than is reserved.
  cover smallint,
  primary key (workspace_id, id)
) with (autovacuum_vacuum_scale_factor = 0,
  autovacuum_vacuum_threshold = 2000, autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 100000);
create index reservations_covered on reservations (workspace_id) where cover is not null;
alter table reservations enable row level security;
alter table reservations force row level security;
create policy tenant on reservations using (workspace_id = (select app_workspace()) or (select app_is_system()));
comment on table reservations is 'class: local';

-- Values that were found for a lead and that it does not show: the newest of each source, with why.
create table lead_claims (
  workspace_id uuid not null,
  lead_id bigint not null,
  field text not null,
  provider text not null,
  value jsonb not null,
  provenance jsonb not null,
  reason text not null,
  source jsonb not null,
  at timestamptz not null default now(),
  primary key (workspace_id, lead_id, field, provider),
  foreign key (workspace_id, lead_id) references leads (workspace_id, id) on delete cascade
);
select tenant_table('lead_claims');

-- Fit and intent of a lead, apart, with their parts. Beside the lead, so that questions about all leads have little to read.
create table lead_scores (
  workspace_id uuid not null,
  lead_id bigint not null,
  fit smallint not null,
  intent smallint not null,
  score smallint not null,
  tier text not null,
  parts jsonb not null,
  -- Of the rules it was computed by.
  version int not null,
  scored_at timestamptz not null default now(),
  primary key (workspace_id, lead_id),
  foreign key (workspace_id, lead_id) references leads (workspace_id, id) on delete cascade
);
select tenant_table('lead_scores');

-- What leads did or what was seen of them, that says how ready they are to buy.
create table lead_intents (
  workspace_id uuid not null,
  lead_id bigint not null,
  id uuid not null,
  kind text not null,
  strength smallint not null check (strength between 0 and 100),
  note text,
  evidence_url text,
  -- What must not count twice.
  dedupe_key text not null,
  occurred_at timestamptz not null,
  created_at timestamptz not null default now(),
  primary key (workspace_id, lead_id, id),
  foreign key (workspace_id, lead_id) references leads (workspace_id, id) on delete cascade
);
create unique index lead_intents_once on lead_intents (workspace_id, lead_id, kind, dedupe_key);
select tenant_table('lead_intents');

-- What is refreshed by itself: the lead store (`leads`) or a workbook (its id), with when it last was and what came of it.
create table refresh_policies (
  workspace_id uuid not null,
  subject text not null,
  policy jsonb not null,
  last_at timestamptz,
  last_result jsonb,
  updated_at timestamptz not null default now(),
  primary key (workspace_id, subject)
);
select tenant_table('refresh_policies');

-- When it runs next stands in `schedules`, under its id; its runs are jobs.
create table workbook_sources (
  workspace_id uuid not null,
  workbook_id uuid not null,
  id uuid not null,
  name text not null,
  adapter text not null,
  settings jsonb not null,
  -- [{field, column_id, unparsed}]
  mapping jsonb not null,
  mode text not null check (mode in ('append', 'upsert', 'mirror')),
  existing text not null check (existing in ('overwrite', 'fill_blanks')),
  -- {every} or {cron, time_zone}; null: by hand.
  schedule jsonb,
  enabled boolean not null default true,
  max_rows int not null,
  -- The newest value of the incremental field that a run which came to its end has seen.
  since text,
  last_job_id uuid,
  created_by bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- What the last whole run of a source saw: its fields, so that one which disappears or appears is told, and the validators of its
  -- document, so that an unchanged one is not fetched again.
  known_fields jsonb,
  validators jsonb,
  primary key (workspace_id, id),
  foreign key (workspace_id, workbook_id) references workbooks (workspace_id, id) on delete cascade
);
create index workbook_sources_of on workbook_sources (workspace_id, workbook_id, id);
select tenant_table('workbook_sources');

-- Kept when the row is deleted, so that a record does not come back by itself.
create table source_rows (
  workspace_id uuid not null,
  source_id uuid not null,
  record_key text not null,
  row_id uuid,
  -- The row was made for the record, and goes with it from a mirror.
  made boolean not null,
  seen_by uuid not null,
  primary key (workspace_id, source_id, record_key),
  foreign key (workspace_id, source_id) references workbook_sources (workspace_id, id) on delete cascade
);
select tenant_table('source_rows');

create table source_rejects (
  workspace_id uuid not null,
  source_id uuid not null,
  job_id uuid not null,
  seq int not null,
  record_id text not null,
  reason text not null,
  record jsonb not null,
  primary key (workspace_id, source_id, job_id, seq),
  foreign key (workspace_id, source_id) references workbook_sources (workspace_id, id) on delete cascade
);
select tenant_table('source_rejects');

-- What vendors reported is remembered, so that the next calls are reserved and estimated at it; a reservation says how far it covers a
-- report.
create table reported_costs (
  workspace_id uuid not null,
  lookup text not null,
  day date not null,
  -- The highest report of the day, as a multiple of the price that held.
  units double precision not null,
  -- Calls that cost something.
  calls int not null,
  primary key (workspace_id, lookup, day)
);
select tenant_table('reported_costs');
