-- Comments on rows and cells: threads at a place, and what was said in each.
create table workbook_threads (
  workspace_id uuid not null,
  id uuid not null,
  workbook_id uuid not null,
  row_id uuid not null,
  -- Null: about the row as a whole.
  column_id text,
  created_at timestamptz not null default now(),
  resolved_at timestamptz,
  resolved_by bigint,
  primary key (workspace_id, id),
  foreign key (workspace_id, workbook_id) references workbooks (workspace_id, id) on delete cascade
);
-- No reference to the row: a deleted one takes its threads out of sight, and undo brings both back.
-- A lead that goes takes the threads at it along, in whatever workbook it was a row.
create index workbook_threads_of_row on workbook_threads (workspace_id, row_id);
create index workbook_threads_of on workbook_threads (workspace_id, workbook_id, id);
select tenant_table('workbook_threads');

create table workbook_comments (
  workspace_id uuid not null,
  id uuid not null,
  thread_id uuid not null,
  user_id bigint,
  text text not null,
  created_at timestamptz not null default now(),
  edited_at timestamptz,
  primary key (workspace_id, id),
  foreign key (workspace_id, thread_id) references workbook_threads (workspace_id, id) on delete cascade
);
create index workbook_comments_of on workbook_comments (workspace_id, thread_id, id);
select tenant_table('workbook_comments');
