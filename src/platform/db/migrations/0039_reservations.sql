-- Calls under way in a table of their own: short lines that come before a call and go with its answer, so that attempts and the ledger
-- are written once, with what came of it.

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
  primary key (workspace_id, id)
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000, autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 100000);

-- House-keeping looks for reservations whose worker is gone, in every workspace.
alter table reservations enable row level security;
alter table reservations force row level security;
create policy tenant on reservations using (workspace_id = (select app_workspace()) or (select app_is_system()));
