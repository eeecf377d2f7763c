-- Why a column stopped running by itself, answers of vendors that were reported as odd, and what a row cost.

-- Null while it runs by itself. Whoever armed it may have left, or may not start runs any more: then it says so until somebody arms it.
alter table auto_runs add column disarmed_because text;

-- An answer that looked wrong to somebody, as it was sent and came back, secrets masked: a sample for whoever mends the provider. It
-- outlives attempt, row and workbook, so it points at none of them.
create table drift_reports (
  workspace_id uuid not null references workspaces (id) on delete cascade,
  id uuid not null,
  provider text not null,
  attempt_id uuid not null,
  workbook_id uuid not null,
  row_id uuid not null,
  column_id text not null,
  reported_by bigint,
  reported_at timestamptz not null default now(),
  note text not null default '',
  asked_at timestamptz not null,
  outcome text,
  reason text,
  detail text,
  request jsonb,
  response jsonb,
  primary key (workspace_id, id)
);
-- The same answer is reported once.
create unique index drift_reports_of_attempt on drift_reports (workspace_id, attempt_id);

alter table drift_reports enable row level security;
alter table drift_reports force row level security;
create policy tenant on drift_reports using (workspace_id = (select app_workspace()));

-- What was spent on a row, whatever else was.
create index ledger_lines_by_row on ledger_lines (workspace_id, row_id) where row_id is not null;
