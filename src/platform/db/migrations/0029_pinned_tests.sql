-- What columns that ask a model should answer on some rows, kept to hold changes of their prompts against it.

-- `values` is the row as it was when it was pinned, by column id: the row may change or go, what is asked stays the same.
-- `result` is what the last run of the tests gave, `result_before` what the one before it gave.
create table column_tests (
  workspace_id uuid not null,
  workbook_id uuid not null,
  column_id text not null,
  id uuid not null,
  row_id uuid,
  values jsonb not null,
  expected jsonb not null,
  result jsonb,
  result_before jsonb,
  created_at timestamptz not null default now(),
  primary key (workspace_id, workbook_id, column_id, id),
  foreign key (workspace_id, workbook_id) references workbooks (workspace_id, id) on delete cascade
);

alter table column_tests enable row level security;
alter table column_tests force row level security;
create policy tenant on column_tests using (workspace_id = (select app_workspace()));
