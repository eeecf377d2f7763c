-- What people did and what was there before, so that every act can be taken back and every value tells its story.

-- One line per act that a person would undo as one. Ids are time-ordered, so the newest act of a user is the largest id.
create table changes (
  workspace_id uuid not null,
  workbook_id uuid not null,
  id uuid not null,
  kind text not null,
  -- What whoever did it calls it.
  label text,
  state text not null default 'done' check (state in ('done', 'undoing', 'undone', 'redoing')),
  -- In whose line of undo it stands; null: in nobody's.
  user_id bigint,
  -- {kind, user_id, name}; null: the machinery.
  actor jsonb,
  counts jsonb not null default '{}',
  -- Columns added, removed, changed or put in order; between which positions rows were made.
  detail jsonb not null default '{}',
  -- The last undo or redo: a time-ordered id, who, and what it left alone.
  flip_id uuid,
  flip_user_id bigint,
  flip jsonb,
  created_at timestamptz not null default now(),
  flipped_at timestamptz,
  primary key (workspace_id, workbook_id, id)
);
create index changes_line on changes (workspace_id, workbook_id, user_id, id) where user_id is not null;
create index changes_undone on changes (workspace_id, workbook_id, flip_user_id, flip_id) where state = 'undone';

-- What a change did to the values of one row, by column id. Of a cell the whole overlay is kept; null: there was none.
-- change_id is the id of a change, or of a run for what it wrote over.
create table cell_versions (
  workspace_id uuid not null,
  workbook_id uuid not null,
  row_id uuid not null,
  change_id uuid not null,
  input_before jsonb,
  input_after jsonb,
  cells_before jsonb,
  cells_after jsonb,
  -- Columns that the last undo or redo left alone.
  skipped text[],
  primary key (workspace_id, workbook_id, change_id, row_id)
);
create index cell_versions_by_row on cell_versions (workspace_id, workbook_id, row_id, change_id);

-- Rows taken out, with their cells; attempts stay where they are. `data` is null while the row is back in the workbook.
create table trashed_rows (
  workspace_id uuid not null,
  workbook_id uuid not null,
  change_id uuid not null,
  row_id uuid not null,
  position double precision not null,
  data jsonb,
  cells jsonb,
  identity_key text,
  lead_id bigint,
  source jsonb,
  made_by uuid,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (workspace_id, workbook_id, change_id, row_id)
);

-- The change that added the row: undoing an import of a million rows needs no list of them.
alter table workbook_rows add column made_by uuid;

-- Columns that were taken out and whose values still lie in rows and cells, until undo can no longer bring them back.
alter table workbooks add column removed_columns text[] not null default '{}';

do $$
declare t text;
begin
  foreach t in array array['changes', 'cell_versions', 'trashed_rows'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy tenant on %I using (workspace_id = (select app_workspace()))', t);
  end loop;
end $$;
