-- Money: what lookups cost a workspace, a line for every call that cost something, and the limits that are looked at before a call is made.

-- What this workspace pays for a lookup, where that is not what the catalogue says.
create table lookup_prices (
  workspace_id uuid not null references workspaces (id) on delete cascade,
  lookup text not null,
  price_micro bigint not null check (price_micro >= 0),
  -- Null is the catalogue's.
  rule text,
  changed_by bigint,
  changed_at timestamptz not null default now(),
  primary key (workspace_id, lookup)
);

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

-- A limit for what a subject spends in a period. The subject is text, so that one question finds all limits of a call: nothing for
-- the workspace, a workbook, a workbook and a column with a slash between them, a user, a token, a run.
create table budgets (
  workspace_id uuid not null references workspaces (id) on delete cascade,
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

alter table runs add column actor_token_id text;

-- What was spent before there was a ledger, as far as its attempts are still there.
insert into ledger_lines (workspace_id, id, at, state, reserved_micro, amount_micro, basis, price_micro, rule, provider, lookup,
  workbook_id, column_id, row_id, run_id, user_id)
select a.workspace_id, a.id, a.started_at, case when a.cost_micro is null then 'unpriced' else 'settled' end, a.cost_micro, a.cost_micro,
  case when a.cost_micro is null then null else 'catalogue' end, a.cost_micro, 'on_hit', split_part(a.provider, '-', 1), a.provider,
  a.workbook_id, a.column_id, a.row_id, a.run_id, r.actor_user_id
from attempts a join workspaces w on w.id = a.workspace_id left join runs r on r.workspace_id = a.workspace_id and r.id = a.run_id
where a.state <> 'reserved' and not a.cached and a.outcome is distinct from 'skipped' and (a.cost_micro is null or a.cost_micro > 0);

do $$
declare t text;
begin
  foreach t in array array['lookup_prices', 'budgets', 'budget_use'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy tenant on %I using (workspace_id = (select app_workspace()))', t);
  end loop;
end $$;
-- House-keeping looks for reservations whose worker is gone, in every workspace.
alter table ledger_lines enable row level security;
alter table ledger_lines force row level security;
create policy tenant on ledger_lines using (workspace_id = (select app_workspace()) or (select app_is_system()));
