-- Files on their way in and out outlive a request and a process: their bytes in pieces, and of an import the plan, row by row.
--
-- Whatever is here is swept after a day by a job of its workspace, so the machinery needs to see none of it.

create table stored_chunks (
  workspace_id uuid not null references workspaces (id) on delete cascade,
  file_id uuid not null,
  seq int not null,
  bytes bytea not null,
  primary key (workspace_id, file_id, seq)
);
-- Spreadsheets are compressed already, and of text the work would cost more than the room.
alter table stored_chunks alter column bytes set storage external;

create table imports (
  workspace_id uuid not null,
  id uuid not null,
  workbook_id uuid not null,
  state text not null check (state in
    ('uploading', 'ready', 'planning', 'planned', 'committing', 'done', 'cancelled', 'failed')),
  file_name text not null default '',
  file_size bigint not null default 0,
  -- What the plan was made with, its columns and counts, and how far the work has come: in rows of the file.
  options jsonb not null default '{}',
  names jsonb,
  plan jsonb,
  done int not null default 0,
  total int,
  -- The position of the first new row, once positions are reserved.
  first_position double precision,
  result jsonb,
  error text,
  actor jsonb,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (workspace_id, id),
  foreign key (workspace_id, workbook_id) references workbooks (workspace_id, id) on delete cascade
);
create index imports_of_workbook on imports (workspace_id, workbook_id, created_at desc, id);

-- One line per row of the file. `row_id` is the row it meets or makes; the first line of those that meet the same row does
-- the writing for all (`writes`) and holds what is written in `data`: a whole new row, or the values that change.
-- `seen_at` is the `updated_at` of a row that exists, as the plan saw it. Without a foreign key: it would be checked a
-- million times, and the sweep takes the lines of an import that is gone as well.
create table import_rows (
  workspace_id uuid not null,
  import_id uuid not null,
  seq int not null,
  line int not null,
  outcome text not null check (outcome in ('create', 'update', 'unchanged', 'skip', 'reject')),
  writes boolean not null default false,
  row_id uuid,
  place int,
  key text,
  data jsonb,
  reason text,
  seen_at timestamptz,
  primary key (workspace_id, import_id, seq)
);
create index import_rows_by_key on import_rows (workspace_id, import_id, key) where key is not null;
create index import_rows_by_outcome on import_rows (workspace_id, import_id, outcome, seq) where outcome <> 'create';

-- The keys of the rows that exist, by an identity that is not yet the workbook's: planning must not change the workbook.
create table import_keys (
  workspace_id uuid not null,
  import_id uuid not null,
  key text not null,
  row_id uuid not null,
  primary key (workspace_id, import_id, key)
);

create table exports (
  workspace_id uuid not null,
  id uuid not null,
  workbook_id uuid not null,
  state text not null check (state in ('queued', 'running', 'done', 'cancelled', 'failed')),
  format text not null check (format in ('csv', 'xlsx', 'jsonl')),
  wanted jsonb not null,
  file_name text not null,
  file_size bigint not null default 0,
  done int not null default 0,
  total int,
  withheld bigint not null default 0,
  error text,
  created_by bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (workspace_id, id),
  foreign key (workspace_id, workbook_id) references workbooks (workspace_id, id) on delete cascade
);
create index exports_of_workbook on exports (workspace_id, workbook_id, created_at desc, id);

do $$
declare t text;
begin
  foreach t in array array['stored_chunks', 'imports', 'import_rows', 'import_keys', 'exports'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy tenant on %I using (workspace_id = (select app_workspace()))', t);
  end loop;
end $$;
