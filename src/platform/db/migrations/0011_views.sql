-- Saved views of workbooks; and for big workbooks the rows of a view kept in its order, so that its first page is read and not searched for.

-- config: filter, sort, column order, widths and the like, as they were saved. A column that is gone by now stays in it, so
-- that bringing the column back brings the view back.
create table workbook_views (
  workspace_id uuid not null,
  id uuid not null,
  workbook_id uuid not null,
  name text not null,
  scope text not null check (scope in ('personal', 'shared', 'locked')),
  made_by bigint references users (id) on delete set null,
  config jsonb not null default '{}',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (workspace_id, id),
  foreign key (workspace_id, workbook_id) references workbooks (workspace_id, id) on delete cascade
);
create index workbook_views_of on workbook_views (workspace_id, workbook_id, id);

-- One index per different filter and order, whoever's view has it. Rows at positions behind `from_position` and up to
-- `to_position` are not in it yet, or not as they are by now; both null: all is as it is.
create table view_indexes (
  workspace_id uuid not null,
  id uuid not null,
  workbook_id uuid not null,
  question text not null,
  filter jsonb,
  sorts jsonb not null,
  from_position double precision,
  to_position double precision,
  used_at timestamptz not null default now(),
  primary key (workspace_id, id),
  foreign key (workspace_id, workbook_id) references workbooks (workspace_id, id) on delete cascade
);
create unique index view_indexes_question on view_indexes (workspace_id, workbook_id, question);

-- The rows of a view; `key` is made so that the order of its bytes is the order of the view.
create table view_entries (
  workspace_id uuid not null,
  workbook_id uuid not null,
  index_id uuid not null,
  row_id uuid not null,
  key bytea not null,
  position double precision not null
);
create unique index view_entries_order on view_entries (workspace_id, index_id, key, position, row_id);
alter table view_entries add primary key (workspace_id, index_id, row_id);

do $$
declare t text;
begin
  foreach t in array array['workbook_views', 'view_indexes', 'view_entries'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy tenant on %I using (workspace_id = (select app_workspace()))', t);
  end loop;
end $$;
