-- Columns that run by themselves when rows come or change: which, with the most they may spend in a day, and what is to be run.

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
  primary key (workspace_id, workbook_id, column_id),
  foreign key (workspace_id, workbook_id) references workbooks (workspace_id, id) on delete cascade
);

-- What writers leave for a column, in their own transaction: rows by id, or every row between two positions.
create table auto_run_work (
  workspace_id uuid not null,
  workbook_id uuid not null,
  id uuid not null,
  column_id text not null,
  -- `missing` for rows that are new, `all` for rows of which the column reads something that changed.
  mode text not null,
  row_ids uuid[],
  from_position double precision,
  to_position double precision,
  -- The run that wrote them; when it asks for the column too, nothing is left to do.
  run_id uuid,
  created_at timestamptz not null default now(),
  primary key (workspace_id, workbook_id, id),
  foreign key (workspace_id, workbook_id) references workbooks (workspace_id, id) on delete cascade
);

-- The column that a run was started for by itself; null for runs that somebody started.
alter table runs add column auto_column text;
create index runs_auto on runs (workspace_id, workbook_id, auto_column, created_at) where auto_column is not null;

do $$
declare t text;
begin
  foreach t in array array['auto_runs', 'auto_run_work'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy tenant on %I using (workspace_id = (select app_workspace()))', t);
  end loop;
end $$;
