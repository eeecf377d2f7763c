-- Sources of workbooks: where rows come from, which row each record became, and the records that were rejected, with the reason.

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
