-- What researches went by, apart from their cells: quotes and addresses are long, and pages of cells are read all the time.

-- Shown with the cell whose run it is of; the others are for undoing that run.
create table cell_evidence (
  workspace_id uuid not null,
  workbook_id uuid not null,
  row_id uuid not null,
  column_id text not null,
  run_id uuid not null,
  evidence jsonb not null,
  primary key (workspace_id, workbook_id, row_id, column_id, run_id),
  foreign key (workspace_id, workbook_id) references workbooks (workspace_id, id) on delete cascade
);

alter table cell_evidence enable row level security;
alter table cell_evidence force row level security;
create policy tenant on cell_evidence using (workspace_id = (select app_workspace()));
