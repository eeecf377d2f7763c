-- Workbooks: rows hold what people brought; cells hold one enriched value each, so that two writers of one row never overwrite each other
-- and a cell write never rewrites its row. With views, what follows a write, history, imports, and pairs of rows.

create table workbooks (
  workspace_id uuid not null,
  id uuid not null,
  name text not null,
  description text not null default '',
  status text not null default 'draft' check (status in ('draft', 'running', 'paused', 'complete')),
  source_type text not null default 'empty',
  sync_to_leads boolean not null default false,
  total_rows int not null default 0,
  completed_rows int not null default 0,
  next_position bigint not null default 1,
  next_column int not null default 1,
  identity jsonb,
  created_by bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  -- Who has to be told of a write, by what they are; null while nobody has, so that writing to a plain workbook costs nothing.
  follow jsonb,
  -- Columns that were taken out and whose values still lie in rows and cells, until undo can no longer bring them back.
  removed_columns text[] not null default '{}',
  -- Which leads a workbook shows that was made over the store and has no rows of its own yet; null: its rows are its own.
  leads_from jsonb
);
create index workbooks_recent on workbooks (workspace_id, updated_at desc, id) where deleted_at is null;
alter table workbooks add primary key (workspace_id, id);
select tenant_table('workbooks');

-- Column ids are short and counted per workbook (c1, c2, …): they are repeated in every row's data and every cell.
create table workbook_columns (
  workspace_id uuid not null,
  workbook_id uuid not null,
  id text not null,
  name text not null,
  type text not null,
  config jsonb not null default '{}',
  ordinal int not null,
  width int,
  hidden boolean not null default false,
  pinned boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (workspace_id, workbook_id, id),
  foreign key (workspace_id, workbook_id) references workbooks (workspace_id, id) on delete cascade
);
create unique index workbook_columns_name on workbook_columns (workspace_id, workbook_id, lower(name));
create index workbook_columns_that_match on workbook_columns (workspace_id) where type = 'match';
select tenant_table('workbook_columns');

-- Cells per status and column: the header's fill bar and the status line, without counting.
create table workbook_column_counts (
  workspace_id uuid not null,
  workbook_id uuid not null,
  column_id text not null,
  status text not null,
  cells bigint not null default 0,
  primary key (workspace_id, workbook_id, column_id, status),
  foreign key (workspace_id, workbook_id) references workbooks (workspace_id, id) on delete cascade
);
select tenant_table('workbook_column_counts');

-- position is the order people see: whole numbers when appended, fractions when inserted between two rows.
create table workbook_rows (
  workspace_id uuid not null,
  workbook_id uuid not null,
  id uuid not null,
  position double precision not null,
  data jsonb not null default '{}',
  identity_key text,
  lead_id bigint,
  source jsonb,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- The change that added the row: undoing an import of a million rows needs no list of them.
  made_by uuid
) with (fillfactor = 90);
create unique index workbook_rows_order on workbook_rows (workspace_id, workbook_id, position);
create unique index workbook_rows_identity on workbook_rows (workspace_id, workbook_id, identity_key) where identity_key is not null;
alter table workbook_rows add primary key (workspace_id, workbook_id, id);
create index workbook_rows_of_lead on workbook_rows (workspace_id, lead_id) where lead_id is not null;
-- Small samples: half of ANALYZE is in the values it keeps, and nothing filters by what is inside these.
alter table workbook_rows
  alter column id set statistics 10,
  alter column position set statistics 10,
  alter column data set statistics 0,
  alter column identity_key set statistics 10,
  alter column lead_id set statistics 10,
  alter column source set statistics 0,
  alter column created_at set statistics 10,
  alter column updated_at set statistics 10,
  alter column made_by set statistics 10;
select tenant_table('workbook_rows');

-- How many rows each stretch of 4,096 positions holds, so that page N is found without walking there.
create table workbook_row_blocks (
  workspace_id uuid not null,
  workbook_id uuid not null,
  block int not null,
  rows int not null,
  primary key (workspace_id, workbook_id, block)
);
select tenant_table('workbook_row_blocks');

create table cells (
  workspace_id uuid not null,
  workbook_id uuid not null,
  row_id uuid not null,
  column_id text not null,
  status text not null,
  value jsonb,
  provider text,
  reason text,
  -- Words for a person: why it was skipped, missed or failed.
  detail text,
  error_class text,
  error_message text,
  confidence real,
  license text,
  cost_micro bigint default 0,
  provenance jsonb,
  run_id uuid,
  resume_at timestamptz,
  updated_at timestamptz not null default now(),
  primary key (workspace_id, workbook_id, row_id, column_id)
) with (fillfactor = 90);
-- Only what still needs somebody: finding the failed among a million stays cheap, and finished cells cost nothing here.
create index cells_unfinished on cells (workspace_id, workbook_id, column_id, status, row_id)
  where status in ('error', 'throttled', 'waiting', 'cancelled', 'budget_stopped');
-- Small samples: half of ANALYZE is in the values it keeps, and nothing filters by what is inside these.
alter table cells
  alter column row_id set statistics 10,
  alter column column_id set statistics 10,
  alter column status set statistics 10,
  alter column value set statistics 0,
  alter column provider set statistics 10,
  alter column reason set statistics 10,
  alter column detail set statistics 10,
  alter column error_class set statistics 10,
  alter column error_message set statistics 10,
  alter column confidence set statistics 10,
  alter column license set statistics 10,
  alter column cost_micro set statistics 10,
  alter column provenance set statistics 0,
  alter column run_id set statistics 10,
  alter column resume_at set statistics 10,
  alter column updated_at set statistics 10;
select tenant_table('cells');

-- config: filter, sort, column order, widths and the like, as they were saved. A column that is gone by now stays in it, so
-- that bringing the column back brings the view back.
create table workbook_views (
  workspace_id uuid not null,
  id uuid not null,
  workbook_id uuid not null,
  name text not null,
  scope text not null check (scope in ('personal', 'shared', 'locked')),
  made_by bigint,
  config jsonb not null default '{}',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (workspace_id, id),
  foreign key (workspace_id, workbook_id) references workbooks (workspace_id, id) on delete cascade
);
create index workbook_views_of on workbook_views (workspace_id, workbook_id, id);
select tenant_table('workbook_views');

-- One index per different filter and order, whoever's view has it. Rows at positions behind `from_position` and up to
-- `to_position` are not in it yet, or not as they are by now; both null: all is as it is.
create table view_indexes (
  workspace_id uuid not null,
  id uuid not null,
  workbook_id uuid not null,
  question text not null,
  filter jsonb,
  sorts jsonb not null,
  used_at timestamptz not null default now(),
  primary key (workspace_id, id),
  foreign key (workspace_id, workbook_id) references workbooks (workspace_id, id) on delete cascade
);
create unique index view_indexes_question on view_indexes (workspace_id, workbook_id, question);
select tenant_table('view_indexes');

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
-- Small samples: half of ANALYZE is in the values it keeps, and nothing filters by what is inside these.
alter table view_entries
  alter column row_id set statistics 10,
  alter column key set statistics 10,
  alter column position set statistics 10;
select tenant_table('view_entries');

-- Which rows have which key, for the columns by which workbooks look each other up; `field` is the column and how its
-- values are compared, such as `c3:domain`.
create table match_keys (
  workspace_id uuid not null,
  workbook_id uuid not null,
  field text not null,
  key text not null,
  position double precision not null,
  row_id uuid not null
);
create index match_keys_by_key on match_keys (workspace_id, workbook_id, field, key, position);
alter table match_keys add primary key (workspace_id, workbook_id, row_id, field);
-- Small samples: half of ANALYZE is in the values it keeps, and nothing filters by what is inside these.
alter table match_keys
  alter column field set statistics 10,
  alter column key set statistics 10,
  alter column position set statistics 10,
  alter column row_id set statistics 10;
select tenant_table('match_keys');

-- Which column looks up which other workbook.
create table workbook_links (
  workspace_id uuid not null,
  workbook_id uuid not null,
  column_id text not null,
  source_id uuid not null,
  primary key (workspace_id, workbook_id, column_id),
  foreign key (workspace_id, workbook_id) references workbooks (workspace_id, id) on delete cascade
);
create index workbook_links_by_source on workbook_links (workspace_id, source_id);
select tenant_table('workbook_links');

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
-- Undoing and redoing that is under way is found in a workspace without looking at everything that was ever done there.
create index changes_under_way on changes (workspace_id) where state in ('undoing', 'redoing');
select tenant_table('changes');

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
-- Small samples: half of ANALYZE is in the values it keeps, and nothing filters by what is inside these.
alter table cell_versions
  alter column row_id set statistics 10,
  alter column change_id set statistics 10,
  alter column input_before set statistics 0,
  alter column input_after set statistics 0,
  alter column cells_before set statistics 0,
  alter column cells_after set statistics 0,
  alter column skipped set statistics 10;
select tenant_table('cell_versions');

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
-- Small samples: half of ANALYZE is in the values it keeps, and nothing filters by what is inside these.
alter table trashed_rows
  alter column change_id set statistics 10,
  alter column row_id set statistics 10,
  alter column position set statistics 10,
  alter column data set statistics 0,
  alter column cells set statistics 0,
  alter column identity_key set statistics 10,
  alter column lead_id set statistics 10,
  alter column source set statistics 0,
  alter column made_by set statistics 10,
  alter column created_at set statistics 10,
  alter column updated_at set statistics 10;
select tenant_table('trashed_rows');

create table stored_chunks (
  workspace_id uuid not null,
  file_id uuid not null,
  seq int not null,
  bytes bytea not null,
  primary key (workspace_id, file_id, seq)
);
-- Spreadsheets are compressed already, and of text the work would cost more than the room.
alter table stored_chunks alter column bytes set storage external;
select tenant_table('stored_chunks');

create table imports (
  workspace_id uuid not null,
  id uuid not null,
  workbook_id uuid not null,
  state text not null check (state in ('uploading', 'ready', 'planning', 'planned', 'committing', 'done', 'cancelled', 'failed')),
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
  foreign key (workspace_id, workbook_id) references workbooks (workspace_id, id) on delete cascade
);
create index imports_of_workbook on imports (workspace_id, workbook_id, created_at desc, id);
alter table imports add primary key (workspace_id, id);
select tenant_table('imports');

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
-- Small samples: half of ANALYZE is in the values it keeps, and nothing filters by what is inside these.
alter table import_rows
  alter column seq set statistics 10,
  alter column line set statistics 10,
  alter column outcome set statistics 10,
  alter column writes set statistics 10,
  alter column row_id set statistics 10,
  alter column place set statistics 10,
  alter column key set statistics 10,
  alter column data set statistics 0,
  alter column reason set statistics 10,
  alter column seen_at set statistics 10;
select tenant_table('import_rows');

-- The keys of the rows that exist, by an identity that is not yet the workbook's: planning must not change the workbook.
create table import_keys (
  workspace_id uuid not null,
  import_id uuid not null,
  key text not null,
  row_id uuid not null,
  primary key (workspace_id, import_id, key)
);
select tenant_table('import_keys');

create table ingest_tokens (
  workspace_id uuid not null,
  workbook_id uuid not null,
  id uuid not null,
  hash bytea not null,
  hint text not null,
  unknown_keys text not null check (unknown_keys in ('ignore', 'add_column', 'reject')),
  created_by bigint references users (id) on delete set null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  -- An ingest token is held by who made it or took it over. Since when nobody holds it: it ends a while after that.
  left_at timestamptz,
  primary key (workspace_id, workbook_id)
);
-- A token says by itself whose it is, so it is looked up before the workspace is known.
create unique index ingest_tokens_hash on ingest_tokens (hash);
alter table ingest_tokens enable row level security;
alter table ingest_tokens force row level security;
create policy tenant on ingest_tokens using (workspace_id = (select app_workspace()) or (select app_is_control()));
comment on table ingest_tokens is 'class: local';

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
select tenant_table('column_tests');

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
select tenant_table('cell_evidence');

-- What writers of rows leave for rules, in their own transaction: rows by id, or every row between two positions.
create table row_changes (
  workspace_id uuid not null,
  workbook_id uuid not null,
  id uuid not null,
  row_ids uuid[],
  from_position double precision,
  to_position double precision,
  -- Null: rows were added or removed.
  columns text[],
  run_id uuid,
  cause jsonb,
  at timestamptz not null default now(),
  -- By row: the values before and after, of the columns that differ. Null: rows were added or removed.
  values jsonb,
  primary key (workspace_id, workbook_id, id),
  foreign key (workspace_id, workbook_id) references workbooks (workspace_id, id) on delete cascade
);
select tenant_table('row_changes');

create table own_providers (
  workspace_id uuid not null,
  -- Named by steps, cells and ledger lines; never changed.
  id text not null check (id ~ '^own-[a-z0-9]+(-[a-z0-9]+)*$'),
  name text not null,
  definition jsonb not null,
  -- Grows with each change of what is asked or read.
  version int not null default 1,
  created_by bigint,
  updated_by bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (workspace_id, id)
);
create unique index own_providers_name on own_providers (workspace_id, lower(name));
select tenant_table('own_providers');

-- Two rows that may be the same. Whether a pending pair is shown follows from whether both rows are there: a merge takes one
-- away, and its undo brings the pair back. A rejected pair is the memory that the two are not to be merged.
create sequence row_pair_ids;
create table row_pairs (
  workspace_id uuid not null,
  workbook_id uuid not null,
  id bigint not null default nextval('row_pair_ids'),
  left_id uuid not null,
  right_id uuid not null,
  weight real not null,
  probability real not null,
  -- By compared column its agreement and weight; the relation that the two may have instead. No values.
  evidence jsonb not null,
  -- Columns with an equal value of the strongest kind, such as an e-mail address.
  strong text[] not null default '{}',
  -- The strong values that brought back a pair that had been rejected.
  reopened text[],
  status text not null default 'pending' check (status in ('pending', 'merged', 'rejected')),
  -- Of a merged pair the row that stayed.
  kept_id uuid,
  scan_id uuid,
  decided_by bigint,
  decided_name text,
  decided_at timestamptz,
  created_at timestamptz not null default now(),
  -- Of a merged pair: a person looked at it. False where it was merged with all that were likely enough.
  is_reviewed boolean not null default false,
  primary key (workspace_id, workbook_id, id),
  unique (workspace_id, workbook_id, left_id, right_id),
  foreign key (workspace_id, workbook_id) references workbooks (workspace_id, id) on delete cascade
);
create index row_pairs_by_weight on row_pairs (workspace_id, workbook_id, status, weight desc, id);
select tenant_table('row_pairs');

-- The last scan of each workbook.
create table row_scans (
  workspace_id uuid not null,
  workbook_id uuid not null,
  job_id uuid not null,
  rows int not null,
  -- The workbook has no more rows than were compared.
  complete boolean not null,
  column_ids text[] not null,
  at timestamptz not null default now(),
  -- Decisions that the last scan learned from.
  decisions int not null default 0,
  primary key (workspace_id, workbook_id),
  foreign key (workspace_id, workbook_id) references workbooks (workspace_id, id) on delete cascade
);
select tenant_table('row_scans');

-- By cell the numbers of what its row is known by: a lead or row that shares one was compared with it, or would be now.
-- `source_id` is the other workbook, null where the row was matched with leads.
create table matched_rows (
  workspace_id uuid not null,
  workbook_id uuid not null,
  column_id text not null,
  row_id uuid not null,
  source_id uuid,
  keys bigint[] not null,
  asked_at timestamptz not null default clock_timestamp(),
  primary key (workspace_id, workbook_id, column_id, row_id),
  foreign key (workspace_id, workbook_id) references workbooks (workspace_id, id) on delete cascade
);
select tenant_table('matched_rows');

-- Numbers of leads (`source_id` null) or rows that came, changed or went; `changed_at`: a time by which that was committed.
create table moved_keys (
  workspace_id uuid not null,
  id uuid not null,
  source_id uuid,
  keys bigint[] not null,
  changed_at timestamptz,
  primary key (workspace_id, id)
);
select tenant_table('moved_keys');

-- What follows a write is one table for all that follows: which rows a consumer has still to look at. First what is computed moves into it.
--
-- A process of the version before that is still running is refused what it would leave in the old table, and its write rolls back whole.
create table dirty_rows (
  workspace_id uuid not null,
  -- The workbook whose rows these are; of leads that belong to no workbook, the workspace.
  scope_id uuid not null,
  -- Such as `compute`; records/store/dirty-rows.jobs.ts lists them.
  consumer text not null,
  id uuid not null,
  -- Which rows: by id, every one between two positions, by a key that they have in `field`, or of these leads.
  row_ids uuid[],
  from_position double precision,
  to_position double precision,
  field text,
  keys text[],
  lead_ids bigint[],
  -- What was written of them; null: they came or went as a whole.
  columns text[],
  -- What only the consumer understands.
  detail jsonb,
  -- A user stopped the work, and these columns are not up to date by it.
  stopped text[],
  created_at timestamptz not null default now(),
  primary key (workspace_id, scope_id, consumer, id)
);
select tenant_table('dirty_rows');
